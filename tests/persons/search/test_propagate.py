"""Propagation: the other places of a name, and which names are sure enough for that."""

import pytest

from spacy_hips.lexicon.tables import name_tables
from spacy_hips.persons.link.linking import link
from spacy_hips.persons.search.propagate import propagate
from spacy_hips.spans import PiiSpan


def added(text, name, score, **things):
    """What is added where the first place of a name was found with a score.

    things: Labels, and the last word of the text that was found under it.
    """
    start = text.index(name)
    spans = [PiiSpan(start, start + len(name), "PERSON", score)]
    for label, word in things.items():
        start = text.rindex(word)
        spans.append(PiiSpan(start, start + len(word), label, 0.99))
    linked = link(text, spans)
    found = propagate(text, linked.spans, linked.entities, name_tables())
    return [text[s.start : s.end] for s in found]


def test_parts_of_a_sure_name_are_found_elsewhere():
    assert added("Amara Okafor came late. We asked Amara why.", "Amara Okafor", 0.9) == ["Amara"]


def test_a_surname_with_an_apostrophe_is_the_same_persons():
    """As a neighbour it was looked up with its apostrophe, and taken for somebody else's."""
    text = "Maeve O'Brien came late. In the end Maeve O'Brien sang."
    assert "".join(added(text, "Maeve O'Brien", 0.9)).replace(" ", "") == "MaeveO'Brien"


def test_a_given_name_with_a_hyphen_is_found_whole():
    """Of "Chin-lung" the half that is also a word stayed beside the surrogate."""
    text = (
        "Then Chin-lung walks in. Chin-lung's turn.\n\nCHIN-LUNG: What is it? One lung? Mina-Lung."
    )
    assert added(text, "CHIN-LUNG", 0.9) == ["Chin-lung", "Chin-lung"]


def test_a_name_of_two_letters_is_found_with_its_capital():
    """Of "Li Wei" the text kept "Li tested it"."""
    assert added("By Li Wei. Then Li tested li and LI, and Wei slept.", "Li Wei", 0.9) == [
        "Li",
        "Wei",
    ]
    assert added("By So Yeon Ruiz. So we went home.", "So Yeon Ruiz", 0.9) == []


def test_a_word_behind_an_article_is_one():
    text = "We asked Will Okri. It is in The Will to Power, and so said Will, too."
    assert added(text, "Will Okri", 0.9) == ["Will"]
    assert added("We asked Amara Okri; the Amara of then", "Amara Okri", 0.9) == ["Amara"]


@pytest.mark.parametrize("score", [0.2, 0.4])
def test_a_doubtful_name_stays_where_it_was_found(score):
    assert added("Mapping helps. We used Amara and Amara.", "Amara", score) == []


def test_a_word_needs_a_surer_name():
    text = "By Hope\n\nWe asked our friend Hope about it."
    assert added(text, "Hope", 0.9) == ["Hope"]
    assert added(text, "Hope", 0.6) == []


def test_what_is_written_small_more_often_than_not_is_a_word():
    text = "Altruzm is old. To some altruzm is a virtue, to others altruzm is a vice."
    assert added(text, "Altruzm", 0.9) == []


def test_a_known_name_is_found_in_small_letters_too():
    text = "Youssef came. then youssef sang, and youssef danced."
    assert added(text, "Youssef", 0.9) == ["youssef", "youssef"]


@pytest.mark.parametrize("label", ["EMPLOYER", "LOCATION", "SCHOOL"])
def test_a_firm_or_place_called_by_the_first_name_of_a_person_is_that_person(label):
    text = "My boss Amara Okafor owns the bar. I work for Amara on weekends."
    assert added(text, "Amara Okafor", 0.9, **{label: "Amara"}) == ["Amara"]


def test_so_is_one_whose_first_name_is_the_surname_of_another():
    text = "Amara Okafor and Ben Amara own the bar. I work for Amara."
    linked = link(
        text,
        [
            PiiSpan(0, 12, "PERSON", 0.9),
            PiiSpan(17, 26, "PERSON", 0.9),
            PiiSpan(51, 56, "EMPLOYER", 0.9),
        ],
    )
    found = propagate(text, linked.spans, linked.entities, name_tables())
    assert [(s.start, s.end) for s in found] == [(51, 56)]


