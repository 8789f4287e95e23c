"""From scores and evidence to roles: who is a student among those who are hidden."""

import numpy as np
import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.text.lexicon.public_figures import public_lists
from spacy_hips.who.judging.evidence import gather
from spacy_hips.who.judging.judge import Judge
from spacy_hips.who.judging.people import People

# Unnormalised scores in the order student, instructor, private, public.
TEACHER, FRIEND, FAMOUS = (0.0, 5.0, 0.0, 0.0), (0.0, 0.0, 5.0, 0.0), (0.0, 0.0, 0.0, 9.0)


def roles(text, found=1.0, settings=None, **scores):
    """The roles of the named people of a text, in their order in the text."""
    names = sorted(scores, key=text.index)
    mentions = [
        [PiiSpan(text.index(name), text.index(name) + len(name), "PERSON", found, id=f"PERSON:{i}")]
        for i, name in enumerate(names)
    ]
    verdicts = judged(text, mentions, [scores[name] for name in names], **(settings or {}))
    return [verdict.role for verdict in verdicts]


def judged(text, mentions, scores, **settings):
    """The verdicts on people with these mentions; scores are of each mention in turn."""
    evidence = gather(text, mentions, [], public_lists())
    people = People(text, mentions, [], evidence, np.array(scores, dtype="float32"))
    uncertain = {"threshold_student": 0.3, "certain_public": [], "certain_private": []}
    return Judge(**{**uncertain, **settings})(people, [], {}).verdicts


def test_the_first_private_person_on_top_is_the_author():
    text = "The Path\n\nDr Okafor\n\nWe met Sato, who helped us for a long time with the map."
    assert roles(text, Okafor=TEACHER, Sato=FRIEND) == ["student", "private"]


@pytest.mark.parametrize(
    "text",
    [
        "Instructor: Okafor\n\nWe met Sato, who helped us.",
        "In the first week of the course I drew a map, and Okafor liked it, as did Sato.",
    ],
)
def test_a_teacher_and_a_friend_in_prose_are_no_authors(text):
    assert "student" not in roles(text, Okafor=TEACHER, Sato=FRIEND)


def test_whoever_is_public_stays_so_on_top():
    text = "On method\n\nOkafor\n\nWe read it in week two."
    assert roles(text, Okafor=FAMOUS) == ["public"]


@pytest.mark.parametrize(("threshold", "role"), [(0.3, "student"), (0.6, "private")])
def test_a_probability_labels_a_student(threshold, role):
    text = "Then, in the third week of the course, Okafor came along and helped us draw it."
    halves = (0.0, -9.0, 0.0, -9.0)
    assert roles(text, settings={"threshold_student": threshold}, Okafor=halves) == [role]


def test_who_is_hidden_in_doubt_is_no_student_for_that():
    """A term that is public with .88 and else a student is hidden, but as a private person's."""
    text = "Then, in the third week of the course, Okafor came along and helped us draw it."
    for threshold, role in ((0.2, "private"), (0.1, "student")):
        settings = {"threshold_student": threshold}
        assert roles(text, settings=settings, Okafor=(0.0, -9.0, -9.0, 2.0)) == [role]


LIKELY = (-9.0, -9.0, 0.0, 2.7)  # public with .94


ON_THE_MAP = "Then, in the third week of the course, {} came along and helped us draw it."


@pytest.mark.parametrize(
    ("name", "sure", "found", "role"),
    [
        ("Ngozi Okafor", 0.0, 1.0, "public"),  # none of its own
        ("Ngozi Okafor", 0.96, 0.9, "private"),
        ("Ngozi Okafor", 0.5, 0.995, "public"),  # lower than the threshold for all
        ("Learning Launch", 0.96, 0.995, "private"),
        ("Learning Launch", 0.96, 0.9, "public"),  # the finder may have taken a heading for a name
    ],
)
def test_who_surely_bears_a_name_needs_more_to_stay(name, sure, found, role):
    text = ON_THE_MAP.format(name)
    assert roles(text, found, {"threshold_sure": sure}, **{name: LIKELY}) == [role]


@pytest.mark.parametrize("name", ["Okafor", "Nelson Mandela"])
def test_a_lone_surname_and_who_is_listed_need_no_more(name):
    text = ON_THE_MAP.format(name)
    assert roles(text, settings={"threshold_sure": 0.96}, **{name: LIKELY}) == ["public"]


DOUBTED = (-9.0, -9.0, 0.0, 1.4)  # public with .80


@pytest.mark.parametrize(
    ("name", "listed", "role"),
    [
        ("Nelson Mandela", 0.75, "public"),
        ("Nelson Mandela", 0.85, "private"),
        ("Nelson Mandela", 1.0, "private"),  # never more than the threshold for all
        ("Ngozi Okafor", 0.75, "private"),  # on no list
        ("Mandela", 0.75, "public"),  # known by one word, which hardly anybody else bears
        ("Mandela", 0.85, "private"),
        ("Rogers", 0.75, "private"),  # known by one word, which many bear
        ("Okafor", 0.75, "private"),
        ("Lindiwe Mandela", 0.75, "private"),  # another full name
    ],
)
def test_whose_full_name_is_listed_needs_less_to_stay(name, listed, role):
    text, settings = ON_THE_MAP.format(name), {"threshold_listed": listed}
    assert roles(text, settings=settings, **{name: DOUBTED}) == [role]


