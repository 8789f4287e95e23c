"""hips_entities: merges what was found, says who is who, and applies the user's lists last."""

from __future__ import annotations

import warnings
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab
from thinc.api import Config

from ..core.body import text_of
from ..core.errors import Errors, HipsError, HipsWarning, Warnings, wrong_setting
from ..core.labels import KEPT, NAME_LABELS, check_label
from ..core.notes import keep, kept, notes
from ..core.overlaps import resolve_overlaps
from ..core.shipped import READ_BY
from ..core.spans import DENIED, PiiSpan, fixed_entities, note_denied, read_found, write_group
from ..core.steps import checked_steps
from ..text.lexicon.tables import name_tables
from ..text.page.fields import fixed as fixed_places
from ..text.page.languages import (
    OTHER_LANGUAGES,
    foreign_stretches,
    is_language,
    note_foreign,
    read_foreign,
)
from ..text.page.page import page_of
from ..who.persons.link.entity import KNOWN, Entity
from ..who.persons.link.linking import Linked, link
from ..who.persons.mention.boundaries import trim
from ..who.persons.mention.parse import Parse, parse_mention
from ..who.persons.search.propagate import SearchStep, propagate
from .component import Component, Scorer
from .entity_steps import CLEAN, MERGE, SEARCH, EntityStep, Found, run
from .lists import ListMatcher
from .merging import is_guess, tidied

if TYPE_CHECKING:
    from ..who.persons.search.known import KnownPeople

DEFAULT_CONFIG = """
[hips_entities]
spans_key = "pii"
public_key = "public"
sources = ["pii_rules", "pii_ner"]
threshold = 0.5
other_languages = "rules"
languages = null
propagate = true
parser = null
allow = []

[hips_entities.deny]

[hips_entities.clean]

[hips_entities.clean.nobody]
@misc = "spacy_hips.EntityStep.nobody.v1"

[hips_entities.clean.fields]
@misc = "spacy_hips.EntityStep.fields.v1"

[hips_entities.clean.file_names]
@misc = "spacy_hips.EntityStep.file_names.v1"

[hips_entities.clean.weekdays]
@misc = "spacy_hips.EntityStep.weekdays.v1"

[hips_entities.clean.values]
@misc = "spacy_hips.EntityStep.values.v1"

[hips_entities.merge]

[hips_entities.merge.repeats]
@misc = "spacy_hips.EntityStep.repeats.v1"

[hips_entities.merge.streets]
@misc = "spacy_hips.EntityStep.streets.v1"

[hips_entities.merge.confirmed]
@misc = "spacy_hips.EntityStep.confirmed.v1"

[hips_entities.merge.borders]
@misc = "spacy_hips.EntityStep.borders.v1"

[hips_entities.merge.places]
@misc = "spacy_hips.EntityStep.places.v1"

[hips_entities.merge.known]
@misc = "spacy_hips.EntityStep.known.v1"

[hips_entities.search]

[hips_entities.search.parts]
@misc = "spacy_hips.SearchStep.parts.v1"

[hips_entities.search.turns]
@misc = "spacy_hips.SearchStep.turns.v1"

[hips_entities.search.glued]
@misc = "spacy_hips.SearchStep.glued.v1"

[hips_entities.search.initials]
@misc = "spacy_hips.SearchStep.initials.v1"

[hips_entities.search.file_names]
@misc = "spacy_hips.SearchStep.file_names.v1"

[hips_entities.search.tags]
@misc = "spacy_hips.SearchStep.tags.v1"

[hips_entities.search.with_s]
@misc = "spacy_hips.SearchStep.with_s.v1"

[hips_entities.search.handles]
@misc = "spacy_hips.SearchStep.handles.v1"

[hips_entities.scorer]
@scorers = "spacy_hips.PiiScorer.v1"
spans_key = "pii"
"""

SCORE_WEIGHTS = {"spans_pii_f": 1.0, "spans_pii_p": 0.0, "spans_pii_r": 0.0}

ENTITIES = "entities"
ALLOWED_PLACES = "allowed"
ALLOWED = "allow list"
PUBLIC_ADDRESS = "public address"
_DONE = {
    "rules": "only what needs no language was searched there, and names if the finder has learnt "
    "several languages: names of people may stay",
    "all": "it was searched as if the pipeline read it",
    "skip": "it is not released",
}


