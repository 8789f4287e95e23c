"""Dates: one shift an author, in the way each was written; dates of birth against the age."""

import re
from datetime import date, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spacy_hips.replace.surrogates.dates import DateClass, DateSurrogate

FORMATS = [
    ("2021-03-03", "en", r"2021-0[234]-\d\d"),
    ("03/14/2021", "en", r"0[234]/\d\d/2021"),
    ("3/4/21", "en", r"[234]/\d{1,2}/21"),
    ("14.03.2021", "en", r"\d\d\.0[234]\.2021"),
    ("14/03/2021", "en", r"\d\d/0[234]/2021"),
    ("March 3, 2021", "en", r"(?:February|March) \d{1,2}, 2021"),
    ("MARCH 3, 2021", "en", r"(?:FEBRUARY|MARCH) \d{1,2}, 2021"),
    ("march 1st", "en", r"(?:february|march) \d{1,2}(?:st|nd|rd|th)"),
    ("Mar. 3", "en", r"(?:Feb|Mar)\. \d{1,2}"),
    ("3rd of March", "en", r"\d{1,2}(?:st|nd|rd|th) of (?:February|March)"),
    ("Monday, May 3rd, 2021", "en", r"Monday, (?:April|May) \d{1,2}(?:st|nd|rd|th), 2021"),
    (
        "March 3-5, 2021",
        "en",
        r"(?:February|March) \d+-(?:April )?\d+, 2021|February \d+-March \d+, 2021",
    ),
    ("March 30 - April 2, 2021", "en", r"(?:March|April) \d+ - (?:March|April) \d+, 2021"),
    ("2021-03-03T10:00:00Z", "en", r"2021-0[234]-\d\dT10:00:00Z"),
    ("March 3, 2021 at 10:30 am", "en", r"(?:February|March) \d+, 2021 at 10:30 am"),
    ("20210303", "en", r"20210[234]\d\d"),
    ("3-Mar-21", "en", r"\d+-(?:Feb|Mar)-21"),
    ("May 2021", "en", r"(?:April|June) 2021"),
    ("Fall 2019", "en", r"Fall 20(?:18|20)"),
    ("May the 4th", "en", r"(?:April|May|June) the \d{1,2}(?:st|nd|rd|th)"),
    ("2019-2020", "en", r"2018-2019|2020-2021"),
    ("2019/20", "en", r"2018/19|2020/21"),
    ("1er mars", "fr", r"1er février|\d+ (?:février|mars)"),
    ("mardi 2 mars 2021", "fr", r"mardi \d+ (?:février|mars) 2021"),
    ("3 de marzo de 2021", "es", r"\d+ de (?:febrero|marzo) de 2021"),
    ("3. März 2021", "de", r"\d+\. (?:Februar|März) 2021"),
    ("Mi, 3. Mär 2021", "de", r"Mi, \d+\. (?:Feb|Mär) 2021"),
    ("1º de maio de 2020", "pt", r"(?:1º|\d+) de (?:abril|maio) de 2020"),
    ("3 maggio 2021", "it", r"\d+ (?:aprile|maggio) 2021"),
    ("2021年3月3日", "zh", r"2021年[234]月\d+日"),
    ("٢٠٢١-٠٣-٠٣", "ar", r"[٠-٩]{4}-[٠-٩]{2}-[٠-٩]{2}"),
]


@pytest.mark.few(8)
@pytest.mark.parametrize("original, lang, pattern", FORMATS)
def test_a_date_keeps_its_format(call, original, lang, pattern, scopes):
    for scope in scopes:
        new = call(DateSurrogate(), original, "DATE", lang=lang, scope=scope)
        assert re.fullmatch(pattern, new), new
        assert new != original


def test_intervals_are_kept_and_weekdays_stay_right(call, scopes):
    for scope in scopes:
        days = ["2021-03-03", "2021-12-30", "2022-02-28", "2020-02-29"]
        new = [date.fromisoformat(call(DateSurrogate(), d, "DATE", scope=scope)) for d in days]
        shifts = {n - date.fromisoformat(d) for n, d in zip(new, days, strict=True)}
        assert len(shifts) == 1
        shift = shifts.pop().days
        assert shift and shift % 7 == 0 and abs(shift) <= 28


def test_words_and_digits_move_alike(call, scopes):
    for scope in scopes:
        digits = call(DateSurrogate(), "03/03/2021", "DATE", scope=scope)
        words = call(DateSurrogate(), "March 3, 2021", "DATE", scope=scope)
        assert datetime.strptime(digits, "%m/%d/%Y") == datetime.strptime(words, "%B %d, %Y")


