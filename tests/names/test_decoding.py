"""Decoding: from probabilities to spans whose ends are right."""

import numpy as np
import pytest
import spacy

from spacy_hips.find.names.decoding import Decoding, decode, fold
from spacy_hips.text.lexicon.words import Lexicon

NLP = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}})
LABELS = ("PERSON", "AGE")
LEXICON = Lexicon()


def spans(text, **inside):
    """Decode a text in which the named words have the given probability of being a PERSON."""
    doc = NLP(text)
    probabilities = np.zeros((len(doc), 3), dtype="float32")
    for i, token in enumerate(doc):
        p = inside.get(token.text, 0.01)
        probabilities[i] = (1 - p, p, 0.0)
    found = decode(doc, probabilities, LABELS, Decoding(), LEXICON)
    return [(text[s.start : s.end], s.label) for s in found]


@pytest.mark.parametrize(
    ("text", "inside", "names"),
    [
        ("we met Amara Okafor there", {"Amara": 0.9, "Okafor": 0.9}, ["Amara Okafor"]),
        ("Ana\nBen", {"Ana": 0.9, "Ben": 0.9}, ["Ana", "Ben"]),
        ("Ana   Ben", {"Ana": 0.9, "Ben": 0.9}, ["Ana", "Ben"]),
        ("Amara\xa0Okafor", {"Amara": 0.9, "Okafor": 0.9}, ["Amara\xa0Okafor"]),
        ("<b>Amara</b>&nbsp;said", {"Amara": 0.9}, ["Amara"]),
        # A tag is no part of a name, however probable: nothing behind it may be lost with it.
        ("<b>Zyx</b> Qwv met", {"Zyx": 0.9, "</b>": 0.4, "Qwv": 0.9}, ["Zyx", "Qwv"]),
        ("Zyx<br>Qwv met", {"Zyx": 0.9, "<br>": 0.12, "Qwv": 0.9}, ["Zyx", "Qwv"]),
        ("met Zyx&nbsp;Qwv", {"Zyx": 0.9, "&nbsp;": 0.9, "Qwv": 0.9}, ["Zyx", "Qwv"]),
        ("Am\u200bara said", {"Am\u200bara": 0.9}, ["Am\u200bara"]),
        ("by Amara", {"by": 0.9, "Amara": 0.9}, ["Amara"]),
        ("Hey Amara", {"Hey": 0.9, "Amara": 0.9}, ["Amara"]),
        ("TikTok Amara", {"TikTok": 0.9, "Amara": 0.9}, ["Amara"]),
        ("Name:Amara", {"Name": 0.9, ":": 0.9, "Amara": 0.9}, ["Amara"]),
        ("Amara's book", {"Amara": 0.9, "'s": 0.9}, ["Amara"]),
        ("we met (Amara)", {"(": 0.9, "Amara": 0.9, ")": 0.9}, ["Amara"]),
        ("J. Okafor.", {"J.": 0.9, "Okafor": 0.9, ".": 0.9}, ["J. Okafor"]),
        ("we met Amara Low\n", {"Amara": 0.9}, ["Amara"]),
        ("Amara Reflection\n", {"Amara": 0.9}, ["Amara"]),
        ("Amara Low went home", {"Amara": 0.9}, ["Amara"]),
        # A letter behind a name.
        ("an Amara-like smile", {"Amara": 0.9}, ["Amara"]),
        ("with Amara I went", {"Amara": 0.9}, ["Amara"]),
        ("Hi Amara I'd love to", {"Amara": 0.9}, ["Amara"]),
        ("Hi Amara I’m late", {"Amara": 0.9}, ["Amara"]),
        ("with Amara A plant grows", {"Amara": 0.9}, ["Amara"]),
        ("that Amara I was late", {"Amara": 0.9}, ["Amara"]),
        ("dry. A Okafor had said", {"Okafor": 0.9}, ["Okafor"]),
        ("and I Okafor declare", {"Okafor": 0.9}, ["Okafor"]),
        ("I met Amara Will you come", {"Amara": 0.9}, ["Amara"]),
        ("our Amara Report, as agreed", {"Amara": 0.9}, ["Amara"]),
        ("in April Okafor came", {"Okafor": 0.9}, ["Okafor"]),
        ("Report\nMonday Okafor came", {"Okafor": 0.9}, ["Okafor"]),
        ("it is due on Monday Okafor\n", {"Okafor": 0.9}, ["Okafor"]),
        ("and amara b who", {"amara": 0.9}, ["amara"]),
        ("Amara v. the state", {"Amara": 0.9}, ["Amara"]),
        ("by Amara b. Then", {"Amara": 0.9}, ["Amara"]),
        ("by Amara e.g. in", {"Amara": 0.9}, ["Amara"]),
        # Field names, and words that a tokenizer takes for two.
        ("and the Okafor family", {"the": 0.9, "Okafor": 0.9}, ["Okafor"]),
        ("file amara_essay", {"amara": 0.9, "_": 0.9, "essay": 0.9}, ["amara"]),
        (
            "Anja van den Arent.",
            {"Anja": 0.9, "van": 0.9, "den": 0.9, "Are": 0.9},
            ["Anja van den Arent"],
        ),
        ("met Im Yoona", {"I": 0.9, "m": 0.9, "Yoona": 0.9}, ["Im Yoona"]),
        ("met Nama Ruiz", {"Nama": 0.9, "Ruiz": 0.9}, ["Nama Ruiz"]),
        ("Cheers Amara P.S. I left", {"Amara": 0.9, "P.S.": 0.9}, ["Amara"]),
        # Offices go, a forename that is one stays: better one word too much hidden.
        ("met President Okafor", {"President": 0.9, "Okafor": 0.9}, ["Okafor"]),
        (
            "met Chief Justice Okafor",
            {"Chief": 0.9, "Justice": 0.9, "Okafor": 0.9},
            ["Justice Okafor"],
        ),
        ("met Justice Okafor", {"Justice": 0.9, "Okafor": 0.9}, ["Justice Okafor"]),
        ("the Speaker", {"Speaker": 0.9}, ["Speaker"]),
        ("met Capt. Okafor", {"Capt": 0.9, ".": 0.9, "Okafor": 0.9}, ["Okafor"]),
        ("met LT. COL. OKAFOR", {"LT": 0.9, ".": 0.9, "COL": 0.9, "OKAFOR": 0.9}, ["OKAFOR"]),
        ("met GEN. OKAFOR", {"GEN": 0.9, ".": 0.9, "OKAFOR": 0.9}, ["OKAFOR"]),
        ("met Gen. Okafor", {"Gen.": 0.9, "Okafor": 0.9}, ["Okafor"]),
        ("met Gen Okafor", {"Gen": 0.9, "Okafor": 0.9}, ["Gen Okafor"]),
        ("met Capt.", {"Capt": 0.9, ".": 0.9}, ["Capt"]),
        # A cue word that stands alone for a name is one where the tables know it as a forename.
        ("my flatmate Dean cooks", {"Dean": 0.9}, ["Dean"]),
        ("met Dean Okafor", {"Dean": 0.9, "Okafor": 0.9}, ["Okafor"]),
        ("the Professor", {"Professor": 0.9}, []),
        ("we met nobody", {}, []),
        # The last full stop of initials is theirs; that of a sentence is not.
        ("K.W.: I agree", {"K.W.": 0.9}, ["K.W."]),
        (
            "we met Okafor, A.B.C., there",
            {"Okafor": 0.9, ",": 0.9, "A.B.C.": 0.9},
            ["Okafor, A.B.C."],
        ),
        ("we met Amara.", {"Amara": 0.9, ".": 0.9}, ["Amara"]),
        # A bracket inside a name is closed in it; one around it stays outside.
        ("Amara [Okafor] wrote", {"Amara": 0.9, "[": 0.9, "Okafor": 0.9}, ["Amara [Okafor]"]),
        ("(Amara Okafor) wrote", {"Amara": 0.9, "Okafor": 0.9}, ["Amara Okafor"]),
        # What else a token carries goes, a nickname stays.
        ("Amara Okafor,32, cook", {"Amara": 0.9, "Okafor,32": 0.9}, ["Amara Okafor"]),
        (
            '"Amara Okafor"<ao@example.org>',
            {"Amara": 0.9, 'Okafor"<ao@example.org': 0.9},
            ["Amara Okafor"],
        ),
        (
            'Amara "Amy" Okafor',
            {"Amara": 0.9, '"': 0.9, "Amy": 0.9, "Okafor": 0.9},
            ['Amara "Amy" Okafor'],
        ),
        (
            "Amara Okafor ao@example.org Lima",
            {"Amara": 0.9, "Okafor": 0.9, "ao@example.org": 0.9},
            ["Amara Okafor"],
        ),
        # An ordinary word in small letters behind a name with capitals is none of it.
        ("trust Amara more", {"Amara": 0.9, "more": 0.3}, ["Amara"]),
        # Nor is one in front of it; a particle is.
        ("and little Amara slept", {"little": 0.3, "Amara": 0.9}, ["Amara"]),
        ("met van Okafor there", {"van": 0.9, "Okafor": 0.9}, ["van Okafor"]),
        ("met Norliza binti then", {"Norliza": 0.9, "binti": 0.9}, ["Norliza binti"]),
        ("trust Sunday Okafor", {"Sunday": 0.9, "Okafor": 0.9}, ["Sunday Okafor"]),
        # What a file is called beside its name.
        ("File: Amara_Okafor-final.pdf", {"Amara_Okafor-final.pdf": 0.9}, ["Amara_Okafor"]),
        (
            "met Amara Okafor Jr. (1992)",
            {"Amara": 0.9, "Okafor": 0.9, "Jr.": 0.9},
            ["Amara Okafor Jr."],
        ),
        # A word that is broken at the end of a line.
        ("told Amara Nguy-\nen then", {"Amara": 0.9, "Nguy-": 0.9, "en": 0.9}, ["Amara Nguy-\nen"]),
    ],
)
def test_ends_are_put_right(text, inside, names):
    assert spans(text, **inside) == [(name, "PERSON") for name in names]


