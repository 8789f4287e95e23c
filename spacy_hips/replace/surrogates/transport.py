"""Lines, stations and flights: another number, colour or name, the words around it kept.

"bus 42" and "the number 42 bus" become the same other bus, "Euston Station" a station of the place
that a document's Euston becomes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...core.ids import Draw
from ...core.later import re
from ...text.lexicon.tables import fold, name_tables
from ...text.values.case import like_case
from ...text.values.gazetteer import gazetteer
from ...text.values.tables import word_set
from ...who.persons.link.entity import Entity
from .choose import Dice, digits_of, next_in_circle, put_digits, same_class
from .institutions import kind_words
from .maker import Context, Mention, SurrogateMaker
from .places import PlaceSurrogate, fictional_place
from .realism import checked, seen

_LONGEST = 60
_PIECES = re.compile(
    r"(?P<time>(?<![\w:.])\d{1,2}[:.][0-5]\d(?![\w:]))"
    r"|(?P<flight>(?<!\w)(?:[A-Z]{2}|[A-Z]\d) ?(?=\d{2,4}(?!\w)))"
    r"|(?P<stays>(?<!\w)[^\W\d_]{1,2}(?=\d)|(?<=\d)(?:[^\W\d_]|th)(?!\w))|(?P<number>\d+)"
    r"|(?P<letter>(?<![\w'’.-])[A-Z](?![\w'’.-]))"
    r"|(?P<word>[^\W\d_](?:[^\W\d_]|[.'’-](?=[^\W\d_]))*\.?)|(?P<rest>.)",
    re.S,
)
_NO_NAME = re.compile(r"['’]s?(?!\w)|(?<!\w)(?:St|Saint)(?!\w)\.?\s*(?=\w)")
_FLIGHT = re.compile(r"(?<!\w)fl(?:ight|yg)", re.I)
_AIRLINES = tuple(
    sorted(
        word_set(
            "AA AC AF AI AY AZ BA BT CX DL EI EK ET EY FR HA IB JL KE KL LH LO LX MH NH NZ OS QF "
            "QR SK SQ TG TK TP U2 UA UX VS W6 WN"
        )
    )
)
_COLOURS = ("red", "blue", "green", "orange", "yellow", "purple", "brown", "pink", "silver", "gold")
_TENS = tuple(map(str, range(10, 100)))
_ONES = tuple("123456789")


@dataclass(frozen=True)
class TransportSurrogate:
    """Makes lines, stations and flights of the same kind and form.

    realism (str): "safe", "plausible", or "" for that of the anonymizer (realism.py), for names.
    """

    realism: str = ""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py.

        What says only how somebody travels ("the bus") stays.
        """
        context = seen(context, self.realism)
        text = mention.text
        if len(text) > _LONGEST or not any(c.isalnum() for c in text):
            return None
        pieces = [(str(m.lastgroup), m[0]) for m in _PIECES.finditer(text)]
        keyed = context.author_draw or draw
        out: list[str] = []
        names: list[str] = []
        for kind, piece in [*_read(pieces, text), ("end", "")]:
            if kind == "name" or (names and kind == "rest" and piece in " \t-'’"):
                names.append(piece)
                continue
            if names:
                new = self._named("".join(names), mention, entity, context, draw)
                if new is None:
                    return None
                out.append(new)
                names = []
            out.append(_other(kind, piece, keyed))
        return "".join(out)

    def _named(
        self, text: str, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """The name of a stop, with the space behind it; a city's moves with the city."""
        name = text.rstrip(" \t-'’")
        end = text[len(name) :]
        if not re.search("[a-z]", fold(name)):
            return None
        place = gazetteer().find(name)
        if place and place.level == "city":
            named = replace(mention, text=name)
            new = PlaceSurrogate()(named, entity, context, draw)
        else:
            new = fictional_place(_NO_NAME.sub("", name), draw, context)
        return new and new + end


def _read(pieces: list[tuple[str, str]], text: str) -> list[tuple[str, str]]:
    """Tell names, colours and words that stay apart; letters and numbers where they are a line."""
    words = [piece for kind, piece in pieces if kind == "word"]
    kinds = kind_words("transport")
    any_capital = any(word[0].isupper() and fold(word) not in kinds for word in words)
    tables = name_tables()
    out = []
    for kind, piece in pieces:
        of_kind = kind == "word" and fold(piece).rstrip(".") in kinds
        if of_kind or (kind == "flight" and not _FLIGHT.search(text)):
            kind = "rest"
        elif kind == "word" and piece.casefold() in _COLOURS:
            kind = "colour"
        elif kind == "word":
            beside = any_capital and piece[0].islower() and tables.is_common_word(piece)
            kind = "rest" if beside else "name"
        out.append((kind, piece))
    return out


def _other(kind: str, piece: str, keyed: Draw) -> str:
    """Another value of a kind, the same wherever it stands."""
    if kind == "flight":
        code = piece.rstrip()
        if code in _AIRLINES:
            return next_in_circle(_AIRLINES, code, keyed, "airline") + piece[len(code) :]
        return "".join(
            same_class(c, Dice(keyed, f"airline:{code}:{i}")) for i, c in enumerate(piece)
        )
    if kind == "time":
        minutes = (int(piece[-2:]) + 5 * (1 + keyed(f"time:{piece}", 11))) % 60
        return f"{piece[:-2]}{minutes:02}"
    if kind == "number":
        return _number(piece, keyed)
    if kind == "letter":
        return next_in_circle("ABCDEFGHJKLMNQRSTZIOPUVWXY", piece, keyed, "line")
    if kind == "colour":
        new = next_in_circle(_COLOURS, piece.casefold(), keyed, "colour")
        return like_case(new.capitalize() if piece[0].isupper() else new, piece)
    return piece


def _number(text: str, keyed: Draw) -> str:
    """Another number of as many digits."""
    digits = digits_of(text)
    for circle in (_ONES, _TENS):
        if digits in circle:
            return put_digits(text, next_in_circle(circle, digits, keyed, "number"))
    least = 10 ** (len(digits) - 1) if digits[0] != "0" else 0
    size = 10 ** len(digits) - least
    step = 1 + keyed(f"number:{digits}", size - 1) if size > 1 else 0
    new = least + (int(digits) - least + step) % size
    return put_digits(text, str(new).zfill(len(digits)))


def make_transport_surrogate(realism: str | None = None) -> SurrogateMaker:
    """Make other lines, stations and flights; see `TransportSurrogate`."""
    return TransportSurrogate(checked(realism))
