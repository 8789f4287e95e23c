"""hips_finder: has a finder of others search, and joins what it finds with what is there."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from weakref import ref

from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab
from thinc.api import Config

from ..core.body import text_of
from ..core.errors import Errors, HipsError, HipsWarning, Warnings, wrong_setting
from ..core.labels import adopted_label, check_label, is_foreign
from ..core.spans import PiiSpan, note_searched, read_found, write_group
from ..find.finders.finder import Finder
from .component import Component
from .merging import joined

DEFAULT_CONFIG = """
[hips_finder]
spans_key = "pii_ner"

[hips_finder.adopt]

[hips_finder.finder]
@misc = "spacy_hips.Finder.spans.v1"
"""

OVERWRITES, READS = "hips_ner", ("hips_entities", "hips_anonymizer")
"""Where a component of these stands on the wrong side, what is found would be lost."""


@Language.factory(
    "hips_finder",
    assigns=["doc.spans"],
    default_config=Config().from_str(DEFAULT_CONFIG, interpolate=False)["hips_finder"],
)
def make_finder(
    nlp: Language, name: str, spans_key: str, adopt: dict[str, str | None], finder: Any
) -> HipsFinder:
    """Build the component that has a finder of others search.

    nlp (Language): The pipeline.
    name (str): The component's name.
    spans_key (str): The span group that gets what is found, beside what is in it. hips_entities
        drops what scores below its `threshold`.
    adopt (Dict[str, Optional[str]]): What the finder's labels are here, beside those that are
        known, such as {"course code": "ID_NUM"}. null: what has that label stays.
    finder (Finder): The finder (find/finders/finder.py). As it is, it reads `doc.ents`.
    RAISES (HipsError): E101 or E208 for labels that are not known, E116 for what is no finder.

    EXAMPLE:
        >>> ruler = nlp.add_pipe("entity_ruler")
        >>> ruler.add_patterns([{"label": "PER", "pattern": "Amara"}])
        >>> component = nlp.add_pipe("hips_finder")
        >>> doc = nlp("Amara reads.")
        >>> [(span.text, span.label_) for span in doc.spans["pii_ner"]]
        [('Amara', 'PERSON')]
    """
    component = HipsFinder(nlp.vocab, name, spans_key=spans_key, adopt=adopt, finder=finder)
    component.nlp = ref(nlp)
    return component


class HipsFinder(Component):
    """Writes what a finder of others finds into a group, under the labels of this package.

    What is in the group already stays. If the finder fails, or gives what cannot be, nothing is
    written, and the document does not count as searched.

    vocab (Vocab): The pipeline's vocabulary.
    name (str): The component's name.
    The other settings are those of `make_finder`.
    """

    plain_settings = ("spans_key", "adopt")

    def __init__(
        self,
        vocab: Vocab,
        name: str = "hips_finder",
        *,
        spans_key: str = "pii_ner",
        adopt: Mapping[str, str | None] | None = None,
        finder: Finder,
    ) -> None:
        super().__init__(vocab, name)
        if isinstance(finder, type) or not (callable(finder) and isinstance(finder, Finder)):
            wanted = "a finder with `labels` and a call (find/finders/finder.py)"
            raise wrong_setting(name, "finder", wanted, type(finder).__name__)
        self.spans_key = spans_key
        self.adopt = dict(adopt or {})
        self.finder = finder
        for label in filter(None, self.adopt.values()):
            check_label(label)
        left = [label for label in finder.labels if not self._ours(label)]
        if told := sorted(set(left) - self.adopt.keys()):
            message = Warnings.W116.format(name=name, labels=", ".join(told))
            warnings.warn(message, HipsWarning, stacklevel=2)
        self.nlp: Callable[[], Language | None] = _no_pipeline
        self._placed: Sequence[str] = ()
        self._given = self._settings()

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "nlp": _no_pipeline}

    @property
    def labels(self) -> tuple[str, ...]:
        """What the finder looks for, in the words of this package."""
        return tuple(sorted({ours for label in self.finder.labels if (ours := self._ours(label))}))

    def __call__(self, doc: Doc) -> Doc:
        """Search one document.

        doc (Doc): The document.
        RETURNS (Doc): The same document, with the span group set.
        RAISES (HipsError): E208 for an unknown label, E209 for spans that cannot be, E210 where
            the finder fails, E212 where the component that it reads from is missing, E213 where
            it stands at a place of the pipeline where what it finds would be lost.
        """
        self._check_place()
        text = text_of(doc)
        there = read_found(doc, self.spans_key)
        found = self._found(doc, text) if text and not text.isspace() else []
        write_group(doc, self.spans_key, joined(there, found, text))
        labels = {*self.labels, *(span.label for span in found)}
        note_searched(doc, self.spans_key, labels, self.name, more=True)
        return doc

    def _check_place(self) -> None:
        nlp = self.nlp()
        if nlp is None or self._placed == (names := nlp.pipe_names):
            return
        at = names.index(self.name) if self.name in names else -1
        for place, name in enumerate(names):
            factory = nlp.get_pipe_meta(name).factory
            if 0 <= at < place and factory == OVERWRITES and self._shares(nlp.get_pipe(name)):
                raise HipsError(Errors.E213.format(name=self.name, where="behind", other=name))
            if place < at and factory in READS:
                raise HipsError(Errors.E213.format(name=self.name, where="before", other=name))
        self._placed = names

    def _shares(self, other: Any) -> bool:
        """Does a trained finder write the same group?"""
        return bool(other.cfg["spans_key"] == self.spans_key)

    def _found(self, doc: Doc, text: str) -> list[PiiSpan]:
        """What the finder finds, checked. Of an error of its own nothing is told but the kind:
        its message may hold text."""
        try:
            spans = sorted(self.finder(doc), key=lambda span: (span.start, span.end))
        except (HipsError, MemoryError):
            raise
        except Exception as error:
            message = Errors.E210.format(name=self.name, kind=type(error).__name__)
            raise HipsError(message) from None
        self._check(spans, len(text))
        source = f"finder.{self.name}"
        return [
            replace(span, label=ours, source=source, id="")
            for span in spans
            if (ours := self._ours(span.label))
        ]

    def _check(self, spans: Sequence[PiiSpan], length: int) -> None:
        last = 0
        for span in spans:
            what = "empty" if span.start >= span.end else ""
            if span.start < 0 or span.end > length:
                what = "outside the text"
            elif span.start < last and not getattr(self.finder, "may_overlap", False):
                what = "over another one"
            if what:
                given = {"name": self.name, "start": span.start, "end": span.end, "what": what}
                raise HipsError(Errors.E209.format(**given))
            last = span.end

    def _ours(self, label: str) -> str:
        """What a label of the finder is here; "" for what stays.

        RAISES (HipsError): E208 for one that nobody has explained.
        """
        if label in self.adopt:
            return self.adopt[label] or ""
        if is_foreign(label):
            raise HipsError(Errors.E208.format(name=self.name, label=label))
        return adopted_label(label)


def _no_pipeline() -> None:
    """In another process, and where it is called by itself."""
