"""Lines, stations and flights keep their form; number, colour and name change."""

import re

import pytest

from spacy_hips.replace.surrogates.places import PlaceSurrogate
from spacy_hips.replace.surrogates.transport import TransportSurrogate

FORMS = [
    ("bus 42", r"bus [1-9]\d"),
    ("Bus 42", r"Bus [1-9]\d"),
    ("the number 42 bus", r"the number [1-9]\d bus"),
    ("line 7", r"line [1-9]"),
    ("metro line 4", r"metro line [1-9]"),
    ("route 480", r"route [1-9]\d\d"),
    ("tram no. 3", r"tram no\. [1-9]"),
    ("bus 007", r"bus \d{3}"),
    ("the S5 train", r"the S[1-9] train"),
    ("M11 bus", r"M[1-9]\d bus"),
    ("U6", r"U[1-9]"),
    ("train 27B", r"train [1-9]\dB"),
    ("A train", r"[A-Z] train"),
    ("flight KL1234", r"flight [A-Z\d]{2}[1-9]\d{3}"),
    ("flight BA 117", r"flight [A-Z\d]{2} [1-9]\d\d"),
    ("Red Line", r"[A-Z][a-z]+ Line"),
    ("the RED LINE", r"the [A-Z]+ LINE"),
    ("Euston Station", r"\S.* Station"),
    ("euston station", r"[^A-Z]+ station"),
    ("Oak Street bus stop", r"\S.* Street bus stop"),
    ("Clapham Junction", r"\S.* Junction"),
    ("King's Cross", r"[A-Z][\w' .-]+"),
    ("the 8:15 train", r"the 8:[0-5]\d train"),
    ("the 42 southgate bus", r"the [1-9]\d [a-z].* bus"),
    ("Euston to brighton line", r"[A-Z].* to \S.* line"),
    ("Kyiv station", r"[A-Z].* station"),
    ("buss 16", r"buss [1-9]\d"),
    ("Korsvägens hållplats", r"\S.* hållplats"),
]


@pytest.mark.few(7)
@pytest.mark.parametrize(("text", "form"), FORMS)
def test_it_keeps_its_form(call, scopes, text, form):
    new = [call(TransportSurrogate("plausible"), text, "TRANSPORT", scope=s) for s in scopes]
    assert all(re.fullmatch(form, one) and one != text for one in new), new
    assert len(set(new)) > 3


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Euston to brighton line", ("euston", "brighton")),
        ("the 42 southgate bus", ("southgate", "42")),
        ("KING'S CROSS STATION", ("king", "cross")),
        ("Oak Street stop, line 9", ("oak", "9")),
    ],
)
def test_no_name_or_number_of_it_is_left(call, scopes, text, gone):
    for scope in scopes:
        new = call(TransportSurrogate(), text, "TRANSPORT", scope=scope).casefold()
        assert not any(re.search(rf"\b{word}\b", new) for word in gone), new


@pytest.mark.parametrize(
    ("one", "other", "part"),
    [
        ("bus 42", "the number 42 bus", r"\d+"),
        ("line 7", "Line 7", r"\d+"),
        ("Euston Station", "Euston", r"(?!Station)\b[A-Z]\w+"),
        ("Red Line", "the red line", r"(?i)(?!the|line)\b[a-z]+"),
    ],
)
def test_one_line_stays_one_however_it_is_written(call, scopes, one, other, part):
    for scope in scopes:
        new = [call(TransportSurrogate(), text, "TRANSPORT", scope=scope) for text in (one, other)]
        assert re.search(part, new[0])[0].casefold() == re.search(part, new[1])[0].casefold()


def test_a_city_moves_with_its_station(call, scopes):
    for scope in scopes:
        entities = [("LOCATION", "Kyiv")]
        city = call(PlaceSurrogate(), "Kyiv", "LOCATION", scope=scope, entities=entities)
        told = call(TransportSurrogate(), "Kyiv station", "TRANSPORT", scope=scope,
                    entities=entities)  # fmt: skip
        assert told == f"{city} station"


@pytest.mark.slow  # draws many lines
def test_two_lines_never_become_one(call, scopes):
    for scope in scopes:
        new = {
            call(TransportSurrogate(), f"bus {n}", "TRANSPORT", scope=scope) for n in range(1, 60)
        }
        assert len(new) == 59


@pytest.mark.parametrize("text", ["the bus", "my train", "metro"])
def test_what_names_no_line_stays(call, text):
    assert call(TransportSurrogate(), text, "TRANSPORT") == text


@pytest.mark.parametrize("text", ["", "👍", "北京站", "x" * 90])
def test_what_cannot_be_read_gets_none(call, text):
    assert call(TransportSurrogate(), text, "TRANSPORT") is None
