"""Wordpieces and tokens are aligned as spacy-transformers aligns them."""

import numpy as np
import pytest
import spacy

from spacy_hips.find.models.alignment import align_documents, join
from spacy_hips.find.models.windows import make_dense_windows, make_sparse_windows

transformers = pytest.importorskip("transformers", reason="needs the extra trf")
align = pytest.importorskip("spacy_transformers.align", reason="needs the extra trf")
NLP = spacy.blank("en")
TEXTS = [
    "Amara Okafor went to the market. " + "We bought bread because it was cheap. " * 9 + "Lan too.",
    "Nothing here",
    "Smith2021 and e-mail ana@x.org,\n\n\tLan  Nguyễn\u200b ! 👩‍👩‍👧",
]


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tokenizer")
    letters = list("abcdefghijklmnopqrstuvwxyz0123456789.,@-!")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *letters, *(f"##{c}" for c in letters)]
    (folder / "vocab.txt").write_text("\n".join(words))
    return transformers.BertTokenizerFast(str(folder / "vocab.txt"))


@pytest.mark.parametrize("getter", [make_dense_windows(8, 6), make_sparse_windows(2, 8, 6)])
def test_it_is_the_alignment_of_spacy_transformers(tokenizer, getter):
    docs = [NLP(text) for text in TEXTS]
    docs = [doc for doc, spans in zip(docs, getter(docs), strict=True) if spans]
    windows = getter(docs)
    flat = [span for spans in windows for span in spans]
    offsets = tokenizer(
        [span.text for span in flat], return_offsets_mapping=True, padding=True, return_tensors="np"
    )["offset_mapping"]
    theirs = align.get_alignment_via_offset_mapping(flat, offsets)
    ours = join(align_documents(docs, windows, np.asarray(offsets)), windows, offsets.shape[1])
    assert ours.lengths.tolist() == theirs.lengths.tolist()
    assert ours.dataXd.tolist() == theirs.dataXd.tolist()
