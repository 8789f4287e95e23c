"""Strategies for texts that nobody expects: Unicode, HTML, machine text, words without end."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import strategies as st

CASES = Path(__file__).parents[1] / "cases" / "linear.jsonl"
UNITS = [json.loads(line)["unit"] for line in CASES.read_text("utf8").splitlines()]

WORDS = [
    "Ana",
    "Ruiz",
    "ruiz",
    "RUIZ",
    "Etxeberria",
    "Dr.",
    "Mr.",
    "von",
    "de",
    "la",
    "al-",
    "O'",
    "and",
    ",",
    ".",
    ":",
    "-",
    "'",
    "’",
    "s",
    "By:",
    "Name:",
    "Dear",
    "my",
    "friend",
    "said",
    "wrote",
    "@",
    "#",
    "/",
    "\\",
    "ana@x.org",
    "ana.ruiz@school.edu",
    "@ana_ruiz",
    "http://a.co/ana-ruiz",
    "12",
    "Oak",
    "Street,",
    "Austin,",
    "TX",
    "78701",
    "2001",
    "555-123-4567",
    "+44",
    "20",
    "7946",
    "0958",
    "id",
    "1234567",
    "S20191234",
    "13",
    "years",
    "old",
    "March",
    "3,",
    "2021",
    "10.1.2.3",
    "2001:db8::1",
    "<b>",
    "</b>",
    "<a",
    "href='ana'>",
    "&amp;",
    "(",
    ")",
    "[1]",
    "et",
    "al.",
    "J.",
    "R.",
    "III",
    "PhD",
    "&",
    "y",
    "王小明",
    "Иван",
    "محمد",
    "Grace",
    "Will",
    "Mary-Ann",
    "anaruiz",
    "ana_ruiz.docx",
    "C:\\Users\\ana\\",
]
SPACES = st.sampled_from(["", " ", " ", " ", "\n", "\n\n", "\t", "\u00a0", "\u200b"])
# Marks that combine, that do not show, that turn the line, letters without case, signs, halves.
ODD = st.text(
    st.one_of(
        st.characters(categories=["Mn", "Me", "Cf", "Sk", "Lm", "So", "Nl", "No", "Cs"]),
        st.sampled_from(
            "\u0300\u0301\u200d\u202e\u2066\ufeff\u00ad\u0345ßİıſﬁǅ①𝐀Ⅳ½²٣\x00\x1c\u2028\r"
        ),
        st.characters(),
    ),
    min_size=1,
    max_size=4,
)
LONG = st.builds(lambda unit, times: unit * times, st.sampled_from(UNITS), st.integers(2, 60))
PIECES = st.one_of(st.sampled_from(WORDS), st.sampled_from(UNITS), ODD)
MIXED = st.lists(st.tuples(PIECES, SPACES).map("".join), min_size=1, max_size=25).map("".join)
MACHINE = st.lists(
    st.sampled_from(
        ["GET /u/ana?id=", "12:30:01.123 ", "2021-03-04T10:11:12Z ", "192.168.0.7 ", '{"name": "',
         '"Ana Ruiz", ', "},\n", "user=", "ana", "0x1F ", "-33.86882, 151.20929\n", "a1b2c3d4e5 "]
    ),
    max_size=20,
).map("".join)  # fmt: skip
odd_texts = st.one_of(MIXED, MIXED, MACHINE, LONG, st.text(max_size=80))
"""Any text; the strategy to use."""