def test_beside_a_found_token_a_weaker_one_is_enough():
    assert spans("met Zyx Qwv", Zyx=0.9, Qwv=0.12) == [("Zyx Qwv", "PERSON")]
    assert spans("met Zyx Qwv", Qwv=0.12) == []


def test_a_name_goes_over_the_end_of_a_full_line_only():
    """Behind a short line, such as a heading or a byline, something new begins."""
    inside = {"Amara": 0.9, "Okafor": 0.9, "\n": 0.5}
    full = "The report was read to the whole committee by Amara\nOkafor, who"
    assert spans(full, **inside) == [("Amara\nOkafor", "PERSON")]
    assert [name for name, _ in spans("Posted by Amara\nOkafor, I see", **inside)] == [
        "Amara", "Okafor",
    ]  # fmt: skip


def test_an_empty_line_always_parts():
    full = "The report was read to the whole committee by Amara\n\nOkafor, who"
    found = spans(full, **{"Amara": 0.9, "Okafor": 0.9, "\n\n": 0.5})
    assert [name for name, _ in found] == ["Amara", "Okafor"]


def test_a_hyphenated_word_is_one_name_whatever_seems_to_begin_in_it():
    doc = NLP("met H. Dietrich-Springer")
    odds = np.array([3.0 if t.text in ("H.", "Springer") else -3.0 for t in doc])
    table = np.array([(0.1, 0.9, 0.0) if t.text not in ("met", "-") else (1.0, 0.0, 0.0)
                      for t in doc])  # fmt: skip
    found = decode(doc, table, LABELS, Decoding(), LEXICON, odds=odds)
    assert [doc.text[s.start : s.end] for s in found] == ["H. Dietrich-Springer"]


