"""hips_anonymizer: replaces what was found and tells what it did."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import minibatch
from spacy.vocab import Vocab
from thinc.api import Config

from ..core.body import text_of
from ..core.errors import Errors, HipsError, HipsWarning, Warnings, wrong_setting
from ..core.ids import SCOPES, Secret, document_id, get_ids, scope_id
from ..core.labels import KEPT, NAME_LABELS, actions_for, check_label
from ..core.notes import keep, kept
from ..core.overlaps import resolve_overlaps, with_denied
from ..core.spans import (
    DENIED,
    FILLED,
    PiiSpan,
    Replacement,
    denied,
    is_partly_written,
    read_found,
    read_group,
    write_group,
)
from ..replace.surrogates.maker import SurrogateMaker
from ..replace.surrogates.realism import PLAUSIBLE, checked, with_realism
from ..replace.surrogates.repeat import Consistent, RepeatPolicy
from ..replace.surrogates.replacer import Draws, Replacer, bound_key
from ..replace.surrogates.shuffle import PACKAGED, ShuffleSurrogate
from ..text.lexicon.tables import name_tables
from ..text.page.languages import is_skipped
from ..who.persons.link.entity import Entity
from ..who.persons.link.numbering import complete_entities, free_id, people_of
from ..who.persons.link.owners import WORDS, with_reviewed_owners
from ..who.persons.search.addressed import addressed
from ..who.persons.search.leftovers import leftovers as find_leftovers
from ..who.persons.search.namesakes import NAMED, namesakes
from .component import Component, Scorer
from .entities import SCORE_WEIGHTS, read_allowed, read_entities
from .others import OthersLabels
from .output import install_extensions, set_output
from .reminders import Reminder

if TYPE_CHECKING:
    from ..replace.register import Found, Register
    from ..who.persons.search.known import KnownPeople
    from ..who.persons.search.placeholders import Placeholders
    from .front_door import Finder, FrontDoor

LEFTOVERS: tuple[str, ...] = ("replace", "report", "off")
"""What may become of words of replaced names that nothing else has found."""

DEFAULT_CONFIG = """
[hips_anonymizer]
spans_key = "pii"
public_key = "public"
finder = "auto"
leftovers = "replace"
profile = "default"
scope = "document"
realism = "plausible"
secret_file = null
secret = null
placeholders = null

[hips_anonymizer.repeat]
@misc = "spacy_hips.Repeat.consistent.v1"

[hips_anonymizer.scorer]
@scorers = "spacy_hips.PiiScorer.v1"
spans_key = "pii"

[hips_anonymizer.adopt]

[hips_anonymizer.actions]

[hips_anonymizer.surrogates]

[hips_anonymizer.surrogates.PERSON]
@misc = "spacy_hips.NameSurrogate.v1"

[hips_anonymizer.surrogates.EMAIL]
@misc = "spacy_hips.EmailSurrogate.v1"

[hips_anonymizer.surrogates.USERNAME]
@misc = "spacy_hips.UsernameSurrogate.v1"

[hips_anonymizer.surrogates.ID_NUM]
@misc = "spacy_hips.IdSurrogate.v1"

[hips_anonymizer.surrogates.PHONE_NUM]
@misc = "spacy_hips.PhoneSurrogate.v1"

[hips_anonymizer.surrogates.URL_PERSONAL]
@misc = "spacy_hips.UrlSurrogate.v1"

[hips_anonymizer.surrogates.STREET_ADDRESS]
@misc = "spacy_hips.AddressSurrogate.v1"

[hips_anonymizer.surrogates.IP_ADDRESS]
@misc = "spacy_hips.IpSurrogate.v1"

[hips_anonymizer.surrogates.DATE]
@misc = "spacy_hips.DateSurrogate.v1"

[hips_anonymizer.surrogates.DATE_OF_BIRTH]
@misc = "spacy_hips.DateSurrogate.v1"

[hips_anonymizer.surrogates.AGE]
@misc = "spacy_hips.AgeSurrogate.v1"

