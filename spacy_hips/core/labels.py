"""The label table: one row a label, with its kind, its actions and its names elsewhere.

Labels of direct identifiers are those of CRAPII (Holmes et al., 2024) and its Kaggle file; the
indirect ones follow the taxonomy of SweLL (Megyesi et al., 2018). Everything that must know about
labels reads this table; nothing else lists them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from .errors import Errors, HipsError
from .later import re

ACTIONS: tuple[str, ...] = ("surrogate", "generalise", "placeholder", "redact", "mark", "keep")
KEPT: frozenset[str] = frozenset(("mark", "keep"))
"""The actions that leave the text as it is."""
ROLES: tuple[str, ...] = ("student", "instructor", "private", "public")


@dataclass(frozen=True)
class Label:
    """One kind of identifier.

    name (str): The label, as it stands on spans.
    kind (str): "direct", "indirect", or "undecided" (a PERSON whose role, a URL whose privacy is
        not known yet).
    priority (int): Wins an overlap of equal score; higher is stronger.
    action (str): What the default profile does with it.
    full (str): What the profile "full" does with it.
    ontonotes, presidio, swell, piivot (tuple): Its names in other schemes; the first is the one
        written, all are read.
    kaggle (str): Its name in the Kaggle BIO tags, "" where there is none.
    """

    name: str
    kind: str
    priority: int
    action: str
    full: str
    ontonotes: tuple[str, ...] = ()
    presidio: tuple[str, ...] = ()
    swell: tuple[str, ...] = ()
    piivot: tuple[str, ...] = ()
    kaggle: str = ""


_FIRST_SWELL = ("firstname_unknown", "firstname_male", "firstname_female", "surname", "middlename")

_TABLE: tuple[Label, ...] = (
    Label("NAME_STUDENT", "direct", 96, "surrogate", "surrogate",
          ("PERSON", "PER"), ("PERSON",), _FIRST_SWELL, ("NAME",), "NAME_STUDENT"),
    Label("NAME_INSTRUCTOR", "direct", 95, "surrogate", "surrogate",
          ("PERSON", "PER"), ("PERSON",), _FIRST_SWELL, ("NAME",)),
    Label("NAME_PRIVATE", "direct", 94, "surrogate", "surrogate",
          ("PERSON", "PER"), ("PERSON",), _FIRST_SWELL, ("NAME",)),
    Label("PERSON", "undecided", 93, "surrogate", "surrogate",
          ("PERSON", "PER"), ("PERSON",), (*_FIRST_SWELL, "firstname", "initials", "ini"),
          ("NAME",)),
    Label("EMAIL", "direct", 100, "surrogate", "surrogate",
          (), ("EMAIL_ADDRESS",), ("email",), ("EMAIL_SOCIAL",), "EMAIL"),
    Label("URL_PERSONAL", "direct", 99, "surrogate", "surrogate",
          (), ("URL",), ("url",), ("PERSONAL_URL",), "URL_PERSONAL"),
    Label("STREET_ADDRESS", "direct", 97, "surrogate", "surrogate",
          (), ("STREET_ADDRESS",), ("street_nr",), (), "STREET_ADDRESS"),
    Label("PHONE_NUM", "direct", 92, "surrogate", "surrogate",
          (), ("PHONE_NUMBER",), ("phone_nr",), ("PHONE_NUMBER",), "PHONE_NUM"),
    Label("ID_NUM", "direct", 91, "surrogate", "surrogate",
          (), ("ID", "US_SSN", "US_PASSPORT", "US_DRIVER_LICENSE", "CREDIT_CARD", "IBAN_CODE",
               "US_BANK_NUMBER", "US_ITIN", "UK_NHS", "MEDICAL_LICENSE"),
          ("personid_nr", "account_nr", "license_nr", "other_nr_seq"), (), "ID_NUM"),
    Label("USERNAME", "direct", 90, "surrogate", "surrogate",
          (), ("USERNAME",), (), ("USERNAME",), "USERNAME"),
    Label("IP_ADDRESS", "direct", 98, "surrogate", "surrogate", (), ("IP_ADDRESS",)),
    Label("DATE_OF_BIRTH", "indirect", 61, "mark", "surrogate",
          (), ("DATE_OF_BIRTH",), ("date_digits",), ("DATE_OF_BIRTH",)),
    Label("DATE", "indirect", 60, "mark", "surrogate",
          ("DATE",), ("DATE_TIME",), ("date_digits", "day", "month_digit", "month_word", "year")),
    Label("AGE", "indirect", 59, "mark", "surrogate",
          (), ("AGE",), ("age_digits", "age_string")),
    Label("SCHOOL", "indirect", 58, "mark", "surrogate",
          (), (), ("school",), ("SCHOOL_NAME",)),
    Label("EMPLOYER", "indirect", 57, "mark", "surrogate",
          ("ORG",), ("ORGANIZATION",), ("work", "other_institution", "institution"), ()),
    Label("NATIONALITY", "indirect", 56, "mark", "surrogate",
          ("NORP",), ("NRP", "NATIONALITY"), (), ()),
    Label("LOCATION", "indirect", 55, "mark", "surrogate",
          ("GPE", "LOC", "FAC"), ("LOCATION",),
          ("city", "city_swe", "region", "area", "place", "country", "country_of_origin", "geo"),
          ("LOCATION_ADDRESS",)),
    Label("ZIP", "indirect", 54, "mark", "surrogate", (), ("ZIP_CODE",), ("zip_code",)),
    Label("PROFESSION", "indirect", 53, "mark", "surrogate", (), (), ("prof",)),
    Label("TRANSPORT", "indirect", 52, "mark", "surrogate",
          (), (), ("transport_name", "transport_nr", "transport", "transport_line")),
    Label("SENSITIVE", "indirect", 51, "mark", "placeholder",
          (), (), ("sensitive", "edu", "fam"), ("RACIAL_IDENTIFIER",)),
    Label("OTHER", "indirect", 50, "mark", "placeholder",
          (), (), ("extra", "oblig", "nonoblig"), ("OTHER",)),
    Label("URL", "undecided", 10, "keep", "keep"),
)  # fmt: skip

_ROWS: dict[str, Label] = {row.name: row for row in _TABLE}
LABELS: Mapping[str, Label] = MappingProxyType(_ROWS)
_NAME = re.compile(r"[A-Z][A-Z_]*")


def add_label(row: Label) -> None:
    """Add a label of the user's own to the table, for the process that it is added in.

    row (Label): It. One that is there already in the same way is left, and so is every label of
        this package, whose kind and actions stay.
    RAISES (HipsError): E891 for a name, a kind or an action that cannot be used, or where another
        pipeline has given the label another kind or action.
    """
    if row.name in _ROWS and (row == _ROWS[row.name] or row.name in _OURS):
        return
    wanted = "one kind and one action in all pipelines of a process"
    if not _NAME.fullmatch(row.name):
        wanted = "capital letters and underscores"
    elif row.kind not in ("direct", "indirect"):
        wanted = 'the kind "direct" or "indirect"'
    elif row.action not in ACTIONS or row.full not in ACTIONS:
        wanted = f"one of the actions {', '.join(ACTIONS)}"
    elif row.name not in _ROWS:
        _ROWS[row.name] = row
        return
    raise HipsError(Errors.E891.format(label=row.name, wanted=wanted))


OWN_PRIORITY = 101
"""What the user told wins against what this package guesses."""


def add_learnt_label(name: str) -> None:
    """Add a label of the user's own that a finder has learnt from labelled texts.

    name (str): It. What is found of it is an indirect identifier, so it never takes the place of a
        name or another direct one, and is replaced: by `[NAME]` where the config names no maker.
        One that is in the table already is left as it is.
    RAISES (HipsError): E891 for a name that cannot be used.
    """
    if name not in _ROWS:
        add_label(Label(name, "indirect", OWN_PRIORITY, "surrogate", "surrogate"))


_OURS: frozenset[str] = frozenset(_ROWS)


def is_own(name: str) -> bool:
    """Is a label one of the user's own?"""
    return name in _ROWS and name not in _OURS


