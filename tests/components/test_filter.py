"""hips_filter: keeps the public, hides everybody else, and hides whenever it is unsure.

The model behind it learns here from a handful of sentences on an encoder with random weights; what
is tested is everything around the model.
"""

from __future__ import annotations

import pickle
import time
import warnings
from dataclasses import replace

import numpy as np
import pytest
import spacy
from spacy.training import Example
from thinc.api import Config

from spacy_hips import PiiSpan, read_group, set_ids, write_group
from spacy_hips.core.body import set_body
from spacy_hips.core.errors import HipsError, HipsWarning
from spacy_hips.who.judging import cues, model_input
from spacy_hips.who.judging import people as people_module
from spacy_hips.who.judging.evidence import FEATURES, Evidence
from spacy_hips.who.judging.filter_columns import CLASSES
from spacy_hips.who.judging.judge import Judge
from spacy_hips.who.judging.verdicts import read_verdicts
from spacy_hips.who.judging.verifiers import Guard, VerifierFailed
from spacy_hips.who.persons.search.known import KnownPeople

pytest.importorskip("spacy_transformers", reason="needs the extra trf")

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
PRIVATE = ["Amara Okafor", "Mateo Quispe", "Lan Nguyen", "Hana Sato"]
PUBLIC = ["Grete Waitz", "Octavia Butler", "Paulo Freire", "Wangari Maathai"]


@pytest.fixture(scope="module")
def encoder(tiny_encoder):
    return tiny_encoder


def finder(names):
    """Stands in for hips_ner: it finds these names wherever they stand."""

    def find(doc):
        spans, text = [], doc.text
        for name in names:
            at = text.find(name)
            while at >= 0:
                spans.append(PiiSpan(at, at + len(name), "PERSON", 0.9, "ner"))
                at = text.find(name, at + len(name))
        write_group(doc, "pii_ner", spans)
        return doc

    return find


@spacy.Language.factory("test_names")
def make_names(nlp, name, names: list[str]):
    return finder(names)


def pipeline(encoder, names=(*PRIVATE, *PUBLIC), rules=False, **settings):
    nlp = spacy.blank("en", config=TOKENIZER)
    if rules:
        nlp.add_pipe("hips_rules")
    nlp.add_pipe("test_names", config={"names": list(names)})
    nlp.add_pipe("hips_transformer", config={"model": {"name": encoder}})
    nlp.add_pipe("hips_entities", config={"propagate": False})
    nlp.add_pipe("hips_filter", config=settings)
    return nlp


ANNOTATING = ["test_names", "hips_transformer", "hips_entities"]


def gold(nlp, text, roles, **data):
    """An example with the role of each name."""
    reference = nlp.make_doc(text)
    spans = [PiiSpan(text.index(n), text.index(n) + len(n), label) for n, label in roles.items()]
    write_group(reference, "roles", spans)
    reference.user_data.update(data)
    return Example(nlp.make_doc(text), reference)


def examples(nlp):
    out = [gold(nlp, f"my friend {n} came too", {n: "NAME_PRIVATE"}) for n in PRIVATE]
    out += [gold(nlp, f"according to {n} in school", {n: "PERSON"}) for n in PUBLIC]
    return out


def weights(nlp):
    """The encoder's weights."""
    network = nlp.get_pipe("hips_transformer").model.transformer
    return np.concatenate([p.detach().numpy().ravel() for p in network.parameters()])


def train(nlp, golds, steps=60):
    optimizer = nlp.initialize(lambda: golds)
    optimizer.learn_rate = 0.01
    losses = []
    for _ in range(steps):
        found = nlp.update(
            golds,
            sgd=optimizer,
            losses={},
            drop=0.0,
            exclude=["hips_transformer"],
            annotates=ANNOTATING,
        )
        losses.append(found["hips_filter"])
    return losses


@pytest.fixture(scope="module")
def trained(encoder):
    nlp = pipeline(encoder)
    nlp.initialize(lambda: examples(nlp))
    before = weights(nlp)
    losses = train(nlp, examples(nlp))
    assert losses[-1] < 0.3 * losses[0]
    return nlp, before


@pytest.fixture
def nlp(trained, encoder, tmp_path):
    """A copy of the trained pipeline, for tests that change it."""
    shared = ("tokenizer", "vocab")
    return pipeline(encoder).from_bytes(trained[0].to_bytes(exclude=shared), exclude=shared)


