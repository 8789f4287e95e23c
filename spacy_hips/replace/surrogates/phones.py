"""Telephone numbers nobody has: of the same country, length, grouping and kind."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from ...core.ids import Draw
from ...core.later import re
from ...text.lexicon.data_files import rows
from ...text.lexicon.language import BASE, language
from ...text.lexicon.said import said_numbers, say
from ...who.persons.link.entity import Entity
from .choose import Dice, digits_of, fresh, put_digits
from .maker import Context, Mention, SurrogateMaker
from .realism import checked, is_ordinary, is_plausible, seen

_MOBILE, _FREE = "mobile", "free"
_EXTENSION = re.compile(r"(?:ext(?:ension)?\.?|x|#|durchwahl|poste|int\.?)\s{0,3}\d{1,7}\s*$", re.I)
_NO_EXCHANGE = re.compile(r"[01]|.11|555|950|958|959|976")
"""Exchanges of North America that are given to nobody."""
_FOR_TESTS = ("958", "959")
"""Exchanges of North America that are kept for tests of lines in every area."""
_KEYS = ("abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz")
_KEYPAD = {letter: str(digit) for digit, letters in enumerate(_KEYS, 2) for letter in letters}


@cache
def _fictional() -> dict[tuple[str, str], tuple[str, ...]]:
    """Patterns of fictional numbers by region and kind; a space behind the area."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for row in rows("fictional_phones.tsv"):
        slot = (row["region"], row["kind"])
        found[slot] = (*found.get(slot, ()), row["pattern"])
    return found


@cache
def _area_codes() -> dict[str, tuple[str, ...]]:
    return {row["region"]: tuple(row["codes"].split()) for row in rows("area_codes.tsv")}


@dataclass(frozen=True)
class PhoneSurrogate:
    """Makes telephone numbers: same country, length, grouping and kind, in a fictional range.

    Where a plan has no such range, a number that the plan gives to nobody; where every number of
    that length is given out, any other one.

    regions (tuple[str, ...]): Countries (ISO 3166-1) whose plans are tried for a number without a
        country code, the likeliest first; none given, those of the pipeline's language.
    realism (str): "safe", "plausible", or "" for that of the anonymizer (realism.py). A plausible
        number is one of the plan half of the time, whoever has it; the other half of North
        America is on lines for tests.
    """

    regions: tuple[str, ...] = ()
    realism: str = ""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        context = seen(context, self.realism)
        said = next(said_numbers(mention.text), None)
        text = said[2] if said else _keypad(mention.text)
        cut = _EXTENSION.search(text)
        body, extension = (text[: cut.start()], text[cut.start() :]) if cut else (text, "")
        digits = digits_of(body)
        if not 3 <= len(digits) <= 40:
            return None
        regions = (
            self.regions or language(context.lang).words("region") or language(BASE).words("region")
        )
        number = _parse(body, regions)

        def make(dice: Dice) -> str | None:
            if number is None:
                new = _other_number(digits, dice)
            else:
                ordinary = is_ordinary(context, dice) and _ordinary(number, dice)
                quiet = is_plausible(context) and _quiet(number, dice)
                new = number.head + (ordinary or quiet or _national(number, dice))
            if new[-7:] == digits[-7:]:
                return None
            if said:
                return say(new, mention.text)
            end = _other_number(digits_of(extension), dice)
            return put_digits(body, new) + put_digits(extension, end)

        return fresh(make, mention, entity, context, draw, "phone", _last_digits)


def _last_digits(text: str) -> str:
    """What spellings of one number share, whatever codes stand before it."""
    return digits_of(text)[-9:] or text.casefold()


def _keypad(text: str) -> str:
    """Letters of a number such as 1-800-FLOWERS as digits; an extension's word stays."""
    match = re.fullmatch(r"([+\d\s().\-]{0,20}\d[\s.\-]{0,3})([A-Za-z\-]{4,12})", text)
    if match is None or _EXTENSION.search(text):
        return text
    return match[1] + "".join(_KEYPAD.get(c.lower(), c) for c in match[2])


def _kind(code: int) -> str:
    from phonenumbers import PhoneNumberType as Type

    free = (Type.TOLL_FREE, Type.SHARED_COST, Type.PREMIUM_RATE, Type.UAN)
    return _MOBILE if code == Type.MOBILE else _FREE if code in free else "area"


@dataclass(frozen=True)
class _Number:
    """A parsed number: digits before the national number, that, its region, kind, area length."""

    head: str
    national: str
    region: str
    kind: str
    area: int


def _parse(text: str, regions: tuple[str, ...]) -> _Number | None:
    """Read a number in the first region where it is valid, else where it is possible."""
    import phonenumbers

    digits = digits_of(text)
    best = None
    for region in regions:
        try:
            number = phonenumbers.parse(text, region)
        except phonenumbers.NumberParseException:
            continue
        national = phonenumbers.national_significant_number(number)
        if not national or not digits.endswith(national):
            continue
        valid = phonenumbers.is_valid_number(number)
        valid = valid or (best is None and _local_only(number))
        if valid or best is None:
            best = _Number(
                digits[: -len(national)],
                national,
                _home(number, region),
                _kind(phonenumbers.number_type(number)),
                phonenumbers.length_of_national_destination_code(number),
            )
        if valid:
            return best
    return best


