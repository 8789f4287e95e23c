"""Placeholders that somebody has put in place of names: found, told apart, filled."""

from __future__ import annotations

import pytest
import regex

from spacy_hips.components.tokenizer import blank
from spacy_hips.core.errors import HipsError
from spacy_hips.core.ids import Secret, set_ids
from spacy_hips.core.spans import PiiSpan, write_group
from spacy_hips.replace.register import Register
from spacy_hips.who.persons.search.placeholders import Placeholders

TABLE = Placeholders()
CASES = [(row, text) for row in TABLE.patterns for text in row.finds]
LEFT = [(row, text) for row in TABLE.patterns for text in row.leaves]
CONFIG = {"placeholders": {"@misc": "spacy_hips.Placeholders.v1"}}


def places(found):
    return [(one.start, one.end) for one in found]


@pytest.mark.parametrize(("row", "text"), CASES, ids=lambda x: getattr(x, "name", x))
def test_what_a_pattern_finds(row, text):
    marked = [m.span(1) for m in regex.finditer("«(.*?)»", text)]
    wanted = [(s - 2 * i - 1, e - 2 * i - 1) for i, (s, e) in enumerate(marked)]
    plain = text.replace("«", "").replace("»", "")
    assert places(row.find(plain)) == wanted
    assert places(TABLE.find(plain)) == wanted


@pytest.mark.parametrize(("row", "text"), LEFT, ids=lambda x: getattr(x, "name", x))
def test_what_all_patterns_leave(row, text):
    assert TABLE.find(text) == []


@pytest.mark.parametrize(
    ("text", "kind", "number", "form"),
    [
        ("<STUDENT_1>", "STUDENT", "1", "first"),
        ("[STUDENT 01]", "STUDENT", "1", "first"),
        ("[STUDENT NAME]", "STUDENT", "", "first"),
        ("[student's name]", "STUDENT", "", "first"),
        ("Student 1", "STUDENT", "1", "first"),
        ("NAME_0", "NAME", "0", "first"),
        ("Student K", "STUDENT", "K", "first"),
        ("Mr. [NAME]", "NAME", "", "last"),
        ("Dear Professor <TEACHER_2>", "TEACHER", "2", "last"),
        ("[LAST NAME]", "NAME", "", "last"),
        ("{{first_name}}", "NAME", "", "first"),
        ("[REDACTED]", "REDACTED", "", "first"),
        ("My name is ____", "BLANK", "", "first"),
    ],
)
def test_what_it_is_called(text, kind, number, form):
    (one,) = TABLE.find(text)
    assert (one.kind, one.number, one.form) == (kind, number, form)


def test_linear_time():
    for text in ("[" * 20000, "<STUDENT" * 4000, "_" * 30000, "STUDENT_NAME_" * 3000, "{{" * 9000):
        TABLE.find(text)


class TestTable:
    def test_one_of_your_own(self, tmp_path):
        path = tmp_path / "mine.toml"
        path.write_text(
            "[words]\nn = '(?P<number>[0-9]+)'\n"
            "[[pattern]]\nname = 'mine'\nfind = 'Kind{{n}}'\nkind = 'CHILD'\nform = 'full'\n"
        )
        (one,) = Placeholders(path).find("Kind7 and <STUDENT>")
        assert (one.kind, one.number, one.form) == ("CHILD", "7", "full")

    @pytest.mark.parametrize(
        "content", ["", "[[pattern]]\nname = 'x'", "no toml", "[[pattern]]\nname='x'\nfind='('"]
    )
    def test_one_that_cannot_be_used(self, content, tmp_path):
        path = tmp_path / "mine.toml"
        path.write_text(content)
        with pytest.raises(HipsError, match="E821"):
            Placeholders(path)
        with pytest.raises(HipsError, match="E821"):
            Placeholders(tmp_path / "none.toml")


