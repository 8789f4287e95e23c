"""The borders of found names."""

import pytest

from spacy_hips import PiiSpan
from spacy_hips.text.lexicon.tables import name_tables
from spacy_hips.who.persons.mention.boundaries import tidy


def tidied(string):
    """Read "{Ana and Bo}": braces stand around each found span."""
    text, spans, start = "", [], 0
    for character in string:
        if character == "{":
            start = len(text)
        elif character == "}":
            spans.append(PiiSpan(start, len(text), "PERSON"))
        else:
            text += character
    return [text[s.start : s.end] for s in tidy(text, spans, name_tables())]


@pytest.mark.parametrize(
    ("string", "names"),
    [
        ("{Maria's} book", ["Maria"]),
        ("{ Maria Garcia,}", ["Maria Garcia"]),
        ("{“Maria”}", ["Maria"]),
        ("by {J. Smith Jr.}", ["J. Smith Jr."]),
        ("by {Smith.}", ["Smith"]),
        ("by {Maria G.}", ["Maria G."]),
        ("({Maria Garcia)}", ["Maria Garcia"]),
        ("{Robert (Bob)} came", ["Robert (Bob)"]),
        ("{—}", []),
        # Words of the text behind a name.
        ("{Tendai Moyo, spelt} so", ["Tendai Moyo"]),
        ("{Tendai Moyo and} others", ["Tendai Moyo"]),
        ("{Moyo, tendai}", ["Moyo, tendai"]),
        # French words without their vowel; those of surnames stay.
        ("la mère {d'Élodie} et {d’Hugo Petit}", ["Élodie", "Hugo Petit"]),
        ("pour {qu'Inès} vienne, {lorsqu’Augustin} part", ["Inès", "Augustin"]),
        (
            "{Jean d'Alembert}, {d'Alembert}, {d'Souza}",
            ["Jean d'Alembert", "d'Alembert", "d'Souza"],
        ),
        ("{D'Angelo} et {O'Neill}, {t'Hooft}", ["D'Angelo", "O'Neill", "t'Hooft"]),
        # Letters that spell a name, whole.
        ("By {M} a r i s o l   V e g a", ["M a r i s o l   V e g a"]),
        ("spelt {T-E-N-D-A-I. Tendai} likes", ["T-E-N-D-A-I", "Tendai"]),
        ("{A} B C D E", ["A"]),
    ],
)
def test_trimming(string, names):
    assert tidied(string) == names


@pytest.mark.parametrize(
    ("string", "names"),
    [
        ("{Maria and José}", ["Maria", "José"]),
        ("{Ana Cruz, Liam Byrne & Wei Zhang}", ["Ana Cruz", "Liam Byrne", "Wei Zhang"]),
        ("{Priya/Daniel}", ["Priya", "Daniel"]),
        ("{Okafor, Chidi; Petrova, Daria}", ["Okafor, Chidi", "Petrova, Daria"]),
        ("{Anna Smith\nTom Reed}", ["Anna Smith", "Tom Reed"]),
        ("{García, Ana}", ["García, Ana"]),
        ("{Smith, Jr.}", ["Smith, Jr."]),
        ("{John Smith, PhD}", ["John Smith, PhD"]),
        ("{Mr. and Mrs. Smith}", ["Mr. and Mrs. Smith"]),
        ("{Maria\nGarcia}", ["Maria\nGarcia"]),
        ("{Ravi a/l Kumar}", ["Ravi a/l Kumar"]),
        ("{Ana C.. Ana S.} led", ["Ana C", "Ana S."]),  # the end of a sentence
        ("Hi {Ana! Tom} here", ["Ana", "Tom"]),
        # A list of "Last, First" has one person a line, a list of people may run over lines.
        ("{Otieno, Grace\nSousa, Rui}", ["Otieno, Grace", "Sousa, Rui"]),
        ("{Otieno}, {Grace}\n{Sousa}, {Rui}", ["Otieno, Grace", "Sousa, Rui"]),
        ("1. {Otieno}, {Grace\n2. Sousa}, {Rui} (Chair)", ["Otieno, Grace", "Sousa, Rui"]),
        ("- {de la Cruz}, {Juan}\n- {van Wyk}, {Anna}", ["de la Cruz, Juan", "van Wyk, Anna"]),
        ("{Ana Moyo, Tom\nReilly, Rui Sousa}", ["Ana Moyo", "Tom\nReilly", "Rui Sousa"]),
        ("{Grace}, {Rui}\n{Anna}, {Tom}", ["Grace", "Rui", "Anna", "Tom"]),
    ],
)
def test_splitting(string, names):
    assert tidied(string) == names