@pytest.fixture
def scored(monkeypatch):
    """Give the model's probability of public by name, so that a test says what the model says.

    The text says nothing more, unless the test says so.
    """
    evidence(monkeypatch)

    def install(nlp, public, role="private"):
        pipe = nlp.get_pipe("hips_filter")
        real = pipe.predict

        def predict(docs):
            out = []
            for people in real(docs):
                rows = []
                for mention in people.flat:
                    p = public.get(people.text[mention.start : mention.end], 0.0)
                    row = np.full(4, -20.0)
                    row[("student", "instructor", "private").index(role)] = np.log(max(1 - p, 1e-6))
                    row[3] = np.log(max(p, 1e-6))
                    rows.append(row)
                out.append(replace(people, scores=np.array(rows, dtype="float32")))
            return out

        monkeypatch.setattr(pipe, "predict", predict)

    return install


def evidence(monkeypatch, reasons=(), private=()):
    """Say what the evidence is, by name."""
    reasons, private = dict(reasons), dict(private)

    def gather(text, people, others, lists):
        out = []
        for mentions in people:
            names = [text[m.start : m.end] for m in mentions]
            rows = np.zeros((len(names), len(FEATURES)), dtype="float32")
            out.append(
                Evidence(
                    rows,
                    tuple(reasons.get(n, "") for n in names),
                    tuple(private.get(n, "") for n in names),
                )
            )
        return out

    monkeypatch.setattr(people_module, "gather", gather)


def hidden(doc):
    return {doc.text[s.start : s.end]: s.label for s in read_group(doc, "pii")}


def kept(doc):
    return {doc.text[s.start : s.end]: s.reason for s in read_group(doc, "public")}


# What it does


def test_it_tells_a_friend_from_an_author(trained):
    doc = trained[0]("my friend Amara Okafor came too\naccording to Paulo Freire in school")
    assert hidden(doc) == {"Amara Okafor": "NAME_PRIVATE"}
    (span,) = read_group(doc, "public")
    assert (span.label, doc.text[span.start : span.end]) == ("PERSON", "Paulo Freire")
    assert span.score >= 0.9
    assert span.reason


def test_a_cell_before_the_text_changes_no_verdict(trained):
    """A name column used to be taken for the first line of the text (88 of 2,279 public people
    of short texts were hidden for it)."""
    nlp, _ = trained
    cell, text = "Amara Okafor\n\n", "according to Paulo Freire in school"
    doc = nlp(set_body(nlp.make_doc(cell + text), len(cell)))
    (alone,), (behind,) = read_verdicts(nlp(text)), read_verdicts(doc)
    assert behind.probabilities == pytest.approx(alone.probabilities, abs=1e-4)
    assert behind.places == tuple((s + len(cell), e + len(cell)) for s, e in alone.places)
    assert hidden(doc) == {"Amara Okafor": "PERSON"}


def test_the_encoder_stays_as_it_was(trained):
    nlp, before = trained
    np.testing.assert_array_equal(weights(nlp), before)


def test_every_person_has_a_verdict(trained):
    doc = trained[0]("my friend Amara Okafor came too\naccording to Paulo Freire in school")
    first, second = read_verdicts(doc)
    assert (first.id, first.role, first.kept) == ("PERSON:1", "private", False)
    assert (second.id, second.role, second.kept) == ("PERSON:2", "public", True)
    for verdict in (first, second):
        assert sum(verdict.probabilities) == pytest.approx(1, abs=1e-5)
        assert verdict.places
    assert doc._.hips_entities["PERSON:2"].role == "public"
    assert doc._.hips_entities["PERSON:1"].label == "NAME_PRIVATE"


def test_only_what_is_public_for_sure_is_kept(nlp, scored):
    text = "Grete Waitz ran and Octavia Butler wrote"
    scored(nlp, {"Grete Waitz": 0.89, "Octavia Butler": 0.97})
    doc = nlp(text)
    assert set(kept(doc)) == {"Octavia Butler"}
    assert kept(doc)["Octavia Butler"].split()[-1] == "0.97"
    nlp.get_pipe("hips_filter").threshold_public = 0.8
    assert set(kept(nlp(text))) == {"Grete Waitz", "Octavia Butler"}


