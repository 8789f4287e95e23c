"""What a document says for and against a person being private."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.core.spans import PiiSpan
from spacy_hips.text.lexicon.public_figures import PublicLists, public_lists
from spacy_hips.who.judging.evidence import (
    FEATURES,
    LISTED,
    SETTING,
    Evidence,
    gather,
    known_by_one_word,
    surely_somebody,
    url_evidence,
)
from spacy_hips.who.persons.link.linking import link

CASES = Path(__file__).parents[1] / "cases" / "ambiguity.jsonl"


def places(text: str, name: str) -> list[PiiSpan]:
    out, at = [], text.find(name)
    while at >= 0:
        out.append(PiiSpan(at, at + len(name), "PERSON"))
        at = text.find(name, at + len(name))
    assert out, name
    return out


def evidence(text: str, *names: str, others=(), lists: PublicLists | None = None) -> list[Evidence]:
    people = [places(text, name) for name in names]
    return gather(text, people, list(others), lists or public_lists())


def on(text: str, name: str, nth: int = 0, **rest) -> set[str]:
    """The features of a mention that are not 0."""
    row = evidence(text, name, **rest)[0].features[nth]
    return {feature for feature, value in zip(FEATURES, row, strict=True) if value}


def test_the_shape_and_the_range():
    text = "By Ana Ruiz\nAna wrote to Tom."
    first, second = gather(
        text, [[PiiSpan(3, 11, "PERSON"), PiiSpan(12, 15, "PERSON")], places(text, "Tom")], [],
        public_lists(),
    )  # fmt: skip
    assert first.features.shape == (2, len(FEATURES)) and first.features.dtype == np.float32
    assert second.features.shape == (1, len(FEATURES))
    assert len(first.reasons) == len(first.private) == 2
    assert abs(first.features).max() <= 1
    assert len(set(FEATURES)) == len(FEATURES)
    assert set(LISTED) <= set(FEATURES)


def test_a_name_without_its_blank_is_a_full_one():
    assert {"full", "forename"} <= on("Thanks to MariaGarcia for it.", "MariaGarcia")
    assert "full" not in on("Thanks to MacArthur for it.", "MacArthur")


def test_a_genitive_is_told_by_the_name_without_its_s():
    """ "Kwames" was a word that nobody bears, and so rather no name."""
    assert "forename" in on("We took Kwames pen.", "Kwames")


def test_nobody():
    assert gather("No one.", [], [], public_lists()) == []
    (nobody,) = gather("No one.", [[]], [], public_lists())
    assert nobody.features.shape == (0, len(FEATURES)) and nobody.reasons == ()
    ana, nobody = gather("By Ana", [[PiiSpan(3, 6, "PERSON")], []], [], public_lists())
    assert len(ana.reasons) == 1 and nobody.reasons == ()


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        ("By Ana Ruiz\n\nIt was a long day.", "Ana Ruiz", "byline"),
        ("Submitted by: Ana Ruiz\nIt was a long day.", "Ana Ruiz", "byline"),
        ("Name: Ana Ruiz Course: Biology 1", "Ana Ruiz", "byline"),
        ("Name of the student: RUIZ, Ana", "RUIZ, Ana", "byline"),
        ("\\author{Ana Ruiz \\and Tom Li}\n\\maketitle", "Tom Li", "byline"),
        ("\\author{Tom Li\\thanks{a grant} \\and Ana Ruiz}", "Ana Ruiz", "byline"),
        ("Instructor: Dr. Sam Holt\nIt was a long day.", "Sam Holt", "form field"),
        ("Interviewee: Rosa\nQ: How long?", "Rosa", "form field"),
        ("Chair: Ana Ruiz\nItem 1, the date.", "Ana Ruiz", "form field"),
        ("Present: Ana Ruiz, Ben Holt; excused: Mei Tan\n", "Mei Tan", "form field"),
        ("Docente: Ana Ruiz\nIt was a long day.", "Ana Ruiz", "form field"),
        ("It was a day.\nAna Ruiz    Page 2\nIt rained.", "Ana Ruiz", "form field"),
        ("It was a day.\nPage 2 of 9 | Ana Ruiz\nIt rained.", "Ana Ruiz", "form field"),
        ("It was a day.\nBest regards,\nAna", "Ana", "sign-off"),
        ("Thank you in advance. Kind regards Ana Get a free mail", "Ana", "sign-off"),
        ("Dear Professor Holt,\nI am ill.", "Holt", "greeting"),
        ("Written by\n\nMrs. Bohr\n\nReport", "Bohr", "byline"),
        ("By\nBohr\n", "Bohr", "byline"),
        ("AUTHOR\n\nBohr", "Bohr", "byline"),
        ("I asked my teacher, Mr. Ana.", "Ana", "teacher of the course"),
        # Of "Courtney Love and me" the filter was sure to be the singer.
        ("In our team were Ana and me.", "Ana", "somebody's relation"),
        ("me and Ana built it", "Ana", "somebody's relation"),
        ("Hi Ana,\nI am ill.", "Ana", "greeting"),
        ("Hello, my name is Ana and I am a nurse.", "Ana", "self-introduction"),
        ("I, Ana Ruiz, declare", "Ana Ruiz", "self-introduction"),
        ("Ich heiße Ana Ruiz.", "Ana Ruiz", "self-introduction"),
        ("Je m’appelle Ana, et toi?", "Ana", "self-introduction"),
        ("Jina langu ni Ana Ruiz.", "Ana Ruiz", "self-introduction"),
        ("I went there with my best friend, Ana, and ate.", "Ana", "somebody's relation"),
        ("Ana, who is my sister, ate.", "Ana", "somebody's relation"),
        ("Ana is one of my students and ate.", "Ana", "somebody's relation"),
        ("According to Holt (our TA) it is so.", "Holt", "somebody's relation"),
        ("Holt, my counselor, agreed.", "Holt", "somebody's relation"),
        ("our priest Holt told us", "Holt", "somebody's relation"),
        ("Meine Lehrerin heißt Marie Curie.", "Marie Curie", "somebody's relation"),
        ("Min lärare heter Olof Palme.", "Olof Palme", "somebody's relation"),
        ("Mon voisin Victor Hugo habite ici.", "Victor Hugo", "somebody's relation"),
        ("Mi amiga se llama Frida Kahlo.", "Frida Kahlo", "somebody's relation"),
        ("Mijn tante Anne Frank woont hier.", "Anne Frank", "somebody's relation"),
        ("our teacher Mrs. Holt told us", "Holt", "teacher of the course"),
        ("our teacher Mr.~\\emph{Holt} told us", "Holt", "somebody's relation"),
        ("\\begin{document}\n\\textbf{Ana Ruiz}\n\nWe met", "Ana Ruiz", "title page"),
        ("Presented by,\nAna Ruiz\nA Day in the Clinic\nLong ago we met", "Ana Ruiz", "byline"),
        ("CURRICULUM VITAE of Ana Ruiz\n\nArticles", "Ana Ruiz", "byline"),
        ("Lebenslauf\n\nAna Ruiz\n\nStudium", "Ana Ruiz", "byline"),
        ("Ana Ruiz - CV\nArticles", "Ana Ruiz", "byline"),
        ("Ana Ruiz\nCurriculum Vitae\n\nBooks", "Ana Ruiz", "byline"),
        ("with my best friend **Ana** and ate.", "Ana", "somebody's relation"),
        ("Dear [b]Ana[/b],\nI am ill.", "Ana", "greeting"),
        ("I have advised a first-year student, Ana Ruiz, for a year.", "Ana Ruiz",
         "somebody's relation"),
        ("Group members: Ana Ruiz, Ben Holt and Mei Tan\n", "Ana Ruiz", "form field"),
        ("My Reflection\nAna Ruiz\nMarch 2019\n\nIt was a long and hard day.", "Ana Ruiz",
         "title page"),
    ],
)  # fmt: skip
def test_hard_private_evidence(text, name, reason):
    assert evidence(text, name)[0].private[0] == reason


def test_names_in_a_row_share_what_stands_before_the_first():
    text = "I met my friends Ana, Ben and Mei at noon.\nTeam: Bo Li, Ida Lund"
    for name in ("Ana", "Ben", "Mei"):
        assert evidence(text, "Ana", "Ben", "Mei")[0].private[0] == "somebody's relation"
        assert "own_relation" in on(text, name) or name != "Ana"
    found = evidence(text, "Ana", "Ben", "Mei", "Bo Li", "Ida Lund")
    assert [e.private[0] for e in found] == ["somebody's relation"] * 3 + ["form field"] * 2


def test_lines_of_names_are_a_list_of_members():
    text = "We all did the work together and it was fine in the end.\nAna Ruiz\nBen Holt\nMei Tan"
    found = evidence(text, "Ana Ruiz", "Ben Holt", "Mei Tan")
    assert [e.private for e in found] == [("member list",)] * 3


def test_an_address_of_the_same_name():
    text = "Ana Ruiz met Tom. Write to aruiz7@x.org or to tomtom@y.org"
    mails = [PiiSpan(27, 39, "EMAIL"), PiiSpan(46, 58, "EMAIL")]
    ana, tom = evidence(text, "Ana Ruiz", "Tom", others=mails)
    assert ana.private == ("e-mail of the same name",)
    assert tom.private == ("",), "three letters inside a longer word are no name"
    assert "email" in on(text, "Ana Ruiz", others=mails)


WORKS = (
    "{0} (2016). Rain. Sage.\nMoreau, C., & {0} (2018). Snow. Sage.\n"
    "{0}, & Petrov, I. (2020). Fog. Sage.\n"
)


@pytest.mark.parametrize(
    ("heading", "works", "reason"),
    [
        ("Selected publications", WORKS, "byline"),
        ("Veröffentlichungen", WORKS, "byline"),
        ("PUBLICATIONS (selected)", WORKS, "byline"),
        ("List of publications and talks:", WORKS, "byline"),
        ("Publications of Haddad", WORKS, ""),
        ("References", WORKS, ""),
        ("Publications", "".join(WORKS.splitlines(keepends=True)[:2]), ""),  # too few to tell
        ("Publications", WORKS.replace("{0}", "Voss, A.", 2), ""),
    ],
)
def test_whoever_wrote_all_the_publications_wrote_the_text(heading, works, reason):
    """A passage of a curriculum vitae kept its writer, who was cited in each line."""
    text = f"{heading}\n{works.format('Haddad, F.')}"
    spans = [PiiSpan(m.start(), m.end(), "PERSON") for m in re.finditer("Haddad, F\\.", text)]
    others = [PiiSpan(m.start(), m.end(), "PERSON") for m in re.finditer("Moreau, C\\.", text)]
    told = gather(text, [spans, others], [], public_lists())
    assert {*told[0].private} == {reason} and {*told[1].private} == {""}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("In the film by Sofia Coppola we see", "Sofia Coppola"),
        ("Teacher: How many pens?\nStudent: Nadia has nine pens left", "Nadia"),
        ("Teacher:Omar's kite was lost", "Omar"),
        ("I love Salma Hayek in this film", "Salma Hayek"),
        ("an idea that angered some famous chemists: Marie Curie", "Marie Curie"),
        ("“Two old boots and a wet hat,” said Marlowe", "Marlowe"),
        ("Lebenslauf von Frida Kahlo\n\nSie malte.", "Frida Kahlo"),
        ("Books\nCurriculum Design by Ana Ruiz\nEnd", "Ana Ruiz"),
        (
            "We wrote a CV with Ana Ruiz, who has written one for many years in town.\nEnd",
            "Ana Ruiz",
        ),
        ("Author Isabel Allende reads at 7", "Isabel Allende"),
        ("Who sang it?\nMiriam Makeba\nI like her.", "Miriam Makeba"),
        ("his wife Coretta King said", "Coretta King"),
        # A relation ends with its sentence.
        ("I made it for my aunt. Ana Ruiz made it known.", "Ana"),
        ("I like my friends. Ana did.", "Ana"),
        # A student of others is nobody of one's own.
        ("She taught a student, Ana Ruiz, who won.", "Ana Ruiz"),
        ("I left. There was a student, Ana Ruiz.", "Ana Ruiz"),
        # A page of a book is no page header.
        ("See Ana Ruiz, page 2, on it.", "Ana Ruiz"),
        ("Ana Ruiz on page 2 says so.", "Ana Ruiz"),
        ("On page 2 Ana Ruiz", "Ana Ruiz"),
        ("It is so.\nAna Ruiz, page 72\nIt rained.", "Ana Ruiz"),
        ("It is so.\nAna Ruiz, p. 72\nIt rained.", "Ana Ruiz"),
    ],
)
def test_no_hard_private_evidence(text, name):
    assert evidence(text, name)[0].private[0] == ""


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        ("Albert Einstein was born in Ulm.", "Albert Einstein", "listed: full name"),
        ("the Newton-Raphson method", "Newton", "eponym"),
        ("as Piaget (1952) describes", "Piaget", "cited"),
        ("(Golding and Dean, 1998)", "Golding", "cited"),
        ("Sources\nPiaget, J. (1952). Origins. Press.", "Piaget", "cited"),
    ],
)
def test_hard_public_evidence(text, name, reason):
    assert evidence(text, name)[0].reasons[0] == reason


def test_a_full_name_counts_for_the_person_elsewhere():
    text = "Albert Einstein was born in Ulm. Einstein played the violin."
    people = [[*places(text, "Albert Einstein"), PiiSpan(33, 41, "PERSON")]]
    (found,) = gather(text, people, [], public_lists())
    assert found.reasons == ("listed: full name",) * 2


@pytest.mark.parametrize("name", ["Einstein", "Newton", "Obama"])
def test_a_lone_surname_is_no_evidence(name):
    assert evidence(f"{name} helped me with the poster.", name)[0].reasons == ("",)
    assert not {"listed", "listed_rare"} & on(f"{name} helped me.", name)


@pytest.mark.parametrize(
    ("name", "fame", "rare"),
    [
        ("Keynes", True, True),
        ("keynes", True, True),
        ("Rogers", True, False),  # many are called so
        ("Okafor", False, False),
        ("Ada Keynes", False, False),
    ],
)
def test_the_one_word_by_which_somebody_is_known(name, fame, rare):
    told = on(f"We read {name} again.", name)
    assert ("one_word_fame" in told, "one_word_rare" in told) == (fame, rare)
    assert "one_word_fame" not in on(f"We read {name} again.", name, lists=PublicLists())


def test_a_full_name_elsewhere_tells_that_it_is_somebody_else():
    text = "Keynes came. It was Ada Reyes."
    lone, both = places(text, "Keynes"), [*places(text, "Keynes"), *places(text, "Ada Reyes")]
    told = [one.features for one in gather(text, [lone, both], [], public_lists())]
    assert [known_by_one_word(features) for features in told] == [True, False]


def test_a_listed_name_that_many_bear_is_only_a_feature():
    text = "Chris Evans opened the door."
    assert evidence(text, "Chris Evans")[0].reasons == ("",)
    assert "listed" in on(text, "Chris Evans") and "listed_rare" not in on(text, "Chris Evans")


def test_a_forename_with_a_year_is_cited_only_where_others_are():
    assert evidence("On the photo: (James, 2010)", "James")[0].reasons == ("",)
    text = "It works (James, 2010; Kowalczyk, 2011)."
    assert evidence(text, "James", "Kowalczyk")[0].reasons == ("cited",)


@pytest.mark.parametrize(
    "text",
    [
        "Smith said that it moves (Smith, 2003).",
        "According to Smith, it moves (Smith, 2003).",
        "Smith (2003) found motion. Smith argues that it lasts.",
    ],
)
def test_who_is_quoted_beside_the_citation_is_cited_twice(text):
    at = [m.start() for m in re.finditer("Smith", text)]
    (found,) = gather(text, [[PiiSpan(a, a + 5, "PERSON") for a in at]], [], public_lists())
    assert found.reasons == ("cited", "cited")


@pytest.mark.parametrize(
    "text",
    [
        "Smith came late. It moves (Smith, 2003).",
        "Smith said that to me. It moves (Smith, 2003).",
        "I asked Smith, and Smith said that we could go. It moves (Smith, 2003).",
        "Smith said that it moves." + " So it goes on." * 30 + " It moves (Smith, 2003).",
    ],
)
def test_a_namesake_of_a_cited_author_is_not_cited(text):
    at = [m.start() for m in re.finditer("Smith", text)]
    (found,) = gather(text, [[PiiSpan(a, a + 5, "PERSON") for a in at]], [], public_lists())
    assert found.reasons[0] == "" and found.reasons[-1] == "cited"


def test_own_lists():
    lists = public_lists().with_names(["Ana Ruiz", "Bo"], ["Albert Einstein"])
    text = "Ana Ruiz and Albert Einstein met Bo."
    ana, albert, bo = evidence(text, "Ana Ruiz", "Albert Einstein", "Bo", lists=lists)
    assert ana.reasons == ("allow list",) and bo.reasons == ("allow list",)
    assert albert.private == ("deny list",)


@pytest.mark.parametrize(
    ("text", "name", "feature"),
    [
        ("the physicist Bohr explained", "Bohr", "fame_before"),
        ("Bohr, a Danish physicist, explained", "Bohr", "fame_after"),
        ("According to Bohr it is", "Bohr", "source"),
        ("Bohr argues that it is", "Bohr", "argues"),
        ("Bohr [12] is", "Bohr", "number"),
        ("Bohr (1885-1962) was", "Bohr", "life"),
        ("“It is so.” — Bohr", "Bohr", "attribution"),
        ("a novel by Bohr", "Bohr", "made_by"),
        ("Bohr's model of the atom", "Bohr", "thing_after"),
        ("President Bohr spoke", "Bohr", "office"),
        ("Mr. Bohr spoke", "Bohr", "mr"),
        ("Prof. Dr. Bohr spoke", "Bohr", "degree"),
        ("I asked Bohr for help", "Bohr", "acquainted"),
        ("Bohr told me a joke", "Bohr", "acquainted"),
        ("a boy named Bohr ate", "Bohr", "named"),
        ("Bohr: Hello.\nAna: Hi.", "Bohr", "speaker"),
        ("BOHR", "BOHR", "upper"),
        ("so says bohr", "bohr", "lower"),
        ("Call 0171 234567 or Bohr.", "Bohr", "identifier_near"),
        ("my mother knows Bohr", "Bohr", "near:kin"),
        ("Bohr invented it", "Bohr", "near:made"),
    ],
)
def test_features(text, name, feature):
    others = [PiiSpan(5, 16, "PHONE_NUM")]
    assert feature in on(text, name, others=others)


def test_what_one_mention_shows_is_told_of_all():
    text = (
        "Hi, my name is Ana. A long day. " + "It rained and nothing else went on. " * 9 + "Ana ate."
    )
    assert "any:self_intro" in on(text, "Ana", 1) and "self_intro" not in on(text, "Ana", 1)


OATH = "The oath came next: I, Okoro Tamm, do swear. {} Tamm looked up at the crowd and smiled."


def of_the_oath(text: str) -> list[PiiSpan]:
    last = text.rindex("Tamm")
    return [*places(text, "Okoro Tamm"), PiiSpan(last, last + 4, "PERSON")]


def private(text: str, name: str) -> set[str]:
    return {reason for one in evidence(text, name) for reason in one.private} - {""}


@pytest.mark.parametrize("title", ["President", "Queen", "Then Senator", "Prime Minister"])
def test_the_quoted_oath_of_somebody_in_office_is_no_certain_self_introduction(title):
    text = OATH.format(title)
    (found,) = gather(text, [of_the_oath(text)], [], public_lists())
    assert set(found.private) == {""}
    assert found.features[0][FEATURES.index("self_intro")] == 1.0


@pytest.mark.parametrize("title", ["Mr.", "Sir", "Madam", "Professor", "Then"])
def test_whoever_holds_no_office_introduces_himself_for_certain(title):
    text = OATH.format(title)
    (found,) = gather(text, [of_the_oath(text)], [], public_lists())
    assert "self-introduction" in found.private


def test_an_office_excuses_nothing_else():
    text = "By President Okoro Tamm\n\nIt was a long day."
    assert private(text, "Okoro Tamm") == {"byline"}
    text = "Hello, my name is Okoro Tamm. Our club met, and President Okoro Tamm spoke."
    assert private(text, "Okoro Tamm") == {"self-introduction"}


def setting(text: str, *names: str, **rest) -> list[dict[str, float]]:
    """What the first mention of each person shows of its surroundings."""
    rows = [own.features[0] for own in evidence(text, *names, **rest)]
    return [{name: round(float(row[FEATURES.index(name)]), 2) for name in SETTING} for row in rows]


def test_whose_world_it_is():
    ((own),) = setting("In the shop where I work with my aunt we asked Ana about our hours.", "Ana")
    ((far),) = setting("Ana Ruiz was born in the north and studied law, then art.", "Ana Ruiz")
    assert own["own_words"] == 1.0 and own["own_text"] == 1.0
    assert far["own_words"] == far["own_text"] == 0.0


def test_the_company_of_listed_people():
    text = f"Isaac Newton and Ana Ruiz met. {'Later it rained. ' * 20}Then came Tom."
    newton, ana, tom = setting(text, "Isaac Newton", "Ana Ruiz", "Tom")
    assert (newton["company"], newton["share_of_company"]) == (0.0, 0.0)
    assert (ana["company"], ana["share_of_company"]) == (1.0, 0.5)
    assert (tom["company"], tom["share_of_company"]) == (0.0, 0.5)
    # A person without a mention is nobody's company.
    people = [places(text, "Isaac Newton"), [], places(text, "Ana Ruiz")]
    found = [own.features for own in gather(text, people, [], public_lists())]
    assert found[2][0, FEATURES.index("share_of_company")] == 1.0
    alone = setting(text, "Isaac Newton", "Ana Ruiz", lists=PublicLists())[1]
    assert alone["company"] == alone["share_of_company"] == 0.0


@pytest.mark.parametrize("name", ["\\emph{Ana Ruiz}", "**Ana Ruiz**", "[b]Ana Ruiz[/b]"])
def test_how_a_line_looks_is_not_what_is_on_it(name):
    """A name in LaTeX had no line of its own, so it stayed where the same name alone was hidden."""
    found = on(f"We had read Poe, and he put it in a novel.\n\n{name}", "Ana Ruiz")
    assert {"line_alone", "names_line"} <= found
    assert "line_words" not in found


def test_words_that_look_like_things():
    text = "Learning Launch\n\nThe Clippy and a learning launch. Then launch Ana."
    heading, clippy, ana = setting(text, "Learning Launch", "Clippy", "Ana")
    assert heading["seen_lower"] == 1.0 and heading["article_before"] == 0.0
    assert clippy["seen_lower"] == 0.0 and clippy["article_before"] == 1.0
    assert ana["seen_lower"] == ana["article_before"] == 0.0
    assert setting("launch and learning launch", "launch")[0]["seen_lower"] == 0.0


def test_a_repeated_page_header():
    page = "Ana Ruiz, page {}\n" + "It rained and nothing went on that day, all day long. " * 4
    text = "\n".join(page.format(n) for n in (1, 2, 3))
    assert "header" in on(text, "Ana Ruiz")


def test_a_title_inside_the_mention_counts_as_one_before_it():
    assert {"mr", "words"} <= on("We met Mr. Holt there.", "Mr. Holt")


def test_web_addresses():
    text = "See https://en.wikipedia.org/wiki/Ana and https://anaruiz.example.org/me by Ana Ruiz"
    urls = [PiiSpan(4, 37, "URL_PERSONAL"), PiiSpan(42, 72, "URL_PERSONAL")]
    public, own = url_evidence(text, urls, [places(text, "Ana Ruiz")])
    assert public == (0.98, "a public host")
    assert own[0] < 0.1 and own[1] == "a name of the document in it"
    unknown = url_evidence(text, urls, [])[1]
    assert unknown[0] < 0.5


# Ambiguous names


def ambiguous() -> list[dict]:
    return [json.loads(line) for line in CASES.read_text("utf8").splitlines()]


def test_there_are_enough_pairs_and_each_has_both_sides():
    cases = ambiguous()
    sides: dict[str, set[str]] = {}
    for case in cases:
        roles = {role for *_, role in case["spans"]}
        assert len(roles) == 1 and case["id"] == f"{case['pair']}:{min(roles)}"
        sides.setdefault(case["pair"], set()).update(roles)
        assert all(
            case["text"][s:e].strip() == case["text"][s:e] != "" for s, e, _ in case["spans"]
        )
    assert len(sides) >= 80
    assert all(roles == {"private", "public"} for roles in sides.values())


@pytest.mark.few(40)
@pytest.mark.parametrize("case", ambiguous(), ids=lambda case: case["id"])
def test_hard_evidence_never_errs_on_ambiguous_names(case):
    """A private person may look public by a list, if something hard says private as well."""
    spans = [PiiSpan(start, end, "PERSON") for start, end, _ in case["spans"]]
    people: dict[str, list[PiiSpan]] = {}
    for span in link(case["text"], spans).spans:
        people.setdefault(span.id, []).append(span)
    for found in gather(case["text"], list(people.values()), [], public_lists()):
        if case["id"].endswith(":public"):
            assert not any(found.private)
        else:
            assert any(found.private) or not any(found.reasons)


# Any text


@given(
    text=st.text(
        st.sampled_from("aAbB.,:;!?()[]\"“'’-–\n\t 129&@/\u200bßİǅé王") | st.characters(),
        max_size=200,
    ),
    cuts=st.lists(st.tuples(st.integers(0, 199), st.integers(1, 30)), max_size=6),
)
def test_any_text_and_any_spans_give_numbers_in_range(text, cuts):
    spans = [PiiSpan(s, min(len(text), s + n), "PERSON") for s, n in cuts if s < len(text)]
    found = gather(text, [[span] for span in spans], spans, public_lists())
    assert len(found) == len(spans)
    for one in found:
        assert np.isfinite(one.features).all() and abs(one.features).max() <= 1


# Size


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "unit",
    ["the quick Brown fox (Smith, Jones & 2010) said ", "(", "A. ", "\n", "References: ",
     "References\nSmith, J. (2010). X.\n", "Aa", "1. ", "my friend "],
)  # fmt: skip
def test_time_is_linear_also_on_one_line(unit, linear):
    def read(size: int) -> None:
        text = unit * (size // len(unit))
        step = len(text) // 200
        people = [[PiiSpan(at, at + 4, "PERSON")] for at in range(20, len(text) - 10, step)]
        gather(text, people, [], public_lists())

    read(1000)
    linear(read, 250_000)


@pytest.mark.slow
def test_thousands_of_persons_with_addresses():
    names = [
        f"{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{chr(97 + n // 676)}okur" for n in range(5000)
    ]
    text = " ".join(f"{name} {name}@x.org" for name in names)
    people = [[PiiSpan(22 * n, 22 * n + 7, "PERSON")] for n in range(5000)]
    mails = [PiiSpan(22 * n + 8, 22 * n + 21, "EMAIL") for n in range(5000)]
    assert text[22:29] == names[1] and text[30:43] == f"{names[1]}@x.org"
    start = time.process_time()
    found = gather(text, people, mails, public_lists())
    assert time.process_time() - start < 15
    assert all("e-mail of the same name" in e.private or any(e.private) for e in found)


def test_a_word_of_a_byline_at_the_end_of_a_sentence_is_none():
    assert evidence("It was bought by\nBohr\n", "Bohr")[0].private != ("byline",)


@pytest.mark.parametrize(
    ("name", "score", "surely"),
    [
        ("Ngozi Okafor", 0.99, True),
        ("Learning Launch", 0.99, True),
        ("Learning Launch", 0.98, False),  # a heading gets as much
        ("Ngozi Okafor", 0.98, True),  # with a forename it is seldom one
        ("Ngozi", 0.98, True),
        ("Okafor", 1.0, False),
        ("Grace", 1.0, False),  # an ordinary word
        ("Nelson Mandela", 1.0, False),  # is on the list
    ],
)
def test_who_surely_is_somebody(name, score, surely):
    text = f"Then {name} drew the map with us."
    mention = PiiSpan(5, 5 + len(name), "PERSON", score)
    (told,) = gather(text, [[mention]], [], public_lists())
    assert surely_somebody(told.features).tolist() == [surely]
