"""Addresses as people tell them in running text, and streets that are nobody's address."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from spacy_hips.find.rules._address_words import US_STATES
from spacy_hips.find.rules._zip_codes import zip_codes
from spacy_hips.find.rules.addresses import StreetAddressRule

RULE = StreetAddressRule()
MARK = re.compile(r"\[([^\[\]]*)\]")

# What stands in brackets is found, at least these characters and none before them.
FOUND = {
    "the number behind the street": """
        I live on [Garner Street, number 31], second floor.
        Our flat is in [Old Mill Road, no. 7], near the bakery.
        She stays at [Acacia Avenue number 114], on top of a shop.
        Come to [Whitmore Lane, No 9], please.
        We rent a room at [number 18 on Harbour Road].
        He found us at [house number 5, Temple Gardens].
        My aunt has [No. 42 in Chapel Close].
        The office is at [Sorrel Drive, #12].
        My grandmother lives on [Station Terrace, house number 6].
        Deliver it to [Kings Crescent, nr. 88], Cork.""",
    "blocks, flats and estates": """
        I stay at [Block 12, Flat 8C, Lok Fu Estate, Hong Kong].
        My parents rent [Flat 17B, Block 3, Wah Ming Estate].
        We live in [Room 1412, 14/F, Block D, Choi Hung Estate, Kowloon].
        Address: [Blk 318 Yishun Avenue 9 #04-112].
        They moved to [Blk 21, Bedok North Road].
        He stays in [Flat 302, Sai Krupa Residency, Baner Road, Pune].
        Home: [H.No. 8-2-120, Green Park Colony, Hyderabad].
        I was born at [Plot 14, Bugolobi Hill Drive], Kampala.
        We bought [Plot No. 7, Ntinda Crescent].
        My uncle lives at [House No. 19, Ring Road East, Accra].
        My [house no is 12, Olympic Estate].
        It was [Stand 2207, Glen Norah Township, Harare].
        Send it to [Flat 5, Block 9, Festac Estate, Lagos].
        We share [Block C, Flat 12].
        I live at [House No 12, Street 5, Sector G-9/1, Islamabad].
        Mine is [C-117, Lotus Apartments, Park Street, Kolkata].
        I grew up in [Villa 9, Palm Grove Residences].""",
    "other countries": """
        J'habite [rue des Tilleuls, au numéro 5].
        Nous vivons au [14 de la rue Pasteur], à Lille.
        Vivo en la [calle del Olmo número 23], piso 4.
        Mi casa está en la [avenida Juárez, núm. 310].
        My address is [Jl. Merdeka No. 17 RT 03/RW 05].
        Wir wohnen in der [Gartenstraße Nummer 17].
        Meine Oma wohnt in der [Lindenallee, Hausnummer 4].
        Jag bor på [Kungsgatan nummer 12].
        Vi bor på [Skolgatan 7B lgh 1203].
        Hon flyttade till [Björkvägen nr 3].
        Ich wohne in der [Schillerstr. Nr. 21].
        J'habite dans la [rue du Moulin], près de l'école.
        Ich wohne in der [Mozartstraße], gleich am Park.
        Vivimos en la [calle Rosales] desde 2010.""",
    "rural routes and boxes": """
        Write to [RR 4 Box 17, Salem OH 44460].
        Our farm is [Rural Route 2, Box 88].
        Mail: [R.R. #5, Box 31], Elora.
        He gets mail at [RFD 1 Box 220].
        Send to [Star Route 3, Box 12].
        It went to [HC 61 Box 9, Ely NV 89301].
        The hostel's box is [P.M.B. 1129], Ibadan.
        The school has [Private Bag X14], Mthatha.
        Send to [RR 2, Site 9, Comp 4, Box 17].
        Our address is [RR 3, Canton, OH 44730].""",
    "corners": """
        Lives at [corner of 7th and Oak, apartment 4].
        We live at the [corner of 12th Street and Vine, apt 9].
        She resides at the [intersection of 3rd Ave and Pine Street, unit 5B].
        My house is at the [corner of 45th and Walnut].
        I live on the [corner of Hill Street and Mercer Avenue].
        We moved to the [corner of Grant and 9th, flat 2].""",
    "a street alone, in the words of who lives there": """
        I live on [Garner Street] with my brother.
        We moved to [Old Mill Road] when I was small.
        My house is on [Acacia Avenue], next to the church.
        Our flat is in [Whitmore Lane].
        My family lives in [Temple Close].
        I grew up on [Harbour Road].
        my parents still live on [Kings Crescent].""",
    "house numbers with a letter": """
        My shop is [2210-B Maple Plaza Shopping Center, Tulsa, OK].
        We live at [17-C Rosewood Court].
        I live at [5 Rue des Peupliers], Lyon. On Sundays I rest.
        We are at [9 Elm Road], Derby. In winter it is cold.""",
}

KEPT = """
Wall Street crashed in 1929, and Main Street paid for it.
We all learned to count with Sesame Street when I was 4.
Abbey Road is the eleventh album, of 1969.
Sherlock Holmes lived in Baker Street, and Watson wrote 4 novels about it.
The number 1 in the charts was Penny Lane.
I live on the street where the market is.
We live on a budget of 300 euros and drive 12 km.
The High Street has lost 30 shops.
The Silk Road had 4 routes.
Block 3 of the experiment had 20 trials, Block 4 had 30.
Flat 3, Flat 4 and Flat 5 are empty.
House 1, House 2 and House 3 compete every May.
Room 12, Newton Hall has 40 seats.
In Unit 3, Lesson 4 we learn the past tense.
Figure 2, Plot 3 shows the trend.
See Section 4, Block B of the form.
A turning point came in Room 101 of the novel.
The corner of 5 and 6 on the board is empty.
We are at the intersection of art and science, chapter 2.
At the corner of Hollywood and Vine stood a theatre in 1920.
Broadway has 41 theatres.
My house is on fire, said 3 people.
I live in Lagos, Nigeria, and I am 19.
I moved to Road Safety as my topic in 2019.
The Oxford Street shops had 200 visitors.
My essay is on Wall Street, and my house is cold.
Our focus was on Fleet Street, where we live no more.
The RR interval was 3 ms.
Rural routes were opened in 1896.
He won the no. 1 seat on Capitol Hill.
""".strip().splitlines()

# A name in front of an address, which no finder reads there.
NAMES = [
    ("Send it to J K PRUITT RR 4 BOX 17 SALEM OH 44460-1122.", "J K PRUITT"),
    ("Mail to T. R. Okafor, 12 Elm Road, Leeds LS1 4AB.", "T. R. Okafor"),
    ("Send it to TENDAI DUBE 12 Elm Road, Leeds LS1 4AB.", "TENDAI DUBE"),
    ("M L HANSEN\n22 OAK AVE\nBOISE ID 83702", "M L HANSEN"),
    ("Ship to: R. Castillo\n9 Acacia Avenue, Austin, TX 78701", "R. Castillo"),
    ("c/o S B Nguyen, P.O. Box 15, Dallas, TX 75312", "S B Nguyen"),
]
NO_NAMES = [
    "Send it to the office at 12 Elm Road, Leeds LS1 4AB.",
    "FEDERAL RESERVE BANK 12 Elm Road, Leeds LS1 4AB",
    "We moved to 12 Elm Road, Leeds LS1 4AB.",
    "Return to Plan B, 12 Elm Road, Leeds LS1 4AB.",
    "MAILING ADDRESS 12 ELM ROAD, BOISE ID 83702",
]


def _rows(table):
    for kind, lines in table.items():
        for line in lines.strip().splitlines():
            yield pytest.param(line.strip(), id=f"{kind}: {line.strip()}")


def _found(text, label="STREET_ADDRESS"):
    return [s for s in RULE(text) if s.score >= 0.5 and s.label == label]


@pytest.mark.parametrize("case", [*_rows(FOUND)])
def test_an_address_is_found(case):
    wanted = MARK.search(case)
    text = MARK.sub(r"\1", case)
    start, end = wanted.start(), wanted.end() - 2
    spans = _found(text)
    hidden = {i for s in spans for i in range(s.start, s.end)}
    shown = "".join(c for i, c in enumerate(text[start:end], start) if i not in hidden)
    assert not shown.strip(" ,\n"), [text[s.start : s.end] for s in spans]
    assert min(hidden) >= start, [text[s.start : s.end] for s in spans]


@pytest.mark.parametrize("text", KEPT)
def test_a_public_street_or_a_part_of_a_book_stays(text):
    assert [text[s.start : s.end] for s in _found(text)] == []


@pytest.mark.parametrize(("text", "name"), NAMES)
def test_the_name_in_front(text, name):
    assert [text[s.start : s.end] for s in _found(text, "PERSON")] == [name]


@pytest.mark.parametrize("text", NO_NAMES)
def test_other_words_in_front(text):
    assert _found(text, "PERSON") == []


def test_a_tail_ends_with_its_sentence():
    for first, second in (
        ("I live at 5 Rue des Peupliers, Lyon", ". On Sundays I rest."),
        ("D-11, Rose Apartments, GT Road, Kanpur", ". GT Road is crowded."),
        ("Gartenstraße 12, 10115 Berlin", ". Die Gartenstraße ist laut."),
    ):
        (span,) = _found(first + second)
        assert span.end <= len(first)


@pytest.mark.parametrize(
    ("behind", "is_part"),
    [
        ("Student ID 12345", False),
        ("Employee ID 123456789", False),
        ("School ID 83702", False),  # an ID's holder, though Idaho has such codes
        ("Moodle ID 20117", False),
        ("Boise ID 83702", True),
        ("Portland OR 97201", True),
        ("Ben OR 12345", False),
        ("Tulsa OK 74103-1234", True),
        ("Portland, OR 12345", True),  # with its comma it is a state, whatever the code
        ("Scranton PA 18503", True),
        ("Reno NV 12345", True),  # no word
    ],
)
@pytest.mark.parametrize("between", ["\n", ", "])
def test_a_code_that_is_a_word_is_a_state_where_its_zip_says_so(behind, is_part, between):
    (span,) = _found(f"I live at 12 Maple Street{between}{behind}")
    street = len("I live at 12 Maple Street")
    assert span.end == street + (len(between + behind) if is_part else 0)


def test_every_state_has_codes_and_none_has_those_of_another():
    codes = zip_codes()
    assert set(codes) == set(US_STATES)
    assert all(re.fullmatch(r"\d{3}", first) for own in codes.values() for first in own)
    shared = {"969", "967"}  # islands of the Pacific
    count = Counter(first for own in codes.values() for first in own if first not in shared)
    assert {first for first, n in count.items() if n > 1} <= {"063", "834"}  # CT and NY, ID and WY
