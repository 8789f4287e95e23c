"""The last net: words of replaced names in places that nothing else searches; see tests/cases."""

import json
import time
import unicodedata
from pathlib import Path

import pytest
import spacy

from spacy_hips import PiiSpan, set_ids, write_group
from spacy_hips.core.errors import HipsError, HipsWarning
from spacy_hips.core.ids import Secret
from spacy_hips.core.labels import NAME_LABELS
from spacy_hips.text.lexicon.letters import undress
from spacy_hips.text.lexicon.tables import fold, name_tables
from spacy_hips.who.persons.link.entity import Entity
from spacy_hips.who.persons.search.known import KnownPeople
from spacy_hips.who.persons.search.leftovers import leftovers

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "cases" / "leftovers.jsonl")
    .read_text("utf8")
    .splitlines()
]
pytestmark = pytest.mark.filterwarnings("ignore:.*W101")
SECRET = Secret(b"a secret for the tests only")


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer").set_secret(SECRET)
    return nlp


def anonymise(nlp, name, text, public=(), **settings):
    """The text behind a sentence in which the name is found; nothing else was found."""
    first = f"My name is {name}. "
    doc = nlp.make_doc(first + text)
    write_group(doc, "pii", [PiiSpan(11, 11 + len(name), "PERSON", 1.0)])
    starts = [(doc.text.index(s), s) for s in public]
    write_group(doc, "public", [PiiSpan(at, at + len(s), "PERSON", 1.0) for at, s in starts])
    doc = nlp.get_pipe("hips_anonymizer")(doc)
    head, *_ = doc._.replacements
    for r in doc._.replacements:
        assert doc._.anonymized[r.new_start : r.new_end] == r.surrogate
    return doc._.anonymized[head.new_end + 2 :]


def anonymise_beside(name, text, closed):
    """What the net leaves of a text of which a part is taken."""
    entity = Entity("PERSON:1", "PERSON", name, (name,), first=name.split()[0].lower(),
                    last=name.split()[1].lower())  # fmt: skip
    at = text.index(closed)
    taken = [PiiSpan(at, at + len(closed), "USERNAME", 1.0, "", "USERNAME:1")]
    for span in leftovers(text, taken, {"PERSON:1": entity}, name_tables()):
        text = text[: span.start] + "-" * (span.end - span.start) + text[span.end :]
    return text


def letters(text):
    """Only the letters, in plain dress."""
    return "".join(c for c in fold(undress(unicodedata.normalize("NFC", text))) if c.isalpha())


@pytest.mark.few(32)
@pytest.mark.parametrize("case", [c for c in CASES if c["gone"]], ids=lambda c: c["text"])
def test_no_word_of_a_replaced_name_is_left(nlp, case):
    out = letters(anonymise(nlp, case["name"], case["text"]))
    words = [letters(w) for w in case["name"].replace("-", " ").split()]
    assert not [w for w in words if len(w) > 3 and w in out], out


@pytest.mark.parametrize("case", [c for c in CASES if not c["gone"]], ids=lambda c: c["text"])
def test_other_words_stay(nlp, case):
    assert anonymise(nlp, case["name"], case["text"]) == case["text"]


NAMES = [
    "Wairimu Kariuki",
    "Þórdís Björnsdóttir",
    "Łukasz Wiśniewski",
    "Mireille Lefèvre-Roux",
    "Khadija Benchekroun",
    "Nguyễn Thảo",
    "Ignatius Del Castillo",
    "Yaw Osei-Bonsu",
]
DRESSES = {
    "path": lambda first, last: f"/home/{first}.{last}/x",
    "folder": lambda first, last: f"D:\\Work\\{last}\\draft",
    "hashtag": lambda first, last: f"#Team{last.title()}",
    "joined": lambda first, last: f"{first}{last}".lower(),
    "initial": lambda first, last: f"({first[0]}{last})".lower(),
    "file": lambda first, last: f"{last.upper()}_{first}_v2.docx",
    "column": lambda first, last: "\n".join(last),
    "spaced": lambda first, last: "  ".join(" ".join(word) for word in (first, last)),
    "hyphens": lambda first, last: "\u00ad".join((last[:3], last[3:])),
    "wide": lambda first, last: "".join(chr(ord(c) + 0xFEE0) if c.isascii() else c for c in last),
    "plural": lambda first, last: f"the {last}s",
    "code": lambda first, last: f"class {last}Solver: pass",
}


@pytest.mark.few(24)
@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_found_in_every_dress(nlp, name, dress):
    first, *_, last = name.replace("-", " ").split()
    for a, b in ((first, last), (fold(first), fold(last))):
        out = letters(anonymise(nlp, name, DRESSES[dress](a, b)))
        assert letters(last) not in out and (len(first) < 4 or letters(first) not in out), out


