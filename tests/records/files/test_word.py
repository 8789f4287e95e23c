"""Word documents: read whole, rewritten in place, and no part of the zip keeps an original."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from spacy_hips.desk.files.file_formats import PEOPLE
from spacy_hips.desk.files.formats.content import Unreadable
from spacy_hips.desk.files.formats.kinds import KINDS
from spacy_hips.desk.files.formats.pictures import EMPTY

from .made import docx, linked, parts, replaced, standing, zipped

pytest.importorskip("lxml", reason="needs the extra documents")
word = pytest.importorskip("docx", reason="needs python-docx, which the extra test brings")

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NEW = {
    "Tendai Moyo": "Farai Ncube", "Tendai": "Farai", "Moyo": "Ncube", "TM": "FN",
    "Ruth Achterberg": "Ilse Pietersen", "Achterberg": "Pietersen", "Ruth": "Ilse",
    "tendai.moyo@uni.org": "farai.ncube@example.org",
}  # fmt: skip
ORIGINALS = ("tendai", "moyo", "ruth", "achterberg")


read, rewrite = KINDS["docx"].read, KINDS["docx"].rewrite


def anonymized(data: bytes, new: dict[str, str] = NEW) -> bytes:
    content = read(data)
    people = "\n".join(content.people)
    cells = {"text": replaced(content.text, new), PEOPLE: replaced(people, new)}
    return rewrite(data, cells, content.text)


def with_body(body: str, **others: bytes) -> bytes:
    """A document whose body is given as XML; `others` are parts by name, "__" for "/"."""
    entries = parts(docx())
    head = (
        f'<w:document xmlns:w="{W}" xmlns:r="{R}" xmlns:a="http://schemas.openxmlformats.org/'
        'drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/'
        'wordprocessingDrawing" xmlns:v="urn:schemas-microsoft-com:vml" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
    )
    entries["word/document.xml"] = f"{head}<w:body>{body}</w:body></w:document>".encode()
    for name, data in others.items():
        entries[name.replace("__", "/").replace("_xml", ".xml").replace("_rels", ".rels")] = data
    return zipped(linked(entries))


def p(*runs: str) -> str:
    return "<w:p>" + "".join(f"<w:r><w:t>{run}</w:t></w:r>" for run in runs) + "</w:p>"


def test_paragraphs_and_tables_are_lines():
    document = word.Document()
    document.core_properties.comments = ""
    document.add_paragraph("One\ttab")
    document.add_paragraph("")
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "Name\nfirst", "Mail"
    document.add_paragraph("Two")
    out = BytesIO()
    document.save(out)
    assert read(out.getvalue()).text == "One\ttab\n\nName first\tMail\nTwo"


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "cuts", [*combinations(range(len("Tendai Moyo") + 1), 2), (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)]
)
def test_a_name_that_runs_part_comes_out_whole(cuts):
    name = "Tendai Moyo"
    places = [0, *cuts, len(name)]
    runs = [name[a:b] for a, b in pairwise(places)]
    data = with_body(p("I am ", *runs, "."))
    assert read(data).text == "I am Tendai Moyo."
    assert read(anonymized(data)).text == "I am Farai Ncube."


BODIES = {
    "insertion": '<w:p><w:ins w:author="Ruth Achterberg" w:date="2021-03-04T05:06:07Z" w:id="1">'
    "<w:r><w:t>by Tendai Moyo</w:t></w:r></w:ins></w:p>",
    "deletion": '<w:p><w:r><w:t>by </w:t></w:r><w:del w:author="Ruth Achterberg" w:id="1">'
    "<w:r><w:delText>Tendai Moyo</w:delText></w:r></w:del><w:r><w:t> here</w:t></w:r></w:p>",
    "part deleted": '<w:p><w:r><w:t>by Tendai </w:t></w:r><w:del w:author="Ruth Achterberg" '
    'w:id="1"><w:r><w:delText>Mo</w:delText></w:r></w:del><w:ins w:author="Ruth Achterberg" '
    'w:id="2"><w:r><w:t>Mi</w:t></w:r></w:ins><w:r><w:t>yo</w:t></w:r></w:p>',
    "moved": '<w:p><w:moveFrom w:author="Ruth Achterberg" w:id="1"><w:r><w:t>Tendai Moyo</w:t>'
    "</w:r></w:moveFrom></w:p>",
    "changed look": '<w:p><w:pPr><w:pPrChange w:id="1" w:author="Ruth Achterberg" '
    'w:date="2021-03-04T05:06:07Z"><w:pPr/></w:pPrChange></w:pPr></w:p>',
    "field": '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK '
    '"mailto:tendai.moyo@uni.org" </w:instrText></w:r></w:p>',
    "simple field": '<w:p><w:fldSimple w:instr=" AUTHOR Tendai Moyo "><w:r><w:t>Tendai Moyo</w:t>'
    "</w:r></w:fldSimple></w:p>",
    "content control": '<w:sdt><w:sdtPr><w:alias w:val="Tendai Moyo"/><w:tag w:val="Tendai Moyo"/>'
    '<w:date w:fullDate="2021-03-04T00:00:00Z"/></w:sdtPr><w:sdtContent>'
    + p("Tendai", " Moyo")
    + "</w:sdtContent></w:sdt>",
    "bookmark": '<w:p><w:bookmarkStart w:id="0" w:name="Tendai_Moyo"/><w:bookmarkEnd w:id="0"/>'
    '<w:hyperlink w:anchor="Tendai_Moyo" w:tooltip="Tendai Moyo"><w:r><w:t>Tendai Moyo</w:t></w:r>'
    "</w:hyperlink></w:p>",
    "text box": "<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:docPr id='1' "
    "name='Tendai 1' descr='Tendai Moyo at school' title='Moyo'/><w:txbxContent>"
    + p("Ten", "dai Moyo")
    + "</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape alt='Tendai Moyo'>"
    "<v:textbox><w:txbxContent>"
    + p("Ten", "dai Moyo")
    + "</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    "</w:p>",
    "word art": "<w:p><w:r><w:pict><v:shape><v:textpath string='Tendai Moyo'/></v:shape></w:pict>"
    "</w:r></w:p>",
    "form field": "<w:p><w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:textInput><w:default "
    "w:val='Tendai Moyo'/></w:textInput><w:statusText w:val='Moyo'/></w:ffData></w:fldChar></w:r>"
    "</w:p>",
    "smart tag": "<w:p><w:smartTag w:element='PersonName'><w:smartTagPr><w:attr w:name='n' "
    "w:val='Tendai Moyo'/></w:smartTagPr><w:r><w:t>Tendai Moyo</w:t></w:r></w:smartTag></w:p>",
    "nested table": "<w:tbl><w:tr><w:tc><w:tbl><w:tr><w:tc>"
    + p("Tendai ", "Moyo")
    + "</w:tc></w:tr></w:tbl></w:tc></w:tr></w:tbl>",
    "picture": "<w:p><w:r><w:drawing><wp:inline><wp:docPr id='1' name='moyo.jpg'/></wp:inline>"
    "</w:drawing></w:r></w:p>",
    "comment of XML": "<!-- Tendai Moyo -->" + p("Tendai Moyo"),
    "hidden": "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>Tendai Moyo</w:t></w:r></w:p>",
}


@pytest.mark.few(6)
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_wherever_an_original_stands_in_the_body_it_goes(body):
    data = with_body(body)
    assert standing(data, ORIGINALS)
    new = anonymized(data)
    assert not standing(new, ORIGINALS)
    assert b"2021-03-04" not in b"".join(parts(new).values())
    word.Document(BytesIO(new))
    # What is hidden stays hidden, and what is read again is what was written.
    assert not standing(anonymized(new, {"nobody": "x"}), ORIGINALS)


def test_a_bookmark_and_its_links_get_one_new_name():
    code = "<w:p><w:r><w:instrText> PAGEREF Tendai</w:instrText></w:r><w:r><w:instrText>_Moyo \\h "
    code += "</w:instrText></w:r></w:p>"
    new = parts(anonymized(with_body(BODIES["bookmark"] + code)))["word/document.xml"].decode()
    assert 'w:name="mark1"' in new
    assert 'w:anchor="mark1"' in new
    assert "PAGEREF mark1 \\h" in new


def test_marks_of_programs_keep_their_names():
    body = (
        '<w:p><w:bookmarkStart w:id="0" w:name="_Toc123"/><w:hyperlink w:anchor="_Toc123"/></w:p>'
    )
    new = parts(anonymized(with_body(body)))["word/document.xml"].decode()
    assert new.count("_Toc123") == 2


def test_a_style_of_somebodys_own_gets_a_number_and_those_of_word_keep_their_names():
    document = word.Document()
    document.styles.add_style("Tendai Moyo", 1).base_style = document.styles["Heading 1"]
    document.add_paragraph("x", style="Tendai Moyo")
    document.add_paragraph("y", style="List Bullet")
    old = {style.name for style in document.styles} - {"Tendai Moyo"}
    out = BytesIO()
    document.save(out)
    new = word.Document(BytesIO(anonymized(out.getvalue(), {"nobody": "x"})))
    (own,) = {style.name for style in new.styles} - old
    assert own.startswith("Style ")
    assert [p.style.name for p in new.paragraphs] == [own, "List Bullet"]
    assert new.paragraphs[0].style.base_style.name == "Heading 1"


def test_ids_that_all_copies_of_a_document_have_are_gone():
    body = '<w:p w:rsidR="00A1B2C3" w14:paraId="1A2B3C4D" w14:textId="77777777"/>'.replace(
        "w14:", "x:"
    ).replace("<w:p ", '<w:p xmlns:x="http://schemas.microsoft.com/office/word/2010/wordml" ')
    settings = (
        f'<w:settings xmlns:w="{W}" xmlns:x="http://schemas.microsoft.com/office/word/2010/wordml">'
        '<w:rsids><w:rsidRoot w:val="00A1B2C3"/></w:rsids><x:docId x:val="5E6F7A8B"/></w:settings>'
    )
    new = anonymized(with_body(body, word__settings_xml=settings.encode()))
    assert not standing(new, ("00A1B2C3", "1A2B3C4D", "77777777", "5E6F7A8B", "rsid"))


def test_parts_are_found_whatever_their_case_and_get_plain_names():
    entries = parts(with_body(p("x"), word__header9_xml=PARTS["word__header3_xml"].encode()))
    entries["WORD/Header9.XML"] = entries.pop("word/header9.xml")
    data = zipped(entries)
    assert read(data).text == "x\n\nMoyo 1"
    new = parts(anonymized(data))
    assert "word/header9.xml" in new or "word/header1.xml" in new
    assert not standing(zipped(new), ORIGINALS)


def test_what_no_link_leads_to_is_dropped():
    entries = {**parts(with_body(p("x"))), "word/header77.xml": PARTS["word__header3_xml"].encode()}
    assert read(zipped(entries)).unsearched["other part (dropped)"] == 1
    assert not standing(anonymized(zipped(entries), {"nobody": "x"}), ORIGINALS)


PARTS = {
    "word__comments_xml": f'<w:comments xmlns:w="{W}"><w:comment w:id="0" w:author="Ruth '
    f'Achterberg" w:initials="RA" w:date="2021-03-04T05:06:07Z">{p("Well done Tendai")}'
    "</w:comment></w:comments>",
    "word__footnotes_xml": f'<w:footnotes xmlns:w="{W}"><w:footnote w:id="1">{p("Moyo")}'
    "</w:footnote></w:footnotes>",
    "word__endnotes_xml": f'<w:endnotes xmlns:w="{W}"><w:endnote w:id="1">{p("Moyo")}</w:endnote>'
    "</w:endnotes>",
    "word__header3_xml": f'<w:hdr xmlns:w="{W}">{p("Moyo ", "1")}</w:hdr>',
    "word__footer3_xml": f'<w:ftr xmlns:w="{W}">{p("Tendai Moyo")}</w:ftr>',
    "word__people_xml": '<w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/'
    'wordml"><w15:person w15:author="Ruth Achterberg"><w15:presenceInfo w15:providerId="AD" '
    'w15:userId="S::ruth.achterberg@uni.org"/></w15:person></w15:people>',
    "word__settings_xml": f'<w:settings xmlns:w="{W}"><w:docVars><w:docVar w:name="who" '
    'w:val="Tendai Moyo"/></w:docVars></w:settings>',
    "word__styles_xml": f'<w:styles xmlns:w="{W}"><w:style w:styleId="x"><w:name w:val="Tendai '
    'Moyo"/></w:style></w:styles>',
    "word__glossary__document_xml": f'<w:glossaryDocument xmlns:w="{W}"><w:docParts><w:docPart>'
    f"<w:docPartBody>{p('Tendai', ' Moyo')}</w:docPartBody></w:docPart></w:docParts>"
    "</w:glossaryDocument>",
    "word__charts__chart1_xml": '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/'
    '2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:p>'
    "<a:r><a:t>Tendai Moyo</a:t>"
    "</a:r></a:p><c:strCache><c:pt><c:v>Tendai Moyo</c:v></c:pt></c:strCache></c:chartSpace>",
    "customXml__item1_xml": "<sources><author>Tendai Moyo</author></sources>",
    "docProps__custom_xml": '<Properties><property name="who"><lpwstr>Tendai Moyo</lpwstr>'
    "</property></Properties>",
    "docProps__app_xml": "<Properties><Pages>1</Pages><Company>Moyo</Company><Manager>Ruth"
    "</Manager><Template>Moyo.dotm</Template></Properties>",
    "word___rels__document_xml_rels": '<Relationships xmlns="http://schemas.openxmlformats.org/'
    'package/2006/relationships"><Relationship Id="rId1" Type="x/hyperlink" TargetMode="External" '
    'Target="mailto:tendai%2Emoyo%40uni.org"/><Relationship Id="rId2" Type="x/attachedTemplate" '
    'TargetMode="External" Target="file:///C:\\Users\\moyo\\a.dotm"/></Relationships>',
}


@pytest.mark.few(5)
@pytest.mark.parametrize("name", PARTS)
def test_wherever_an_original_stands_in_another_part_it_goes(name):
    data = with_body(p("By Tendai Moyo."), **{name: PARTS[name].encode()})
    new = anonymized(data)
    assert not standing(new, ORIGINALS)
    word.Document(BytesIO(new))


def test_people_of_properties_are_told_and_programs_are_not():
    assert read(docx("x", author="Tendai Moyo")).people == ("Tendai Moyo",)
    assert read(docx("x", author="python-docx")).people == ()
    assert read(with_body(BODIES["insertion"])).people == ("Ruth Achterberg",)


def test_a_thumbnail_goes_and_pictures_lose_their_names():
    entries = parts(with_body(p("Tendai Moyo")))
    entries["docProps/thumbnail.jpeg"] = b"thumbnail"
    entries["word/media/moyo at home.png"] = EMPTY + b"Tendai"
    entries["word/media/moyo.emf"] = b"drawing of Tendai"
    entries["word/embeddings/oleObject1.bin"] = b"sheet"
    data = zipped(linked(entries))
    assert read(data).unsearched == {
        "embedded object (dropped)": 1, "image": 1, "custom XML (dropped)": 1,
        "picture of another form (emptied)": 1,
    }  # fmt: skip
    new = parts(anonymized(data))
    assert "docProps/thumbnail.jpeg" not in new
    names = [name for name in new if name.startswith("word/media/")]
    assert len(names) == 2
    for name in names:
        assert ("/" + name).encode() in new["word/_rels/document.xml.rels"]
        assert new[name] == EMPTY
    assert not standing(anonymized(data), ORIGINALS)


def test_macros_are_dropped_and_the_type_with_them():
    entries = parts(with_body(p("Tendai Moyo")))
    entries["word/vbaProject.bin"] = b"Sub Moyo()"
    entries["[Content_Types].xml"] = entries["[Content_Types].xml"].replace(
        b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
        b"application/vnd.ms-word.document.macroEnabled.main+xml",
    )
    new = anonymized(zipped(entries))
    assert "word/vbaProject.bin" not in parts(new)
    assert read(zipped(entries)).unsearched["macros (dropped)"] == 1
    word.Document(BytesIO(new))


def test_the_same_document_gives_the_same_bytes():
    data = docx("By Tendai Moyo.")
    assert anonymized(data) == anonymized(data)


def test_lines_of_an_address_stay_lines():
    data = with_body(p("12 Oak Street") + p("Leeds"))
    new = {"12 Oak Street\nLeeds": "9 Elm Road\nDover"}
    assert read(anonymized(data, new)).text == "9 Elm Road\nDover"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "E789"),
        (b"PK\x03\x04 and no more", "E789"),
        (zipped({"a.txt": b"x"}), "E789"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "E788"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 an old one", "E789"),
        (zipped({"../evil.xml": b"x"}), "E791"),
        (zipped({"C:/evil.xml": b"x"}), "E791"),
        (zipped({"bomb.xml": b"\0" * (40 << 20)}), "E796"),
        (zipped({**parts(docx("x")), "word/header1.xml": b"<a>" + b"<b/>" * 800_000}), "E796"),
        (zipped({**parts(docx("x")), "word/header1.xml": b"<a" + b" b=''" * 800_000}), "E796"),
        (zipped({**parts(docx("x")), "word/media/image1.png": b"\0" * (34 << 20)}), "E796"),
        (zipped({**parts(docx("x")), "WORD/document.xml": b"<a/>"}), "E791"),
    ],
)
def test_what_is_no_document_is_refused(data, code):
    with pytest.raises(Unreadable, match=code):
        read(data)


@pytest.mark.parametrize(
    "broken",
    [b"<w:document", b'<!DOCTYPE d [<!ENTITY e "Tendai">]><d>&e;</d>', b"", b"\xff\xfe\x00"],
)
def test_a_broken_main_part_is_refused(broken):
    entries = {**parts(docx("x")), "word/document.xml": broken}
    with pytest.raises(Unreadable, match="E789"):
        read(zipped(entries))


def test_a_file_that_changed_since_it_was_read_is_not_rewritten():
    with pytest.raises(Unreadable, match="E795"):
        rewrite(docx("x"), {}, "another text")


def test_a_document_within_a_document_is_refused():
    entries = {**parts(docx("x")), "word/aFChunk1.html": b"<p>Tendai Moyo</p>"}
    with pytest.raises(Unreadable, match=r"E789.*another document"):
        read(zipped(linked(entries)))


def test_no_place_of_a_document_keeps_what_was_not_read(load_script):
    """A secret in every place that could hold one: it is read, or it is gone."""
    planted = load_script(Path(__file__).parents[3] / "benchmarks/promise_checks/planted.py")
    data, secrets = planted.planted()
    content = read(data)
    shown = "\n".join((content.text, *content.people))
    new = rewrite(data, {}, content.text)
    assert len(secrets) > 90
    for place, secret in secrets.items():
        assert planted.walked(data, secret), place
        assert (secret in shown) == place.endswith("*"), place
        assert secret in shown or not planted.walked(new, secret), place
    seen = [secret for secret in secrets.values() if secret in shown]
    names = {secret: f"Name{number}" for number, secret in enumerate(seen)}
    new = anonymized(data, names)
    assert not [place for place, secret in secrets.items() if planted.walked(new, secret)]
    assert not standing(new, ["Zog"])


@pytest.mark.parametrize(
    "merged",
    ["<w:gridSpan w:val='3'/>", "<w:vMerge w:val='restart'/>", "<w:hMerge w:val='restart'/>"],
)
def test_a_name_in_merged_cells_of_a_table_is_found_and_replaced_once(merged):
    rest = merged.replace(" w:val='restart'", "").replace(" w:val='3'", "")
    cells = f"<w:tc><w:tcPr>{merged}</w:tcPr>{p('Tendai ', 'Moyo')}</w:tc>"
    more = f"<w:tc><w:tcPr>{rest}</w:tcPr>{p('')}</w:tc>"
    row = "<w:tr>{}<w:tc>" + p("Essay") + "</w:tc></w:tr>"
    body = f"<w:tbl>{row.format(cells)}{row.format(more)}</w:tbl>"
    new = anonymized(with_body(body))
    assert not standing(new, ["tendai", "moyo"])
    assert read(new).text.count(NEW["Tendai Moyo"]) == 1
