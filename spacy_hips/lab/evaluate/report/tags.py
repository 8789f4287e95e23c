"""Do the words that stay keep their part of speech? Asked of a spaCy pipeline with a tagger."""

from __future__ import annotations

import spacy
from spacy.language import Language
from spacy.util import get_installed_models, get_package_path, load_meta

from ....core.labels import KEPT
from ....desk.run.batches import Result

TAGGER = "tagger"
NEEDED = ("tok2vec", "transformer", "curated_transformer", TAGGER, "morphologizer",
          "attribute_ruler")  # fmt: skip


def installed_tagger(lang: str) -> str:
    """The first installed pipeline of a language that has a tagger; "" without one."""
    for name in sorted(get_installed_models()):
        meta = load_meta(next(get_package_path(name).glob("**/meta.json"), "meta.json"))
        if meta.get("lang") == lang and TAGGER in meta.get("pipeline", ()):
            return str(name)
    return ""


class SameTags:
    """Compares the tags of a text with those of its output.

    name (str): A pipeline with a tagger.
    """

    def __init__(self, name: str) -> None:
        self.nlp: Language = spacy.load(name)
        kept = [own for own in self.nlp.pipe_names if own in NEEDED]
        self.nlp.select_pipes(enable=kept)

    def __call__(self, done: Result) -> tuple[float, float]:
        """Tokens outside of what was replaced that are there in both texts, and keep their tag."""
        text = done.document.text
        self.nlp.max_length = max(self.nlp.max_length, len(text) + 1, len(done.anonymized) + 1)
        with self.nlp.memory_zone():
            old, new = self.nlp(text), self.nlp(done.anonymized)
            after = {(t.idx, t.text): t.tag_ for t in new}
            changed = [r for r in done.replacements if r.action not in KEPT]
            pairs = []
            at = shift = 0
            for token in old:
                while at < len(changed) and changed[at].end <= token.idx:
                    shift = changed[at].new_end - changed[at].end
                    at += 1
                if at < len(changed) and changed[at].start < token.idx + len(token):
                    continue
                tag = after.get((token.idx + shift, token.text))
                if tag is not None and not token.is_space:
                    pairs.append(tag == token.tag_)
        return float(sum(pairs)), float(len(pairs))
