"""hips_entities: merging, thresholds, lists, entity numbers, corrections by hand."""

import pickle
import subprocess
import sys

import pytest
import spacy

from spacy_hips import HipsError, PiiSpan, read_group, set_entity, write_group
from spacy_hips.components.entities import HipsEntities, read_entities
from spacy_hips.core.ids import Ids, set_ids
from spacy_hips.who.persons.search.known import KnownPeople, KnownPerson


@pytest.fixture
def nlp():
    return spacy.blank("en")


@pytest.fixture
def merge(nlp, tagged):
    """Read an inline-tagged text, put its spans into pii_ner, and merge."""

    def run(string, scores=None, doc=None, **settings):
        text, spans = tagged(string)
        doc = nlp(text)
        records = [PiiSpan(*s, score=scores[i] if scores else 0.9) for i, s in enumerate(spans)]
        write_group(doc, "pii_ner", records)
        return HipsEntities(nlp.vocab, **settings)(doc)

    return run


def found(doc, key="pii"):
    return [(doc.text[s.start : s.end], s.label, s.id) for s in read_group(doc, key)]


def test_numbers_entities_by_first_place(merge):
    doc = merge("[Maria|PERSON] wrote to [ana@x.org|EMAIL], [Liu|PERSON] and [Maria|PERSON].")
    assert found(doc) == [
        ("Maria", "PERSON", "PERSON:1"),
        ("ana@x.org", "EMAIL", "EMAIL:1"),
        ("Liu", "PERSON", "PERSON:2"),
        ("Maria", "PERSON", "PERSON:1"),
    ]
    assert list(read_entities(doc)) == ["PERSON:1", "EMAIL:1", "PERSON:2"]
    assert doc._.hips_entities["PERSON:1"].texts == ("Maria",)


@pytest.mark.parametrize("text", ["", "   ", "Nothing here."])
def test_always_writes_the_group(nlp, text):
    doc = HipsEntities(nlp.vocab)(nlp(text))
    assert "pii" in doc.spans and len(doc.spans["pii"]) == 0
    assert read_entities(doc) == {}


def test_drops_what_scores_below_the_threshold_of_its_source(merge):
    string = "[Maria|PERSON] met [Liu|PERSON]."
    assert len(found(merge(string, scores=[0.4, 0.9]))) == 1
    assert len(found(merge(string, scores=[0.4, 0.9], threshold={"pii_ner": 0.2}))) == 2
    assert len(found(merge(string, scores=[0.4, 0.9], threshold={"pii_rules": 0.2}))) == 1


def test_public_addresses_are_set_aside(merge):
    doc = merge("see [https://www.bbc.com|URL] by [Maria|PERSON]")
    assert [s[0] for s in found(doc)] == ["Maria"]
    assert [s[0] for s in found(doc, "public")] == ["https://www.bbc.com"]
    assert read_group(doc, "public")[0].reason == "public address"


@pytest.mark.filterwarnings("ignore:.*W101")
def test_what_stays_has_a_group_of_ones_own_name():
    nlp = spacy.blank("en")
    for name in ("hips_rules", "hips_entities", "hips_anonymizer"):
        nlp.add_pipe(name, config={"public_key": "stays"})
    doc = nlp("See https://www.bbc.com and mail ana@uni.org.")
    assert [span.text for span in doc.spans["stays"]] == ["https://www.bbc.com"]
    assert "public" not in doc.spans
    assert "https://www.bbc.com" in doc._.anonymized and " ana@" not in doc._.anonymized


def test_deny_list_adds_and_allow_list_removes(merge, tmp_path):
    names = tmp_path / "names.txt"
    names.write_text("# a list\nZaphod\nre:T-[0-9]+\n", "utf8")
    doc = merge(
        "[Newton|PERSON] met ZAPHOD, T-42 and [Newton Smith|PERSON].",
        allow=["newton"],
        deny={"USERNAME": [f"file:{names}"]},
    )
    assert [(t, label) for t, label, _ in found(doc)] == [
        ("ZAPHOD", "USERNAME"),
        ("T-42", "USERNAME"),
        ("Newton Smith", "PERSON"),
    ]
    public = read_group(doc, "public")
    assert [(s.start, s.reason) for s in public] == [(0, "allow list")]