@pytest.mark.parametrize(
    ("string", "names"),
    [
        ("{Maria}\n{Garcia}", ["Maria\nGarcia"]),
        ("{Maria} {Garcia}", ["Maria Garcia"]),
        ("{Mr.} {Garcia}", ["Mr. Garcia"]),
        ("{García}, {Ana}", ["García, Ana"]),
        # A particle of one letter: of "Anna v. Humboldt" the second half was a public person.
        ("{Anna} v. {Humboldt}", ["Anna v. Humboldt"]),
        ("{A.} v. {Humboldt}", ["A. v. Humboldt"]),
        ("{Jan} v.d. {Berg}", ["Jan v.d. Berg"]),
        ("{Jan} v/d {Berg}", ["Jan v/d Berg"]),
        ("{Roe} v. {Wade}", ["Roe", "Wade"]),
        ("{Maria}\n\n{Garcia}", ["Maria", "Garcia"]),
        ("{Anna}\n{Maria}", ["Anna", "Maria"]),
        ("{Anna Smith}\n{Tom Reed}", ["Anna Smith", "Tom Reed"]),
        ("{Ana}, {Leo}", ["Ana", "Leo"]),
        ("and {Lulu}\n{Vik}: hi", ["Lulu", "Vik"]),  # the next message of a chat
        # A title behind the comma.
        ("{Okafor}, Prof. {Ngozi}", ["Okafor, Prof. Ngozi"]),
        ("{Okafor}, Prof. Dr. {Ngozi}", ["Okafor, Prof. Dr. Ngozi"]),
        ("{Okafor}, {Dr. Ngozi}", ["Okafor, Dr. Ngozi"]),
        ("{Okafor}, Dr. {Moyo}", ["Okafor", "Moyo"]),
        ("{Anna}, Dr. {Ngozi}", ["Anna", "Ngozi"]),
        ("{Okafor}, then {Ngozi}", ["Okafor", "Ngozi"]),
    ],
)
def test_joining(string, names):
    assert tidied(string) == names


@pytest.mark.parametrize(
    ("string", "names"),
    [
        # Half of a mark that a list of words cut in two.
        ("{R. Menon s}/{o Pillai} came", ["R. Menon s/o Pillai"]),
        ("{Devi} d/o {Raman} and {Siva} s/o {Mani}", ["Devi d/o Raman", "Siva s/o Mani"]),
        ("{Ramesh} a/{l Muthu}", ["Ramesh a/l Muthu"]),
        ("I, {Ravi Rao}, S/{O Hari Rao}, state", ["Ravi Rao", "Hari Rao"]),
        # A command behind a name is none of it.
        (r"{Ana Moyo\\} Dept.", ["Ana Moyo"]),
        (r"{Rudo Lund\footnote} x", ["Rudo Lund"]),
        # Degrees behind a name part nothing.
        ("{Ngozi Okafor, RN, BSN}", ["Ngozi Okafor, RN, BSN"]),
        ("{Okri, Dr. Ana}", ["Okri, Dr. Ana"]),
        # What stands in brackets or quotes belongs to the name around it.
        ("{Joan} (Fisher) {Abara} led", ["Joan (Fisher) Abara"]),
        ("{Tomás} “{Tomi}” {Ruiz} led", ["Tomás “Tomi” Ruiz"]),
        ("{Uwe} „Uli“ {Vogt} led", ["Uwe „Uli“ Vogt"]),
        ("Oluwaseun '{Seun' Abara} led", ["Oluwaseun 'Seun' Abara"]),
        ("{Nadia Rahman} (Khan) led", ["Nadia Rahman (Khan)"]),
        ("{Nadia Rahman} (née Khan) led", ["Nadia Rahman (née Khan)"]),
        ("{Nadia Rahman} (geb. Zzyxw) led", ["Nadia Rahman (geb. Zzyxw)"]),
        ("{Nadia Rahman} ({Khan}) led", ["Nadia Rahman (Khan)"]),
        ("{Nadia Rahman} (Tutor) led", ["Nadia Rahman"]),
        ("{Nadia Rahman} (Manager) led", ["Nadia Rahman"]),
        ("{Nadia} (Khan Academy) led", ["Nadia"]),
        ("{Nadia} 'and' {Bo}", ["Nadia", "Bo"]),
    ],
)
def test_marks_commands_brackets_and_quotes(string, names):
    assert tidied(string) == names


@pytest.mark.parametrize(
    ("string", "names"),
    [
        ("My {Lola Remedios} came. {Lola} sang.", ["Lola Remedios"]),
        ("My {Ninang} sang.", []),
        ("My {Lola Remedios} met my friend {Lola}.", ["Lola Remedios", "Lola"]),
        ("{Lola Fernandez} came. {Lola} sang.", ["Lola Fernandez", "Lola"]),
        ("{Lola} sang.", ["Lola"]),
    ],
)
def test_a_word_for_a_relative_alone_stays(string, names):
    assert tidied(string) == names


def test_a_name_grows_over_a_place_in_its_brackets_but_over_no_number():
    text = "Joan (Woods) Abara, Ana Ruiz (Park)"
    place, number = PiiSpan(6, 11, "LOCATION"), PiiSpan(30, 34, "ID_NUM")
    names = [PiiSpan(0, 4, "PERSON"), PiiSpan(13, 18, "PERSON"), PiiSpan(20, 28, "PERSON")]
    found = tidy(text, [place, number, *names], name_tables())
    assert [(s.label, text[s.start : s.end]) for s in found] == [
        ("PERSON", "Joan (Woods) Abara"),
        ("PERSON", "Ana Ruiz"),
        ("ID_NUM", "Park"),
    ]


def test_a_line_of_a_list_grows_over_nothing_else():
    text = "Otieno, Grace\nSousa, Rui\nLund, Ana"
    place = PiiSpan(25, 29, "LOCATION")
    names = [PiiSpan(0, 6, "PERSON"), PiiSpan(14, 19, "PERSON"), PiiSpan(31, 34, "PERSON")]
    found = tidy(text, [place, *names], name_tables())
    assert [text[s.start : s.end] for s in found] == ["Otieno, Grace", "Sousa, Rui", "Lund", "Ana"]


def test_a_confirmed_span_is_not_touched():
    text = "Ana and Leo"
    span = PiiSpan(0, len(text), "PERSON")
    assert tidy(text, [span], name_tables(), fixed=[(0, len(text))]) == [span]
