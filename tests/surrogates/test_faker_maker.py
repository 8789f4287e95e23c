"""Any provider of Faker for any label: keyed, never the original, distinct where it must be."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("faker", reason="needs the extra faker")

from spacy_hips import HipsError
from spacy_hips.components.tokenizer import blank
from spacy_hips.core.ids import Secret
from spacy_hips.replace.surrogates.faker_maker import make_faker_surrogate
from spacy_hips.replace.surrogates.maker import Context, Mention
from spacy_hips.who.persons.link.entity import Entity

pytestmark = pytest.mark.usefixtures("real_work_factors")  # seeds pin some outcomes

SECRET = Secret(b"marble lantern 47 quietly orbits")


def made(maker, text="nurse", key="nurse", label="PROFESSION", **context):
    entity = Entity(f"{label}:1", label, key, (text,))
    draw = SECRET.draw_for("document:1", label, key)
    return maker(Mention(text, 0, len(text), label), entity, Context(**context), draw)


@pytest.mark.parametrize(
    ("provider", "locale", "arguments"),
    [
        ("job", "en_US", {}), ("company", "de_DE", {}), ("license_plate", "en_GB", {}),
        ("iban", "de_DE", {}), ("bothify", "en_US", {"text": "K-####"}), ("word", "sv_SE", {}),
    ],
)  # fmt: skip
def test_a_draw_gives_the_same_value_whatever_was_drawn_before(provider, locale, arguments):
    maker = make_faker_surrogate(provider, locale, arguments)
    random.seed(1)
    first, state = made(maker), random.getstate()
    assert random.getstate() == state  # no global state is touched
    made(maker, key="another")
    assert made(maker) == first


def test_it_never_gives_an_original_or_what_is_taken():
    maker = make_faker_surrogate("random_element", arguments={"elements": ["one", "two", "three"]})
    assert made(maker, "one", "one") != "one"
    assert made(maker, "one", "one", taken=frozenset({"two"})) == "three"
    taken = frozenset({"two", "three"})
    assert made(maker, "one", "one", taken=taken) is None


def test_case_follows_the_original_and_jobs_are_written_as_said():
    maker = make_faker_surrogate("random_element", arguments={"elements": ["Engineer, civil"]})
    assert (made(maker, "nurse"), made(maker, "NURSE")) == ("engineer, civil", "ENGINEER, CIVIL")
    jobs = {made(make_faker_surrogate("job"), "Nurse", str(i)) for i in range(60)}
    assert not any(", " in job for job in jobs)


@pytest.mark.parametrize(
    ("provider", "locale", "arguments", "reason"),
    [
        ("no_such", "en_US", {}, "no provider"), ("seed_instance", "en_US", {}, "no provider"),
        ("job", "xx_XX", {}, "no locale"), ("job", "en_US", {"a": 1}, "TypeError"),
    ],
)  # fmt: skip
def test_what_faker_lacks_is_told_when_the_pipeline_is_built(provider, locale, arguments, reason):
    with pytest.raises(HipsError, match=f"E893.*{reason}"):
        make_faker_surrogate(provider, locale, arguments)


@pytest.mark.filterwarnings("ignore:.*W101")
def test_a_profession_gets_a_surrogate_by_config():
    nlp = blank("en")
    nlp.add_pipe("hips_rules", config={"rules": {"cue": {"@misc": "spacy_hips.CueRule.v1"}}})
    nlp.add_pipe("hips_entities")
    maker = {"@misc": "spacy_hips.FakerSurrogate.v1", "provider": "job"}
    config = {"actions": {"PROFESSION": "surrogate"}, "surrogates": {"PROFESSION": maker}}
    nlp.add_pipe("hips_anonymizer", config=config).set_secret(SECRET)
    new = nlp("My mother is a nurse.")._.anonymized
    assert "nurse" not in new and "[" not in new and new.startswith("My mother is a ")