@pytest.mark.parametrize(
    "text",
    ["By Nelson Mandela\n\nWe drew a map.", "My friend Nelson Mandela came along and drew the map.",
     "Dear Nelson Mandela,\n\nthank you for the map."],
)  # fmt: skip
def test_a_namesake_of_whom_the_text_says_more_is_hidden(text):
    private = ["byline", "somebody's relation", "greeting"]
    settings = {"certain_private": private}
    assert roles(text, settings=settings, **{"Nelson Mandela": DOUBTED})[0] != "public"


def test_a_verifier_is_held_to_the_threshold_for_all():
    name, text = "Ngozi Okafor", ON_THE_MAP.format("Ngozi Okafor")
    settings = {"verifier": lambda asked: [0.94], "threshold_sure": 0.96}
    assert roles(text, settings=settings, **{name: LIKELY}) == ["public"]


@pytest.mark.parametrize(
    ("scores", "answer", "role", "overruled"),
    [
        (LIKELY, 0.0, "private", "public"),  # kept, now hidden
        (FRIEND, 1.0, "public", "private"),  # hidden, now kept
        (LIKELY, 1.0, "public", ""),
        (FRIEND, 0.0, "private", ""),
    ],
)
def test_a_verdict_tells_what_the_verifier_changed(scores, answer, role, overruled):
    text = ON_THE_MAP.format("Ngozi Okafor")
    mention = PiiSpan(text.index("N"), text.index(" came"), "PERSON", id="PERSON:1")
    (verdict,) = judged(text, [[mention]], [scores], verifier=lambda asked: [answer])
    assert (verdict.role, verdict.overruled) == (role, overruled)


def test_without_a_verifier_nothing_is_overruled():
    text = ON_THE_MAP.format("Ngozi Okafor")
    mention = PiiSpan(text.index("N"), text.index(" came"), "PERSON", id="PERSON:1")
    assert [v.overruled for v in judged(text, [[mention]], [LIKELY])] == [""]


@pytest.mark.parametrize(
    ("text", "full", "short", "role"),
    [
        ("Bill Gates became rich, but our guest Will knew why.", "Bill Gates", "Will", "private"),
        ("Whether Kiyoo Mogi knew it? It was K. who asked.", "Kiyoo Mogi", "K.", "private"),
        ("Bill Gates became rich, and Bill knew why.", "Bill Gates", "Bill", "public"),
        ("Bill Gates became rich, and Gates knew why.", "Bill Gates", "Gates", "public"),
    ],
)
def test_who_is_linked_by_a_short_name_alone_may_be_somebody_else(text, full, short, role):
    """They went with the public person whose name they may be short for, and stayed."""
    at = text.index(full), text.rindex(short)
    own = [
        PiiSpan(i, i + len(n), "PERSON", id="PERSON:1")
        for i, n in zip(at, (full, short), strict=True)
    ]
    verdicts = judged(text, [own], [FAMOUS, FAMOUS])
    roles_of = {place: verdict.role for verdict in verdicts for place in verdict.places}
    assert roles_of == {(at[0], at[0] + len(full)): "public", (at[1], at[1] + len(short)): role}


def test_what_a_verifier_changed_is_told_by_mention():
    """The filter alone hides "Will" and keeps "Bill Gates"; the verifier keeps both."""
    text = "Bill Gates became rich, but our guest Will knew why."
    at = text.index("Will")
    own = [PiiSpan(0, 10, "PERSON", id="PERSON:1"), PiiSpan(at, at + 4, "PERSON", id="PERSON:1")]
    verdicts = judged(text, [own], [FAMOUS, FAMOUS], verifier=lambda asked: [1.0])
    assert {v.places: v.overruled for v in verdicts} == {
        ((0, 10),): "", ((at, at + 4),): "private"
    }  # fmt: skip
    assert all(v.kept for v in verdicts)


ROW = "Present: Ana, Chidi, Wren, Tomé and Zanele."


def test_who_stands_among_hidden_names_is_hidden():
    """Class lists lost their "Wren", whom the model held for a product."""
    private = dict.fromkeys(["Ana", "Chidi", "Tomé", "Zanele"], FRIEND)
    assert roles(ROW, Wren=FAMOUS, **private) == ["private"] * 5
    alone = "Present: Ana, Wren and Chidi. Later came Tomé. Zanele was ill."
    assert roles(alone, Wren=FAMOUS, **private)[1] == "public"


def test_among_public_people_and_listed_ones_stay():
    row = "We read Okafor, Sato, Kowalczyk, Tomé and Zanele."
    public = dict.fromkeys(["Okafor", "Sato", "Kowalczyk"], FAMOUS)
    assert roles(row, Tomé=FRIEND, Zanele=FRIEND, **public)[:3] == ["public"] * 3
    text = "Present: Ana, Chidi, Barack Obama, Tomé and Zanele."
    private = dict.fromkeys(["Ana", "Chidi", "Tomé", "Zanele"], FRIEND)
    assert roles(text, **{"Barack Obama": FAMOUS}, **private)[2] == "public"


def test_a_row_of_forenames_is_of_people_one_knows():
    """The model holds a bare class list for a cast."""
    names = dict.fromkeys(["Ana", "Chidi", "Wren", "Tomé", "Zanele"], FAMOUS)
    assert roles(ROW, **names) == ["private"] * 5