@dataclass(frozen=True)
class Profile:
    """A named choice of an action for every label; docs/profiles.md tells what each is for.

    base (str): "action" or "full": the column of the table of labels that it begins with.
    changes (Mapping): Actions by label that differ from it.
    """

    base: str
    changes: Mapping[str, str] = field(default_factory=dict)

    @property
    def actions(self) -> dict[str, str]:
        """The action of every label."""
        return {row.name: getattr(row, self.base) for row in LABELS.values()} | dict(self.changes)


PROFILES: Mapping[str, Profile] = MappingProxyType(
    {
        "default": Profile("action"),
        "full": Profile("full"),
        "ferpa": Profile(
            "full",
            {"DATE": "mark", "NATIONALITY": "mark", "PROFESSION": "mark", "TRANSPORT": "mark"},
        ),
        "gdpr-research": Profile(
            "full",
            {
                "DATE_OF_BIRTH": "generalise",
                "AGE": "generalise",
                "NATIONALITY": "generalise",
                "LOCATION": "generalise",
                "ZIP": "generalise",
                "SENSITIVE": "redact",
            },
        ),
        "coppa": Profile(
            "action",
            {
                "DATE_OF_BIRTH": "surrogate",
                "SCHOOL": "surrogate",
                "LOCATION": "surrogate",
                "ZIP": "surrogate",
                "SENSITIVE": "placeholder",
                "OTHER": "placeholder",
            },
        ),
        "share-inside": Profile(
            "action",
            {"DATE_OF_BIRTH": "generalise", "ZIP": "generalise", "SENSITIVE": "placeholder"},
        ),
    }
)
NAME_LABELS: frozenset[str] = frozenset(
    ("PERSON", "NAME_STUDENT", "NAME_INSTRUCTOR", "NAME_PRIVATE")
)
DIRECT_LABELS: tuple[str, ...] = tuple(r.name for r in _TABLE if r.kind == "direct")
INDIRECT_LABELS: tuple[str, ...] = tuple(r.name for r in _TABLE if r.kind == "indirect")
ROLE_LABELS: Mapping[str, str] = MappingProxyType(
    {"student": "NAME_STUDENT", "instructor": "NAME_INSTRUCTOR", "private": "NAME_PRIVATE"}
)

