"""hips_anonymizer: actions, output contract, front door, safety."""

import copy
import multiprocessing
import pickle
import re
import warnings
from dataclasses import replace

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc, Span

from spacy_hips import PiiSpan, map_offset, set_ids, write_group
from spacy_hips.core.errors import HipsError, HipsWarning
from spacy_hips.core.ids import Secret
from spacy_hips.core.labels import LABELS

SECRET = Secret(b"a secret for the tests only")
pytestmark = pytest.mark.filterwarnings(
    "ignore:.*W101", "ignore:.*W102", "ignore:.*W105", "ignore:.*W106"
)


def pipeline(**config):
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer", config=config).set_secret(SECRET)
    return nlp


def marked(nlp, text, *spans):
    """A document whose group was made by hand."""
    doc = nlp.make_doc(text)
    write_group(doc, "pii", [PiiSpan(text.index(s), text.index(s) + len(s), lb) for s, lb in spans])
    return nlp.get_pipe("hips_anonymizer")(doc)


class TestActions:
    @pytest.mark.parametrize(
        ("action", "expected"),
        [
            ("placeholder", "Write to [EMAIL_1] now"),
            ("redact", "Write to [REDACTED] now"),
            ("mark", "Write to ana@x.org now"),
            ("keep", "Write to ana@x.org now"),
        ],
    )
    def test_each_does_what_it_says(self, action, expected):
        nlp = pipeline(actions={"EMAIL": action})
        assert nlp("Write to ana@x.org now")._.anonymized == expected

    def test_mark_is_listed_and_keep_is_not(self):
        text = "Write to ana@x.org now"
        (only,) = pipeline(actions={"EMAIL": "mark"})(text)._.replacements
        assert (only.action, only.surrogate) == ("mark", "ana@x.org")
        assert pipeline(actions={"EMAIL": "keep"})(text)._.replacements == ()

    @pytest.mark.few(1)
    @pytest.mark.parametrize(
        "sentence",
        ["I met an 18-year-old boy", "An 18-year-old wrote", "She is a 17-year-old",
         "an eight-year-old", "A 12-year-old, an 11-year-old and a 19-year-old"],
    )  # fmt: skip
    def test_the_article_follows_the_age(self, sentence):
        nlp = pipeline(profile="full")
        for secret in range(12):
            nlp.get_pipe("hips_anonymizer").set_secret(
                Secret(b"a secret for the tests, number %d" % secret)
            )
            doc = nlp(sentence)
            new = doc._.anonymized
            articles = re.findall(r"\b([Aa]n?) (\w+)", new)
            assert len(articles) == len(re.findall(r"\b[Aa]n? ", sentence))
            for article, age in articles:
                vowel = age in ("11", "18") or age.startswith("8") or age[0] in "aeo"
                assert (article.lower() == "an") == vowel, new
            assert all(new[r.new_start : r.new_end] == r.surrogate for r in doc._.replacements)

    def test_an_age_is_generalised_to_a_class(self):
        nlp = pipeline(actions={"AGE": "generalise"})
        assert marked(nlp, "I am 13 now.", ("13", "AGE"))._.anonymized == "I am 12-14 now."

    @pytest.mark.few(2)
    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("We read James' book.", "James"), ("So Chris’ idea won.", "Chris"),
            ("Moses' car is red.", "Moses"), ("It was Ana Ruiz' turn.", "Ana Ruiz"),
            ("Felix' and my work.", "Felix"), ("Mrs Lopez' class was full.", "Lopez"),
        ],
    )  # fmt: skip
    def test_a_genitive_without_s_gets_one_where_the_new_name_needs_it(self, text, name):
        before, behind = text.split(name)
        nlp = pipeline()
        for number in range(6):  # other names are drawn
            secret = Secret(b"a secret of tests %d, 32 bytes" % number)
            nlp.get_pipe("hips_anonymizer").set_secret(secret)
            doc = marked(nlp, text, (name, "NAME_PRIVATE"))
            new = doc._.anonymized[len(before) :]
            ending = new[len(doc._.replacements[0].surrogate) :]
            whole = doc._.replacements[0].surrogate + ending
            sibilant = re.match(r"[^'’]*[sxz]['’] ", whole)
            assert sibilant or re.match(r"[^'’]*['’]s ", whole), whole
            assert whole.endswith(behind[2:])

    @pytest.mark.parametrize("text", ["We call him 'James' here.", "James's book", "the James' "])
    def test_a_quote_behind_a_name_stays(self, text):
        new = marked(pipeline(), text, ("James", "NAME_PRIVATE"))._.anonymized
        assert new.endswith(text.partition("James")[2])

    def test_every_label_has_a_surrogate_or_a_placeholder(self):
        nlp = pipeline(profile="full")
        for label in LABELS:
            doc = marked(nlp, "see Xyzzy 12 there", ("Xyzzy 12", label))
            if label != "URL":
                assert doc._.anonymized != doc.text, label
                assert doc._.anonymized not in ("see  there", "see"), label


