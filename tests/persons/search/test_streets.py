"""A street of a found address is hidden where it is named again; no other street is."""

import re
from itertools import product

import pytest

from spacy_hips import PiiSpan
from spacy_hips.who.persons.search.streets import streets

MARK = re.compile(r"\[([^\[\]]*)\]")

# The first mark is the address, the others are what is found then.
CASES = """
At [31 Garner Street, Leeds LS1 4AB]. [Garner Street] is noisy, all of [Garner St.] knows us.
My home is [7 Acacia Avenue], so [Acacia Ave] and [ACACIA AVENUE] and [acacia avenue] are mine.
[12 Old Mill Road, Derby]: the shops of Old [Mill Rd] close early. Old Mill is a pub.
Send it to [9 rue des Peupliers, Lyon]. Dans la [rue des Peupliers], [Rue des Peupliers].
Vivo en [calle Rosales 4, Madrid]. La [Calle Rosales] es larga, [C/ Rosales] 8.
Wir wohnen [Gartenstraße 12]. Die [Gartenstr.] ist laut, [Gartenstrasse] auch.
Jag bor på [Skolgatan 7B]. [Skolgatan] är lång.
It is [220 5th Avenue, Austin, TX]. Everybody on [5th Ave] waits; 5th grade too.
[Via Verdi 12, Milano] and [via Verdi] again.
[44 Elm Ct, Boise, ID 83702] is on [Elm Court].
[Plot 14, Bugolobi Hill Drive] is far; [Bugolobi Hill Drive] is steep.
[Block 12, Flat 8C, Lok Fu Estate]: [Lok Fu Estate] has a park.
[3 Main Street, Ely]: every town has a main street. [Main Street] is ours.
At [8 Harbour View Close] we wait. [Harbour
View Close] ends there.
[31 Garner Street] is not Garner Road, and Ms Garner lives elsewhere, on Wall Street.
[P.O. Box 15, Dallas, TX 75312] is a box of no street.
[22 Baker Lane, York]: the baker and the lane stay.
"""


@pytest.mark.parametrize("case", re.split(r"\n(?!View)", CASES.strip()))
def test_the_street_is_named_again(case):
    text, places = "", []
    for i, piece in enumerate(MARK.split(case)):
        if i % 2:
            places.append((len(text), len(text) + len(piece)))
        text += piece
    (first, end), *again = places
    address = PiiSpan(first, end, "STREET_ADDRESS", 0.9, "rules.address", "STREET_ADDRESS:1")
    found = streets(text, [address])
    assert [text[s.start : s.end] for s in found] == [text[a:b] for a, b in again]
    assert all((s.label, s.source, s.id) == ("STREET_ADDRESS", "repeated", "") for s in found)
    assert all(s.score == pytest.approx(0.81) for s in found)


def test_without_an_address_no_street_is_found():
    text = "Garner Street is long. Mara lives in Garner Street."
    assert streets(text, [PiiSpan(24, 28, "PERSON", 0.9)]) == []


def test_many_addresses_take_linear_time():
    names = ["Oak" + "".join(letters) for letters in product("abcdefghijklm", repeat=3)][:2000]
    rows = [f"{n} {name} Street" for n, name in enumerate(names, 1)]
    text = "\n".join(rows) + "\n" + " ".join(f"{name} St." for name in names)
    at, spans = 0, []
    for row in rows:
        spans.append(PiiSpan(at, at + len(row), "STREET_ADDRESS", 0.9))
        at += len(row) + 1
    assert len(streets(text, spans)) == 2000
