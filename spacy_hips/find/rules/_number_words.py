"""What a number of six digits or more is, when it is nobody's: amounts, pages, versions, sums.

Whoever doubts hides: a number is an ID unless a row of this table shows that it is something else.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...core.later import re


@dataclass(frozen=True)
class Otherwise:
    """One kind of number that identifies nobody; all patterns that a row has must fit.

    name (str): What it is.
    form (Pattern): The whole number.
    before (Pattern): What stands before it, up to it.
    behind (Pattern): What follows.
    examples (tuple[str, ...]): Texts with the number in brackets, for the tests.
    """

    name: str
    form: re.Pattern[str] | None = None
    before: re.Pattern[str] | None = None
    behind: re.Pattern[str] | None = None
    examples: tuple[str, ...] = ()


def _row(
    name: str, *examples: str, form: str = "", before: str = "", behind: str = ""
) -> Otherwise:
    return Otherwise(
        name,
        re.compile(form, re.X | re.I) if form else None,
        re.compile(rf"(?:{before})\Z", re.X | re.I) if before else None,
        re.compile(behind, re.X | re.I) if behind else None,
        examples,
    )


_CODES = (
    r"usd|eur|gbp|inr|ngn|kes|zar|ghs|ugx|tzs|cfa|xof|xaf|php|myr|sgd|idr|vnd|cny|rmb|jpy|krw|brl"
    r"|mxn|cop|clp|ars|pen|aud|nzd|cad|chf|sek|nok|dkk|pln|czk|huf|ron|rub|uah|try|egp|pkr|bdt|lkr"
    r"|npr|aed|sar|rs\.?|ksh\.?|rp\.?|rm|r\$|us\$"
)
_MONEY = (
    r"dollars?|euros?|pounds?|rupees?|naira|shillings?|pesos?|rand|yen|yuan|won|reais|rubles?"
    r"|kron(?:er|or|a)|francs?|lira|dirhams?|taka|cedis?|lakhs?|crores?|cr|cents?|bucks"
)
_PRICED = (
    r"costs?|prices?|priced|budgets?|salary|salaries|incomes?|revenues?|turnover|worth|paid|pays?"
    r"|spent|spends?|earn(?:s|ed|ing)?|fees?|loans?|profits?|sales|fund(?:s|ing|ed)?|invest(?:ed"
    r"|ment|ments)?|savings?|saved|debts?|donat(?:ed|ions?)|raised|wages?|rent|tuition|capital"
)
_LINK = r"(?:[ ]?(?:of|was|is|are|were|at|for|about|around|only|over|to|up|a|total|:)){0,3}[ ]{0,2}"
_ROUGHLY = (
    r"about|approximately|approx\.?|around|nearly|almost|over|under|roughly|some|more[ ]than"
    r"|less[ ]than|fewer[ ]than|higher[ ]than|lower[ ]than|at[ ]least|at[ ]most|up[ ]to"
    r"|as[ ]many[ ]as|average(?:[ ]of)?|mean[ ]of|total(?:[ ]of)?|sum[ ]of|population(?:[ ]of)?"
    r"|count[ ]of|sample[ ]of|maximum(?:[ ]of)?|minimum(?:[ ]of)?|distance[ ]of|circa|ca\."
)
_UNITS = (
    r"km2?|kg|mg|cm|mm|ml|k?hz|[mg]hz|kb|mb|gb|tb|[km]?wh?|[km]?pa|psi|k?cal|k?j|nm|ms|hrs?|mins?"
    r"|secs?|rpm|bpm|px|dpi|ppm|mol|m[23]?|ft|lbs?|oz|tons?|tonnes?|bits?|bytes?|°|%|‰|x(?=\s)"
)
# What follows a number without being counted by it.
_NOT_COUNTED = (
    r"is|was|has|as|his|this|its|does|goes|comes|us|says|reads|belongs|lives|works|studies|needs"
    r"|wants|gets|takes|makes|submits|attends|joins|shows|stands|ends|starts|always|perhaps"
    r"|unless|thus|across|besides|afterwards|sometimes|class|process|address|business"
)
_VALUES = (
    r"sum|total|result|area|count|size|max|min|population|length|value|mean|price|answer|product"
    r"|volume|height|width|weight|distance|speed|energy|force|power|mass|seed|steps|epochs|rate"
)

_FORMULA = (
    r"[dt]?frac|[dt]?binom|sqrt|num|si|text|math\w{2,4}|boxed|overline|underline|hat|log|exp|vec"
    r"|(?:\w{0,4}ref|label|\w{0,5}cite\w{0,2}|bibitem|input|include\w{0,9}|[hv]space|color)\*?"
)
"""Commands of LaTeX that hold a number of a sum, or a key."""

OTHERWISE: tuple[Otherwise, ...] = (
    _row(
        "years", "in [2003-2004]", "the [1914/1918] war", "[2010 2011 2012]", "the [1948-1960s]",
        "[1412-20]",
        form=r"(?:1\d|20)\d\d(?:[-–/]\d\d|(?:[-–/ ](?:1[5-9]|20)\d\d)+s?)",
    ),
    _row(
        "a date and a time", "at [20210405T101530Z]", "[2021-04-05T10]",
        form=r"\d{4}[-./]?\d{1,2}[-./]?\d{1,2}T.*",
    ),
    _row(
        "a rest behind marks", "2,200,[000000] all in all", before=r"\d[.,]",
    ),
    _row(
        "a decimal with a comma", "[123456],75 of it", behind=r",\d{1,2}(?!\d)",
    ),
    _row(
        "a round number", "[1250000] of them", "we had [681000]", "1 of [200000]",
        form=r"[1-9]\d*000",
    ),
    _row(
        "a score or a range", "they won [120-108]", "on [531-549]", "from [1201-1265]",
        "[12000–15000] a day",
        form=r"\d{1,3}[-–/]\d{1,3}|[1-9]\d{3}[-–][1-9]\d{3}|[1-9]\d{4}[-–][1-9]\d{4}",
    ),
    _row(
        "small numbers in a row", "[12-34-56]", "[1-2-3-4-5-6]", "[3/4/12/15]",
        form=r"\d{1,2}(?:[-–/:]\d{1,2})+",
    ),
    _row(
        "money", "it costs $[123456]", "€ [145999]", "Rs. [123456] a year", "KES [145250]",
        before=rf"(?:[$€£¥₹₦₵₱₩฿₫]|(?<!\w)(?:{_CODES}))[ ]?",
    ),
    _row(
        "money", "[123456] €", "[145250] USD", "[145250] rupees", "[123456] crores",
        behind=rf"[ ]?(?:[$€£¥₹₦₵₱₩]|(?:{_CODES}|{_MONEY})(?!\w)|/-)",
    ),
    _row(
        "money", "a budget of [123456]", "she earned [123450] last year", "the fee is [145250]",
        "our revenue was about [134567]",
        before=rf"(?<!\w)(?:{_PRICED}){_LINK}",
    ),
    _row(
        "an amount", "about [123456] of them", "more than [145250]", "a population of [1234567]",
        "up to [123456] a day", "the average [123456]",
        before=rf"(?<!\w)(?:{_ROUGHLY})[ ]{{1,2}}", form=r"\d[\d.,'’ ]*[kmb]?n?",
    ),
    _row(
        "a measure", "[123456] km away", "[123456] kWh", "[1234567]%",
        behind=rf"[ ]?(?:{_UNITS})(?!\w)",
    ),
    _row(
        "a count", "[123456] people came", "[1234567] units", "[350123] toilet papers", "we sold "
        "[123456] red apples", "[145250] of the men",
        form=r"[1-9]\d{5,8}",
        behind=rf"""[ ](?!(?:{_NOT_COUNTED})(?!\w))
            (?:[a-z-]{{3,}}[ ])?(?:[a-z-]{{2,}}s|people|children|men|women)(?!\w)
            |[ ]of[ ](?:the|them|these|those|our|all|us|which|whom)(?!\w)""",
    ),
    _row(
        "a part of an equation", "100 * 36500 = [3650000]", "3 + [123456]", "x = [123456]",
        "(a+b) = [123456]", "n=[123456]", "p < [000123]", r"\frac{[123456]}",
        before=rf"""(?<!\w)\d[\d.,]*[ ]?[*×·=+−–-][ ]? | [*×+<>≤≥≈^√∑∫~][ ]?
            | (?:[)\]}}²³]|(?<!\w)[a-z]\w?|(?<!\w)(?:{_VALUES}))[ ]?(?:=|:=|==)[ ]?
            | \\(?:{_FORMULA})\{{ | \\[dt]?(?:frac|binom)\{{[^{{}}]{{0,40}}\}}\{{""",
    ),
    _row(
        "a part of an equation", "[36500] * 100", "[9900-6600] = 3300", "[123456] + 1",
        "[123456]^2",        "[123456] > 7",
        behind=r"[ ]?[*×·=+<>≤≥≈^÷]|[ ][-−–][ ]\d+[ ]?=",
    ),
    _row(
        "a test's result", "F(1, [123456])", "χ2(12, [123456])",
        before=r"(?<!\w)(?:[ftzr]|χ[2²]|chi2?)[ ]?\(\d{1,6},[ ]?",
    ),
    _row(
        "a place on earth", "lat [407127]", "longitude: [740059]", "at [123456]° north",
        before=r"""(?<!\w)(?:lat(?:itude)?|lon(?:g(?:itude)?)?|coordinates?|gps|easting|northing)
            [ ]?:?[ ]?""",
    ),
    _row(
        "a publication", "ISBN [9783161484100]", "PMID: [12345678]", "arXiv:[2101012345]",
        "ISSN [1234-5678]", "doi 10.[123456]", "vol. [123456]", "pp. [123456]",
        "see page [123456]", "line [123456]", "bug #[123456]",
        "no. 7, [123456]", "ISBN-13: [978-3-16-148410-0]",
        before=r"""(?<!\w)(?:isbn(?:-1[03])?|e?-?issn|doi:?[ ]?10\.|doi|pmc?id|pmc|arxiv|oclc|lccn
            |asin
            |vol\.?|volume|pp?\.|pages?|pgs?\.|chapter|sections?|fig(?:ure)?s?\.?|tables?|lines?|verses?
            |equations?|eq\.|patent|bugs?|no\.[ ]\d{1,3},|act|bill|resolution)
            (?:[ ](?:no\.?|nr\.?|number|is))?[ .:#=–-]{0,4}""",
    ),
    _row(
        "a book's number", "[978-3-16-148410-0]", "[9783161484100]", "[979-10-90636-07-1]",
        "[3-499-22450-8]",
        form=r"97[89](?:[- ]?\d){9}[- ]?[\dX]|(?=(?:\d-?){9}[\dX]\Z)(?:\d{1,5}-){3}[\dX]",
    ),
    _row(
        "a version", "version [123456]", "build [19041123]", "firmware v[123456]", "RFC [123456]",
        "ISO [123456]", "commit [1234567]", "Windows [190412]", "revision [123456]",
        "ASTM D [4318-05]", "EN [1992-1-1]",
        before=r"""(?<!\w)(?:version|ver\.?|v\.?|build|release|rev(?:ision)?\.?|firmware|kernel|patch
            |commit|rfc|iso(?:/iec)?|iec|ieee|din|(?-i:EN|BS)|astm|ansi|asme|sae|jis|windows|python|java|android|ios|linux|kb)
            [ ]?[.:]?[ ]?(?-i:[A-Z]{1,2}[ ])?""",
    ),
    _row(
        "a colour", "color: #[112233]", "fill=\"#[445566]\"", "the #[778899] tone",
        form=r"\d{6}(?:\d\d)?",
        before=r"""(?:colou?r|fill|stroke|background|css|hex|border|shade|style|the|a|with|,)
            [\s:="'(]{0,4}\#""",
    ),
    _row(
        "a part of a web address or a path", "https://x.org/?id=[1234567]",
        "www.x.org/a-[12345678]",
        "x.org/watch/[12345678]", "/watch/[12345678]", "doi.org/10.1000/[123456]",
        before=r"""\S*(?:://|www\.|\.(?:com|org|net|edu|gov|io|info|[a-z]{2})/)\S*
            | (?:^|\s|["'(=])/\S*""",
    ),
    _row(
        "a sign's number", "@[123456]", "?[123456]", "&#[123456];", "%[123456]", "0x[123456]",
        r"\u[123456]", "+[40123456]",
        before=r"[@?&%~+＋] | &\#x? | (?<!\w)0x | \\[ux]",
    ),
    _row(
        "a photograph or a screenshot", "IMG_[20210405]", "Screenshot_[123456]",
        "PXL_20210405_[123456]", "WhatsApp Image [20210405]",
        before=r"""(?<![a-z])(?:img|vid|dsc[fn]?|pxl|mvi|gopr|screen[ ]?shot|scan
            |whatsapp[ ]\w+)[ _-]            (?:\d+[_-])?""",
    ),
    _row(
        "a photograph or a screenshot", "the file [VID-20210405]", "[DSC0123456].jpg",
        form=r"(?:img|vid|dscf?|pxl|mvi|gopr)[-_]?\d+",
    ),
    _row(
        "a city's postal code", "HOWRAH-[711103]", "Pune-[411007]", "Leeds LS1, PIN code [711103]",
        "ZIP [627041234]", "postal code: [411007]",
        before=r"""(?-i:(?<!\w)[A-Z][A-Za-z]{3,20})-
            | (?<!\w)(?:pin[ ]?-?code|zip(?:[ ]code)?|post(?:al)?[ -]?code|plz|cep|cap)
            [ ]?[:.#-]?[ ]?""",
        form=r"[1-9]\d{5}(?:\d{3})?",
    ),
    _row(
        "an ordinal or a compound", "the [123456th] one", "[123456x]", "[123456ms] later",
        form=rf"\d+(?:st|nd|rd|th|{_UNITS})|\d{{1,6}}[skx]|\d{{1,9}}(?:-[a-z]+)+",
    ),
    _row(
        "an ordinal or a compound", "[123456]-year-old rocks", "a [120500]-word text",
        behind=r"-(?:years?|days?|months?|hours?|weeks?|words?|pages?|seats?|persons?|miles?)(?!\w)",
    ),
)  # fmt: skip
