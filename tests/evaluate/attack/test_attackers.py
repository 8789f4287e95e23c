"""Each attacker on corpora with known answers: a plain leak is found, no signal gives chance."""

from __future__ import annotations

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.core.spans import PiiSpan
from spacy_hips.lab.evaluate.attack.attacker import Known, Links, Spotted
from spacy_hips.lab.evaluate.attack.fame import fame
from spacy_hips.lab.evaluate.attack.language import language
from spacy_hips.lab.evaluate.attack.place import place
from spacy_hips.lab.evaluate.attack.runner import ATTACKERS, attacker
from spacy_hips.lab.evaluate.attack.score import auc

from .conftest import maker, marked

ADDRESSES = tuple(f"{n} Elm Street, Ann Arbor, MI {90000 + n}" for n in range(30))
SCHOOLS = tuple(f"{a} {b} College" for a in ("Fern", "Ridge", "Moss") for b in ("Vale", "Holt"))
MIXED = tuple(f"{a} {b}" for a in ("Hiroshi", "Sakura", "Kenji") for b in ("Sullivan", "Murphy"))
ANA_FOUND = Known(find=lambda texts: [[PiiSpan(3, 12, "PERSON")] for _ in texts])
DRAWN = tuple(f"a{n}@pool.example" for n in range(20))
PLAIN = {
    # who -> (a release with a plain leak, what the attacker knows)
    "fits": (
        marked("<Ana Ruiz>, <EMAIL|aruiz7@x.org>. Or ask {EMAIL|michael.torres@x.org}."),
        Known(),
    ),
    "place": (
        marked(
            *[f"I live at <{text}>." for text in ADDRESSES],
            "I live at {7 Oak Street, Ann Arbor, MI 48104}.",
            label="STREET_ADDRESS",
        ),
        Known(replace=maker(*ADDRESSES)),
    ),
    "fame": (
        marked(*[f"At <{s}>." for s in SCHOOLS * 5], "At {Stanford University}.", label="SCHOOL"),
        Known(replace=maker(*SCHOOLS)),
    ),
    "language": (
        marked(*[f"By <{name}>." for name in MIXED * 5], "By {Kenji Tanaka}."),
        Known(replace=maker(*MIXED)),
    ),
    "likelihood": (
        marked(*[f"My name is <Ana Smith>, {n}." for n in range(20)], "My name is {Zqxw}, 1."),
        Known(),
    ),
    "parrot": (
        marked(
            *[f"My name is <Ana Smith>, I am here. It was good in {n}." for n in range(20)],
            "It was good and {zqx} was good. It was good in it.",
        ),
        Known(),
    ),
    "wheel": (
        marked("By <Ana Smith> and {Zed}."),
        ANA_FOUND,
    ),
    "table": (
        marked(*[f"To <{mail}>." for mail in DRAWN], "To {zoe@umich.edu}.", label="EMAIL"),
        Known(replace=maker(*DRAWN)),
    ),
    "repeats": (
        marked(*["By <Ana>."] * 19, "By {Ozymandias} and not by Ana.", label="PERSON"),
        Known(),
    ),
    "roster": (
        marked("<Ana Smith> and {Zoe Kowal} met. {Zoe} left.", "<Zoe> and <Ana Kowal> met."),
        Known(roster=("Zoe Kowal", "Ian Roe")),
    ),
}  # fmt: skip


@pytest.mark.few(5)
@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_leak_is_found(name):
    weakened, known = PLAIN[name]
    guess = attacker(name)(weakened.release, known)
    assert guess.called == weakened.leaks
    assert auc(weakened.leaks, guess.scores) == 1.0


SAME = marked(*["By <Ana Smith>, who wrote it."] * 19, "By {Ana Smith}, who wrote it.")
SILENT = {
    "parrot": Known(),
    "fits": Known(),
    "likelihood": Known(),
    "wheel": ANA_FOUND,
    **dict.fromkeys(("place", "fame", "language", "table"), Known(replace=maker("Ana Smith"))),
    "repeats": Known(),
    "roster": Known(roster=("Zoe Kowal",)),
}


