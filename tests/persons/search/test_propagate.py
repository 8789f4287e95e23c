"""Propagation: the other places of a name, and which names are sure enough for that."""

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.text.lexicon.tables import name_tables
from spacy_hips.who.persons.link.linking import link
from spacy_hips.who.persons.search.finder import Finder
from spacy_hips.who.persons.search.propagate import propagate


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


# The other places of a sure name: the text, the name that was found, what is added.
FOUND = {
    "parts of a name": [
        ("Amara Okafor came late. We asked Amara why.", "Amara Okafor", ["Amara"]),
        ("Youssef came. then youssef sang, and youssef danced.", "Youssef", ["youssef"] * 2),
        # It is written small more often than not, so it is a word.
        ("Altruzm is old. To some altruzm is good, to others altruzm is a vice.", "Altruzm", []),
    ],
    # Of "Chin-lung" the half that is also a word stayed beside the surrogate.
    "a given name with a hyphen, whole": [
        ("Then Chin-lung walks in. Chin-lung's turn.\n\nCHIN-LUNG: What? One lung? Mina-Lung.",
         "CHIN-LUNG", ["Chin-lung"] * 2),
    ],
    # Of "Li Wei" the text kept "Li tested it".
    # "Kenji" was taken for the surname of "Riku", with whom the sentence before it ends.
    "a name beside the end of a sentence": [
        ("Kenji came. So did Riku. Kenji sang.", "Kenji", ["Kenji"]),
        ("Kenji came. I saw Kenji. Riku sang.", "Kenji", ["Kenji"]),
    ],
    "a name of two letters, with its capital": [
        ("By Li Wei. Then Li tested li and LI, and Wei slept.", "Li Wei", ["Li", "Wei"]),
        ("By So Yeon Ruiz. So we went home.", "So Yeon Ruiz", []),
    ],
    # "Karins bok" kept what "Karin" lost.
    "a name with an s behind it, which is no name or word itself": [
        ("Karin kom sent. Karins bok låg kvar.", "Karin", ["Karins"]),
        ("Ngozi Okafor bakes. The Okafors are kind.", "Ngozi Okafor", ["Okafors"]),
        ("Ander came. Anders came, too.", "Ander", []),
        ("Mark Okri helped. Marks were given.", "Mark Okri", []),
    ],
    "a word behind an article is one": [
        ("We asked Will Okri. It is in The Will to Power, and so said Will, too.", "Will Okri",
         ["Will"]),
        ("We asked Amara Okri; the Amara of then", "Amara Okri", ["Amara"]),
    ],
    # "on Monday" became "on Aliyu" where a Monday Okri had written the text.
    "a day is no person of that name": [
        ("By Monday Okri\n\nI met Drew Ruiz on Monday.", "Monday Okri", []),
        ("By Monday Okri\n\nWe meet every Monday at noon.", "Monday Okri", []),
        ("By Monday Okri\n\nDrew came on\nMonday.", "Monday Okri", []),
        ("By Monday Okri\n\nMonday night was long.", "Monday Okri", []),
        ("By Monday Okri\n\nThat was due on Monday, since Monday is early.", "Monday Okri", []),
        ("By April Okafor. We left in April and came back last April.", "April Okafor", []),
    ],
    "but who acts or is relied on is no day": [
        ("By Monday Okri\n\nThen I asked Monday about it.", "Monday Okri", ["Monday"]),
        ("By Monday Okri\n\nWe relied on Monday Okri for that.", "Monday Okri", ["Monday Okri"]),
        ("By Monday Okri\n\nIt was in Monday's room.", "Monday Okri", ["Monday"]),
        ("By April Okafor. We relied on April.", "April Okafor", ["April"]),
    ],
    "forename and surname in one word": [
        ("By Amara Okafor. See AmaraOkaforEssay there.", "Amara Okafor", ["AmaraOkaforEssay"]),
        ("By Amara Okafor. See okaforamara there.", "Amara Okafor", ["okaforamara"]),
        ("By Amara Okafor. See FinalAmaraOkafor there.", "Amara Okafor", ["FinalAmaraOkafor"]),
        ("By Free Dom. We want freedom. See freedom_essay.", "Free Dom", []),
    ],
    "the letter of the surname behind a forename goes with it": [
        ("By Amara Okafor. I asked Amara O. why.", "Amara Okafor", ["Amara O"]),
        ("By Amara Okafor. I asked Amara O why.", "Amara Okafor", ["Amara O"]),
        ("By Amara Okafor. I asked Amara B why.", "Amara Okafor", ["Amara"]),
        ("By Amara Okafor. I asked Okafor O why.", "Amara Okafor", ["Okafor"]),
        ("By Amara Anyaegbu. I asked Amara A question. I asked Amara A.", "Amara Anyaegbu",
         ["Amara", "Amara A"]),
    ],
    # "WJ paid for it" stayed where Wei Jie was hidden.
    "initials of one person, but not usual abbreviations": [
        ("Wei Jie came. WJ paid, and so did JS.", "Wei Jie", ["WJ"]),
        ("Amara Ito came. AI is new.", "Amara Ito", []),
    ],
    "a name in the name of a file": [
        ("By Meadow Ruiz. See when_meadow_edits.docx and pitch_ruizv3.key, not the meadow.",
         "Meadow Ruiz", ["meadow", "ruiz"]),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "name", "found"), [pytest.param(*c, id=why) for why, own in FOUND.items() for c in own]
)
def test_names_are_found_elsewhere(text, name, found):
    assert added(text, name, 0.9) == found


