"""Names of months and weekdays, and words that say what a date is of."""

from __future__ import annotations

# Month names by number, as they are written in running text; a full stop may follow the short ones.
MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar jänner janvier enero gennaio janeiro januari stycznia januari",
            "february feb februar février fevrier febrero febbraio fevereiro februari lutego",
            "march mar märz maerz mars marzo março marco maart marca",
            "april apr avril abril aprile kwietnia",
            "may mai mayo maggio maio mei maj maja",
            "june jun juni juin junio giugno junho czerwca",
            "july jul juli juillet julio luglio julho lipca",
            "august aug août aout agosto augustus augusti sierpnia",
            "september sep sept septembre septiembre setiembre settembre setembro września",
            "october oct oktober okt octobre octubre ottobre outubro oktober października",
            "november nov novembre noviembre novembro listopada",
            "december dec dezember dez décembre decembre diciembre dicembre dezembro december dic "
            "grudnia",
        ),
        1,
    )
    for name in names.split()
}
# Words of English too: only with a capital are they months.
AMBIGUOUS: frozenset[str] = frozenset(("may", "march", "mar", "mars", "jan", "mai", "dec", "maja"))

WEEKDAYS: tuple[str, ...] = (
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue",
    "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun", "montag", "dienstag", "mittwoch",
    "donnerstag", "freitag", "samstag", "sonntag", "lundi", "mardi", "mercredi", "jeudi",
    "vendredi", "samedi", "dimanche", "lunes", "martes", "miércoles", "jueves", "viernes",
    "sábado", "domingo",
)  # fmt: skip

BIRTH_CUES: tuple[str, ...] = (
    "born", "born on", "born in", "dob", "d.o.b", "d.o.b.", "date of birth", "birth date",
    "birthdate", "date_of_birth", "date-of-birth", "dateofbirth",
    "birth_date", "birth-date", "geboren", "geb.",
    "geburtsdatum", "né le", "née le", "nato il", "nata il", "nacido el", "nacida el",
    "fecha de nacimiento", "date de naissance", "data di nascita", "data de nascimento",
    "geboortedatum", "year of birth", "birth year",
)  # fmt: skip
# The day of a birth, in the year of a party: "my birthday in 2019".
BIRTHDAY_CUES: tuple[str, ...] = ("birthday", "b-day", "bday")
DATE_CUES: tuple[str, ...] = (
    "date", "dated", "today is", "deadline", "due", "due on", "due by", "submitted", "submitted on",
    "submission", "appointment", "meeting on",
)  # fmt: skip
CITATION_CUES: tuple[str, ...] = (
    "retrieved", "accessed", "published", "updated", "posted", "doi", "http", "https", "vol",
    "pp", "journal", "available at", "et al", "last visited", "abgerufen", "consulté",
)  # fmt: skip
