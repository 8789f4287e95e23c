"""Postal addresses and codes: number, street, place and code are others, order and lines the same.

An address is read word by word: what makes a street ("Avenue", "rue", "-straße"), a flat or a post
box, a state or a country stays; names and numbers around it are replaced.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from spacy import registry

from ..ids import Draw
from ..lexicon.tables import fold
from ..persons.link.entity import Entity
from .base import Context, Mention, SurrogateMaker
from .choose import Dice, bare, digits_of, fresh, like_case, once_a_document, put_digits
from .gazetteer import Place, allocate, gazetteer, mentioned
from .numbers import ordinal_suffix
from .places import fictional_place
from .tables import rows, town_names, word_set

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
_LINKS = word_set(
    "de la le les du des del los las der den dem am an im in of the and y e da do dos das di "
    "dei della delle degli und et à a al zur zum auf van het 't"
)
# What makes a street also behind another: "Rose Apartments, Park Road".
_SECOND = word_set("street st road rd avenue ave lane marg")
_FLOORS = word_set("floor flr fl etage stock vaning piso")
_CORNERS = word_set("corner intersection junction crossing")
_GB_LETTERS = "ABDEFGHJLNPQRSTUWXYZ"
_CA_LETTERS = "ABCEGHJKLMNPRSTVWXYZ"


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


@cache
def _names() -> Mapping[str, tuple[str, ...]]:
    return {r["lang"]: tuple(r["names"].split(";")) for r in rows("street_names.tsv")}


@dataclass
class _Token:
    """A piece of an address and what it is: line, sep, space, number, ordinal, word, code, other;
    a word may be found to be a kind (kept), a street, a city, a state, a country."""

    text: str
    kind: str
    role: str = ""
    place: Place | None = None


@dataclass(frozen=True)
class AddressSurrogate:
    """Makes postal addresses."""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        text = mention.text
        if len(text) > 500 or not any(c.isalnum() for c in text):
            return None
        tokens = _read(text)
        lang = _language(tokens, context)
        if lang != "ru" and any(t.kind == "word" and not _is_latin(t.text) for t in tokens):
            return None
        given = _given(tokens, context, draw)
        towns = _towns(tokens, context, draw)
        shared = context.author_draw or draw

        def make(dice: Dice) -> str | None:
            new = _Writer(tokens, given, lang, dice, towns, shared)()
            return new if _all_changed(tokens, new) else None

        return fresh(make, mention, entity, context, draw, "address", bare)


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
    for token in (*_read(text), _Token("\n", "line")):
        named = token.kind == "ordinal" or token.role in ("street", "link")
        if token.role == "suffix":
            suffix = next(s for s, _ in _suffixes() if token.text.lower().rstrip(".").endswith(s))
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


def _is_latin(text: str) -> bool:
    return all(unicodedata.name(c, "").startswith("LATIN") for c in text if c.isalpha())


def _given(tokens: Sequence[_Token], context: Context, draw: Draw) -> dict[str, Place]:
    """What stands for the places of an address; its country is kept.

    A city that the document names elsewhere too becomes there what it becomes here.
    """
    found = [t.place for t in tokens if t.place]
    named = mentioned(context.entities)
    shared = [p for p in found if p.level == "state" or p.id in named]
    given = allocate(shared, context, draw) if shared else {}
    names = {fold(p.name) for p in found}
    for place in found:
        if place.level != "city" or place.id in given:
            continue
        inside = given[place.parent].id if place.parent in given else place.parent
        circles = gazetteer().circles
        cities = [c for size in range(3) for c in circles.get(("city", f"in {inside}", size), [])]
        free = [c for c in cities if fold(c.name) not in names]
        if free:
            dice = Dice(context.author_draw or draw, f"address:{place.id}")
            given[place.id] = dice.pick(free)
    return given


@once_a_document
def _places(entities: Mapping[str, Entity]) -> set[str]:
    """The folded parts of all places that the document names."""
    places = (t for e in entities.values() if e.label == "LOCATION" for t in e.texts)
    return {fold(part) for text in places for part in re.split(r"\s*[,()/]\s*", text) if part}


def _towns(tokens: Sequence[_Token], context: Context, draw: Draw) -> dict[str, str]:
    """What stands for the towns that no table knows and that the document names elsewhere too."""
    named = _places(context.entities)
    book = gazetteer()
    towns = {}
    for run in _runs(tokens, "city"):
        old = " ".join(t.text for t in run if t.kind == "word")
        if fold(old) not in named or book.find(old):
            continue
        new = fictional_place(old, draw, context)
        if new:
            towns[fold(old)] = new
    return towns


def _read(text: str) -> list[_Token]:
    """An address in tokens with their roles."""
    tokens: list[_Token] = []
    at = 0
    for match in _codes(text):
        tokens += _tokens(text[at : match.start()])
        tokens.append(_Token(match[0], "code", match.lastgroup or ""))
        at = match.end()
    tokens += _tokens(text[at:])
    street = False
    for segment in _segments(tokens):
        street = _roles(segment, street)
    _states(tokens)
    return tokens


def _tokens(text: str) -> list[_Token]:
    return [_Token(m[0], m.lastgroup or "other") for m in _TOKEN.finditer(text)]


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


def _segments(tokens: Sequence[_Token]) -> list[list[_Token]]:
    parts: list[list[_Token]] = [[]]
    for token in tokens:
        if token.kind in ("line", "sep"):
            parts.append([])
        else:
            parts[-1].append(token)
    return [p for p in parts if any(t.kind != "space" for t in p)]


def _roles(segment: list[_Token], after_street: bool) -> bool:
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


def _street_end(segment: list[_Token], after_street: bool) -> int:
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


def _is_named(tokens: Sequence[_Token], stop: str = "") -> bool:
    """Whether a name or an ordinal stands in the tokens; with `stop`, whether that type does."""
    if stop:
        return any(t.role == stop for t in tokens)
    return any(t.kind == "ordinal" or (t.kind == "word" and t.role in ("", "code")) for t in tokens)


def _behind_types(segment: list[_Token], i: int) -> int:
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
    if low in _LINKS:
        return "link"
    if len(text) == 2 and text.isupper() and text.isascii():
        return "code"
    plain = text.rstrip(".").lower()
    if any(plain.endswith(s) and len(plain) > len(s) + 2 for s, _ in _suffixes()):
        return "suffix"
    return ""


def _link(segment: list[_Token]) -> None:
    """Small words are part of the name they stand in."""
    for i, token in enumerate(segment):
        if token.role == "kept" and token.kind == "word":
            near = [t for t in segment[i + 1 :] if t.kind != "space"][:1]
            if near and near[0].role == "city":
                token.role = "city"


def _states(tokens: list[_Token]) -> None:
    """Find states, countries and known cities among the words that name places."""
    book = gazetteer()
    runs = _runs(tokens, "city")
    within = ""
    for run in reversed(runs):
        words = [t for t in run if t.kind == "word"]
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


def _keep(token: _Token) -> bool:
    """Let the abbreviation of a state no table has ("SP", "RM") stand."""
    token.role = "kept"
    return True


def _mark(run: list[_Token], words: list[_Token], place: Place, role: str) -> None:
    for i, token in enumerate(words):
        token.role = role
        token.place = place if i == 0 else None


def _runs(tokens: Sequence[_Token], role: str) -> list[list[_Token]]:
    """Words of a role that stand beside one another, with the spaces between them."""
    runs: list[list[_Token]] = []
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


def _language(tokens: Sequence[_Token], context: Context) -> str:
    for token in tokens:
        if token.kind != "word":
            continue
        if token.role in ("after", "before"):
            return _street_words()[fold(token.text.rstrip("."))][1]
        if token.role == "suffix":
            low = token.text.rstrip(".").lower()
            return next(lang for s, lang in _suffixes() if low.endswith(s))
    return context.lang if context.lang in _names() else "en"


class _Writer:
    """Writes an address anew from its tokens.

    tokens (Sequence[_Token]): The pieces of the old one.
    given (Mapping): Which place stands for which.
    lang (str): The language of its street.
    dice (Dice): Keyed choices.
    towns (Mapping): What stands for towns that no table knows, by their folded name.
    shared (Draw): The draws by which a street becomes the same street in all addresses.
    """

    def __init__(
        self,
        tokens: Sequence[_Token],
        given: Mapping[str, Place],
        lang: str,
        dice: Dice,
        towns: Mapping[str, str],
        shared: Draw,
    ) -> None:
        self.tokens = tokens
        self.shared = shared
        self.given = given
        self.lang = lang
        self.dice = dice
        self.towns = towns
        self.state = next(
            (
                given[t.place.id]
                for t in tokens
                if t.place and t.role == "state" and t.place.id in given
            ),
            None,
        )

    def __call__(self) -> str:
        """The new address."""
        out: list[str] = []
        skip = ""
        for i, token in enumerate(self.tokens):
            if token.kind == "word" and token.role in ("street", "city", "state", "link"):
                if skip == token.role or (skip == "city" and token.role == "city"):
                    while out and out[-1].isspace() and "\n" not in out[-1]:
                        out.pop()
                    continue
                skip = token.role
                out.append(self._name(i, token))
                continue
            if token.kind != "space":
                skip = ""
            out.append(self._piece(token))
        return "".join(out)

    def _piece(self, token: _Token) -> str:
        if token.kind == "code":
            return self._code(token)
        if token.kind == "number":
            return self._number(token.text)
        if token.kind == "ordinal":
            choices = 10 ** min(2, len(digits_of(token.text))) - 2
            number = 2 + self._street_dice(digits_of(token.text)).roll(choices)
            if str(number) == digits_of(token.text):
                number = 2 + (number - 1) % choices
            return f"{number}{like_case(ordinal_suffix(number), token.text)}"
        if token.kind == "word" and token.role == "suffix":
            return self._suffixed(token.text)
        return token.text

    def _name(self, i: int, token: _Token) -> str:
        run = [token.text]
        for other in self.tokens[i + 1 :]:
            if other.kind == "word" and other.role == token.role:
                run.append(other.text)
            elif other.kind != "space":
                break
        old = " ".join(run)
        if token.role != "state" and len(run) == 1 and len(old.rstrip(".")) == 1:
            letters = "ABCDEFGHJKLMNPRSTW".replace(old[0].upper(), "")
            return like_case(self.dice.pick(letters), old[0]) + old[1:]
        if token.role == "city" and fold(old) in self.towns:
            return like_case(self.towns[fold(old)], old)
        if token.place is not None:
            new = self.given.get(token.place.id)
            if new is not None:
                code = token.place.code
                name = new.code if token.role == "state" and old.upper() == code else new.name
                return (
                    name.lower()
                    if old.islower()
                    else like_case(name, old)
                    if len(old) > 3
                    else name
                )
        if token.role == "street":
            return like_case(self._street(_names().get(self.lang, _names()["en"]), old), old)
        return like_case(self.dice.pick(town_names()), old)

    def _suffixed(self, text: str) -> str:
        plain = text.rstrip(".").lower()
        suffix, lang = next((s, g) for s, g in _suffixes() if plain.endswith(s))
        tail = text[len(plain) - len(suffix) :]
        stem = text[: len(plain) - len(suffix)]
        return like_case(self._street(_names()[lang], stem), stem) + tail

    def _street(self, names: Sequence[str], old: str) -> str:
        """Another street's name, the same wherever the old street is named."""
        words = set(fold(old).split())
        others = [name for name in names if not words & set(fold(name).split()) - _LINKS]
        return self._street_dice(fold(old)).pick(others)

    def _street_dice(self, key: str) -> Dice:
        return Dice(self.shared, f"street:{key}", self.dice.attempt)

    def _number(self, text: str) -> str:
        digits = digits_of(text)
        for _ in range(12):
            new = str(1 + self.dice.roll(9)) + self.dice.digits(len(digits) - 1)
            if new != digits:
                break
        return "".join(
            self.dice.pick("ABCDEFGH")
            if c.isupper()
            else self.dice.pick("abcdefgh")
            if c.islower()
            else c
            for c in put_digits(text, new)
        )

    def _code(self, token: _Token) -> str:
        zips = self.state.zips if self.state else ()
        head = self.dice.pick(zips) if zips else ""
        return postal_code(token.text, token.role, self.dice, head)