def _local_only(number: Any) -> bool:
    """Whether a number lacks its area code, as neighbours write it."""
    import phonenumbers

    reason = phonenumbers.is_possible_number_with_reason(number)
    return bool(reason == phonenumbers.ValidationResult.IS_POSSIBLE_LOCAL_ONLY)


def _home(number: Any, region: str) -> str:
    """The region a number belongs to; where its country has several, the given one if it fits."""
    import phonenumbers

    known = phonenumbers.region_code_for_number(number)
    if known:
        return str(known)
    if phonenumbers.country_code_for_region(region) == number.country_code:
        return region
    return str(phonenumbers.region_code_for_country_code(number.country_code))


def _national(number: _Number, dice: Dice) -> str:
    """A national number of the same length from a fictional range, else an unassigned one."""
    if number.region in ("US", "CA") and len(number.national) == 7:
        return f"55501{dice.digits(2)}"
    patterns = _patterns(number)
    if patterns:
        return _fill(dice.pick(patterns), number, dice)
    return _unassigned(number, dice)


def _quiet(number: _Number, dice: Dice) -> str:
    """A number of North America that looks like any other and is a line for tests, nobody's.

    The exchanges are not given to subscribers in any area; "" for other countries and kinds.
    """
    if number.region not in ("US", "CA") or len(number.national) not in (7, 10):
        return ""
    if number.kind == _FREE:
        return ""
    area = "@" if len(number.national) == 10 else ""
    return _fill(f"{area} {dice.pick(_FOR_TESTS)}xxxx", number, dice)


def _ordinary(number: _Number, dice: Dice) -> str:
    """Any number of the plan, of the same kind and length; "" where none is found.

    Its area is another one where the plan's areas are known, else its first digit stays.
    """
    import phonenumbers
    from phonenumbers import PhoneNumberType as Type

    code, old = phonenumbers.country_code_for_region(number.region), number.national
    known = phonenumbers.number_type(_whole(code, old))
    plain = (Type.FIXED_LINE, Type.MOBILE, Type.FIXED_LINE_OR_MOBILE)
    kinds = plain if known == Type.UNKNOWN else (known,)
    areas = _area_codes().get(number.region, ())
    others = [area for area in areas if area != old[:3]]
    for attempt in range(40):
        if areas and len(old) == 7:
            head = ""
        elif areas and number.kind == "area":
            head = dice.pick(others)
        else:
            head = old[: 1 if attempt < 20 else max(2, number.area)]
        new = head + dice.digits(len(old) - len(head))
        if areas and _NO_EXCHANGE.match(new[len(new) - 7 :]):
            continue
        if areas and len(old) == 7:
            return new
        what = phonenumbers.number_type(_whole(code, new))
        if new != old and what in kinds:
            return new
    return ""


def _whole(code: int, national: str) -> Any:
    """A number as libphonenumber takes it."""
    import phonenumbers

    zero = True if national[0] == "0" else None
    return phonenumbers.PhoneNumber(
        country_code=code, national_number=int(national), italian_leading_zero=zero
    )


def _patterns(number: _Number) -> list[str]:
    """Fictional patterns of a number's country and length, best of its kind and area length."""
    known = _fictional()
    for kind in (number.kind, "area"):
        found = known.get((number.region, kind), ())
        fit = [p for p in found if _length(p) == len(number.national)]
        alike = [p for p in fit if "@" in p or len(p.split()[0]) == number.area]
        if fit:
            return alike or fit
    return []


def _length(pattern: str) -> int:
    return len(pattern.replace(" ", "").replace("@", "xxx"))


def _fill(pattern: str, number: _Number, dice: Dice) -> str:
    if "@" in pattern:
        others = [c for c in _area_codes()[number.region] if c != number.national[:3]]
        pattern = pattern.replace("@", dice.pick(others))
    return "".join(dice.digits(1) if c == "x" else c for c in pattern if c != " ")


def _unassigned(number: _Number, dice: Dice) -> str:
    """A number that the plan gives to nobody, with the same first digit if there is one."""
    import phonenumbers

    code = phonenumbers.country_code_for_region(number.region)
    new = number.national
    for attempt in range(40):
        head = number.national[0] if attempt < 20 else ""
        new = head + dice.digits(len(number.national) - len(head))
        if code and not phonenumbers.is_valid_number(_whole(code, new)):
            break
    return new


def _other_number(digits: str, dice: Dice) -> str:
    """Other digits, a zero or plus code at the beginning kept."""
    if not digits:
        return ""
    head = digits[0] if digits[0] == "0" else str(1 + dice.roll(9))
    return head + dice.digits(len(digits) - 1)


def make_phone_surrogate(
    regions: list[str] | None = None, realism: str | None = None
) -> SurrogateMaker:
    """Make telephone numbers of the same country and kind; see `PhoneSurrogate`."""
    return PhoneSurrogate(tuple(regions or ()), checked(realism))
