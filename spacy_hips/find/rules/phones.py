"""Telephone numbers: libphonenumber's matcher, run only where the digits make a number possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

from ...core.errors import Errors, HipsError
from ...core.later import re
from ...core.spans import PiiSpan
from ...text.lexicon.language import BASE, every, language, languages
from ...text.page.page import page_for
from . import _phone_words as words
from ._windows import near_words
from .dates import stands_for_date
from .domains import lowered
from .rule import Cues

SOURCE = "rules.phone"
SURE = 0.6  # a number read as well as this is not looked at again
MANY = 60  # digits in a row that is no longer read in the formats of all countries
ALL_REGIONS = 2.0  # a score that none has: no reading is sure enough to leave out other regions
MOST_GROUPS = 8  # of digits in a stretch that are held against each plan
CONTEXT = 40  # characters handed to the matcher around a stretch; it looks at neighbours

# Six digits or more with at most four marks between them, as in libphonenumber; no mark of
# calculation, money or a list. Longer rows are read in pieces, to keep the time linear.
_STRETCH = re.compile(r"\d(?:[^\w\n=*$€£¥%,;:<>^+×÷&|!?'\"]{0,4}\d){5,}")
_TOO_LONG = re.compile(r"\d{18}")
# A mark between two digits that no number holds, and no word or sign of an extension beside it.
_GAP, _MARK = r"[^\w#＃~～]*", r"[=*$€£¥%,;:<>^×÷&|!?'\"\n]"
_APART_BEFORE = re.compile(rf"\d{_GAP}(?P<mark>{_MARK}){_GAP}\Z")
_APART_BEHIND = re.compile(rf"{_GAP}{_MARK}{_GAP}(?=\d)")
# A decimal of a coordinate or a measurement: its parts are too short, or have a digit before them.
_DECIMAL = re.compile(r"\d{1,3}\.\d+")
_LEAD = re.compile(r"[(\[+（［＋]\W{0,4}\Z")
_GROUP = re.compile(r"\d+")
_NUMBER = re.compile(r"(?i)n(?:[uú]m|r)\w*")
_CLAUSE = re.compile(r"[,;!?\n]|\.\s(?=[^\W\d_])")
_NEVER_BEFORE = re.compile(r"[=^*×÷≤≥≈]\s?\Z|(?<![<>=-])[<>]\s?\Z|[/&@%$€£¥]\Z|[^\W_][.,_|]?\Z")
_NEVER_AFTER = re.compile(
    r"-X(?!\w)|\s?(?:[=^*×÷≤≥≈]|[<>](?![<>]))|[%°]|\s?(?:km|kg|cm|mm|sq|USD|EUR)\b"
)
_SEVEN = r"\d(?:[\s().-]{0,2}\d){6,14}"
_STROKE = re.compile(rf"(?<=\d)/(?=\+?\(?{_SEVEN}(?!\d))")
_ANOTHER = re.compile(rf"{_SEVEN}/[+(]?\Z")
"""A number before this one, with a stroke between: "020 7946 0018/020 7946 0019"."""
_NOT_A_PHONE = re.compile(
    r"""
      \(?(?:1[5-9]|20)\d\d\s*[-–—/]\s*(?:1[5-9]|20)?\d\d\)?  # a range of years
    | \(?(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?=\d)|\b)){4}(?:[)/].*)?  # an IP address
    | \d{3}-\d\d-\d{4}                                    # a US social security number
    | \(?\d+\.\d+(?:/\d+)?                              # a decimal
    | 97[89](?:[- ]?\d){10}                               # an ISBN
    | (?=(?:\d-?){10}\Z)(?:\d{1,5}-){3}\d              # one of ten digits
    | (?:(?:1[5-9]|20)\d\d[\s\-–/().]*)+                # years
    """,
    re.X,
)
_ROW_OF_NUMBERS = re.compile(r"\d{1,4}(?:\s+\d{1,4})*")
# Of thousands, so that what follows may be what is counted: "612 345 602 visitantes".
_AMOUNT = re.compile(r"\d{1,3}(?:[ .]\d{3})+")
_COUNTED = re.compile(r"[ ][^\W\d_]")
_CALCULATION = re.compile(r"\d\s+[-–/]\s+\d|\A\d{4}[-–]\d{4}\Z")
# North American numbers in their usual dress, whether or not the plan has such an area code:
# numbers invented for privacy often have none.
_NANP = re.compile(
    r"""(?<![\w.,$€£¥+=-]) (?<!(?<!\d)/)
    (?:(?:\+?1|001)[\s.-]?)?
    (?:\(\d{3}\)\s?|\d{3}[-.])\d{3}[-.]\d{4}
    (?:\s?(?:x|ext\.?)\s?\d{1,6})?
    (?![\w%$€£¥=*/-])""",
    re.X,
)
_CUED = re.compile(r"(?<![\w.-])(?:\+\s?(?=\d))?\(?\d(?:[\s().-]{0,2}\d){6,14}(?![\w%$€£=])")
_DIGIT_BEFORE = re.compile(r"\d[)\s.-]{1,3}\Z")
_CODE_BEFORE = re.compile(r"\+\s?\d{1,3}\s?\Z")
_SHORT = re.compile(
    r"""(?<!\w)
    (?:(?:tele)?phone|tel|mobile|fax|dial|
       (?:phone|contact|mobile|extension)\s+(?:no|number)|
       (?:my|his|her|our|your|office|desk)\s+ext(?:ension)?)
    (?:\.|\s?:|\s?\#|\s+is)*\s?
    (?P<number>\d(?:[\s-]?\d){2,5})(?![\w%]|[-.,]\d)""",
    re.X | re.I,
)


# Every match of _SHORT holds one of these.
_SHORT_WORDS = ("phone", "tel", "mobile", "fax", "dial", "contact n", "extension ", " ext")


def make_phone_rule(regions: Sequence[str] = words.DEFAULT_REGIONS) -> PhoneRule:
    """Make the rule for telephone numbers.

    regions (Sequence[str]): Two-letter codes of the countries whose national formats are read,
        the likeliest first. With a single one, every number valid there is reported above the
        usual threshold; with several, a bare row of digits needs a word such as "phone" near it.
    RETURNS (PhoneRule): The rule.
    RAISES (HipsError): E201 for a region that no numbering plan has.
    """
    return PhoneRule(regions=regions)


class PhoneRule:
    """Finds telephone numbers, with the country code or in the format of one of `regions`.

    regions (Sequence[str]): Two-letter codes, the likeliest first; "ZZ" reads numbers with a
        country code only.
    RAISES (HipsError): E201 for a region that no numbering plan has.
    """

    labels: tuple[str, ...] = ("PHONE_NUM",)

    def __init__(self, regions: Sequence[str] = words.DEFAULT_REGIONS) -> None:
        for region in regions:
            if not re.fullmatch("[A-Z]{2}", region):
                raise HipsError(Errors.E201.format(region=region))
        self.regions = tuple(regions)
        self.cues = Cues(every("phone", ""), window=30)
        self.others = Cues(words.OTHER_NUMBERS, window=16)

    def __call__(self, text: str) -> Iterable[PiiSpan]:
        """Find the telephone numbers of a text.

        text (str): The text.
        YIELDS (PiiSpan): Numbers in the order of the text, without overlaps.
        """
        kept: list[PiiSpan] = []
        for span in sorted(self._all(text), key=lambda s: (s.start, -s.score, -s.end)):
            if not kept or span.start >= kept[-1].end:
                kept.append(span)
            elif span.score > kept[-1].score:
                kept[-1] = span
        yield from (_with_bracket(text, span) for span in kept)

    def _all(self, text: str) -> Iterator[PiiSpan]:
        for start, end in _stretches(text):
            found = self._in_stretch(text, start, end)
            yield from found
            if not found or max(span.score for span in found) < SURE:
                yield from self._undressed(text, start, end)
        for left, right in near_words(lowered(text), _SHORT_WORDS, 40):
            for match in _SHORT.finditer(text, left, right):
                if match["number"] not in words.PUBLIC_SHORT:
                    start, end = match.span("number")
                    yield PiiSpan(start, end, "PHONE_NUM", 0.6, SOURCE)

    def _in_stretch(self, text: str, start: int, end: int) -> list[PiiSpan]:
        """Numbers that are valid in one of the regions, the best reading of each."""
        import phonenumbers

        left, right = _window(text, start, end)
        window = text[left:right]
        best: list[PiiSpan] = []
        enough: tuple[int, Sequence[float]] | None = None
        homes = self._homes(text, start, end)
        regions = self._possible(text, start, end, homes)
        for number, region in enumerate(regions, 1):
            for match in phonenumbers.PhoneNumberMatcher(window, region):
                a, b = left + match.start, left + match.end
                # What begins in the margin was cut there or belongs to another stretch.
                if a > end or any(c.isdigit() for c in text[a:start]):
                    continue
                score = self._score(text, a, b, match, region, homes)
                if _DIGIT_BEFORE.search(text, max(0, a - 4), a) and not any(
                    span.end >= a - 3 for span in best
                ):
                    score = min(score, 0.3)  # the rest of something else
                rivals = [span for span in best if a < span.end and span.start < b]
                if score > max((span.score for span in rivals), default=0.0):
                    best = [span for span in best if span not in rivals]
                    best.append(PiiSpan(_with_scheme(text, a), b, "PHONE_NUM", score, SOURCE))
            if enough is None:
                enough = self._enough(text, (start, end), (left, right))
            first, limits = enough
            left_to_read = (self._rank(one, homes) for one in regions[number:])
            limit = limits[min(left_to_read, default=2)]
            if any(s.start <= first and s.end >= end and s.score >= limit for s in best):
                break
        return best

    def _enough(
        self, text: str, stretch: tuple[int, int], window: tuple[int, int]
    ) -> tuple[int, Sequence[float]]:
        """Where a reading of all digits must begin, and the score that no other exceeds: while the
        first region is still to be read, the second, or none of the two.

        Whatever else is read in a stretch holds a digit of it, and so is a rival of that reading.
        """
        (start, end), (left, right) = stretch, window
        if any(c.isdigit() for c in text[end:right]):
            return start, (ALL_REGIONS,) * 3
        if text[max(0, start - 1) : start] in ("+", "＋"):  # read alike in all regions
            return start - 1, (0.9,) * 3
        if any(c in "+＋" for c in text[left:right]):
            return start, (ALL_REGIONS,) * 3
        cued = self.cues.possible(text, left, right)
        return start, (0.9, 0.85, 0.85) if cued else (0.75, 0.75, 0.6)

    def _rank(self, region: str, homes: Sequence[str]) -> int:
        """0 for the likeliest region, 1 for the second and those of the text, else 2."""
        if region == self.regions[0]:
            return 0
        return 1 if region in (*self.regions[1:2], *homes) else 2

    def _homes(self, text: str, start: int, end: int) -> tuple[str, ...]:
        """The countries of the text's language, if it is not English, and of the words nearby."""
        codes = [page_for(text).lang] if page_for(text).lang != BASE else []
        if self.cues.possible(text, start, end):
            codes += [code for code, cues in _foreign_cues().items() if cues.near(text, start, end)]
        return tuple(region for code in codes for region in language(code).words("region"))

    def _possible(self, text: str, start: int, end: int, homes: Sequence[str]) -> Sequence[str]:
        """The regions of which a stretch may hold a number, by their plans."""
        if sum(c.isdigit() for c in text[start:end]) > MANY:
            return self.regions[:1]
        regions = tuple(dict.fromkeys((*homes, *self.regions)))
        before = text[max(0, start - 6) : start]
        if _DECIMAL.fullmatch(text, start, end) and not _LEAD.search(before):
            return ()
        left, right = _window(text, start, end)
        groups = _GROUP.findall(text, left, right)
        if len(groups) > MOST_GROUPS or any(c in "+＋" for c in text[left:right]):
            return regions
        groups = list(map(_ascii, groups))
        rows = ["".join(groups[i:j]) for i, j in combinations(range(len(groups) + 1), 2)]
        whole = _ascii("".join(_GROUP.findall(text, start, end)))
        possible = [region for region in regions if any(map(plan_of(region), rows))]
        # Who reads all of it comes first: then nobody needs to read a part.
        return sorted(possible, key=lambda region: not plan_of(region)(whole))

    def _score(
        self, text: str, start: int, end: int, match: Any, region: str, homes: Sequence[str]
    ) -> float:
        if _is_other_number(text, start, end) or self.others.before(text, start):
            return 0.0
        if _CODE_BEFORE.search(text, max(0, start - 6), start):
            return 0.0
        cued = self.cues.near(text, start, end)
        if match.raw_string[:1] in "+＋":
            return 0.95 if cued else 0.9
        if _is_of_a_thing(text, start):
            return 0.0
        if cued:
            return 0.9 if region == self.regions[0] else 0.85
        grouped = _well_grouped(match, region)
        if len(self.regions) == 1:
            return 0.7 if grouped else 0.55
        home = region in (*self.regions[:2], *homes)
        if region in homes and not _is_amount(text, end, match.raw_string):
            return 0.75 if grouped else 0.6
        if _CALCULATION.search(match.raw_string):
            return 0.3
        if _ROW_OF_NUMBERS.fullmatch(match.raw_string) and not match.raw_string.startswith("0"):
            return 0.45 if grouped and home else 0.3
        if grouped:
            return 0.75 if home else 0.6
        return 0.4 if home else 0.3

    def _undressed(self, text: str, start: int, end: int) -> Iterator[PiiSpan]:
        """Numbers of no valid plan that look like telephone numbers all the same."""
        left, right = max(0, start - 3), min(len(text), end + 10)
        if "US" in self.regions or "CA" in self.regions:
            found = False
            for match in _NANP.finditer(text, left, right):
                found = True
                cued = self.cues.near(text, *match.span()) or _alone(text, *match.span())
                if not self.others.before(text, match.start()):
                    score = 0.85 if cued else 0.6
                    yield PiiSpan(match.start(), match.end(), "PHONE_NUM", score, SOURCE)
            if found:
                return
        if len(self.regions) > 1:
            yield from self._cued(text, left, right)

    def _cued(self, text: str, left: int, right: int) -> Iterator[PiiSpan]:
        match = _CUED.search(text, max(0, left - 4), right)
        if match is None:
            return
        start, end = match.span()
        if _is_other_number(text, start, end) or self.others.before(text, start):
            return
        if _is_of_a_thing(text, start):
            return
        if self.cues.before(text, start) or text[start] == "+":
            yield PiiSpan(start, end, "PHONE_NUM", 0.65, SOURCE)


@cache
def _foreign_cues() -> Mapping[str, Cues]:
    """Words beside telephone numbers by language, without those that English has too."""
    own = language(BASE).words("phone")
    told = {
        code: set(language(code).words("phone")).difference(own)
        for code in languages()
        if code != BASE and language(code).has("region")
    }
    return {code: Cues(words, window=30) for code, words in told.items() if words}


@cache
def _things(lang: str) -> tuple[Cues, Cues] | None:
    """Words for what else has a number in a language, and those of telephones, but "number"."""
    own = language(lang)
    if not own.words("phone", "other"):
        return None
    sure = (word for word in own.words("phone") if not _NUMBER.match(word))
    return Cues(own.words("phone", "other")), Cues(sure)


def _is_of_a_thing(text: str, start: int) -> bool:
    """Does a word in its clause say that a number is an order's, a ticket's, a file's?"""
    left = max(0, start - CONTEXT)
    left = max((m.end() for m in _CLAUSE.finditer(text, left, start)), default=left)
    for things, phones in filter(None, map(_things, page_for(text).languages)):
        behind = max((m.end() for m in things.all(text[left:start])), default=None)
        if behind is not None and not phones.within(text, left, start + CONTEXT):
            # "paquete para Ana Ruiz 612 345 602" is hers
            return not any(c.isupper() for c in _NUMBER.sub("", text[left + behind : start]))
    return False


def _window(text: str, start: int, end: int) -> tuple[int, int]:
    """What is handed to the matcher: the stretch and some text around, no number beside it.

    Digits of other stretches would be read again for each region, to be dropped.
    """
    left, right = max(0, start - CONTEXT), min(len(text), end + CONTEXT)
    before, behind = _APART_BEFORE.search(text, left, start), _APART_BEHIND.match(text, end, right)
    if before:
        left = before.start("mark")
    if another := _ANOTHER.search(text, left, start):
        left = another.end()
    if behind:
        right = min(right, behind.end() + 2)  # the minutes of a time
    if _STROKE.match(text, end) and _ANOTHER.search(text, left, end + 1):
        right = end
    return left, right


def _ascii(digits: str) -> str:
    return "".join(str(int(digit)) for digit in digits)


@cache
def plan_of(region: str) -> Callable[[str], bool]:
    """What tells whether digits may be a number in a region's plan, as libphonenumber reads them.

    It says yes wherever the library may; the plans of regions that share a code count alike.
    """
    from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneMetadata

    data: Any = PhoneMetadata.metadata_for_region(region, None)
    if data is None:
        return lambda digits: True
    kin = COUNTRY_CODE_TO_REGION_CODE[data.country_code]
    described: list[Any] = [PhoneMetadata.metadata_for_region(one) for one in kin]
    plans = "|".join(one.general_desc.national_number_pattern for one in described)
    national = re.compile(rf"(?:{data.country_code})?(?:{plans})")
    prefix = re.compile(data.national_prefix_for_parsing or r"(?!)")
    abroad = re.compile(data.international_prefix or r"(?!)")
    rule = data.national_prefix_transform_rule

    def may_be(digits: str) -> bool:
        if national.fullmatch(digits) or abroad.match(digits):
            return True
        led = prefix.match(digits)
        if led is None:
            return False
        rest = digits[led.end() :]
        forms = (rest, prefix.sub(rule, digits, count=1)) if rule and led.lastindex else (rest,)
        return any(map(national.fullmatch, forms))

    return may_be


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    for match in _STRETCH.finditer(text):
        if not _TOO_LONG.search(match[0]):
            start = match.start()
            for stroke in _STROKE.finditer(text, *match.span()):
                if _ANOTHER.search(text, start, stroke.end()):
                    yield start, stroke.start()
                    start = stroke.end()
            yield start, match.end()


def _is_other_number(text: str, start: int, end: int) -> bool:
    """Is it a date, a range, a decimal, or a part of an equation, address or code?"""
    if _NOT_A_PHONE.fullmatch(text, start, end):
        return True
    if not text[start:end].isdecimal() and stands_for_date(text, start, end):
        return True
    if _with_scheme(text, start) < start:
        return False
    if _ANOTHER.search(text, max(0, start - 32), start):
        return False
    before = text[max(0, start - 3) : start]
    return bool(_NEVER_BEFORE.search(before) or _NEVER_AFTER.match(text, end))


def _with_bracket(text: str, span: PiiSpan) -> PiiSpan:
    """The number with the bracket that opens before its country: "(+421) 774 648 5261"."""
    opened = text.count("(", span.start, span.end) < text.count(")", span.start, span.end)
    before = max(0, span.start - 1)
    return replace(span, start=before) if opened and text[before] == "(" else span


def _with_scheme(text: str, start: int) -> int:
    """Where the number begins when it is written as a URI (RFC 3966): "tel:+372-8001-2345"."""
    return start - 4 if start >= 4 and text.startswith("tel:", start - 4) else start


def _is_amount(text: str, end: int, raw: str) -> bool:
    """May a number of the text's own country be how many there are of something?"""
    if raw.lstrip("(").startswith("0"):
        return False
    return raw.isdigit() or bool(_AMOUNT.fullmatch(raw) and _COUNTED.match(text, end))


def _alone(text: str, start: int, end: int) -> bool:
    """Does it stand on a line of its own, as in a letterhead or a form?"""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    rest = text[end : end + 3].partition("\n")[0]
    return not line.strip() and not rest.strip()


def _well_grouped(match: Any, region: str) -> bool:
    """Are its digits grouped the way the country writes them?"""
    import phonenumbers

    raw = match.raw_string
    if raw.isdigit():
        return False
    strict = phonenumbers.Leniency.STRICT_GROUPING
    return bool(phonenumbers.PhoneNumberMatcher(raw, region, leniency=strict).has_next())