@pytest.mark.parametrize("name", SILENT)
def test_without_a_signal_there_is_none(name):
    guess = attacker(name)(SAME.release, SILENT[name])
    halved = name in ("parrot", "likelihood")
    assert auc(SAME.leaks, guess.scores) == pytest.approx(0.5, abs=0.5 if halved else 0)
    assert sum(guess.called) <= 1  # the lot of the attacker who knows how many there are


@pytest.mark.parametrize(
    ("text", "fitting"),
    [
        ("<Ana Ruiz>: {EMAIL|ana.ruiz@x.org}", True),
        ("<Ana Ruiz>: {EMAIL|ruizana@x.org}", True),
        ("<Ana Ruiz>: {USERNAME|@aruiz_07}", True),
        ("<Ana Ruiz>: {USERNAME|ar99}", True),
        ("<Robert Novak>: {EMAIL|bob@x.org}", True),
        ("<Katherine Novak>: {USERNAME|kath_n}", True),
        ("<José García>: {EMAIL|josegarcia@x.org}", True),
        ("<Ana Ruiz>: {URL_PERSONAL|https://github.com/aruiz/thesis}", True),
        ("<Ana Ruiz>: {URL_PERSONAL|https://ana-ruiz.blogspot.com/p/me.html}", True),
        (
            "<Ana Ruiz>: {URL_PERSONAL|https://docs.google.com/document/d/m43VkWjTiY5v48Of/edit}",
            True,
        ),
        ("<Ana Ruiz> read Marie Curie: {EMAIL|marie.curie@x.org}", True),
        ("<Ana Ruiz>: {EMAIL|michael.torres@ruiz.org}", False),
        ("<Ana Ruiz>: {EMAIL|mtorres@x.org}", False),
        ("<Ana Ruiz>: {USERNAME|michaeltorres}", False),
        ("<Ana Ruiz>: {URL_PERSONAL|https://github.com/torres/thesis}", False),
        ("<Ana Ruiz>: {URL_PERSONAL|https://michaeltorres.com}", False),
    ],
)
def test_what_fits_its_owner_is_not_suspected(text, fitting):
    weakened = marked(text)
    scores = attacker("fits")(weakened.release, Known()).scores
    suspected = any(score for score, leak in zip(scores, weakened.leaks, strict=True) if leak)
    assert suspected is not fitting


def test_a_name_before_the_address_of_another_is_suspected():
    guess = attacker("fits")(
        marked("{Ana Ruiz}: <EMAIL|mtorres@x.org>. <Ben Holt>: <EMAIL|holt@x.org>").release, Known()
    )
    assert guess.called == (True, True, False, False)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("<STREET_ADDRESS|7 Oak Street, Ann Arbor, MI 48104>", ("code", "of the town")),
        ("<STREET_ADDRESS|7 Oak Street, Detroit, MI 48104>", ("code", "of the state")),
        ("<STREET_ADDRESS|7 Oak Street, Detroit, OH 48104>", ("code", "of another")),
        ("<STREET_ADDRESS|7 Oak Street, Detroit, OH 00001>", ("code", "of none")),
        ("<STREET_ADDRESS|7 Oak Street, Litchester, OH 44561>", ("town", "False")),
        ("<PHONE_NUM|(734) 764-1817> <ZIP|48104>", ("area of others", "True")),
        ("<PHONE_NUM|(212) 764-1817> <ZIP|48104>", ("state of others", "False")),
        ("<PHONE_NUM|+1 734 764 1817> <LOCATION|Austin, TX>", ("state of others", "False")),
        ("<PHONE_NUM|+44 20 7946 0018> <ZIP|48104>", None),
    ],
)
def test_what_a_map_tells(text, seen):
    assert seen in _signs(place, text) if seen else not _signs(place, text)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("<Kenji Tanaka>", ("origin", "True")),
        ("<Kenji Sullivan>", ("origin", "False")),
        ("<Kenji Xqzt>", ("origin", "not told")),
        ("Mrs. <Michael Holt>", ("title", "False")),
        ("Mr. <Michael Holt>", ("title", "True")),
        ("<Michael Holt> lost her keys.", ("pronoun", "False")),
        ("an <SCHOOL|Lakeside College>", ("article", "False")),
        ("a <SCHOOL|Lakeside College>", ("article", "True")),
        ("an <SCHOOL|Oakwood College>", ("article", "True")),
    ],
)
def test_what_language_tells(text, seen):
    assert seen in _signs(language, text)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("<SCHOOL|Stanford University>", ("school", "True")),
        ("<SCHOOL|Fern Vale College>", ("school", "False")),
        ("<EMAIL|ana@cs.stanford.edu>", ("school", "well known")),
        ("<EMAIL|ana@aacc.edu>", ("school", "listed")),
        ("<URL_PERSONAL|https://github.com/aruiz/thesis>", ("page", "thesis")),
        ("<URL_PERSONAL|https://ana.blogspot.com/p/about-me.html>", ("page", "about")),
        ("<URL_PERSONAL|https://github.com/aruiz/bonds>", ("page", "another")),
        ("<EMAIL|ana@gmail.com>", ("provider", "gmail.com")),
        ("<LOCATION|Texas>", ("place", "0")),
        ("<LOCATION|Litchester>", ("place", "unknown")),
    ],
)
def test_what_fame_tells(text, seen):
    assert seen in _signs(fame, text)


