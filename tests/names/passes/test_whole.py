"""What belongs to a found name though it is rather another word."""

import pytest

from spacy_hips.lexicon.words import Lexicon
from spacy_hips.names.passes.whole import whole_names
from spacy_hips.spans import PiiSpan

LEXICON = Lexicon()


def read(string):
    """Read "by {Ana} To": braces stand around what was found, [..] around a place."""
    text, spans, start = "", [], 0
    for character in string:
        if character in "{[":
            start = len(text)
        elif character in "}]":
            spans.append(PiiSpan(start, len(text), "PERSON" if character == "}" else "LOCATION"))
        else:
            text += character
    return text, spans


def whole(string):
    """The names then."""
    text, spans = read(string)
    grown = whole_names(text, spans, LEXICON)
    return [text[s.start : s.end] for s in grown if s.label == "PERSON"]


@pytest.mark.parametrize(
    ("string", "names"),
    [
        ("Assignment – {Rahma} To – page 2", ["Rahma To"]),
        ("{RAHMA} TO\nProject Management", ["RAHMA TO"]),
        ("\n{Faith} He   Page 7\n", ["Faith He"]),
        ("Surname, Initials: {Okri-Casey}, N. K. Project", ["Okri-Casey, N. K."]),
        ("Edina: Will {D} did fifty", ["Will D"]),
        ("My friend Said {Ahmed} helped", ["Said Ahmed"]),
        ("by Md. {Rahim Uddin}", ["Md. Rahim Uddin"]),
        ("the nurse, An {Bo}, said", ["An Bo"]),
        ("Thanks to {Hasna} Said for it", ["Hasna Said"]),
        ("\n{Franklin Herrarte} To | Course", ["Franklin Herrarte To"]),
        ("Name of student: {Tess Trajano} Low\t5/4", ["Tess Trajano Low"]),
        ("© {Vilme} Astrel 2021", ["Vilme Astrel"]),
        ("Ana (chef),Elizabeth {Vavine Okri} and", ["Elizabeth Vavine Okri"]),
        ("Essay – {rahma} to – page 4", ["rahma to"]),
        ("Full name: {Moataz Uirab dos Patrice} He\n", ["Moataz Uirab dos Patrice He"]),
        ("Student: will {Wairimu}\nTutor: hi", ["will Wairimu"]),
        ("name: [france] {ozturk}\ncity: ghent", ["france ozturk"]),
        ("as Professor He {Tintaya} showed", ["He Tintaya"]),
        ("the team consisted of Monday {Ashkanani} (driver)", ["Monday Ashkanani"]),
        ("learned from Monday {bin Hussein Basher}, who", ["Monday bin Hussein Basher"]),
        ("\n{Cos}- tin: Before we end", ["Cos- tin"]),
        ("reminded me of {Ame}-\nlie", ["Ame-\nlie"]),
        ("{mishari al}-swan\n28 March", ["mishari al-swan"]),
        ("surname, initials: {rafeeq}, a.\nessay", ["rafeeq, a."]),
        ("Katana {Dinusha} A {Šimon} Ctirad", ["Dinusha A", "Šimon"]),
        ("by STAR_{Amelie}", ["STAR_Amelie"]),
        ("by {Amelie}_Star", ["Amelie_Star"]),
        ("SOC-110\n{von} {Candaux, Maud}\n", ["von Candaux, Maud"]),
        # The other way round, as others of the text.
        ("{Calbo}, Monday and {Izadi, Hamideh} agreed", ["Calbo, Monday", "Izadi, Hamideh"]),
        ("{Okri, Ana}, {Vazquez}, Drew", ["Okri, Ana", "Vazquez, Drew"]),
        ("by {Okri, Ana}, not for Star, {Will K.} there", ["Okri, Ana", "Star, Will K."]),
        (
            "{Okri, Ana} gave it back to [Ciobanu], {Evanghelina} please",
            ["Okri, Ana", "Ciobanu, Evanghelina"],
        ),
        ("Nobody wanted to ask He, {Bucur}.", ["He, Bucur"]),
        ("Ask To, {Iga}'s uncle.", ["To, Iga"]),
    ],
)
def test_a_name_is_found_whole(string, names):
    assert whole(string) == names


