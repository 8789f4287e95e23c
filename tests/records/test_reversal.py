"""What a row was: edits of cells, digests of rows, lookups."""

import pytest

from spacy_hips.core.ids import Ids
from spacy_hips.core.spans import Replacement
from spacy_hips.desk.files.documents import Document, Part, carry
from spacy_hips.desk.files.rows import Row
from spacy_hips.desk.undo.keyfile import Cell, Key, KeyFile, RowNote, text_hash
from spacy_hips.desk.undo.restore import DOUBTFUL, UNKNOWN, Undo, cell_edits, row_digest


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
        cell = Cell("text", text_hash(new), tuple(edits[part.row, part.column]))
        assert cell.restore(new) == doc.text[part.start : part.end]


def test_a_row_is_known_by_its_cells_whatever_their_order_and_type():
    assert row_digest({"a": 1, "b": "x"}) == row_digest({"b": "x", "a": "1", "c": ""})
    assert row_digest({"a": "1", "b": "x"}) != row_digest({"a": "x", "b": "1"})


class TestRowsThatLookTheSame:
    """Redacted texts come out the same, whatever they were."""

    @pytest.fixture
    def undo(self, tmp_path, monkeypatch):
        """Notes runs of (released, original), and gives what becomes of an output."""

        def undo(runs, output, *, sealed=True):
            with KeyFile(tmp_path / "keys", Key("correct horse")) as file:
                for run in runs:
                    file.begin()
                    file.append(note(n, *pair) for n, pair in enumerate(run, 1))
                    if sealed or run is not runs[-1]:
                        file.seal()
                rows = [Row(n, {"text": text}) for n, text in enumerate(output, 1)]
                undo = Undo(file, rows, "jsonl")
            found = [undo(row) for row in rows]
            return [one if isinstance(one, str) else one["text"] for one in found], undo

        return undo

    def test_they_are_told_apart_by_their_order(self, undo):
        run = [("x", "ana"), ("x", "ben"), ("x", "ana"), ("y", "eva")]
        found, _ = undo([run], ["y", "x", "x", "x"])
        assert found == ["eva", "ana", "ben", "ana"]

    def test_where_one_is_left_out_nobody_knows_which(self, undo):
        found, _ = undo([[("x", "ana"), ("x", "ben"), ("y", "eva")]], ["x", "y"])
        assert found == [DOUBTFUL, "eva"]

    def test_where_all_were_the_same_it_does_not_matter(self, undo):
        assert undo([[("x", "ana"), ("x", "ana")]], ["x"])[0] == ["ana"]

    def test_there_are_no_more_than_were_noted(self, undo):
        assert undo([[("x", "ana")]], ["x", "x"])[0] == [DOUBTFUL, DOUBTFUL]

    def test_of_two_runs_it_is_the_one_that_released_the_rest(self, undo):
        runs = [[("x", "ana"), ("y", "eva")], [("x", "ben"), ("z", "ida")]]
        assert undo(runs, ["x", "z"])[0] == ["ben", "ida"]
        assert undo(runs, ["x"])[0] == [DOUBTFUL]

    @pytest.mark.parametrize(
        ("earlier", "output", "wanted"),
        [
            (
                [("x", "ana"), ("x", "ben")],
                ["x", "y", "z", "x"],
                [DOUBTFUL, "eva", "ida", DOUBTFUL],
            ),
            ([("w", "ana")], ["w", "y", "z"], [UNKNOWN, "eva", "ida"]),
        ],
    )
    def test_what_the_end_of_its_run_held_is_not_taken_from_another(
        self, undo, earlier, output, wanted
    ):
        cut = [("y", "eva"), ("z", "ida"), ("x", "mia")]
        assert undo([earlier, cut], output, sealed=False)[0] == wanted

    def test_a_run_that_was_made_twice_is_one(self, undo):
        run = [("x", "ana"), ("x", "ben")]
        assert undo([run, run], ["x", "x"])[0] == ["ana", "ben"]

    def test_what_no_run_released_is_not_known(self, undo):
        found, undone = undo([[("x", "ana")]], ["x", "z"])
        assert found == ["ana", UNKNOWN]
        assert not undone.unsealed

    def test_a_run_without_its_seal_is_told(self, undo):
        found, undone = undo([[("x", "ana")]], ["x"], sealed=False)
        assert found == ["ana"]
        assert undone.unsealed


def note(number, released, original):
    cell = Cell("text", text_hash(released), ((0, len(released), original),))
    return RowNote(row_digest({"text": released}), number, {"text": cell})
