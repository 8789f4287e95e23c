"""Words and formats of numbers that stand for a person.

The formats are those of the issuing countries; their check digits are computed by python-stdnum.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...core.later import re
from ...text.lexicon.language import every

# "<holder> number", "<holder> ID", "<holder> no." names a person's number. The first table's
# numbers may be short (a roll number has three digits), the second table's are long.
SHORT_HOLDERS, LONG_HOLDERS = every("id", "short holder"), every("id", "long holder")
# A colon or "is" is enough behind these, if a code follows that is no plain number.
ASKED = every("id", "asked")
NUMBER_WORDS = every("id", "number")
# What else is numbered, and public: no person's number follows.
PUBLIC_HOLDERS = every("id", "public holder")
# Names of numbers that need no further word.
LONE_CUES = every("id", "alone")
# Written in capitals, or with a colon behind.
CAPITAL_CUES: tuple[str, ...] = (
    "ID",
    "IDs",
    "PIN",
    "PAN",
    "NIN",
    "UIN",
    "TIN",
    "CIN",
    "SID",
    "UID",
    "ID#",
    "AM",
    "Id",
    "RG",
)
GLUE = every("id", "glue")
# German "...nummer" that is no person's own, as alternatives of a pattern.
NUMMER_OF_OTHERS = "telefon|handy|mobil|haus|seiten|fax|kapitel|post|artikel|bestell|modell|zimmer"
NOT_IDS = every("id", "none")


@dataclass(frozen=True)
class Format:
    """How one kind of number is written.

    pattern (Pattern): The whole number.
    module (str): The module of python-stdnum that checks it, "" where the format is enough.
    score (float): How sure a valid one is with no word near it: check digits let pass one number
        in ten or a hundred, so a row of bare digits alone proves little.
    """

    pattern: re.Pattern[str]
    module: str
    score: float


_MBI = "[AC-HJKMNP-RT-Y]"  # letters of US Medicare numbers: none that look like digits


def _format(pattern: str, module: str, score: float) -> Format:
    return Format(re.compile(rf"(?:{pattern})(?![\w%]|[-.,/:]\d)"), module, score)


FORMATS: tuple[Format, ...] = (
    # bank accounts
    _format(r"[A-Z]{2}\d\d(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?", "iban", 0.95),
    _format(r"[A-Z]{2}\d\d(?:[ -]?[A-Z0-9]{4}){2,7}", "iban", 0.94),
    _format(r"[A-Z]{2}\d\d[A-Z0-9]{11,30}", "iban", 0.93),
    # researchers: ORCID
    _format(r"\d{4}-\d{4}-\d{4}-\d{3}[\dXx]", "isni", 0.9),
    # the Americas
    _format(r"\d{3}-\d\d-\d{4}", "us.ssn", 0.8),
    _format(r"9\d\d-\d\d-\d{4}", "us.itin", 0.8),
    _format(rf"[1-9]{_MBI}(?:{_MBI}|\d)\d-{_MBI}(?:{_MBI}|\d)\d-{_MBI}{{2}}\d\d", "", 0.8),
    _format(r"\d{3}-\d{3}-\d{3}", "ca.sin", 0.55),
    _format(r"\d{3} \d{3} \d{3}", "ca.sin", 0.4),
    _format(r"[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d", "mx.curp", 0.95),
    _format(r"[A-ZÑ&]{4}\d{6}[A-Z\d]{3}", "mx.rfc", 0.75),
    _format(r"\d{3}\.\d{3}\.\d{3}-\d\d", "br.cpf", 0.9),
    _format(r"\d{1,2}\.\d{3}\.\d{3}-[\dKk]", "cl.rut", 0.85),
    _format(r"\d\d-\d{8}-\d", "ar.cuit", 0.75),
    # Europe
    _format(r"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D]", "", 0.75),  # UK NINO
    _format(r"[A-Z9]{5}\d{6}[A-Z9]{2}\d?[A-Z]{2}", "", 0.7),  # UK driving licence
    _format(r"\d{3} \d{3} \d{4}", "gb.nhs", 0.4),
    _format(r"\d{7}[A-W][A-IW]?", "ie.pps", 0.6),
    _format(
        r"[A-Z]{6}[\dL-V]{2}[A-EHLMPRST][\dL-V]{2}[A-Z][\dL-V]{3}[A-Z]", "it.codicefiscale", 0.95
    ),
    _format(r"\d{8}-?[A-Z]", "es.dni", 0.75),
    _format(r"[XYZ]-?\d{7}-?[A-Z]", "es.nie", 0.8),
    _format(r"[12] \d\d \d\d \d[\dAB] \d{3} \d{3} \d\d", "fr.nir", 0.9),
    _format(r"[12]\d{4}[\dAB]\d{9}", "fr.nir", 0.5),
    _format(r"\d{8}[A-Z]\d{3}", "", 0.45),  # German pension insurance
    _format(r"\d\d\.\d\d\.\d\d-\d{3}\.\d\d", "be.nn", 0.95),
    _format(r"756\.\d{4}\.\d{4}\.\d\d", "ch.ssn", 0.95),
    _format(r"\d{6}[-+A-FU-Y]\d{3}[\dA-Z]", "fi.hetu", 0.85),
    _format(r"(?:19|20)?\d{6}[-+]\d{4}", "se.personnummer", 0.7),
    _format(r"\d{6}-\d{4}", "dk.cpr", 0.6),
    _format(r"\d{6}-\d{4}", "is_.kennitala", 0.6),
    _format(r"\d{6} ?\d{5}", "no.fodselsnummer", 0.55),
    _format(r"\d{6}/\d{3,4}", "cz.rc", 0.65),
    _format(r"\d{11}", "pl.pesel", 0.45),
    _format(r"[3-6]\d{10}", "ee.ik", 0.45),
    _format(r"\d{13}", "ro.cnp", 0.5),
    _format(r"\d{13}", "si.emso", 0.5),
    _format(r"[1-9]\d{10}", "tr.tckimlik", 0.45),
    # Africa, Asia
    _format(r"\d{13}", "za.idnr", 0.5),
    _format(r"[A-Z]{5}\d{4}[A-Z]", "in_.pan", 0.75),
    _format(r"[2-9]\d{3}(?P<gap>[ -])\d{4}(?P=gap)\d{4}(?![ -]\d)", "in_.aadhaar", 0.65),
    _format(r"[STFGM]\d{7}[A-Z]", "", 0.6),  # Singapore
    _format(r"\d{6}-\d\d-\d{4}", "my.nric", 0.75),
    _format(r"\d{5}-\d{7}-\d", "pk.cnic", 0.85),
    _format(r"\d{6}-[1-8]\d{6}", "kr.rrn", 0.75),
    _format(r"[1-9]\d{16}[\dX]", "cn.ric", 0.85),
    _format(r"\d-\d{4}-\d{5}-\d\d-\d", "th.pin", 0.9),
    _format(r"\d{3}-\d{3}-\d{3}-\d{3}", "", 0.55),  # Philippine TIN
    # the machine-readable lines of a passport
    _format(r"P[A-Z<][A-Z]{3}[A-Z<]{39}", "", 0.95),
    _format(r"[A-Z\d<]{9}\d[A-Z<]{3}\d{7}[MFX<]\d{7}[A-Z\d<]{14}\d\d", "", 0.95),
)  # fmt: skip

# First digits of payment cards (ISO/IEC 7812), with their lengths.
CARD = re.compile(r"(?P<card>\d(?:[ -]?\d){12,18})(?![\w%]|[-.,/]\d)")
CARD_PREFIX = re.compile(
    r"""4\d{12}(?:\d{3})?\Z | 5[1-5]\d{14}\Z | 2(?:2[2-9]|[3-6]\d|7[01])\d{13}\Z | 3[47]\d{13}\Z
    | 6(?:011|5\d\d|4[4-9]\d)\d{12}\Z | 35(?:2[89]|[3-8]\d)\d{12}\Z | 3(?:0[0-5]|[68]\d)\d{11}\Z
    | 62\d{14,17}\Z | (?:5[0678]|6[37])\d{10,17}\Z""",
    re.X,
)
CARD_GROUPS = re.compile(r"\d{4}(?P<gap>[ -])\d{4}(?P=gap)\d{4}(?P=gap)\d{4}\Z|\d{4} \d{6} \d{5}\Z")
