"""What `shuffle` takes for one value, and what it does with the values that are exchanged."""

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.replace.surrogates.maker import Value
from spacy_hips.replace.surrogates.shuffle import (
    ShuffleSurrogate,
    alike,
    make_shuffle_surrogate,
    values_in,
)


class Pairs:
    """Exchanges by a table of keys; knows every value."""

    def __init__(self, **pairs):
        self.pairs = {key.replace("_", " "): new for key, new in pairs.items()}

    def shown(self, kind, key):
        return self.pairs.get(key)

    def knows(self, kind, key):
        return True


SAME = [
    ("SCHOOL", "Lincoln High School", "LINCOLN HS", "Lincoln High", "the Lincoln High School's"),
    ("SCHOOL", "St. Mary's College", "Saint Mary’s college", "ST MARY'S COLLEGE"),
    ("SCHOOL", "P.S. 118", "PS 118", "p.s. 118"),
    ("SCHOOL", "University of Bonn", "Univ. of Bonn", "the university of  Bonn"),
    ("EMPLOYER", "Brightpath Inc.", "Brightpath", "BRIGHTPATH, INC"),
    ("EMPLOYER", "Miller & Sons Bakery", "Miller and Sons Bakery"),
    ("LOCATION", "Millbrook", "MILLBROOK", "millbrook"),
    ("LOCATION", "St. Elmo Lake", "Saint Elmo Lake"),
    ("LOCATION", "the Netherlands", "Netherlands"),
    ("NATIONALITY", "Ukrainian", "ukrainians", "a Ukrainian"),
]


@pytest.mark.parametrize("label, texts", [(row[0], row[1:]) for row in SAME])
def test_one_value_written_differently(label, texts):
    assert len({(v.kind, v.key) for text in texts for v in values_in(label, text)}) == 1


@pytest.mark.parametrize(
    "label, text, kind",
    [
        ("SCHOOL", "Lincoln Elementary School", "school/primary"),
        ("SCHOOL", "Roosevelt Junior High School", "school/middle"),
        ("SCHOOL", "Brooklyn Technical High School", "school/high"),
        ("SCHOOL", "University High School", "school/high"),
        ("SCHOOL", "Oakland Community College", "school/tertiary"),
        ("SCHOOL", "Collège Moulin", "school/middle"),
        ("SCHOOL", "Lincoln School", "school/any"),
        ("SCHOOL", "UCLA", "school/acronym"),
        ("EMPLOYER", "Brightpath Inc.", "employer"),
        ("LOCATION", "Kyiv", "place/city"),
        ("LOCATION", "Texas", "place/state"),
        ("LOCATION", "Ukraine", "place/country//a"),
        ("LOCATION", "the United States", "place/country/the/an"),
        ("LOCATION", "Lake Tonkawa", "place/other/lake"),
        ("NATIONALITY", "Ukrainians", "place/country//a"),
    ],
)
def test_every_label_has_its_kinds_of_values(label, text, kind):
    assert [value.kind for value in values_in(label, text)] == [kind]


def test_a_country_and_its_people_are_one_value():
    assert values_in("LOCATION", "Ukraine") == values_in("NATIONALITY", "Ukrainians")


def test_a_mention_may_name_several():
    assert [v.shown for v in values_in("LOCATION", "Austin, TX")] == ["US-TX/Austin", "US-TX"]
    assert [v.shown for v in values_in("NATIONALITY", "Mexican-American")] == ["MX", "US"]


@pytest.mark.parametrize(
    "label, text",
    [("SCHOOL", "my school"), ("SCHOOL", "high school"), ("SCHOOL", "第一中学"),
     ("LOCATION", "北京"), ("NATIONALITY", "Klingon"), ("SCHOOL", "x" * 999), ("EMPLOYER", "..."),
     ("LOCATION", "y" * 999)],
)  # fmt: skip
def test_a_mention_without_a_name_is_not_shuffled(label, text):
    assert values_in(label, text) == ()


def test_names_that_share_a_distinctive_word_count_as_alike():
    def value(text, label="SCHOOL"):
        return values_in(label, text)[0]

    davis = value("University of Calara, Davis")
    assert alike(davis, value("University of Calara, Merced"))
    assert not alike(davis, value("University of Bonn"))
    assert alike(value("North Carolina", "LOCATION"), value("South Carolina", "LOCATION"))
    assert not alike(value("Lake Tonkawa", "LOCATION"), value("Lake Orrin", "LOCATION"))
    assert alike(value("UCLA"), Value("school/acronym", "x", "ucla"))


@pytest.mark.parametrize(
    "text, new",
    [
        ("Lincoln High School", "Roosevelt High School"),
        ("LINCOLN HIGH SCHOOL", "ROOSEVELT HIGH SCHOOL"),
        ("lincoln hs", "roosevelt high school"),
        ("Lincoln High School's", "Roosevelt High School's"),
    ],
)
def test_a_school_takes_the_form_of_the_mention(call, text, new):
    swaps = Pairs(lincoln_high="Roosevelt High School")
    assert call(ShuffleSurrogate(), text, "SCHOOL", swaps=swaps) == new


