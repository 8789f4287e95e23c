"""What is no part of a found name, token by token; decoding has the cases as texts."""

import pytest
import spacy

from spacy_hips.find.names.tokens.trim import strip_cues, strip_marks
from spacy_hips.text.lexicon.words import Lexicon

NLP = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}})
LEXICON = Lexicon()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("by Amara Okafor", "Amara Okafor"),
        ("Hey Amara", "Amara"),
        ("Chief Amara Okafor", "Amara Okafor"),
        ("Amara Okafor more", "Amara Okafor"),
        ("Amara Okafor borrows", "Amara Okafor"),
        ("Amara Okafor decided", "Amara Okafor"),
        ("Amara xx", "Amara"),
        ("lil Amara pls", "Amara"),
        ("okwudylly de Okafor", "okwudylly de Okafor"),
        ("Amara Okafor xoxo", "Amara Okafor"),
        ("Amara okafors", "Amara okafors"),
        ("née Okafor", "Okafor"),
        ("född Okafor", "Okafor"),
        ("the by", ""),
        ("Said Amrani", "Said Amrani"),
        ("SAID Lina", "SAID Lina"),
        ("said Lina", "Lina"),
        ("Son Nguyen", "Son Nguyen"),
        ("An Dewitte", "An Dewitte"),
        ("hej kofi", "kofi"),
        ("tjena kofi", "kofi"),
        ("hoi sanne jansen", "sanne jansen"),
        ("moin leute", ""),
        ("hola amigos", ""),
        ("hej klas", "klas"),
        ("dag hammarskjöld", "dag hammarskjöld"),
        ("kara lindqvist", "kara lindqvist"),
        ("hej", "hej"),
    ],
)
def test_cues_go_off_both_ends(text, left):
    doc = NLP(text)
    start, end = strip_cues(doc, 0, len(doc), LEXICON)
    assert doc[start:end].text == left


@pytest.mark.parametrize(
    ("text", "start", "left"),
    [
        ("for every n. Gauss proved", 2, "Gauss"),
        ("made by: m. Okri", 3, "m. Okri"),
        ("for m. okri", 1, "m. okri"),
        ("m. Okri", 0, "m. Okri"),
    ],
)
def test_a_letter_that_ends_a_sentence_is_no_initial(text, start, left):
    """Of "mod p. Euler" the letter used to be replaced, too."""
    doc = NLP(text)
    first, stop = strip_cues(doc, start, start + 2, LEXICON)
    assert doc[first:stop].text == left


def test_marks_go_off_both_ends():
    doc = NLP("( Amara )")
    assert strip_marks(doc, 0, 3) == (1, 2)
    assert strip_marks(doc, 0, 1) == (1, 1)


@pytest.mark.parametrize(
    ("text", "found", "left"),
    [
        ("we met Courtney Love.", "Courtney Love", "Courtney Love"),
        ("we met Courtney Love and", "Courtney Love", "Courtney Love"),
        ("My friend Mary Best helped", "Mary Best", "Mary Best"),
        ("Courtney Love\nEssay", "Courtney Love", "Courtney Love"),
        ("Thanks Courtney love, Ben", "Courtney love", "Courtney"),
        ("Thanks Courtney best regards", "Courtney best", "Courtney"),
        ("Okafor best wishes", "Okafor best", "Okafor"),
        ("Love Courtney", "Love Courtney", "Courtney"),
        ("See you. Love from Ana", "Love", ""),
        ("See you. Love, Ana", "Love", ""),
        ("my Son Ben came", "Son Ben", "Ben"),
        ("It rained. Said Ben", "Said Ben", "Said Ben"),
    ],
)
def test_cue_words_that_are_names(text, found, left):
    """They were cut off, and stayed beside the surrogate of the rest."""
    doc = NLP(text)
    span = doc.char_span(text.index(found), text.index(found) + len(found))
    start, end = strip_cues(doc, span.start, span.end, LEXICON)
    assert doc[start:end].text == left


@pytest.mark.parametrize("word", ["Aunty", "Papa", "Ma'am", "Lic", "HR"])
def test_what_people_are_called_by_without_a_name_is_none(word):
    doc = NLP(word)
    assert strip_cues(doc, 0, len(doc), LEXICON)[0] == strip_cues(doc, 0, len(doc), LEXICON)[1]


def test_days_of_a_schedule_are_nobody():
    """ "Sun", "Tue" and "Wed" began the rows of a time sheet, and got other names."""
    for text, names in (("Sun 8:30\nMon 9:00\nWed off", []), ("Sun said it", ["Sun"])):
        doc = NLP(text)
        ends = [(0, 1)] if names else [(0, 1), (len(doc) - 3, len(doc) - 1)]
        found = [doc[slice(*strip_cues(doc, *end, LEXICON))].text for end in ends]
        assert [name for name in found if name] == names


def test_the_letter_of_an_answer_is_none_of_the_name():
    doc = NLP("Q. Where?\nA. Okafor's house.\nQ. Why?\nA. Because.")
    at = next(token.i for token in doc if token.text == "Okafor")
    start = max(t.i for t in doc[:at] if t.text.startswith("A"))
    assert doc[slice(*strip_cues(doc, start, at + 1, LEXICON))].text == "Okafor"
