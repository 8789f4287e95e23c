"""What holds for every maker, whatever the text: never the original, never an error, keyed."""

import pickle
import subprocess
import sys
import time
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.core.ids import Secret
from spacy_hips.replace.surrogates.addresses import AddressSurrogate, ZipClass, ZipSurrogate
from spacy_hips.replace.surrogates.ages import AgeClass, AgeSurrogate
from spacy_hips.replace.surrogates.contact import EmailSurrogate, UsernameSurrogate
from spacy_hips.replace.surrogates.dates import DateClass, DateSurrogate
from spacy_hips.replace.surrogates.ids import IdSurrogate, IpSurrogate
from spacy_hips.replace.surrogates.institutions import (
    EmployerSurrogate,
    SchoolClass,
    SchoolSurrogate,
)
from spacy_hips.replace.surrogates.maker import Context, Mention
from spacy_hips.replace.surrogates.phones import PhoneSurrogate
from spacy_hips.replace.surrogates.places import (
    NationalityClass,
    NationalitySurrogate,
    PlaceClass,
    PlaceSurrogate,
)
from spacy_hips.replace.surrogates.professions import ProfessionSurrogate
from spacy_hips.replace.surrogates.transport import TransportSurrogate
from spacy_hips.replace.surrogates.urls import UrlSurrogate
from spacy_hips.who.persons.link.entity import Entity

DIRECT = {
    "EMAIL": EmailSurrogate(),
    "USERNAME": UsernameSurrogate(),
    "PHONE_NUM": PhoneSurrogate(),
    "ID_NUM": IdSurrogate(),
    "IP_ADDRESS": IpSurrogate(),
    "URL_PERSONAL": UrlSurrogate(),
    "STREET_ADDRESS": AddressSurrogate(),
}
INDIRECT = {
    "DATE": DateSurrogate(),
    "DATE_OF_BIRTH": DateSurrogate(),
    "AGE": AgeSurrogate(),
    "ZIP": ZipSurrogate(),
    "LOCATION": PlaceSurrogate(),
    "SCHOOL": SchoolSurrogate(),
    "EMPLOYER": EmployerSurrogate(),
    "NATIONALITY": NationalitySurrogate(),
    "PROFESSION": ProfessionSurrogate(),
    "TRANSPORT": TransportSurrogate(),
}
CLASSES = {
    "DATE": DateClass(),
    "AGE": AgeClass(),
    "ZIP": ZipClass(),
    "LOCATION": PlaceClass(),
    "SCHOOL": SchoolClass(),
    "NATIONALITY": NationalityClass(),
}
MAKERS = [*DIRECT.items(), *INDIRECT.items()]
EXAMPLES = {
    "EMAIL": "ana.perez@school.edu",
    "USERNAME": "@ana_perez9",
    "PHONE_NUM": "(415) 555-2671",
    "ID_NUM": "S20191234",
    "IP_ADDRESS": "8.8.4.4",
    "URL_PERSONAL": "facebook.com/ana.perez",
    "STREET_ADDRESS": "12 Oak St, Austin, TX 78701",
    "DATE": "March 3, 2021",
    "DATE_OF_BIRTH": "May 1, 2008",
    "AGE": "13",
    "ZIP": "78701",
    "LOCATION": "Austin",
    "SCHOOL": "Lincoln High School",
    "EMPLOYER": "Siemens AG",
    "NATIONALITY": "Swedish",
    "PROFESSION": "crane operator",
    "TRANSPORT": "bus 46",
}

PIECES = st.sampled_from(
    [
        "@",
        ".",
        "/",
        "-",
        " ",
        "\n",
        "#",
        "?",
        "=",
        "&",
        "%",
        ":",
        "www.",
        "http://",
        ".com",
        "youtube.com",
        "at",
        "March",
        "3",
        "2021",
        "13",
        "thirteen",
        "St",
        "Main",
        "TX",
        "78701",
        "Austin",
        "école",
        "北京",
        "عمان",
        "👩‍👧",
        "\ud83d",
        "\x00",
        "İ",
        "ß",
        "ﬁ",
        "½",
        "²",
        "٣",
        "Ⅳ",
        "+1",
        "415",
        "(",
        ")",
        ",",
        "'s",
        "ID",
        "high",
        "Swede",
        "1er",
        "mars",
    ]
)
TEXTS = st.one_of(
    st.text(max_size=40),
    st.text(st.characters(), max_size=12),
    st.lists(PIECES, max_size=8).map("".join),
)


def make(maker, label, text, secret=b"a secret for the tests, 32 bytes", **fields):
    draw = Secret.of_key(secret).draw_for
    entity = Entity(f"{label}:1", label, text.casefold(), (text,))
    context = Context(author_draw=draw("document:1", "AUTHOR", "a"), **fields)
    return maker(
        Mention(text, 0, len(text), label), entity, context, draw("document:1", label, text)
    )


@pytest.mark.parametrize("label, maker", MAKERS)
@given(text=TEXTS)
def test_any_text_gives_another_text_or_none(label, maker, text):
    new = make(maker, label, text)
    assert new is None or (isinstance(new, str) and new)
    if label in DIRECT and new is not None:
        assert new.casefold() != text.casefold()
    assert make(maker, label, text) == new


@pytest.mark.parametrize("label, maker", CLASSES.items())
@given(text=TEXTS)
def test_classes_never_raise(label, maker, text):
    new = make(maker, label, text)
    assert new is None or isinstance(new, str)


@pytest.mark.parametrize("label, maker", MAKERS)
def test_examples_get_a_surrogate_that_depends_on_the_secret(label, maker):
    text = EXAMPLES[label]
    new = {make(maker, label, text, secret=sha256(bytes([i])).digest()) for i in range(20)}
    assert None not in new and text not in new
    assert len(new) > 2


@pytest.mark.parametrize("label, maker", DIRECT.items())
def test_originals_and_surrogates_of_others_are_avoided(label, maker):
    text = EXAMPLES[label]
    taken: set[str] = set()
    for _ in range(5):
        new = make(maker, label, text, taken=frozenset(taken))
        assert new and new.casefold() not in taken
        assert make(maker, label, text, originals=frozenset({*taken, new.casefold()})) != new
        taken.add(new.casefold())


@pytest.mark.parametrize("label, maker", [*MAKERS, *CLASSES.items()])
def test_makers_can_be_pickled(label, maker):
    assert make(pickle.loads(pickle.dumps(maker)), label, EXAMPLES[label]) == make(
        maker, label, EXAMPLES[label]
    )


@pytest.mark.few(23)
@pytest.mark.parametrize("label, maker", [*MAKERS, *CLASSES.items()])
@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "1",
        "@",
        "a.",
        "1-",
        " a",
        "/a",
        "March ",
        "St ",
        "%41",
        "٣",
        "'",
        "=&",
        "http://",
        "\n1",
    ],
)
def test_long_texts_take_no_long_time(label, maker, unit):
    text = unit * (200_000 // len(unit))
    began = time.process_time()
    make(maker, label, text)
    assert time.process_time() - began < 2


def test_importing_the_makers_is_cheap():
    modules = [
        "contact",
        "ids",
        "urls",
        "dates",
        "ages",
        "places",
        "addresses",
        "institutions",
        "professions",
        "transport",
        "repeat",
    ]
    code = "import sys\n" + "".join(f"import spacy_hips.replace.surrogates.{m}\n" for m in modules)
    code += (
        "print([m for m in ('faker', 'phonenumbers', 'stdnum', 'dateparser') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