def test_a_person_is_private_as_a_whole(encoder, scored):
    """The title page decides about the lone name in the text."""
    nlp = pipeline(encoder, names=["Youssef Schneider", "Youssef"])
    nlp.initialize(lambda: [gold(nlp, "by Youssef", {"Youssef": "PERSON"})])
    scored(nlp, {"Youssef Schneider": 0.01, "Youssef": 0.99})
    text = "by Youssef Schneider\n\nIn the story, Youssef is a king."
    assert kept(nlp(text)) == {}
    nlp.get_pipe("hips_filter").decide = "mention"
    doc = nlp(text)
    assert set(kept(doc)) == {"Youssef"}
    assert doc._.hips_entities["PERSON:1"].role == "private"


def test_the_role_is_the_label(nlp, scored):
    scored(nlp, {}, role="instructor")
    assert hidden(nlp("by Hana Sato")) == {"Hana Sato": "NAME_INSTRUCTOR"}


def test_a_document_without_persons_is_left_alone(trained):
    doc = trained[0]("we came to school")
    assert read_group(doc, "pii") == []
    assert len(doc.spans["public"]) == 0  # whoever reads it needs no test whether it is there
    assert read_verdicts(doc) == []


@pytest.mark.parametrize("text", ["", " ", "x"])
def test_any_text_works(trained, text):
    assert "pii" in trained[0](text).spans


def test_a_second_run_gives_the_same(trained):
    nlp = trained[0]
    doc = nlp("my friend Amara Okafor came too\naccording to Paulo Freire in school")
    before = hidden(doc), kept(doc)
    again = nlp(doc)
    assert (hidden(again), kept(again)) == before


def test_a_stream_gives_what_single_documents_give(trained):
    nlp = trained[0]
    texts = ["by Hana Sato", "", "according to Paulo Freire in school", "no name"] * 4
    together = [(hidden(d), kept(d)) for d in nlp.pipe(texts, batch_size=5)]
    assert together == [(hidden(d), kept(d)) for d in map(nlp, texts)]


def test_other_identifiers_stay_as_they_are(encoder):
    nlp = pipeline(encoder, rules=True)
    nlp.initialize(lambda: examples(nlp))
    doc = nlp("by Hana Sato, hana@example.org, call +1 202 555 0143")
    labels = {s.label for s in read_group(doc, "pii")}
    assert {"EMAIL", "PHONE_NUM"} <= labels
    assert all(s.score == 1.0 or s.source != "" for s in read_group(doc, "pii"))


@pytest.mark.slow
def test_five_thousand_persons_in_a_document(encoder):
    """Time grows with the persons, not with their square."""
    nlp = pipeline(encoder)
    nlp.initialize(lambda: examples(nlp))
    text = "\n".join(f"by Person{i:04d} Name{i:04d}" for i in range(5000))
    doc = nlp.make_doc(text)
    spans, at = [], 0
    for i in range(5000):
        start = text.index(f"Person{i:04d}", at)
        at = start + len("Person0000 Name0000")
        spans.append(PiiSpan(start, at, "PERSON", 0.9, "ner", f"PERSON:{i + 1}"))
    write_group(doc, "pii", spans)
    nlp.get_pipe("hips_transformer")(doc)
    pipe = nlp.get_pipe("hips_filter")
    begun = time.process_time()
    pipe(doc)
    assert time.process_time() - begun < 20
    assert len(read_verdicts(doc)) == 5000


# Known people and lists


def test_a_known_person_is_private_with_the_given_role(nlp, scored):
    """Whatever the model says."""
    scored(nlp, {"Octavia Butler": 0.99})
    known = KnownPeople.from_rows(
        [{"person_id": "s1", "name": "Octavia Butler", "role": "student"}]
    )
    tell(nlp, known)
    doc = nlp("Octavia Butler wrote")
    assert hidden(doc) == {"Octavia Butler": "NAME_STUDENT"}
    (verdict,) = read_verdicts(doc)
    assert (verdict.role, verdict.reason, verdict.public) == ("student", "known person", 0.0)


def tell(nlp, known):
    """Put known people into the pipeline by the rules component, as the command line does."""
    if "hips_rules" not in nlp.pipe_names:
        nlp.add_pipe("hips_rules", first=True)
    for name in ("hips_rules", "hips_entities"):
        nlp.get_pipe(name).set_known_people(known)


