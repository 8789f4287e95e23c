"""Web pages (.html), read with their tags; scripts and comments go.

What of a page is shown, and what stands in its attributes, is told from its tags where all texts
are searched (`core/hypertext.py`), so a page is written as the text that was read.
"""

from __future__ import annotations

from html import unescape

from ....core.hypertext import ATTRIBUTE, TAG, value_span
from ....core.later import regex
from ...errors import Errors
from ..decoding import decoded
from .content import Content, Unreadable, counted_kinds, names_in
from .limits import FileAllowance
from .sweep import Sweep

SCRIPT, COMMENT = "script (dropped)", "comment (dropped)"
_MARK = regex.compile(
    rf"""(?P<script><script\b.*?(?:</script[^<>]*+>|\Z))"""
    rf"""|(?P<comment><!--(?:-?>|.*?(?:--!?>|\Z))|<(?!!doctype\b)[!?][^>]{{0,1000}}+>)"""
    rf"""|(?P<style><style\b[^<>]*+>)(?P<rules>.*?)(?P<end></style[^<>]*+>|\Z)"""
    rf"""|</?(?:o|w|v|m|x|st1):[^<>]*+>|{TAG}""",
    regex.S | regex.I,
)
"""A tag with a colon is an Office program's own, such as <o:p>, and says nothing."""
_NO_RULES = regex.compile(
    r"""/\*.*?(?:\*/|\Z)|<!--|-->|<"""
    r"""|\bcontent\s*+:(?:"[^"]*+"|'[^']*+'|[^;}"'])*+|\burl\([^)]*+\)""",
    regex.S | regex.I,
)
"""Of a style sheet: what a reader sees and nobody searches, and names of files."""
_CHARSET = regex.compile(r"""(?<=charset)\s*=\s*["']?([\w.:-]+)""", regex.I)
_CHARSET_BYTES = regex.compile(
    rb"""<(?:meta\b|\?xml\b)[^>]*?(?:charset|encoding)\s*=\s*["']?([\w.:-]+)""", regex.I
)
_HEAD = 4096
_UNSEEN = regex.compile(r"[\0-\x20]+")
_PEOPLE = frozenset(
    ("author", "creator", "changedby", "dc.creator", "dcterms.creator", "dc.contributor",
     "article:author")
)  # fmt: skip
"""Names of properties that hold people."""


def read(data: bytes, allowance: FileAllowance, encoding: str) -> Content:
    """A page without its scripts and comments, with its tags.

    data (bytes): The file.
    allowance (FileAllowance): How many tags and attributes it may have.
    encoding (str): Where the page does not tell its own.
    RAISES (Unreadable): E738 for what is no text, E789 for one that hides scripts or in another
        encoding, E796 for one with more tags than people write.
    """
    allowance.unpack(len(data))
    allowance.mark(data)
    allowance.step(data.count(b"&"))
    page = Page(decoded(data, encoding, told_encoding(data)))
    return Content(page.source, names_in(page.people), counted_kinds(page.unsearched))


def told_encoding(data: bytes) -> str:
    """The encoding that a page tells; "" for none."""
    told = _CHARSET_BYTES.search(data[:_HEAD])
    return told[1].decode() if told else ""


class Page:
    """A page whose scripts, comments and embedded files were taken away.

    source (str): The page.
    RAISES (Unreadable): E789 for one that has a script or a comment even so.
    """

    def __init__(self, source: str) -> None:
        self.people: list[str] = []
        self.unsearched: list[str] = []
        self.source = _MARK.sub(self._kept, source)
        for mark in _MARK.finditer(self.source):
            if mark["script"] or mark["comment"]:
                raise Unreadable(Errors.E789, reason="a script or a comment is hidden in another")

    def _kept(self, mark: regex.Match[str]) -> str:
        """What stays of a tag, a script, a comment or a style sheet."""
        if mark["script"] or mark["comment"]:
            self.unsearched.append(SCRIPT if mark["script"] else COMMENT)
            return ""
        if mark["style"]:
            return str(mark["style"] + _NO_RULES.sub("", mark["rules"]) + mark["end"])
        if not mark["tag"]:
            return ""
        tag = mark["tag"].lower()
        if tag == "img":
            self.unsearched.append("image")
        if tag == "meta":
            self._note_people(mark["rest"])
        start, end = (place - mark.start() for place in mark.span("rest"))
        rest = ATTRIBUTE.sub(self._attribute, mark["rest"])
        return f"{mark[0][:start]}{rest}{mark[0][end:]}"

    def _attribute(self, mark: regex.Match[str]) -> str:
        """What stays of an attribute: no script, no file written out, and our own charset."""
        whole, name = str(mark[0]), mark["name"].lower()
        start, end = (place - mark.start() for place in value_span(mark))
        if name.startswith("on"):
            self.unsearched.append(SCRIPT)
            return ""
        if end < 0:
            return whole
        value = whole[start:end]
        scheme = _UNSEEN.sub("", unescape(value))[:11].lower()
        if scheme.startswith(("data:", "javascript:", "vbscript:")):
            self.unsearched.append("embedded file (dropped)" if scheme[0] == "d" else SCRIPT)
            value = ""
        elif name == "style":
            value = _NO_RULES.sub("", value)
        elif name == "charset" or (name == "content" and "charset" in value.lower()):
            value = "utf-8" if name == "charset" else _CHARSET.sub("=utf-8", value)
        return whole[:start] + value + whole[end:]

    def _note_people(self, rest: str) -> None:
        """Note whom a property of the page names."""
        values = {}
        for mark in ATTRIBUTE.finditer(rest):
            start, end = value_span(mark)
            values[mark["name"].lower()] = unescape(rest[start:end]) if end >= 0 else ""
        if (values.get("name") or values.get("property", "")).strip().lower() in _PEOPLE:
            self.people.append(values.get("content", ""))


def swept(source: str, sweep: Sweep) -> str:
    """A page without what was replaced in its text, in its attributes and style sheets, too.

    source (str): The page.
    sweep (Sweep): What must not stand there.
    """

    def attribute(mark: regex.Match[str]) -> str:
        start, end = (place - mark.start() for place in value_span(mark))
        whole = str(mark[0])
        return whole if end < 0 else whole[:start] + sweep.cleared(whole[start:end]) + whole[end:]

    def tag(mark: regex.Match[str]) -> str:
        if mark["style"]:
            return str(mark["style"] + sweep.cleared(mark["rules"]) + mark["end"])
        start, end = (place - mark.start() for place in mark.span("rest"))
        return f"{mark[0][:start]}{ATTRIBUTE.sub(attribute, mark['rest'] or '')}{mark[0][end:]}"

    return str(_MARK.sub(tag, source)) if sweep else source
