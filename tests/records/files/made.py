"""Files made for the tests, and what the tests look for in them."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO

from spacy_hips.core.spans import Replacement


def replaced(text: str, new: Mapping[str, str], label: str = "NAME_STUDENT") -> list[Replacement]:
    """Replace strings wherever they stand in a text."""
    if not new:
        return []
    pattern = re.compile("|".join(sorted(map(re.escape, new), key=len, reverse=True)))
    return [
        Replacement(m.start(), m.end(), 0, 0, label, "PERSON:1", "surrogate", new[m[0]])
        for m in pattern.finditer(text)
    ]


def parts(data: bytes) -> dict[str, bytes]:
    """The parts of a zip file."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {info.filename: archive.read(info) for info in archive.infolist()}


def zipped(entries: Mapping[str, bytes]) -> bytes:
    """A zip file."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return out.getvalue()


RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
BY_FOLDER = {"media": "image", "embeddings": "oleObject", "diagrams": "diagramData"}


def linked(entries: Mapping[str, bytes], source: str = "word/document.xml") -> dict[str, bytes]:
    """The parts of a document with a link to each, of the kind that its name tells."""
    out = dict(entries)
    folder, _, name = source.rpartition("/")
    place = f"{folder}/_rels/{name}.rels"
    rels = out.get(place, b"<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/"
                   b"relationships'></Relationships>")  # fmt: skip
    for number, part in enumerate(sorted(out), 100):
        last = part.rpartition("/")[2]
        known = f"/{last}".encode() in b"/".join(v for k, v in out.items() if k.endswith(".rels"))
        if known or last.encode() in rels or part.endswith((".rels", "Types].xml")):
            continue
        kind = re.sub(r"\d*\.\w+$", "", last)
        parent = part.rpartition("/")[0].rpartition("/")[2]
        kind = BY_FOLDER.get(
            parent, {"document": "glossaryDocument", "item": "customXml"}.get(kind, kind)
        )
        row = f'<Relationship Id="rId{number}" Type="{RELATIONS}{kind}" Target="/{part}"/>'
        rels = rels.replace(b"</Relationships>", row.encode() + b"</Relationships>")
    out[place] = rels
    return out


def standing(data: bytes, words: Sequence[str]) -> list[tuple[str, str]]:
    """Where words stand in the parts of a zip file, their names too."""
    return [
        (name, word)
        for name, part in parts(data).items()
        for word in words
        if word.lower() in (name + "\n" + part.decode("utf8", "replace")).lower()
    ]


def pdf(*pages: Sequence[str], info: str = "") -> bytes:
    """A PDF whose pages have lines of text, in the plainest form there is."""
    bodies: list[bytes] = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    bodies.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>")
    kids = []
    for lines in pages:
        shown = b" T* ".join(b"(%b) Tj" % _escaped(line) for line in lines)
        content = b"BT /F1 10 Tf 14 TL 50 780 Td %b ET" % shown
        kids.append(len(bodies) + 1)
        bodies.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 820] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % (len(bodies) + 2)
        )
        bodies.append(b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content))
    listed = b" ".join(b"%d 0 R" % kid for kid in kids)
    bodies[1] = b"<< /Type /Pages /Kids [%b] /Count %d >>" % (listed, len(kids))
    bodies.append(b"<< %b >>" % info.encode())
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(bodies, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + (
        b"xref\n0 %d\n0000000000 65535 f \n%btrailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\n"
        b"startxref\n%d\n%%%%EOF\n"
        % (len(bodies) + 1, table, len(bodies) + 1, len(bodies), len(out))
    )


def _escaped(line: str) -> bytes:
    return re.sub(rb"([()\\])", rb"\\\1", line.encode("latin-1"))


OFFICE = "urn:oasis:names:tc:opendocument:xmlns:"


def odt(body: str, styles: str = "", meta: str = "") -> bytes:
    """An OpenDocument text."""
    spaces = " ".join(
        f'xmlns:{short}="{OFFICE}{long}:1.0"'
        for short, long in (("office", "office"), ("text", "text"), ("table", "table"))
    )
    spaces += ' xmlns:dc="http://purl.org/dc/elements/1.1/"'

    def root(name: str, inside: str) -> bytes:
        return f"<office:{name} {spaces}>{inside}</office:{name}>".encode()

    text = f"<office:body><office:text>{body}</office:text></office:body>"
    return zipped(
        {
            "mimetype": b"application/vnd.oasis.opendocument.text",
            "content.xml": root("document-content", text),
            "styles.xml": root(
                "document-styles", f"<office:master-styles>{styles}</office:master-styles>"
            ),
            "meta.xml": root("document-meta", f"<office:meta>{meta}</office:meta>"),
            "META-INF/manifest.xml": b"<manifest/>",
        }
    )


def rtf(*paragraphs: str, info: str = "") -> bytes:
    """A document in rich text format."""
    body = "\\par\n".join(paragraphs)
    return f"{{\\rtf1\\ansi{{\\info{info}}}\\pard {body}\\par}}".encode("latin-1")


@cache
def _empty_docx() -> bytes:
    """The empty document of python-docx without its many styles of tables: 9,000 elements."""
    import docx as word
    from docx.enum.style import WD_STYLE_TYPE

    document = word.Document()
    tables = [style for style in document.styles if style.type == WD_STYLE_TYPE.TABLE]
    for style in tables:
        style.delete()
    rels = document.part.rels
    for key in [key for key, rel in rels.items() if rel.reltype.endswith("/stylesWithEffects")]:
        del rels[key]
    out = BytesIO()
    document.save(out)
    return out.getvalue()


def docx(*paragraphs: str, author: str = "") -> bytes:
    """A Word document with nothing but paragraphs."""
    import docx as word

    document = word.Document(BytesIO(_empty_docx()))
    properties = document.core_properties
    properties.author, properties.comments = author, ""
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    out = BytesIO()
    document.save(out)
    return out.getvalue()