def test_a_lone_name_of_a_known_person_needs_context(nlp, scored):
    """A roster of thousands holds a Curtin: the text may speak of the prime minister."""
    scored(nlp, {"Curtin": 0.99})
    rows = [{"person_id": "s1", "name": "Amy Curtin", "role": "student", "group": "c1"}]
    tell(nlp, KnownPeople.from_rows(rows))
    text = "as argued by Curtin in school"

    def read(author="", text=text):
        doc = nlp.make_doc(text)
        set_ids(doc, group="c1", author=author)
        return nlp(doc)

    assert set(kept(read())) == {"Curtin"}
    scored(nlp, {"Curtin": 0.5})
    assert hidden(read()) == {"Curtin": "NAME_STUDENT"}


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("cell", "text", "author"),
    [
        ("", "as argued by Curtin in school", "s1"),
        ("", "by Amy Curtin\n\nas argued by Curtin in school", ""),
        ("Amy Curtin\n\n", "as argued by Curtin in school", ""),
    ],
    ids=["of the author", "named in full elsewhere", "named in full in a cell"],
)
def test_a_lone_name_is_private_with_context(nlp, scored, cell, text, author):
    scored(nlp, {"Curtin": 0.99, "Amy Curtin": 0.99})
    tell(nlp, KnownPeople.from_rows([{"person_id": "s1", "name": "Amy Curtin", "role": "student"}]))
    doc = set_body(nlp.make_doc(cell + text), len(cell))
    set_ids(doc, author=author)
    doc = nlp(doc)
    assert hidden(doc)["Curtin"] == "NAME_STUDENT"
    assert set(hidden(doc).values()) == {"NAME_STUDENT"}
    assert kept(doc) == {}


def test_a_person_of_the_public_list_is_kept(nlp, scored):
    scored(nlp, {})
    nlp.get_pipe("hips_filter").set_lists(public=["Hana Sato"])
    assert kept(nlp("as argued by Hana Sato")) == {"Hana Sato": "public list"}


def test_a_person_of_the_private_list_is_hidden(nlp, scored):
    scored(nlp, {"Paulo Freire": 1.0})
    nlp.get_pipe("hips_filter").set_lists(private=["Paulo Freire"])
    doc = nlp("as argued by Paulo Freire")
    assert kept(doc) == {}
    assert [v.reason for v in read_verdicts(doc)] == ["private list"]


def test_lists_that_contradict_hide_and_warn_once(nlp, scored):
    scored(nlp, {"Paulo Freire": 1.0})
    nlp.get_pipe("hips_filter").set_lists(public=["Paulo Freire"], private=["Paulo Freire"])
    with pytest.warns(HipsWarning, match="W501") as caught:
        docs = [nlp("as argued by Paulo Freire") for _ in range(3)]
    assert len(caught) == 1
    assert all(kept(doc) == {} for doc in docs)


def test_a_public_name_that_is_known_stays_hidden_and_warns(nlp, scored):
    scored(nlp, {"Paulo Freire": 1.0})
    nlp.get_pipe("hips_filter").set_lists(public=["Paulo Freire"])
    tell(nlp, KnownPeople.from_rows([{"name": "Paulo Freire", "role": "instructor"}]))
    with pytest.warns(HipsWarning, match="W501"):
        doc = nlp("by Paulo Freire")
    assert hidden(doc) == {"Paulo Freire": "NAME_INSTRUCTOR"}


def test_a_known_person_with_the_role_public_is_kept(nlp, scored):
    scored(nlp, {})
    tell(nlp, KnownPeople.from_rows([{"name": "Grete Waitz", "role": "public"}]))
    assert kept(nlp("my friend Grete Waitz came too")) == {"Grete Waitz": "known person"}


def test_what_is_denied_is_never_kept(nlp, scored):
    scored(nlp, {"Paulo Freire": 1.0})
    nlp.get_pipe("hips_entities").add_lists([], {"NAME_STUDENT": ["Paulo Freire"]})
    assert hidden(nlp("as argued by Paulo Freire")) == {"Paulo Freire": "NAME_STUDENT"}


def test_what_is_allowed_stays_allowed(nlp, scored):
    scored(nlp, {})
    nlp.get_pipe("hips_entities").add_lists(["Hana Sato"], {})
    assert kept(nlp("my friend Hana Sato came too")) == {"Hana Sato": "allow list"}