def test_so_is_a_word_that_the_tokenizer_takes_for_two():
    doc = NLP("Arent and Im Yong sing")
    odds = np.where([t.text in ("Are", "nt", "I", "m", "Yong") for t in doc], 3.0, -3.0)
    table = np.array([(0.4, 0.6, 0.0) if t.text in ("Are", "I", "Yong") else (0.7, 0.3, 0.0)
                      for t in doc])  # fmt: skip
    table[[t.text == "and" or t.text == "sing" for t in doc]] = (1.0, 0.0, 0.0)
    found = decode(doc, table, LABELS, Decoding(), LEXICON, odds=odds)
    assert [doc.text[s.start : s.end] for s in found] == ["Arent", "Im", "Yong"]


def test_the_threshold_is_on_the_probability_of_not_o():
    doc = NLP("met Zyx")
    probabilities = np.array([[0.99, 0.005, 0.005], [0.7, 0.16, 0.14]], dtype="float32")
    assert len(decode(doc, probabilities, LABELS, Decoding(0.25), LEXICON)) == 1
    assert len(decode(doc, probabilities, LABELS, Decoding(0.35), LEXICON)) == 0


def test_in_running_text_a_name_needs_more_than_alone_on_its_line():
    """Authors stand on lines of their own; in a sentence a doubtful word is rather none."""
    decoding = Decoding(0.15, odds_in_text=6.0)
    assert decoding.in_text("PERSON") == pytest.approx(0.514, abs=1e-3)
    assert decoding.in_text("AGE") == 0.15
    for text, names in [
        ("Essay\n* Zyx Qwv *\nIt began", ["Zyx Qwv"]),
        ("Zyx Qwv", ["Zyx Qwv"]),
        ("Essay\nThen Zyx Qwv\nwent", []),
        ("Essay\nZyx Qwv went", []),
    ]:
        doc = NLP(text)
        unsure = np.array([0.4 if t.text in ("Zyx", "Qwv") else 0.0 for t in doc])
        table = np.stack([1 - unsure, unsure, 0 * unsure], axis=1)
        found = decode(doc, table, LABELS, decoding, LEXICON)
        assert [text[s.start : s.end] for s in found] == names
        assert len(decode(doc, table, LABELS, Decoding(0.15), LEXICON)) == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Kwames Haus", [("Kwames", "PERSON"), ("Haus", "AGE")]),
        ("Haus Kwames", [("Haus Kwames", "AGE")]),
        ("Kwames", [("Kwames", "AGE")]),
        ("Los Angeles", [("Los Angeles", "AGE")]),
    ],
)
def test_a_place_does_not_begin_with_a_genitive(text, found):
    doc = NLP(text)
    probabilities = np.array([[0.1, 0.1, 0.8]] * len(doc), dtype="float32")
    spans = decode(doc, probabilities, LABELS, Decoding(), LEXICON)
    assert [(text[s.start : s.end], s.label) for s in spans] == found


