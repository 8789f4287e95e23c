"""Ages in digits and words."""

import pytest

from spacy_hips import PiiSpan
from spacy_hips.core.ids import Secret
from spacy_hips.replace.surrogates.ages import AgeClass, AgeSurrogate, parse_class, takes_an
from spacy_hips.replace.surrogates.replacer import Draws, Replacer
from spacy_hips.text.lexicon.language import language
from spacy_hips.text.values.numbers import find_numbers, write_number
from spacy_hips.who.persons.link.entity import Entity

SECRET = Secret(b"a secret for the tests only")


@pytest.mark.parametrize("lang", ["en", "de", "fr", "es", "it", "pt", "sv", "nl"])
def test_number_words_are_read_as_they_are_written(lang):
    for value in range(3, 100):
        word = write_number(value, language(lang).words("number", "all")[10], "word", lang)
        found = list(find_numbers(f"({word})", lang))
        assert [(n.value, n.form) for n in found] == [(value, "word")], word


@pytest.mark.parametrize(
    "text, lang, ages",
    [
        ("13", "en", {"11", "12", "14", "15"}),
        ("thirteen", "en", {"eleven", "twelve", "fourteen", "fifteen"}),
        ("13-year-old", "en", {f"{n}-year-old" for n in (11, 12, 14, 15)}),
        ("Twenty One", "en", {"Nineteen", "Twenty", "Twenty two", "Twenty three"}),
        (
            "21st birthday",
            "en",
            {"19th birthday", "20th birthday", "22nd birthday", "23rd birthday"},
        ),
        (
            "fifteenth birthday",
            "en",
            {f"{w} birthday" for w in ("thirteenth", "fourteenth", "sixteenth", "seventeenth")},
        ),
        ("treinta y uno", "es", {"veintinueve", "treinta", "treinta y dos", "treinta y tres"}),
        (
            "soixante et onze ans",
            "fr",
            {"soixante-neuf ans", "soixante-dix ans", "soixante-douze ans", "soixante-treize ans"},
        ),
        ("١٣", "ar", {"١١", "١٢", "١٤", "١٥"}),
        ("mid-30s", "en", {"early-30s", "late-30s"}),
    ],
)
def test_age_moves_by_one_or_two(call, text, lang, ages, scopes):
    found = {call(AgeSurrogate(), text, "AGE", lang=lang, scope=s) for s in scopes}
    assert found <= ages and len(found) > 1


def test_a_person_has_one_offset_for_all_ages(call, scopes):
    for scope in scopes:
        first = int(call(AgeSurrogate(), "13", "AGE", scope=scope))
        assert int(call(AgeSurrogate(), "20", "AGE", scope=scope)) - 20 == first - 13


@pytest.mark.parametrize("text", ["1", "2", "109", "110"])
def test_a_new_age_is_between_1_and_110(call, text, scopes):
    for scope in scopes:
        new = int(call(AgeSurrogate(), text, "AGE", scope=scope, entities=[("AGE", text)]))
        assert 1 <= new <= 110 and new != int(text)


@pytest.mark.parametrize(
    "text, bounds",
    [
        ("12-14", (12, 14)),
        ("<18", (0, 17)),
        ("18+", (18, 999)),
        (">=21", (21, 999)),
        ("[12, 15)", (12, 14)),
        ("13", (13, 13)),
        ("", None),
    ],
)
def test_classes_of_ages_are_read(text, bounds):
    assert parse_class(text) == bounds


def test_released_class_binds_the_age(call, scopes):
    released = {"AGE": "12-14"}
    for scope in scopes:
        assert call(AgeSurrogate(), "13", "AGE", scope=scope, released=released) in {"12", "14"}
        assert call(AgeSurrogate(), "12", "AGE", scope=scope, released=released) in {"13", "14"}
    assert call(AgeSurrogate(), "13", "AGE", released={"AGE": "13"}) is None