def test_a_missing_list_is_an_error_at_the_first_document_only(encoder, tmp_path):
    """The pipeline can be saved and loaded where the files are not."""
    path = tmp_path / "reading.txt"
    path.write_text("Hana Sato\n")
    nlp = pipeline(encoder, public_list=[f"file:{path}"])
    nlp.initialize(lambda: examples(nlp))
    assert kept(nlp("we read Hana Sato")) == {"Hana Sato": "public list"}
    path.unlink()
    nlp.to_disk(tmp_path / "saved")
    again = spacy.load(tmp_path / "saved")
    with pytest.raises(HipsError, match="E120"):
        again("by Hana Sato")


# Evidence


def test_hard_private_evidence_wins_over_the_model(nlp, scored, monkeypatch):
    scored(nlp, {"Paulo Freire": 1.0})
    evidence(monkeypatch, private={"Paulo Freire": "byline"})
    doc = nlp("as argued by Paulo Freire")
    assert [(v.role, v.reason) for v in read_verdicts(doc)] == [("private", "byline")]


def test_who_is_only_cited_is_public_without_the_model(nlp, scored, monkeypatch):
    scored(nlp, {})
    evidence(monkeypatch, reasons={"Paulo Freire": "cited"})
    assert kept(nlp("as argued by Paulo Freire")) == {"Paulo Freire": "cited"}


def test_a_full_name_on_a_list_is_not_enough(nlp, scored, monkeypatch):
    """A classmate may be named like a president."""
    evidence(monkeypatch, reasons={"Paulo Freire": "listed: full name"})
    scored(nlp, {"Paulo Freire": 0.5})
    assert kept(nlp("my friend Paulo Freire came too")) == {}
    scored(nlp, {"Paulo Freire": 0.95})
    assert kept(nlp("as argued by Paulo Freire")) == {"Paulo Freire": "listed: full name"}


# Verifiers


def test_a_verifier_is_asked_in_place_of_the_model(nlp, scored):
    scored(nlp, {"Paulo Freire": 1.0})
    asked = []

    def verify(candidates):
        asked.extend(c.names for c in candidates)
        return [1.0 if c.names == ("Hana Sato",) else 0.0 for c in candidates]

    nlp.get_pipe("hips_filter").set_verifier(verify)
    doc = nlp("by Hana Sato and Paulo Freire")
    assert asked == [("Hana Sato",), ("Paulo Freire",)]
    assert kept(doc) == {"Hana Sato": "verifier 1.00"}
    assert hidden(doc) == {"Paulo Freire": "NAME_PRIVATE"}


def broken(candidates):
    raise RuntimeError("the text of a document")


def slow(candidates):
    time.sleep(0.5)
    return [1.0] * len(candidates)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("verifier", "kind"),
    [
        (broken, "an error"),
        (slow, "no answer in time"),
        (lambda candidates: [1.0] * (len(candidates) + 1), "a list of another length"),
        (lambda candidates: [1.0] * (len(candidates) - 1), "a list of another length"),
        (lambda candidates: None, "no list of numbers"),
        (lambda candidates: ["yes"] * len(candidates), "no list of numbers"),
        (lambda candidates: [1.5] * len(candidates), "no probabilities"),
        (lambda candidates: [float("nan")] * len(candidates), "no probabilities"),
    ],
)
def test_a_verifier_that_fails_hides_all_and_is_counted(nlp, scored, verifier, kind):
    scored(nlp, {"Paulo Freire": 1.0, "Hana Sato": 1.0})
    pipe = nlp.get_pipe("hips_filter")
    pipe.set_lists(public=["Paulo Freire"])
    pipe.set_verifier(verifier, timeout=0.05)
    with pytest.warns(HipsWarning, match="W502") as caught:
        docs = [nlp("by Hana Sato and Paulo Freire") for _ in range(2)]
    assert len(caught) == 1
    assert "document" not in str(caught[0].message).replace("documents", "").replace(
        "such a document", ""
    )
    assert all(kept(doc) == {} for doc in docs)
    assert [v.reason for v in read_verdicts(docs[0])] == ["verifier failed"] * 2
    assert pipe.failures == {kind: 2}


def test_a_verifier_that_hangs_is_not_called_twice():
    calls = []

    def hang(candidates):
        calls.append(1)
        time.sleep(0.3)
        return [1.0] * len(candidates)

    guard = Guard(hang, timeout=0.02)
    for _ in range(3):
        with pytest.raises(VerifierFailed, match="in time"):
            guard(["somebody"])
    assert len(calls) == 1
    time.sleep(0.4)
    guard.timeout = 2.0
    assert guard(["somebody"]) == [1.0]


