"""Identifiers with odd characters in them, found by the rules in the plain view of the text."""

from __future__ import annotations

import re

import pytest
import spacy

from spacy_hips import read_group

NLP = spacy.blank("en")
NLP.add_pipe("hips_rules")

# Hidden characters are written as names here: ~zwsp~.
HIDDEN = {
    "zwsp": "\u200b", "zwj": "\u200d", "zwnj": "\u200c", "wj": "\u2060", "bom": "\ufeff",
    "shy": "\u00ad", "lrm": "\u200e", "rlm": "\u200f", "lre": "\u202a", "pdf": "\u202c",
    "nbsp": "\u00a0", "nnbsp": "\u202f", "vs": "\ufe0f", "fsi": "\u2068", "pdi": "\u2069",
    "vt": "\x0b", "ls": "\u2028", "em": "\u2003",
}  # fmt: skip

CASES = """
    EMAIL [noor.haddad@~zwsp~uni-mail.org]
    EMAIL [noor~zwsp~.haddad@uni-mail.org] please
    EMAIL [noor~shy~.had~shy~dad@uni-mail.org]
    EMAIL [noor.haddad@~wj~uni-mail.org]
    EMAIL [noor.haddad~bom~@uni-mail.org]
    EMAIL [n~zwj~oor.haddad@uni-mail~zwnj~.org]
    EMAIL ~lre~[noor.haddad@uni-mail.org]~pdf~
    EMAIL [ｎｏｏｒ＠ｕｎｉ－ｍａｉｌ．ｏｒｇ]
    EMAIL [𝗻𝗼𝗼𝗿@𝘂𝗻𝗶-𝗺𝗮𝗶𝗹.𝗼𝗿𝗴]
    EMAIL [noor.haddad%40uni-mail.org]
    EMAIL mailto:[noor.haddad%40uni-mail.org]?subject=Hi there
    EMAIL [noor.haddad&#64;uni-mail.org]
    EMAIL [noor.haddad&#x40;uni-mail&#46;org]
    EMAIL [noor&commat;uni-mail.org]
    EMAIL [noor\\_haddad@uni-mail.org]
    EMAIL [noor{@}uni-mail.org]
    EMAIL [noor.haddad~nbsp~@~nbsp~gmail.com]
    ID_NUM My student number: [2019~shy~8831].
    ID_NUM Student ID:~nbsp~[2019~zwsp~8831]
    ID_NUM roll~nbsp~no.~em~[CS-2019~wj~-8831]
    ID_NUM ID: [４４１０２３３]
    ID_NUM matric no [𝟒𝟒𝟏𝟎𝟐𝟑𝟑]
    ID_NUM ID~ls~[4410233]~ls~Week 3
    ID_NUM The card [5500~nbsp~4412~nnbsp~9081~nbsp~3320] was lost.
    PHONE_NUM call ~lrm~[+44~nbsp~20~nbsp~7946~nbsp~0018]~lrm~ now
    PHONE_NUM call ~fsi~[+44~zwsp~2079460018]~pdi~
    PHONE_NUM Tel.：[＋４４ ２０７９４６００１８]
    URL_PERSONAL my blog: [https://noor.~zwsp~example-blog.net/me]
    URL_PERSONAL my blog is [www.noor~shy~haddad.net]
    USERNAME follow [＠noor_haddad] there
    USERNAME my discord is [noor~zwsp~_7781]
    USERNAME my username is [noor\\_7781]
    IP_ADDRESS from [192.0.2~zwsp~.17] today
    STREET_ADDRESS I live at [12~nbsp~Elm~nbsp~Street, Leeds LS1~nbsp~4AB].
    DATE_OF_BIRTH born on [4~nbsp~July~nbsp~2004]
    DATE_OF_BIRTH DOB:~nbsp~[04~wj~/07/2004]
    PHONE_NUM my number is *[07700 900123]* or __[07700 900456]__
    PHONE_NUM Call[07700900123]now
    PHONE_NUM <b>[07700 900123]</b><br><[07700 900456]>
    PHONE_NUM /* [07700 900123] */ and ->[+44 7700 900456]^
    ID_NUM my USN: 📌[1RV19CS045]
    ID_NUM roll no. \\emph{«[19BCS4521]»}
    ID_NUM matric no. ->[U1823456K]
    USERNAME my discord is {`[aruiz99]`} and <td>IG:</td><td>[aruiz99]</td>
    USERNAME follow [@aruiz99](2)
    STREET_ADDRESS I live at {[14 Garner Street]}
    STREET_ADDRESS I live at ``[14 Garner Street]''
    DATE on [12-Jan-2021] and __[05/2017]__
"""


def cases():
    for line in CASES.strip().split("\n"):
        label, text = line.strip().split(" ", 1)
        text = re.sub(r"~(\w+)~", lambda m: HIDDEN[m[1]], text)
        yield pytest.param(label, text, id=line.strip())


@pytest.mark.parametrize(("label", "marked"), list(cases()))
def test_an_identifier_in_odd_characters_is_found_whole(label, marked):
    text = re.sub(r"[\[\]]", "", marked)
    found = [
        text[s.start : s.end]
        for s in read_group(NLP(text), "pii_rules")
        if s.label == label and s.score >= 0.5
    ]
    assert found == re.findall(r"\[([^\]]+)\]", marked)


@pytest.mark.parametrize(
    "text", ["100%40 of it", "R&D;x", "x &#64; y", r"\_ @ \{ \@", "soft\u00adhyphen"]
)
def test_odd_characters_alone_are_nothing(text):
    assert [s for s in read_group(NLP(text), "pii_rules") if s.score >= 0.5] == []
