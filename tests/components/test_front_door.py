"""One line in somebody's pipeline: a trained pipeline finds and judges for it."""

import copy
import pickle
import warnings

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_hips import read_group, set_ids, write_group
from spacy_hips.components import front_door, trained
from spacy_hips.core.errors import HipsError, HipsWarning
from spacy_hips.core.spans import PiiSpan, note_searched
from spacy_hips.who.judging.verdicts import keep_verdicts
from spacy_hips.who.persons.search.known import KnownPeople, KnownPerson

TEXT = "By Amara Okafor\n\nMy friend Youssef, Amara and I read Newton. Write to amara@uni-mail.org!"


@Language.component("test_finds")
def finds(doc):
    """A finder that knows two names."""
    spans = [
        PiiSpan(at, at + len(name), "PERSON", 0.97, "test")
        for name in ("Amara Okafor", "Youssef", "Newton")
        if (at := doc.text.find(name)) >= 0
    ]
    write_group(doc, "pii_ner", spans)
    note_searched(doc, "pii_ner", {"PERSON"}, "test")
    return doc


@Language.component("test_judges")
def judges(doc):
    """A judge to whom Newton is public."""
    spans = read_group(doc, "pii")
    write_group(doc, "public", [s for s in spans if doc.text[s.start : s.end] == "Newton"])
    write_group(doc, "pii", [s for s in spans if doc.text[s.start : s.end] != "Newton"])
    keep_verdicts(doc, [])
    return doc


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    nlp = spacy.blank("en")
    for name in ("hips_rules", "test_finds", "hips_names", "hips_entities", "test_judges"):
        nlp.add_pipe(name)
    nlp.add_pipe("hips_anonymizer")
    path = tmp_path_factory.mktemp("trained") / "pipeline"
    nlp.to_disk(path)
    return str(path)


def by_blanks(vocab):
    """A tokenizer that knows blanks alone: "Okafor\\n\\nMy" is one token."""
    return lambda text: Doc(vocab, words=text.split(" "), spaces=[True] * text.count(" ") + [False])


def pipeline(finder, lang="en"):
    nlp = spacy.blank(lang)
    nlp.add_pipe("hips_anonymizer", config={"finder": finder})
    return nlp


def test_a_trained_pipeline_finds_and_judges_for_another(folder):
    nlp = pipeline(folder)
    nlp.tokenizer = by_blanks(nlp.vocab)
    doc = set_ids(nlp.make_doc(TEXT), doc="d1", author="a1")
    words = [token.text for token in doc]
    doc = nlp(doc)
    found = [(TEXT[s.start : s.end], s.label) for s in read_group(doc, "pii")]
    assert ("Amara Okafor", "PERSON") in found and ("amara@uni-mail.org", "EMAIL") in found
    out = doc._.anonymized
    assert not any(word in out for word in ("Amara", "Okafor", "Youssef", "amara"))
    assert "read Newton. Write" in out
    assert [s.start for s in read_group(doc, "public")] == [TEXT.index("Newton")]
    assert [token.text for token in doc] == words and not doc.ents and doc.text == TEXT


def test_what_doc_ents_has_is_added(folder):
    nlp = pipeline(folder)
    ruler = nlp.add_pipe("entity_ruler", before="hips_anonymizer")
    ruler.add_patterns([{"label": "PERSON", "pattern": "Zadie"}])
    doc = nlp("Amara Okafor and Zadie met Youssef.")
    assert not any(word in doc._.anonymized for word in ("Amara", "Zadie", "Youssef"))


def test_a_person_of_doc_ents_is_hidden_where_the_finder_saw_a_place(folder):
    """What is only marked must not take the place of what is hidden."""

    @Language.component("test_places")
    def places(doc):
        write_group(doc, "pii_ner", [PiiSpan(at := doc.text.find("Zadie"), at + 5, "LOCATION")])
        return doc

    nlp = pipeline(folder)
    trained = nlp.get_pipe("hips_anonymizer").front_door.trained
    ruler = nlp.add_pipe("entity_ruler", before="hips_anonymizer")
    ruler.add_patterns([{"label": "PERSON", "pattern": "Zadie"}])
    finds, trained._finds[:] = list(trained._finds), [places]
    try:
        assert "Zadie" not in nlp("We met Zadie there.")._.anonymized
    finally:
        trained._finds[:] = finds


def test_a_stream_gives_what_single_documents_give(folder):
    nlp = pipeline(folder)
    nlp.get_pipe("hips_anonymizer").secret  # noqa: B018 (drawn once for both)
    texts = [TEXT, "", "Youssef came.", " ", TEXT]
    alone = [nlp(text)._.anonymized for text in texts]
    assert [doc._.anonymized for doc in nlp.pipe(texts, batch_size=3)] == alone


@pytest.mark.filterwarnings("ignore:.*W106")
def test_a_function_may_find_the_names():
    def find(doc):
        at = doc.text.find("Zadie")
        return [PiiSpan(at, at + 5, "PERSON", 0.9, "own")] if at >= 0 else []

    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer")
    nlp.get_pipe("hips_anonymizer").finder = find
    doc = nlp("I met Zadie and Zadie's mother.")
    assert "Zadie" not in doc._.anonymized


