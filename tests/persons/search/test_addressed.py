"""Whom an address spells: the last net looks for the names that replaced addresses tell."""

from __future__ import annotations

import pytest
import spacy

from spacy_hips import PiiSpan, write_group
from spacy_hips.core.ids import Secret
from spacy_hips.text.lexicon.tables import name_tables
from spacy_hips.who.persons.search.addressed import spelled_name

pytestmark = pytest.mark.filterwarnings("ignore:.*W10[156]")


@pytest.mark.parametrize(
    ("label", "address", "name"),
    [
        ("EMAIL", "alassane.zukic@uni.edu", "Alassane Zukic"),
        ("EMAIL", "mailto:AlassaneZukic@x.org", "Alassane Zukic"),
        ("EMAIL", "alassanezukic92@x.org", "Alassane Zukic"),
        ("EMAIL", "tom.okri at uni dot edu", "Tom Okri"),
        ("EMAIL", "maria_garcia-lopez@x.org", "Maria Garcia Lopez"),
        ("USERNAME", "@alassane_zukic", "Alassane Zukic"),
        ("USERNAME", "JohnSmith7", "John Smith"),
        ("URL_PERSONAL", "https://x.org/~alassane.zukic/cv.html", "Alassane Zukic"),
        ("URL_PERSONAL", "https://x.org/people/alassane-zukic", "Alassane Zukic"),
        ("EMAIL", "info@x.org", ""),
        ("EMAIL", "water.project@x.org", ""),
        ("EMAIL", "writing.center@x.org", ""),
        ("EMAIL", "student.council@x.org", ""),
        ("EMAIL", "no.reply@x.org", ""),
        ("EMAIL", "cs.dept@x.org", ""),
        ("EMAIL", "azukic@x.org", ""),
        ("USERNAME", "minecraftplayer", ""),
        ("PHONE_NUM", "alassane.zukic", ""),
    ],
)
def test_the_name_of_an_address(label, address, name):
    assert spelled_name(address, label, name_tables()) == name


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer", config={"finder": "ents"}).set_secret(
        Secret(b"a secret for the tests only")
    )
    return nlp


@pytest.mark.parametrize(
    "text",
    [
        "Write to alassane.zukic@uni.edu. Alassane Zukic wrote it.",
        "Alassane Zukic wrote it. Follow @alassanezukic, said Zukic.",
        "Zukic, Alassane: a poem. Mail alassane.zukic@uni.edu, see zukic_poem.docx #AlassaneZukic",
        "See https://x.org/~alassane.zukic/ for alassane zukic and ZUKIC.",
        "Mail ALASSANE.ZUKIC@UNI.EDU or ᴀʟᴀꜱꜱᴀɴᴇ ᴢᴜᴋɪᴄ.",
    ],
)
def test_no_word_of_the_name_is_left(nlp, text):
    doc = nlp(text)
    out = doc._.anonymized.lower()
    assert "alassane" not in out and "zukic" not in out and "ᴢᴜᴋɪᴄ" not in out, out


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Post by @rosefield12. I saw Rose Field there.", "Field"),
        ("Mail azukic@uni.edu. It was Amra Zukic.", "Amra Zukic"),
        ("Mail zukica@uni.edu. It was Amra Zukic.", "Zukic"),
        ("See https://x.org/~amraz/cv. It was Amra Zukic.", ""),
        ("Mail hope.summers@uni.edu. I saw Hope Summers there.", "Hope"),
        ("Name: Ana Ruiz\nE-mail: alassane.zukic@uni.edu\n\nAlassane Zukic was here.", "Zukic"),
    ],
)
def test_a_name_with_capitals_that_an_address_spells_is_hidden(nlp, text, gone):
    assert not gone or gone not in nlp(text)._.anonymized


def test_the_address_spells_the_new_name(nlp):
    mail, name = nlp("alassane.zukic@uni.edu: Alassane Zukic")._.anonymized.split(": ")
    assert mail.partition("@")[0] == name.lower().replace(" ", ".")


@pytest.mark.parametrize(
    "kept",
    [
        "Adam Smith wrote of Smith (1776), John Locke too.",  # a word alone may be anybody's
        "The Water Project cleans water, and Info is on the page.",
        "We met in April, may we? Grace Church rang, and Rose Garden is a park.",
        "The Summer School is open to the Student Council.",
    ],
)
def test_words_and_others_names_stay(nlp, kept):
    for mail in ("john.smith@uni.edu", "water.project@uni.edu", "info@uni.edu", "april.may@uni.edu",
                 "gracechurch@uni.edu", "rose_garden@uni.edu", "summer.school@uni.edu",
                 "student.council@uni.edu"):  # fmt: skip
        assert nlp(f"Mail {mail}. {kept}")._.anonymized.endswith(kept)


def test_who_is_public_and_what_stays_is_left(nlp):
    text = "Mail alassane.zukic@uni.edu. Alassane Zukic (2020) said so."
    doc = nlp.make_doc(text)
    write_group(doc, "pii", [PiiSpan(5, 27, "EMAIL", 1.0)])
    write_group(doc, "public", [PiiSpan(29, 43, "PERSON", 1.0)])
    assert "Alassane Zukic (2020)" in nlp.get_pipe("hips_anonymizer")(doc)._.anonymized


def test_time_is_linear(nlp, linear):
    from spacy_hips.who.persons.link.entity import Entity
    from spacy_hips.who.persons.search.addressed import addressed

    def search(size):
        text = "alassane.zukic@uni.edu said it. " * size
        starts = range(0, len(text), 32)
        spans = [PiiSpan(at, at + 22, "EMAIL", 1.0, "", "EMAIL:1") for at in starts]
        list(addressed(text, spans, {"EMAIL:1": Entity("EMAIL:1", "EMAIL", "x")}, name_tables()))

    linear(search, 300)
