"""What a row was: edits of cells, digests of rows, lookups."""

import pytest

from spacy_hips.ids import Ids
from spacy_hips.records.documents import Document, Part, carry
from spacy_hips.records.keyfile import Key, KeyEntry, KeyFile
from spacy_hips.records.reversal import Undo, cell_edits, row_digest
from spacy_hips.records.rows import Row
from spacy_hips.spans import Replacement


def document(*cells):
    """A document of cells with two line ends between them."""
    text, parts = "", []
    for number, cell in enumerate(cells):
        text += "\n\n" if number else ""
        parts.append(Part(0, f"c{number}", "text", len(text), len(text) + len(cell)))
        text += cell
    return Document((Row(1, {}),), text, tuple(parts), Ids())


def replaced(document, *pairs):
    """Replacements of stretches of the text, by place."""
    out, shift = [], 0
    for old, new in pairs:
        start = document.text.index(old)
        out.append(
            Replacement(start, start + len(old), start + shift, start + shift + len(new),
                        "PERSON", "PERSON:1", "surrogate", new)
        )  # fmt: skip
        shift += len(new) - len(old)
    return out


@pytest.mark.parametrize(
    "pairs",
    [
        [],
        [("Ana", "Josephine")],
        [("Ana", "X"), ("Ben", "Y"), ("Eva", "Zed")],
        [("Ben.\n\nEva", "Q")],
        [("Ana", ""), ("Eva", "👩‍👧")],
    ],
)
def test_edits_put_every_cell_back(pairs):
    doc = document("Ana and Ben.", "Eva too")
    done = replaced(doc, *pairs)
    edits = cell_edits(doc, done)
    for part, new in zip(doc.parts, carry(doc, done), strict=True):
        hashed = KeyEntry.of("", "", new, ()).text_hash
        entry = KeyEntry("", hashed, tuple(edits[part.row, part.column]))
        assert entry.restore(new) == doc.text[part.start : part.end]


def test_a_row_is_known_by_its_cells_whatever_their_order_and_type():
    assert row_digest({"a": 1, "b": "x"}) == row_digest({"b": "x", "a": "1", "c": ""})
    assert row_digest({"a": "1", "b": "x"}) != row_digest({"a": "x", "b": "1"})


def test_entries_of_other_programs_are_passed_over(tmp_path):
    with KeyFile(tmp_path / "keys", Key("correct horse")) as file:
        file.append([KeyEntry.of("some document", "Ana", "Eva", ())])
        assert Undo(file)({"text": "Eva"}) is None