def test_usual_abbreviations_are_initials_where_others_are():
    """ "SL" stayed beside "RA", which the finder had found."""
    text = "Present: Sara Lind, Rose Ann. SL read, RA wrote. IT failed."
    names = ("Sara Lind", "Rose Ann", "RA")
    spans = [PiiSpan(text.index(n), text.index(n) + len(n), "PERSON", 0.9) for n in names]
    linked = link(text, spans)
    found = propagate(text, linked.spans, linked.entities, name_tables())
    assert [text[s.start : s.end] for s in found] == ["SL"]
    assert added("Sara Lind came. SL is cold.", "Sara Lind", 0.9) == []


def test_a_surname_with_an_apostrophe_is_the_same_persons():
    """As a neighbour it was looked up with its apostrophe, and taken for somebody else's."""
    text = "Maeve O'Brien came late. In the end Maeve O'Brien sang."
    assert "".join(added(text, "Maeve O'Brien", 0.9)).replace(" ", "") == "MaeveO'Brien"


@pytest.mark.parametrize(
    ("text", "name", "score", "found"),
    [
        ("Mapping helps. We used Amara and Amara.", "Amara", 0.2, []),
        ("Mapping helps. We used Amara and Amara.", "Amara", 0.4, []),
        # A word needs a surer name.
        ("By Hope\n\nWe asked our friend Hope about it.", "Hope", 0.9, ["Hope"]),
        ("By Hope\n\nWe asked our friend Hope about it.", "Hope", 0.6, []),
    ],
)
def test_a_doubtful_name_stays_where_it_was_found(text, name, score, found):
    assert added(text, name, score) == found


STRATTON = "Amara Stratton came. "
# Where the last word was found as another thing: the text, the person, the thing, what is added.
GIVES_WAY = {
    "a firm or place called by the first name of a person": [
        ("Ask Amara Okafor. I work for Amara on weekends.", "Amara Okafor", {label: "Amara"},
         ["Amara"])
        for label in ("EMPLOYER", "LOCATION", "SCHOOL")
    ],
    "a place behind a word of place is one, and a date is never a person": [
        ("My aunt Amara Okafor sold it. We live in Amara.", "Amara Okafor", {"LOCATION": "Amara"},
         []),
        ("By April Okafor. We left in the night of April.", "April Okafor", {"DATE": "April"}, []),
        ("Amara came. We live in Amara", "Amara", {"LOCATION": "Amara"}, []),
        ("Amara came. We went to Amara", "Amara", {"LOCATION": "Amara"}, []),
        ("Amara came. I'm from Amara", "Amara", {"LOCATION": "Amara"}, []),
        ("Amara came. the bus to Amara", "Amara", {"LOCATION": "Amara"}, []),
    ],
    "but people give, too": [
        ("Amara came. Photos from Amara", "Amara", {"LOCATION": "Amara"}, ["Amara"]),
        ("Amara came. Photos from Amara", "Amara", {"NATIONALITY": "Amara"}, ["Amara"]),
    ],
    "a firm may well be called by a surname, and what has more words is something else": [
        ("By Amara Okafor. A case of Okafor.", "Amara Okafor", {"EMPLOYER": "Okafor"}, []),
        ("By Amara Okafor. A case of Amara Ltd.", "Amara Okafor", {"EMPLOYER": "Amara Ltd"}, []),
        (STRATTON + "I work for Stratton", "Amara Stratton", {"EMPLOYER": "Stratton"}, []),
    ],
    "but not where it has the line to itself, or is a whole name": [
        ("By Amara Stratton\n\nStratton 7", "Amara Stratton", {"EMPLOYER": "Stratton"},
         ["Stratton"]),
        ("Amara Okafor came. We sat at Amara Okafor's", "Amara Okafor",
         {"EMPLOYER": "Amara Okafor's"}, ["Amara Okafor"]),
    ],
    # "Donuts from Stratton" stayed, and so did what is hers: "in Amara's corner".
    "a place that is somebody's surname, unless it surely is one": [
        (STRATTON + "Donuts from Stratton", "Amara Stratton", {"LOCATION": "Stratton"},
         ["Stratton"]),
        (STRATTON + "We live in Stratton", "Amara Stratton", {"LOCATION": "Stratton"}, []),
        (STRATTON + "It ends in Amara's corner", "Amara Stratton", {"LOCATION": "Amara"},
         ["Amara"]),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "name", "things", "found"),
    [pytest.param(*c, id=why) for why, own in GIVES_WAY.items() for c in own],
)
def test_what_gives_way_to_a_person(text, name, things, found):
    assert added(text, name, 0.9, **things) == found


def test_a_doubtful_name_takes_nothing_from_others():
    text = "By Amara Okafor. I work for Amara."
    assert added(text, "Amara Okafor", 0.4, EMPLOYER="Amara") == []


def test_so_does_a_firm_called_by_the_first_name_of_one_and_the_surname_of_another():
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


def test_a_doubtful_initial_is_no_speaker():
    text = "A: Hard.\nA: Easy."
    linked = link(text, [PiiSpan(0, 1, "PERSON", 0.4)])
    assert propagate(text, linked.spans, linked.entities, name_tables()) == []


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


def test_a_word_without_end_takes_linear_time(linear):
    """Each length of its two ends was looked up, which is quadratic."""

    def find(times):
        assert added(f"By Amara Okafor. {'zyx' * times}", "Amara Okafor", 0.9) == []

    find(10)
    linear(find, 5000)


@pytest.mark.slow  # times many mentions; the others here time less
def test_many_mentions_take_linear_time(linear):
    """All words behind each mention were copied, and those of the whole text compared with it."""
    words = {"rocky": "PERSON:1"}

    def find(times):
        return Finder("So. Rocky ground lies there. " * times, words, [], name_tables()).find()

    linear(find, 2000)