@pytest.mark.parametrize("text", ["", "old", "one hundred", "1990", "👶"])
def test_no_age_gives_none(call, text):
    assert call(AgeSurrogate(), text, "AGE") is None


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("13", "12-14"),
        ("13-year-old", "12-14-year-old"),
        ("thirteen", "12-14"),
        ("93", "90+"),
        ("13½", "12-14"),
        ("fifteenth birthday", None),
    ],
)
def test_age_classes(call, text, wanted):
    assert call(AgeClass(), text, "AGE") == wanted


def test_released_class_is_the_class(call):
    assert call(AgeClass(), "13", "AGE", released={"AGE": "10-19"}) == "10-19"


@pytest.mark.parametrize("age", [6, 7, 9, 10, 12, 13, 16, 17, 19, 20, 79, 81, 89, 90])
def test_the_article_before_stays_right(call, age, scopes):
    """ "a 10-year-old" became "a 11-year-old"; where nothing near takes "an", nothing helps."""
    for scope in scopes:
        new = call(AgeSurrogate(), f"{age}-year-old", "AGE", scope=scope)
        value = int(new.split("-")[0])
        assert (value in (8, 11, 18) or 80 <= value < 90) == (80 <= age < 90)


@pytest.mark.parametrize(
    "text", ["16- and 17", "14 to 16", "9, 10 and 11", "twelve or thirteen", "16–17"]
)
def test_the_ages_of_a_row_move_together(call, text, scopes):
    old = [n.value for n in find_numbers(text, "en")]
    for scope in scopes:
        new = [n.value for n in find_numbers(call(AgeSurrogate(), text, "AGE", scope=scope), "en")]
        assert len({b - a for a, b in zip(old, new, strict=True)}) == 1


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("an 18-year-old", 3, 5),
        ("An 11 year old", 3, 5),
        ("a 12-year-old", 2, 4),
        ("an eight-year-old", 3, 8),
        ("a ten-year-old", 2, 5),
    ],
)
def test_the_article_before_an_age_stays_right(text, start, end, scopes):
    span = PiiSpan(start, end, "AGE", id="AGE:1")
    entities = {"AGE:1": Entity("AGE:1", "AGE", "age", (text[start:end],))}
    replacer = Replacer({"AGE": AgeSurrogate()}, {})
    for scope in scopes:
        draw = SECRET.draw_for(scope, "AGE", "age")
        draws = Draws(lambda *_, draw=draw: draw, draw)
        done = replacer(text, [span], entities, {"AGE": "surrogate"}, draws)
        article, age = done.text.split(" ", 1)
        assert (article.lower() == "an") == takes_an(age) and article[0] == text[0]
        (made,) = done.replacements
        assert done.text[made.new_start : made.new_end] == made.surrogate


@pytest.mark.parametrize(
    ("text", "age", "words"),
    [
        (
            "Tengo quince años y vivo aquí con mi madre.",
            "quince",
            "trece catorce dieciséis diecisiete",
        ),
        ("Jag är femton år och bor här.", "femton år", "tretton fjorton sexton sjutton"),
        ("Ich bin fünfzehn.", "fünfzehn", "dreizehn vierzehn sechzehn siebzehn"),
        ("J'ai vingt et un ans.", "vingt et un", "dix-neuf vingt vingt-deux vingt-trois"),
        ("Ik ben drieëntwintig.", "drieëntwintig", "eenentwintig tweeëntwintig vierentwintig"),
        ("quince", "quince", "trece catorce dieciséis diecisiete"),
    ],
)
def test_an_age_is_written_in_the_language_of_the_text(text, age, words, scopes):
    start = text.index(age)
    span = PiiSpan(start, start + len(age), "AGE", id="AGE:1")
    entities = {"AGE:1": Entity("AGE:1", "AGE", "age", (age,))}
    for scope in scopes:
        draw = SECRET.draw_for(scope, "AGE", "age")
        draws = Draws(lambda *_, draw=draw: draw, draw)
        done = Replacer({"AGE": AgeSurrogate()}, {})(
            text, [span], entities, {"AGE": "surrogate"}, draws
        )
        new = done.replacements[0].surrogate.removesuffix(" år")
        assert new in {*words.split(" "), "vijfentwintig"}, new