# What is adopted from other finders: persons and direct identifiers always, indirect ones in
# `doc.ents` where they are replaced. Written out because a name elsewhere may stand for several
# labels here ("PERSON"). No dates: elsewhere "today" is one. `_plain` writes as the keys are.
_FURTHER: Mapping[str, str] = MappingProxyType(
    {
        "PERSON": "PER NAME PERSON_NAME FULL_NAME FULLNAME FIRST_NAME FIRSTNAME GIVEN_NAME "
        "GIVENNAME MIDDLE_NAME MIDDLENAME LAST_NAME LASTNAME SURNAME FAMILY_NAME NICKNAME PATIENT "
        "PRS PERSNAME PS",  # the last three: Swedish, Polish and Korean pipelines of spaCy
        "NAME_STUDENT": "STUDENT STUDENT_NAME",
        "NAME_INSTRUCTOR": "INSTRUCTOR TEACHER TEACHER_NAME INSTRUCTOR_NAME",
        "EMAIL": "E_MAIL EMAILADDRESS",
        "PHONE_NUM": "PHONE PHONENUMBER TELEPHONE TELEPHONE_NUMBER TELEPHONENUM "
        "MOBILE_PHONE_NUMBER FAX FAX_NUMBER",
        "ID_NUM": "ID_NUMBER IDNUM STUDENT_ID STUDENT_ID_NUMBER IDCARDNUM NATIONAL_ID SSN "
        "SOCIALNUM SOCIAL_SECURITY_NUMBER PASSPORT PASSPORT_NUMBER PASSPORTNUM DRIVERS_LICENSE "
        "DRIVERLICENSENUM LICENSE_PLATE CREDIT_CARD_NUMBER CREDITCARDNUMBER IBAN BANK_ACCOUNT "
        "BANK_ACCOUNT_NUMBER ACCOUNTNUM ACCOUNT_NUMBER ROUTING_NUMBER TAX_ID TAXNUM GOVERNMENT_ID "
        # numbers of Presidio, of many countries
        "MAC_ADDRESS UUID CRYPTO AU_ABN AU_ACN AU_MEDICARE AU_TFN ES_NIE ES_NIF "
        "FI_PERSONAL_IDENTITY_CODE IN_AADHAAR IN_PAN IN_PASSPORT IN_VEHICLE_REGISTRATION IN_VOTER "
        "IT_DRIVER_LICENSE IT_FISCAL_CODE IT_IDENTITY_CARD IT_PASSPORT IT_VAT_CODE KR_RRN PL_PESEL "
        "SG_NRIC_FIN SG_UEN TH_TNIN UK_NINO US_MBI US_NPI",
        "USERNAME": "USER_NAME USER_ID HANDLE SOCIAL_MEDIA_HANDLE",
        "URL_PERSONAL": "PERSONAL_URL",
        "STREET_ADDRESS": "ADDRESS STREET STREETADDRESS STREET_NAME BUILDING_NUMBER BUILDINGNUM "
        "SECONDARY_ADDRESS POSTAL_ADDRESS",
        "IP_ADDRESS": "IP IPADDRESS IPV4 IPV6",
        "DATE_OF_BIRTH": "DOB BIRTHDATE BIRTH_DATE DATEOFBIRTH BIRTHDAY",
        "SCHOOL": "SCHOOL_NAME UNIVERSITY COLLEGE",
        "EMPLOYER": "ORGANISATION COMPANY COMPANY_NAME COMPANYNAME",
        "LOCATION": "CITY TOWN STATE COUNTY COUNTRY REGION PLACE",
        "ZIP": "ZIPCODE POSTCODE POSTAL_CODE POSTALCODE",
        "PROFESSION": "JOB JOB_TITLE JOBTITLE OCCUPATION",
        "SENSITIVE": "MEDICAL_CONDITION DISEASE DIAGNOSIS RELIGION ETHNICITY",
    }
)
ADOPTED_LABELS: Mapping[str, str] = MappingProxyType(
    {
        **{
            other: row.name
            for row in _TABLE
            if row.name not in ("DATE", "URL")
            for other in (
                row.name,
                *(row.presidio if row.name not in NAME_LABELS else ()),
                *(row.ontonotes if row.kind == "indirect" else ()),
            )
            if other != "URL"
        },
        **{other: ours for ours, others in _FURTHER.items() for other in others.split()},
    }
)

