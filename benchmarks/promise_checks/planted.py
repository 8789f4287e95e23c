"""A Word document with a secret of its own in every place that could hold one.

`planted()` gives the file and the secrets by their places. Each is one invented word, which no
table knows: nothing but its place tells that it is somebody's.
"""

# ruff: noqa: E501 (rows of XML)

from __future__ import annotations

import base64
import struct
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from itertools import product

OFFICE = "http://schemas.openxmlformats.org/"
MICROSOFT = "http://schemas.microsoft.com/office/"
RELATIONS = OFFICE + "officeDocument/2006/relationships/"
SPACES = {
    "w": OFFICE + "wordprocessingml/2006/main", "r": RELATIONS.rstrip("/"),
    "a": OFFICE + "drawingml/2006/main", "pic": OFFICE + "drawingml/2006/picture",
    "wp": OFFICE + "drawingml/2006/wordprocessingDrawing", "m": OFFICE + "officeDocument/2006/math",
    "mc": OFFICE + "markup-compatibility/2006", "c": OFFICE + "drawingml/2006/chart",
    "dgm": OFFICE + "drawingml/2006/diagram", "w14": MICROSOFT + "word/2010/wordml",
    "w15": MICROSOFT + "word/2012/wordml", "wp14": MICROSOFT + "word/2010/wordprocessingDrawing",
    "v": "urn:schemas-microsoft-com:vml", "o": "urn:schemas-microsoft-com:office:office",
    "asvg": MICROSOFT + "drawing/2016/SVG/main", "a16": MICROSOFT + "drawing/2014/main",
    "cp": OFFICE + "package/2006/metadata/core-properties", "own": "urn:somebodys:own",
    "dc": "http://purl.org/dc/elements/1.1/", "dcterms": "http://purl.org/dc/terms/",
    "dsp": MICROSOFT + "drawing/2008/diagram", "cx": MICROSOFT + "drawing/2014/chartex",
    "thm15": MICROSOFT + "thememl/2012/main", "w16cid": MICROSOFT + "word/2016/wordml/cid",
}  # fmt: skip