@Language.factory(
    "hips_entities",
    assigns=["doc.spans", "doc._.hips_entities", "doc._.hips_foreign"],
    requires=["doc.spans"],
    default_config=Config().from_str(DEFAULT_CONFIG, interpolate=False)["hips_entities"],
    default_score_weights=SCORE_WEIGHTS,
)
def make_entities(
    nlp: Language,
    name: str,
    spans_key: str,
    public_key: str,
    sources: list[str],
    threshold: float | dict[str, float],
    other_languages: str,
    languages: list[str] | None,
    propagate: bool,
    parser: Any,
    allow: list[str],
    deny: dict[str, list[str]],
    clean: dict[str, Any],
    merge: dict[str, Any],
    search: dict[str, Any],
    scorer: Callable | None,
) -> HipsEntities:
    """Build the component that merges span groups and links mentions to entities.

    nlp (Language): The pipeline.
    name (str): The component's name.
    spans_key (str): The span group to write.
    public_key (str): The span group for what is set aside: public web addresses, allowed spans.
    sources (List[str]): The span groups to merge; those that a document lacks are skipped.
    threshold (Union[float, Dict[str, float]]): The lowest score that is kept, or one by source.
    other_languages (str): What is done with text in a language that the pipeline does not read:
        "rules" (only what needs no language is searched there, and names if the finder has learnt
        several languages), "all" (it is searched as if the pipeline read it) or "skip"
        (hips_anonymizer gives no text out). A warning tells of each.
    languages (Optional[List[str]]): The languages that it reads, by code. If left out, those that
        the finder has learnt over a known encoder, else the pipeline's own.
    propagate (bool): Add the places where a person or an identifier found elsewhere stands, too
        (sources "repeated", "handle" and "propagated.<step>").
    parser (Optional[Callable]): Takes a mention of a person apart; this package's own if null, or
        one that is registered, such as `spacy_hips.NameParser.nameparser.v1`.
    allow (List[str]): What is never hidden: strings, "re:PATTERN", "file:PATH".
    deny (Dict[str, List[str]]): What is always hidden, by label; entries as in `allow`. It is
        replaced whatever the action of its label is.
    clean (Dict[str, Optional[EntityStep]]): Steps over all that was found, by name and in order,
        before overlaps are resolved (components/entity_steps.py). A step is dropped by null, and
        added under any new name.
    merge (Dict[str, Optional[EntityStep]]): Steps behind that, before mentions are linked.
    search (Dict[str, Optional[SearchStep]]): Ways to look for the persons of the document where
        nothing was found (who/persons/search/propagate.py); they add spans with the source
        "propagated.<step>".
    RAISES (HipsError): E101, E116, E120, E121 or E126 for settings that cannot be used.

    EXAMPLE:
        >>> deny = {"ID_NUM": ["re:K-[0-9]{4}"]}
        >>> component = nlp.add_pipe("hips_entities", config={"deny": deny})
        >>> doc = nlp("My number is K-1234.")
        >>> [span.text for span in doc.spans["pii"]]
        ['K-1234']
    """
    return HipsEntities(
        nlp.vocab,
        name,
        read=_read_by_finder(nlp),
        spans_key=spans_key,
        public_key=public_key,
        sources=sources,
        threshold=threshold,
        other_languages=other_languages,
        languages=languages,
        propagate=propagate,
        parser=parser,
        allow=allow,
        deny=deny,
        clean=clean,
        merge=merge,
        search=search,
        scorer=scorer,
    )


def _read_by_finder(nlp: Language) -> Sequence[str]:
    """The languages of a pipeline that names none: those of its finder, else its own alone."""
    encoder = "hips_transformer"
    if encoder not in nlp.component_names:
        return [nlp.lang]
    name = nlp.get_pipe_config(encoder).get("model", {}).get("name", "")
    known = READ_BY.get(name, ())
    return known if nlp.lang in known else [nlp.lang]