def test_a_leftover_gets_the_same_name_in_its_own_form(nlp):
    whole, *rest = anonymise(
        nlp, "José Muñoz", "José Muñoz|#TeamMuñoz|jose_munoz.txt|MUÑOZ_2|M u ñ o z|jmunoz"
    ).split("|")
    first, last = whole.split()
    plain = fold(last)
    assert rest[0] == f"#Team{last}"
    assert rest[1] == f"{fold(first)}_{plain}.txt"
    assert rest[2].split("_")[0] == plain.upper()  # a handle has no accents
    assert rest[3] == " ".join(last)
    assert rest[4] == f"{fold(first)[0]}{plain}"


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("Nelson Mandela was free. #NelsonMandela", ["Nelson Mandela"]),
        ("Nelson Mandela was free. I read mandela_nelson.pdf", ["Nelson Mandela"]),
        ("Nelson Mandela said so, and Nelson was right. #Nelson", ["Nelson Mandela", "Nelson was"]),
        ("See Nelson Algren here", ["Nelson Algren"]),
    ],
)
def test_public_people_who_share_a_word_stay(nlp, text, public):
    assert anonymise(nlp, "Nelson Okri", text, public) == text


def test_a_shared_word_goes_beside_another_of_the_private_person(nlp):
    out = anonymise(nlp, "Nelson Okri", "Nelson Mandela and nelson_okri_2", ["Nelson Mandela"])
    assert "Nelson Mandela" in out and "okri" not in out and "nelson_" not in out


def test_a_forename_of_two_letters_counts_but_not_before_another_name(nlp):
    assert "Da " not in anonymise(nlp, "Da Okonkwo", "Da is my name.")
    for text in ("We read Da Vinci.", "da", "DA 12"):
        assert anonymise(nlp, "Da Okonkwo", text) == text


def test_the_rest_of_a_place_that_is_taken_in_part_is_read():
    name = "Wairimu Kariuki"
    for text, closed in (("x=Wairimu_Kariuki?=", "Kariuki?="), ("a/wairimu.99", "99")):
        assert "airimu" not in anonymise_beside(name, text, closed)


def test_what_is_allowed_stays():
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_rules")
    nlp.add_pipe("hips_entities", config={"allow": ["#TeamOkri"], "deny": {"PERSON": ["Ben Okri"]}})
    nlp.add_pipe("hips_anonymizer").set_secret(SECRET)
    out = nlp("Ben Okri: #TeamOkri and okri_essay.docx")._.anonymized
    assert "#TeamOkri" in out and "okri_" not in out


@pytest.mark.parametrize(
    ("setting", "changed"), [("replace", True), ("report", False), ("off", False)]
)
def test_setting(setting, changed):
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer", config={"leftovers": setting}).set_secret(SECRET)
    text = "class OkriSolver: pass"
    if setting == "report":
        with pytest.warns(HipsWarning, match="W301. 1 place"):
            out = anonymise(nlp, "Ben Okri", text)
    else:
        out = anonymise(nlp, "Ben Okri", text)
    assert (out != text) is changed


def test_an_unknown_setting_is_refused():
    with pytest.raises(HipsError, match="E307"):
        spacy.blank("en").add_pipe("hips_anonymizer", config={"leftovers": "maybe"})


def test_a_known_author_counts_though_the_text_names_nobody():
    known = KnownPeople.from_rows([{"person_id": "s1", "name": "Thandiwe Okri"}])
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer").set_secret(SECRET)
    nlp.get_pipe("hips_anonymizer").set_known_people(known)
    text = "class OkriSolver: see https://okri.example.org/x or #ThandiweRocks"
    own, other = (
        nlp.get_pipe("hips_anonymizer")(set_ids(nlp.make_doc(text), author=author))._.anonymized
        for author in ("s1", "s2")
    )
    assert "Okri" not in own and "Thandiwe" not in own
    assert "OkriSolver" in other


def test_actions_that_keep_names_keep_leftovers():
    nlp = spacy.blank("en")
    keep = dict.fromkeys(NAME_LABELS, "keep")
    nlp.add_pipe("hips_anonymizer", config={"actions": keep}).set_secret(SECRET)
    text = "Ben Okri: class OkriSolver"
    doc = nlp.make_doc(text)
    write_group(doc, "pii", [PiiSpan(0, 8, "PERSON", 1.0)])
    assert nlp.get_pipe("hips_anonymizer")(doc)._.anonymized == text


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "piece", ["a", "(", "a b ", "a_", "Aa", "..-_'", "a.b.", "O k r i ", "\u0301", "okri", "okri_"]
)
def test_time_is_linear(piece):
    person = {"PERSON:1": Entity("PERSON:1", "PERSON", "k", first="Ben", last="Okri")}

    def seconds(size):
        start = time.process_time()
        leftovers((piece * size)[:size], [], person, name_tables())
        return time.process_time() - start

    small, large = (min(seconds(size) for _ in range(3)) for size in (10_000, 40_000))
    assert large < 6 * small + 0.01