@pytest.mark.parametrize(
    ("string", "names"),
    [
        ("I gave {Rahma} To Do lists", ["Rahma"]),
        ("i gave {rahma} to ben", ["rahma"]),
        ("On Monday {Ashkanani} came", ["Ashkanani"]),
        ("the talk of Monday {Ana} heard", ["Ana"]),  # a forename: rather another person
        ("so Professor Emeritus {Okri} said", ["Okri"]),
        ("Economists such\n\nas {de Okri}", ["de Okri"]),
        ("see {Ana}- the girl who", ["Ana"]),
        ("mail @star_{amelie} there", ["amelie"]),
        ("{Ana} and [Paris]\n", ["Ana"]),
        ("I like {Calbo}, Monday is his day", ["Calbo"]),  # nobody is named the other way round
        ("{Okri, Ana} and {Ana}, Drew and {Ben} came", ["Okri, Ana", "Ana", "Ben"]),
        ("So, {Ana} came. He, {Ana} said, is", ["Ana", "Ana"]),
        ("{Okri, Ana} lives in [Oslo], {Ben} here", ["Okri, Ana", "Ben"]),
        ("{Okri, Ana} and Saint, {June}, {Ace}", ["Okri, Ana", "June", "Ace"]),  # a row
        ("{Okri, Ana} and {Calbo}, Monday, {Ace}", ["Okri, Ana", "Calbo", "Ace"]),
        ("{Amelie} Report\n", ["Amelie"]),
        ("{Nelson Mandela} Bay\n", ["Nelson Mandela"]),
        ("final_{Amelie}", ["Amelie"]),
        ("{Ana} {Ben}\n", ["Ana", "Ben"]),
        ("a piece missing. So {l} said", ["l"]),  # a misread "I"
        ("In May {D} came", ["D"]),
        ("my Son {Ben} came", ["Ben"]),
        ("It rained. Said {Ben}", ["Ben"]),
        ("and {Hasna} Said that", ["Hasna"]),
        ("© {Ana} Spring 2021", ["Ana"]),
        ("© {Ana} June 2021", ["Ana"]),
        ("met {Okri}, N. Silva", ["Okri"]),
    ],
)
def test_what_does_not_belong_to_it_stays_outside(string, names):
    assert whole(string) == names


def test_a_surname_leaves_the_date_it_was_found_in():
    text, spans = read("© {Vilme} [Astrel 2021]")
    spans[1] = PiiSpan(spans[1].start, spans[1].end, "DATE")
    grown = whole_names(text, spans, LEXICON)
    assert [(text[s.start : s.end], s.label) for s in grown] == [
        ("Vilme Astrel", "PERSON"), ("2021", "DATE")
    ]  # fmt: skip


def test_a_date_that_touches_a_name_stays_whole():
    spans = [PiiSpan(3, 7, "PERSON"), PiiSpan(7, 11, "DATE")]
    assert whole_names("by Okri2021", spans, LEXICON) == spans


def test_a_place_that_is_no_word_of_a_name_stays():
    text, spans = read("{Ana} in [Paris]")
    assert [s.label for s in whole_names(text, spans, LEXICON)] == ["PERSON", "LOCATION"]
    assert whole_names("Paris", [PiiSpan(0, 5, "LOCATION")], LEXICON)[0].label == "LOCATION"


def test_time_is_linear(linear):
    def run(n):
        text = "Essay – Rahma To – \n" * n
        spans = [PiiSpan(20 * i + 8, 20 * i + 13, "PERSON") for i in range(n)]
        spans += [PiiSpan(20 * i, 20 * i + 5, "LOCATION") for i in range(n)]
        assert len(whole_names(text, spans, LEXICON)) == 2 * n

    linear(run, 500)