@pytest.mark.parametrize(("kind", "names"), [("none", {"Hana Sato"}), ("rules", {"Paulo Freire"})])
def test_the_shipped_verifiers(encoder, scored, monkeypatch, kind, names):
    """One agrees with the model, one looks at nothing but hard evidence."""
    evidence(monkeypatch, reasons={"Paulo Freire": "listed: full name"})
    nlp = pipeline(encoder, verifier={"@misc": f"spacy_hips.Verifier.{kind}.v1"})
    nlp.initialize(lambda: examples(nlp))
    scored(nlp, {"Hana Sato": 0.95, "Paulo Freire": 0.5})
    assert set(kept(nlp("as argued by Hana Sato and Paulo Freire"))) == names


# What it refuses


@pytest.mark.parametrize(("without", "code"), [("entities", "E510"), ("transformer", "E433")])
def test_a_component_that_is_missing_before_it_is_an_error(trained, without, code):
    nlp = trained[0]
    with nlp.select_pipes(disable=f"hips_{without}"), pytest.raises(HipsError, match=code):
        nlp("by Hana Sato")


def test_training_without_annotations_is_an_error(encoder):
    nlp = pipeline(encoder)
    golds = examples(nlp)
    optimizer = nlp.initialize(lambda: golds)
    with pytest.raises(HipsError, match="E510"):
        nlp.update(golds, sgd=optimizer, annotates=["hips_transformer"])


def test_gold_without_roles_is_an_error(encoder):
    nlp = pipeline(encoder)
    empty = [Example(nlp.make_doc("some text"), nlp.make_doc("some text"))]
    with pytest.raises(HipsError, match="E511"):
        nlp.initialize(lambda: empty)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "settings",
    [{"threshold_public": 0}, {"threshold_public": 1.5}, {"threshold_sure": -0.1},
     {"threshold_sure": 1.1}, {"decide": "document"}, {"sharpness": 0},
     {"verifier_timeout": -1}],
)  # fmt: skip
def test_a_bad_setting_is_an_error(encoder, settings):
    for given in (settings, {"judge": settings}):
        with pytest.raises(HipsError, match="E116"):
            pipeline(encoder, **given)
    with pytest.raises(HipsError, match="E116"):
        setattr(Judge(), *next(iter(settings.items())))


def test_a_verifier_that_cannot_be_called_is_an_error(trained):
    with pytest.raises(HipsError, match="E116"):
        trained[0].get_pipe("hips_filter").set_verifier(3)


def test_the_roles_are_fixed(trained):
    pipe = trained[0].get_pipe("hips_filter")
    assert pipe.labels == ("student", "instructor", "private", "public")
    assert pipe.add_label("student") == 0
    with pytest.raises(HipsError, match="E116"):
        pipe.add_label("teacher")


# Training


def test_a_predicted_name_without_gold_is_taught_as_public_where_gold_is_complete(encoder):
    """A heading that the finder took for a name is left alone."""
    nlp = pipeline(encoder)
    whole = gold(nlp, "my friend Hana Sato came too, Lan Nguyen", {"Hana Sato": "NAME_PRIVATE"},
                 hips_roles_complete=True)  # fmt: skip
    part = gold(nlp, "my friend Hana Sato came too, Lan Nguyen", {"Hana Sato": "NAME_PRIVATE"})
    nlp.initialize(lambda: [whole, part])
    for example in (whole, part):
        for name in ("test_names", "hips_transformer", "hips_entities"):
            nlp.get_pipe(name)(example.predicted)
    pipe = nlp.get_pipe("hips_filter")
    zeros = [np.zeros((2, 4), dtype="float32")]
    _, (taught,) = pipe.get_loss([whole], zeros)
    _, (untaught,) = pipe.get_loss([part], zeros)
    assert taught[1, 3] < 0 < taught[1, 0]
    assert not untaught[1].any()
    assert untaught[0, 2] < 0


