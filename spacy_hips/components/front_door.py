"""What hips_anonymizer does with a document on which no "pii" group was set: it looks itself."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from spacy.tokens import Doc, Span
from spacy.vocab import Vocab
from thinc.api import Config

from ..core.body import text_of
from ..core.errors import HipsWarning, Warnings
from ..core.labels import LABELS, NAME_LABELS, is_foreign
from ..core.notes import copy_notes
from ..core.shipped import MODEL
from ..core.spans import PiiSpan, copy_found, note_searched, read_group, write_group
from ..find.names.passes.by_tables import ByTables
from ..text.lexicon.admit import admit_guessed
from ..text.lexicon.words import Lexicon
from . import entities, names, rules
from .by_evidence import FilterByEvidence
from .merging import joined
from .others import OthersLabels
from .trained import Trained, installed, load_trained, trained_if_it_works

if TYPE_CHECKING:
    from ..who.persons.search.known import KnownPeople

RULES_KEY = "pii_rules"
NER_KEY = "pii_ner"
ENTS_KEY = "pii_ents"
AUTO, ENTS = "auto", "ents"
"""The finders that are no pipeline: the installed one if there is one, and `doc.ents` alone."""

Finder = Callable[[Doc], Iterable[PiiSpan]]
"""Finds identifiers in a document of the user's pipeline, by character."""


