"""Street addresses: the whole postal address, with city and code where they follow.

Read like a reader does it: a house number, a name and a street type in the order of the country,
then what follows of unit, city, state and code. The more of these stand there, the
higher the score; a street type that is a word of its own ("10 Best Way") needs such company.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...core.spans import PiiSpan
from ...text.lexicon.tables import name_tables
from ...text.page.page import page_for
from . import _address_patterns as patterns
from . import _address_words as words
from ._address_forms import HINT, STRONG, TOWN, AddressForms, forms_of
from ._address_tail import places_end, small_town_end
from ._windows import near_digits, near_words
from ._zip_codes import zip_codes
from .domains import lowered
from .rule import Cues

SOURCE = "rules.address"
LEAST = 0.3  # nothing less sure is reported
PLACE = 0.1  # what a place behind a street proves
WEAK = 0.35  # a street type that is a word of its own
REACH = 6  # words between a house number and its street type


def make_street_address_rule(cues: Sequence[str] = words.CUES) -> StreetAddressRule:
    """Make the rule for street addresses.

    cues (Sequence[str]): Words that make an address likelier where they stand before it.
    RETURNS (StreetAddressRule): The rule.
    """
    return StreetAddressRule(cues=cues)


class StreetAddressRule:
    """Finds postal addresses in the orders of several countries, boxes and military mail too.

    cues (Sequence[str]): Words that make an address likelier where they stand before it.
    """

    labels: tuple[str, ...] = ("STREET_ADDRESS",)

    def __init__(self, cues: Sequence[str] = words.CUES) -> None:
        self.cues = Cues(cues, window=40)

    def __call__(self, text: str) -> Iterable[PiiSpan]:
        """Find the addresses of a text.

        text (str): The text.
        YIELDS (PiiSpan): Addresses in the order of the text, the best of those that overlap.
        """
        forms = [own for lang in page_for(text).languages if (own := forms_of(lang))]
        numbered = (
            span
            for start, end in (*near_digits(text, 120), *near_words(lowered(text), ("s/n",), 120))
            for span in self._all(text, start, end, forms)
        )
        best = _best([*numbered, *_own_streets(text)])
        yield from best
        for address in best:
            yield from _addressee(text, address)

    def _all(
        self, text: str, left: int, right: int, forms: Iterable[AddressForms]
    ) -> Iterator[PiiSpan]:
        for own in forms:
            for start, end, base in own.find(text, left, right):
                yield from self._finish(text, start, end, base, own)
        for start, end, base in _number_first(text, left, right):
            yield from self._finish(text, start, end, base)
        for pattern, base, weak in patterns.ORDERS:
            for match in pattern.finditer(text, left, right):
                told = match.groupdict("")
                score = weak if told.get("weak") or told.get("home") == "" else base
                house = told.get("house", "")
                if patterns.YEAR.match(house):
                    score -= 0.3
                yield from self._finish(text, match.start(), match.end(), score)

    def _finish(
        self, text: str, start: int, end: int, score: float, forms: AddressForms | None = None
    ) -> Iterator[PiiSpan]:
        """Add what stands before and after, each part of it evidence; yield what is good enough."""
        end, units = _units(text, end, forms)
        if forms and score < STRONG and forms.ends(text, end):
            score += HINT
        score += 0.2 if units else 0.0
        end, bonus = _tail(text, end, forms)
        score += bonus
        there = places_end(text, start, end)
        score += PLACE if there > end and not bonus else 0.0
        end = there
        before = patterns.UNIT_BEFORE.search(text, max(0, start - 30), start)
        if before and not text[max(0, before.start() - 1) : before.start()].strip(
            " \n\t,(:[{<\"'“‘`*|•·"
        ):
            start = before.start()
            score += 0.2
        led = forms.leads(text, start) if forms else None
        if led is not None:
            start = led
            score += 0.2
        if patterns.LINE_START.search(text, max(0, start - 50), start):
            score += 0.25 if patterns.LINE_END.match(text, end) else 0.1
        if self.cues.before(text, start):
            score += 0.2
        if score >= LEAST:
            yield PiiSpan(start, end, "STREET_ADDRESS", round(min(score, 0.97), 2), SOURCE)


def _own_streets(text: str) -> Iterator[PiiSpan]:
    """Streets without a number of which the writer says to live there."""
    for start, end in near_words(lowered(text), words.LIVING_STARTS, 80):
        for match in patterns.OWN_STREET.finditer(text, start, end):
            group = "corner" if match["corner"] else "street"
            yield PiiSpan(*match.span(group), "STREET_ADDRESS", 0.6, SOURCE)


def _addressee(text: str, address: PiiSpan) -> Iterator[PiiSpan]:
    """The person to whom an address belongs: initials and a surname, or a known full name."""
    if address.score < 0.5:
        return
    match = patterns.ADDRESSEE.search(text, max(0, address.start - 60), address.start)
    if match is None or not _names_somebody(match["name"]):
        return
    yield PiiSpan(*match.span("name"), "PERSON", 0.7, SOURCE)


def _names_somebody(name: str) -> bool:
    *first, last = name.replace(".", " ").split()
    tables = name_tables()
    if not first or len(last) < 3 or last.lower() in words.NO_PERSON:
        return False
    if all(len(word) == 1 for word in first):
        return tables.is_surname(last) or not tables.is_common_word(last)
    return tables.is_forename(first[0]) and tables.is_surname(last)


def _best(spans: Iterable[PiiSpan]) -> list[PiiSpan]:
    """The spans left when each overlap is won by the better, then the longer one."""
    kept: list[PiiSpan] = []
    for span in sorted(set(spans), key=lambda s: (-s.score, -s.length, s.start)):
        at = bisect(kept, span.start, key=_start)
        clear_left = at == 0 or kept[at - 1].end <= span.start
        if clear_left and (at == len(kept) or kept[at].start >= span.end):
            kept.insert(at, span)
    return kept


def _start(span: PiiSpan) -> int:
    return span.start


def _units(text: str, end: int, forms: AddressForms | None = None) -> tuple[int, bool]:
    """Where apartment, floor and the like end that follow a street."""
    first = end
    for _ in range(4):
        match = (forms and forms.unit.match(text, end)) or patterns.UNIT.match(text, end)
        if match is None:
            break
        end = match.end()
    return end, end > first


def _tail(text: str, end: int, forms: AddressForms | None = None) -> tuple[int, float]:
    """Where city, state and code end, and how much they prove."""
    doubtful = patterns.WORD_AND_NUMBER.match(text, end)
    if doubtful and not _is_state_and_zip(doubtful):
        return end, 0.0
    small = small_town_end(text, end) if forms else None
    if small:
        return small, 0.3
    for pattern, bonus in (*patterns.TAILS, (TOWN, 0.3)) if forms else patterns.TAILS:
        match = pattern.match(text, end)
        if match:
            return match.end() - match[0].endswith("."), bonus
    return end, 0.0


def _is_state_and_zip(match: re.Match[str]) -> bool:
    """Is a code that is a word as well a state? Its ZIP says so, but for a holder of an ID."""
    if match["city"] and patterns.HOLDER.fullmatch(match["city"]):
        return False
    return match["number"][:3] in zip_codes()[match["code"]]


def _number_first(text: str, left: int, right: int) -> Iterator[tuple[int, int, float]]:
    """Streets that begin with the house number, with the score of the bare words."""
    for house in patterns.HOUSE.finditer(text, left, right):
        start, end = house.span()
        comma = text[end] == ","
        tokens = _tokens(text, end + comma)
        if not tokens:
            continue
        for stop, base in _readings(text, end + comma, tokens, bool(comma)):
            if comma:
                base -= 0.2
            at_line = text[max(0, start - 1) : start] in ("", "\n")
            if at_line and base <= WEAK and len(house[0]) < 3 and not tokens[0].is_direction:
                base -= 0.15  # a numbered heading
            if patterns.YEAR.match(house[0].lstrip("# ")) and not at_line:
                base -= 0.2
                if patterns.YEAR_BEFORE.search(text, max(0, start - 8), start):
                    base -= 0.3
            yield start, stop, base


@dataclass(frozen=True)
class _Token:
    end: int
    text: str
    key: str

    @property
    def worth(self) -> float:
        """How sure the word makes a street of a number and a name before it."""
        if self.key in words.STRONG_TYPES:
            return 0.6
        if self.key in words.MEDIUM_TYPES:
            return 0.45
        return WEAK if self.key in words.WEAK_TYPES else 0.0

    @property
    def is_type(self) -> bool:
        return self.worth > 0

    @property
    def is_direction(self) -> bool:
        return self.key in words.DIRECTIONS

    @property
    def is_no_name(self) -> bool:
        """Is it a word that no street is named with? A lone letter, "The" or "First" may be one."""
        if self.key not in words.NO_NAME_WORDS or self.is_direction:
            return False
        lone = len(self.key) == 1 or self.key in ("the", "first", "second", "third")
        return not (lone and self.text[0].isupper())

    @property
    def is_small(self) -> bool:
        return self.text[:1].islower() and self.key not in words.LINKS


def _tokens(text: str, at: int) -> list[_Token]:
    """The words after a house number, up to a comma, the end of the line or of the sentence."""
    tokens: list[_Token] = []
    while len(tokens) < REACH + 4:
        match = patterns.WORD.match(text, at)
        if match is None:
            break
        word = match[1]
        token = _Token(match.end(), word, word.rstrip(".").lower())
        tokens.append(token)
        at = token.end
        ends = word.endswith(".") and len(token.key) > 3
        if ends and not token.is_type and not token.is_direction:
            break
    return tokens


def _readings(text: str, at: int, tokens: list[_Token], comma: bool) -> Iterator[tuple[int, float]]:
    """The ways to read the words after a house number: (end, score)."""
    highway = patterns.HIGHWAY.match(text, at)
    if highway and not any(t.is_no_name for t in tokens if t.end < highway.end()):
        yield highway.end(), 0.5 if highway[0].strip()[:1].isupper() else 0.3
    last = _type_index(tokens)
    if last is not None:
        yield _street(text, tokens, last)
        # "Maple Plaza Shopping Center": a weak type may be a part of the name.
        later = [i for i, t in enumerate(tokens) if i > last + 1 and t.is_type and not t.is_small]
        if later and tokens[last].worth == WEAK:
            yield _street(text, tokens, later[-1])
    if tokens[0].is_direction and len(tokens) > 1 and not tokens[1].is_small:
        whole = len(tokens) <= 5 and not any(t.is_small for t in tokens[1:])
        lone = tokens[0].text in ("n", "s", "e", "w", "s.", "e.", "n.", "w.")
        yield tokens[-1 if whole else 1].end, 0.2 if lone else WEAK
    if not comma and patterns.ZIP_AHEAD.search(text, at, at + 90):
        for token in tokens[:REACH]:
            if token.is_no_name:
                break
            if any(proof.match(text, token.end) for proof in patterns.PROOFS):
                yield token.end, 0.3
                break


def _type_index(tokens: list[_Token]) -> int | None:
    """The word that is the street's type: the first strong one, else the first weak one."""
    reach = tokens[: REACH + 1]
    if reach[0].key in ("broadway",):
        return 0
    for types in (words.STRONG_TYPES, words.MEDIUM_TYPES, words.WEAK_TYPES):
        for i, token in enumerate(reach[1:], 1):
            if token.key in types:
                return i
            if token.is_no_name:
                break
    if reach[0].key in ("ave", "avenue"):
        return 0
    return None