def test_a_document_counts_by_its_weight(encoder):
    nlp = pipeline(encoder)
    light = gold(nlp, "by Hana Sato", {"Hana Sato": "NAME_STUDENT"}, hips_weight=0.5)
    full = gold(nlp, "by Hana Sato", {"Hana Sato": "NAME_STUDENT"})
    nlp.initialize(lambda: [light, full])
    for example in (light, full):
        for name in ("test_names", "hips_entities"):
            nlp.get_pipe(name)(example.predicted)
    pipe = nlp.get_pipe("hips_filter")
    zeros = [np.zeros((1, 4), dtype="float32")]
    (half, (part,)), (whole, (all_of_it,)) = (pipe.get_loss([e], zeros) for e in (light, full))
    assert half == pytest.approx(whole / 2)
    np.testing.assert_allclose(part, all_of_it / 2)


def test_an_encoder_that_is_trained_along_gets_a_gradient(encoder):
    nlp = pipeline(encoder)
    golds = examples(nlp)
    nlp.initialize(lambda: golds)
    before = weights(nlp)
    for _ in range(2):  # the last layer begins with zeros, which give no gradient
        nlp.update([*golds, gold(nlp, "no name", {})], annotates=ANNOTATING)
    assert np.abs(weights(nlp) - before).max() > 0
    nlp.update([gold(nlp, "no name", {})], annotates=ANNOTATING)


def test_scores_for_spacy_train(trained):
    nlp = trained[0]
    scores = nlp.evaluate(examples(nlp))
    assert scores["roles_private_r"] == scores["roles_public_r"] == 1.0
    assert scores["roles_public_at_99"] == 1.0
    assert scores["roles_student_f"] is None
    assert scores["roles_nobody_r"] is None


# Serialisation


def test_bytes_and_disk_hold_everything(trained, tmp_path):
    nlp = trained[0]
    text = "my friend Amara Okafor came too\naccording to Paulo Freire in school"
    before = [v.probabilities for v in read_verdicts(nlp(text))]
    nlp.to_disk(tmp_path / "nlp")
    for again in (
        spacy.load(tmp_path / "nlp"),
        spacy.blank("en").from_config(nlp.config).from_bytes(nlp.to_bytes()),
    ):
        found = [v.probabilities for v in read_verdicts(again(text))]
        np.testing.assert_allclose(found, before, atol=2e-3)  # the encoder is saved in half


def test_a_threshold_set_after_loading_is_saved(nlp, tmp_path):
    nlp.get_pipe("hips_filter").threshold_public = 0.77
    nlp.to_disk(tmp_path / "nlp")
    assert spacy.load(tmp_path / "nlp").get_pipe("hips_filter").threshold_public == 0.77


def test_the_config_at_loading_wins(nlp, tmp_path):
    nlp.get_pipe("hips_filter").threshold_public = 0.77
    nlp.to_disk(tmp_path / "nlp")
    changes = {"components.hips_filter.decide": "mention"}
    pipe = spacy.load(tmp_path / "nlp", config=changes).get_pipe("hips_filter")
    assert (pipe.decide, pipe.threshold_public) == ("mention", 0.77)


IN_BLOCK = {"judge": {"threshold_public": 0.8, "public_list": ["Ana Ruiz"], "decide": "mention"}}


def settings_of(nlp):
    pipe = nlp.get_pipe("hips_filter")
    return pipe.threshold_public, pipe.decide, pipe.lists.allowed("Ana Ruiz")


@pytest.mark.few(1)
@pytest.mark.parametrize("settings", [IN_BLOCK, IN_BLOCK["judge"]], ids=["judge", "beside"])
def test_the_judge_is_set_in_its_block_or_as_in_0_1_beside_it(encoder, tmp_path, settings):
    nlp = pipeline(encoder, **settings)
    assert settings_of(nlp) == (0.8, "mention", True)
    nlp.initialize(lambda: examples(nlp))
    nlp.get_pipe("hips_filter").threshold_public = 0.75
    nlp.to_disk(tmp_path / "nlp")
    again = spacy.load(tmp_path / "nlp")
    assert settings_of(again) == (0.75, "mention", True)
    assert settings_of(spacy.blank("en").from_config(again.config)) == (0.8, "mention", True)
    pipe = again.get_pipe("hips_filter")
    assert pickle.loads(pickle.dumps(pipe)).threshold_public == 0.75


def test_of_two_values_the_one_beside_the_judge_is_taken_and_told(encoder):
    with pytest.warns(HipsWarning, match="W503.*") as caught:
        nlp = pipeline(encoder, **IN_BLOCK, threshold_public=0.6)
    assert len(caught) == 1
    assert settings_of(nlp) == (0.6, "mention", True)