def test_deny_wins_over_allow(merge):
    doc = merge("[Newton|PERSON] spoke.", allow=["Newton"], deny={"NAME_PRIVATE": ["Newton"]})
    assert found(doc) == [("Newton", "NAME_PRIVATE", "PERSON:1")]


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"allow": ["file:/no/such/file"]}, "E120"),
        ({"allow": ["x", "re:("]}, "E121"),
        ({"deny": {"NOBODY": ["x"]}}, "E101"),
        ({"threshold": 2}, "E116"),
        ({"spans_key": "pii_ner"}, "E116"),
    ],
)
def test_settings_that_cannot_be_used(nlp, settings, code):
    with pytest.raises(HipsError, match=code):
        HipsEntities(nlp.vocab, **settings)


def test_corrections_by_hand_hold(merge, nlp):
    doc = merge("[Maria|PERSON] and [Maria|PERSON] are two.")
    set_entity(doc, doc.spans["pii"][1], "PERSON:2")
    HipsEntities(nlp.vocab)(doc)
    assert [i for *_, i in found(doc)] == ["PERSON:1", "PERSON:2"]
    assert set(read_entities(doc)) == {"PERSON:1", "PERSON:2"}


def test_in_a_pipeline_saved_and_in_processes(nlp, tmp_path):
    nlp.add_pipe("hips_entities", config={"deny": {"PERSON": ["Ana"]}, "threshold": 0.3})
    texts = ["Ana is here", "", "nobody"] * 3
    expected = [found(doc) for doc in nlp.pipe(texts)]
    assert expected[0] == [("Ana", "PERSON", "PERSON:1")]
    nlp.to_disk(tmp_path)
    loaded = spacy.load(tmp_path)
    assert loaded.get_pipe("hips_entities").threshold == 0.3
    assert [found(doc) for doc in loaded.pipe(texts)] == expected
    again = spacy.blank("en")
    again.add_pipe("hips_entities", config={"deny": {"PERSON": ["Ana"]}})
    again.from_bytes(nlp.to_bytes())
    assert found(again("Ana is here")) == expected[0]
    component = pickle.loads(pickle.dumps(nlp.get_pipe("hips_entities")))
    assert found(component(nlp.make_doc("Ana is here"))) == expected[0]
    docs = list(nlp.pipe(texts, n_process=2))
    assert [found(doc) for doc in docs] == expected
    assert docs[0]._.hips_entities["PERSON:1"].texts == ("Ana",)


def test_entities_survive_serialisation(merge, nlp):
    doc = merge("[Maria|PERSON] spoke.")
    copy = spacy.tokens.Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert read_entities(copy) == read_entities(doc)


def test_one_person_in_all_forms(merge):
    doc = merge("[Maria Garcia|PERSON] came. [Ms. Garcia|PERSON] and [Maria|PERSON] are one.")
    assert {i for *_, i in found(doc)} == {"PERSON:1"}
    person = read_entities(doc)["PERSON:1"]
    assert (person.first, person.last, person.title, person.gender) == (
        "Maria",
        "Garcia",
        "Ms.",
        "F",
    )


def test_propagation_adds_what_was_not_detected(merge):
    string = "[Maria Garcia|PERSON] came. Then Garcia left and maria ran."
    doc = merge(string)
    assert [t for t, *_ in found(doc)] == ["Maria Garcia", "Garcia", "maria"]
    added = read_group(doc, "pii")[1]
    assert (added.source, added.score) == ("propagated.parts", pytest.approx(0.63))
    assert len(found(merge(string, propagate=False))) == 1


CARLO = "My boss [Carlo Pareto|PERSON] cooks. I work for [Carlo|EMPLOYER] on weekends."


