"""Builds the pipeline that a command line asks for."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc

from ..errors import Errors, HipsError
from ..ids import Secret, config_hash, scope_id
from ..labels import actions_for, check_label
from ..persons.search.known import KnownPeople
from ..records.batches import Runner
from ..records.documents import NAME_ROLES, Document
from ..records.names import ColumnPeople, PeopleOfColumns, cover, keeps_names, uncovered
from ..records.readers import STANDARD
from ..records.spanfile import SpanFile
from ..records.summary import Summary
from ..shipped import installed_model, load
from ..surrogates.shuffle import PACKAGED
from ._input import Input, open_input

if TYPE_CHECKING:
    from ..components.anonymizer import HipsAnonymizer

ANONYMIZER, ENTITIES, FILTER = "hips_anonymizer", "hips_entities", "hips_filter"
SHUFFLE = "spacy_hips.ShuffleSurrogate.v1"


class Pipeline:
    """A pipeline with its anonymizer, its secret and its known people.

    args (Namespace): The options of `_options.add_pipeline`, and of `add_actions` where the verb
        has them.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self.secret = Secret.load(getattr(args, "secret_file", None))
        self._allow = [f"file:{path}" for path in args.allow]
        self._deny = _deny_lists(args.deny)
        self._model = _model(args)
        self.nlp = self._load()
        self.name = self._place_anonymizer()
        self.anonymizer.set_secret(self.secret)
        self._apply_lists()
        self._known = _known(args)
        if self._known is not None:
            self._tell(self._known)
        self._people = ColumnPeople(self.anonymizer.scope, self._known)
        self._met = False

    @property
    def anonymizer(self) -> HipsAnonymizer:
        """The component that replaces."""
        return self.nlp.get_pipe(self.name)  # type: ignore[no-any-return]

    @property
    def judges(self) -> bool:
        """Does the pipeline tell who is private and who is public?"""
        return any(self._factory(name) == FILTER for name in self.nlp.pipe_names)

    def runner(self, given: SpanFile | None = None) -> Runner:
        """The pipeline in batches, as the options ask.

        given (SpanFile): Spans from outside: everything but the anonymizer is switched off.
        """
        if given is not None:
            self.nlp.select_pipes(enable=[self.name])
            if self.anonymizer.leftovers == "replace":
                self.anonymizer.leftovers = "report"  # a reviewer may have meant them to stay
        return Runner(
            self.nlp,
            batch_size=self._args.batch_size,
            n_process=self._args.n_process,
            spans_key=self.anonymizer.spans_key,
            people=self._expect if given is None else None,
            settle=self._settle,
            scope=lambda doc: scope_id(doc, self.anonymizer.scope, self.secret),
            given=None if given is None else lambda document: given.of(document).spans,
        )

    def summary(self, *, given: bool = False) -> Summary:
        """A summary that knows what this pipeline is to do.

        given (bool): Spans come from outside, and nothing is searched.
        """
        asked = sorted(self.anonymizer.hidden)
        return Summary(asked=asked, judged=self.judges or given, given=given)

    def _settle(self, doc: Doc, document: Document) -> Doc:
        """Replace name cells whole, also where the pipeline thought otherwise."""
        anonymizer = self.anonymizer
        parts = uncovered(document, doc._.replacements)
        if not parts or keeps_names(anonymizer.profile, anonymizer.actions):
            return doc
        cover(doc, document, parts, anonymizer.spans_key)
        return anonymizer(doc)

    def meet(self, given: Input) -> None:
        """Learn whom the name columns of an input name, before the first text is searched.

        given (Input): The input. Where it can be read only once, and where nobody may occur in
            another row, each batch tells its own people.
        """
        columns = given.columns
        apart = self.anonymizer.scope == "document" and not columns.the("author")
        self._met = given.source.path != STANDARD and not apart
        if self._met and columns.having(*NAME_ROLES):
            with open_input(self._args) as again:
                self._people.add(again.items())

    def _expect(self, documents: Sequence[Document]) -> None:
        """Have the authors and speakers of the input found in these documents."""
        if not self._met:
            self._people = ColumnPeople(self.anonymizer.scope, self._known)
            self._people.add(documents)
        if self._people:
            self._tell(self._people.of(documents))

    def settings(self) -> dict[str, Any]:
        """Whatever changes what comes out, without the secret."""
        args = vars(self._args)
        lists = [*args["allow"], *args["deny"], args["known_people"] or ""]
        return {
            "config": config_hash(self.nlp.config.to_str()),
            "files": [_digest(str(entry).rpartition("=")[2]) for entry in lists if entry],
            "actions": dict(self.anonymizer.actions),
            "profile": self.anonymizer.profile,
            "scope": self.anonymizer.scope,
        }

    def versions(self) -> dict[str, str]:
        """What the manifest says about programs and model."""
        import spacy

        from .. import __version__

        meta = self.nlp.meta
        model = f"{meta['lang']}_{meta['name']}" if self._model else f"blank {self.nlp.lang}"
        return {
            "spacy_hips": __version__,
            "spacy": spacy.__version__,
            "model": model,
            "model_version": str(meta.get("version", "")) if self._model else "",
        }

    def _load(self) -> Language:
        from ..components.tokenizer import blank

        if self._model:
            return load(self._model)
        try:
            return blank(self._args.lang)
        except ImportError:
            reason = "spaCy does not know this language"
            raise HipsError(Errors.E728.format(model=self._args.lang, reason=reason)) from None

    def _place_anonymizer(self) -> str:
        """Add the anonymizer, or give the one that is there the options' settings."""
        changes = self._changes()
        names = [n for n in self.nlp.pipe_names if self._factory(n) == ANONYMIZER]
        if not names:
            self.nlp.add_pipe(ANONYMIZER, config=changes | _some(surrogates=self._shuffles({})))
            return ANONYMIZER
        if changes:
            there = self.nlp.get_pipe(names[-1])
            config = {k: v for k, v in self.nlp.get_pipe_config(names[-1]).items() if k[0] != "@"}
            config.pop("factory", None)
            config.update({key: getattr(there, key) for key in there.plain_settings})
            changes["actions"] = {**there.actions, **changes.get("actions", {})}
            makers = config.get("surrogates", {})
            changes["surrogates"] = {**makers, **self._shuffles(makers)}
            self.nlp.replace_pipe(names[-1], ANONYMIZER, config={**config, **changes})
        return str(names[-1])

    def _changes(self) -> dict[str, Any]:
        args = self._args
        actions = _actions(getattr(args, "action", []))
        for label in _shuffled(getattr(args, "shuffle", [])):
            action = actions.setdefault(label, "surrogate")
            if action != "surrogate":
                raise HipsError(Errors.E759.format(label=label, action=action))
        wanted = {
            "profile": getattr(args, "profile", None),
            "scope": getattr(args, "scope", None),
            "secret_file": getattr(args, "secret_file", None),
            "actions": actions or None,
        }
        return {key: value for key, value in wanted.items() if value is not None}

    def _shuffles(self, makers: Mapping[str, Any]) -> dict[str, Any]:
        """The config of the labels that are to be shuffled.

        makers (Mapping): The config of the makers that are there: they serve what is not shuffled.
        """
        least = getattr(self._args, "shuffle_min_authors", None)
        labels = _shuffled(getattr(self._args, "shuffle", []))
        if least is not None and (least < 2 or not labels):
            wanted = "2 or more" if labels else "given together with --shuffle"
            raise HipsError(Errors.E730.format(setting="--shuffle-min-authors", wanted=wanted))
        out: dict[str, Any] = {}
        for label in labels:
            old = makers.get(label) or {}
            again = old.get("@misc") == SHUFFLE
            new = dict(old) if again else {"@misc": SHUFFLE, **_some(otherwise=old)}
            out[label] = new | ({"min_authors": least} if least is not None else {})
        return out

    def _apply_lists(self) -> None:
        """Give the lists to the component that merges; without one, to the front door's."""
        if not (self._allow or self._deny):
            return
        names = [n for n in self.nlp.pipe_names if self._factory(n) == ENTITIES]
        merging = self.nlp.get_pipe(names[-1]) if names else self.anonymizer.front_door.entities
        merging.add_lists(self._allow, self._deny)

    def _tell(self, known: KnownPeople | PeopleOfColumns) -> None:
        for _, pipe in self.nlp.pipeline:
            if hasattr(pipe, "set_known_people"):
                pipe.set_known_people(known)

    def _factory(self, name: str) -> str:
        return str(self.nlp.get_pipe_meta(name).factory)