@pytest.mark.parametrize(
    "text, new",
    [
        ("Ukrainian", "Swedish"),
        ("Ukrainians", "Swedes"),
        ("a Ukrainian", "a Swedish"),
        ("UKRAINIAN", "SWEDISH"),
        ("Ukraine", "Sweden"),
    ],
)
def test_nationalities_keep_their_form(call, text, new):
    assert call(ShuffleSurrogate(), text, "NATIONALITY", swaps=Pairs(UA="SE")) == new


@pytest.mark.parametrize(
    "text, new",
    [
        ("Austin", "Denver"),
        ("Austin, TX", "Denver, CO"),
        ("Austin, T.X.", "Denver, C.O."),
        ("Austin, Texas, USA", "Denver, Colorado"),
        ("AUSTIN, TEXAS", "DENVER, COLORADO"),
    ],
)
def test_the_state_after_a_city_is_that_of_the_new_city(call, text, new):
    swaps = Pairs(**{"US-TX/Austin": "US-CO/Denver", "US-TX": "US-FL"})
    assert call(ShuffleSurrogate(), text, "LOCATION", swaps=swaps) == new


@pytest.mark.parametrize(
    "text, new",
    [
        ("Austin, TX", "Houston"),
        ("Austin (Texas)", "Houston"),
        ("Austin (Texas, USA)", "Houston"),
        ("Austin and Texas", None),
    ],
)
def test_a_state_in_which_both_cities_lie_is_left_out(call, text, new):
    made = call(
        ShuffleSurrogate(), text, "LOCATION", swaps=Pairs(**{"US-TX/Austin": "US-TX/Houston"})
    )
    assert made == new or (new is None and "Texas" not in made)


def test_a_new_city_in_a_country_without_states_gets_no_state(call):
    swaps = Pairs(**{"US-TX/Austin": "UA/Kyiv"})
    for text, new in (("Austin, TX", "Kyiv, Ukraine"), ("Austin, TX, USA", "Kyiv, Ukraine")):
        assert call(ShuffleSurrogate(), text, "LOCATION", swaps=swaps) == new


def test_a_city_follows_its_shuffled_country(call, scopes):
    from spacy_hips.text.values.gazetteer import gazetteer

    entities = [("LOCATION", "Ukraine"), ("NATIONALITY", "Ukrainian")]
    for scope in scopes:
        city = call(ShuffleSurrogate(), "Kyiv", "LOCATION", scope=scope, entities=entities,
                    swaps=Pairs(UA="SE"))  # fmt: skip
        assert any(p.name == city and p.parent == "SE" for p in gazetteer().places.values())


def test_two_places_of_a_document_never_become_one(call, scopes):
    countries = ("Ukraine", "Poland", "Romania", "Hungary")
    for scope in scopes:
        new = [
            call(ShuffleSurrogate(), c, "LOCATION", scope=scope, swaps=Pairs(UA="SE"),
                 entities=[("LOCATION", c) for c in countries])
            for c in countries
        ]  # fmt: skip
        assert new[0] == "Sweden"
        assert len({*new, *countries}) == 8


def test_a_released_class_holds_for_shuffled_places_too(call):
    new = call(ShuffleSurrogate(), "Ukraine", "LOCATION", swaps=Pairs(UA="BR"),
               released={"LOCATION": "Europe"})  # fmt: skip
    assert new not in ("Brazil", "Ukraine")


def test_an_unknown_town_is_exchanged_within_its_kind(call):
    swaps = Pairs(millbrook="Oakhollow", lake_tonkawa="Lake Orrin")
    maker = ShuffleSurrogate()
    assert call(maker, "MILLBROOK", "LOCATION", swaps=swaps) == "OAKHOLLOW"
    assert call(maker, "Lake Tonkawa", "LOCATION", swaps=swaps) == "Lake Orrin"
    town, state = call(maker, "Millbrook, TX", "LOCATION", swaps=swaps).split(", ")
    assert town == "Oakhollow"
    assert len(state) == 2 and state != "TX"


@pytest.mark.parametrize(
    "label, text",
    [("SCHOOL", "Lincoln High School"), ("EMPLOYER", "Brightpath Inc."),
     ("LOCATION", "Austin"), ("LOCATION", "Millbrook"), ("NATIONALITY", "Ukrainian")],
)  # fmt: skip
def test_what_is_not_shuffled_is_made_as_without_shuffle(call, label, text):
    from spacy_hips.replace.surrogates.shuffle import PACKAGED

    plain = call(PACKAGED[label](), text, label)
    assert call(ShuffleSurrogate(), text, label, swaps=Pairs()) == plain != text


def test_values_that_are_not_shuffled_may_use_another_maker(call):
    maker = make_shuffle_surrogate(otherwise=lambda *_: "Some School")
    assert call(maker, "Lincoln High School", "SCHOOL", swaps=Pairs()) == "Some School"


@pytest.mark.parametrize("settings", [{"min_authors": 1}, {"min_values": 2}])
def test_numbers_that_protect_nobody_are_refused(settings):
    with pytest.raises(HipsError, match="E116"):
        make_shuffle_surrogate(**settings)