def test_a_firm_that_is_called_like_a_person_of_the_text_is_that_person(merge):
    names = [(text, entity) for text, label, entity in found(merge(CARLO)) if label == "PERSON"]
    assert names == [("Carlo Pareto", "PERSON:1"), ("Carlo", "PERSON:1")]


def test_what_the_user_says_it_is_stays_that(merge, nlp):
    assert ("Carlo", "EMPLOYER", "EMPLOYER:1") in found(merge(CARLO, deny={"EMPLOYER": ["Carlo"]}))
    doc = merge(CARLO, propagate=False)
    set_entity(doc, doc.spans["pii"][1], "EMPLOYER:1")
    write_group(doc, "pii_ner", [PiiSpan(8, 20, "PERSON", 0.9), PiiSpan(43, 48, "EMPLOYER", 0.9)])
    assert found(HipsEntities(nlp.vocab)(doc))[1] == ("Carlo", "EMPLOYER", "EMPLOYER:1")


def test_propagation_of_a_name_that_is_a_word_at_the_beginning_of_a_sentence(merge):
    doc = merge("[Tom Reed|PERSON] left. Reed lives in Oslo. Tom is 14.")
    assert [t for t, *_ in found(doc)] == ["Tom Reed", "Reed", "Tom"]


@pytest.mark.parametrize(
    "string",
    [
        "[Will Newton|PERSON] will explain Newton's laws. Will it rain?",
        "[Rosa Lincoln|PERSON] lives in Lincoln Street near Abraham Lincoln University.",
        "[Jordan Lee|PERSON] likes Jordan Peterson and Harper Lee.",
        "[Max Bloom|PERSON] used the Bloom taxonomy at max speed; flowers bloom.",
    ],
)
def test_propagation_leaves_words_things_and_other_people(merge, string):
    assert len(found(merge(string))) == 1


def test_the_allow_list_also_holds_for_propagation(merge):
    string = "[Maria Garcia|PERSON] wrote the Garcia memo. Garcia slept."
    doc = merge(string, allow=["Garcia memo"])
    assert [t for t, *_ in found(doc)] == ["Maria Garcia", "Garcia"]


def test_a_span_set_by_hand_is_added_where_nothing_was_found(nlp):
    doc = nlp("Zed and Maria")
    set_entity(doc, doc[0:1], "PERSON:4")
    HipsEntities(nlp.vocab)(doc)
    assert found(doc) == [("Zed", "PERSON", "PERSON:4")]


def test_an_allowed_name_in_the_possessive(merge):
    doc = merge("[Newton's|PERSON] laws", allow=["Newton"])
    assert found(doc) == [] and [t for t, *_ in found(doc, "public")] == ["Newton"]