def _street(text: str, tokens: list[_Token], last: int) -> tuple[int, float]:
    worth = tokens[last].worth
    name = [t for t in tokens[:last] if not t.is_direction]
    small = [t.is_small for t in name if t.text[0].isalpha()] or [tokens[last].is_small]
    for follower in tokens[last + 1 : last + 4]:
        lower_after = follower.is_small and not tokens[last].is_small
        if lower_after or not (follower.is_type or follower.is_direction):
            break
        if follower.key == "no" and patterns.UNIT.match(text, tokens[last].end):
            break
        worth = max(worth, follower.worth)
        last += 1
    end = tokens[last].end
    longer = patterns.OF_THE.match(text, end)
    end = longer.end() if longer else end
    quarter = patterns.QUARTER.match(text, end)
    end = quarter.end() if quarter else end
    if text[end - 1] == "." and tokens[last].key not in words.ABBREVIATED:
        end -= 1  # the stop ends the sentence, not an abbreviation
    if any(token.is_no_name for token in tokens[:last]):
        return end, -1.0
    if any(small):
        if not all(small):
            return end, -1.0
        return end, worth / 2
    after = tokens[last + 1 : last + 2]
    if after and after[0].text[0].isupper() and worth > WEAK:
        worth -= 0.15
    return end, worth
