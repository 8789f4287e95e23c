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
    "emphasis": ("**a** _b_ __c__ ***d*** ~~e~~ ==f== _**g**_", "a b c d e f g"),
    "emphasis beside words": ("call *0770 900* or (**12-34**).", "call 0770 900 or (12-34)."),
    "tags": ("<b>a</b> [i]b[/i]<br>c</td><p>d", "a b\nc \nd"),
    "commands for letters": (r"\textbf{12} and \emph{\textit{34}}", r"12 and \emph{34}"),
    "brackets that point": ("<07700 900> and <AB123>", " 07700 900  and  AB123 "),
    "ends of a comment": ("/* a */ <!-- b --> ->c", "  a     b    c"),
    "quotes of others": ("«a» „b“ 「c」", '"a" "b“ "c"'),
    "pictures": ("\U0001f4cca and 0\ufe0f\u20e37\ufe0f\u20e3", " a and 07"),
    "a word of a mail's head": ("=?utf-8?B?QW5h?= =?utf-8?Q?Ana_Ruiz?=", "Ana Ana Ruiz"),
    "glued words": (
        "Call07700900123now, is9876543210and",
        "Call 07700900123 now, is 9876543210 and",
    ),
    "an escaped mark": (r"ana\_ruiz\@x.org {@} ana{@}x.org", "ana_ruiz@x.org {@} ana@x.org"),
}
AS_IT_IS = [
    "plain text, 100%, a\\b and {x}",
    "Müller wrote æ, ß and 東京",
    "x &amp; y &lt; z, AT&T; R&D;",
    "https://x.org/?q=a%20b%26c",
    r"\section{a} \\ C:\Users\ana",
    "2*3*4, a*b, 5 * 6 * 7, *, **, x_1 + y_1, @_ana_, snake_case_word, /_x_/",
    "a<b and b>c, <ana@x.org>, <div class='a'>, <h>, a [x] b, ~5, *.txt, a - b",
    "DE89 3704 0044 0532 0130 00, ana07700900123@x.org, tmoyo40123456, x.org/a07700900123",
    "=?no?X?abc?= and =?utf-8?B?====?=",
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
        ("so **0770 _90_** 1", "0770 90", "0770 _90"),
        ("<b>12</b>34", "1234", "12</b>34"),
        ("Call07700900123now", "07700900123", "07700900123"),
        ("to =?utf-8?B?QW5h?=.", "Ana", "=?utf-8?B?QW5h?="),
    ],
)
def test_the_way_back_is_exact(text, part, original):
    seen = view(text)
    start = seen.text.index(part)
    first, last = seen.back(start, start + len(part))
    assert text[first:last] == original


@given(st.text(st.sampled_from("ab1 *<>~\u200b\u00ad%40&#;x\\_@{}\uff21\n"), max_size=40))
def test_every_character_has_a_place_of_its_own(text):
    seen = view(text)
    places = [seen.back(at, at + 1) for at in range(len(seen.text))]
    assert all(0 <= first < last <= len(text) for first, last in places)
    assert all(a[1] <= b[0] for a, b in pairwise(places))


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "part",
    ["a\u200b%40b&#64;", "*", "*a ", "_*", "<b>", "[", "\\emph{", "<12", "=?a?b?", "\ud83d**1** "],
)
def test_a_text_of_odd_characters_is_read_in_time(linear, part):
    linear(lambda length: view(part * (length // len(part))), 20_000)
