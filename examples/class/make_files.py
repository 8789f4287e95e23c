"""Write some files of the class as Word documents and a spreadsheet.

    python make_files.py FOLDER

The first five essays become FOLDER/essays/*.docx, whose author and header name the student as real
ones do, and the roster becomes FOLDER/roster.xlsx. Needs python-docx and openpyxl; what is not
installed is left out, and said.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

HERE = Path(__file__).parent
DOCUMENTS = 5


def main() -> None:
    """Write what the installed libraries can write."""
    if len(sys.argv) != 2:
        sys.exit("Name a folder: python make_files.py FOLDER")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for make in (write_documents, write_roster):
        try:
            sys.stdout.write(make(folder) + "\n")
        except ImportError as error:
            sys.stdout.write(f"left out: {error.name} is not installed\n")


def write_documents(folder: Path) -> str:
    """Some essays as .docx: a paragraph a line, the student's name in header and properties."""
    from docx import Document

    place = folder / "essays"
    place.mkdir(exist_ok=True)
    for row in rows("essays.csv")[:DOCUMENTS]:
        document = Document()
        document.core_properties.author = row["name"]
        document.sections[0].header.paragraphs[0].text = f"{row['name']}, {row['date']}"
        for line in filter(None, row["text"].split("\n")):
            document.add_paragraph(line)
        document.save(str(place / f"{row['name'].split()[-1]}_{row['essay']}.docx"))
    return f"{place}: {DOCUMENTS} documents"


def write_roster(folder: Path) -> str:
    """The roster as .xlsx."""
    from openpyxl import Workbook

    book = Workbook()
    table = rows("roster.csv")
    for line in [list(table[0]), *(list(row.values()) for row in table)]:
        book.active.append(line)
    path = folder / "roster.xlsx"
    book.save(path)
    return f"{path}: {len(table)} people"


def rows(name: str) -> list[dict[str, str]]:
    """A table of the class."""
    with (HERE / name).open(encoding="utf8", newline="") as file:
        return list(csv.DictReader(file))


if __name__ == "__main__":
    main()