def test_a_span_has_the_score_of_its_best_token():
    doc = NLP("met Zyx Qwv")
    probabilities = np.array([[1, 0, 0], [0.4, 0.6, 0], [0.1, 0.9, 0]], dtype="float32")
    (span,) = decode(doc, probabilities, LABELS, Decoding(), LEXICON)
    assert span.score == pytest.approx(0.9)


def test_an_empty_document_has_no_span():
    assert decode(NLP(""), np.zeros((0, 3), dtype="float32"), LABELS, Decoding(), LEXICON) == []


def test_a_beginning_parts_names_that_touch():
    doc = NLP("we met Ana Ben")
    probabilities = np.array([[1, 0, 0]] * 2 + [[0.1, 0.9, 0]] * 2, dtype="float32")
    decoding = Decoding()

    def found(odds):
        spans = decode(doc, probabilities, LABELS, decoding, LEXICON, odds=odds)
        return [doc.text[s.start : s.end] for s in spans]

    assert found(None) == found(np.array([0.0, 0.0, 2.0, -4.0])) == ["Ana Ben"]
    assert found(np.array([0.0, 0.0, 2.0, 2.0])) == ["Ana", "Ben"]


def test_bio_folds_into_labels():
    #           O    B-P  B-A  I-P  I-A
    classes = [[0.1, 0.6, 0.1, 0.1, 0.1], [0.2, 0.1, 0.3, 0.0, 0.4], [0.1, 0.5, 0.0, 0.4, 0.0]]
    by_label, odds = fold(np.array(classes), 2)
    assert by_label == pytest.approx(np.array([[0.1, 0.7, 0.2], [0.2, 0.1, 0.7], [0.1, 0.9, 0.0]]))
    assert odds == pytest.approx(np.log([0.601 / 0.101, 0.301 / 0.401, 0.501 / 0.401]))


def test_names_that_touch_do_not_grow_together():
    """ "Antonio" is a surname, too: what begins another name is not taken in."""
    doc = NLP("Thanks, Antonio Nadia Ferreira Pedro Lopes")
    odds = np.array([3.0 if t.text in ("Antonio", "Nadia", "Pedro") else -3.0 for t in doc])
    table = np.array([(0.1, 0.9, 0.0) if i > 1 else (1.0, 0.0, 0.0) for i in range(len(doc))])
    found = decode(doc, table, LABELS, Decoding(), LEXICON, odds=odds)
    names = [doc.text[s.start : s.end] for s in found]
    assert names == ["Antonio", "Nadia Ferreira", "Pedro Lopes"]


def test_a_number_alone_is_no_user_name():
    """In "Freire, page 72" the number was taken for one."""
    labels = ("PERSON", "USERNAME")
    doc = NLP("Freire, page 72, and tomo72")
    probabilities = np.tile(np.asarray([0.99, 0.0, 0.01], dtype="float32"), (len(doc), 1))
    for token in doc:
        if "72" in token.text:
            probabilities[token.i] = (0.1, 0.0, 0.9)
    found = decode(doc, probabilities, labels, Decoding(), LEXICON)
    assert [doc.text[s.start : s.end] for s in found] == ["tomo72"]
