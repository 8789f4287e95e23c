"""The internal page: everything escaped, paragraphs beside each other, nothing loaded."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.core.ids import Ids
from spacy_hips.core.labels import LABELS
from spacy_hips.core.spans import Replacement
from spacy_hips.desk.files.documents import Document, Part
from spacy_hips.desk.files.rows import Row
from spacy_hips.desk.pages.view_page import HUES, page, paragraphs
from spacy_hips.desk.run.batches import Result


def made(text: str, *wanted: tuple[int, int, str]) -> Result:
    done, new, at = [], "", 0
    for start, end, surrogate in wanted:
        new += text[at:start]
        stop = len(new) + len(surrogate)
        done.append(
            Replacement(start, end, len(new), stop, "PERSON", "PERSON:1", "surrogate", surrogate)
        )
        new += surrogate
        at = end
    new += text[at:]
    part = Part(0, "text", "text", 0, len(text))
    return Result(Document((Row(1),), text, (part,), Ids("<d1>")), new, tuple(done))


class Reader(HTMLParser):
    """Collects the text of the paragraphs and checks that tags are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "input"):
            self.open.append(tag)
        if tag == "p" and ("dir", "auto") in attrs:
            self.texts.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "p" in self.open and "sub" not in self.open and "section" in self.open:
            self.texts[-1] += data


def read(html: str) -> list[str]:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader.texts


def test_everything_is_escaped():
    text = "<script>alert('x')</script> & Ana\x00\x1b"
    html = page([made(text, (30, 33, '"<b>Eva</b>"'))], "<title>", ["<remark>"])
    assert "<script>alert" not in html
    assert "<b>Eva" not in html
    assert "&lt;d1&gt;" in html
    assert "&lt;remark&gt;" in html
    assert read(html) == [
        "<script>alert('x')</script> & Ana␀␛",
        "<script>alert('x')</script> & \"<b>Eva</b>\"␀␛",
    ]


def test_paragraphs_stand_beside_each_other():
    result = made("I am Ana.\n\nBye.\nAna", (5, 8, "Mary Ann"), (16, 19, "Mary"))
    assert read(page([result], "t")) == [
        "I am Ana.", "I am Mary Ann.", "Bye.", "Bye.", "Ana", "Mary",
    ]  # fmt: skip


def test_a_replacement_over_lines_is_not_cut():
    text = "at 12 Elm St,\nSpringfield\nnow"
    result = made(text, (3, 25, "9 Oak Rd"))
    assert read(page([result], "t")) == [
        "at 12 Elm St,\nSpringfield", "at 9 Oak Rd", "now", "now",
    ]  # fmt: skip


@given(
    st.text("ab \n", max_size=40),
    st.lists(st.tuples(st.integers(0, 39), st.integers(1, 8), st.text("X\n", max_size=3))),
)
def test_no_character_is_lost(text, wanted):
    places: list[tuple[int, int, str]] = []
    for start, length, new in sorted(wanted):
        if start + length <= len(text) and (not places or places[-1][1] <= start):
            places.append((start, start + length, new))
    result = made(text, *places)
    left = right = ""
    for p in paragraphs(text, result.anonymized, result.replacements):
        left += text[slice(*p.original)]
        right += result.anonymized[slice(*p.anonymized)]
    assert re.sub(r"\s", "", left) == re.sub(r"\s", "", text)
    assert re.sub(r"\s", "", right) == re.sub(r"\s", "", result.anonymized)


def test_the_page_loads_nothing_and_warns():
    html = page([made("Ana", (0, 3, "Eva"))], "t")
    assert not re.search(r"""(?:src|href)\s*=|url\(|@import|https?://""", html)
    assert "default-src 'none'" in html
    assert "Internal" in html


def test_hues_are_of_known_labels():
    assert set(HUES) <= set(LABELS)
