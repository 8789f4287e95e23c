"""One line in other pipelines: beside a transformer, first, twice, and with two trained ones."""

from __future__ import annotations

import re
import shutil
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from . import check

TEXT = (
    "By Amara Okafor\n\nNewton (1687) wrote it. My friend Lindqvist helped. "
    "Write to amara.okafor@uni-mail.org!"
)
NAMES = ("Amara", "Okafor", "Lindqvist", "amara.okafor")
ALPHABET = "abcdefghijklmnopqrstuvwxyz"


@check("a transformer of the user's own beside the line loses nothing and hides as much")
def beside_a_transformer(folder: Path, model: str) -> object:
    if find_spec("spacy_transformers") is None:
        return "not installed: spacy-transformers"
    import spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("transformer", config={"model": {"name": str(_tiny_bert(folder))}})
    nlp.initialize()
    nlp.add_pipe("hips_anonymizer")
    docs = list(nlp.pipe([TEXT] * 40, batch_size=7))
    assert all(doc._.trf_data.model_output for doc in docs)
    assert {_hidden(doc) for doc in docs} == {True}
    return f"{len(docs)} documents"


@check("the line may stand first, twice, and behind the trained pipeline's own")
def anywhere(folder: Path, model: str) -> object:
    import spacy

    first, twice, behind = spacy.blank("en"), spacy.blank("en"), spacy.load(model)
    for nlp in (first, twice):
        nlp.add_pipe("hips_anonymizer")
    first.add_pipe("sentencizer")
    for nlp in (twice, behind):
        nlp.add_pipe("hips_anonymizer", name="again")
    assert all(_hidden(nlp(TEXT)) for nlp in (first, twice, behind))
    return 3


@check("two trained pipelines serve two lines, and one of another version is refused by its name")
def two_trained(folder: Path, model: str) -> object:
    import spacy

    from spacy_hips.core.errors import HipsError

    other, old = folder / "other", folder / "old"
    for copy in (other, old):
        shutil.copytree(_folder_of(model), copy)
    config = old / "config.cfg"
    config.write_text(re.sub(r">=0\.1\.0,<[\d.]+", "<0.0.1", config.read_text("utf8")), "utf8")
    texts = []
    for finder in ("auto", str(other)):
        nlp = spacy.blank("en")
        nlp.add_pipe("hips_anonymizer", config={"finder": finder})
        doc = nlp(TEXT)
        assert _hidden(doc)
        texts.append([(s.start_char, s.end_char, s.label_) for s in doc.spans["pii"]])
    assert texts[0] == texts[1]
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer", config={"finder": str(old)})
    try:
        nlp(TEXT)
    except HipsError as error:
        return str(error)[:6]
    raise AssertionError("a pipeline of another version was taken")


@check("pairs of text and context come back in order, tokens untouched, as annotation tools ask")
def as_tuples(folder: Path, model: str) -> object:
    import spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer")
    pairs = [(TEXT, {"hash": number}) for number in range(70)]
    made = list(nlp.pipe(pairs, as_tuples=True, batch_size=64))
    assert [told["hash"] for _, told in made] == list(range(70))
    assert all(_hidden(doc) and doc.text == TEXT for doc, _ in made)
    return len(made)


def _hidden(doc: Any) -> bool:
    text = doc._.anonymized
    return "Newton" in text and not any(name in text for name in NAMES)


def _folder_of(model: str) -> Path:
    if Path(model).is_dir():
        return Path(model)
    (folder,) = (
        file.parent for file in Path(str(import_module(model).__file__)).parent.glob("*/config.cfg")
    )
    return folder


def _tiny_bert(folder: Path) -> Path:
    """An encoder of one layer that has learnt nothing."""
    from transformers import BertConfig, BertModel, BertTokenizerFast

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *ALPHABET]
    (folder / "vocab.txt").write_text("\n".join([*words, *(f"##{c}" for c in ALPHABET)]), "utf8")
    BertTokenizerFast(vocab_file=str(folder / "vocab.txt")).save_pretrained(folder)
    size = {"hidden_size": 32, "num_attention_heads": 2, "intermediate_size": 64}
    BertModel(BertConfig(vocab_size=64, num_hidden_layers=1, **size)).save_pretrained(folder)
    return folder