# Pieces of the body; "@" is the secret. A name with a star says that readers can see it.
BODY = {
    "run*": "<w:p><w:r><w:t>By @.</w:t></w:r></w:p>",
    "hidden run*": "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>@</w:t></w:r></w:p>",
    "field code*": '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> AUTHOR @ '
    "</w:instrText></w:r></w:p>",
    "simple field*": '<w:p><w:fldSimple w:instr=" DOCPROPERTY @ "/></w:p>',
    "field data": '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:fldData>@</w:fldData></w:fldChar>'
    "</w:r></w:p>",
    "deleted*": '<w:p><w:del w:id="1" w:author="Word"><w:r><w:delText>@</w:delText></w:r></w:del>'
    "</w:p>",
    "inserted*": '<w:p><w:ins w:id="2" w:author="Word"><w:r><w:t>@</w:t></w:r></w:ins></w:p>',
    "author of a change*": '<w:p><w:ins w:id="3" w:author="@"><w:r><w:t>x</w:t></w:r></w:ins></w:p>',
    "author of a look*": '<w:p><w:pPr><w:pPrChange w:id="4" w:author="@"><w:pPr/></w:pPrChange>'
    "</w:pPr></w:p>",
    "initials": '<w:p><w:ins w:id="5" w:author="Word" w:initials="@"/></w:p>',
    "moved": '<w:p><w:moveFromRangeStart w:id="6" w:name="@"/></w:p>',
    "content control*": '<w:sdt><w:sdtPr><w:alias w:val="@"/></w:sdtPr><w:sdtContent/></w:sdt>',
    "tag of a control*": '<w:sdt><w:sdtPr><w:tag w:val="@"/></w:sdtPr><w:sdtContent/></w:sdt>',
    "choice of a control*": '<w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText="@" '
    'w:value="1"/></w:dropDownList></w:sdtPr><w:sdtContent/></w:sdt>',
    "placeholder": '<w:sdt><w:sdtPr><w:placeholder><w:docPart w:val="@"/></w:placeholder></w:sdtPr>'
    "<w:sdtContent/></w:sdt>",
    "binding": '<w:sdt><w:sdtPr><w:dataBinding w:xpath="/@" w:storeItemID="@"/></w:sdtPr>'
    "<w:sdtContent/></w:sdt>",
    "gallery": '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="@"/></w:docPartObj></w:sdtPr>'
    "<w:sdtContent/></w:sdt>",
    "name of a form field": '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="@"/>'
    "</w:ffData></w:fldChar></w:r></w:p>",
    "macro of a form field": '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:entryMacro '
    'w:val="@"/></w:ffData></w:fldChar></w:r></w:p>',
    "default of a form field*": '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:textInput>'
    '<w:default w:val="@"/></w:textInput></w:ffData></w:fldChar></w:r></w:p>',
    "bookmark": '<w:p><w:bookmarkStart w:id="7" w:name="@"/><w:bookmarkEnd w:id="7"/><w:hyperlink '
    'w:anchor="@"><w:r><w:t>there</w:t></w:r></w:hyperlink><w:r><w:instrText> PAGEREF @ \\h '
    "</w:instrText></w:r></w:p>",
    "anchor of nothing": '<w:p><w:hyperlink w:anchor="@"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>',
    "frame of a link": '<w:p><w:hyperlink w:tgtFrame="@"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>',
    "tip of a link*": '<w:p><w:hyperlink w:tooltip="@"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>',
    "smart tag": '<w:p><w:smartTag w:uri="@" w:element="@"><w:smartTagPr><w:attr w:name="@" '
    'w:val="@"/></w:smartTagPr><w:r><w:t>x</w:t></w:r></w:smartTag></w:p>',
    "custom element": '<w:customXml w:element="@"><w:customXmlPr><w:attr w:name="x" w:val="@"/>'
    "</w:customXmlPr><w:p/></w:customXml>",
    "who may edit": '<w:p><w:permStart w:id="8" w:ed="DOMAIN\\@"/><w:permEnd w:id="8"/></w:p>',
    "style of a paragraph": '<w:p><w:pPr><w:pStyle w:val="@"/></w:pPr></w:p>',
    "caption of a table*": '<w:tbl><w:tblPr><w:tblCaption w:val="@"/></w:tblPr></w:tbl>',
    "style of a table": '<w:tbl><w:tblPr><w:tblStyle w:val="@"/></w:tblPr></w:tbl>',
    "cell*": "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>@</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
    "save of ids": '<w:p w:rsidR="@" w14:paraId="@" w14:textId="@"/>',
    "alternative text*": '<w:p><w:r><w:drawing><wp:inline wp14:anchorId="1" wp14:editId="2">'
    '<wp:docPr id="1" name="x" descr="@"/></wp:inline></w:drawing></w:r></w:p>',
    "name of a figure": '<w:p><w:r><w:drawing><wp:inline wp14:anchorId="@"><wp:docPr id="2" '
    'name="@"/></wp:inline></w:drawing></w:r></w:p>',
    "figure from a file": '<w:p><w:r><w:drawing><pic:pic><pic:nvPicPr><pic:cNvPr id="3" name="@.jpg"/>'
    '</pic:nvPicPr><pic:blipFill><a:blip r:embed="rIdPicture"><a:extLst><a:ext uri="{x}"><asvg:svgBlip '
    'r:embed="rIdSvg"/></a:ext></a:extLst></a:blip></pic:blipFill></pic:pic></w:drawing></w:r></w:p>',
    "id of a figure": "<w:p><w:r><w:drawing><a:extLst><a:ext uri='{x}'><a16:creationId id='@'/></a:ext>"
    "</a:extLst></w:drawing></w:r></w:p>",
    "text box*": "<w:p><w:r><mc:AlternateContent><mc:Fallback><w:pict><v:shape><v:textbox>"
    "<w:txbxContent><w:p><w:r><w:t>@</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict>"
    "</mc:Fallback></mc:AlternateContent></w:r></w:p>",
    "shape": '<w:p><w:r><w:pict><v:shape id="@" type="#@" o:gfxdata="@" target="@"><v:imagedata '
    'r:id="rIdPicture" o:title="@" o:href="@"/></v:shape></w:pict></w:r></w:p>',
    "word art*": '<w:p><w:r><w:pict><v:shape><v:textpath string="@"/></v:shape></w:pict></w:r></w:p>',
    "link of a shape*": '<w:p><w:r><w:pict><v:shape href="http://x.org/@"/></w:pict></w:r></w:p>',
    "formula*": "<w:p><m:oMath><m:r><m:t>@</m:t></m:r></m:oMath></w:p>",
    "sign of a formula": '<w:p><m:oMath><m:d><m:dPr><m:begChr m:val="@"/></m:dPr></m:d></m:oMath></w:p>',
    "embedded object": '<w:p><w:r><w:object><o:OLEObject ProgID="@" r:id="rIdObject"/></w:object></w:r>'
    "</w:p>",
    "control": '<w:p><w:r><w:control w:name="@" r:id="rIdControl"/></w:r></w:p>',
    "element of their own": "<own:secret own:of='@'>@</own:secret>",
    "attribute of their own": "<w:p own:by='@'/>",
    "text where none is": "<w:p>@<w:r>@</w:r></w:p>",
    "formula of no paragraph*": "<m:oMathPara><m:oMath><m:r><m:t>@</m:t></m:r></m:oMath></m:oMathPara>",
    "text in a look": "<w:p><w:pPr><w:t>@</w:t><w:rPr><w:instrText>@</w:instrText></w:rPr></w:pPr></w:p>",
    "text in no run": "<w:t>@</w:t><w:tbl><w:t>@</w:t><w:tr><w:t>@</w:t></w:tr></w:tbl>",
    "comment of XML": "<!-- @ --><?own @?>",
}
# Other parts: the type of the link, the name, and the XML, whose namespaces are added.
PARTS = {
    "header*": ("header", "WORD/HEADER1.XML", "<w:hdr><w:p><w:r><w:t>@</w:t></w:r></w:p></w:hdr>"),
    "footer*": ("footer", "word/@.xml", "<w:ftr><w:p><w:r><w:t>@</w:t></w:r></w:p></w:ftr>"),
    "footnote*": ("footnotes", "word/footnotes.xml", '<w:footnotes><w:footnote w:id="1"><w:p><w:r><w:t>'
                  "@</w:t></w:r></w:p></w:footnote></w:footnotes>"),
    "endnote*": ("endnotes", "word/endnotes.xml", '<w:endnotes><w:endnote w:id="1"><w:p><w:r><w:t>@'
                 "</w:t></w:r></w:p></w:endnote></w:endnotes>"),
    "comment*": ("comments", "word/comments.xml", '<w:comments><w:comment w:id="0" w:author="Word" '
                 'w:initials="W"><w:p><w:r><w:t>@</w:t></w:r></w:p></w:comment></w:comments>'),
    "person*": ("people", "word/people.xml", '<w15:people><w15:person w15:author="@"/></w15:people>'),
    "account": ("people", "word/people2.xml", '<w15:people><w15:person w15:author="Word"><w15:presenceInfo'
                ' w15:providerId="AD" w15:userId="S::@"/></w15:person></w15:people>'),
    "ids of comments": ("commentsIds", "word/commentsIds.xml", '<w16cid:commentsIds><w16cid:commentId '
                        'w16cid:paraId="@" w16cid:durableId="@"/></w16cid:commentsIds>'),
    "settings": ("settings", "word/settings.xml", '<w:settings><w:docVars><w:docVar w:name="@" w:val="@"/>'
                 '</w:docVars><w:rsids><w:rsidRoot w:val="@"/><w:rsid w:val="@"/></w:rsids><w14:docId '
                 'w14:val="@"/><w15:docId w15:val="{@}"/><w:mailMerge><w:connectString w:val="@"/>'
                 '<w:query w:val="@"/></w:mailMerge><w:attachedSchema w:val="@"/><w:captions><w:caption '
                 'w:name="@"/></w:captions><w:clickAndTypeStyle w:val="@"/><w:smartTagType '
                 'w:namespaceuri="@" w:name="@"/></w:settings>'),
    "styles": ("styles", "word/styles.xml", '<w:styles><w:latentStyles><w:lsdException w:name="@"/>'
               '</w:latentStyles><w:style w:type="paragraph" w:customStyle="1" w:styleId="@"><w:name '
               'w:val="@"/><w:aliases w:val="@"/><w:basedOn w:val="@"/><w:rsid w:val="@"/></w:style>'
               "</w:styles>"),
    "numbering": ("numbering", "word/numbering.xml", '<w:numbering><w:abstractNum w:abstractNumId="0"><w:nsid '
                  'w:val="@"/><w:tmpl w:val="@"/><w:name w:val="@"/></w:abstractNum></w:numbering>'),
    "text of a list*": ("numbering", "word/numbering2.xml", '<w:numbering><w:abstractNum w:abstractNumId='
                        '"0"><w:lvl><w:lvlText w:val="@ %1."/></w:lvl></w:abstractNum></w:numbering>'),
    "fonts": ("fontTable", "word/fontTable.xml", '<w:fonts><w:font w:name="@"/></w:fonts>'),
    "theme": ("theme", "word/theme/theme1.xml", '<a:theme name="@"><a:themeElements><a:clrScheme name="@"/>'
              '<a:fontScheme name="@"/></a:themeElements><a:custClrLst><a:custClr name="@"/></a:custClrLst>'
              '<a:extLst><a:ext uri="{x}"><thm15:themeFamily name="@" id="@"/></a:ext></a:extLst></a:theme>'),
    "web settings": ("webSettings", "word/webSettings.xml", '<w:webSettings><w:frameset><w:frame><w:name '
                     'w:val="@"/></w:frame></w:frameset></w:webSettings>'),
    "building blocks": ("glossaryDocument", "word/glossary/document.xml", "<w:glossaryDocument><w:docParts>"
                        '<w:docPart><w:docPartPr><w:name w:val="@"/></w:docPartPr><w:docPartBody><w:p><w:r>'
                        "<w:t>@</w:t></w:r></w:p></w:docPartBody></w:docPart></w:docParts>"
                        "</w:glossaryDocument>"),
    "chart*": ("chart", "word/charts/chart1.xml", "<c:chartSpace><c:chart><c:ser><c:tx><c:strRef><c:f>x</c:f>"
               "<c:strCache><c:pt><c:v>@</c:v></c:pt></c:strCache></c:strRef></c:tx></c:ser></c:chart>"
               "</c:chartSpace>"),
    "levels of a chart*": ("chart", "word/charts/chart2.xml", "<c:chartSpace><c:multiLvlStrCache><c:lvl><c:pt>"
                           "<c:v>@</c:v></c:pt></c:lvl></c:multiLvlStrCache></c:chartSpace>"),
    "name in a chart*": ("chart", "word/charts/chart3.xml", "<c:chartSpace><c:ser><c:tx><c:v>@</c:v></c:tx>"
                         "</c:ser></c:chartSpace>"),
    "sheet of a chart": ("chart", "word/charts/chart4.xml", "<c:chartSpace><c:pivotSource><c:name>[@.xlsx]@"
                         "</c:name></c:pivotSource><c:ser><c:val><c:numRef><c:f>'@'!$A$1</c:f><c:numCache>"
                         "<c:formatCode>\"@\" 0</c:formatCode><c:pt><c:v>1.5</c:v></c:pt></c:numCache></c:numRef>"
                         '</c:val></c:ser><c:numFmt formatCode="0 &quot;@&quot;"/><c:externalData r:id="x"/>'
                         "<c:printSettings><c:headerFooter><c:oddHeader>@</c:oddHeader></c:headerFooter>"
                         "</c:printSettings><c:extLst><c:ext uri='{x}'><c:f>@</c:f></c:ext></c:extLst>"
                         "</c:chartSpace>"),
    "new chart*": ("chartEx", "word/charts/chartEx1.xml", "<cx:chartSpace><cx:chartData><cx:strDim><cx:f>x</cx:f>"
                   "<cx:lvl><cx:pt idx='0'>@</cx:pt></cx:lvl></cx:strDim></cx:chartData></cx:chartSpace>"),
    "figure*": ("diagramData", "word/diagrams/data1.xml", "<dgm:dataModel><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r>"
                "<a:t>@</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>"),
    "ids of a figure": ("diagramData", "word/diagrams/data2.xml", '<dgm:dataModel><dgm:ptLst><dgm:pt modelId='
                        '"{0E2D1C3B-0000-4444-8888-123456789ABC}"><dgm:prSet phldrT="@"/></dgm:pt></dgm:ptLst>'
                        "</dgm:dataModel>"),
    "properties*": ("metadata/core-properties", "docProps/core.xml", "<cp:coreProperties><dc:title>@</dc:title>"
                    "</cp:coreProperties>"),
    "author*": ("metadata/core-properties", "docProps/core2.xml", "<cp:coreProperties><dc:creator>@"
                "</dc:creator></cp:coreProperties>"),
    "other properties": ("metadata/core-properties", "docProps/core3.xml", "<cp:coreProperties><dc:identifier>@"
                         "</dc:identifier><cp:contentStatus>@</cp:contentStatus><dc:language>@</dc:language>"
                         "<cp:version>@</cp:version></cp:coreProperties>"),
    "company": ("extended-properties", "docProps/app.xml", "<Properties><Company>@</Company><Manager>@"
                "</Manager><Template>@</Template><HyperlinkBase>@</HyperlinkBase></Properties>"),
    "custom properties": ("custom-properties", "docProps/custom.xml", "<Properties><property name='@'><x>@</x>"
                          "</property></Properties>"),
    "custom XML": ("customXml", "customXml/item1.xml", "<b><author>@</author></b>"),
    "unknown part": ("whatever", "word/whatever.xml", "<w:p><w:r><w:t>@</w:t></w:r></w:p>"),
    "wrong part": ("styles", "word/styles9.xml", "<w:document><w:t>@</w:t></w:document>"),
    "thumbnail": ("metadata/thumbnail", "docProps/thumbnail.jpeg", "@"),
    "embedded workbook": ("package", "word/embeddings/@.xlsx", "@"),
    "embedded font": ("font", "word/fonts/font1.odttf", "@"),
    "printer": ("printerSettings", "word/printerSettings/printerSettings1.bin", "@"),
    "labels": ("classificationlabels", "docMetadata/LabelInfo.xml", "<x>@</x>"),
    "ink": ("customXml", "word/ink/ink1.xml", "<ink>@</ink>"),
    "film": ("video", "word/media/@.mp4", "@"),
    "task": ("documenttasks", "word/documenttasks/documenttasks1.xml", "<x>@</x>"),
    "key map": ("keyMapCustomizations", "word/customizations.xml", "<x>@</x>"),
}  # fmt: skip