class HipsEntities(Component):
    """Merges span groups into one without overlaps whose spans name their entity.

    The group is written on every call, also where nothing was found. The entities themselves
    are kept on the document as plain data; `read_entities` and `doc._.hips_entities` read them.

    vocab (Vocab): The pipeline's vocabulary.
    name (str): The component's name.
    read (Sequence[str]): The languages that it reads where `languages` names none.
    The other settings are those of `make_entities`.
    """

    plain_settings = (
        "spans_key", "public_key", "sources", "threshold", "propagate", "other_languages",
        "languages",
    )  # fmt: skip

    def __init__(
        self,
        vocab: Vocab,
        name: str = "hips_entities",
        *,
        read: Sequence[str] = ("en",),
        spans_key: str = "pii",
        public_key: str = "public",
        sources: Sequence[str] = ("pii_rules", "pii_ner"),
        threshold: float | Mapping[str, float] = 0.5,
        other_languages: str = "rules",
        languages: Sequence[str] | None = None,
        propagate: bool = True,
        parser: Parse | None = None,
        allow: Sequence[str] = (),
        deny: Mapping[str, Sequence[str]] | None = None,
        clean: Mapping[str, EntityStep | None] = CLEAN,
        merge: Mapping[str, EntityStep | None] = MERGE,
        search: Mapping[str, SearchStep | None] = SEARCH,
        scorer: Scorer | None = None,
    ) -> None:
        super().__init__(vocab, name, scorer)
        install_extension()
        self.read = list(read)
        self.spans_key = spans_key
        self.public_key = public_key
        self.sources = list(sources)
        self.threshold = threshold if isinstance(threshold, (int, float)) else dict(threshold)
        self.other_languages = other_languages
        self.languages = languages
        self.propagate = propagate
        self.parser: Parse = parser or parse_mention
        self.known_people: KnownPeople | None = None
        wanted = "a step of its kind (components/entity_steps.py)"
        self.clean: dict[str, EntityStep] = checked_steps(name, "clean", clean, wanted)
        self.merge: dict[str, EntityStep] = checked_steps(name, "merge", merge, wanted)
        self.search: dict[str, SearchStep] = checked_steps(name, "search", search, wanted)
        self._check_settings()
        self._lists: tuple[list[str], dict[str, list[str]]] = ([], {})
        self.add_lists(allow, deny or {})
        self._given = self._settings()

    @property
    def other_languages(self) -> str:
        """What is done with text in other languages; may be set after loading."""
        return self._other_languages

    @other_languages.setter
    def other_languages(self, policy: str) -> None:
        if policy not in OTHER_LANGUAGES:
            wanted = " or ".join(OTHER_LANGUAGES)
            raise wrong_setting(self.name, "other_languages", wanted, repr(policy))
        self._other_languages = policy

    @property
    def languages(self) -> list[str] | None:
        """The languages that it reads, if they were named; may be set after loading."""
        return self._languages

    @languages.setter
    def languages(self, codes: Sequence[str] | None) -> None:
        wrong = isinstance(codes, str) or not all(map(is_language, codes or ()))
        if wrong:
            wanted = "a list of codes such as en or sv"
            raise wrong_setting(self.name, "languages", wanted, repr(codes))
        self._languages = None if codes is None else list(codes)

    def add_lists(self, allow: Sequence[str], deny: Mapping[str, Sequence[str]]) -> None:
        """Add to what is never and what is always hidden.

        allow (Sequence[str]): Strings, "re:PATTERN", "file:PATH".
        deny (Mapping[str, Sequence[str]]): The same, by label.
        RAISES (HipsError): E101, E120, E121 or E126 for lists that cannot be used.
        """
        allowed, denied = self._lists
        allowed = [*allowed, *allow]
        denied = {label: list(entries) for label, entries in denied.items()}
        for label, entries in deny.items():
            if check_label(label).full in KEPT:
                raise HipsError(Errors.E126.format(label=label))
            denied.setdefault(label, []).extend(entries)
        self.allow = ListMatcher(allowed, name=self.name, setting="allow")
        self.deny = {
            label: ListMatcher(entries, name=self.name, setting=f"deny.{label}")
            for label, entries in denied.items()
        }
        self._lists = (allowed, denied)

    def __call__(self, doc: Doc) -> Doc:
        """Merge the groups of one document and link their mentions.

        doc (Doc): The document.
        RETURNS (Doc): The same document, with its group and its entities set.
        """
        text = text_of(doc)
        keys = sorted([*fixed_places(text), *page_of(doc).speakers])
        fixed = fixed_entities(doc)
        found = self._read_in_language(doc, text, self._read(doc))
        found = run(self.clean, partial(Found, text, fields=keys), found)
        addresses = [replace(s, reason=PUBLIC_ADDRESS) for s in found if s.label == "URL"]
        allowed_places = self.allow(text)
        keep(doc, ALLOWED_PLACES, allowed_places)
        spans = [*(s for s in found if s.label != "URL"), *self.denied(doc)]
        given = partial(
            Found, text, fields=keys, confirmed=fixed, detected=found, record=self._record
        )
        merge = self.merge if self.propagate else _without_search(self.merge)
        spans = run(merge, given, resolve_overlaps(spans, text))
        spans, allowed = self._apply_allow(allowed_places, spans)
        linked = self._link(text, spans, fixed)
        if self.propagate:
            closed = [*fixed, *((s.start, s.end) for s in (*addresses, *allowed))]
            foreign = [(stretch.start, stretch.end) for stretch in read_foreign(doc)]
            closed += [*allowed_places, *keys]
            linked = self._propagate(text, linked, fixed, closed, foreign)
        write_group(doc, self.spans_key, linked.spans)
        self._set_aside(doc, addresses + allowed)
        keep_entities(doc, linked.entities.values())
        return doc

    def set_known_people(self, known: KnownPeople | None) -> None:
        """Take names, roles and the like of known persons from a table; None forgets it.

        known (KnownPeople): The table in which a component before this one found them. It is
            never written by `to_disk`.
        """
        self.known_people = known

    def _record(self, person_id: str) -> Entity | None:
        return self.known_people.person(person_id) if self.known_people is not None else None

    def _link(
        self, text: str, spans: Sequence[PiiSpan], fixed: Mapping[tuple[int, int], str]
    ) -> Linked:
        linked = link(text, spans, fixed=fixed, known=self._record, parse=self.parser)
        roles = {i: e.label for i, e in linked.entities.items() if e.label in NAME_LABELS}
        named = [replace(s, label=roles.get(s.id, s.label)) for s in linked.spans]
        return Linked(named, linked.entities)

    def _propagate(
        self,
        text: str,
        linked: Linked,
        fixed: Mapping[tuple[int, int], str],
        closed: Sequence[tuple[int, int]],
        foreign: Sequence[tuple[int, int]],
    ) -> Linked:
        """Add what the search steps find, and link anew: an added one may be the first."""
        if not any(e.label in NAME_LABELS for e in linked.entities.values()):
            return linked
        given = (text, linked.spans, linked.entities, name_tables(), closed)
        added = propagate(*given, foreign, self.search)
        if not added:
            return linked
        person_ids = {e.id: e.person_id for e in linked.entities.values() if e.person_id}
        spans = [
            replace(s, id=KNOWN + person_ids[s.id] if s.id in person_ids else "")
            for s in linked.spans
        ]
        spans += [replace(s, id="") for s in added]
        return self._link(text, tidied(text, resolve_overlaps(spans, text), fixed), fixed)

    def _check_settings(self) -> None:
        values = self.threshold.values() if isinstance(self.threshold, dict) else [self.threshold]
        if not all(0 <= value <= 1 for value in values):
            wanted = "a number from 0 to 1, or one by source"
            raise wrong_setting(self.name, "threshold", wanted, "another value")
        if self.spans_key == self.public_key or self.spans_key in self.sources:
            wanted = "a group of its own, not public_key and none of sources"
            raise wrong_setting(self.name, "spans_key", wanted, repr(self.spans_key))

    def _read(self, doc: Doc) -> list[PiiSpan]:
        return [
            span
            for source in self.sources
            for span in read_found(doc, source)
            if not span.score < self._lowest(source)  # a score that is no number is none to drop by
        ]

    def _read_in_language(self, doc: Doc, text: str, found: list[PiiSpan]) -> list[PiiSpan]:
        """What was found without what was guessed in a language that the pipeline cannot read."""
        foreign = foreign_stretches(text, self.languages or self.read)
        note_foreign(doc, foreign, self.other_languages)
        if not foreign:
            return found
        languages = ", ".join(sorted({stretch.lang for stretch in foreign}))
        policy, done = self.other_languages, _DONE[self.other_languages]
        message = Warnings.W115.format(
            languages=languages, policy=policy, name=self.name, done=done
        )
        warnings.warn(message, HipsWarning, stacklevel=3)
        if policy == "all":
            return found
        starts = [stretch.start for stretch in foreign]

        def is_foreign(span: PiiSpan) -> bool:
            at = bisect_right(starts, span.start) - 1
            return at >= 0 and span.start < foreign[at].end

        # A finder that has learnt several languages knows names in their relatives, too.
        named = NAME_LABELS if len(self.read) > 1 else frozenset()
        return [s for s in found if s.label in named or not (is_guess(text, s) and is_foreign(s))]

    def _lowest(self, source: str) -> float:
        if isinstance(self.threshold, dict):
            return self.threshold.get(source, 0.5)
        return self.threshold

    def denied(self, doc: Doc) -> list[PiiSpan]:
        """What the deny lists name in a document; it is remembered on the document.

        doc (Doc): The document.
        RETURNS (list[PiiSpan]): The places, which may overlap.
        """
        if not self.deny:
            return []
        text = text_of(doc)
        found = [
            PiiSpan(start, end, label, 1.0, DENIED)
            for label, matcher in self.deny.items()
            for start, end in matcher(text)
        ]
        # A name's borders are put right here: behind it nothing may be taken off what is denied.
        found = [(trim(text, s) or s) if s.label in NAME_LABELS else s for s in found]
        note_denied(doc, found)
        return found

    def _apply_allow(
        self, places: Sequence[tuple[int, int]], spans: list[PiiSpan]
    ) -> tuple[list[PiiSpan], list[PiiSpan]]:
        """Part the spans into those to hide and those that an allowed string covers."""
        if not places:
            return spans, []
        hidden, allowed = [], []
        for span in spans:
            covered = any(start <= span.start and span.end <= end for start, end in places)
            if covered and span.source != DENIED:
                allowed.append(replace(span, reason=ALLOWED))
            else:
                hidden.append(span)
        return hidden, allowed

    def _set_aside(self, doc: Doc, spans: list[PiiSpan]) -> None:
        """Add to the public group what is not in it yet."""
        there = {(s.start, s.end): s for s in spans}
        there.update({(s.start, s.end): s for s in read_found(doc, self.public_key)})
        if there:
            write_group(doc, self.public_key, there.values())