@pytest.mark.parametrize(
    ("text", "name", "things"),
    [
        # A place behind such a word is one, and a date is never a person.
        ("My aunt Amara Okafor sold it. We live in Amara.", "Amara Okafor", {"LOCATION": "Amara"}),
        ("By April Okafor. We left in the night of April.", "April Okafor", {"DATE": "April"}),
        # A firm may well be called by a surname, and what has more words is something else.
        ("By Amara Okafor. A case of Okafor.", "Amara Okafor", {"EMPLOYER": "Okafor"}),
        ("By Amara Okafor. A case of Amara Ltd.", "Amara Okafor", {"EMPLOYER": "Amara Ltd"}),
        # A doubtful name takes nothing from others.
        ("By Amara Okafor. I work for Amara.", "Amara Okafor", {"EMPLOYER": "Amara", "score": 0.4}),
    ],
)
def test_what_does_not_give_way(text, name, things):
    score = things.pop("score", 0.9)
    assert added(text, name, score, **things) == []


@pytest.mark.parametrize(
    "rest",
    [
        "I met Drew Ruiz on Monday.",
        "We meet every Monday at noon.",
        "Drew came on\nMonday.",
        "Monday night was long.",
        "That was due on Monday, since Monday is early.",
    ],
)
def test_a_day_is_no_person_of_that_name(rest):
    """ "on Monday" became "on Aliyu" where a Monday Okri had written the text."""
    assert added(f"By Monday Okri\n\n{rest}", "Monday Okri", 0.99) == []


def test_a_month_is_no_person_of_that_name():
    text = "By April Okafor. We left in April and came back last April."
    assert added(text, "April Okafor", 0.99) == []


def test_who_is_relied_on_is_no_month():
    assert added("By April Okafor. We relied on April.", "April Okafor", 0.99) == ["April"]


@pytest.mark.parametrize(
    ("rest", "name"),
    [
        ("Then I asked Monday about it.", "Monday"),
        ("We relied on Monday Okri for that.", "Monday Okri"),
        ("It was in Monday's room.", "Monday"),
    ],
)
def test_somebody_who_is_called_like_a_day_is_found_elsewhere(rest, name):
    assert added(f"By Monday Okri\n\n{rest}", "Monday Okri", 0.99) == [name]


def test_a_turn_that_begins_with_an_initial_is_found_each_time():
    """The first "M:" of an interview became "H:", and the others stayed."""
    text = "I: So, Minh?\nM: Hard.\nI: Why?\nM: The M: drive.\nMM: No.\n M: No.\nM:no"
    at = text.index("M:")
    spans = [PiiSpan(7, 11, "PERSON", 0.99), PiiSpan(at, at + 1, "PERSON", 0.9)]
    linked = link(text, spans)
    again = propagate(text, linked.spans, linked.entities, name_tables())
    assert [(s.start, s.end) for s in again] == [(text.index("M: The"), text.index("M: The") + 1)]
    assert again[0].id == linked.spans[1].id


@pytest.mark.parametrize(
    ("text", "names", "turns"),
    [
        ("By N. Petrosyan\nNP: Why?\nAG: So.", ["N. Petrosyan"], ["NP"]),
        ("Ana Ruiz asks A.G. today.\nAR: Why?\nAG: So.", ["Ana Ruiz", "A.G."], ["AR", "AG"]),
        # Two people have these initials, "PS:" is a postscript, and the rest begins no line.
        ("Ana Ruiz, Ali Rahman\nAR: Why?", ["Ana Ruiz", "Ali Rahman"], []),
        ("Paul Silva\nPS: Bye", ["Paul Silva"], []),
        ("Ana Ruiz said AR: no\nAR:no", ["Ana Ruiz"], []),
    ],
)
def test_turns_that_begin_with_the_initials_of_somebody_named_in_full(text, names, turns):
    places = [(text.index(n), text.index(n) + len(n)) for n in names]
    linked = link(text, [PiiSpan(*place, "PERSON", 0.99) for place in places])
    again = propagate(text, linked.spans, linked.entities, name_tables())
    assert [text[s.start : s.end] for s in again] == turns


@pytest.mark.parametrize("word", ["AmaraOkaforEssay", "okaforamara", "FinalAmaraOkafor"])
def test_forename_and_surname_in_one_word_are_that_person(word):
    assert added(f"By Amara Okafor. See {word} there.", "Amara Okafor", 0.9) == [word]


def test_a_word_without_end_takes_linear_time(linear):
    """Each length of its two ends was looked up, which is quadratic."""

    def find(times):
        assert added(f"By Amara Okafor. {'zyx' * times}", "Amara Okafor", 0.9) == []

    find(10)
    linear(find, 5000)