def test_a_larger_shift_can_be_asked_for(call, scopes):
    maker = DateSurrogate(max_weeks=1)
    assert {call(maker, "2021-03-10", "DATE", scope=s) for s in scopes} == {
        "2021-03-03",
        "2021-03-17",
    }


@pytest.mark.parametrize(
    "text",
    [
        "15.27.2011",
        "13/13/2020",
        "2021-02-30",
        "99/99",
        "soon",
        "",
        "March 45th",
        "three days ago",
        "Mars",
    ],
)
def test_what_is_no_date_gives_none(call, text):
    assert call(DateSurrogate(), text, "DATE") is None


@pytest.mark.parametrize(
    "text, before, after",
    [
        ("1789", "in ", ""),
        ("July 14, 1789", "on ", ""),
        ("September 11, 2001", "after ", ""),
        ("December 25", "on ", ""),
        ("the 1990s", "in ", ""),
        ("Monday", "on ", ""),
        ("2019", "as shown (Smith, ", ") before"),
        ("2019", "Smith et al. (", ") show"),
        ("March 3, 2021", "Retrieved ", ", from https://example.org"),
        ("1967", "the war of ", ""),
        ("3 March 2021", "https://example.org (accessed ", ")"),
        ("May 3, 2020", "Journal of Tests, 3(2), 4-5. Retrieved ", "."),
        ("2019", "(Okri, ", ")"),
        ("2019, March 3", "Okri, J. (", "). A title. The Times."),
        ("3 March 2021", "Okri, B. (2019). A title. Vol. 3, ", "."),
        ("3. März 2021", "abgerufen am ", " von https://example.org"),
    ],
)
def test_public_days_history_and_citations_stay(call, text, before, after):
    assert call(DateSurrogate(), text, "DATE", before=before, after=after) == text


def test_a_date_of_birth_never_stays(call):
    new = call(DateSurrogate(), "December 25", "DATE", before="my birthday is ")
    assert new and new != "December 25"
    assert call(DateSurrogate(), "1948", "DATE_OF_BIRTH") in {"1946", "1947", "1949", "1950"}


def test_birth_follows_the_age_and_weekdays_follow_the_day(call, scopes):
    from spacy_hips.replace.surrogates.ages import AgeSurrogate

    for scope in scopes:
        age = int(call(AgeSurrogate(), "13", "AGE", scope=scope))
        new = call(DateSurrogate(), "Thursday, May 1, 2008", "DATE_OF_BIRTH", scope=scope)
        born = datetime.strptime(new, "%A, %B %d, %Y")
        assert born.year == 2008 - (age - 13)
        assert born.strftime("%A") == new.split(",")[0]
        for day in ("December 31, 2008", "January 1, 2008", "February 29, 2008"):
            moved = call(DateSurrogate(), day, "DATE_OF_BIRTH", scope=scope)
            assert datetime.strptime(moved, "%B %d, %Y").year == 2008 - (age - 13)


def test_other_dates_tell_whether_the_day_comes_first(call, scopes):
    for scope in scopes:
        new = call(
            DateSurrogate(), "03/04/2021", "DATE", entities=[("DATE", "25/12/2020")], scope=scope
        )
        shift = datetime.strptime(new, "%d/%m/%Y") - datetime(2021, 4, 3)
        assert shift.days % 7 == 0 and abs(shift.days) <= 28


def test_released_years_bind_the_shift(call, scopes):
    for scope in scopes:
        new = call(DateSurrogate(), "2021-01-03", "DATE", released={"DATE": "2021"}, scope=scope)
        assert new.startswith("2021")


@pytest.mark.parametrize(
    "text, lang, month, year",
    [
        ("March 3, 2021", "en", "March 2021", "2021"),
        ("2021-03-03", "en", "2021-03", "2021"),
        ("03/14/2021", "en", "03/2021", "2021"),
        ("3 de marzo de 2021", "es", "marzo de 2021", "2021"),
        ("March 3", "en", "March", None),
        ("3月3日 2021年3月3日", "zh", "2021-03", "2021"),
        ("soon", "en", None, None),
    ],
)
def test_classes_of_dates(call, text, lang, month, year):
    assert call(DateClass(), text, "DATE", lang=lang) == month
    assert call(DateClass("year"), text, "DATE", lang=lang) == year


