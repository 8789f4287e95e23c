"""hips_names: the passes of the config, in a pipeline and behind others' finders."""

import pytest
import spacy
from spacy.tokens import Span

from spacy_hips import read_group
from spacy_hips.core.errors import HipsError


def pipeline(**passes):
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_names", config={"passes": passes})
    return nlp


def found(nlp, text):
    return [(text[s.start : s.end], s.source) for s in read_group(nlp(text), "pii_ner")]


def test_it_finds_what_is_announced():
    assert found(pipeline(), "Signed: Legend") == [("Legend", "names.announced")]


def test_a_pass_is_dropped_changed_and_added():
    assert found(pipeline(announced=None), "Signed: Legend") == []
    changed = {"@misc": "spacy_hips.NamePass.announced.v1", "without": ["field"], "score": 0.4}
    nlp = pipeline(announced=changed)
    assert found(nlp, "Signed: Legend") == []
    assert read_group(nlp("Thanks,\nGrant"), "pii_ner")[0].score == pytest.approx(0.4)
    added = pipeline(again={"@misc": "spacy_hips.NamePass.senders.v1"})
    assert set(added.get_pipe("hips_names").passes) == {
        "no_names", "spelt", "quoted", "initials", "announced", "columns", "listed", "scripts",
        "senders", "again",
    }  # fmt: skip


def test_it_counts():
    nlp = pipeline()
    list(nlp.pipe(["Signed: Legend", "Signed: Will", "nothing"]))
    assert nlp.get_pipe("hips_names").counts == {"announced": 2}


def test_what_is_no_pass_is_refused():
    with pytest.raises(HipsError, match="E116"):
        pipeline(announced="yes")


def test_settings_survive(tmp_path):
    nlp = pipeline(announced=None)
    nlp.to_disk(tmp_path / "m")
    again = spacy.load(tmp_path / "m")
    assert list(again.get_pipe("hips_names").passes) == list(nlp.get_pipe("hips_names").passes)
    assert "announced" not in again.get_pipe("hips_names").passes


@pytest.mark.filterwarnings("ignore::spacy_hips.core.errors.HipsWarning")
def test_behind_another_finder_names_are_completed_too():
    """Whoever brings another finder had none of the passes."""
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer")
    doc = nlp.make_doc("Signed: Legend\nAna came")
    doc.ents = [Span(doc, 4, 5, label="PERSON")]
    done = nlp.get_pipe("hips_anonymizer")(doc)
    assert "Legend" not in done._.anonymized
    assert "Ana" not in done._.anonymized
