"""Write some files of the class as Word documents and a spreadsheet.

    python make_files.py FOLDER

The first five essays become FOLDER/documents/*.docx, whose author and header name the student as
real ones do, and FOLDER/submissions.zip, as Moodle exports them. Essays and roster become
FOLDER/essays.xlsx and FOLDER/roster.xlsx. Needs python-docx and openpyxl; what is not installed is
left out, and said.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

HERE = Path(__file__).parent
DOCUMENTS = 5


def main() -> None:
    """Write what the installed libraries can write."""
    if len(sys.argv) != 2:
        sys.exit("Name a folder: python make_files.py FOLDER")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for make in (write_documents, write_tables):
        try:
            sys.stdout.write(make(folder) + "\n")
        except ImportError as error:
            sys.stdout.write(f"left out: {error.name} is not installed\n")


def write_documents(folder: Path) -> str:
    """Some essays as .docx: a paragraph a line, the student's name in header and properties."""
    from docx import Document

    place = folder / "documents"
    place.mkdir(exist_ok=True)
    archive = ZipFile(folder / "submissions.zip", "w", ZIP_DEFLATED)
    for number, row in enumerate(rows("essays.csv")[:DOCUMENTS], 4001):
        document = Document()
        document.core_properties.author = row["name"]
        document.sections[0].header.paragraphs[0].text = f"{row['name']}, {row['date']}"
        for line in filter(None, row["text"].split("\n")):
            document.add_paragraph(line)
        path = place / f"{row['name'].split()[-1]}_{row['essay']}.docx"
        document.save(str(path))
        archive.write(path, f"{row['name']}_{number}_assignsubmission_file/{row['essay']}.docx")
    archive.close()
    return f"{place}, {archive.filename}: {DOCUMENTS} documents"


def write_tables(folder: Path) -> str:
    """Essays and roster as .xlsx."""
    from openpyxl import Workbook

    for name in ("essays", "roster"):
        book = Workbook()
        table = rows(f"{name}.csv")
        for line in [list(table[0]), *(list(row.values()) for row in table)]:
            book.active.append(line)
        book.save(folder / f"{name}.xlsx")
    return f"{folder}: essays.xlsx, roster.xlsx"


def rows(name: str) -> list[dict[str, str]]:
    """A table of the class."""
    with (HERE / name).open(encoding="utf8", newline="") as file:
        return list(csv.DictReader(file))


if __name__ == "__main__":
    main()
