"""What one document's table says: who found what, why, and what became of it."""

from functools import cache

import pytest
import spacy
from spacy import displacy
from spacy.tokens import Doc

from spacy_hips import PiiSpan, Replacement, explain, write_group
from spacy_hips.components.explain import STAYS, UNRELEASED
from spacy_hips.components.output import set_output
from spacy_hips.core.errors import HipsError
from spacy_hips.who.judging.verdicts import Verdict, keep_verdicts

pytestmark = pytest.mark.filterwarnings("ignore:.*W[0-9]")


@cache
def pipeline(*patterns):
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "PERSON", "pattern": pattern} for pattern in patterns])
    nlp.add_pipe("hips_anonymizer", config={"finder": "ents"})
    return nlp


def table(found):
    """Who found it and whether it stays, by what stands there."""
    return {row.text: (row.label, row.source, row.becomes == STAYS) for row in found.rows}


TEXT = (
    "I am Zadie Quill, 13 years old, and wrote to zq@x.org about https://www.bbc.co.uk/news and "
    "ZadieQuill_1.txt."
)
ROWS = {
    "Zadie Quill": ("PERSON", "ents", False),
    "13": ("AGE", "rules.age", True),
    "zq@x.org": ("EMAIL", "rules.email", False),
    "https://www.bbc.co.uk/news": ("URL", "rules.url", True),
}


def test_each_place_is_told_with_who_found_it_and_what_became_of_it(capsys):
    doc = pipeline("Zadie Quill")(TEXT)
    found = explain(doc)
    assert table(found).items() >= ROWS.items()
    assert all(TEXT[row.start : row.end] == row.text for row in found.rows)
    assert [row.start for row in found.rows] == sorted(row.start for row in found.rows)
    assert all(row.becomes in doc._.anonymized for row in found.rows if row.becomes != STAYS)
    assert capsys.readouterr().out == f"{found}\n"
    assert "Searched by: ents, rules\nNot searched: " in str(found)
    assert "SCHOOL" in found.missing and "Zadie" not in repr(found)


def test_what_the_last_net_found_has_a_row_of_its_own():
    doc = pipeline("Zadie Quill")("Zadie Quill sent xxZadieQuillxx.txt")
    assert "last net" in {row.source for row in explain(doc).rows}
    assert "Zadie" not in doc._.anonymized


def test_roles_and_reasons_are_told_where_somebody_judged():
    nlp = pipeline()
    doc = nlp.make_doc("Zadie Quill read Toni Morrison.")
    write_group(doc, "pii", [PiiSpan(0, 11, "NAME_STUDENT", 0.9, "ner", "PERSON:1", "byline")])
    write_group(doc, "public", [PiiSpan(17, 30, "PERSON", 0.9, "ner", "PERSON:2", "cited")])
    chances = (0.0, 0.0, 0.0, 1.0)
    keep_verdicts(
        doc,
        [
            Verdict("PERSON:1", "NAME_STUDENT", "student", chances, "byline", ((0, 11),)),
            Verdict("PERSON:2", "PERSON", "public", chances, "cited", ((17, 30),)),
        ],
    )
    rows = explain(nlp(doc)).rows
    assert [(r.role, r.reason) for r in rows] == [("student", "byline"), ("public", "cited")]
    assert [r.becomes == STAYS for r in rows] == [False, True]


def test_a_document_without_blanks_has_exact_places():
    nlp = pipeline("ZadieQuill")
    doc = nlp(Doc(nlp.vocab, words=["ZadieQuill", ",", "late"], spaces=[False] * 3))
    assert [(r.start, r.end, r.text) for r in explain(doc).rows] == [(0, 10, "ZadieQuill")]


def test_displacy_shows_the_places_and_escapes_the_text():
    found = explain(pipeline("Zadie Quill")("<b>Zadie Quill</b> & https://www.bbc.co.uk/news"))
    shown = displacy.render(found.displacy(), style="ent", manual=True, jupyter=False)
    assert "&lt;b&gt;" in shown and "<b>" not in shown
    assert [found.text[e["start"] : e["end"]] for e in found.displacy()["ents"]] == [
        row.text for row in found.rows
    ]
    assert "URL kept" in shown


NOTHING = {
    "never": (lambda nlp: nlp.make_doc("Zadie"), "E111"),
    "no component of ours": (lambda nlp: spacy.blank("en")("Zadie"), "E111"),
    "searched alone": (lambda nlp: spacy_rules("zq@x.org"), "E111"),
    "lost": (lambda nlp: Doc(nlp.vocab).from_json(nlp("zq@x.org").to_json()), "E127"),
}


def spacy_rules(text):
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_rules")
    nlp.add_pipe("hips_entities")
    return nlp(text)


@pytest.mark.parametrize("kind", NOTHING)
def test_where_there_is_nothing_to_explain_it_says_why(kind):
    make, code = NOTHING[kind]
    with pytest.raises(HipsError, match=code):
        explain(make(pipeline()))


def test_what_is_not_released_is_not_called_kept():
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_entities", config={"other_languages": "skip"})
    nlp.add_pipe("hips_rules", first=True)
    nlp.add_pipe("hips_anonymizer")
    swedish = "Jag tycker att skolan är viktig eftersom man lär sig mycket där och hemma också."
    doc = nlp(f"{swedish} {swedish} Skriv till zq@x.org!")
    assert doc._.anonymized is None
    assert {row.becomes for row in explain(doc).rows} == {UNRELEASED}


def test_an_empty_document_has_an_empty_table():
    assert explain(pipeline()("")).rows == ()


def test_thousands_of_places_take_no_longer_each(linear):
    nlp = spacy.blank("en")

    def work(size):
        doc = nlp.make_doc("Zadie came. " * size)
        write_group(doc, "pii", [PiiSpan(12 * i, 12 * i + 5, "PERSON") for i in range(size)])
        set_output(doc, doc.text, [Replacement(
            12 * i, 12 * i + 5, 12 * i, 12 * i + 5, "PERSON", "", "mark", "Zadie"
        ) for i in range(size)])  # fmt: skip
        assert len(explain(doc).rows) == size

    linear(work, 2000)
