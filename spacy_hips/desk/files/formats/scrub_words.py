"""What of a Word document goes, stays or is renamed, by the names of elements and attributes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ....core.later import re

OFFICE = (
    "http://schemas.openxmlformats.org/", "http://schemas.microsoft.com/office/",
    "http://purl.oclc.org/ooxml/", "urn:schemas-microsoft-com:", "http://purl.org/dc/",
    "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2001/XMLSchema",
)  # fmt: skip
"""How the namespaces of Office begin; nobody else's elements are shown."""

DROPPED = frozenset(
    (
        # of files, accounts and programs
        "docVars", "mailMerge", "attachedTemplate", "fldData", "presenceInfo", "attachedSchema",
        "saveThroughXslt", "smartTagType", "smartTagPr", "customXmlPr", "dataBinding",
        "placeholder", "docPartObj", "docPartList", "captions", "proofState", "permStart",
        "permEnd", "writeProtection", "documentProtection", "webExtensionLinked",
        "webExtensionCreated",
        # ids that are the same in all copies
        "rsids", "rsid", "docId", "nsid", "tmpl", "creationId", "themeFamily",
        # of parts that go
        "OLEObject", "control", "externalData", "svgBlip", "embedTrueTypeFonts",
        "saveSubsetFonts", "embedSystemFonts", "contentPart", "movie", "sound",
        # of charts, figures and themes: names of files, samples, headers of a print
        "pivotSource", "printSettings", "custClrLst", "sampData", "styleData", "clrData",
        # macros
        "entryMacro", "exitMacro", "macroWll", "aliases",
    )
)  # fmt: skip
"""Elements that no reader sees, and what belongs to them."""
DROPPED_ATTRIBUTES = frozenset(
    ("textId", "anchorId", "editId", "durableId", "gfxdata", "ed", "edGrp", "docLocation",
     "tgtFrame", "userId", "providerId", "macro", "phldrT", "target", "macroName", "bwMode")
)  # fmt: skip
DROPPED_BELOW = frozenset((("id", "sdtPr"), ("name", "abstractNum")))
"""Elements that go, and in which."""
DROPPED_IN = frozenset(
    (("imagedata", "title"), ("imagedata", "href"), ("title", "val"), ("desc", "val"))
)
"""Elements with attributes of theirs: names of files, titles of a kind of figure."""
MARKED = frozenset(
    (("bookmarkStart", "name"), ("moveFromRangeStart", "name"), ("moveToRangeStart", "name"),
     ("hyperlink", "anchor"))
)  # fmt: skip
"""Elements and attributes that name a mark."""
VALUED = frozenset(
    ("alias", "tag", "tblCaption", "tblDescription", "default", "statusText", "helpText",
     "listEntry", "listItem", "attr", "lvlText")
)  # fmt: skip
"""Elements whose value is text, which is read."""
FREE_VALUES = VALUED | {"name", "mathFont"}
"""Elements whose value may be more than one word."""
NAMED: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("theme", "name"): "Office", ("clrScheme", "name"): "Office",
        ("fontScheme", "name"): "Office", ("fmtScheme", "name"): "Office",
        ("smartTag", "element"): "item", ("customXml", "element"): "item",
        ("smartTag", "uri"): "urn:item", ("customXml", "uri"): "urn:item",
    }
)  # fmt: skip
"""Attributes that must be there, and what they get."""
TEXTS = frozenset(
    ("t", "delText", "instrText", "delInstrText", "v", "pt", "f", "formatCode",
     "title", "subject", "description", "keywords", "category", "creator", "lastModifiedBy")
)  # fmt: skip
"""Elements whose text is read, or made anew. Nobody writes into others."""
STYLE_IDS = frozenset(
    ("pStyle", "rStyle", "tblStyle", "basedOn", "next", "link", "numStyleLink", "styleLink",
     "clickAndTypeStyle", "defaultTableStyle")
)  # fmt: skip
SIGNS = frozenset(("chr", "begChr", "endChr", "sepChr"))
"""Elements of formulas whose value is one sign."""
FREE_ATTRIBUTES = frozenset(
    (
        # read as text, or exchanged with it
        "descr", "title", "alt", "instr", "displayText", "lastValue", "tooltip", "string", "href",
        "author", "value",
        # fonts
        "typeface", "ascii", "hAnsi", "cs", "eastAsia", "font", "script",
        # drawings, in a small language of their own
        "style", "path", "adj", "eqn", "fmla", "formula", "fillcolor", "strokecolor", "color",
        "color2", "colors", "textboxrect", "connectlocs", "limo", "position", "xrange", "yrange",
        "points", "inset", "dashstyle",
        # names of namespaces
        "uri", "Ignorable", "Requires", "ProcessContent", "MustUnderstand",
    )
)  # fmt: skip
"""Attributes that may hold more than one word."""

MARK = re.compile(
    r"_(?:Toc|Ref|Hlk|Hlt|MON_|PictureBullets|msoanchor_)?\d*|_GoBack|OLE_LINK\d+|mark\d+"
)
"""Names of marks that programs give."""

_STYLES = (
    r"Normal", r"(?:heading|index|toc) [1-9]", r"Normal Indent", r"(?:footnote|annotation) text",
    r"(?:index |toa |note |toc )?heading", r"(?:message )?header", r"footer", r"caption",
    r"table of (?:figures|authorities)", r"envelope (?:address|return)",
    r"(?:footnote|annotation|endnote|subtle|intense) reference", r"(?:line|page) number",
    r"endnote text", r"macro(?: text)?", r"List(?: Bullet| Number| Continue)?(?: [2-5])?",
    r"(?:book |sub)?title", r"Closing", r"(?:E-mail )?Signature", r"Default Paragraph Font",
    r"Body Text(?: Indent)?(?: [23])?", r"Salutation", r"Date", r"Body Text First Indent(?: 2)?",
    r"Block Text", r"(?:Followed)?Hyperlink", r"Strong", r"(?:subtle |intense )?emphasis",
    r"Document Map", r"Plain Text", r"HTML (?:Top|Bottom) of Form",
    r"HTML (?:Acronym|Address|Cite|Code|Definition|Keyboard|Preformatted|Sample)",
    r"HTML (?:Typewriter|Variable)", r"Normal \(Web\)",
    r"Normal Table", r"annotation subject", r"No List", r"Outline List [123]",
    r"Table (?:Simple|Classic|Colorful|Columns|Grid|List|3D effects|Web) [1-8]",
    r"Table (?:Contemporary|Elegant|Professional|Subtle [12]|Grid|Theme)", r"Balloon Text",
    r"Placeholder Text", r"No Spacing",
    r"(?:Light (?:Shading|List|Grid)|Medium (?:Shading|List|Grid) [123])(?: Accent [1-6])?",
    r"(?:Dark List|Colorful (?:Shading|List|Grid))(?: Accent [1-6])?", r"List Paragraph",
    r"(?:Intense )?Quote", r"Bibliography", r"Plain Table [1-5]", r"Grid Table Light",
    r"(?:Grid|List) Table [1-7](?: Light| Dark| Colorful)?(?: Accent [1-6])?", r"Revision",
    r"(?:Unresolved )?Mention", r"Smart (?:Hyperlink|Link)", r"Hashtag",
)  # fmt: skip
BUILT_IN = re.compile(rf"(?:{'|'.join(_STYLES)})(?: Char\d?)*", re.I)
"""Names of styles that every Word has."""
