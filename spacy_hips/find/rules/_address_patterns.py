"""Patterns of postal addresses in the orders of several countries.

Every repetition is bounded, so that each pattern costs a constant time wherever it is tried.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...core.later import re
from . import _address_words as words
from ._id_words import LONG_HOLDERS, SHORT_HOLDERS


def _any_of(values: Iterable[str]) -> str:
    ordered = sorted(set(values), key=lambda v: (-len(v), v))
    return "|".join(re.escape(v).replace(r"\ ", "[ ]") for v in ordered)


_S = "[ ]{0,3}"
_CAP = r"[^\W\d_a-zà-öø-ÿ][\w'’.-]{0,30}+"  # a word that begins with a capital (or has no case)
_GAP = r"(?:[ \t]{0,4},[ \t]{0,4}|[ \t]{0,4},?[ \t]{0,4}\n[ \t]{0,4}\n?[ \t]{0,4}|[ \t;]{1,3})"
_STATE_CODE = _any_of(words.US_STATES)
_SAFE_CODE = _any_of(set(words.US_STATES) - words.STATE_WORDS)
_OTHER_CODE = _any_of(words.OTHER_STATE_CODES)
_STATE_WORDS = _any_of([*words.US_STATES.values(), *words.OTHER_STATES])
_STATE_NAME = f"{_STATE_WORDS}|{_OTHER_CODE}"
_ZIP = r"\d{5}(?:[-–—]?\d{4})?(?!\d)"
_UK = (
    r"(?:GIR[ ]?0AA|[A-Z]{1,2}\d[A-Z\d]?[ ]{0,2}\d[A-Z]{2}"
    r"|[AC-FHKNPRTV-Y]\d[\dW][ ]?[AC-FHKNPRTV-Y\d]{4})(?!\w)"  # and Irish
)
_CANADA = r"[ABCEGHJ-NPRSTVXY]\d[A-Z][ -]?\d[A-Z]\d(?!\w)"
_CODE = (
    r"(?:[A-Z]{1,2}-)?"
    r"(?:\d{5}|\d{4}[ ]?[A-Z]{2}|\d{4}-\d{3}|\d{4}|\d\d-\d{3}|\d{3}[ ]\d\d)(?!\w)"
)
_INDIAN_CODE = r"\d{3}[ ]?\d{3}(?!\w)"
_LINK = (
    r"(?:de|do|da|dos|das|la|el|del|di|am|an|im|in|bei|der|of|upon|sur|le|nad|los|las|les|den"
    r"|het|op|aan|ob|unter|sous|lès)"
)
# The same in the name of a town, where the stop behind a long word ends the sentence.
_TOWN = r"(?:['’][st]-)?[^\W\d_a-zà-öø-ÿ](?:\w{0,2}\.|(?:[\w'’-]|\.(?=\w)){0,30}+)"
_MORE = rf"(?:[ ](?:{_LINK}[ ]){{0,2}}{_TOWN})"
_CITY = rf"{_TOWN}{_MORE}{{0,3}}?"
_LONG_CITY = rf"{_TOWN}{_MORE}{{0,3}}+"
# What a town's post office adds: "Halle (Saale)", "Rennes Cedex 7", "Genève 4".
_OFFICE = (
    r"(?:[ ]\([A-Z][\w .-]{1,20}\))?"
    r"(?:[ ](?i:cedex)(?:[ ]\d{1,2}(?!\d))?|[ ]\d{1,2}(?=[ ]{0,2}(?:[,.;\n)]|\Z)))?"
)
_ANY_CITY = r"[^\W\d_][\w'’.-]{0,30}+(?:[ ][^\W\d_][\w'’.-]{0,30}+){0,3}?"
_BRAZILIAN_CODE = rf"\d{{5}}-\d{{3}}(?!\w)(?:[ ]{_LONG_CITY}(?:[ ]?[/-][ ]?[A-Z]{{2}}(?!\w))?)?"
# "12a", "12 A", "12 a," but not "Lindvägen 3 i Lund".
_HOUSE_LETTER = (
    r"(?:[a-zA-Z]|[ ](?:bis|ter|hs)(?!\w)|[ ][A-Z]|[ ][a-z](?=[ ]{0,2}(?:[,;.)\n]|\Z)))?(?![\w%])"
)
_NO_AMOUNT = r"(?![.,]\d|[ ]?[%€$])"

_TO_STATE = rf"{_GAP}(?:{_ANY_CITY}[ ]?,?{_S}\n?{_S})?"
_TO_ZIP = rf"\.?,?{_S}[-–]?\n?{_S}"
_SHORT_ZIP = (  # Australian, or American with a digit lost
    rf"(?:(?:NSW|VIC|QLD|TAS|ACT|WA|SA|NT){_TO_ZIP}\d{{4}}"
    rf"|(?:{_STATE_CODE}){_TO_ZIP}(?!(?:19|20)\d\d)\d{{4}})(?!\d)"
)
_STATE_AND_ZIP = re.compile(
    rf"{_TO_STATE}(?:(?:(?i:{_STATE_CODE})|(?i:{_STATE_NAME})|N\.Y\.|D\.C\.){_TO_ZIP}"
    rf"(?:{_ZIP}|{_CANADA})|{_SHORT_ZIP})"
)
# The same, where nothing but this makes an address: "results in 12500" is none.
_SURE_STATE_AND_ZIP = re.compile(
    rf"{_TO_STATE}(?:(?:{_STATE_CODE}|(?i:{_SAFE_CODE})|(?i:{_STATE_NAME})|N\.Y\.|D\.C\.)"
    rf"{_TO_ZIP}(?:{_ZIP}|{_CANADA})|{_SHORT_ZIP})"
)
_CITY_AND_STATE = (
    rf"{_GAP}{_CITY}(?:,{_S}(?:{_STATE_CODE})|,?[ ](?:{_SAFE_CODE})"
    rf"|,?[ ](?:{_OTHER_CODE}|(?=[A-Z])(?i:{_STATE_WORDS})))(?!\w)"
)
# What is an address even where the street has no type: state and code, or a British code.
PROOFS: tuple[re.Pattern[str], ...] = (
    _SURE_STATE_AND_ZIP,
    re.compile(rf"{_GAP}{_CITY}{_GAP}(?:{_UK}|{_CANADA})"),
)
# A code that is a word as well, with a number and no comma: "Boise ID 83702", "Student ID 12345".
WORD_AND_NUMBER = re.compile(
    rf"{_GAP}(?:(?P<city>{_ANY_CITY})[ ])?(?P<code>{_any_of(words.STATE_WORDS)})[ ]{{1,2}}"
    rf"(?P<number>\d{{3,}})"
)
HOLDER = re.compile(_any_of((*SHORT_HOLDERS, *LONG_HOLDERS)), re.I)
# What follows a street, and how much it proves.
TAILS: tuple[tuple[re.Pattern[str], float], ...] = (
    (_STATE_AND_ZIP, 0.35),
    (
        re.compile(rf"{_GAP}(?:{_CITY}{_GAP}){{0,3}}?(?:\(Qu[ée]bec\){_GAP})?(?:{_UK}|{_CANADA})"),
        0.35,
    ),
    (re.compile(rf"{_GAP}(?:{_CITY}{_GAP}){{0,2}}?{_BRAZILIAN_CODE}"), 0.3),
    (
        re.compile(
            rf"{_GAP}(?:{_CITY}{_GAP}){{0,1}}?{_CITY}[ ]?[-/,][ ]?[A-Z]{{2}},?[ ]"
            r"\d{5}-\d{3}(?!\w)"
        ),
        0.35,
    ),
    (re.compile(rf"{_GAP}{_CODE}(?:,?[ ]|\n){_LONG_CITY}{_OFFICE}"), 0.3),
    (re.compile(rf"{_GAP}(?:{_CITY}{_GAP}){{1,3}}?{_CITY}{_S}[-–, ]{_S}{_INDIAN_CODE}"), 0.3),
    (re.compile(_CITY_AND_STATE), 0.25),
    (re.compile(rf"{_GAP}{_ANY_CITY},[ ](?:{_STATE_CODE})(?!\w)"), 0.2),
    (re.compile(rf"{_GAP}{_CITY}[ ]?,?[ ]{_ZIP}"), 0.3),
    (re.compile(rf",?[ ]{_ZIP}(?=\W|\Z)"), 0.25),
    (
        re.compile(rf"(?=[ ]?[,\n]){_GAP}{_CITY}[ ](?!(?:19|20)\d\d)\d{{4}}(?={_S}(?:[,.\n]|\Z))"),
        0.2,
    ),
)

UNIT = re.compile(
    rf"""(?:[ \t]{{0,4}}[,;/][ \t]{{0,4}}|[ \t]{{0,4}}\n?[ \t]{{0,4}}|[ \t]{{1,4}}-[ \t]{{1,4}})
    (?:(?:{_any_of(words.UNITS)})\b\.?{_S}(?:\#{_S})?(?:apt\.?{_S})?
         (?:[A-Z]{{0,2}}-?\d{{1,5}}(?!\d)[-\w]{{0,8}}+(?:[ ][A-Z](?=[ ]{{0,2}}(?:[,\n]|\Z)))?
           |[A-Z]\b(?!['’.]\w))(?![-–/]?\d{{4}})
     | (?<=,[ ])\d{{1,4}}[A-Z]\b
     | \#{_S}(?:apt{_S})?[A-Z]?-?\d[\w-]{{0,8}}+
     | \#{_S}[A-Z]\b
     | (?:\d{{1,2}}{_S}(?:st|nd|rd|th)|\d|first|second|third|ground|top)[ ]{{1,3}}
       (?:floor\b|(?:flr|fl)\b\.?)
     | \d{{1,2}}[ºª°](?:[ ][A-Z\d]{{1,2}}[ºª]?\b)?
    )""",
    re.X | re.I,
)
UNIT_BEFORE = re.compile(
    rf"""(?:(?:flat|apt|apartment|suite|ste|unit|room|rm|shop|level|department|dept|kba)
          \.?{_S}(?:no\.?{_S})?\#?{_S}(?:[a-z]{{0,4}}\d\w{{0,5}}|[a-z]|one|two|three|four)
      | \d{{1,2}}(?:st|nd|rd|th)[ ]floor){_S}[,/]?{_S}\n?{_S}\Z""",
    re.X | re.I,
)

HOUSE = re.compile(
    r"""(?<![\w.$€£¥%/=+*^-])(?<!\d,)(?<!\#)
    (?:\#[ ]?)?
    (?:[NSEW]\d{2,3}[ ]?[NSEW]\d{3,5}
     | \d{1,4}/\d{1,5}[A-Z]?
     | \d{1,6}(?:-\d{1,5})?(?:-?[A-Za-z](?![\w-]))?(?:[ ]1/2)?)
    (?=[ ]{1,2}[^\W_]|,[ ][A-Z])""",
    re.X,
)
WORD = re.compile(r"[ \t\u00a0]{1,3}([^\s,;:()\[\]{}!?\"“”‘`=+*|/<>@#~^…]{1,30}(?<!['’]))")
HIGHWAY = re.compile(
    r"""[ ]{1,3}(?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)\.?[ ]{1,3}){0,3}
    (?:[A-Za-z.]{1,20}[ ]){0,4}?
    (?:highway|hwy|route|rte|rt|road|rd|cr|sr|fm|interstate|i|u\.?s\.?|state[ ]route
      |county[ ]road|ave(?:nue)?)\.?[ ]{1,3}
    (?:no\.?[ ])?(?:\d{1,4}[A-Z]?|[A-Z]\d{1,3}[A-Z]?|[A-Z])\b
    (?:[ ](?:N|S|E|W|NE|NW|SE|SW|business|bsnss|bus|alt|rte|service|frontage|rd)\b\.?){0,4}""",
    re.X | re.I,
)
OF_THE = re.compile(r"[ ](?:of|de|du|des|da|do|del|della)[ ](?:the[ ]|la[ ]|l')?[A-Z][\w'-]{1,30}")
QUARTER = re.compile(r",[ ](?:NE|NW|SE|SW|N|S|E|W)\b\.?(?=[ ,\n]|\Z)")

_BOX = re.compile(
    rf"""(?<!\w)(?:(?:dept|department)\.?{_S}\#?{_S}\d{{1,9}}[ ]{{1,3}})?
    (?:p\.?[ ]?o\.?[ ]?b(?:ox|\.)|post[ ]office[ ]box|g\.?p\.?o\.?[ ]box
      |private[ ]bag|locked[ ]bag|postfach|postbus
      |apartado(?:[ ](?:postal|de[ ]correos|a[ée]reo))?|casilla(?:[ ]postal)?
      |caixa[ ]postal|case[ ]postale|bo[îi]te[ ]postale|casella[ ]postale|skr\.?[ ]poczt\.?
      |p\.?[ ]?m\.?[ ]?b\.?(?=[ ]?\d{{3,5}})
      |(?:(?:rr|hc|r\.r\.|rural[ ]route|route){_S}\#?{_S}\d{{0,6}}
         |(?:hcr|rfd|rt\.?|star[ ]route){_S}\#?{_S}\d{{1,6}})
       (?:[ ,]{{1,3}}(?:site|comp(?:artment)?)\.?[ ]\w{{1,4}}){{0,2}}[ ,]{{1,3}}box)
    {_S}(?:no\.?|n°|\#|:)?{_S}(?:x[ ]?(?=\d)|(?-i:[A-Z]{{1,3}}[ ](?=\d)))?
    \d[\d-]{{0,12}}+(?:[ ]\d\d\b){{0,4}}+[A-Z]?(?![\w%])
    (?:[, ]{{1,3}}(?:file|dept|department|substation)\.?{_S}\#?{_S}\d{{1,9}})?""",
    re.X | re.I,
)
_RURAL = re.compile(
    rf"(?<!\w)(?i:rr|r\.r\.|rural[ ]route|rfd){_S}\#?{_S}\d{{1,3}}(?![\w%]|[.]\d)", re.X
)
_MILITARY = re.compile(
    rf"""(?<!\w)(?:(?:PSC|CMR|Unit)[ ]\d{{1,5}},?[ ]Box[ ]\d{{1,5}}
      |(?:USNS|USS|USCGC|USNV|USNU)[ ][A-Z]\w{{1,30}})
    {_S},?{_S}\n?{_S}(?:APO|FPO|DPO),?[ ](?:AA|AE|AP)[ ]\d{{5}}(?:-\d{{4}})?(?!\d)""",
    re.X | re.I,
)
_INDIA = re.compile(
    rf"""(?<!\w)(?:(?:flat|plot|house|door|shop|room|qtr|quarter|h|d)\b\.?{_S}(?:no\.?|number|\#)?
      {_S}[:\-]?{_S}[A-Z]{{0,2}}[-/]?\d[\w/-]{{0,12}}+
      |\d{{1,4}}/[\dA-Z]{{1,4}}(?:/\d{{1,4}})?|\d{{1,3}}(?=,[ ][A-Z]))
    {_S}[,\n]\s{{0,4}}+(?:[^\s,][^\n,]{{1,39}}+[,\n]\s{{0,4}}+){{1,6}}?
    [A-Za-z][A-Za-z .]{{1,30}}{_S}[-–:,]?{_S}{_INDIAN_CODE}""",
    re.X | re.I,
)
_WEAK_FIRST = _any_of(
    form
    for w in words.LEADING_WEAK
    for form in (w.capitalize(), w if w[-1] == "." else w.capitalize())
)
_NUMBER = (  # what says that the house number follows
    r"(?i:(?:au|en[ ]el|im|mit[ ]der)?[ ]?(?:num[eé]ro|número|hausnummer|house[ ]number|number"
    r"|nummer|núm\.?|num\.?|nr\.?|no\.?|n[.°ºo]{1,2}|№))"
)
# The type before the name: "Via Roma 12", "Rua da Graça 2", "str. Pacienței, nr. 9".
_TYPE_FIRST = re.compile(
    rf"""(?<![\w-])
    (?:(?i:{_any_of(words.LEADING_TYPES)})
      |(?P<weak>(?<!et[ ])(?:{_WEAK_FIRST})))
    (?:[ ](?:{_any_of(words.LINKS)})(?=[ ])|[ ]?[ld]['’](?=\w)|[ ]?{_CAP}
      |[ ]\d{{1,2}}(?=[ ][A-Z])){{1,6}}?(?:[ ]\d{{4}}(?=,))?
    (?:,?{_S}{_NUMBER}{_S}|,{_S}|[ ]\#?[ ]?)
    (?P<house>\d{{1,5}}{_HOUSE_LETTER}(?:[-/]\d{{1,4}}[a-z]?(?!\d))?){_NO_AMOUNT}(?!/)""",
    re.X,
)
# "82, Avenue du Roi Baudouin".
_NUMBER_TYPE_FIRST = re.compile(
    rf"""(?<![\w.,$€£/-])(?P<house>\d{{1,4}})(?:[ ]?(?:bis|ter|[a-dA-D]))?,?[ ]
    (?:de[ ]la[ ]|du[ ]|de[ ]l['’])?
    (?:(?i:rue|avenue|boulevard|chemin|impasse|quai|allée|cours|bd|av|jalan|jln|jl|lorong)\.?
         (?=[ ](?:de|du|des|la|le|l['’]|d['’]|{_CAP}))
      |place(?=[ ]d)|route(?=[ ]de))
    (?:(?:[ ](?:de|du|des|la|le|les|aux|à|et)(?=[ ]|[ ]?l['’])){{0,3}}
       [ ]?(?:[ld]['’])?{_TOWN}){{1,5}}""",
    re.X,
)
# "Rosenthaler Straße 1", "Hauptstr. 12a", "Kerkstraat 374".
_COMPOUND = re.compile(
    rf"""(?<![\w-])(?:{_CAP}[ ]){{0,3}}?
    (?:{_CAP}[ ](?:{_any_of(words.FOLLOWING_TYPES)})
      |[A-ZÀ-ÝŁŚ][\w-]{{0,30}}?
       (?:(?i:{_any_of(words.ENDINGS)})|(?P<weak>{_any_of(words.ENDINGS_WEAK)})))
    (?:,?[ ]{_NUMBER}[ ]?|[ ])
    (?P<house>(?!(?:19|20)\d\d)\d{{1,4}}{_HOUSE_LETTER}(?:[-/]\d{{1,4}}(?!\d))?){_NO_AMOUNT}""",
    re.X,
)
# "Calle 10 # 20-30".
_COLOMBIA = re.compile(
    rf"""(?<!\w)(?:calle|carrera|cra|kra|cll|cl|diagonal|transversal|avenida|av)\.?{_S}
    \d{{1,3}}[ ]?[A-Z]{{0,2}}(?:[ ](?:sur|norte|bis))?{_S}(?:\#|no\.?|n°|nro\.?){_S}
    \d{{1,3}}[ ]?[A-Z]?[ ]?-[ ]?\d{{1,3}}(?!\d)""",
    re.X | re.I,
)
# A line "Name 2" above a line "11080 City".
_TWO_LINES = re.compile(
    rf"""^{_CAP}(?:[ ](?:{_CAP}|[a-zà-ÿ]{{1,3}})){{0,4}}[ ]\d{{1,4}}{_HOUSE_LETTER}
    (?:/\d{{1,4}})?{_S},?\n{_S}{_CODE}[ ]{_CAP}(?:[ ]{_CAP}){{0,2}}(?={_S}$)""",
    re.X | re.M,
)
# "Mushfiki Street 160".
_STREET_FIRST = re.compile(
    rf"""(?<![\w-])(?:{_CAP}[ ]){{1,4}}?(?:Street|Avenue|Road|Lane|St\.|Ave\.|Rd\.),?[ ]
    (?:No\.?[ ]?)?\d{{1,4}}[A-Za-z]?(?![\w%]|[.,]\d)""",
    re.X,
)

# "Flat 5\nBuckley Skyway\nWest Glen\nW8G 7JR": no house number.
_FLAT = re.compile(
    rf"""(?<!\w)(?:flat|studio|apartment|apt\.?|unit|suite)[ ]\d{{1,4}}[A-Z]?{_S}[,\n]{_S}
    (?:[A-Z][^\n,]{{1,40}}[,\n]{_S}){{1,3}}(?:{_UK}|{_CANADA})""",
    re.X | re.I,
)

_PLACE_WORD = rf"(?:{_any_of(words.PLACES)})\b"
_PLACE = (
    rf"(?:{_TOWN}[ ]){{1,4}}?{_PLACE_WORD}(?:[ ]{_PLACE_WORD}){{0,2}}"
    r"(?:[ ](?:East|West|North|South)\b)?"
)
_SEP = r"[ ]{0,2}[,\n][ ]{0,2}"
_ROOMS = "flat|flt|apartment|apt|block|blk|house|hse|plot|stand|villa|room|rm|door"
_CODE_OF_PART = (
    rf"\.?{_S}(?:(?i:no|number|num|nr|\#)\b\.?)?{_S}(?:[:#-]|is\b)?{_S}"
    r"(?:[A-Z]{0,2}-?\d[\w/-]{0,9}+|[A-Z]{1,2}\b)"
)
_HOME = rf"(?i:{_any_of(words.HOME_PARTS)}|h\.[ ]?no)\b{_CODE_OF_PART}"
_PART = (
    rf"(?:(?P<home>{_HOME})|(?i:{_any_of(words.OTHER_PARTS)})\b{_CODE_OF_PART}"
    r"|\d{1,3}/[FG]\b|(?i:\d{1,2}(?:st|nd|rd|th)[ ]floor))"
)
_CITIES = rf"(?:,[ ]{_TOWN}(?:[ ]{_TOWN}){{0,2}}(?=[ ]?[,.;\n)]|\Z)){{0,3}}"
_NAMED = rf"(?i:{_any_of(words.LEADING_TYPES)})[ ](?:{_LINK}[ ]){{0,2}}{_LONG_CITY}"
# "Block 12, Flat 8C, Lok Fu Estate, Hong Kong", "Plot 14, Hill Drive", "Plot 7, Jalan Ampang".
_ESTATE = re.compile(rf"(?<![\w-])(?:{_PART}{_SEP}){{1,5}}(?:{_PLACE}|{_NAMED}){_CITIES}")
# "Block C, Flat 12", but not "Flat 1, Flat 2".
_TWO_PARTS = re.compile(
    rf"""(?<![\w-])(?i:(?P<kind>{_ROOMS}))\b{_CODE_OF_PART}{_SEP}
    (?!(?i:(?P=kind)))(?i:{_ROOMS}|unit|street|road|lane)\b{_CODE_OF_PART}
    (?:{_SEP}(?i:{_any_of(words.OTHER_PARTS)})\b{_CODE_OF_PART}){{0,3}}{_CITIES}""",
    re.X,
)
# "B-204, Sunrise Apartments, MG Road".
_CODE_FIRST = re.compile(
    rf"(?<![\w-])[A-Z]{{1,2}}[-/]\d{{1,4}}[A-Z]?,[ ]{_PLACE}(?:,[ ]{_PLACE}){{0,2}}{_CITIES}"
)
# Singapore: "Blk 318 Yishun Avenue 9 #04-112".
_BLOCK = re.compile(
    rf"""(?<!\w)(?i:blk|block)\.?[ ]\d{{1,4}}[A-Z]?,?[ ](?:{_CAP}[ ]){{1,4}}?
    (?:{_any_of(words.PLACES)}|Lorong|Jalan)\b(?:[ ]\d{{1,3}}\b)?
    (?:,?[ ]\#\d{{1,3}}-\d{{1,5}})?(?:,?[ ]Singapore(?:[ ]\d{{6}})?)?""",
    re.X,
)
# "Garner Street, number 31", "number 18 on Harbour Road".
_STREET_NUMBER = re.compile(
    rf"""(?<![\w-])
    (?:{_PLACE},?[ ](?:at[ ])?(?:(?:house|door|flat)[ ])?(?:{_NUMBER}|\#)[ ]?
       \d{{1,5}}[A-Za-z]?(?![\w%]|[.,]\d)
      |(?i:(?:house[ ])?(?:number|no\.?|nr\.?))[ ]\d{{1,4}}[A-Za-z]?,?[ ]
       (?:(?:on|in|at|along)[ ])?{_PLACE})""",
    re.X,
)
_CROSSING = rf"(?:\d{{1,3}}(?:st|nd|rd|th)|{_CAP})(?:[ ](?:{_any_of(words.PLACES)})\b\.?)?"
_TWO_STREETS = (
    rf"(?i:corner|intersection|crossing|junction)[ ]of[ ]{_CROSSING}[ ](?:and|&)[ ]{_CROSSING}"
)
_CORNER = re.compile(rf"(?<!\w){_TWO_STREETS}")
# Whose street it is, told by whoever lives there: then it needs no number.
_OWN = r"(?:I|[Ww]e|(?:[Mm]y|[Oo]ur)[ ]\w{2,20}|[Jj]e|[Nn]ous|[Ii]ch|[Ww]ir|[Jj]ag|[Vv]i)"
_LIVING = (
    r"(?:live|lives|lived|living|reside|resides|resided|grew[ ]up|moved|stay|stayed"
    r"|am[ ]living|have[ ]lived|used[ ]to[ ]live"
    r"|habit(?:e|ons|ais|ions)|wohn(?:e|en|te|ten)|bor|bodde)"
)
_LEADS = r"(?i:rue|avenue|chemin|allée|impasse|boulevard|calle|avenida|callejón|jalan)(?!\w)"
OWN_STREET = re.compile(
    rf"""(?<!\w)(?:(?:{_OWN}[ ](?:still[ ]|all[ ]|now[ ]|both[ ]|always[ ])?|[Jj]['’]){_LIVING}
         |(?:[Mm]y|[Oo]ur)[ ](?:\w{{2,12}}[ ])?(?:house|home|flat|apartment|room)
          [ ](?:is|was|stands)
         |(?i:vivo|vivimos|vivía|vivíamos))
    [ ](?:\w{{1,12}}[ ])?
    (?:(?i:on|in|at|to|off|near|along|in[ ]d(?:er|ie)|am|(?:dans|à|sur)[ ]la|en[ ](?:la|el)|på|i)[ ]
      |(?={_LEADS}))
    (?P<street>
      (?:the[ ])?(?P<corner>{_TWO_STREETS})
      |(?:{_CAP}[ ]){{1,3}}?(?:{_any_of(words.STREETS)})\b
      |{_LEADS}
        (?:[ ](?:{_any_of(words.LINKS)})(?=[ ])|[ ]?[ld]['’](?=\w)){{0,3}}[ ]?{_CAP}
      |[A-ZÄÖÜÅ][\w-]{{2,30}}?(?:{_any_of(words.ENDINGS)}))(?!\w)""",
    re.X,
)

# Whole orders: the pattern, its score, and that of its group "weak".
ORDERS: tuple[tuple[re.Pattern[str], float, float], ...] = (
    (_BOX, 0.75, 0.75),
    (_MILITARY, 0.95, 0.95),
    (_INDIA, 0.75, 0.75),
    (_FLAT, 0.75, 0.75),
    (_TYPE_FIRST, 0.6, 0.3),
    (_NUMBER_TYPE_FIRST, 0.65, 0.65),
    (_COMPOUND, 0.6, 0.2),
    (_COLOMBIA, 0.7, 0.7),
    (_TWO_LINES, 0.4, 0.4),
    (_STREET_FIRST, 0.3, 0.3),
    (_RURAL, 0.3, 0.3),
    (_ESTATE, 0.85, 0.35),
    (_TWO_PARTS, 0.55, 0.55),
    (_BLOCK, 0.6, 0.6),
    (_CODE_FIRST, 0.6, 0.6),
    (_STREET_NUMBER, 0.6, 0.6),
    (_CORNER, 0.35, 0.35),
)

# "Send it to J K Pruitt RR 4 ...", "T. R. Okafor\n12 Elm Road".
ADDRESSEE = re.compile(
    rf"""(?:\b(?:to|for|attn|c/o|of)[ ]?[:.]?[ ]|:[ ]{{0,2}}|\A|\n)
    (?P<name>(?:(?:[A-Z]\.?[ ]?){{1,3}}[ ]?|(?:{_CAP}[ ]){{1,2}}(?:[A-Z]\.?[ ])?)
       [A-Z][\w'’-]{{2,30}})
    (?:,?[ ]{{1,2}}|,?[ ]?\n)\Z""",
    re.X,
)

YEAR = re.compile(r"(?:1[6-9]|20)\d\d\Z")
YEAR_BEFORE = re.compile(
    r"(?:in|since|of|by|during|from|until|till|before|after|around|the|and|to|,|\()[ ]\Z", re.I
)
ZIP_AHEAD = re.compile(rf"(?<!\w)(?:\d{{4,5}}(?!\d)|{_UK}|{_CANADA})")
LINE_START = re.compile(r"(?:\A|\n)[^\n]{0,40}:[ \t]{0,3}\Z|(?:\A|\n)[ \t]{0,8}\Z")
LINE_END = re.compile(r"[ \t]{0,4}[.,;]?[ \t]{0,4}(?:\n|\Z)")