@pytest.mark.parametrize("finder", ["", 7, None])
def test_what_is_no_finder_is_refused(finder):
    with pytest.raises((HipsError, ValueError), match="E116"):
        pipeline(finder)


def test_a_pipeline_that_is_not_there_is_named_when_it_is_needed():
    nlp = pipeline("en_no_such_pipeline")
    with pytest.raises(HipsError, match=r"E728.*en_no_such_pipeline"):
        nlp(TEXT)


def test_a_pipeline_without_a_finder_is_refused(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer")
    nlp.to_disk(tmp_path / "bare")
    with pytest.raises(HipsError, match="E129"):
        pipeline(str(tmp_path / "bare"))(TEXT)


@pytest.mark.filterwarnings("ignore:.*W101")
class TestAuto:
    def test_without_the_trained_pipeline_it_says_so_once(self, monkeypatch):
        monkeypatch.setattr(front_door, "installed", lambda: "")
        nlp = pipeline("auto")
        with pytest.warns(HipsWarning, match="W112") as told:
            docs = [nlp(TEXT), nlp(TEXT)]
        assert sum("W112" in str(one.message) for one in told) == 1
        assert all("friend Youssef" not in doc._.anonymized for doc in docs)  # it is announced

    def test_then_hard_evidence_keeps_public_people(self, monkeypatch):
        monkeypatch.setattr(front_door, "installed", lambda: "")
        nlp = pipeline("auto")
        ruler = nlp.add_pipe("entity_ruler", before="hips_anonymizer")
        names = ("Newton", "Amara Okafor", "Albert Einstein")
        ruler.add_patterns([{"label": "PERSON", "pattern": name} for name in names])
        with pytest.warns(HipsWarning, match="W112"):
            doc = nlp("Newton's method is old. Amara Okafor likes Albert Einstein.")
        assert "Amara" not in doc._.anonymized
        assert "Newton's method" in doc._.anonymized and "Albert Einstein" in doc._.anonymized

    def test_one_that_cannot_be_used_is_told(self, monkeypatch):
        monkeypatch.setattr(front_door, "installed", lambda: "en_no_such_pipeline")
        trained.trained_if_it_works.cache_clear()
        with pytest.warns(HipsWarning, match=r"W107.*E728"):
            pipeline("auto")(TEXT)

    def test_the_installed_one_is_taken(self, monkeypatch, folder):
        monkeypatch.setattr(front_door, "installed", lambda: folder)
        assert "Youssef" not in pipeline("auto", "de")(TEXT)._.anonymized


def test_it_is_saved_by_its_name(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("HIPS_SECRET", "marble lantern 47 quietly orbits")  # none is pickled
    nlp = pipeline(folder)
    nlp.to_disk(tmp_path / "saved")
    loaded = spacy.load(tmp_path / "saved")
    for again in (loaded, pickle.loads(pickle.dumps(nlp)), copy.deepcopy(nlp)):
        assert "Youssef" not in again(TEXT)._.anonymized
    assert not any("hips_ner" in str(path) for path in (tmp_path / "saved").rglob("*"))


@Language.factory("test_guesses", assigns=["doc.ents"], default_config={"guesses": []})
class Guesses:
    """Stands for a trained component that takes some words for persons."""

    is_trainable, labels = True, ("PERSON",)

    def __init__(self, nlp, name, guesses):
        self.guesses = guesses

    def __call__(self, doc):
        places = [(doc.text.find(g), g) for g in self.guesses if g in doc.text]
        doc.set_ents([doc.char_span(at, at + len(g), "PERSON") for at, g in places])
        return doc


def with_guesses(nlp, *guesses):
    nlp.add_pipe("test_guesses", before="hips_anonymizer", config={"guesses": list(guesses)})
    return nlp


def test_name_tables_find_names_only_where_nothing_else_was_asked_for():
    nlp = pipeline("ents")
    nlp.add_pipe("entity_ruler", before="hips_anonymizer").add_patterns(
        [{"label": "PERSON", "pattern": "Zadie"}]
    )
    with pytest.warns(HipsWarning, match="W106"):
        assert "Amara Okafor" in nlp("Zadie met Amara Okafor.")._.anonymized


GUESSES = [("Mind Mapping", False), ("Hence", False), ("Storytelling", False), ("75", False),
           ("s", False), ("Zhanelle", True), ("Joy", True), ("Mind Okafor", True), ("李", True),
           ("Amara's", True), ("Brooks", True)]  # fmt: skip


@pytest.mark.few(4)
@pytest.mark.parametrize(("guess", "hidden"), GUESSES)
def test_ordinary_words_that_a_model_takes_for_a_person_stay(folder, guess, hidden):
    nlp = with_guesses(pipeline(folder), guess)
    text = f"We tried {guess} this week."
    assert (guess not in nlp(text)._.anonymized) is hidden


def test_a_pattern_is_taken_at_its_word(folder):
    nlp = with_guesses(pipeline(folder))
    ruler = nlp.add_pipe("entity_ruler", before="hips_anonymizer")
    ruler.add_patterns([{"label": "PERSON", "pattern": "Mind Mapping"}])
    assert "Mind Mapping" not in nlp("We met Mind Mapping.")._.anonymized


class TestOtherLabels:
    """What labels of other components are here."""

    def line(self, label, **config):
        nlp = spacy.blank("en")
        nlp.add_pipe("entity_ruler").add_patterns([{"label": label, "pattern": "Zyxq"}])
        nlp.add_pipe("hips_anonymizer", config=config)
        return nlp

    @pytest.mark.few(2)
    @pytest.mark.parametrize("label", ["PERSON", "PER", "person", "Person", "PRS", "persName"])
    def test_persons_have_many_names(self, label):
        assert "Zyxq" not in self.line(label)("I saw Zyxq.")._.anonymized

    def test_an_unknown_one_is_named_once_with_the_setting(self):
        nlp = self.line("BADGE")
        with pytest.warns(HipsWarning, match="W114.*BADGE.*adopt") as told:
            docs = [nlp("It is Zyxq."), nlp("It is Zyxq.")]
        assert sum("W114" in str(one.message) for one in told) == 1
        assert all("Zyxq" in doc._.anonymized for doc in docs)

    def test_the_setting_takes_it(self):
        nlp = self.line("BADGE", adopt={"BADGE": "ID_NUM"})
        assert "Zyxq" not in nlp("It is Zyxq.")._.anonymized

    def test_null_says_that_it_stays(self):
        doc = self.line("SKILL", adopt={"SKILL": None})("It is Zyxq.")
        assert "Zyxq" in doc._.anonymized

    @pytest.mark.few(2)
    @pytest.mark.parametrize("label", ["WORK_OF_ART", "MISC", "DATE", "EVN", "placeName"])
    def test_labels_of_known_pipelines_need_no_word(self, label):
        assert "Zyxq" in self.line(label)("It is Zyxq.")._.anonymized

    def test_what_is_no_label_here_is_refused(self):
        with pytest.raises((HipsError, ValueError), match="E101"):
            self.line("BADGE", adopt={"BADGE": "NONSENSE"})


def by_ruler(nlp):
    ruler = nlp.add_pipe("entity_ruler", before="hips_anonymizer")
    ruler.add_patterns([{"label": "PERSON", "pattern": "Zadie"}])


def by_function(nlp):
    nlp.get_pipe("hips_anonymizer").finder = lambda doc: []


def by_table(nlp):
    known = KnownPeople([KnownPerson("p1", "Zadie Quill")], scope="corpus")
    nlp.get_pipe("hips_anonymizer").set_known_people(known)


SEARCHED = {
    "rules alone": (lambda nlp: None, (), ("rules",)),
    "doc.ents": (by_ruler, ("ents",), ("rules",)),
    "a function": (by_function, ("function",), ("rules",)),
    "known people look for nobody else": (by_table, ("known",), ("known", "rules")),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("kind", SEARCHED)
@pytest.mark.filterwarnings("ignore:.*W10[56]")
def test_a_document_tells_what_searched_it_and_warnings_agree(kind):
    add, names, mails = SEARCHED[kind]
    nlp = pipeline("ents")
    add(nlp)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", HipsWarning)
        by = nlp("Zadie Quill came.")._.hips_searched
    assert list(by) == sorted(by)
    assert dict(by).get("PERSON", ()) == names and dict(by)["EMAIL"] == mails
    warned = any("W101" in str(one.message) for one in told)
    assert warned == (not set(names) - {"known"})


def test_a_trained_pipeline_is_told_by_the_name_that_its_finder_gives(folder):
    nlp = pipeline(folder)
    by_ruler(nlp)
    assert dict(nlp("Zadie met Youssef.")._.hips_searched)["PERSON"] == ("ents", "test")


@pytest.mark.filterwarnings("ignore:.*W101")
@pytest.mark.parametrize(("note", "by"), [(True, ("own",)), (False, ())])
def test_a_finder_of_the_users_own_is_told_in_place_of_the_trained_one(folder, note, by):
    nlp = pipeline(folder)
    doc = nlp.make_doc("Zadie met Youssef.")
    write_group(doc, "pii_ner", [PiiSpan(0, 5, "PERSON")])
    if note:
        note_searched(doc, "pii_ner", {"PERSON"}, "own")
    doc = nlp(doc)
    assert dict(doc._.hips_searched).get("PERSON", ()) == by
    assert "Zadie" not in doc._.anonymized


def test_what_was_searched_before_a_document_was_cut_does_not_count(folder):
    doc = pipeline(folder)("Youssef came. Zadie went.")
    part = doc[0:3].as_doc(copy_user_data=True)
    with pytest.warns(HipsWarning, match="W101"):
        part = pipeline("ents")(part)
    assert "PERSON" not in dict(part._.hips_searched)
