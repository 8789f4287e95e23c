"""Postal codes, where a state, a city or a word beside them tells what they are."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.later import re
from ...core.spans import PiiSpan
from . import _address_words as words
from ._windows import near_digits

SOURCE = "rules.zip"
REACH = 40

# The areas of British postcodes, as Royal Mail publishes them.
_AREAS = (
    "AB|AL|B|BA|BB|BD|BH|BL|BN|BR|BS|BT|CA|CB|CF|CH|CM|CO|CR|CT|CV|CW|DA|DD|DE|DG|DH|DL|DN|DT|DY|E|"
    "EC|EH|EN|EX|FK|FY|G|GL|GU|GY|HA|HD|HG|HP|HR|HS|HU|HX|IG|IM|IP|IV|JE|KA|KT|KW|KY|L|LA|LD|LE|LL|"
    "LN|LS|LU|M|ME|MK|ML|N|NE|NG|NN|NP|NR|NW|OL|OX|PA|PE|PH|PL|PO|PR|RG|RH|RM|S|SA|SE|SG|SK|SL|SM|"
    "SN|SO|SP|SR|SS|ST|SW|SY|TA|TD|TF|TN|TQ|TR|TS|TW|UB|W|WA|WC|WD|WF|WN|WR|WS|WV|YO|ZE"
)
_CODES = "|".join(words.US_STATES)
_SAFE_CODES = "|".join(sorted(set(words.US_STATES) - words.STATE_WORDS))
_NAMES = "|".join(
    name.replace(" ", "[ ]") for name in (*words.US_STATES.values(), "D[.]C[.]", "N[.]Y[.]")
)
_CITY = r"[^\W\d_a-zà-öø-ÿ][\w'’-]{2,30}"

_US = r"(?P<zip>\d{5}(?:-\d{4})?)(?![\w-])"

_PATTERNS: tuple[tuple[re.Pattern[str], float], ...] = (
    # behind a state
    (re.compile(rf"(?<!\w)(?:{_CITY},[ ](?:{_CODES})|{_SAFE_CODES})\.?,?[ ]{{1,2}}{_US}"), 0.85),
    (re.compile(rf"(?<!\w)(?:{_NAMES}),?[ ]{{1,2}}{_US}"), 0.8),
    (re.compile(r"(?<!\w)(?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT)[ ]{1,2}(?P<zip>\d{4})(?!\w)"), 0.85),
    # behind a word that names it
    (
        re.compile(
            r"""(?<!\w)(?:zip(?:[ -]?code)?|post(?:al)?[ -]?code|pin[ -]?code|plz|c[.]?p[.]|cep|cap
            |code[ ]postal|c[óo]digo[ ]postal|postleitzahl)(?!\w)
            (?:[ ](?:is|was|of|no\.?|number))?[ ]?[:.\#-]?[ ]{0,2}
            (?P<zip>(?-i:[A-Z]{1,2}\d[A-Z\d]?[ ]?\d[A-Z]{2}|[A-Z]\d[A-Z][ -]?\d[A-Z]\d)
              |\d{3}[ -]\d{3}|\d{5}-\d{3,4}|\d{4}[ ]?[A-Z]{2}|\d{4,7})(?![\w%])""",
            re.I | re.X,
        ),
        0.9,
    ),
    # British, Canadian, Dutch: by their form
    (
        re.compile(rf"(?<![\w-])(?P<zip>(?:{_AREAS})\d[A-Z\d]?[ ]\d[ABD-HJLNP-UW-Z]{{2}})(?!\w)"),
        0.75,
    ),
    (
        re.compile(
            r"(?<![\w-])(?P<zip>[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ ]\d[A-Z]\d)(?![\w-])"
        ),
        0.7,
    ),
    (
        re.compile(
            rf"(?<![\w.,-])(?P<zip>[1-9]\d{{3}}[ ][A-Z]{{2}})[ ]{{1,2}}(?=(?!{_CODES}){_CITY})"
        ),
        0.6,
    ),
    # beside a city
    (
        re.compile(
            rf"(?<![\w.,-])(?P<zip>(?:D|A|CH|F|I|E|NL|B|PL|L|FIN|S|MD)-\d{{4,5}})[ ](?={_CITY})"
        ),
        0.75,
    ),
    (re.compile(rf"(?:^|,[ ])(?P<zip>\d{{5}})[ ](?={_CITY}(?:$|[.,]))", re.M), 0.55),
    (re.compile(rf"(?:^|,[ ])(?P<zip>\d\d-\d{{3}}|\d{{4}}-\d{{3}})[ ](?={_CITY})", re.M), 0.55),
    (re.compile(rf"(?<!\w){_CITY}[ ]?[-–][ ]?(?P<zip>[1-9]\d{{5}})(?![\w-])"), 0.6),
    (re.compile(r"(?P<zip>〒[ ]?\d{3}-\d{4})"), 0.9),
)


def make_zip_rule() -> ZipRule:
    """Make the rule for postal codes.

    RETURNS (ZipRule): The rule.
    """
    return ZipRule()


class ZipRule:
    """Finds postal codes of several countries beside a state, a city or a word that names them."""

    labels: tuple[str, ...] = ("ZIP",)

    def __call__(self, text: str) -> Iterable[PiiSpan]:
        """Find the postal codes of a text.

        text (str): The text.
        YIELDS (PiiSpan): Codes in the order of the text, without overlaps.
        """
        found = [
            PiiSpan(*match.span("zip"), "ZIP", score, SOURCE)
            for start, end in near_digits(text, REACH)
            for pattern, score in _PATTERNS
            for match in pattern.finditer(text, start, end)
        ]
        end = 0
        for span in sorted(found, key=lambda s: (s.start, -s.score)):
            if span.start >= end:
                yield span
                end = span.end