def _all_changed(tokens: Sequence[_Token], new: str) -> bool:
    """Whether the words that name something are gone; a country's stay ("Kuwait City, Kuwait")."""
    low = fold(new)
    words = [(fold(t.text), t.role) for t in tokens if t.kind == "word"]
    stay = {word for word, role in words if role == "country"}
    names = [w for w, role in words if role in ("street", "city") and w not in stay]
    return not any(len(n) > 4 and re.search(rf"\b{re.escape(n)}\b", low) for n in names)


def postal_code(text: str, shape: str, dice: Dice, head: str = "") -> str:
    """Another postal code of the same shape.

    text (str): The old code.
    shape (str): "gb", "ca" or anything else.
    dice (Dice): Keyed choices.
    head (str): What it must begin with, "" for the old first character.
    """
    head = head or text[:1]
    out = []
    for i, char in enumerate(text):
        if i < len(head):
            new = head[i]
        elif char.isdecimal():
            new = put_digits(char, dice.digits(1))
        elif char.isalpha():
            new = dice.pick(_CA_LETTERS if shape == "ca" else _GB_LETTERS)
        else:
            new = char
        out.append(new.lower() if char.islower() else new)
    return "".join(out)


@dataclass(frozen=True)
class ZipSurrogate:
    """Makes postal codes of the same shape; the first character, which tells the region, stays.

    A released class ("94***", "941") keeps all that it tells.
    """

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        text = mention.text
        if not 2 <= sum(c.isalnum() for c in text) <= 12:
            return None
        released = re.sub(r"[*xX•.].*$", "", context.released.get("ZIP", ""))
        head = released if released and text.startswith(released) else ""
        shape = "ca" if re.fullmatch(r"[A-Za-z]\d[A-Za-z][\s-]?\d[A-Za-z]\d", text) else "gb"

        def make(dice: Dice) -> str:
            return postal_code(text, shape, dice, head)

        return fresh(make, mention, entity, context, draw, "zip", bare)


@dataclass(frozen=True)
class ZipClass:
    """Makes the beginning of postal codes: 94110 becomes 941**.

    digits (int): Characters that stay.
    """

    digits: int = 1

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the class of a mention; see base.py."""
        released = context.released.get("ZIP", "")
        if released or not any(c.isalnum() for c in mention.text):
            return released or None
        seen, out = 0, []
        for char in mention.text:
            seen += char.isalnum()
            out.append("*" if char.isalnum() and seen > self.digits else char)
        return "".join(out)


@registry.misc("spacy_hips.AddressSurrogate.v1")
def make_address_surrogate() -> SurrogateMaker:
    """Make postal addresses in the same order and lines; see `AddressSurrogate`."""
    return AddressSurrogate()


@registry.misc("spacy_hips.ZipSurrogate.v1")
def make_zip_surrogate() -> SurrogateMaker:
    """Make postal codes of the same shape; see `ZipSurrogate`."""
    return ZipSurrogate()


@registry.misc("spacy_hips.ZipClass.v1")
def make_zip_class(digits: int = 1) -> SurrogateMaker:
    """Say postal codes by their beginning; see `ZipClass`."""
    return ZipClass(digits)
