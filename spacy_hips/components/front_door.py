"""What hips_anonymizer does with a document on which no "pii" group was set: it looks itself."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from spacy.tokens import Doc
from spacy.vocab import Vocab
from thinc.api import Config

from ..labels import ADOPTED_LABELS, LABELS
from ..spans import PiiSpan, note_searched, read_group, write_group
from . import entities, names, rules
from .others import OthersLabels

if TYPE_CHECKING:
    from ..persons.search.known import KnownPeople

RULES_KEY = "pii_rules"
NER_KEY = "pii_ner"
ENTS_KEY = "pii_ents"


class FrontDoor:
    """Finds identifiers in a document of somebody else's pipeline.

    It decides by the groups that are there, an empty one counting: a pipe's name says nothing
    about a disabled or sourced component. What other components left in `doc.ents` is adopted:
    persons, direct identifiers, and of the indirect ones those that are replaced; the name passes
    complete it. The rules run unless they have run; both are merged.

    vocab (Vocab): The pipeline's vocabulary.
    lang (str): Its language.
    spans_key (str): The group to write.
    others (OthersLabels): What the other components can find.
    """

    def __init__(
        self, vocab: Vocab, lang: str, spans_key: str, others: OthersLabels | None = None
    ) -> None:
        from spacy import registry

        parts = (rules.DEFAULT_CONFIG, names.DEFAULT_CONFIG, entities.DEFAULT_CONFIG)
        config = Config().from_str("".join(parts))
        settings = registry.resolve(config)
        self.others = others or OthersLabels()
        self.rules = rules.HipsRules(vocab, **settings["hips_rules"])
        self.rules.spans_key = RULES_KEY
        self.names = names.HipsNames(vocab, **{**settings["hips_names"], "spans_key": ENTS_KEY})
        merged = {**settings["hips_entities"], "spans_key": spans_key}
        merged["sources"] = [RULES_KEY, NER_KEY, ENTS_KEY]
        self.entities = entities.HipsEntities(vocab, read=[lang], **merged)

    def set_known_people(self, known: KnownPeople | None) -> None:
        """Have the people of a table found."""
        self.rules.set_known_people(known)
        self.entities.set_known_people(known)

    def __call__(self, doc: Doc, hidden: Collection[str] = ()) -> Doc:
        """Find what is in the document and write the group.

        doc (Doc): The document.
        hidden (Collection[str]): The labels that are replaced.
        RETURNS (Doc): The same document.
        """
        if RULES_KEY not in doc.spans:
            self.rules(doc)
        if NER_KEY not in doc.spans:
            adopt_ents(doc, hidden, self.others())
            if ENTS_KEY in doc.spans:
                self.names(doc)
        return self.entities(doc)


def adopt_ents(doc: Doc, hidden: Collection[str], others: Collection[str] | None) -> None:
    """Copy persons and other identifiers of `doc.ents` into a group of their own.

    doc (Doc): A document whose `doc.ents` some component has set, to nothing perhaps; on any
        other nothing is done, so that the names count as not searched.
    hidden (Collection[str]): The labels that are replaced; indirect ones are adopted only then.
    others (Collection[str]): What those components can find; None where they do not tell, in
        which case they count as having looked for persons and for what they found.
    """
    # Of an empty document spaCy says that its entities are set.
    if not len(doc) or not doc.has_annotation("ENT_IOB"):
        return
    adopted = [
        PiiSpan(e.start_char, e.end_char, ADOPTED_LABELS[e.label_], 0.9, "ents", e.ent_id_)
        for e in doc.ents
        if _is_adopted(ADOPTED_LABELS.get(e.label_, ""), hidden)
    ]
    write_group(doc, ENTS_KEY, [*read_group(doc, ENTS_KEY), *adopted])
    looked_for = {"PERSON"} if others is None else {s for s in others if _is_adopted(s, hidden)}
    note_searched(doc, {*looked_for, *(s.label for s in adopted)})


def _is_adopted(label: str, hidden: Collection[str]) -> bool:
    return bool(label) and (LABELS[label].kind != "indirect" or label in hidden)