class FrontDoor:
    """Finds identifiers in documents of somebody else's pipeline.

    It decides by the groups that are there, an empty one counting: a pipe's name says nothing
    about a disabled or sourced component. Names are found and judged by a trained pipeline where
    there is one: it works on documents of its own, and what it finds comes back by characters. What
    other components left in `doc.ents` is adopted: persons, direct identifiers, and of the indirect
    ones those that are replaced; ordinary words that a model took for a person are not. The rules
    run unless they have run; all is merged. Without a
    trained pipeline all names are hidden, or, with the finder "auto", all for whom no hard evidence
    speaks.

    vocab (Vocab): The pipeline's vocabulary.
    lang (str): Its language.
    spans_key (str): The group to write.
    public_key (str): The group of what stays.
    others (OthersLabels): What the other components can find.
    finder (Union[str, Finder]): "auto", "ents", a package or folder, or a function.
    """

    def __init__(
        self,
        vocab: Vocab,
        lang: str,
        spans_key: str,
        public_key: str = "public",
        others: OthersLabels | None = None,
        finder: str | Finder = AUTO,
    ) -> None:
        from spacy import registry

        parts = (rules.DEFAULT_CONFIG, names.DEFAULT_CONFIG, entities.DEFAULT_CONFIG)
        config = Config().from_str("".join(parts))
        settings = registry.resolve(config)
        self.others = others or OthersLabels()
        self.finder = finder
        self.spans_key, self.public_key = spans_key, public_key
        self.rules = rules.HipsRules(vocab, **settings["hips_rules"])
        self.rules.spans_key = RULES_KEY
        tables = {"by_tables": ByTables()} if finder == AUTO else {}
        passes = {**tables, **settings["hips_names"]["passes"]}
        self.names = names.HipsNames(vocab, spans_key=ENTS_KEY, passes=passes)
        merged = {**settings["hips_entities"], "spans_key": spans_key, "public_key": public_key}
        merged["sources"] = [RULES_KEY, NER_KEY, ENTS_KEY]
        self.entities = entities.HipsEntities(vocab, read=[lang], **merged)
        self.judge = FilterByEvidence(vocab, spans_key=spans_key, public_key=public_key)
        self._told = False
        self._foreign: set[str] = set()
        self._lexicon = Lexicon()

    @property
    def trained(self) -> Trained | None:
        """The pipeline that finds and judges names; None where there is none.

        RAISES (HipsError): E728 where the one that was named cannot be loaded.
        """
        if self.finder == ENTS or not isinstance(self.finder, str):
            return None
        if self.finder != AUTO:
            return load_trained(self.finder)
        name = installed()
        return trained_if_it_works(name) if name else None

    def set_known_people(self, known: KnownPeople | None) -> None:
        """Have the people of a table found."""
        self.rules.set_known_people(known)
        self.entities.set_known_people(known)

    def __call__(self, docs: Sequence[Doc], hidden: Collection[str] = ()) -> None:
        """Find what is in documents and write the groups.

        docs (Sequence[Doc]): The documents.
        hidden (Collection[str]): The labels that are replaced.
        """
        trained = self.trained
        if trained is not None:
            with trained.lock, trained.nlp.memory_zone():
                self._by(trained, docs, hidden)
            return
        for doc in docs:
            self._alone(doc, hidden)

    def _alone(self, doc: Doc, hidden: Collection[str]) -> None:
        """Without a trained pipeline."""
        if RULES_KEY not in doc.spans:
            self.rules(doc)
        if NER_KEY not in doc.spans:
            self._adopt(doc, doc, ENTS_KEY, hidden)
            if self.finder == AUTO or ENTS_KEY in doc.spans:
                self.names(doc)
            if self.finder == AUTO and len(doc):
                self._tell_missing()
                note_searched(doc, ENTS_KEY, {"PERSON"}, "tables", more=True)
        self.entities(doc)
        if self.finder == AUTO:
            self.judge(doc)

    def _tell_missing(self) -> None:
        """Warn once that a part of what this package can do is not installed."""
        if self.finder == AUTO and not self._told and not installed():
            self._told = True
            warnings.warn(Warnings.W112.format(model=MODEL), HipsWarning, stacklevel=2)

    def _by(self, trained: Trained, docs: Sequence[Doc], hidden: Collection[str]) -> None:
        """With a trained pipeline, on documents of its own."""
        self.entities.read, self.entities.threshold = list(trained.read), trained.threshold
        own = [self._made(trained, doc) for doc in docs]
        for doc, found in zip(docs, trained.find(own), strict=True):
            if NER_KEY in doc.spans:  # a finder of this package stands in the user's pipeline
                copy_found(doc, found, NER_KEY)
            else:
                self._adopt(doc, found, NER_KEY, hidden)
        for found in trained.complete(own):
            self.entities(found)
        for doc, found in zip(docs, trained.judge(own), strict=True):
            for key in (RULES_KEY, NER_KEY, self.spans_key, self.public_key):
                if key in found.spans:
                    write_group(doc, key, read_group(found, key))
            copy_notes(found, doc)

    def _made(self, trained: Trained, doc: Doc) -> Doc:
        """A document of the trained pipeline with the text of the user's, searched by rules."""
        text = text_of(doc)
        trained.nlp.max_length = max(trained.nlp.max_length, len(text) + 1)
        own = trained.nlp.make_doc(text)
        copy_notes(doc, own)
        if RULES_KEY in doc.spans:
            copy_found(doc, own, RULES_KEY)
        else:
            self.rules(own)
        return own

    def _adopt(self, doc: Doc, into: Doc, key: str, hidden: Collection[str]) -> None:
        """Add what other components found in a document to a group.

        doc (Doc): The user's document.
        into (Doc): The document that has the group.
        key (str): The group; nothing that is in it is taken away.
        hidden (Collection[str]): The labels that are replaced; indirect ones are adopted only then.
        """
        if not isinstance(self.finder, str):
            write_group(into, key, self.finder(doc))
            found = {"PERSON", *(s.label for s in read_group(into, key))}
            note_searched(into, key, found, "function")
        # Of an empty document spaCy says that its entities are set. On any other whose entities
        # nobody has set, names count as not searched.
        if not len(doc) or not doc.has_annotation("ENT_IOB"):
            return
        others, there = self.others(), read_group(into, key)
        labels = {e.label_ for e in doc.ents} | (others.all if others else {"PERSON"})
        self._tell_foreign(labels)
        ours = {
            label: own for label in labels if _is_adopted(own := self.others.ours(label), hidden)
        }
        guessed = others.guessed if others and self.finder != ENTS else frozenset()
        adopted = [
            PiiSpan(e.start_char, e.end_char, ours[e.label_], 0.9, "ents", e.ent_id_)
            for e in doc.ents
            if e.label_ in ours and not (e.label_ in guessed and self._is_no_name(e, ours))
        ]
        write_group(into, key, joined(there, adopted, text_of(into)))
        note_searched(into, key, set(ours.values()), "ents", more=True)

    def _is_no_name(self, found: Span, ours: Mapping[str, str]) -> bool:
        """Has a statistical model taken ordinary words for a person?"""
        return ours[found.label_] in NAME_LABELS and not admit_guessed(found.text, self._lexicon)

    def _tell_foreign(self, labels: Collection[str]) -> None:
        """Warn once of labels that may stand for identifiers, and that nobody has explained."""
        foreign = {label for label in labels if is_foreign(label)} - self.others.adopt.keys()
        if new := sorted(foreign - self._foreign):
            self._foreign.update(new)
            message = Warnings.W114.format(labels=", ".join(new))
            warnings.warn(message, HipsWarning, stacklevel=2)


def _is_adopted(label: str, hidden: Collection[str]) -> bool:
    return bool(label) and (LABELS[label].kind != "indirect" or label in hidden)
