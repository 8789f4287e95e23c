"""PDF, OpenDocument and rich text: read as text, and refused where there is none to read."""

from __future__ import annotations

import pytest

from spacy_hips.desk.files.formats.content import Unreadable, names_in
from spacy_hips.desk.files.formats.kinds import KINDS, kind_of

from .made import odt, parts, pdf, rtf, zipped

for module in ("lxml", "pypdf", "striprtf"):
    pytest.importorskip(module, reason="needs the extra documents")


def read(kind: str, data: bytes):
    return KINDS[kind].read(data)


LONG = "This is the first line of a paragraph that the page ends and not the writer"


class TestPdf:
    def test_lines_that_the_page_ended_are_joined(self):
        lines = (LONG, "and it goes on here.", "A new line.", "Short", "and short")
        text = read("pdf", pdf(lines)).text
        assert text == f"{LONG} and it goes on here.\nA new line.\nShort\nand short"

    @pytest.mark.parametrize(
        ("end", "start", "joined"),
        [
            ("an exam-", "ple of this.", "an example of this."),
            ("my well-", "known teacher.", "my well-known teacher."),
            ("so says Anne-", "Marie here.", "so says Anne-Marie here."),
            ("so says Moy-", "oson here.", "so says Moyoson here."),
            ("in 2019-", "2020 it was.", "in 2019- 2020 it was."),
        ],
    )
    def test_a_word_that_the_page_parted_is_whole(self, end, start, joined):
        first = f"{'x' * 70} {end}"
        assert read("pdf", pdf((first, start))).text == f"{'x' * 70} {joined}"

    def test_headers_and_footers_that_repeat_stand_once(self):
        pages = [
            (f"Moyo {n}", f"The text of page {w} stands here.", "School", str(n))
            for n, w in enumerate(("one", "two", "three"), 1)
        ]
        text = read("pdf", pdf(*pages)).text
        assert text.count("Moyo") == text.count("School") == 1
        assert text.count("The text of page") == 3
        assert text.splitlines()[0] == "Moyo 1"

    def test_two_pages_that_begin_alike_keep_what_differs(self):
        text = read("pdf", pdf(("Ana Ruiz", "one", "two", "three", "four", "five"), ("six",))).text
        assert text == "Ana Ruiz\none\ntwo\nthree\nfour\nfive\nsix"

    def test_only_the_outermost_line_may_count_on(self):
        pages = [
            ("Moyo", f"Question {n}", f"answer {w}") for n, w in ((1, "a"), (2, "b"), (3, "c"))
        ]
        text = read("pdf", pdf(*pages)).text
        assert text == "Moyo\nQuestion 1\nanswer a\nQuestion 2\nanswer b\nQuestion 3\nanswer c"

    def test_properties(self):
        content = read("pdf", pdf(("Hi.",), info="/Author (Tendai Moyo) /Title (On bees)"))
        assert content.people == ("Tendai Moyo",)
        assert content.text == "Hi.\n\nOn bees"

    @pytest.mark.parametrize(
        ("data", "code"),
        [
            (b"", "E789"),
            (b"%PDF-1.7 and no more", "E789"),
            (pdf(("x",))[:300], "E789"),
            (pdf(()), "E790"),
            (pdf(("  ",), (" ",)), "E790"),
        ],
    )
    def test_what_holds_no_text(self, data, code):
        with pytest.raises(Unreadable, match=code):
            read("pdf", data)

    def test_a_password(self):
        from io import BytesIO

        from pypdf import PdfReader, PdfWriter

        out = BytesIO()
        writer = PdfWriter(clone_from=PdfReader(BytesIO(pdf(("Hi.",)))))
        writer.encrypt("secret", algorithm="RC4-128")
        writer.write(out)
        with pytest.raises(Unreadable, match="E788"):
            read("pdf", out.getvalue())


class TestOdt:
    def test_lines_notes_headers_and_properties(self):
        body = (
            "<text:h>Head</text:h><text:p>I am <text:span>Ten</text:span>dai<text:s text:c='2'/>x"
            "<text:tab/>y<text:line-break/>z<text:note><text:note-body><text:p>a note</text:p>"
            "</text:note-body></text:note>.</text:p><table:table><table:table-row>"
            "<table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b"
            "</text:p></table:table-cell></table:table-row></table:table>"
        )
        content = read(
            "odt",
            odt(
                body,
                "<text:p>Moyo 1</text:p>",
                "<dc:title>Bees</dc:title><dc:creator>Tendai Moyo</dc:creator>",
            ),
        )
        assert content.text == "Head\nI am Tendai  x\ty\nz.\na\tb\n\na note\nMoyo 1\n\nBees"
        assert content.people == ("Tendai Moyo",)

    def test_comments_and_changes_tell_people(self):
        body = (
            "<text:p>Hi<office:annotation><dc:creator>Ruth Achterberg</dc:creator>"
            "<text:p>Well done</text:p></office:annotation></text:p>"
        )
        content = read("odt", odt(body))
        assert (content.text, content.people) == ("Hi\n\nWell done", ("Ruth Achterberg",))

    def test_a_password(self):
        entries = parts(odt("<text:p>x</text:p>"))
        entries["META-INF/manifest.xml"] = b"<manifest><encryption-data/></manifest>"
        with pytest.raises(Unreadable, match="E788"):
            read("odt", zipped(entries))

    @pytest.mark.parametrize("data", [b"", b"text", zipped({"a.xml": b"<a/>"})])
    def test_what_is_none(self, data):
        with pytest.raises(Unreadable, match="E789"):
            read("odt", data)


class TestRtf:
    def test_text_and_properties(self):
        info = r"{\author Tendai Moyo}{\operator Windows User}{\title On bees}"
        content = read("rtf", rtf(r"I am Ren\'e9 \b Moyo\b0 .", "Two.", info=info))
        assert content.text == "I am René Moyo.\nTwo.\n\nOn bees"
        assert content.people == ("Tendai Moyo",)

    @pytest.mark.parametrize("data", [b"", b"text", b"\x00" * 20])
    def test_what_is_none(self, data):
        with pytest.raises(Unreadable, match="E789"):
            read("rtf", data)


@pytest.mark.parametrize(
    ("names", "people"),
    [
        (["Tendai Moyo", None, "", "Tendai  Moyo"], ("Tendai Moyo",)),
        (["Windows User", "user", "Microsoft Office User", "python-docx", "Student 2", "HP"], ()),
        (["LibreOffice 7.5", "openpyxl", "Microsoft® Word 2019", "Word 2016", "Un-named", "A"], ()),
        (["Windows-Benutzer", "Usuario de Windows", "Microsoft Office-användare", "Gebruiker"], ()),
        (["Userova", "Hp Lindqvist"], ("Userova", "Hp Lindqvist")),
        (["Ana Page", "Guest Okafor", "J R", "王小明", "LAPTOP-AMARA"],) * 2,
    ],
)
def test_who_is_somebody(names, people):
    assert names_in(names) == tuple(people)


def test_a_missing_package_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pypdf", None)
    with pytest.raises(Unreadable, match=r"E787.*pypdf.*spacy-hips\[documents\]"):
        read("pdf", pdf(("x",)))


def test_kinds_go_by_the_ending():
    assert kind_of("a/B.DOCX") is KINDS["docx"]
    assert kind_of("a.pptx") is None
    assert [name for name, kind in KINDS.items() if kind.in_place] == ["docx", "eml"]