class TestOutput:
    def test_replacements_tell_where_it_was_and_where_it_is(self):
        doc = pipeline()("Write to ana@x.org or 192.168.3.17.")
        for r in doc._.replacements:
            assert doc._.anonymized[r.new_start : r.new_end] == r.surrogate
            assert map_offset(doc._.replacements, r.start) == r.new_start
            assert map_offset(doc._.replacements, r.new_end, back=True) == r.end

    def test_text_tokens_and_ents_stay(self):
        nlp = pipeline()
        doc = nlp.make_doc("Ana wrote to ana@x.org")
        doc.ents = [Span(doc, 0, 1, label="PERSON")]
        before = (doc.text, [t.text for t in doc], [e.text for e in doc.ents])
        nlp.get_pipe("hips_anonymizer")(doc)
        assert (doc.text, [t.text for t in doc], [e.text for e in doc.ents]) == before

    def test_the_anonymised_document_remembers_no_original(self):
        doc = pipeline()("Write to anabelle99@gmail.com")
        other = doc._.anonymized_doc
        assert other.text == doc._.anonymized
        assert not any("anabelle99" in string for string in other.vocab.strings)
        assert not other.spans
        assert not other.user_data

    def test_before_the_component_ran_there_is_no_text(self):
        nlp = pipeline()
        doc = nlp.make_doc("Write to ana@x.org")
        assert doc._.hips_searched == ()
        for name in ("anonymized", "anonymized_doc", "replacements"):
            with pytest.raises(HipsError, match="E111"):
                doc._.get(name)

    def test_what_is_kept_on_the_document_is_plain_data(self):
        doc = pipeline()("Write to ana@x.org")
        copy = Doc(doc.vocab).from_bytes(doc.to_bytes())
        assert copy._.anonymized == doc._.anonymized
        assert copy._.replacements == doc._.replacements


def behind(patterns, **config):
    """A pipeline in which another component sets `doc.ents`."""
    nlp = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns(patterns)
    nlp.add_pipe("hips_anonymizer", config=config).set_secret(SECRET)
    return nlp