def test_an_ordinary_word_is_nobody():
    assert added("By Free Dom. We want freedom. See freedom_essay.", "Free Dom", 0.9) == []


@pytest.mark.parametrize(
    "rest",
    ["See amarantha there.", "See theAmaraOkaforEssay there.", "See https://x.org/amaraokafor."],
)
def test_a_word_that_only_looks_alike_or_is_taken_is_not(rest):
    text = f"By Amara Okafor. {rest}"
    spans = [PiiSpan(3, 15, "PERSON", 0.9)]
    if "https" in rest:
        spans.append(PiiSpan(text.index("https"), len(text) - 1, "URL_PERSONAL", 0.9))
    linked = link(text, spans)
    assert propagate(text, linked.spans, linked.entities, name_tables()) == []


@pytest.mark.parametrize(
    ("rest", "name"),
    [
        ("I asked Amara O. why.", "Amara O"),
        ("I asked Amara O why.", "Amara O"),
        ("I asked Amara B why.", "Amara"),
        ("I asked Okafor O why.", "Okafor"),
    ],
)
def test_the_letter_of_the_surname_behind_a_forename_goes_with_it(rest, name):
    assert added(f"By Amara Okafor. {rest}", "Amara Okafor", 0.9) == [name]


def test_a_word_of_one_letter_behind_a_forename_is_no_initial_of_it():
    text = "By Amara Anyaegbu. I asked Amara A question. I asked Amara A."
    assert added(text, "Amara Anyaegbu", 0.9) == ["Amara", "Amara A"]


def test_a_doubtful_initial_is_no_speaker():
    text = "A: Hard.\nA: Easy."
    linked = link(text, [PiiSpan(0, 1, "PERSON", 0.4)])
    assert propagate(text, linked.spans, linked.entities, name_tables()) == []


def test_initials_of_one_person_are_found_but_not_usual_abbreviations():
    """ "WJ paid for it" stayed where Wei Jie was hidden."""
    assert added("Wei Jie came. WJ paid, and so did JS.", "Wei Jie", 0.9) == ["WJ"]
    assert added("Amara Ito came. AI is new.", "Amara Ito", 0.9) == []


def test_a_name_in_a_files_name_is_found():
    text = "By Meadow Ruiz. See when_meadow_edits.docx and pitch_ruizv3.key, not the meadow."
    assert added(text, "Meadow Ruiz", 0.9) == ["meadow", "ruiz"]


def test_what_was_found_as_a_nation_or_behind_from_gives_way_to_a_person():
    text = "Amara came. Photos from Amara"
    assert added(text, "Amara", 0.9, LOCATION="Amara") == ["Amara"]
    assert added(text, "Amara", 0.9, NATIONALITY="Amara") == ["Amara"]
    for place in ("We live in Amara", "We went to Amara", "I'm from Amara", "the bus to Amara"):
        assert added(f"Amara came. {place}", "Amara", 0.9, LOCATION="Amara") == []


def test_a_place_that_is_somebodys_surname_gives_way_but_not_where_it_surely_is_one():
    """ "Donuts from Stratton" stayed, and so did what is hers: "in Amara's corner"."""
    text = "Amara Stratton came. Donuts from Stratton"
    assert added(text, "Amara Stratton", 0.9, LOCATION="Stratton") == ["Stratton"]
    text = "Amara Stratton came. We live in Stratton"
    assert added(text, "Amara Stratton", 0.9, LOCATION="Stratton") == []
    text = "Amara Stratton came. It ends in Amara's corner"
    assert added(text, "Amara Stratton", 0.9, LOCATION="Amara") == ["Amara"]


def test_a_firm_that_is_somebodys_surname_gives_way_where_it_has_the_line_to_itself():
    text = "Amara Stratton came. I work for Stratton"
    assert added(text, "Amara Stratton", 0.9, EMPLOYER="Stratton") == []
    text = "By Amara Stratton\n\nStratton 7"
    assert added(text, "Amara Stratton", 0.9, EMPLOYER="Stratton") == ["Stratton"]


def test_a_firm_that_is_a_persons_whole_name_gives_way():
    text = "Amara Okafor came. We sat at Amara Okafor's"
    assert added(text, "Amara Okafor", 0.9, EMPLOYER="Amara Okafor's") == ["Amara Okafor"]
