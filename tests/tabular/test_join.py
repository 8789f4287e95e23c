"""The join: the text says no more than the table, and nobody is dropped for a mention."""

from __future__ import annotations

import random
import re
import warnings
from collections import Counter, defaultdict

import pytest
import spacy
from spacy.tokens import DocBin

from spacy_hips import (
    HipsError,
    HipsWarning,
    KAnonymizer,
    PiiSpan,
    get_ids,
    release_docs,
    set_ids,
    write_group,
)
from spacy_hips.core.ids import Secret
from spacy_hips.desk.kanon_texts.mentions import (
    InsideClass,
    read_birth_years,
    read_name,
    read_nationality,
)

SECRET = Secret(b"a secret of the tests, 32 bytes")
pytestmark = pytest.mark.filterwarnings("ignore:.*W603", "ignore:.*W601")


@pytest.fixture(scope="module")
def nlp():
    pipeline = spacy.blank("en")
    pipeline.add_pipe("hips_anonymizer").set_secret(SECRET)
    return pipeline


@pytest.fixture
def write(nlp, tagged):
    """Makes a document from "I am [13|AGE]"."""

    def make(number, string, author=None):
        text, found = tagged(string)
        doc = nlp.make_doc(text)
        write_group(doc, "pii", [PiiSpan(*span) for span in found])
        return set_ids(doc, doc=f"d{number}", author=author or f"s{number}")

    return make


@pytest.fixture
def release(nlp, write):
    """Releases texts with their rows."""

    def make(texts, rows, k=3, **more):
        docs = [write(i, text) for i, text in enumerate(texts)]
        settings = {"quasi": {"age": "ordered"}, "unit": "student", **more}
        anonymizer = KAnonymizer(k, secret=SECRET, **settings)
        done = release_docs(docs, rows, anonymizer, nlp.get_pipe("hips_anonymizer"))
        return done, [doc._.anonymized for doc in done.docs]

    return make


def people(ages):
    return [{"student": f"s{i}", "age": age} for i, age in enumerate(ages)]


def test_a_mention_is_drawn_from_inside_its_released_class(release):
    ages = [12, 13, 14] * 2 + [30, 31, 32] * 2
    done, texts = release([f"I am [{a}|AGE] now." for a in ages], people(ages), k=6)
    assert done.report.measured.k >= 6
    for age, text in zip(ages, texts, strict=True):
        new = int(re.search(r"\d+", text)[0])
        low, high = (12, 14) if age < 20 else (30, 32)
        assert low <= new <= high
    assert [row["age"] for row in done.rows][:7] == ["12-14"] * 6 + ["30-32"]


def test_a_mention_that_the_whole_class_shares_stays(release):
    rows = people([13] * 6)
    texts = ["I live in [Madrid|LOCATION]."] * 3 + ["I live in [Lisbon|LOCATION]."] * 3
    done, new = release(texts, rows)
    assert Counter(new) == {"I live in Madrid.": 3, "I live in Lisbon.": 3}
    assert done.report.measured.classes == 2


def test_a_lone_mention_is_masked_and_the_row_stays(release):
    rows = people([13] * 8)
    texts = ["I live in [Oslo|LOCATION]."] + ["I like cats."] * 7
    done, new = release(texts, rows)
    assert new == ["I live in [REDACTED].", *["I like cats."] * 7]
    assert len(done.rows) == 8
    assert done.report.texts["masked LOCATION"] == 1
    assert done.report.measured.k == 8
    with pytest.warns(HipsWarning, match="W603"):
        release(texts, rows)


def test_too_few_texts_without_a_mention_are_joined_with_others(release):
    rows = people([13] * 8)
    texts = ["I like cats."] + ["I live in [Oslo|LOCATION]."] * 7
    _, new = release(texts, rows)
    assert Counter(new) == {
        "I like cats.": 1, "I live in [REDACTED].": 2, "I live in Oslo.": 5,
    }  # fmt: skip


def test_a_mention_that_cannot_be_read_is_masked(release):
    rows = people([13] * 6)
    texts = ["I am [quite old|AGE]."] + ["I am [13|AGE]."] * 5
    _, new = release(texts, rows)
    assert new[0] == "I am [REDACTED]."


def test_rows_and_documents_are_matched_by_id(nlp, write):
    rows = [{"essay": f"d{i}", "age": 13 if i < 4 else 40} for i in range(8)]
    docs = [write(i, f"I am [{13 if i < 4 else 40}|AGE].") for i in reversed(range(8))]
    anonymizer = KAnonymizer(4, {"age": "ordered"}, direct={"essay": "pseudonym"}, secret=SECRET)
    component = nlp.get_pipe("hips_anonymizer")
    done = release_docs(docs, rows, anonymizer, component, link="essay")
    assert [doc._.anonymized for doc in done.docs] == ["I am 40."] * 4 + ["I am 13."] * 4
    assert {row["essay"] for row in done.rows} == {
        SECRET.pseudonym("doc", f"d{i}") for i in range(8)
    }
    with pytest.raises(HipsError, match=r"E625.*1 document"):
        release_docs([*docs, write(99, "x")], rows, anonymizer, component, link="essay")
    with pytest.raises(HipsError, match="E625"):
        release_docs(docs[:3], rows, anonymizer, component)


