"""Professions: of like kind, in the number, case and with the article of the old one."""

import pytest

from spacy_hips.components.tokenizer import blank
from spacy_hips.core.ids import Secret
from spacy_hips.core.labels import actions_for
from spacy_hips.core.spans import PiiSpan
from spacy_hips.replace.surrogates.professions import ProfessionSurrogate
from spacy_hips.replace.surrogates.replacer import Draws, Replacer
from spacy_hips.text.lexicon.language import language, languages
from spacy_hips.who.persons.link.entity import Entity

SECRET = Secret(b"a secret for the tests, 32 bytes")
TABLE = [
    (lang, key.split(" ")[0], set(names))
    for lang in languages()
    for key, names in language(lang).rows("profession").items()
]


def like(text, lang="en"):
    """The names of the row in which a profession stands."""
    return next(names for own, _, names in TABLE if own == lang and text in names)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("nurse", "en"), ("welder", "en"), ("bus driver", "en"), ("PhD student", "en"),
        ("teacher", "en"), ("engineer", "en"), ("bakery", "en"), ("farming", "en"),
        ("sjuksköterska", "sv"), ("bonde", "sv"), ("infirmière", "fr"),
        ("Krankenschwester", "de"), ("camarero", "es"), ("kapper", "nl"),
    ],
)  # fmt: skip
def test_it_stays_of_its_kind(call, scopes, text, lang):
    new = {call(ProfessionSurrogate(), text, "PROFESSION", scope=s, lang=lang) for s in scopes}
    assert new <= like(text, lang) - {text} and len(new) > 3
    assert not any(text in name.split() for name in new)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("NURSE", str.isupper),
        ("nurse", lambda new: new[0].islower()),
        ("Nurse", lambda new: new[0].isupper()),
        ("Bus Driver", lambda new: all(word[0].isupper() for word in new.split())),
        ("nurses", lambda new: new.endswith("s")),
        ("police officers", lambda new: new.endswith(("s", "men"))),
        ("retired nurse", lambda new: new.startswith("retired ")),
        ("a small bakery", lambda new: new.startswith("a small ")),
        ("an electrician", lambda new: new.startswith("an ") == (new.split()[1][0] in "aeiou")),
        ("the only blacksmith", lambda new: new.startswith("the ") and "only" not in new),
        ("Head of Sales", lambda new: "Sales" not in new and new[0].isupper()),
        ("zymurgist", lambda new: "zymurgist" not in new),
    ],
)
def test_it_keeps_number_case_and_words_around_it(call, scopes, text, shape):
    for scope in scopes:
        new = call(ProfessionSurrogate(), text, "PROFESSION", scope=scope)
        if "PhD" not in new and "PE " not in new:  # they keep their capitals
            assert shape(new), new


@pytest.mark.parametrize(
    ("one", "other"), [("nurse", "registered nurse"), ("Nurse", "NURSE"), ("cook", "the cook")]
)
def test_what_is_one_profession_stays_one(call, scopes, one, other):
    for scope in scopes:
        new = [
            call(ProfessionSurrogate(), text, "PROFESSION", scope=scope) for text in (one, other)
        ]
        assert new[0].casefold() == new[1].casefold().removeprefix("the ")


def test_two_of_one_kind_never_become_one(call, scopes):
    names = ["nurse", "midwife", "dentist", "surgeon", "optician", "paramedic"]
    for scope in scopes:
        new = {call(ProfessionSurrogate(), name, "PROFESSION", scope=scope) for name in names}
        assert len(new) == len(names)


@pytest.mark.parametrize(
    ("text", "lang", "new"),
    [("student", "en", "student"), ("北京", "en", None), ("x" * 90, "en", None),
     ("", "en", None), ("12", "en", None), ("sairaanhoitaja", "fi", None)],
)  # fmt: skip
def test_who_is_anybody_stays_and_what_cannot_be_read_gets_none(call, text, lang, new):
    assert call(ProfessionSurrogate(), text, "PROFESSION", lang=lang) == new


def test_no_name_stands_in_two_rows_of_a_language():
    for lang in {lang for lang, _, _ in TABLE}:
        every = [name for own, form, names in TABLE if (own, form) == (lang, "noun")
                 for name in names]  # fmt: skip
        assert len(every) == len(set(every))


@pytest.mark.filterwarnings("ignore:.*W101")
def test_the_article_before_it_and_several_in_a_text_stay_right():
    nlp = blank("en")
    nlp.add_pipe("hips_rules", config={"rules": {"cue": {"@misc": "spacy_hips.CueRule.v1"}}})
    nlp.add_pipe("hips_entities")
    actions = {"PROFESSION": "surrogate", "TRANSPORT": "surrogate"}
    nlp.add_pipe("hips_anonymizer", config={"actions": actions}).set_secret(SECRET)
    trades = ("electrician", "welder", "accountant", "nurse", "actor", "lawyer", "architect")
    for trade in trades:
        article = "an" if trade[0] == "a" or trade[0] == "e" else "a"
        new = nlp(f"My mother is {article} {trade}. I take bus 16 to school.")._.anonymized
        before, own = new.split(".")[0].removeprefix("My mother is ").split(" ", 1)
        assert own != trade and before == ("an" if own[0] in "aeiou" else "a"), new
        assert "bus 16" not in new and "[" not in new and "bus " in new


@pytest.mark.parametrize(("lang", "before"), [("en", "an"), ("es", "a")])
def test_only_english_has_another_article(lang, before):
    """In Spanish "a" is no article: "ayuda a médico" once became "ayuda an ingeniero"."""
    mention = PiiSpan(2, 8, "PROFESSION", id="PROFESSION:1")
    entity = Entity("PROFESSION:1", "PROFESSION", "médico", ("médico",))
    draw = SECRET.draw_for("document:1", "PROFESSION", "médico")
    replacer = Replacer({"PROFESSION": lambda *_: "ingeniero"}, {}, lang)
    done = replacer("a médico", [mention], {"PROFESSION:1": entity}, actions_for("full"),
                    Draws(lambda kind, key: draw, draw))  # fmt: skip
    assert done.text == f"{before} ingeniero"