class TestFilled:
    @pytest.fixture
    def fill(self):
        nlp = blank("en")
        anonymizer = nlp.add_pipe("hips_anonymizer", config=CONFIG)
        anonymizer.set_secret(Secret(b"4f9c17a2e0b85d3361c7fa2d98e4b05a"))
        nlp.get_pipe("hips_anonymizer")

        def run(text, spans=()):
            doc = nlp.make_doc(text)
            write_group(doc, "pii", spans)
            return nlp(doc)._.anonymized

        return run

    def test_off_unless_asked_for(self):
        nlp = blank("en")
        nlp.add_pipe("hips_anonymizer")
        doc = nlp.make_doc("<STUDENT> met NAME_1.")
        write_group(doc, "pii", [])
        assert nlp(doc)._.anonymized == doc.text

    def test_one_number_is_one_person(self, fill):
        words = fill("NAME_1 met NAME_2. [NAME 1] and <NAME_2> and <STUDENT_1> left.").split()
        one, two = words[0], words[2].strip(".")
        assert one != two
        assert (words[3], words[5]) == (one, two)
        assert words[7] not in (one, two)

    def test_without_a_number_one_kind_is_one_person(self, fill):
        words = fill("<STUDENT> and <TEACHER> and <STUDENT>.").split()
        assert words[0] == words[4].strip(".") != words[2]

    def test_forename_and_surname_fit(self, fill):
        out = fill("[FIRST NAME] [LAST NAME] came. Ms. [LAST NAME] left.").split()
        assert out[1] == out[4] and out[0] != out[1] and out[2] == "came."

    def test_the_gender_that_is_told(self, fill):
        from spacy_hips.text.lexicon.tables import name_tables

        for number in range(8):
            for word, gender in (("sister", "F"), ("brother", "M")):
                new = fill(f"my {word} NAME_{number} came").split()[2]
                guess = name_tables().gender(new)
                assert guess.label == gender or guess.confidence < 0.75

    def test_what_was_found_within_gives_way_and_what_reaches_beyond_stays(self, fill):
        text = "<STUDENT> and Student K Okri"
        out = fill(text, [PiiSpan(1, 8, "PERSON"), PiiSpan(14, 28, "PERSON")])
        assert not {"STUDENT", "Okri"} & set(out.split()) and "<" not in out

    def test_no_name_of_the_text_is_put_there(self, fill):
        names = "Fatima Ahmed Maria John Wei"
        spans = [PiiSpan(m.start(), m.end(), "PERSON") for m in regex.finditer(r"\w+", names)]
        out = fill(f"{names} NAME_1 NAME_2 NAME_3", spans)
        assert not set(names.split()) & set(out.split())

    @pytest.mark.parametrize(
        ("scope", "ids", "same", "unnumbered"),
        [
            ("group", [{"group": "g"}, {"group": "g"}], True, False),
            ("group", [{"group": "g"}, {"group": "h"}], False, False),
            ("author", [{"author": "a"}, {"author": "a"}], True, False),
            ("corpus", [{}, {}], False, False),
        ],
    )
    def test_scopes(self, scope, ids, same, unnumbered, monkeypatch):
        monkeypatch.setenv("HIPS_SECRET", "4f9c17a2e0b85d3361c7fa2d98e4b05a")
        nlp = blank("en")
        anonymizer = nlp.add_pipe("hips_anonymizer", config={**CONFIG, "scope": scope})

        def docs():
            for number, own in enumerate(ids):
                doc = set_ids(nlp.make_doc("NAME_1 and <STUDENT>"), doc=f"d{number}", **own)
                write_group(doc, "pii", [])
                yield doc

        register = Register(anonymizer.secret, scope)
        register.collect(anonymizer.find(doc) for doc in docs())
        register.allocate(anonymizer.replacer.makers)
        anonymizer.set_register(register)
        (a, _, b), (c, _, d) = (anonymizer(doc)._.anonymized.split() for doc in docs())
        assert (a == c) is same and (b == d) is unnumbered