@pytest.mark.slow  # saves and loads a pipeline twice
def test_settings_that_a_pipeline_of_0_1_saved_are_taken(nlp, tmp_path):
    """Its config has all settings in one block, and no judge."""
    nlp.get_pipe("hips_filter").threshold_sure = 0.97
    nlp.to_disk(tmp_path / "old")
    path = tmp_path / "old" / "config.cfg"
    config = Config().from_disk(path)
    block = config["components"]["hips_filter"]
    own = ("@misc", "steps")  # which a pipeline of 0.1.0 has not
    block.update({k: v for k, v in block.pop("judge").items() if k not in own})
    config.to_disk(path)
    assert "judge" not in path.read_text()
    pipe = spacy.load(tmp_path / "old").get_pipe("hips_filter")
    assert (pipe.threshold_public, pipe.threshold_sure) == (0.9, 0.97)
    changed = spacy.load(tmp_path / "old", config={"components.hips_filter.threshold_sure": 0.5})
    assert changed.get_pipe("hips_filter").threshold_sure == 0.5


@pytest.mark.slow  # saves and loads a pipeline twice
def test_features_are_found_by_name(nlp, tmp_path, monkeypatch):
    """A later version gathers more, in another order."""
    text = "my friend Amara Okafor came too"
    nlp.to_disk(tmp_path / "nlp")
    before = read_verdicts(spacy.load(tmp_path / "nlp")(text))[0].probabilities
    real = people_module.gather

    def more(*arguments):
        out = []
        for found in real(*arguments):
            column = np.ones((len(found.features), 1), dtype="float32")
            features = np.hstack([column, found.features[:, ::-1]])
            out.append(replace(found, features=features))
        return out

    monkeypatch.setattr(people_module, "gather", more)
    monkeypatch.setattr(model_input, "FEATURES", ("new", *FEATURES[::-1]))
    again = spacy.load(tmp_path / "nlp")
    assert read_verdicts(again(text))[0].probabilities == before


def test_evidence_that_is_no_longer_gathered_is_an_error(nlp, tmp_path, monkeypatch):
    nlp.to_disk(tmp_path / "nlp")
    monkeypatch.setattr(model_input, "FEATURES", FEATURES[1:])
    with pytest.raises(HipsError, match="E515"):
        spacy.load(tmp_path / "nlp")("by Hana Sato")


@pytest.mark.slow  # saves and loads a pipeline twice
def test_words_that_its_weights_did_not_read_are_an_error(nlp, tmp_path, monkeypatch):
    """A word for a sign may be added, a word of a class may not."""
    nlp.to_disk(tmp_path / "nlp")
    monkeypatch.setattr(cues, "RELATIONS", cues.RELATIONS | {"barista"})
    assert spacy.load(tmp_path / "nlp").get_pipe("hips_filter").cfg["words_read"]
    monkeypatch.setitem(CLASSES, "peer", CLASSES["peer"] | {"barista"})
    with pytest.raises(HipsError, match="E516"):
        spacy.load(tmp_path / "nlp")


def test_it_can_be_pickled(nlp):
    pipe = nlp.get_pipe("hips_filter")
    pipe.set_verifier(slow, timeout=0.01)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        nlp("by Hana Sato")
    again = pickle.loads(pickle.dumps(pipe))
    assert again.threshold_public == pipe.threshold_public
    assert again.verifier is not None


# Who is named or speaks together


def test_members_of_a_group_are_hidden_together(nlp, scored):
    """All of "Group: Comfort, Fortune, Justice, ..." were kept, for what the words mean."""
    names = [*PRIVATE, *PUBLIC][:5]
    scored(nlp, dict.fromkeys(names, 0.99))
    row = ", ".join(names)
    assert kept(nlp(f"Group: {row}")) == {}
    assert len(kept(nlp(f"The band was {row}"))) == len(names)


def test_who_speaks_in_a_chat_with_somebody_hidden_is_hidden(nlp, scored):
    scored(nlp, {"Paulo Freire": 0.99})
    chat = "Hana Sato: did you get 42?\nPaulo Freire: yes\n"
    assert kept(nlp(chat * 3)) == {}
    assert set(kept(nlp(chat))) == {"Paulo Freire"}
