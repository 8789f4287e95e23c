"""What is certain about a person without a model; private wins."""

import numpy as np
import pytest

from spacy_hips import PiiSpan
from spacy_hips.text.lexicon.public_figures import PublicLists
from spacy_hips.who.judging.evidence import Evidence
from spacy_hips.who.judging.rulings import by_evidence, rule
from spacy_hips.who.persons.link.entity import Entity

LISTS = PublicLists().with_names(["Paulo Freire", "Kant"], ["Ana Ruiz"])
CERTAIN = {"certain_public": ["cited", "eponym"], "certain_private": ["byline"]}


def told(*names, label="PERSON", source="ner", entity=None, reasons=(), private=(), **more):
    mentions = [PiiSpan(10 * i, 10 * i + 5, label, source=source) for i in range(len(names))]
    blank = ("",) * len(names)
    evidence = Evidence(np.zeros((len(names), 1)), reasons or blank, private or blank)
    return rule(mentions, names, evidence, entity, LISTS, **CERTAIN, **more)


def known(**fields):
    return Entity("PERSON:1", "PERSON", "s1", person_id="s1", **fields)


RULINGS = {
    # Why: the forms of the name, what the document says, who is private and who public for certain.
    "a stranger": (["Ben Okri"], {}, "", ""),
    "who is cited everywhere": (["Freire", "P. Freire"], {"reasons": ("cited", "cited")},
                                "", "cited"),
    "who is cited in one place only: the author may cite their own work": (
        ["Ruiz", "Ana"], {"reasons": ("cited", "")}, "", ""),
    "a listed full name": (["Michael Jordan"], {"reasons": ("listed: full name",)}, "", ""),
    "one private sign is enough": (
        ["Ruiz", "Ruiz"], {"reasons": ("cited", "cited"), "private": ("", "byline")},
        "byline", ""),
    "another sign: a heading on the title page stands where names stand": (
        ["Mind Map"], {"private": ("title page",)}, "", ""),
    "the full name on the public list": (["Paulo Freire", "Freire"], {}, "", "public list"),
    "a lone name on the public list": (["Kant"], {}, "", "public list"),
    "it speaks for itself alone": (["Maria Kant", "Kant"], {}, "", ""),
    "the private list wins": (["Ana Ruiz"], {"reasons": ("cited",)}, "private list", ""),
    "the deny list wins": (["Paulo Freire"], {"source": "deny"}, "deny list", ""),
}  # fmt: skip


@pytest.mark.parametrize(
    ("names", "says", "private", "public"), list(RULINGS.values()), ids=list(RULINGS)
)
def test_what_is_certain(names, says, private, public):
    found = told(*names, **says)
    assert found.private == private
    assert private or found.public == public


@pytest.mark.parametrize(
    ("reasons", "private", "decided"),
    [
        (("cited", "cited"), ("", "byline"), 0.0),
        (("cited", "eponym"), ("", "title page"), 1.0),
        (("cited", ""), ("", ""), np.nan),
        (("listed: full name",), ("title page",), np.nan),
        ((), (), np.nan),
    ],
)
def test_evidence_alone_decides_as_it_does_among_the_other_rulings(reasons, private, decided):
    evidence = Evidence(np.zeros((len(reasons), 1)), reasons, private)
    found = by_evidence(evidence, CERTAIN["certain_private"], CERTAIN["certain_public"])
    np.testing.assert_equal(found, decided)


@pytest.mark.parametrize("label", ["NAME_STUDENT", "NAME_INSTRUCTOR", "NAME_PRIVATE"])
def test_a_role_that_came_with_the_name_is_kept(label):
    found = told("Ben", label=label, source="ents")
    assert (found.private, found.role) == ("given role", label.removeprefix("NAME_").lower())


def test_a_known_person_named_in_full_is_private():
    found = told("Amy Curtin", "Curtin", source="known", entity=known(role="student"))
    assert (found.private, found.role) == ("known person", "student")


@pytest.mark.parametrize(
    ("fields", "more", "certain"),
    [
        ({}, {}, False),
        ({"owns": ("EMAIL:1",)}, {}, True),
        ({}, {"author": "s1"}, True),
        ({}, {"author": "s2"}, False),
    ],
)
def test_a_lone_name_of_a_known_person_needs_context(fields, more, certain):
    found = told("Curtin", label="NAME_STUDENT", source="known",
                 entity=known(role="student", **fields), **more)  # fmt: skip
    assert bool(found.private) is certain
    assert found.role == "student"


def test_a_known_public_person_is_public():
    assert told("Grete Waitz", source="known", entity=known(role="public")).public == "known person"


@pytest.mark.parametrize("name", ["Paulo Freire", "Kant"])
def test_known_and_on_the_public_list_is_a_contradiction(name):
    """Also where the known person bears only the lone name."""
    found = told(name, source="known", entity=known(role="student"))
    assert found.private == "known person"
    assert found.contradicted


def test_lists_that_agree_are_no_contradiction():
    assert not told("Ana Ruiz").contradicted
    assert not told("Paulo Freire").contradicted