def _model(args: argparse.Namespace) -> str:
    """The trained pipeline to load; none where only rules search, or nothing does."""
    if args.model and args.rules_only:
        raise HipsError(Errors.E736)
    spans = getattr(args, "spans", None)
    for option in ("deny", "allow", "known_people") if spans else ():
        if getattr(args, option):
            raise HipsError(Errors.E737.format(option="--" + option.replace("_", "-")))
    if args.model or args.rules_only or spans:
        return args.model or ""
    return installed_model(args.lang)


def _known(args: argparse.Namespace) -> KnownPeople | None:
    """The table of known people, which may be written as the input is."""
    if not args.known_people:
        return None
    encoding, delimiter = getattr(args, "encoding", ""), getattr(args, "delimiter", "")
    return KnownPeople.load(
        args.known_people, encoding=encoding, delimiter=delimiter.replace("\\t", "\t")
    )


def _shuffled(entries: Sequence[str]) -> list[str]:
    """The labels of --shuffle."""
    labels = [label.strip() for entry in entries for label in entry.split(",")]
    if any(label not in PACKAGED for label in labels):
        raise HipsError(Errors.E758.format(known=", ".join(PACKAGED)))
    return labels


def _some(**settings: Any) -> dict[str, Any]:
    """The settings that are not empty."""
    return {name: value for name, value in settings.items() if value}


def _actions(entries: Sequence[str]) -> dict[str, str]:
    actions = {}
    for entry in entries:
        label, equals, action = entry.partition("=")
        if not equals:
            raise HipsError(Errors.E731)
        actions[label.strip()] = action.strip()
    actions_for("default", actions)
    return actions


def _deny_lists(entries: Sequence[str]) -> dict[str, list[str]]:
    lists: dict[str, list[str]] = {}
    for entry in entries:
        label, equals, path = entry.partition("=")
        if not equals or not path:
            raise HipsError(Errors.E729)
        lists.setdefault(check_label(label.strip()).name, []).append(f"file:{path}")
    return lists


def _digest(path: str) -> str:
    from hashlib import sha256

    try:
        return sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return ""
