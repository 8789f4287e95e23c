"""The label table, its actions and its maps."""

import re
from pathlib import Path

import pytest

from spacy_hips.components.tokenizer import blank
from spacy_hips.core.errors import HipsError
from spacy_hips.core.labels import (
    ACTIONS,
    DIRECT_LABELS,
    INDIRECT_LABELS,
    LABELS,
    PROFILES,
    actions_for,
    from_any_scheme,
    from_scheme,
    not_searched,
    to_scheme,
)


def test_direct_labels_are_those_of_crapii_and_more():
    assert {"NAME_STUDENT", "EMAIL", "USERNAME", "ID_NUM", "PHONE_NUM"} <= set(DIRECT_LABELS)
    assert {"AGE", "DATE", "SCHOOL", "SENSITIVE", "OTHER"} <= set(INDIRECT_LABELS)


def test_default_profile_replaces_direct_and_marks_indirect_identifiers():
    actions = actions_for("default")
    assert {actions[label] for label in DIRECT_LABELS} == {"surrogate"}
    assert {actions[label] for label in INDIRECT_LABELS} == {"mark"}


def test_full_profile_leaves_no_indirect_identifier():
    assert not {"mark", "keep"} & {actions_for("full")[label] for label in INDIRECT_LABELS}


def test_an_action_can_be_changed_for_one_label():
    assert actions_for("default", {"DATE": "redact"})["DATE"] == "redact"


@pytest.mark.parametrize(
    ("profile", "overrides", "code"),
    [
        ("defualt", {}, "E103"),
        ("default", {"EMIAL": "keep"}, "E101"),
        ("default", {"EMAIL": "hide"}, "E102"),
    ],
)
def test_a_typing_mistake_is_an_error(profile, overrides, code):
    with pytest.raises(HipsError, match=code):
        actions_for(profile, overrides)


@pytest.mark.parametrize(
    ("name", "scheme", "label"),
    [
        ("PERSON", "ontonotes", "PERSON"),
        ("B-NAME_STUDENT", "kaggle", "NAME_STUDENT"),
        ("EMAIL_ADDRESS", "presidio", "EMAIL"),
        ("surname", "swell", "PERSON"),
        ("SCHOOL_NAME", "piivot", "SCHOOL"),
        ("GPE", "ontonotes", "LOCATION"),
        ("MONEY", "ontonotes", None),
    ],
)
def test_labels_of_other_schemes_are_read(name, scheme, label):
    assert from_scheme(name, scheme) == label


@pytest.mark.parametrize(
    ("names", "label"),
    [
        ("NAME name first_name last_name firstname surname middlename ini B-NAME I-name", "PERSON"),
        (
            "firstname:female firstname:female:gen firstname:male:1:gen surname:2 firstname",
            "PERSON",
        ),
        ("EMAIL_SOCIAL email_social email", "EMAIL"),
        ("phone_number phone_nr PHONE_NUMBER", "PHONE_NUM"),
        ("city-SWE city city:1 LOCATION_ADDRESS location_address", "LOCATION"),
        ("school_name school:def", "SCHOOL"),
        ("date_of_birth", "DATE_OF_BIRTH"),
        ("month-word day year", "DATE"),
        ("age_digits age-string", "AGE"),
        ("personal_url url", "URL_PERSONAL"),
        ("street_nr", "STREET_ADDRESS"),
        ("personid_nr other_nr_seq", "ID_NUM"),
        ("institution work", "EMPLOYER"),
        ("transport transport_line transport-nr", "TRANSPORT"),
        ("racial_identifier edu fam", "SENSITIVE"),
        ("other extra nonoblig", "OTHER"),
        ("M-def S-adv O OBS! gen 1 MONEY B- WIZARD", None),
    ],
)
def test_labels_of_any_scheme_are_read_however_they_are_written(names, label):
    found = {name: from_any_scheme(name) for name in names.split()}
    assert set(found.values()) == {label}, found


def test_what_is_written_in_another_scheme_is_read_back():
    for label in LABELS:
        for scheme in ("presidio", "piivot"):
            name = to_scheme(label, scheme)
            if name and not label.startswith("NAME_") and label != "URL":
                assert from_scheme(name, scheme) == label


def test_every_row_has_known_actions_and_a_priority_of_its_own():
    assert {row.action for row in LABELS.values()} <= set(ACTIONS)
    assert len({row.priority for row in LABELS.values()}) == len(LABELS)


def test_finding_any_name_counts_as_having_searched_names():
    left = not_searched({"PERSON", "EMAIL"})
    assert "NAME_STUDENT" not in left
    assert "EMAIL" not in left
    assert "SENSITIVE" in left


class TestProfiles:
    PAGE = Path(__file__).parents[1] / "docs" / "profiles.md"

    def test_the_page_has_the_table(self):
        section = self.PAGE.read_text("utf8").partition("<!-- written: actions -->")[2]
        rows = re.findall(r"^\| ([\w` |-]+) \|$", section, re.M)
        head, *table = [[cell.strip(" `") for cell in row.split("|")] for row in rows]
        assert head == ["label", *PROFILES]
        told = {
            row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in table if row[0] in LABELS
        }
        for profile in PROFILES:
            assert {label: told[label][profile] for label in LABELS} == actions_for(profile)

    @pytest.mark.parametrize("profile", PROFILES)
    def test_every_profile_hides_direct_identifiers_and_has_a_section(self, profile):
        assert {actions_for(profile)[label] for label in (*DIRECT_LABELS, "PERSON")} == {
            "surrogate"
        }
        section = self.PAGE.read_text("utf8").partition(f"\n## {profile}\n")[2]
        assert "*It does not promise*" in section.partition("\n## ")[0]

    @pytest.mark.few(2)
    @pytest.mark.parametrize("profile", PROFILES)
    def test_what_is_generalised_can_be(self, profile):
        makers = blank("en").add_pipe("hips_anonymizer", config={"profile": profile})
        wanted = {label for label, done in actions_for(profile).items() if done == "generalise"}
        assert wanted <= makers.replacer.generalisers.keys()
