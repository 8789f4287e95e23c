"""One surname of a family in the forms that its women and its men bear: Novák and Nováková."""

from __future__ import annotations

from collections.abc import Iterator

from ...text.lexicon.tables import NameTables, fold

SHORTEST = 5
"""Letters of a woman's surname at least; a shorter one tells no form."""

_REGULAR = (
    ("ská", "ský"), ("cká", "cký"), ("ska", "ski"), ("cka", "cki"), ("dzka", "dzki"),
    ("ova", "ov"), ("eva", "ev"), ("ina", "in"), ("ская", "ский"), ("цкая", "цкий"),
    ("ска", "ски"), ("цка", "цки"),
    ("ова", "ов"), ("ева", "ев"), ("ина", "ин"),
)  # fmt: skip
_CZECH = ("CZ", "SK", "slavic_west")
_VOWELS = "aeiouyáéíóúý"


def family_keys(surname: str) -> set[str]:
    """What the surnames of the men and the women of a family have in common.

    surname (str): A surname.
    RETURNS (set[str]): Folded: its own form and, of a woman's, those that a man may have.

        >>> family_keys("Nováková") & family_keys("Novák")
        {'novak'}
    """
    return {fold(surname), *(fold(form) for form in _of_man(surname))}


def of_gender(surname: str, gender: str, place: str, tables: NameTables) -> str:
    """Give a surname the form for a man or a woman of the same family.

    surname (str): The surname of a relative of the other gender.
    gender (str): "F" or "M".
    place (str): Where the name comes from, such as "CZ".
    tables (NameTables): The name tables, which tell that Svobodová's brother is Svoboda.
    RETURNS (str): The surname; as it is where it has no other form.

        >>> from spacy_hips.text.lexicon.tables import name_tables
        >>> of_gender("Kowalski", "F", "PL", name_tables())
        'Kowalska'
    """
    low = surname.lower()
    if gender == "M":
        forms = [form for form in _of_man(surname) if fold(form) != fold(surname)]
        return next((f for f in forms if tables.is_surname(f)), forms[0] if forms else surname)
    for woman, man in _REGULAR:
        if low.endswith(man):
            return surname[: -len(man)] + woman
    if place not in _CZECH or low.endswith("ová"):
        return surname
    if low.endswith("ý"):
        return surname[:-1] + "á"
    if low.endswith(("ek", "ec")) and low[-3:-2] not in _VOWELS:
        return f"{surname[:-2]}{surname[-1]}ová"
    return (surname[:-1] if low[-1] in _VOWELS else surname) + "ová"


def _of_man(surname: str) -> Iterator[str]:
    low = surname.lower()
    if len(low) < SHORTEST:
        return
    for woman, man in _REGULAR:
        if low.endswith(woman):
            yield surname[: -len(woman)] + man
    if low.endswith("á"):
        yield surname[:-1] + "ý"
    if low.endswith(("ová", "ova")):
        stem = surname[:-3]
        yield from (stem, stem + "a", f"{stem[:-1]}e{stem[-1]}")