PATTERNS = ("{y:04}-{m:02}-{d:02}", "{d}/{m}/{y}", "{d}.{m}.{y:02}", "{M} {d}, {y}", "{M} {y:04}")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    pattern=st.sampled_from((*PATTERNS, "{y:04}")),
    year=st.integers(0, 9999) | st.integers(9995, 9999),
    month=st.integers(0, 13),
    day=st.integers(0, 32),
    label=st.sampled_from(["DATE", "DATE_OF_BIRTH"]),
    released=st.sampled_from(["", "9999", "0001"]),
)
def test_no_date_is_too_far_out(call, pattern, year, month, day, label, released):
    text = pattern.format(y=year, m=month, d=day, M=["Jan", "Feb", "Dec"][month % 3])
    for scope in ("document:1", "document:2"):
        new = call(DateSurrogate(), text, label, scope=scope, released={"DATE": released})
        assert new is None or (new and new != text) or label == "DATE"


def test_words_of_birth_only_count_in_their_own_sentence(call, scopes):
    """ "Born on X. We met on Y" once moved Y by years, as if it were a birth."""
    befores = (
        "and was born on 2010-03-05. We met on ",
        "was born in Lyon\nOn ",
        "was born on 2010-03-05 and left home on ",
        "our birthday party was on ",
    )
    for scope in scopes:
        event = call(DateSurrogate(), "2021-03-03", "DATE", scope=scope)
        for before in befores:
            assert call(DateSurrogate(), "2021-03-03", "DATE", scope=scope, before=before) == event


@pytest.mark.parametrize(
    "before", ["D.O.B. ", "Date of birth:\n", "I was born on ", "born Mr. X on "]
)
def test_words_of_birth_count_where_they_mean_the_date(call, before):
    event = call(DateSurrogate(), "2010-03-03", "DATE")
    assert call(DateSurrogate(), "2010-03-03", "DATE", before=before)[:4] != event[:4]


def test_a_public_day_moves_with_the_authors_own_days(call, scopes):
    near = [("DATE", "13 April 2020")]
    for scope in scopes:
        public = call(DateSurrogate(), "2020-03-11", "DATE", scope=scope, entities=near)
        own = call(DateSurrogate(), "2020-04-13", "DATE", scope=scope)
        assert date.fromisoformat(own) - date.fromisoformat(public) == timedelta(days=33)
    far = [("DATE", "13 April 2021")]
    assert call(DateSurrogate(), "2020-03-11", "DATE", entities=far) == "2020-03-11"


OTHER_LANGUAGES = [
    ("2 augustus 2011", r"\d+ (?:juli|augustus|september) 2011"),
    ("15 Mayıs 2012", r"\d+ (?:Nisan|Mayıs|Haziran) 2012"),
    ("15 MAYIS 2012", r"\d+ (?:NISAN|NİSAN|MAYIS|HAZIRAN|HAZİRAN) 2012"),
    ("2 Şubat 2009", r"\d+ (?:Ocak|Şubat|Mart) 2009"),
    ("3 maja 2012", r"\d+ (?:kwietnia|maja) 2012"),
    ("12 augusti 2012", r"\d+ (?:juli|augusti|september) 2012"),
    ("12 мая 2012", r"\d+ (?:апреля|мая|июня) 2012"),
    ("12. januar 2012", r"\d+\. (?:desember|januar|februar) 201[12]"),
    ("12 Agustus 2012", r"\d+ (?:Juli|Agustus|September) 2012"),
    ("styczeń 2012", r"grudzień 2011|luty 2012"),
]


@pytest.mark.parametrize("original, pattern", OTHER_LANGUAGES)
def test_months_of_other_languages(call, original, pattern, scopes):
    for scope in scopes:
        new = call(DateSurrogate(), original, "DATE", scope=scope)
        assert re.fullmatch(pattern, new), new


PERSONAL_DAYS = [
    ("Learning journal, ", ""), ("Journal entry of ", ": I slept well."), ("press day was ", ""),
    ("I retrieved my bag on ", " from the office"), ("the second edition of our fair, ", ""),
    ("The journal of my week, ", ""), ("stop press, on ", " we won"), ("my ed. class of ", ""),
    ("I accessed the site on ", " for the first time"), ("Dear journal,\n", "\nI was glad."),
    ("I consulted my doctor on ", " about it"), ("the proceedings began on ", ""),
]  # fmt: skip
CITED_DAYS = [
    ("Retrieved ", ", from https://www.x.org"), ("Accessed on ", "."), ("(accessed ", ")"),
    ("Journal of Maps, ", ", 12-14"), ("Oxford University Press, ", ""), ("vol. 12, ", ", pp. 3"),
    ("doi:10.1000/182, ", ""), ("Ruiz et al., ", ""), ("3rd edition, ", ""),
    ("The Times, ", ", at https://x.org"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), PERSONAL_DAYS)