_FIGURES = (
    '<w:p><w:r><w:drawing><c:chart r:id="rIdChart"/><dgm:relIds r:dm="rIdData"/></w:drawing></w:r>'
    "</w:p>"
)


def planted() -> tuple[bytes, dict[str, str]]:
    """The file, and the secrets by their places; those of a place with a star can be seen."""
    words, secrets = _words(), {}

    def plant(place: str, text: str) -> str:
        secrets[place] = next(words)
        return text.replace("@", secrets[place])

    body = "".join(plant(place, text) for place, text in BODY.items()) + _FIGURES
    links, parts = [], {}
    for number, (place, (kind, name, text)) in enumerate(PARTS.items(), 1):
        place = f"{place.rstrip('*')} (part){'*' if place.endswith('*') else ''}"
        whole = plant(place, f"{kind}\n{name}\n{text}")
        kind, name, text = whole.split("\n", 2)
        parts[name] = _spaced(text)
        links.append((f"rId{number}", kind, name))
    for form, data in pictures().items():
        secret = secrets[f"picture ({form})"] = next(words)
        name = f"word/media/{secret}.{form}"
        parts[name] = data.replace(b"Secretplace", secret.encode().ljust(11)[:11])
        links.append((f"rId{secret}" if form == "png" else f"rIdX{form}", "image", name))
    picture = next(own for own, kind, name in links if name.endswith(".png"))
    svg = next(own for own, kind, name in links if name.endswith(".svg"))
    body = body.replace("rIdPicture", picture).replace("rIdSvg", svg)
    parts["word/document.xml"] = _spaced(f"<w:document><w:body>{body}</w:body></w:document>")
    parts["word/loose.xml"] = plant("loose part", "<x>@</x>").encode()
    entry = plant("comment of a part", "@")
    outside = plant("address*", "mailto:@@uni.org"), plant("address of a file", "file:///C:/@.docx")
    parts["word/_rels/document.xml.rels"] = _links(links, outside)
    parts["_rels/.rels"] = _links([("rId1", "officeDocument", "word/document.xml")], ())
    parts["[Content_Types].xml"] = _types(parts)
    return _zip(parts, entry), secrets


