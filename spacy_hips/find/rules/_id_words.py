"""Words and formats of numbers that stand for a person.

The formats are those of the issuing countries; their check digits are computed by python-stdnum.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...core.later import re

# "<holder> number", "<holder> ID", "<holder> no." names a person's number. The first table's
# numbers may be short (a roll number has three digits), the second table's are long.
SHORT_HOLDERS: tuple[str, ...] = (
    "student", "students", "roll", "univ roll", "class roll", "exam roll", "enrolment",
    "enrollment", "enrolement", "matric", "matriculation", "admission", "adm", "admn", "candidate",
    "candidates", "stud", "upi", "emis",
    "seat", "hall ticket", "index", "employee", "staff", "faculty", "personnel", "payroll",
    "badge", "learner", "pupil", "participant", "applicant", "scholar", "teacher", "instructor",
    "exam", "examination", "registration", "registrar", "regn", "reg", "regd", "user", "member",
    "membership", "login", "campus", "university", "college", "school",
)  # fmt: skip
LONG_HOLDERS: tuple[str, ...] = (
    "passport", "driver license", "drivers license", "driver's license", "driver’s license",
    "driver licence", "driver's licence", "driver’s licence", "driving licence",
    "driving license", "licence", "license", "license plate", "number plate", "plate", "vehicle",
    "vehicle registration", "car registration", "national", "national identity",
    "national insurance", "insurance", "health insurance", "health", "medicare", "medicaid",
    "policy", "identity", "identification", "identity card", "id card", "personal",
    "personal identification", "social security", "social insurance", "tax", "taxpayer", "tax file",
    "voter", "aadhaar", "aadhar", "adhaar", "pan", "citizen", "citizenship", "resident",
    "residence permit", "visa", "permit", "military", "service", "nhs", "hospital",
    "medical record", "patient", "account", "acc", "acct", "a/c", "bank account", "bank",
    "routing", "sort", "credit card", "debit card", "card", "library card", "customer", "client",
    "application", "reference", "ref", "booking", "confirmation", "order", "transaction",
    "tracking", "certificate", "cert", "credential", "apartment lease", "contract", "case",
    "zoom", "meeting", "webinar", "conference", "student card", "member card", "loyalty", "agent",
    "permanent account", "bank verification", "learner reference", "exam entry", "seating",
    "social", "ssn", "foreigner", "alien", "alien registration", "birth certificate", "itin",
)  # fmt: skip
# A colon or "is" is enough behind these, if a code follows that is no plain number.
ASKED: tuple[str, ...] = (
    "candidate", "seat", "roll", "matric", "matriculation", "admission", "enrolment", "enrollment",
    "index", "badge", "hall ticket", "employee", "applicant", "participant", "registration",
)  # fmt: skip
NUMBER_WORDS: tuple[str, ...] = (
    "number", "numbers", "no", "nos", "num", "nr", "id", "ids", "id number", "id numbers", "id no",
    "id code", "identification number", "card number", "card no", "identity number", "key", "nº",
)  # fmt: skip
# What else is numbered, and public: no person's number follows.
PUBLIC_HOLDERS: tuple[str, ...] = (
    "trial", "clinical trial", "grant", "project", "course", "product", "video", "model", "module",
    "lesson", "item", "question", "protocol", "ethics", "accession", "catalog", "catalogue", "part",
    "serial", "object", "issue", "report", "page", "figure", "table", "chapter", "room", "bus",
    "flight", "tutor", "line", "game", "atomic", "oxidation", "prime", "whole", "lot", "stock",
    "article", "patent", "bill", "act", "lecture", "unit", "process",
)  # fmt: skip
# Names of numbers that need no further word.
LONE_CUES: tuple[str, ...] = (
    "passport", "my passport", "ssn", "nric", "aadhaar", "aadhar", "cnic", "pesel", "bsn", "cpf",
    "dni", "nie", "nif", "rut", "curp", "personnummer", "cedula", "cédula", "matrikelnummer",
    "matrikelnr", "matrikel-nr", "matr.-nr", "martikelnummer", "matrícula", "matricola",
    "matricule", "usn", "prn", "emplid", "iban", "hetu", "tckn", "oib", "tfn", "mrn", "pnr",
    "codice fiscale", "steuer-id", "personalausweis", "reisepass", "passeport", "pasaporte",
    "passaporto", "passnummer", "ausweis", "ausweisnummer", "kontonummer", "kundennummer",
    "versicherungsnummer", "rvnr", "número de identificación", "numéro étudiant", "n° étudiant",
    "opintonumero", "nino", "rrn", "npi", "mbi", "itin", "itn", "sid", "credit card",
    "gre registration", "toefl registration", "license plate", "license plates", "number plate",
    "plates", "plaka", "kennzeichen", "car reg", "registration plate", "nhs", "uen", "snils",
    "identification", "adhaar", "lrn", "nuid", "puid", "banner id", "net id", "netid", "ucid",
    "zid", "unikey", "matric", "orcid", "nº", "nr albumu",
    "bvn", "nin", "nisn", "npm", "nim", "nik", "ktp", "egn", "jmbg", "cnp", "afm", "amka", "niss",
    "ppsn", "pps", "cuit", "cuil", "studentnr", "studentnummer", "student-nr", "persnr", "acc",
    "acct",    "a/c", "driver's license", "driver’s license", "drivers license", "driver's licence",
    "driving licence", "driving license", "student card", "library card", "member card", "id card",
    "application ref", "booking ref", "your ref", "our ref", "nr indeksu", "nr. indeksu",
    "numéro d'étudiant", "número de estudiante", "número de cuenta", "cédula de identidad",
    "numero di matricola", "número de matrícula", "kartennummer", "ausweisnr", "hallticket",
    "my social", "enrolled under", "registered as", "id-nr", "identity card", "regno",
    "rollno", "idno", "studentid", "matricno",
)  # fmt: skip
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
GLUE: tuple[str, ...] = (
    "is", "was", "are", "were", "being", "as", "of", "mine", "the", "my", "his", "her",
    "equals", "ist", "lautet", "es", "est", "says", "say", "reads", "shows", "it", "numarası",
    "numarası:", "umber",
)  # fmt: skip
# German "...nummer" that is no person's own, as alternatives of a pattern.
NUMMER_OF_OTHERS = "telefon|handy|mobil|haus|seiten|fax|kapitel|post|artikel|bestell|modell|zimmer"
NOT_IDS: tuple[str, ...] = (
    "isbn", "issn", "doi", "pmid", "pmcid", "arxiv", "isbn-10", "isbn-13", "asin", "oclc", "lccn",
    "pin code", "pincode", "postal code", "zip", "zip code", "postcode", "phone", "telephone",
    "tel", "mobile", "fax", "vol", "volume", "pp", "page", "pages", "version", "copyright", "rfc",
    "iso", "iso/iec", "ieee", "fig", "figure", "table", "chapter", "section",
)  # fmt: skip


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