# What else other finders set: nobody is named by it, or the rules judge it (URL).
_OTHER_LABELS = frozenset(
    {
        *(
            "CARDINAL",
            "DATE",
            "DATE_TIME",
            "DT",
            "URL",
            "EVENT",
            "EVN",
            "EVT",
            "FAC",
            "GEOGNAME",
            "GPE",
        ),
        *("GPE_LOC", "GPE_ORG", "DRV", "LANGUAGE", "LAW", "LC", "LOC", "MISC"),
        *("MONEY", "MOVEMENT", "MSR", "NORP", "OBJ", "OG", "ORDINAL", "ORG", "ORGNAME"),
        *("PERCENT", "PET_NAME", "PLACENAME", "PROD"),
        *("PRODUCT", "QT", "QUANTITY", "TI", "TIME", "TITLE_AFFIX", "TME", "WORK_OF_ART", "WRK"),
    }
)


def adopted_label(other: str) -> str:
    """What a label of another finder is here.

    other (str): Its label: "PER", "phone number", "FIRST_NAME".
    RETURNS (str): Ours; "" where nothing is adopted.
    """
    return other if is_own(other) else ADOPTED_LABELS.get(_plain(other), "")


def is_foreign(other: str) -> bool:
    """Is it a label that no finder is known to set, such as somebody's own "BADGE"?"""
    return not adopted_label(other) and _plain(other) not in _OTHER_LABELS


def _plain(other: str) -> str:
    """A GLiNER says "phone number" where others say PHONE_NUMBER."""
    return re.sub(r"[\W_]+", "_", other.strip()).upper()