[hips_anonymizer.surrogates.ZIP]
@misc = "spacy_hips.ZipSurrogate.v1"

[hips_anonymizer.surrogates.LOCATION]
@misc = "spacy_hips.PlaceSurrogate.v1"

[hips_anonymizer.surrogates.SCHOOL]
@misc = "spacy_hips.SchoolSurrogate.v1"

[hips_anonymizer.surrogates.EMPLOYER]
@misc = "spacy_hips.EmployerSurrogate.v1"

[hips_anonymizer.surrogates.NATIONALITY]
@misc = "spacy_hips.NationalitySurrogate.v1"

[hips_anonymizer.surrogates.PROFESSION]
@misc = "spacy_hips.ProfessionSurrogate.v1"

[hips_anonymizer.surrogates.TRANSPORT]
@misc = "spacy_hips.TransportSurrogate.v1"

[hips_anonymizer.generalisers]

[hips_anonymizer.generalisers.AGE]
@misc = "spacy_hips.AgeClass.v1"

[hips_anonymizer.generalisers.DATE]
@misc = "spacy_hips.DateClass.v1"

[hips_anonymizer.generalisers.DATE_OF_BIRTH]
@misc = "spacy_hips.DateClass.v1"

[hips_anonymizer.generalisers.LOCATION]
@misc = "spacy_hips.PlaceClass.v1"

[hips_anonymizer.generalisers.NATIONALITY]
@misc = "spacy_hips.NationalityClass.v1"

[hips_anonymizer.generalisers.ZIP]
@misc = "spacy_hips.ZipClass.v1"