def pictures() -> dict[str, bytes]:
    """A picture of each form, with a secret beside its pixels."""
    word = b"Secretplace"
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x0f\x01\x02\0\x0b\0\0\0\x1a\0\0\0\0\0\0\0" + word
    jpeg = base64.b64decode(_JPEG)
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)), (b"tEXt", b"Author\0" + word),
        (b"iTXt", b"Author\0\0\0\0\0" + word), (b"eXIf", exif[6:]), (b"tIME", b"\x07\xe5\1\1\1\1\1"),
        (b"IDAT", zlib.compress(b"\0\0")), (b"IEND", b""),
    ]  # fmt: skip
    png = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(d)) + n + d + struct.pack(">I", zlib.crc32(n + d)) for n, d in chunks
    )
    gif = (
        b"GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff!\xfe\x0b"
        + word
        + b"\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;"
    )
    vp8 = b"VP8L\x0d\0\0\0\x2f\0\0\0\x10\7\x10\x11\x11\x88\x88\xfe\7\0\0"
    webp = b"WEBP" + vp8 + b"EXIF" + struct.pack("<I", 12) + word + b"\0"
    emf = (
        struct.pack("<II", 1, 130)
        + b"\0" * 32
        + b" EMF"
        + b"\0" * 64
        + word.decode().encode("utf-16-le")
    )
    segment = b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif
    note = b"\xff\xfe" + struct.pack(">H", len(word) + 2) + word
    return {
        "jpg": jpeg[:2] + segment + note + jpeg[2:] + word, "png": png + word, "gif": gif + word,
        "webp": b"RIFF" + struct.pack("<I", len(webp)) + webp + word,
        "tiff": b"II*\0\x08\0\0\0\1\0\x0f\1\2\0\x0b\0\0\0\x1a\0\0\0\0\0\0\0" + word,
        "emf": emf, "wmf": b"\xd7\xcd\xc6\x9a" + word,
        "svg": b"<svg xmlns='http://www.w3.org/2000/svg'><title>Secretplace</title></svg>",
    }  # fmt: skip


