"""Telephone numbers."""

import re

import phonenumbers
import pytest

from spacy_hips.replace.surrogates.choose import digits_of
from spacy_hips.replace.surrogates.phones import PhoneSurrogate

PHONES = [
    ("(415) 555-2671", r"\(\d{3}\) 555-01\d\d"),
    ("+1 415 555 2671", r"\+1 \d{3} 555 01\d\d"),
    ("555-2671", r"555-01\d\d"),
    ("1-800-FLOWERS", r"1-800-55501\d\d"),
    ("020 7946 0958", r"0\d\d \d{4} \d{4}"),
    ("+44 (0)20 7946 0958", r"\+44 \(0\)2\d \d{4} \d{4}"),
    ("07700 123456", r"07700 900\d{3}"),
    ("0412 345 678", r"0491 57\d \d{3}"),
    ("+33 6 12 34 56 78", r"\+33 6 39 98 \d\d \d\d"),
    ("+46 8 123 456 78", r"\+46 8 465 004 \d\d"),
    ("260-280-3429x65684", r"\d{3}-555-01\d\dx\d{5}"),
    ("٠١٢٣٤٥٦٧٨٩", r"[٠-٩]{10}"),
]


@pytest.mark.parametrize("original, pattern", PHONES)
def test_phone_keeps_country_and_grouping_in_a_fictional_range(call, original, pattern, scopes):
    for scope in scopes:
        new = call(PhoneSurrogate(), original, "PHONE_NUM", scope=scope)
        assert re.fullmatch(pattern, new), new
        assert digits_of(new)[-7:] != digits_of(original)[-7:]


def test_phone_without_fictional_range_is_nobodys(call, scopes):
    new = [call(PhoneSurrogate(), "+86 138 0013 8000", "PHONE_NUM", scope=s) for s in scopes]
    assert not any(phonenumbers.is_valid_number(phonenumbers.parse(n)) for n in new)
    assert all(re.fullmatch(r"\+86 1\d\d \d{4} \d{4}", n) for n in new)


def test_one_number_in_two_spellings_stays_one(call):
    key = "4155552671"
    one = call(PhoneSurrogate(), "(415) 555-2671", "PHONE_NUM", key=key)
    two = call(PhoneSurrogate(), "+1 415.555.2671", "PHONE_NUM", key=key)
    assert digits_of(two) == "1" + digits_of(one)


@pytest.mark.parametrize("text", ["12", "", "phone", "☎"])
def test_no_phone_gives_none(call, text):
    assert call(PhoneSurrogate(), text, "PHONE_NUM") is None


def test_a_number_that_is_said_is_said_again(call):
    said = "oh seven seven double oh one two three four five six"
    new = call(PhoneSurrogate(), said, "PHONE_NUM").split()
    assert len(new) == 11 and new[0] == "oh"
    assert all(word in "oh one two three four five six seven eight nine" for word in new)
