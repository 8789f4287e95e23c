"""PDF, read as text: pages put together again, line ends undone where the program made them."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from ....core.later import re
from ....text.lexicon.tables import name_tables
from ...errors import Errors
from .content import Content, Unreadable, counted_kinds, names_in, needed
from .limits import FileAllowance

EDGE = 3
"""So many lines at the top and at the bottom of a page may be its header and its footer."""
SHARE = 0.6
"""A header stands on at least this share of the pages."""
_NUMBERS = frozenset(("#", "- # -", "-#-", "Page #", "page #", "# / #", "#/#", "Page # of #"))
NARROW = 30
"""Characters of the shortest line that is taken to be full."""
FULL = 0.75
"""A line of this share of the usual width runs on in the next, unless a sentence ends it."""
_PAGE, _STEP = 50, 16
"""What a page costs to read, and how many bytes of drawing cost as much as an element of XML."""
_DRAWS = re.compile(rb"/([^\s/<>()\[\]{}%]+)\s+Do\b")
_DIGITS = re.compile(r"\d+")
_HYPHEN = re.compile(r"([^\W\d_]+)[-\u00ad\u2010]\Z")
_FIRST = re.compile(r"[^\W\d_]+")
_ENDS = re.compile(r"[.!?:][\"'\u2019\u201d)\]]*\s*\Z")
_PROPERTIES = ("/Title", "/Subject", "/Keywords")


def read(data: bytes, allowance: FileAllowance) -> Content:
    """The text of a PDF, then its properties.

    data (bytes): The file.
    allowance (FileAllowance): What it may unpack to.
    RAISES (Unreadable): E787 without pypdf, E788 for a password, E789 for a broken file, E790 for
        one without text.
    """
    pypdf, problems = needed("documents", "pypdf", "pypdf.errors")
    if b"%PDF-" not in data[:1024]:
        raise Unreadable(Errors.E789, reason="it is no PDF")
    try:
        with _quiet():
            pages, kinds, about = _taken_apart(pypdf.PdfReader(BytesIO(data)), allowance)
    except (Unreadable, RecursionError):
        raise
    except problems.DependencyError:
        raise Unreadable(Errors.E788) from None
    except Exception:  # whatever a broken file makes pypdf raise
        raise Unreadable(Errors.E789, reason="it is no whole PDF") from None
    if not any(line.strip() for page in pages for line in page):
        raise Unreadable(Errors.E790)
    described = "\n".join(text for key in _PROPERTIES if (text := about.get(key, "").strip()))
    text = "\n\n".join(part for part in (put_together(pages), described) if part)
    return Content(text, names_in([about.get("/Author")]), counted_kinds(kinds))


def _taken_apart(
    reader: Any, allowance: FileAllowance
) -> tuple[list[list[str]], list[str], dict[str, str]]:
    """The lines of each page, the kinds of what cannot be searched, and the properties."""
    if reader.is_encrypted and not reader.decrypt(""):
        raise Unreadable(Errors.E788)
    for page in reader.pages:
        allowance.step(_PAGE + _drawn(page, {}) // _STEP)
    pages = [_lines(page.extract_text()) for page in reader.pages]
    kinds = [kind for page in reader.pages for kind in _beside(page)]
    kinds += ["page without text" for page in pages if not any(page)]
    return pages, kinds, {str(k): str(v) for k, v in (reader.metadata or {}).items()}


def put_together(pages: Sequence[Sequence[str]]) -> str:
    """The text of pages: headers and footers once, words and lines joined that the page parted.

    pages (Sequence): The lines of each page.
    """
    pages = [_trimmed(page) for page in pages]
    top = _repeated(pages)
    bottom = _repeated([page[::-1] for page in pages])
    seen: set[str] = set()
    lines: list[str] = []
    for page in pages:
        edges = {
            **{number: top[number] for number in range(len(top))},
            **{len(page) - 1 - number: bottom[number] for number in range(len(bottom))},
        }
        for number, line in enumerate(page):
            key = _key(line)
            if key and edges.get(number) == key:
                if key in seen or key in _NUMBERS:
                    continue
                seen.add(key)
            lines.append(line)
    return "\n".join(_unwrapped(lines))


def _trimmed(page: Sequence[str]) -> list[str]:
    """A page without empty lines at its edges."""
    kept = [number for number, line in enumerate(page) if line.strip()]
    return list(page[kept[0] : kept[-1] + 1]) if kept else []


def _repeated(pages: Sequence[Sequence[str]]) -> list[str]:
    """What stands at the top of most pages, line by line, up to the first line that does not.

    Numbers may count on in the outermost line only: below it "Question 2" is rather a text.
    """
    out: list[str] = []
    for depth in range(EDGE):
        found = [page[depth] for page in pages if len(page) > depth]
        keys = Counter(_key(line) for line in found) if depth == 0 else Counter(found)
        key, count = next(iter(keys.most_common(1)), ("", 0))
        alike = len({line for line in found if _key(line) == _key(key)}) == 1
        least = 2 if alike or _key(key) in _NUMBERS else 3
        if not key or count < max(least, SHARE * len(pages)):
            break
        out.append(_key(key))
    return out


def _key(line: str) -> str:
    return _DIGITS.sub("#", " ".join(line.split()))


def _unwrapped(lines: Sequence[str]) -> Iterator[str]:
    """The lines of paragraphs, joined."""
    long = sorted(len(line) for line in lines if line.strip())
    full = max(NARROW, FULL * (long[int(0.9 * (len(long) - 1))] if long else 0))
    open_line = ""
    last = 0
    for line in lines:
        if open_line and line.strip() and last >= full and _goes_on(open_line, line):
            open_line = _joined(open_line, line)
        else:
            if open_line:
                yield open_line
            open_line = line
            if not line.strip():
                yield ""
                open_line = ""
        last = len(line)
    if open_line:
        yield open_line


def _goes_on(line: str, following: str) -> bool:
    """Does a full line run on in the next one? A sentence may end at its end by chance."""
    if _HYPHEN.search(line):
        return True
    return not _ENDS.search(line) or following[:1].islower()


def _joined(line: str, following: str) -> str:
    """Two lines as one; a hyphen goes where the word without it is known, or its parts are none."""
    before, after = _HYPHEN.search(line), _FIRST.match(following)
    if not before or not after:
        return f"{line} {following}"
    tables = name_tables()
    one, two = before[1], after[0]
    parted = all(tables.is_common_word(word) for word in (one, two))
    if not tables.is_common_word(one + two) and (parted or two[:1].isupper()):
        return line + following
    return line[: before.end(1)] + following


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.split("\n")]


def _drawn(node: Any, known: dict[int, int]) -> int:
    """Bytes of drawing in a page or a form, those of the forms in it as often as they are drawn.

    node (Any): The page or form.
    known (dict): Those of forms that were counted, by their number.
    RAISES (RecursionError): Where a form draws itself.
    """
    contents = node.get_contents() if hasattr(node, "get_contents") else node
    data: bytes = contents.get_data() if contents is not None else b""
    resources = node.get("/Resources")
    objects = resources.get_object().get("/XObject") if resources is not None else None
    objects = objects.get_object() if objects is not None else {}
    total = len(data)
    for name, count in Counter(_DRAWS.findall(data)).items():
        form = objects.get("/" + name.decode("latin-1"))
        form = form.get_object() if form is not None else {}
        if form.get("/Subtype") == "/Form":
            if id(form) not in known:
                known[id(form)] = _drawn(form, known)
            total += count * known[id(form)]
    return total


def _beside(page: Any) -> Iterator[str]:
    """What of a page is no text."""
    resources = page.get("/Resources")
    objects = resources.get_object().get("/XObject") if resources is not None else None
    for value in (objects.get_object() if objects is not None else {}).values():
        if value.get_object().get("/Subtype") == "/Image":
            yield "image"
    for value in page.get("/Annots") or ():
        if "/Contents" in value.get_object():
            yield "comment (left out)"


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep pypdf from logging what is wrong with a file: it may quote it."""
    logger = logging.getLogger("pypdf")
    was = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(was)