[hips_anonymizer.generalisers.SCHOOL]
@misc = "spacy_hips.SchoolClass.v1"
"""


@Language.factory(
    "hips_anonymizer",
    assigns=[
        "doc._.anonymized",
        "doc._.replacements",
        "doc._.anonymized_doc",
        "doc._.hips_searched",
    ],
    default_config=Config().from_str(DEFAULT_CONFIG, interpolate=False)["hips_anonymizer"],
    default_score_weights=SCORE_WEIGHTS,
)
def make_anonymizer(
    nlp: Language,
    name: str,
    spans_key: str,
    public_key: str,
    finder: Any,
    adopt: dict[str, str | None],
    leftovers: str,
    profile: str,
    scope: str,
    realism: str,
    secret_file: str | None,
    secret: Any,
    placeholders: Any,
    actions: dict[str, str],
    surrogates: dict[str, Any],
    generalisers: dict[str, Any],
    repeat: Any,
    scorer: Any,
) -> HipsAnonymizer:
    """Build the component that replaces identifiers.

    nlp (Language): The pipeline.
    name (str): The component's name.
    spans_key (str): The span group to replace. Where a document has no such group, the component
        finds identifiers itself (`finder`).
    public_key (str): The span group of what stays, such as public people and addresses.
    finder (Union[str, Callable]): What finds and judges names in a document that has no such
        group. "auto": the installed trained pipeline, and what is in `doc.ents` beside it; where
        none is installed, what needs no model, after a warning. "ents": `doc.ents` and rules alone.
        Else the package or folder of a trained pipeline, or a registered function that takes a
        document and gives `PiiSpan`s beside the rules'.
    adopt (Dict[str, Optional[str]]): What labels of other components are here, beside those that
        are known, such as {"BADGE": "ID_NUM"}. null: what has that label stays.
    leftovers (str): What becomes of words of a replaced name that nothing else has found, such as
        those in a path or a hashtag: "replace", "report" (a warning with their number) or "off".
    profile (str): "default" (indirect identifiers are marked only), "full", or another of
        docs/profiles.md.
    scope (str): What surrogates are consistent in: "document", "author", "group" or "corpus". All
        but "document" need a register of all documents; see `HipsAnonymizer.fit`.
    realism (str): "plausible": surrogates that no rule tells from what was missed; "safe": such
        as certainly reach nobody, and show that they are surrogates.
    secret_file (Optional[str]): A file that holds the secret; else HIPS_SECRET; else one is drawn.
    secret: Refused, so that a secret that was put here by mistake is not saved with the config.
    placeholders (Optional[Placeholders]): Finds placeholders that somebody has put in place of
        names before, such as "<STUDENT>" and "NAME_2"; each is filled with a name. Off if null.
    actions (Dict[str, str]): Actions by label that differ from the profile.
    surrogates (Dict[str, Optional[SurrogateMaker]]): Surrogate makers by label; that for
        PERSON makes names whose label has none.
    generalisers (Dict[str, Optional[SurrogateMaker]]): Makers for the action "generalise".
    repeat (RepeatPolicy): Whether all mentions of an entity get one surrogate: consistent, or for
        experiments markov and random, which break who is who (replace/surrogates/repeat.py).
    scorer (Optional[Callable]): What `nlp.evaluate` calls.
    RAISES (HipsError): E101-E104, E307 or E310 for a config that cannot be used, E124 or E125 for
        values that are to be shuffled between documents and cannot be.
    """
    if secret is not None:
        raise HipsError(Errors.E104.format(name=name)) from None
    component = HipsAnonymizer(
        nlp.vocab,
        name,
        lang=nlp.lang,
        spans_key=spans_key,
        public_key=public_key,
        finder=finder,
        adopt=adopt,
        leftovers=leftovers,
        profile=profile,
        scope=scope,
        realism=realism,
        secret_file=secret_file,
        placeholders=placeholders,
        actions=actions,
        surrogates=surrogates,
        generalisers=generalisers,
        repeat=repeat,
        scorer=scorer,
    )
    component.others = OthersLabels(nlp, adopt)
    return component


MOVED = "moved"


def move_persons(doc: Doc, keys: Mapping[str, str]) -> None:
    """Have some persons of a document be somebody else of the scope.

    doc (Doc): The document.
    keys (Mapping[str, str]): By the id of an entity, what its draws are bound to.
    """
    keep(doc, MOVED, dict(keys))


OWNERS = "owners"


def tell_owners(doc: Doc, owners: Mapping[int, str]) -> None:
    """Have some addresses and numbers of a document belong to whom a reviewer chose.

    doc (Doc): The document.
    owners (Mapping[int, str]): By the first character of a mention the id of a person; "" for
        nobody.
    """
    keep(doc, OWNERS, dict(owners))


@dataclass(frozen=True)
class Across:
    """Who the persons of a document are in all documents of a scope.

    within (str): The scope, as a keyed digest.
    persons (Mapping[str, str]): By the id of an entity, under which digest a register has it.
    keys (Mapping[str, str]): By that digest, what draws are bound to.
    """

    within: str
    persons: Mapping[str, str]
    keys: Mapping[str, str]


class HipsAnonymizer(Component):
    """Replaces the spans of a group and sets `doc._.anonymized` and `doc._.replacements`.

    The text, the tokens and `doc.ents` of the document are never changed.

    vocab (Vocab): The pipeline's vocabulary.
    name (str): The component's name.
    lang (str): The pipeline's language.
    The other settings are those of `make_anonymizer`.
    """

    plain_settings = (
        "spans_key", "public_key", "leftovers", "profile", "scope", "realism", "actions",
    )  # fmt: skip

    def __init__(
        self,
        vocab: Vocab,
        name: str = "hips_anonymizer",
        *,
        lang: str = "en",
        spans_key: str = "pii",
        public_key: str = "public",
        finder: str | Finder = "auto",
        adopt: Mapping[str, str | None] | None = None,
        leftovers: str = "replace",
        profile: str = "default",
        scope: str = "document",
        realism: str = PLAUSIBLE,
        secret_file: str | None = None,
        placeholders: Placeholders | None = None,
        actions: Mapping[str, str] | None = None,
        surrogates: Mapping[str, SurrogateMaker | None],
        generalisers: Mapping[str, SurrogateMaker | None] | None = None,
        repeat: RepeatPolicy | None = None,
        scorer: Scorer | None = None,
    ) -> None:
        super().__init__(vocab, name, scorer)
        install_extensions()
        if scope not in SCOPES:
            raise HipsError(Errors.E109.format(scope=scope, known=", ".join(SCOPES)))
        if leftovers not in LEFTOVERS:
            known = ", ".join(LEFTOVERS)
            raise HipsError(Errors.E307.format(name=name, got=leftovers, known=known))
        actions_for(profile, actions)
        if not (callable(finder) or (isinstance(finder, str) and finder)):
            wanted = "auto, ents, a trained pipeline or a function"
            raise wrong_setting(name, "finder", wanted, repr(finder))
        self._check_makers("surrogates", surrogates)
        self._check_makers("generalisers", generalisers or {})
        self.lang = lang
        self.spans_key = spans_key
        self.public_key = public_key
        self.finder = finder
        self.leftovers = leftovers
        self.profile = profile
        self.scope = scope
        self.actions = dict(actions or {})
        self.placeholders = placeholders
        self._makers = {label: maker for label, maker in surrogates.items() if maker}
        self.replacer = Replacer(
            self._makers,
            {label: maker for label, maker in (generalisers or {}).items() if maker},
            lang,
            repeat,
        )
        self.realism = realism
        self.known_people: KnownPeople | None = None
        self.register: Register | None = None
        self.search_only = False
        self.renamed: Mapping[str, str] = {}
        self._secret_file = secret_file
        self._secret: Secret | None = None
        for label in filter(None, (adopt or {}).values()):
            check_label(label)
        self.others = OthersLabels(adopt=adopt)
        self._front_door: FrontDoor | None = None
        self._remind = Reminder(name)
        self._check_scope()
        self._given = self._settings()

    @property
    def secret(self) -> Secret:
        """The secret of the draws; loaded or drawn when first asked for."""
        if self._secret is None:
            self._secret = Secret.load(self._secret_file)
        return self._secret

    @property
    def realism(self) -> str:
        """What surrogates may look like: "safe" or "plausible"."""
        return self._realism

    @realism.setter
    def realism(self, realism: str) -> None:
        self._realism = checked(realism) or PLAUSIBLE
        makers = self._makers.items()
        self.replacer.makers = {
            label: with_realism(maker, self._realism) for label, maker in makers
        }

    @property
    def all_actions(self) -> dict[str, str]:
        """The action of every label."""
        return actions_for(self.profile, self.actions)

    @property
    def hidden(self) -> frozenset[str]:
        """The labels whose text does not stay."""
        return frozenset([label for label, done in self.all_actions.items() if done not in KEPT])

    def set_secret(self, secret: Secret) -> None:
        """Use this secret. It is never written by `to_disk`."""
        self._secret = secret

    def set_known_people(self, known: KnownPeople | None) -> None:
        """Have the people of a table found where this component searches by itself."""
        self.known_people = known
        if self._front_door is not None:
            self._front_door.set_known_people(known)

    @property
    def front_door(self) -> FrontDoor:
        """What searches a document on which no group was set; made when first asked for."""
        if self._front_door is None:
            from .front_door import FrontDoor

            self._front_door = FrontDoor(
                self.vocab, self.lang, self.spans_key, self.public_key, self.others, self.finder
            )
            self._front_door.set_known_people(self.known_people)
        return self._front_door

    def set_register(self, register: Register | None) -> None:
        """Take surrogates from this register. It is never written by `to_disk`.

        register (Register): Allocated for all documents; None forgets it.
        RAISES (HipsError): E134 for one of another scope, E138 for a policy that it cannot hold.
        """
        if register is not None and register.scope != self.scope:
            found = register.scope
            raise HipsError(Errors.E134.format(path="given", found=found, scope=self.scope))
        self.register = register
        self._check_repeat()

    def fit(self, docs: Iterable[Doc], path: str | Path | None = None) -> Register:
        """Pass one of the scopes "author", "group" and "corpus": settle all new names at once.

        docs (Iterable[Doc]): All documents, run through the other components, with the ids that
            the scope needs (`set_ids`). They are read once and not kept.
        path (Path): Freeze the register here. One that is there is read first, and added to: what
            it says of earlier documents stays.
        RETURNS (Register): The register, which this component uses from now on.
        RAISES (HipsError): E117 for a document without the id that the scope needs, E130-E134
            for a register that cannot be used.

        EXAMPLE:
            >>> anonymizer = nlp.add_pipe("hips_anonymizer", config={"scope": "corpus"})
            >>> texts = ["Write to ana@x.org!", "Is ana@x.org yours?"]
            >>> found = nlp.pipe(texts, disable=["hips_anonymizer"])
            >>> register = anonymizer.fit(found, "names.register")
            >>> new = [doc._.replacements[0].surrogate for doc in nlp.pipe(texts)]
            >>> new[0] == new[1]
            True
        """
        from ..replace.register import Register

        there = path is not None and Path(path).exists()
        if path is not None and there:
            register = Register.load(path, self.secret, scope=self.scope)
        else:
            register = Register(self.secret, self.scope)
        register.collect(self.find(doc) for doc in docs)
        register.allocate(self.replacer.makers, self.lang)
        if path is not None:
            register.freeze(path)
        self.set_register(register)
        return register

    def find(self, doc: Doc) -> Found:
        """What a register needs to know of a document.

        doc (Doc): The document; where nothing has searched it, this component does.
        RETURNS (Found): Its identifiers, as plain data.
        """
        from ..replace.register.found import Found, find_identifiers, find_values

        text = text_of(doc)
        spans, entities = self._entities(doc, text)
        scope, ids = scope_id(doc, self.scope, self.secret), get_ids(doc)
        actions = self.all_actions
        found = find_identifiers(text, spans, entities, actions, scope, self._owner(doc))
        name = self.secret.pseudonym("doc", ids.doc or document_id(doc, self.secret))
        values = find_values(text, spans, actions, self.replacer.makers)
        return Found(scope, name, ids.author, found, values)

    def across(self, doc: Doc) -> Across | None:
        """Who the persons of a document are in all documents of the scope.

        doc (Doc): The document; where nothing has searched it, this component does.
        RETURNS (Optional[Across]): Under keyed digests; None in scope "document".
        """
        from ..replace.register.entries import PERSON, Digests

        if self.scope == "document":
            return None
        _, entities = self._entities(doc, doc.text)
        scope, owner = scope_id(doc, self.scope, self.secret), self._owner(doc)
        digests = Digests(self.secret)
        keys = {i: bound_key(one, owner) for i, one in entities.items() if one.label in NAME_LABELS}
        persons = {i: digests.key((scope, PERSON, key)) for i, key in keys.items()}
        return Across(digests.within(scope), persons, {persons[i]: k for i, k in keys.items()})

    def left_by(self, doc: Doc, profile: str) -> list[Replacement]:
        """What another profile would leave in a document of what was found.

        doc (Doc): The document; where nothing has searched it, this component does.
        profile (str): One of `labels.PROFILES`.
        RETURNS (list[Replacement]): Those whose text stays, by place.
        """
        text = text_of(doc)
        spans, entities = self._entities(doc, text)
        scope = f"document:{document_id(doc, self.secret)}"
        draws = Draws(
            partial(self.secret.draw_for, scope), self.secret.draw_for(scope, "AUTHOR", scope)
        )
        done = self.replacer(text, spans, entities, actions_for(profile), draws)
        return [one for one in done.replacements if one.action in KEPT]

    def draws(self, doc: Doc) -> Draws:
        """The keyed choices of a document.

        doc (Doc): The document, with the ids that the scope needs.
        RETURNS (Draws): For a `Replacer`.
        RAISES (HipsError): E117 for a missing id, E119 for a wide scope without a register.
        """
        scope = scope_id(doc, self.scope, self.secret)
        author = get_ids(doc).author
        owner = f"author:{author}" if author else scope
        own = self.secret.draw_for(owner, "AUTHOR", owner)
        of = partial(self.secret.draw_for, scope)
        if self.scope == "document":
            return Draws(of, own, self.scope)
        if self.register is None:
            raise HipsError(Errors.E119.format(scope=self.scope))
        return Draws(
            of,
            own,
            self.scope,
            shared=self.secret.draw_for(scope, "AUTHOR", scope),
            owner=self._owner(doc),
            allocation=self.register.within(scope),
            swaps=self.register.swaps(scope) if self._shuffled else None,
        )

    def __call__(self, doc: Doc) -> Doc:
        """Replace the identifiers of one document.

        doc (Doc): The document.
        RETURNS (Doc): The same document, with `doc._.anonymized` and `doc._.replacements` set;
            without them while `search_only` is set, and where some of the text is in another
            language and that is to be skipped (`other_languages` of hips_entities).
        RAISES (HipsError): E119 for a scope wider than "document" without a register, E135 for a
            document that the register does not know.
        """
        text = text_of(doc)
        spans, entities = self._entities(doc, text)
        if self.search_only or is_skipped(doc):
            return doc
        never = {text[s.start : s.end] for s in (*denied(doc), *spans) if s.source == DENIED}
        done = self.replacer(text, spans, entities, self.all_actions, self.draws(doc), denied=never)
        for label, count in done.failed.items():
            warnings.warn(Warnings.W102.format(count=count, label=label), HipsWarning, stacklevel=2)
        set_output(doc, done.text, done.replacements)
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Process a stream of documents, in their order; see `Component.pipe`.

        Those that nothing has searched are searched together: an encoder takes short texts a batch
        at a time.
        """
        for batch in minibatch(stream, batch_size):
            docs = list(batch)
            new = [doc for doc in docs if self.spans_key not in doc.spans]
            # What fails with others is tried alone below, and handed to the error handler.
            with suppress(Exception):
                if len(new) > 1:
                    self.front_door(new, self.hidden)
            yield from super().pipe(docs, batch_size=batch_size)

    def __getstate__(self) -> dict[str, Any]:
        # Drawn before it is sent to worker processes, so that all of them draw alike.
        _ = self.secret
        return self.__dict__

    def _check_makers(self, setting: str, makers: Mapping[str, SurrogateMaker | None]) -> None:
        for label, maker in makers.items():
            check_label(label)
            if maker is not None and not callable(maker):
                wanted = "a surrogate maker (replace/surrogates/maker.py)"
                raise wrong_setting(self.name, f"{setting}.{label}", wanted, type(maker).__name__)
            if isinstance(maker, ShuffleSurrogate) and label not in PACKAGED:
                raise HipsError(Errors.E125.format(label=label, known=", ".join(PACKAGED)))

    def _check_scope(self) -> None:
        if self.scope != "document":
            if self.secret.drawn:
                raise HipsError(Errors.E105.format(scope=self.scope))
            self._check_repeat()
        elif self._shuffled:
            raise HipsError(Errors.E124.format(label=", ".join(self._shuffled)))

    @property
    def _shuffled(self) -> list[str]:
        """The labels whose values are exchanged between documents."""
        makers = self.replacer.makers.items()
        return [label for label, maker in makers if isinstance(maker, ShuffleSurrogate)]

    def _check_repeat(self) -> None:
        policy = self.replacer.repeat
        if self.scope != "document" and not isinstance(policy, Consistent):
            raise HipsError(Errors.E138.format(policy=type(policy).__name__))

    def _entities(self, doc: Doc, text: str) -> tuple[list[PiiSpan], dict[str, Entity]]:
        """The spans to replace and their entities; the document is searched where it was not."""
        spans, entities = self._found(doc, text)
        if said := kept(doc, OWNERS, {}):
            owners = {s.id: said[s.start] for s in spans if s.start in said}
            entities = with_reviewed_owners(entities, owners)
        moved = kept(doc, MOVED, {})
        if not (self.renamed or moved):
            return spans, entities
        return spans, {i: self._under_new_id(e, moved.get(i, "")) for i, e in entities.items()}

    def _under_new_id(self, entity: Entity, moved: str) -> Entity:
        """A person who is withdrawn, under another id, so that no old surrogate is found; and one
        who is somebody else by a reviewer's decision."""
        new = self.renamed.get(entity.person_id) or self.renamed.get(entity.key) or moved
        named = new and entity.label in NAME_LABELS
        return replace(entity, key=str(new), person_id=str(new)) if named else entity

    def _found(self, doc: Doc, text: str) -> tuple[list[PiiSpan], dict[str, Entity]]:
        """The same for everybody under the own id."""
        if self.spans_key not in doc.spans:
            self.front_door([doc], self.hidden)
        elif is_partly_written(doc, self.spans_key):
            raise HipsError(Errors.E128)
        elif self._front_door is not None:
            # It did not search this document, but its lists hold for all of them.
            self._front_door.entities.denied(doc)
        # What somebody put into the group by hand is to be hidden: there an address is personal.
        there = (
            replace(s, label="URL_PERSONAL") if s.label == "URL" else s
            for s in read_found(doc, self.spans_key)
        )
        spans = resolve_overlaps(there, text)
        if listed := denied(doc):
            # What a deny list names is replaced, whatever came of it behind hips_entities.
            found, spans = spans, with_denied(spans, listed, self.all_actions, text)
            if spans != found:
                write_group(doc, self.spans_key, spans)
        self._remind(doc, text, spans, self.hidden)
        spans, entities = complete_entities(spans, read_entities(doc), text)
        if self.placeholders is not None:
            bound = partial(self._bound, doc)
            spans, entities = self.placeholders.fill(text, spans, entities, bound)
        if self.leftovers == "off":
            return spans, entities
        left, people, owners = self._leftovers(doc, text, spans, entities)
        if left and self.leftovers == "report":
            message = Warnings.W301.format(count=len(left))
            warnings.warn(message, HipsWarning, stacklevel=3)
            return spans, entities
        more = {span.id: people[span.id] for span in left}
        # An address keeps spelling the name of whom the net found by it.
        spelt = {i: who for i, who in owners.items() if who in more}
        more |= {i: replace(entities[i], owner=w, evidence=WORDS) for i, w in spelt.items()}
        return with_denied(spans, left, self.all_actions, text), {**entities, **more}

    def _leftovers(
        self, doc: Doc, text: str, spans: Sequence[PiiSpan], entities: Mapping[str, Entity]
    ) -> tuple[list[PiiSpan], dict[str, Entity], dict[str, str]]:
        """What would be left of replaced names, and whose it is; a known author's name counts, and
        so does whom a replaced address spells: by the address who that is. Schools, firms and
        places are searched, too, unless an action of the user's own keeps them."""
        hidden = self.hidden & NAME_LABELS
        known = self.known_people.own(get_ids(doc)) if self.known_people is not None else ()
        own = (record for record in known if record.label in hidden)
        named = [s for s in spans if s.label in hidden and not s.source.startswith(FILLED)]
        people = people_of(named, entities, own)
        owners: dict[str, str] = {}
        if hidden:
            gone = [s for s in spans if s.label in self.hidden]
            for address, person in addressed(text, gone, entities, name_tables()):
                owners[address] = i = free_id(entities.keys() | people.keys())
                people[i] = replace(person, id=i)
        if not people:
            return [], {}, {}
        public = read_group(doc, self.public_key)
        closed = [*((s.start, s.end) for s in public), *read_allowed(doc)]
        names = {text[s.start : s.end] for s in public if s.label in NAME_LABELS}
        left = find_leftovers(text, spans, people, name_tables(), closed, names)
        told = NAMED - self.hidden - self.actions.keys()
        kept = [s for s in spans if s.label in told and s.source != DENIED]
        return [*left, *namesakes(text, kept, people, name_tables())], people, owners

    def _bound(self, doc: Doc, number: str) -> str:
        """What a placeholder is bound to: only its number may mean somebody beyond the document.

        In a corpus the numbers begin anew with every author or document.
        """
        shared = number and self.scope in ("author", "group")
        return "" if shared or self.scope == "document" else f":{document_id(doc, self.secret)}"

    def _owner(self, doc: Doc) -> str:
        """What a lone name is bound to in a scope wider than a document."""
        author = get_ids(doc).author
        return f"author:{author}" if author else f"document:{document_id(doc, self.secret)}"
