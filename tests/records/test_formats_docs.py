"""The examples of docs/formats.md: each is read as what it shows, and its table says what is so."""

import re
from pathlib import Path

import pytest

from spacy_hips.cli import _app
from spacy_hips.desk.annotations.registry import FORMATS, make_reader

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text("utf8")
SECTIONS = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", PAGE, re.S | re.M))
EXAMPLES = {
    name: match[1]
    for name, section in SECTIONS.items()
    if (match := re.search(r"```(?:json|text)\n(.*?)```", section, re.S))
}
TEXT = "By Ana Ruiz: ana@x.org"


def test_every_format_has_a_section_and_an_example():
    assert set(SECTIONS) == set(FORMATS)
    assert set(EXAMPLES) == set(FORMATS) - {"spacy"}


@pytest.mark.parametrize("form", EXAMPLES)
def test_an_example_reads_as_what_it_shows(form, tmp_path):
    name = {"brat": "e1.ann", "jsonl": "a.jsonl", "conll": "a.conll"}.get(form, "a.json")
    path = tmp_path / name
    path.write_text(EXAMPLES[form], "utf8")
    if form == "brat":
        (tmp_path / "e1.txt").write_text(TEXT)
        path = tmp_path
    misfits = []
    (record,) = make_reader(form)(path, misfits.append)
    assert misfits == [] and (record.id, record.text) == ("e1", TEXT)
    spans = [(s.start, s.end, s.label) for s in record.spans]
    assert spans == [(3, 11, "NAME_STUDENT"), (13, 22, "EMAIL")]


def test_the_table_says_what_formats_can_hold():
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", PAGE.partition("## Examples")[0], re.M)
    assert [name for name, _ in rows] == list(FORMATS)
    for name, row in rows:
        form = FORMATS[name]
        endings, *cells = row.split("|")
        told = [cell.strip() == "yes" for cell in cells]
        assert told[:4] == [form.scores, form.persons, form.tokens, form.fields], name
        assert re.findall(r"`(\.\w+)`", endings) == list(form.endings), name


@pytest.mark.filterwarnings("ignore:.*W101")
def test_the_code_and_the_commands_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for code in reversed(re.findall(r"```python\n(.*?)```", PAGE, re.S)):
        exec(compile(code, "docs/formats.md", "exec"), {})
    assert capsys.readouterr().out == "1 [(5, 8, 'PERSON')]\n"
    for command in re.findall(r"^spacy-hips (convert .*)$", PAGE, re.M):
        Path("tasks.json").unlink(missing_ok=True)
        Path("tasks.xml").unlink(missing_ok=True)
        assert _app.main(command.split()) == 0, command
    assert sorted(p.name for p in Path("brat").iterdir()) == ["1.ann", "1.txt", "annotation.conf"]
