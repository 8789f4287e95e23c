"""The plain view of a text, and the exact way back to its characters."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.text.page.view import view

PLAIN = {
    "a zero-width space": ("ana@\u200bx.org", "ana@x.org"),
    "a word joiner and a byte order mark": ("a\u2060b\ufeffc", "abc"),
    "a soft hyphen": ("2023\u00ad4417", "20234417"),
    "marks of direction": ("\u202a+44 20\u202c\u200e", "+44 20"),
    "a variation selector": ("1\ufe0f2", "12"),
    "wide letters and digits": ("ａｎａ＠ｘ．ｏｒｇ　１２", "ana@x.org 12"),
    "bold and double-struck digits": ("𝟏𝟐𝟛", "123"),
    "a blank that does not break": ("ID\u00a04410\u202f233", "ID 4410 233"),
    "a hyphen that does not break": ("536\u201122\u20108741", "536-22-8741"),
    "a break of another kind": ("Ana\u2028Ben\x0bCho", "Ana\nBen\nCho"),
    "a percent sign's code": ("ana%40x.org", "ana@x.org"),
    "an entity": ("ana&#64;x&#x2E;org&nbsp;is M&uuml;ller", "ana@x.org is Müller"),
    "an escaped mark": (r"ana\_ruiz\@x.org {@} ana{@}x.org", "ana_ruiz@x.org {@} ana@x.org"),
}
AS_IT_IS = [
    "plain text, 100%, a\\b and {x}",
    "Müller wrote æ, ß and 東京",
    "x &amp; y &lt; z, AT&T; R&D;",
    "https://x.org/?q=a%20b%26c",
    r"\textbf{a} \\ C:\Users\ana",
    "&notanentity; &#0; &#999999;",
]


@pytest.mark.parametrize(("text", "plain"), list(PLAIN.values()), ids=list(PLAIN))
def test_odd_characters_are_made_plain(text, plain):
    assert view(text).text == plain


@pytest.mark.parametrize("text", AS_IT_IS)
def test_all_others_stay(text):
    assert view(text).text == text


@pytest.mark.parametrize(
    ("text", "part", "original"),
    [
        ("mail \u200bana@\u200bx.org\u200b.", "ana@x.org", "ana@\u200bx.org"),
        ("is ana%40x.org?", "ana@x.org", "ana%40x.org"),
        ("is ana%40x.org?", "ana@", "ana%40"),
        ("is ana&#64;x.org?", "@x", "&#64;x"),
        (r"so ana\_ruiz!", "ana_ruiz", r"ana\_ruiz"),
        ("a\u00adb c\u00add e", "c", "c"),
        ("a\u00adb c\u00add e", "cd", "c\u00add"),
        ("\ufeff\ufeffana", "ana", "ana"),
    ],
)
def test_the_way_back_is_exact(text, part, original):
    seen = view(text)
    start = seen.text.index(part)
    first, last = seen.back(start, start + len(part))
    assert text[first:last] == original


@given(st.text(st.sampled_from("ab1 \u200b\u00ad%40&#;x\\_@{}\uff21\n"), max_size=40))
def test_every_character_has_a_place_of_its_own(text):
    seen = view(text)
    places = [seen.back(at, at + 1) for at in range(len(seen.text))]
    assert all(0 <= first < last <= len(text) for first, last in places)
    assert all(a[1] <= b[0] for a, b in pairwise(places))


def test_a_text_of_odd_characters_is_read_in_time(linear):
    linear(lambda length: view("a\u200b%40b&#64;" * (length // 10)), 20_000)