def _signs(read, text):
    release = marked(text).release
    spans = tuple((p.start, p.end, p.label) for p in release.places)
    return list(next(iter(read(Spotted("d", release.texts[0], spans)))))


def test_a_surrogate_from_the_roster_hides_the_real_one():
    weakened = marked("<Zoe Kowal> wrote it.", "{Zoe Kowal} wrote it.")
    guess = attacker("roster")(weakened.release, Known(roster=("Zoe Kowal",)))
    assert guess.called == (True, True)


def test_the_table_attacker_knows_a_number_range_by_its_country():
    drawn = tuple(f"(212) 555-01{n:02}" for n in range(30))
    texts = [f"Call <{number}>." for number in drawn] + ["Call {(212) 664-7665}."]
    weakened = marked(*texts, label="PHONE_NUM")
    guess = attacker("table")(weakened.release, Known(replace=maker(*drawn)))
    assert guess.called == weakened.leaks


def test_the_table_attacker_finds_what_the_makers_draw_less_often_than_it_stands_there():
    drawn = (*[f"a{n}@mail.com" for n in range(99)], "z@rare.com")
    texts = [f"To <a{n}@mail.com>." for n in range(90)] + [
        f"To {{b{n}@rare.com}}." for n in range(9)
    ]
    weakened = marked(*texts, label="EMAIL")
    guess = attacker("table")(weakened.release, Known(replace=maker(*drawn), detection=0.9))
    assert auc(weakened.leaks, guess.scores) > 0.9


def test_documents_are_linked_by_the_words_around_surrogates():
    originals = tuple(
        f"On day {n} we walked from house {n} to the mill by the river, said Zoe, "
        f"and at {n} we came home again by train {n} and bus." for n in range(10)
    )  # fmt: skip
    released = marked(*(text.replace("Zoe", "<Ana>") for text in originals)).release
    links = attacker("linkage")(released, Known(originals=originals))
    assert isinstance(links, Links)
    assert sum(links.targets) == 5
    wanted = tuple(n if held else -1 for n, held in enumerate(links.targets))
    assert links.linked == wanted


@pytest.mark.parametrize("name", ATTACKERS)
def test_nothing_to_attack(name):
    for weakened in (marked(), marked("No name here."), marked("By <Ana>.")):
        known = Known(replace=maker("Ana"), originals=weakened.release.texts)
        answer = attacker(name)(weakened.release, known)
        if isinstance(answer, Links):
            assert len(answer.linked) == len(weakened.release.texts)
        else:
            assert len(answer.called) == len(answer.scores) == len(weakened.release.places)
            assert not any(answer.called)


def test_an_unknown_attacker():
    with pytest.raises(HipsError, match="E872"):
        attacker("psychic")
