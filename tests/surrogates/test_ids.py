"""Numbers and codes; addresses of the internet protocol."""

import importlib
import ipaddress
import re
import unicodedata

import pytest

from spacy_hips.replace.surrogates.ids import IdSurrogate, IpSurrogate, schemes

VALID = [
    ("123-45-6789", None, r"9\d\d-[1-4]\d-\d{4}"),
    ("4539 1488 0343 6467", "luhn", r"(?:4111|4242|5555|5105) \d{4} \d{4} \d{4}"),
    ("DE89 3704 0044 0532 0130 00", "iban", r"DE\d\d(?: \d{4}){4} \d\d"),
    ("ES91 2100 0418 4502 0005 1332", "iban", r"ES\d\d(?: \d{4}){5}"),
    ("GB29NWBK60161331926819", "iban", r"GB\d\d[A-Z]{4}\d{14}"),
    ("943 476 5919", "gb.nhs", r"999 \d{3} \d{4}"),
    ("130 692 544", "luhn", r"0\d\d \d{3} \d{3}"),
    ("12345678Z", "es.dni", r"99\d{6}[A-Z]"),
    ("811218-9876", "se.personnummer", r"\d{6}-9[89]\d\d"),
    ("529.982.247-25", "br.cpf", r"\d{3}\.\d{3}\.\d{3}-\d\d"),
    ("44051401359", "pl.pesel", r"\d{11}"),
    ("11010519491231002X", "cn.ric", r"\d{17}[\dX]"),
    ("2341 2341 2346", "verhoeff", r"[01]\d{3} \d{4} \d{4}"),
    ("AB123456C", None, r"QQ\d{6}[A-C]"),
    ("0000-0002-1825-0097", "isni", r"0000-0005-\d{4}-\d{3}[\dX]"),
    ("0000-0002-1694-233X", "isni", r"0000-0005-\d{4}-\d{3}[\dX]"),
    ("BOXW310820HNERXN09", "mx.curp", r"[A-Z]{4}\d{6}H[A-Z]{5}0\d"),
]


@pytest.mark.few(6)
@pytest.mark.parametrize("original, module, pattern", VALID)
def test_known_schemes_stay_valid_in_a_range_never_given_out(
    call, original, module, pattern, scopes
):
    for scope in scopes:
        new = call(IdSurrogate(), original, scope=scope)
        assert re.fullmatch(pattern, new), new
        if module:
            check = importlib.import_module(f"stdnum.{module}").is_valid
            assert check(re.sub(r"[\s.-]", "", new)), new


def test_every_scheme_can_be_read():
    for scheme in schemes():
        for module in (scheme.module, scheme.check):
            if module:
                assert importlib.import_module(f"stdnum.{module}").is_valid


@pytest.mark.parametrize(
    "text",
    [
        "S20191234",
        "2019-1234",
        "学号2019",
        "AB-12/cd",
        "٢٠١٩-٤٤",
        "ßŒ12",
        "७८-क",
        "ID 00417",
        "Ⅳ-7",
    ],
)
def test_shape_is_kept_in_all_scripts(call, text, scopes):
    for scope in scopes:
        new = call(IdSurrogate(), text, scope=scope)
        assert new != text
        assert [unicodedata.category(c) for c in new] == [unicodedata.category(c) for c in text]


def test_one_id_in_two_spellings_stays_one(call):
    spellings = ["123-45-6789", "123 45 6789", "123456789"]
    new = [call(IdSurrogate(), s, key="123456789", texts=spellings) for s in spellings]
    assert len({re.sub(r"\D", "", n) for n in new}) == 1
    assert new[0].count("-") == 2 and new[1].count(" ") == 2 and new[2].isdecimal()


def test_case_of_letters_does_not_part_an_id(call):
    assert call(IdSurrogate(), "ab12", key="ab12").upper() == call(
        IdSurrogate(), "AB12", key="ab12"
    )


@pytest.mark.parametrize("text", ["", "--", "👍", "\ud83d", " "])
def test_no_id_gives_none(call, text):
    assert call(IdSurrogate(), text) is None


@pytest.mark.parametrize(
    "original, network",
    [
        ("8.8.8.8", "192.0.2.0/24 198.51.100.0/24 203.0.113.0/24"),
        ("192.168.1.20", "192.168.0.0/16"),
        ("10.1.2.3", "10.0.0.0/8"),
        ("172.20.1.1", "172.16.0.0/12"),
        ("2a00:1450:4001:81b::200e", "2001:db8::/32"),
        ("::1", "2001:db8::/32"),
        ("fe80::1", "fe80::/16"),
    ],
)
def test_ip_lies_in_a_range_for_documentation(call, original, network, scopes):
    networks = [ipaddress.ip_network(n) for n in network.split()]
    for scope in scopes:
        new = call(IpSurrogate(), original, "IP_ADDRESS", scope=scope)
        assert any(ipaddress.ip_address(new) in n for n in networks)
        assert new != original


def test_ip_keeps_port_and_prefix(call):
    assert call(IpSurrogate(), "8.8.8.8:443", "IP_ADDRESS").endswith(":443")
    assert call(IpSurrogate(), "10.0.0.0/24", "IP_ADDRESS").endswith("/24")


@pytest.mark.parametrize("text", ["1.2.3", "999.1.1.1", "x", ""])
def test_no_ip_gives_none(call, text):
    assert call(IpSurrogate(), text, "IP_ADDRESS") is None


def test_an_id_that_is_said_is_said_again(call):
    new = call(IdSurrogate(), "one four two seven seven nine three").split()
    assert len(new) == 7
    assert all(word in "zero one two three four five six seven eight nine" for word in new)
