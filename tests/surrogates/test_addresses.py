"""Postal addresses and codes."""

import re

import pytest

from spacy_hips.replace.surrogates.addresses import (
    AddressSurrogate,
    ZipClass,
    ZipSurrogate,
)
from spacy_hips.text.values.address_parts import streets_of

ADDRESSES = [
    ("123 Main St, Springfield, IL 62704", r"\d{3} [\w ]+ St, [\w .']+, [A-Z]{2} \d{5}"),
    (
        "3245 latta rd # 16988 rochester ny 14616",
        r"\d{4} [a-z ]+ rd # \d{5} [a-z ']+ [a-z]{2} \d{5}",
    ),
    (
        "1800 M St., NW Ste. 700, Washington, DC 20036",
        r"\d{4} [^M] St\., NW Ste\. \d{3}, [\w .']+, [A-Z]{2} \d{5}",
    ),
    ("350 Fifth Ave, New York, NY 10118", r"\d{3} [\w ]+ Ave, [\w .']+, [A-Z]{2} \d{5}"),
    ("P.O. Box 123, Smalltown", r"P\.O\. Box \d{3}, [A-Z]\w+"),
    ("Hauptstr. 12a\n10115 Berlin\nGermany", r"[A-ZÄ]\w+str\. \d\d[a-h]\n\d{5} \w+\nGermany"),
    ("Lindenstraße 5 in 50667 Köln", r"[A-ZÄÖÜ]\w+straße \d in \d{5} \w+"),
    ("12 bis rue de la Paix, 75002 Paris", r"\d\d bis rue (?:des|du|de la) [\wÉé]+, \d{5} \w+"),
    ("Calle Mayor 5, 28013 Madrid", r"Calle del? [\w íñ]+ \d, \d{5} \w+"),
    ("221B Baker Street, London NW1 6XE", r"\d{3}[A-H] [\w ]+ Street, \w+ [A-Z]{2}\d \d[A-Z]{2}"),
    ("10 Downing St\nLondon\nSW1A 2AA", r"\d\d [\w ]+ St\n\w+\n[A-Z]{2}\d[A-Z] \d[A-Z]{2}"),
    ("ul. Długa 5, 00-238 Warszawa", r"ul\. \w+ \d, \d\d-\d{3} \w+"),
    (
        "Flat 3, 12 High Street, Toronto ON M5V 2T6",
        r"Flat \d, \d\d [\w ]+ Street, [\w .']+ [A-Z]{2} [A-Z]\d[A-Z] \d[A-Z]\d",
    ),
    ("4 Privet Drive", r"\d [\w ]+ Drive"),
    ("Garner Street, number 31, third floor", r"[\w ]+ Street, number \d\d, third floor"),
    ("corner of 7th and Oak, apt 4", r"corner of \d+(?:st|nd|rd|th) and [A-Z][\w ]+, apt \d"),
    ("RR 4 Box 17, Salem OH 44460", r"RR \d Box \d\d, [\w .']+ [A-Z]{2} \d{5}"),
    ("Room 214, Block B, Unity Hall", r"Room \d{3}, Block (?!B)[A-Z], [\w ]+ Hall"),
    ("D-11, Rose Apartments, GT Road", r"[A-Z]-\d\d, [\w ]+ Apartments, (?!GT)[\w ]+ Road"),
    ("Plot 14, Bugolobi Hill Drive", r"Plot \d\d, [\w ]+ Drive"),
    ("Block 12, Flat 8C, Lok Fu Estate", r"Block \d\d, Flat \d[A-H], [\w ]+ Estate"),
    # The country stays, and its name in that of its only city is no rest of the city's.
    (
        "59 School Street, Kuwait City, Kuwait",
        r"\d\d (?!School)[\w ]+ Street, (?!Kuwait)[\w ]+, Kuwait",
    ),
]


@pytest.mark.parametrize("original, pattern", ADDRESSES)
def test_order_and_lines_are_kept(call, original, pattern, scopes):
    for scope in scopes:
        new = call(AddressSurrogate(), original, "STREET_ADDRESS", scope=scope)
        assert re.fullmatch(pattern, new), new
        assert new.count("\n") == original.count("\n")
        gone = {
            "Main",
            "Springfield",
            "latta",
            "rochester",
            "Washington",
            "Fifth",
            "New",
            "Smalltown",
            "Haupt",
            "Berlin",
            "Paix",
            "Paris",
            "Mayor",
            "Madrid",
            "Baker",
            "London",
            "Downing",
            "Długa",
            "Warszawa",
            "Toronto",
            "Privet",
        }
        assert not gone & (set(re.findall(r"\w+", new)) & set(re.findall(r"\w+", original)))


def test_code_fits_the_state(call, scopes):
    from spacy_hips.text.values.gazetteer import gazetteer

    for scope in scopes:
        new = call(AddressSurrogate(), "1 Elm St, Austin, TX 78701", "STREET_ADDRESS", scope=scope)
        state, code = new.split()[-2:]
        assert code.startswith(gazetteer().places[f"US-{state}"].zips)


@pytest.mark.parametrize("text", ["", "👍", "东京都港区1-2-3", "\n"])
def test_no_address_gives_none(call, text):
    assert call(AddressSurrogate(), text, "STREET_ADDRESS") is None


@pytest.mark.parametrize(
    "text, pattern",
    [
        ("94110", r"9\d{4}"),
        ("94110-1234", r"9\d{4}-\d{4}"),
        ("SW1A 2AA", r"S[A-Z]\d[A-Z] \d[A-Z]{2}"),
        ("m5v 2t6", r"m\d[a-z] \d[a-z]\d"),
        ("01310-200", r"0\d{4}-\d{3}"),
    ],
)
def test_zip_keeps_shape_and_region(call, text, pattern, scopes):
    for scope in scopes:
        new = call(ZipSurrogate(), text, "ZIP", scope=scope)
        assert re.fullmatch(pattern, new) and new != text


def test_zip_classes(call):
    assert call(ZipSurrogate(), "94110", "ZIP", released={"ZIP": "941**"}).startswith("941")
    assert call(ZipClass(3), "94110", "ZIP") == "941**"
    assert call(ZipClass(), "SW1A 2AA", "ZIP") == "S*** ***"
    assert call(ZipSurrogate(), "1", "ZIP") is None


@pytest.mark.parametrize(
    "address, again",
    [
        ("31 Garner Street, Leeds LS1 4AB", ("Garner Street", "Garner St.", "GARNER STREET")),
        ("9 rue des Peupliers, 69001 Lyon", ("rue des Peupliers", "Rue des Peupliers")),
        ("Gartenstraße 12, 10115 Berlin", ("Gartenstraße", "Gartenstr.")),
        ("220 5th Avenue, Austin, TX", ("5th Ave", "5th Avenue")),
    ],
)
def test_a_street_is_the_same_in_all_addresses(call, address, again, scopes):
    for scope in scopes[:8]:
        whole = call(AddressSurrogate(), address, "STREET_ADDRESS", scope=scope)
        ((name, place),) = {(s.name.lower(), s.place) for s in streets_of(whole)}
        for text in again:
            new = call(AddressSurrogate(), text, "STREET_ADDRESS", scope=scope)
            assert [(s.name.lower(), s.place) for s in streets_of(new)] == [(name, place)], new
