"""A long number is an ID unless it is shown to be something else: both sides, one text a case."""

from __future__ import annotations

import re

import pytest
import spacy

from spacy_hips.find.rules._number_words import OTHERWISE
from spacy_hips.find.rules.id_numbers import what_else

RULE = spacy.registry.misc.get("spacy_hips.IdNumberRule.v1")()

IDS = {
    "alone below a name": """
        Aigerim Suleimenova¶[201954873]
        Lautaro Pereyra¶¶[77120943511]¶¶My essay is about maps.
        By Wanjiku Kamau¶¶    [1029384756]
        Group 9¶[40918273]¶Noor Haddad
        Freya Holm¶[s2039481]¶Week 3
        [190331882]¶Dilnoza Rashidova
        Mateus Prado¶[2021BCS0417]
        Zanele Khumalo¶[KHMZAN004]
        Sione Taufa¶ - [300456781]
        Essay 2¶Oluwaseun Bakare¶[160803021]""",
    "beside a name": """
        Aigerim Suleimenova [20195487]
        Lautaro Pereyra - [77120943]
        Wanjiku Kamau ([1029384])
        Noor Haddad, [40918273]
        [300456781] Sione Taufa
        [300456781] - Sione Taufa
        Freya Holm | [s2039481] | B
        Submitted by: Mateus Prado, [2021BCS0417]
        Page 2 of 9   Holm, Freya   [s2039481]   HW4
        Dilnoza Rashidova:[190331882]""",
    "in a list of names": """
        1. Sione Taufa [300456781]¶2. Freya Holm [300456799]
        [81720-4451] Sione Taufa¶[81720-4452] Freya Holm
        Members: [710044551]  Sione Taufa  [710044552]  Freya Holm  [710044553]  Noor Haddad
        Sione Taufa\t[710044551]¶Freya Holm\t[710044552]
        * Sione Taufa ([710044551])¶* Freya Holm ([710044552])
        Taufa;Sione;[710044551]¶Holm;Freya;[710044552]
        | [710044551] | Sione | 14 |¶| [710044552] | Freya | 12 |
        Sione Taufa/[710044551], Freya Holm/[710044552]
        Sione([710044551]), Freya([710044552])
        "Sione Taufa" "[710044551]" "Freya Holm" "[710044552]\"""",
    "behind a word that few know": """
        Pin Un:[204418820]
        BVN [22190034411]
        Acc: [6201230078]
        NISN: [0056781234]
        my student card says [2018/31/904]
        application ref [QRT-81-5520]
        member card [77-410-223]
        nr. indeksu [412093]
        Kartennummer [88201345]
        Zoom ID: [845 2231 9072], passcode 12
        cédula [1.104.223.981], or so they say
        Group i d  :        [071944]     Date: today
        id [8807155009083] (of South Africa)
        ROLL NO. [210441905] NAME. somebody
        Licence: [H8812093] (NV)
        driver's license is [W4410923].""",
    "letters glued to digits": """
        log in as [s4410233] please
        it is [u7710934].
        ask [ab123456] about it
        [A01782213] is mine
        the login [m20194410] works
        [2020EE10442] was there
        [19BCE10442] was there
        [C00441209] wrote this
        essay_[40918273].docx
        [40918273]_essay.pdf
        hw2-[s4410233].zip
        the account [tmoyo40918273] is mine""",
    "in running text, of nobody knows what": """
        I remember [83716253] well.
        It said [190240017731] on the screen
        enter [448213] to get in
        she gave me [71002934] to type
        the code [5520-8841-02] opens it
        [902144817] is what they call me
        They call us by numbers: [448213], [448214] and [448219].
        Contact: 12, or [08099123456] (Ibadan)
        [07700123456] is my aunt's number.
        call me on [0712004455] again""",
    "not cut in two": """
        my code is [QX-7781 204x] and no other
        the card [5500 4412 9081 3320] was lost
        IBAN [DE89 3704 0044 0532 0130 00] please
        my number: [4410 2233 9012]
        student number [20 1944 812]
        Roll No [CS/2019/0441-B]
        reg. no. [UG/15/CSC/1102]
        Matric: [180404-112x]
        case no. [K-2291-55/7] again
        account number [00 1234 5678 90]""",
}

NUMBERS = """
    We sold 1250044 units in 2021, 48,000 more than in 2020.
    The code runs in 0.00031 s and needs 1048576 bytes.
    ISBN 978-0-306-40615-7, DOI 10.1000/482, and chapter 12 has 365 pages.
    Chapter 4, pp. 123456-123460, vol. 120349
    3.141592653, 2.718281828 and 6.02214076e23
    (12, 34, 56), 1 2 3 4 5 6, 10 20 30 40
    2010 2011 2012 2013 and 1998, 1999, 2000
    The stadium holds 81365 people, the city 2140526 inhabitants.
    x = 123456, 345678 + 111222 = 456900
    Lahore won 120-108 and 99-101.
    from 100000 to 250000 rupees
    on 20210405, at 10:15:30, 05/04/2021
    sent 09/20/2000 03:22 PM, 2021-04-05 10:15:30, 8/30/2005 09:36:00
    an RTX3090, an i7-8700K, an STM32F103C8T6 and a BC547
    https://x.org/p/12345678/q?id=99887766 and www.y.org/12345678
    $1234567, 1234567 USD, Rs 123456, 123456/-, €123456
    N = 123456, p < .00123, F(1, 123456) = 3.2
    color: #112233; the HTTP code 404, port 8080
    Windows 10.0.19041, version 20210405, build 19041
    at 10:30:15.123456 we had 1 250 000 of them, 1'250'000 or 12 345 678 in all
    in 0.00031 s, 3.14159265, 1250000.50, see 12.3.4567, at 123456° north
    0c45:624f12 and 00:1a:2b:334455; Austin, TX 78701-1234
    1,234,567 or 12,34,567 or 1 234 567
    COVID-19, SARS-CoV-2, H2SO4, Mn2O3, 10-20-30
"""


def cases():
    for name, block in IDS.items():
        lines = [line.strip() for line in block.strip().split("\n")]
        assert len(lines) >= 10, "a class needs ten cases"
        for number, line in enumerate(lines):
            yield pytest.param(line.replace("¶", "\n"), id=f"{name}-{number}")


def found(text):
    return [text[s.start : s.end] for s in RULE(text) if s.score >= 0.5]


@pytest.mark.few(20)
@pytest.mark.parametrize("marked", list(cases()))
def test_a_number_of_a_person_is_found(marked):
    assert found(re.sub(r"[\[\]]", "", marked)) == re.findall(r"\[([^\]]+)\]", marked)


@pytest.mark.few(29)
@pytest.mark.parametrize(
    ("row", "marked"),
    [(row, e) for row in OTHERWISE for e in row.examples],
    ids=lambda v: getattr(v, "name", v),
)
def test_a_row_knows_its_numbers(row, marked):
    start = marked.index("[")
    value = marked[start + 1 : marked.index("]")]
    text = marked.replace(f"[{value}]", value)
    assert what_else(text, start, start + len(value))
    assert found(text) == []


@pytest.mark.parametrize("text", [line.strip() for line in NUMBERS.strip().split("\n")])
def test_a_number_of_nobody_is_none(text):
    assert found(text) == []


def test_a_name_in_its_line_makes_it_sure():
    def score(text):
        return max(s.score for s in RULE(text))

    assert score("it was 40918273 to") < score("Noor Haddad, 40918273") < score("ID: 40918273")