def test_essays_of_one_student_are_one(nlp, write):
    rows = people([13, 13, 13])
    docs = [
        write(i, f"In [{town}|LOCATION].", author=f"s{i % 3}")
        for i, town in enumerate(["Oslo", "Rome", "Oslo", "Rome", "Oslo", "Oslo"])
    ]
    anonymizer = KAnonymizer(3, {"age": "ordered"}, "student", secret=SECRET)
    done = release_docs(docs, rows, anonymizer, nlp.get_pipe("hips_anonymizer"))
    assert done.report.measured.k == 3
    assert len(list(done.docs)) == 6


def test_docbin_in_and_out_with_the_pseudonyms_of_the_table(nlp, write):
    rows = people([13] * 6)
    docs = [write(i, "I am [13|AGE], [Ann Lee|NAME_STUDENT].") for i in range(6)]
    given = DocBin(docs=docs, store_user_data=True)
    anonymizer = KAnonymizer(3, {"age": "ordered"}, "student", secret=SECRET)
    done = release_docs(given, rows, anonymizer, nlp.get_pipe("hips_anonymizer"))
    out = list(DocBin().from_bytes(done.to_docbin().to_bytes()).get_docs(spacy.blank("en").vocab))
    assert [get_ids(doc).author for doc in out] == [row["student"] for row in done.rows]
    assert all(doc.text.startswith("I am 13, ") and "Ann Lee" not in doc.text for doc in out)
    assert not any(doc.spans for doc in out)


def test_documents_that_can_be_read_once_are_refused(nlp, write):
    anonymizer = KAnonymizer(1, {"age": "ordered"}, "student")
    once = iter([write(0, "x")])
    with pytest.raises(HipsError, match="E624"):
        release_docs(once, people([13]), anonymizer, nlp.get_pipe("hips_anonymizer"))
    with pytest.raises(HipsError, match="E626"):
        release_docs(
            [], people([13]), anonymizer, nlp.get_pipe("hips_anonymizer"), labels=["PHONE_NUM"]
        )


def test_a_function_that_gives_a_fresh_stream_is_read_twice(nlp, write):
    calls = []

    def stream():
        calls.append(1)
        return (write(i, "I am [13|AGE].") for i in range(3))

    anonymizer = KAnonymizer(3, {"age": "ordered"}, "student", secret=SECRET)
    done = release_docs(stream, people([13] * 3), anonymizer, nlp.get_pipe("hips_anonymizer"))
    assert len(list(done.docs)) == 3
    assert len(calls) == 2


def test_the_gender_of_a_lone_writer_is_not_kept(release):
    rows = people([13] * 9)
    texts = ["I am [Maria Rossi|NAME_STUDENT]."] + ["I am [John Miller|NAME_STUDENT]."] * 8
    done, _ = release(texts, rows, k=4)
    columns = {c.name: c for c in done.report.columns}
    assert columns["text:GENDER"].after == 1


@pytest.mark.few(8)
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("method", ["cuts", "mondrian", "lattice"])
def test_released_texts_and_table_together_are_k_anonymous(release, seed, method):
    rng = random.Random(seed)
    count = rng.randint(4, 60)
    rows = people([rng.randint(12, 16) for _ in range(count)])
    texts = []
    for row in rows:
        parts = ["Hello."]
        if rng.random() < 0.6:
            parts.append(f"I am [{row['age'] + rng.choice([0, 0, 1])}|AGE].")
        if rng.random() < 0.5:
            parts.append(f"I live in [{rng.choice(['Oslo', 'Rome', 'Kyiv', 'Zzyx'])}|LOCATION].")
        if rng.random() < 0.3:
            parts.append(f"I am [{rng.choice(['Spanish', 'French', 'Klingon'])}|NATIONALITY].")
        texts.append(" ".join(parts))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HipsWarning)
        done, new = release(texts, rows, k=3, method=method)
    assert done.report.measured.k >= 3
    assert len(done.rows) == len(new) == count
    # What an outsider sees: the class of the row, and which things the text openly tells.
    seen = defaultdict(set)
    for i, (row, text) in enumerate(zip(done.rows, new, strict=True)):
        shape = re.sub(r"I live in \[REDACTED\]\.|I am \[REDACTED\]\.", "", text)
        shape = re.sub(r"I am \d+", "AGE", shape)
        shape = re.sub(r"I live in \w+", "LOCATION", shape)
        shape = re.sub(r"I am \w+\.", "NATIONALITY", shape)
        seen[row["age"], " ".join(shape.split())].add(i)
    assert min(map(len, seen.values())) >= 3


def test_each_label_is_read_as_a_value():
    assert read_birth_years("12 March 2004") == (2004,)
    assert read_name("The  MADRID,") == read_name("madrid") == ("madrid",)
    assert read_nationality("a Spaniard") == read_nationality("Spanish") != ()
    assert read_nationality("Klingon") == ()


def test_a_class_holds_only_its_values():
    ages = InsideClass("AGE", (12, 14), {})
    assert ages.holds("thirteen", "en") and not ages.holds("15", "en")
    towns = InsideClass("LOCATION", ("oslo", "rome"), {"oslo": "Oslo"})
    assert towns.holds("ROME", "en") and not towns.holds("Bonn", "en")