def check_label(name: str) -> Label:
    """Look a label up.

    name (str): The label.
    RETURNS (Label): Its row of the table.
    RAISES (HipsError): E101 if there is no such label.
    """
    if name not in LABELS:
        raise HipsError(Errors.E101.format(label=name, known=", ".join(LABELS)))
    return LABELS[name]


def actions_for(
    profile: str = "default", overrides: Mapping[str, str] | None = None
) -> dict[str, str]:
    """What to do with each label.

    profile (str): One of PROFILES: "default" (indirect identifiers are marked, not changed),
        "full" (they are replaced, too), or one for a purpose (docs/profiles.md).
    overrides (Mapping): Actions by label that differ from the profile.
    RETURNS (dict): An action for every label of the table.
    RAISES (HipsError): E103 for an unknown profile, E101 for an unknown label, E102 for an
        unknown action.
    """
    if profile not in PROFILES:
        raise HipsError(Errors.E103.format(profile=profile, known=", ".join(PROFILES)))
    chosen = PROFILES[profile].actions
    for label, action in (overrides or {}).items():
        check_label(label)
        if action not in ACTIONS:
            known = ", ".join(ACTIONS)
            raise HipsError(Errors.E102.format(action=action, label=label, known=known))
        chosen[label] = action
    return chosen


def from_scheme(name: str, scheme: str) -> str | None:
    """The label for a name of another scheme.

    name (str): A label as the other scheme writes it; a BIO prefix ("B-") is taken off.
    scheme (str): "ontonotes", "presidio", "swell", "piivot" or "kaggle".
    RETURNS (str): The label of this package, or None where there is none. Names that stand for
        persons of any role become PERSON, except in "kaggle", which knows students only.
    """
    bare = name[2:] if name[:2] in ("B-", "I-") else name
    if scheme != "kaggle" and bare in _names(LABELS["PERSON"], scheme):
        return "PERSON"
    for row in _TABLE:
        if row.name != "URL" and bare in _names(row, scheme):
            return row.name
    return None


_SCHEMES = ("swell", "piivot", "ontonotes", "presidio")
_FORMS = re.compile(r"_(?:GEN|DEF|PL|ORT|FOREIGN|[0-9]+)$")
"""Behind a label of SweLL: the form of the word, and the number of the person or place."""


def from_any_scheme(name: str) -> str | None:
    """The label for a name of whatever scheme, however it is written.

    name (str): A label: "first_name", "city-SWE", "firstname:female:gen", "email_social".
    RETURNS (str): The label of this package, or None where no scheme has such a name.
    """
    plain = _plain(name[2:] if name[:2] in ("B-", "I-") else name)
    while True:
        ways = (plain, plain.lower())
        found = (from_scheme(way, scheme) for scheme in _SCHEMES for way in ways)
        own = plain if plain in LABELS and plain != "URL" else ADOPTED_LABELS.get(plain)
        if label := own or next(filter(None, found), None):
            return label
        shorter = _FORMS.sub("", plain)
        if shorter == plain:
            return None
        plain = shorter


def to_scheme(name: str, scheme: str) -> str | None:
    """The name of a label in another scheme, or None where it has none.

    name (str): A label of this package.
    scheme (str): "ontonotes", "presidio", "swell", "piivot" or "kaggle".
    RETURNS (str): The other scheme's name.
    RAISES (HipsError): E101 for an unknown label.
    """
    names = _names(check_label(name), scheme)
    return names[0] if names else None


def not_searched(searched: Iterable[str]) -> tuple[str, ...]:
    """The labels of the table that no component has looked for, in the table's order.

    searched (Iterable[str]): The labels that some component can find. Finding any name label
        counts as having searched names.
    RETURNS (tuple): What is left; the undecided labels are not listed.
    """
    have = set(searched)
    if have & NAME_LABELS:
        have |= NAME_LABELS
    return tuple(r.name for r in _TABLE if r.kind != "undecided" and r.name not in have)


def _names(row: Label, scheme: str) -> tuple[str, ...]:
    value = getattr(row, scheme)
    return value if isinstance(value, tuple) else (value,) if value else ()