def walked(data: bytes, secret: str) -> list[str]:
    """The parts of a file that hold a secret, in any encoding: in their names or their bytes."""
    found = []
    forms = [secret.lower().encode(code) for code in ("utf8", "utf-16-le", "utf-16-be")]
    with zipfile.ZipFile(BytesIO(data)) as archive:
        for name in archive.namelist():
            part = (name.encode() + b"\n" + archive.read(name)).lower()
            if any(form in part for form in forms):
                found.append(name)
        raw = data.lower()
    return found or [form.decode("latin-1") for form in forms if form in raw]


def _words() -> Iterator[str]:
    """Invented words that no table has: Zogbabe, Zogbabi, ..."""
    for letters in product("bdfgkl", "aeiou", "mnprst", "aeiou"):
        yield "Zog" + "".join(letters)


def _spaced(text: str) -> bytes:
    """Some XML with the namespaces at its outermost element."""
    at = next((i for i, sign in enumerate(text) if sign in " />"), len(text))
    if not text.startswith("<"):
        return text.encode()
    spaces = "".join(f' xmlns:{short}="{long}"' for short, long in SPACES.items())
    return (text[:at] + spaces + text[at:]).encode()


def _links(links: list[tuple[str, str, str]], outside: tuple[str, ...]) -> bytes:
    rows = [f'<Relationship Id="{own}" Type="{RELATIONS}{kind}" Target="/{name}"/>'
            for own, kind, name in links]  # fmt: skip
    rows += [f'<Relationship Id="rIdOut{n}" Type="{RELATIONS}hyperlink" Target="{target}" '
             'TargetMode="External"/>' for n, target in enumerate(outside)]  # fmt: skip
    space = OFFICE + "package/2006/relationships"
    return f'<Relationships xmlns="{space}">{"".join(rows)}</Relationships>'.encode()


def _types(parts: dict[str, bytes]) -> bytes:
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    space = OFFICE + "package/2006/content-types"
    return (
        f'<Types xmlns="{space}"><Default Extension="xml" ContentType="application/xml"/><Override '
        f'PartName="/word/document.xml" ContentType="{main}"/></Types>'
    ).encode()


def _zip(parts: dict[str, bytes], comment: str) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            info = zipfile.ZipInfo(name)
            info.comment = comment.encode()
            archive.writestr(info, data)
        archive.comment = comment.encode()
    return out.getvalue()


_JPEG = (
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////"
    "////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAA"
    "AAD/2gAIAQEAAD8AN//Z"
)