def _without_search(steps: Mapping[str, EntityStep]) -> dict[str, EntityStep]:
    return {key: step for key, step in steps.items() if not getattr(step, "propagates", False)}


def keep_entities(doc: Doc, entities: Iterable[Entity]) -> None:
    """Keep the entities on the document, as plain data."""
    keep(doc, ENTITIES, [dict(vars(entity)) for entity in entities])


def read_entities(doc: Doc) -> dict[str, Entity]:
    """The entities that hips_entities found in a document.

    doc (Doc): The document.
    RETURNS (dict[str, Entity]): By id; empty where the component has not run.
    """
    entities = (_restore(row) for row in kept(doc, ENTITIES, ()))
    return {entity.id: entity for entity in entities}


def read_allowed(doc: Doc) -> list[tuple[int, int]]:
    """Where the strings stand that are never hidden, by start and end character."""
    return [
        (note.start + int(start), note.start + int(end))
        for note in notes(doc, ALLOWED_PLACES)
        for start, end in note.value
    ]


def install_extension() -> None:
    """Add `doc._.hips_entities` and `doc._.hips_foreign`, once."""
    if not Doc.has_extension("hips_entities"):
        Doc.set_extension("hips_entities", getter=read_entities)
    if not Doc.has_extension("hips_foreign"):
        Doc.set_extension("hips_foreign", getter=read_foreign)


_TUPLES = frozenset(f.name for f in fields(Entity) if str(f.type).startswith("tuple"))


def _restore(row: Mapping[str, object]) -> Entity:
    return Entity(
        **{k: tuple(v) if k in _TUPLES else v for k, v in row.items()}  # type: ignore[arg-type]
    )