def test_a_day_beside_a_word_of_citations_is_personal(call, before, after):
    new = call(DateSurrogate(), "14 March 2021", "DATE", before=before, after=after)
    assert new != "14 March 2021"


@pytest.mark.parametrize(("before", "after"), CITED_DAYS)
def test_a_day_of_a_citation_stays(call, before, after):
    new = call(DateSurrogate(), "14 March 2021", "DATE", before=before, after=after)
    assert new == "14 March 2021"


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("3, 5 and 7 March 2021", r"\d+(?: \w+)?, \d+(?: \w+)? and \d+ \w+ 2021"),
        ("3rd to the 5th of March 2021", r"\d+\w\w(?: \w+)? to the \d+\w\w of \w+ 2021"),
        ("1st, 2nd and 3rd of May", r"\d+\w\w(?: \w+)?, \d+\w\w(?: \w+)? and \d+\w\w of \w+"),
        ("12 to 15 June 2019", r"\d+(?: \w+)? to \d+ \w+ 2019"),
        ("May 3rd and 4th, 2021", r"\w+ \d+\w\w and (?:\w+ )?\d+\w\w, 2021"),
        ("March 3, 5 and 8", r"\w+ \d+, (?:\w+ )?\d+ and (?:\w+ )?\d+"),
        ("Mon-Wed, March 1-3, 2021", r"Mon-Wed, \w+ \d+-(?:\w+ )?\d+, 2021"),
        ("28/29 May", r"\d+(?: \w+)?/\d+ \w+"),
        ("5. bis 7. Mai 2020", r"\d+\.(?: \w+)? bis \d+\. \w+ 2020"),
        ("3 y 4 de mayo", r"\d+(?: \w+)? y \d+ de \w+"),
    ],
)
def test_the_days_of_a_row_move_together(call, text, pattern, scopes):
    lang = "de" if "bis" in text else "es" if " de " in text else "en"
    for scope in scopes:
        new = call(DateSurrogate(), text, "DATE", lang=lang, scope=scope)
        assert new and re.fullmatch(pattern, new), new


def test_a_row_keeps_its_steps(call, scopes):
    for scope in scopes:
        new = call(DateSurrogate(), "27, 28 and 30 March 2021", "DATE", scope=scope)
        single = [
            call(DateSurrogate(), f"{day} March 2021", "DATE", scope=scope) for day in (27, 28, 30)
        ]
        days = [text.split()[0] for text in single]
        months = [text.split()[1] for text in single]
        assert re.findall(r"\d+", new) == [*days, "2021"]
        assert set(re.findall(r"[A-Z]\w+", new)) == set(months)


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("14 March 2021", "Learning journal, ", "\nToday we met."),
        ("14 March 2021", "My press card was issued on ", ""),
        ("3 May 2020", "I read the second edition on ", " in bed."),
        ("3 May 2020", "I retrieved my bag on ", "."),
        ("3 May 2020", "I accessed the site on ", " from my home."),
        ("14 March 2021", "Journal entry (", ")"),
        ("14 March 2021", "In the university press office, ", ", we"),
        ("3 May 2020", "The proceedings began on ", "."),
    ],
)
def test_a_date_beside_a_word_of_publishing_is_no_citation(call, text, before, after, scopes):
    new = {call(DateSurrogate(), text, "DATE", scope=s, before=before, after=after) for s in scopes}
    assert text not in new


def test_what_is_dated_soon_behind_a_birth_moves_with_it(call, scopes):
    def day(text):
        return datetime.strptime(text, "%m/%d/%Y")

    birth, event = ("DATE_OF_BIRTH", "03/14/2005"), ("DATE", "03/21/2005")
    for scope in scopes:
        born = call(DateSurrogate(), birth[1], birth[0], scope=scope, entities=(event,))
        moved = call(DateSurrogate(), event[1], event[0], scope=scope, entities=(birth,))
        assert day(moved) - day(born) == timedelta(days=7)


@pytest.mark.parametrize("year", [2006, 2007, 2008])
def test_a_birth_is_never_later_than_what_is_dated_after_it(call, year, scopes):
    birth, event = ("DATE_OF_BIRTH", "03/14/2005"), ("DATE", f"04/21/{year}")
    for scope in scopes:
        born = call(DateSurrogate(), birth[1], birth[0], scope=scope, entities=(event,))
        moved = call(DateSurrogate(), event[1], event[0], scope=scope, entities=(birth,))
        assert datetime.strptime(born, "%m/%d/%Y") < datetime.strptime(moved, "%m/%d/%Y")