def told(nlp, text):
    """The codes of the warnings that a text gives."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        nlp(text)
    return " ".join(str(w.message)[1:5] for w in caught)


class TestDenied:
    """What a deny list names never stays, whatever else is said of it."""

    text = "Ana Silva (ana@x.org) met Dr. Bo Li at Sihlfeld in the 1990s: https://x.org/Sihlfeld."

    @pytest.mark.few(4)
    @pytest.mark.parametrize(
        ("deny", "config"),
        [
            ({"LOCATION": "Sihlfeld"}, {}),
            ({"LOCATION": "sihlfeld"}, {"actions": {"LOCATION": "keep"}}),
            ({"DATE": "the 1990s"}, {}),
            ({"DATE": "1990s"}, {"profile": "full"}),
            ({"SENSITIVE": "met"}, {}),
            ({"PROFESSION": "re:1[0-9]+s"}, {"actions": {"DATE": "mark"}}),
            ({"PERSON": "Ana Silva"}, {"actions": {"PERSON": "mark"}}),
            ({"NAME_PRIVATE": "Silva"}, {"actions": {"NAME_PRIVATE": "keep"}}),
            ({"NAME_STUDENT": "Dr. Bo Li"}, {}),
            ({"OTHER": "ana"}, {"actions": {"EMAIL": "mark"}}),
            ({"EMPLOYER": "x.org"}, {}),
            ({"EMAIL": "ana@x.org"}, {"actions": {"EMAIL": "keep"}}),
            ({"AGE": "Bo"}, {"actions": {"AGE": "generalise"}}),
        ],
    )
    @pytest.mark.parametrize("merging", [True, False])
    def test_it_is_replaced_whatever_the_action(self, deny, config, merging):
        (label, entry), *_ = deny.items()
        nlp = spacy.blank("en")
        if merging:
            nlp.add_pipe("hips_rules")
            nlp.add_pipe("hips_entities", config={"deny": {label: [entry]}})
        anonymizer = nlp.add_pipe("hips_anonymizer", config=config)
        anonymizer.set_secret(SECRET)
        if not merging:
            anonymizer.front_door.entities.add_lists([], {label: [entry]})
        shown = nlp(self.text)._.anonymized
        assert not re.search(rf"\b{entry.removeprefix('re:')}\b", shown, re.IGNORECASE)

    def test_a_component_behind_cannot_lose_it(self):
        nlp = spacy.blank("en")
        nlp.add_pipe("hips_rules")
        nlp.add_pipe("hips_entities", config={"deny": {"ID_NUM": ["K-17"]}})
        nlp.add_pipe("tests_forget")
        nlp.add_pipe("hips_anonymizer").set_secret(SECRET)
        assert "K-17" not in nlp("I am K-17.")._.anonymized

    def test_a_group_made_by_hand_keeps_the_list_of_the_front_door(self):
        nlp = pipeline()
        nlp.get_pipe("hips_anonymizer").front_door.entities.add_lists(
            [], {"LOCATION": ["Fontenay"]}
        )
        assert "Fontenay" not in marked(nlp, "We met in Fontenay.")._.anonymized

    @pytest.mark.parametrize("label", ["PERSON", "LOCATION", "ID_NUM"])
    def test_in_a_wide_scope_it_is_settled_before(self, label, monkeypatch):
        monkeypatch.setenv("HIPS_SECRET", "a secret for the tests only, a long one")
        nlp = spacy.blank("en")
        nlp.add_pipe("hips_rules")
        nlp.add_pipe("hips_entities", config={"deny": {label: ["Xyzzy Plugh"]}})
        config = {"scope": "corpus", "actions": {label: "mark"}}
        anonymizer = nlp.add_pipe("hips_anonymizer", config=config)
        texts = ["We saw Xyzzy Plugh.", "Xyzzy Plugh came."]
        anonymizer.fit(list(nlp.pipe(texts, disable=["hips_anonymizer"])))
        assert not any("Plugh" in doc._.anonymized for doc in nlp.pipe(texts))

    def test_what_is_never_replaced_cannot_be_denied(self):
        with pytest.raises(HipsError, match="E126"):
            spacy.blank("en").add_pipe("hips_entities", config={"deny": {"URL": ["x.org"]}})


class TestFrontDoor:
    def test_persons_of_other_components_are_adopted(self):
        nlp = spacy.blank("en")
        nlp.add_pipe("entity_ruler").add_patterns([{"label": "PERSON", "pattern": "Ana Lopez"}])
        nlp.add_pipe("hips_anonymizer").set_secret(SECRET)
        doc = nlp("Ana Lopez wrote this.")
        assert "Lopez" not in doc._.anonymized
        assert doc._.anonymized.endswith(" wrote this.")

    def test_dates_of_other_components_are_not_adopted(self):
        nlp = spacy.blank("en")
        nlp.add_pipe("entity_ruler").add_patterns([{"label": "DATE", "pattern": "today"}])
        nlp.add_pipe("hips_anonymizer", config={"profile": "full"}).set_secret(SECRET)
        assert nlp("See you today.")._.anonymized == "See you today."

    def test_an_empty_group_counts_as_searched(self):
        assert marked(pipeline(), "Write to ana@x.org")._.anonymized == "Write to ana@x.org"

    def test_rules_that_ran_before_are_not_run_again(self):
        nlp = spacy.blank("en")
        nlp.add_pipe("hips_rules", config={"rules": {"email": None}})
        nlp.add_pipe("hips_anonymizer").set_secret(SECRET)
        assert "ana@x.org" in nlp("Write to ana@x.org")._.anonymized

    @pytest.mark.filterwarnings("default:.*W101")
    def test_it_warns_once_where_names_are_not_searched(self):
        nlp = pipeline(finder="ents")
        # An empty document holds no names, so it tells nothing of the others.
        assert told(nlp, "") == ""
        assert told(nlp, "Ana wrote to ana@x.org") == "W101"
        assert told(nlp, "Eva wrote to eva@x.org") == ""

    @pytest.mark.parametrize(
        ("labels", "told_of"),
        [
            (["ORG"], "W101"),
            (["PERSON"], ""),
            (["GPE", "PERSON"], ""),
            (["COURSE"], "W114 W101"),
        ],
    )
    def test_a_component_that_finds_no_persons_has_not_searched_names(self, labels, told_of):
        nlp = spacy.blank("en")
        ruler = nlp.add_pipe("entity_ruler")
        ruler.add_patterns([{"label": label, "pattern": f"the {label}"} for label in labels])
        nlp.add_pipe("hips_anonymizer", config={"finder": "ents"}).set_secret(SECRET)
        assert told(nlp, "Ana saw the ORG and wrote.") == told_of
        copy = pickle.loads(pickle.dumps(nlp.get_pipe("hips_anonymizer").others))
        assert copy() == nlp.get_pipe("hips_anonymizer").others()

    @pytest.mark.filterwarnings("default:.*W106")
    def test_it_warns_once_where_public_people_are_hidden_too(self):
        nlp = behind([{"label": "PERSON", "pattern": "Freud"}], finder="ents")
        assert told(nlp, "Nobody is named.") == ""
        assert told(nlp, "As Freud says.") == "W106"
        assert told(nlp, "As Freud says.") == ""

    @pytest.mark.few(3)
    @pytest.mark.parametrize(
        ("label", "text", "hidden"),
        [
            ("GPE", "We met in Fontenay.", "Fontenay"),
            ("LOC", "We met in Fontenay.", "Fontenay"),
            ("FAC", "We met at Fontenay Hall.", "Fontenay"),
            ("ORG", "I work at Acme Bakery.", "Acme"),
            ("NORP", "I am Kenyan.", "Kenyan"),
            ("SCHOOL", "I go to Lakeview High School.", "Lakeview"),
            ("PROFESSION", "I am a welder.", "welder"),
        ],
    )
    def test_the_full_profile_adopts_indirect_identifiers_too(self, label, text, hidden):
        patterns = [
            {"label": label, "pattern": p} for p in (hidden, text.split(maxsplit=3)[-1][:-1])
        ]
        assert hidden in behind(patterns)(text)._.anonymized
        assert hidden not in behind(patterns, profile="full")(text)._.anonymized

    @pytest.mark.filterwarnings("default:.*W105")
    @pytest.mark.parametrize(
        ("config", "told_of"),
        [
            ({}, ""),
            ({"profile": "full"}, "W105"),
            ({"actions": {"SCHOOL": "redact"}}, "W105"),
            ({"actions": {"LOCATION": "surrogate", "NATIONALITY": "mark"}}, ""),
        ],
    )
    def test_it_warns_once_of_what_is_to_be_replaced_and_nothing_finds(self, config, told_of):
        patterns = [{"label": "GPE", "pattern": "x"}, {"label": "PER", "pattern": "y"}]
        nlp = behind(patterns, finder="ents", **config)
        assert told(nlp, "We met at school.") == told_of
        assert told(nlp, "We met at school.") == ""

    def test_it_warns_once_of_tags(self):
        nlp = pipeline()
        with pytest.warns(HipsWarning, match="W104"):
            nlp("<p>Write to ana@x.org</p>")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            nlp("<p>Write to eva@x.org</p>")

    def test_a_group_made_by_hand_is_nobodys_search(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            marked(pipeline(), "Ana wrote.", ("Ana", "NAME_STUDENT"))


class TestDraws:
    text = "Ana Lopez, ana@x.org, and Ben Okri. Lopez again."
    names = (("Ana Lopez", "PERSON"), ("ana@x.org", "EMAIL"), ("Ben Okri", "PERSON"))

    def test_the_same_secret_gives_the_same_text(self):
        one, other = (marked(pipeline(), self.text, *self.names) for _ in range(2))
        assert one._.anonymized == other._.anonymized

    def test_another_secret_gives_another_text(self):
        nlp = pipeline()
        one = marked(nlp, self.text, *self.names)._.anonymized
        nlp.get_pipe("hips_anonymizer").set_secret(Secret(b"another secret for the tests"))
        assert marked(nlp, self.text, *self.names)._.anonymized != one

    def test_document_scope_gives_one_person_different_names_in_two_documents(self):
        nlp = pipeline()
        texts = set()
        for name in "abcdef":
            doc = set_ids(nlp.make_doc("Ana Lopez wrote."), doc=name)
            write_group(doc, "pii", [PiiSpan(0, 9, "PERSON")])
            texts.add(nlp.get_pipe("hips_anonymizer")(doc)._.anonymized)
        assert len(texts) > 1

    @pytest.mark.parametrize("processes", [1, pytest.param(2, marks=pytest.mark.slow)])
    def test_order_and_processes_do_not_matter(self, processes):
        nlp = pipeline()
        texts = [f"Write to person{i}@mail.org, number {i}." for i in range(6)]
        alone = {t: d._.anonymized for t, d in zip(texts, nlp.pipe(texts), strict=True)}
        others = nlp.pipe(texts[::-1], n_process=processes)
        assert all(alone[doc.text] == doc._.anonymized for doc in others)


NLP = pipeline()


class TestSafety:
    @given(st.lists(st.sampled_from(["ana@x.org", "10.20.30.40", "and", "so"]), max_size=8))
    def test_no_original_survives_and_offsets_map_both_ways(self, words):
        doc = NLP(" ".join(words))
        done = [r for r in doc._.replacements if r.action == "surrogate"]
        for r in done:
            assert doc.text[r.start : r.end] not in doc._.anonymized
            assert map_offset(done, r.new_start, back=True) == r.start
            assert map_offset(done, r.start) == r.new_start

    def test_a_maker_that_gives_the_original_is_not_believed(self):
        nlp = pipeline(surrogates={"EMAIL": {"@misc": "tests.Echo.v1"}})
        with pytest.warns(HipsWarning, match="W102"):
            doc = nlp("Write to ana@x.org")
        assert doc._.anonymized == "Write to [EMAIL]"

    def test_a_maker_that_gives_nothing_or_no_text(self):
        nlp = pipeline(surrogates={"EMAIL": None})
        with pytest.warns(HipsWarning, match="W102"):
            assert nlp("Write to ana@x.org")._.anonymized == "Write to [EMAIL]"
        nlp = pipeline(surrogates={"EMAIL": {"@misc": "tests.Seven.v1"}})
        with pytest.raises(HipsError, match="E123"):
            nlp("Write to ana@x.org")

    def test_a_label_of_names_may_have_a_maker_of_its_own(self):
        nlp = pipeline(surrogates={"NAME_INSTRUCTOR": {"@misc": "tests.OneName.v1"}})
        people = [("Ann Bell", "NAME_INSTRUCTOR"), ("Tom Reed", "NAME_STUDENT")]
        new = marked(nlp, "Ann Bell taught Tom Reed", *people)._.anonymized
        teacher, student = new.split(" taught ")
        assert teacher == "Xan Yew" and student not in ("Xan Yew", "Tom Reed")

    def test_a_secret_in_the_config_is_refused_and_not_repeated(self):
        with pytest.raises(HipsError, match="E104") as caught:
            spacy.blank("en").add_pipe("hips_anonymizer", config={"secret": "xyzzy-plugh-1234567"})
        assert "xyzzy" not in str(caught.value)

    def test_a_wider_scope_without_a_secret_is_refused(self, monkeypatch):
        monkeypatch.delenv("HIPS_SECRET", raising=False)
        with pytest.raises(HipsError, match="E105"):
            spacy.blank("en").add_pipe("hips_anonymizer", config={"scope": "author"})

    @pytest.mark.parametrize(
        ("config", "code"),
        [
            ({"profile": "all"}, "E103"),
            ({"actions": {"EMAIL": "hide"}}, "E102"),
            ({"actions": {"EMIAL": "mark"}}, "E101"),
            ({"scope": "planet"}, "E109"),
            ({"surrogates": {"NOBODY": {"@misc": "tests.Echo.v1"}}}, "E101"),
            ({"surrogates": {"EMAIL": "tests.Echo.v1"}}, "E116"),
        ],
    )
    def test_a_typing_mistake_in_the_config_is_an_error(self, config, code):
        with pytest.raises(HipsError, match=code):
            spacy.blank("en").add_pipe("hips_anonymizer", config=config)

    def test_the_secret_is_not_saved(self, tmp_path):
        nlp = pipeline()
        nlp("Write to ana@x.org")
        nlp.to_disk(tmp_path / "nlp")
        secret = b"a secret for the tests only"
        assert not any(
            secret in path.read_bytes() for path in (tmp_path / "nlp").rglob("*") if path.is_file()
        )
        assert secret not in nlp.to_bytes()
        assert secret not in pickle.dumps(nlp.get_pipe("hips_anonymizer"))

    def test_a_copy_replaces_as_the_original_does_or_says_that_it_cannot(self, monkeypatch):
        """Another secret would give other names, and nobody would notice."""
        monkeypatch.setenv("HIPS_SECRET", "another secret for the tests")
        nlp, text = pipeline(), "Write to ana@x.org"
        wanted = nlp(text)._.anonymized
        assert copy.deepcopy(nlp)(text)._.anonymized == wanted
        again = pickle.loads(pickle.dumps(nlp))
        with pytest.raises(HipsError, match="E148"):
            again(text)
        again.get_pipe("hips_anonymizer").set_secret(SECRET)
        assert again(text)._.anonymized == wanted

    @pytest.mark.slow
    def test_worker_processes_have_the_secret_also_one_that_was_drawn(self, monkeypatch):
        monkeypatch.delenv("HIPS_SECRET", raising=False)
        nlp = spacy.blank("en")
        nlp.add_pipe("hips_anonymizer")
        before = multiprocessing.get_start_method(allow_none=True)
        multiprocessing.set_start_method("spawn", force=True)
        try:
            docs = list(nlp.pipe(["Write to ana@x.org"] * 2, n_process=2))
        finally:
            multiprocessing.set_start_method(before, force=True)
        wanted = nlp("Write to ana@x.org")._.anonymized
        assert [doc._.anonymized for doc in docs] == [wanted] * 2

    @pytest.mark.few(2)
    @pytest.mark.parametrize("text", ["", " ", "\n\t", "\x00", "مرحبا", "👩‍👩‍👧"])
    def test_odd_texts_come_out_as_they_are(self, text):
        assert pipeline()(text)._.anonymized == text


@pytest.mark.few(1)
@pytest.mark.parametrize("way", ["disk", "bytes"])
def test_settings_survive(tmp_path, way):
    nlp = pipeline(actions={"EMAIL": "redact"})
    if way == "disk":
        nlp.to_disk(tmp_path / "nlp")
        other = spacy.load(tmp_path / "nlp")
    else:
        other = spacy.blank("en").from_config(nlp.config).from_bytes(nlp.to_bytes())
    assert other("Write to ana@x.org")._.anonymized == "Write to [REDACTED]"


@Language.component("tests_forget")
def forget(doc):
    """A component that leaves nothing of what was found."""
    write_group(doc, "pii", [])
    return doc


@spacy.registry.misc("tests.Echo.v1")
def make_echo():
    return echo


class OneName:
    """Everybody becomes Xan Yew."""

    def __call__(self, mention, entity, context, draw):
        return context.identities[entity.id].full

    def identity(self, entity, context, draw):
        return replace(entity, first="Xan", last="Yew")


@spacy.registry.misc("tests.OneName.v1")
def make_one_name():
    return OneName()


@spacy.registry.misc("tests.Seven.v1")
def make_seven():
    return seven


def echo(mention, entity, context, draw):
    return mention.text


def seven(mention, entity, context, draw):
    return 7
