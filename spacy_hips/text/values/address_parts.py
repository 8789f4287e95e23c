"""Reads a postal address word by word: what each part of it is.

A part makes a street ("Avenue", "rue", "-straße"), a flat or a post box, is a code, a state or a
country, or is the name or the number of one of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from ...core.later import re
from ..lexicon.data_files import rows
from ..lexicon.language import every
from ..lexicon.tables import fold
from .gazetteer import Place, gazetteer
from .tables import word_set

_TOKEN = re.compile(
    r"(?P<line>\s*\n\s*)|(?P<sep>\s*[,;]\s*|\s+[-–·|]\s+)|(?P<space>\s+)"
    r"|(?P<ordinal>\d{1,4}(?:st|nd|rd|th)\b)|(?P<number>\d[\w/\-]*)"
    r"|(?P<word>[^\W\d_][^\W\d_'’.\-]*(?:['’\-][^\W\d_]+)*\.?)|(?P<other>.)",
    re.I | re.S,
)
_CODES = re.compile(
    r"(?<![\w\-])(?:(?P<gb>[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})|(?P<ca>[A-Z]\d[A-Z][\s-]?\d[A-Z]\d)"
    r"|(?P<nl>\d{4}\s?[A-Z]{2}(?=\s))|(?P<us>\d{5}-\d{4})"
    r"|(?P<dash>\d{5}-\d{3}|\d{4}-\d{3}|\d{2}-\d{3}|\d{3}-\d{4})"
    r"|(?P<pair>\d{3}\s\d{2}(?=\s))|(?P<plain>\d{4,6}))(?![\w\-])",
    re.I,
)
_UNITS = word_set(
    "apt apartment unit suite ste flat room rm floor fl bldg building dept lot space "
    "trailer piso apto apartamento depto etage étage bât bâtiment appt appartement wohnung "
    "whg stock block tower house hall door puerta portal escalera interno int lgh lejl kv "
    "mieszkanie sc ap bl no nr num n number nº № box p.o po p o pobox postfach apartado bp "
    "boîte postale casella caixa skrytka level lvl care of c o attn # postbus postboks "
    "private bag gpo locked bus blk hse plot stand erf villa flt rr hc hcr rfd rural pmb p.m.b "
    "site comp corner intersection junction lgh lägenhet number numéro número nummer hausnummer"
)
_DIRECTIONS = word_set(
    "n s e w ne nw se sw north south east west northeast northwest southeast southwest nord "
    "sud est ouest norte sur este oeste bis ter quater upper lower us state county old new"
)
LINKS = word_set(
    "de la le les du des del los las der den dem am an im in of the and y e da do dos das di "
    "dei della delle degli und et à a al zur zum auf van het 't"
)
# What makes a street also behind another: "Rose Apartments, Park Road".
_SECOND = word_set("street st road rd avenue ave lane marg")
_FLOORS = word_set("floor flr fl etage stock vaning piso")
_CORNERS = word_set("corner intersection junction crossing")


@cache
def _street_words() -> Mapping[str, tuple[str, str]]:
    """What each word that makes a street is: its place (after, before) and language."""
    table: dict[str, tuple[str, str]] = {}
    for row in rows("street_words.tsv"):
        if row["place"] != "suffix":
            for word in row["words"].split():
                table.setdefault(fold(word), (row["place"], row["lang"]))
    return table


@cache
def _suffixes() -> tuple[tuple[str, str], ...]:
    """Endings that make a street, the longest first, with their language."""
    pairs = [(w, r["lang"]) for r in rows("street_words.tsv") if r["place"] == "suffix"
             for w in r["words"].split()]  # fmt: skip
    return tuple(sorted(pairs, key=lambda p: -len(p[0])))


def suffix_of(text: str) -> tuple[str, str]:
    """The ending that makes a word a street, and its language."""
    plain = text.rstrip(".").lower()
    return next((suffix, lang) for suffix, lang in _suffixes() if plain.endswith(suffix))


@cache
def street_names() -> Mapping[str, tuple[str, ...]]:
    """Names of streets to draw from, by language."""
    return {r["lang"]: tuple(r["names"].split(";")) for r in rows("street_names.tsv")}


@dataclass
class AddressPart:
    """A piece of an address and what it is: line, sep, space, number, ordinal, word, code, other;
    a word may be found to be a kind (kept), a street, a city, a state, a country."""

    text: str
    kind: str
    role: str = ""
    place: Place | None = None


@dataclass(frozen=True)
class Street:
    """A street in an address.

    name (str): Its name, with the small words in it: "Baker", "des Lilas", "Haupt".
    kind (str): The word that makes it a street, as it is written: "St.", "rue", "straße".
    place (str): Where this stands: "after" or "before" the name, or as its "suffix".
    """

    name: str
    kind: str
    place: str


def streets_of(text: str) -> list[Street]:
    """The streets of an address, as the surrogate reads them.

    text (str): The address.
    RETURNS (list): In the order of the address.

        >>> streets_of("31 Garner Street, Leeds")
        [Street(name='Garner', kind='Street', place='after')]
    """
    out: list[Street] = []
    name: list[str] = []
    kind = ""
    for token in (*read_address(text), AddressPart("\n", "line")):
        named = token.kind == "ordinal" or token.role in ("street", "link")
        if token.role == "suffix":
            suffix = suffix_of(token.text)[0]
            stem = len(token.text.rstrip(".")) - len(suffix)
            lead = "".join(f"{word} " for word in name)
            out.append(Street(lead + token.text[:stem], token.text[stem:], "suffix"))
            name, kind = [], ""
        elif token.role == "after" and name:
            out.append(Street(" ".join(name), token.text, "after"))
            name, kind = [], ""
        elif token.role == "before":
            name, kind = [], token.text
        elif named:
            name.append(token.text)
        elif token.kind not in ("space", "other"):
            if kind and name:
                out.append(Street(" ".join(name), kind, "before"))
            name, kind = [], ""
    return out


def read_address(text: str) -> list[AddressPart]:
    """An address in tokens with their roles."""
    tokens: list[AddressPart] = []
    at = 0
    for match in _codes(text):
        tokens += _tokens(text[at : match.start()])
        tokens.append(AddressPart(match[0], "code", match.lastgroup or ""))
        at = match.end()
    tokens += _tokens(text[at:])
    street = False
    for segment in _segments(tokens):
        street = _roles(segment, street)
    _states(tokens)
    return tokens


def _tokens(text: str) -> list[AddressPart]:
    return [AddressPart(m[0], m.lastgroup or "other") for m in _TOKEN.finditer(text)]


def _codes(text: str) -> Iterable[re.Match[str]]:
    """Postal codes: letters and digits, or digits that do not begin the address or a street."""
    for match in _CODES.finditer(text):
        before = text[: match.start()]
        digits = match.lastgroup in ("plain", "dash", "pair")
        if digits and not re.search(r"[^\W\d_]", before):
            continue
        if match.lastgroup == "pair" and not re.search(r"[,\n]\s*(?:S-)?$", before):
            continue
        last = re.search(r"([^\W\d_]+|#)[\s.:]*$", before)
        word = fold(last[1]) if last else ""
        state = last is not None and _is_state(last[1])
        if digits and last is not None and not state and (last[1] == "#" or word in _UNITS):
            continue
        if digits and match.lastgroup == "plain" and _begins_street(text[match.end() :], before):
            continue
        yield match


def _is_state(text: str) -> bool:
    """Whether a text is the abbreviation of a state, as codes follow it ("FL 33614")."""
    return text.isupper() and any(f"{c}-{text}" in gazetteer().places for c in ("US", "CA", "AU"))


def _begins_street(after: str, before: str) -> bool:
    """Whether a number stands at the beginning of a part whose words make a street."""
    if not re.search(r"[,;\n]\s*$", before):
        return False
    part = re.split(r"[,;\n]", after, maxsplit=1)[0]
    words = [fold(w) for w in re.findall(r"[^\W\d_]+", part)]
    return any(w in _street_words() and _street_words()[w][0] == "after" for w in words[1:])


def _segments(tokens: Sequence[AddressPart]) -> list[list[AddressPart]]:
    parts: list[list[AddressPart]] = [[]]
    for token in tokens:
        if token.kind in ("line", "sep"):
            parts.append([])
        else:
            parts[-1].append(token)
    return [p for p in parts if any(t.kind != "space" for t in p)]


def _roles(segment: list[AddressPart], after_street: bool) -> bool:
    """Say of each word of a segment whether it is kept, or names a street or a place.

    segment (list): The tokens between two commas or line ends.
    after_street (bool): Whether a segment before it names the street.
    RETURNS (bool): Whether one does now.
    """
    for token in segment:
        if token.kind == "word":
            token.role = _word_role(token.text)
    words = [t for t in segment if t.kind != "space"]
    for token, behind in pairwise(words):
        if behind.kind == "code" and _is_state(token.text):
            token.role = "code"
        if fold(behind.text.rstrip(".")) in _FLOORS and token.role == "":
            token.role = "kept"  # "third floor"
    if any(fold(t.text) in _CORNERS for t in words):
        for token in words:  # "corner of 7th and Oak": two streets
            token.role = "kept" if fold(token.text) in ("and", "of") else token.role
    end = _street_end(segment, after_street)
    for i, token in enumerate(segment):
        if token.kind != "word":
            continue
        if token.role == "code":
            inside = end < len(segment) or segment[-1].role == "after"
            before = i < end and inside and not _is_state(token.text)
            token.role = "street" if before else "city"
        elif token.role in ("", "link"):
            token.role = "street" if i < end else "city"
        elif token.role in ("after", "before") and i >= end:
            token.role = "city"
    _link(segment)
    # The letter of "B-204" is the name of no street.
    return after_street or any(
        t.role in ("street", "suffix") and (len(t.text) > 1 or t.kind != "word") for t in segment
    )


def _street_end(segment: list[AddressPart], after_street: bool) -> int:
    """How many tokens of a segment belong to the street."""
    numbers = [i for i, t in enumerate(segment) if t.kind in ("number", "ordinal")]
    codes = [i for i, t in enumerate(segment) if t.kind == "code"]
    for i, token in enumerate(segment):
        if token.role == "suffix":
            return i + 1
        if token.role == "before" and not after_street:
            later = [j for j in (*numbers, *codes) if j > i]
            return later[0] if later else len(segment)
        second = fold(token.text.rstrip(".")) in _SECOND and token is segment[-1]
        if token.role == "after" and (numbers or second or not after_street):
            if _is_named(segment[:i]):
                return _behind_types(segment, i)
            token.role = "" if _is_named(segment[i + 1 :], stop="after") else "after"
    if numbers and not codes:
        return len(segment)
    return codes[0] if numbers and codes[0] else 0


def _is_named(tokens: Sequence[AddressPart], stop: str = "") -> bool:
    """Whether a name or an ordinal stands in the tokens; with `stop`, whether that type does."""
    if stop:
        return any(t.role == stop for t in tokens)
    return any(t.kind == "ordinal" or (t.kind == "word" and t.role in ("", "code")) for t in tokens)


def _behind_types(segment: list[AddressPart], i: int) -> int:
    """The place behind a type and those that follow it at once ("Hyde Park Boulevard")."""
    end = i + 1
    for j in range(i + 1, len(segment)):
        if segment[j].kind == "space":
            continue
        if segment[j].role != "after":
            break
        segment[i].role, i, end = "", j, j + 1
    return end


def _word_role(text: str) -> str:
    low = fold(text.rstrip("."))
    known = _street_words().get(low)
    if known:
        return known[0]
    if low in _UNITS or fold(text) in _UNITS:
        return "unit"
    if low in _DIRECTIONS:
        return "kept"
    if low in LINKS:
        return "link"
    if len(text) == 2 and text.isupper() and text.isascii():
        return "code"
    plain = text.rstrip(".").lower()
    if any(plain.endswith(s) and len(plain) > len(s) + 2 for s, _ in _suffixes()):
        return "suffix"
    return ""


def _link(segment: list[AddressPart]) -> None:
    """Small words are part of the name they stand in."""
    for i, token in enumerate(segment):
        if token.role == "kept" and token.kind == "word":
            near = [t for t in segment[i + 1 :] if t.kind != "space"][:1]
            if near and near[0].role == "city":
                token.role = "city"


def _states(tokens: list[AddressPart]) -> None:
    """Find states, countries and known cities among the words that name places."""
    book = gazetteer()
    runs = runs_of(tokens, "city")
    within = ""
    for run in reversed(runs):
        words = [t for t in run if t.kind == "word"]
        while words and words[0].text in every("street", "at"):  # "in 50667 Köln": not Indiana
            _keep(words.pop(0))
        for size in (3, 2, 1):
            if len(words) < size:
                continue
            tail = words[-size:]
            name = " ".join(t.text for t in tail)
            place = book.find(name) or (
                book.find(name.upper()) if size == 1 and len(name) == 2 else None
            )
            if (
                place
                and place.level == "state"
                and not within
                and (len(words) > size or len(runs) > 1)
            ):
                _mark(run, tail, place, "state")
                within = place.id
                words = words[:-size]
                break
            if place and place.level in ("country", "continent"):
                for token in tail:
                    token.role = "country"
                words = words[:-size]
                within = within or place.id
                break
        words = [t for t in words if not (len(t.text) == 2 and t.text.isupper() and _keep(t))]
        if words:
            name = " ".join(t.text for t in words)
            place = book.find(name, within)
            parent = book.places.get(within)
            near = parent if parent and parent.level == "state" else None
            if place is None or place.level != "city" or (near and place.parent != near.id):
                place = (
                    Place(f"{near.id}/{name}", "city", name, near.id, near.near, 2)
                    if near
                    else None
                )
            if place:
                _mark(run, words, place, "city")


def _keep(token: AddressPart) -> bool:
    """Let the abbreviation of a state no table has ("SP", "RM") stand."""
    token.role = "kept"
    return True


def _mark(run: list[AddressPart], words: list[AddressPart], place: Place, role: str) -> None:
    for i, token in enumerate(words):
        token.role = role
        token.place = place if i == 0 else None


def runs_of(tokens: Sequence[AddressPart], role: str) -> list[list[AddressPart]]:
    """Words of a role that stand beside one another, with the spaces between them."""
    runs: list[list[AddressPart]] = []
    open_run = False
    for token in tokens:
        if token.kind == "word" and token.role == role:
            if open_run:
                runs[-1].append(token)
            else:
                runs.append([token])
            open_run = True
        elif token.kind != "space":
            open_run = False
    return runs


def language_of(tokens: Sequence[AddressPart], otherwise: str) -> str:
    """The language of the words that make the street, else of the document, else English."""
    for token in tokens:
        if token.kind != "word":
            continue
        if token.role in ("after", "before"):
            return _street_words()[fold(token.text.rstrip("."))][1]
        if token.role == "suffix":
            return suffix_of(token.text)[1]
    return otherwise if otherwise in street_names() else "en"