@pytest.mark.slow
def test_nothing_is_loaded_for_documents_without_names():
    code = (
        "import sys, spacy, spacy_hips; nlp = spacy.blank('en'); nlp.add_pipe('hips_entities');"
        "nlp('no names'); from spacy_hips.text.lexicon import tables;"
        "assert tables._shared is None;"
        "assert 'faker' not in sys.modules and 'nameparser' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_analysis_tells_what_it_needs(nlp):
    nlp.add_pipe("hips_entities")
    analysis = nlp.analyze_pipes(keys=["assigns", "requires"])
    assert analysis["summary"]["hips_entities"] == {
        "assigns": ["doc.spans", "doc._.hips_entities", "doc._.hips_foreign"],
        "requires": ["doc.spans"],
    }


def test_a_date_takes_in_the_weekday_it_begins_with(nlp):
    """The finder takes Tue for a name, which it is elsewhere, and the rule reads the whole date."""
    text = "Tue wrote on Tue, Mar 2, 2021."
    doc = nlp(text)
    finder = [PiiSpan(0, 3, "PERSON", 0.9), PiiSpan(13, 16, "PERSON", 0.9)]
    write_group(doc, "pii_ner", [*finder, PiiSpan(18, 29, "DATE", 0.99)])
    write_group(doc, "pii_rules", [PiiSpan(13, 29, "DATE", 0.85, "rules.date")])
    merged = HipsEntities(nlp.vocab, propagate=False)(doc)
    assert found(merged) == [
        ("Tue", "PERSON", "PERSON:1"),
        ("Tue, Mar 2, 2021", "DATE", "DATE:1"),
    ]


def test_a_date_takes_in_no_other_name(nlp):
    doc = nlp("Met May 5 times")
    write_group(doc, "pii_ner", [PiiSpan(4, 7, "PERSON", 0.9)])
    write_group(doc, "pii_rules", [PiiSpan(4, 9, "DATE", 0.7, "rules.date")])
    merged = HipsEntities(nlp.vocab, propagate=False)(doc)
    assert ("May", "PERSON", "PERSON:1") in found(merged)


@pytest.mark.parametrize("name", ["Wei-Ling Tan", "Jean-Pierre Dupont", "Ada Smith-Jones"])
def test_a_hyphen_parts_no_known_person(nlp, tagged, name):
    """The finder may cut a name at its hyphen, and a lone half of the name is still the person."""
    known = KnownPeople([KnownPerson("s1", name, authors=("a1",))], scope="corpus")
    first, last = name.split()
    cut = f"[{name.split('-')[0]}|PERSON]-{name.split('-')[1]}"
    text, spans = tagged(f"{cut}\n\n[{first}|PERSON] here. Signed, [{name}|PERSON], Ms. {last}")
    doc = nlp(text)
    set_ids(doc, author="a1")
    write_group(doc, "pii_ner", [PiiSpan(*span, score=0.9999) for span in spans])
    write_group(doc, "pii_rules", known.find(text, Ids(author="a1")))
    component = HipsEntities(nlp.vocab)
    component.set_known_people(known)
    found = read_group(component(doc), "pii")
    assert {s.id for s in found} == {"PERSON:1"}
    assert text[found[0].start : found[0].end] == name


@pytest.mark.parametrize(
    "string, same",
    [
        ("Eva Silva and [Berta Silva|PERSON] came.", False),
        ("Eva Silva and her sister [Ana-Maria Silva|PERSON].", False),
        ("Eva Silva and [Mr. Rui Silva|PERSON] came.", False),
        ("Eva Silva, that is [E. Silva|PERSON].", True),
        ("Eva Silva, or [Silva, Eva|PERSON].", True),
        ("Eva Silva, or [Eva Maria Silva|PERSON].", True),
        ("Eva Silva. I mean [Ms. Silva|PERSON].", True),
        ("Eva Silva, once [Eva Prado|PERSON].", True),
    ],
)
def test_a_relation_with_the_surname_of_a_known_person_is_not_that_person(
    nlp, tagged, string, same
):
    known = KnownPeople([KnownPerson("s1", "Eva Silva", ("Prado",))], scope="corpus")
    text, spans = tagged(string)
    doc = nlp(text)
    write_group(doc, "pii_ner", [PiiSpan(*span, score=0.9) for span in spans])
    write_group(doc, "pii_rules", known.find(text))
    component = HipsEntities(nlp.vocab)
    component.set_known_people(known)
    ids = {s.id for s in read_group(component(doc), "pii") if s.start >= spans[0][0]}
    assert (ids == {"PERSON:1"}) is same


@pytest.mark.parametrize(
    "string",
    [
        "From: [=?utf-8?B?TmdvemkgT2thZm9y?=|PERSON] to Ngozi Okafor",
        "From: =?[utf-8?B?TmdvemkgT2thZm9y|PERSON]?= to [Ngozi Okafor|PERSON]",
    ],
)
def test_an_encoded_word_of_a_mail_is_one_name_of_whom_it_names(merge, string):
    encoded, plain = found(merge(string))
    assert encoded == ("=?utf-8?B?TmdvemkgT2thZm9y?=", "PERSON", "PERSON:1")
    assert plain == ("Ngozi Okafor", "PERSON", "PERSON:1")
