"""Builds the pipeline that a run asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.errors import HipsError
from ...core.ids import Secret, config_hash, scope_id
from ...core.labels import KEPT, actions_for, check_label
from ...core.light_imports import import_spacy
from ...core.shipped import installed_model, load
from ...find.rules._phone_words import DEFAULT_REGIONS
from ...find.rules.cues import make_cue_rule
from ...find.rules.phones import PhoneRule
from ...replace.surrogates.shuffle import PACKAGED
from ...text.values.dateparts import is_day_first
from ...who.persons.search.known import KnownPeople
from ..errors import Errors
from ..files.columns import Columns
from ..files.documents import NAME_ROLES
from ..files.file_formats import STANDARD
from ..found.applied import Decide
from ..found.decisions import Decisions
from ..found.spanfile import SpanFile
from ..undo.pseudonyms import MOVES, label_of
from .batches import Runner
from .name_columns import ColumnPeople, CoverCells, Expected
from .open_input import Input
from .options import JobOptions
from .people_table import known_people
from .summary import Summary
from .tasks import Work

if TYPE_CHECKING:
    from spacy.language import Language

    from ...components.anonymizer import HipsAnonymizer
    from ...components.entities import HipsEntities
    from ...components.rules import HipsRules

ANONYMIZER, ENTITIES, FILTER = "hips_anonymizer", "hips_entities", "hips_filter"
ENTS = "ents"
RULES = "hips_rules"
DATES, PHONES = "spacy_hips.DateSurrogate.v1", "spacy_hips.PhoneSurrogate.v1"
SHUFFLE = "spacy_hips.ShuffleSurrogate.v1"
PLACEHOLDERS = {"@misc": "spacy_hips.Placeholders.v1"}


class Pipeline:
    """A pipeline with its anonymizer, its secret and its known people.

    options (JobOptions): What the run is asked for.
    nlp (Language): A pipeline that is loaded, in place of the one that the options name. It is
        set up for this run, and serves no other.
    secret (Secret): The secret, in place of the one that the options name.
    """

    def __init__(
        self, options: JobOptions, *, nlp: Language | None = None, secret: Secret | None = None
    ) -> None:
        self._options = options
        self.secret = Secret.load(options.secret_file) if secret is None else secret
        self._allow = _files(options.allow)
        self._deny = {check_label(label).name: _files(own) for label, own in options.deny.items()}
        self._model = _model(options) if nlp is None else str(nlp.meta["name"])
        self.nlp = self._load() if nlp is None else nlp
        self.name = self._place_anonymizer()
        self.anonymizer.set_secret(self.secret)
        self._apply_lists()
        self._apply_regions()
        self._apply_cues()
        if options.other_languages:
            self._merging.other_languages = options.other_languages
        merging = self._component(ENTITIES)
        self.other_languages = merging.other_languages if merging else options.other_languages
        self._known = _known(options)
        if self._known is not None:
            self._tell(self._known)
        self._expected = Expected(self.anonymizer.scope, self._known)
        self.decisions = Decisions.read(options.decisions)
        self.keys: dict[str, str] = {}
        """What the draws of persons are bound to, by digest, as the first pass has found them."""

    @property
    def anonymizer(self) -> HipsAnonymizer:
        """The component that replaces."""
        return self.nlp.get_pipe(self.name)  # type: ignore[no-any-return]

    @property
    def known_people(self) -> KnownPeople | None:
        """The table of known people, if there is one."""
        return self._known

    @property
    def judges(self) -> bool:
        """Does the pipeline tell who is private and who is public?"""
        return any(self._factory(name) == FILTER for name in self.nlp.pipe_names)

    def runner(self, given: SpanFile | None = None, *, decide: bool = True) -> Runner:
        """The pipeline in batches, as the options ask.

        given (SpanFile): Spans from outside: everything but the anonymizer is switched off.
        decide (bool): Apply what reviewers decided.
        """
        decided = bool(self.decisions) and decide
        if given is not None or decided:
            searching = [] if given is not None else self.nlp.pipe_names
            own = [] if decided else [self.name]
            self.nlp.select_pipes(enable=[*(n for n in searching if n != self.name), *own])
        if given is not None and self.anonymizer.leftovers == "replace":
            self.anonymizer.leftovers = "report"  # a reviewer may have meant them to stay
        work = Work(
            self.nlp,
            batch_size=self._options.batch_size,
            spans_key=self.anonymizer.spans_key,
            expected=self._expected if given is None else None,
            decide=Decide(self.decisions, self.anonymizer, self.keys) if decided else None,
            settle=CoverCells(self.anonymizer),
            scope=partial(scope_id, scope=self.anonymizer.scope, secret=self.secret),
        )
        spans = None if given is None else lambda document: given.of(document).spans
        return Runner(work, self._options.n_process, spans)

    def summary(self, *, given: bool = False) -> Summary:
        """A summary that knows what this pipeline is to do.

        given (bool): Spans come from outside, and nothing is searched.
        """
        asked = sorted(self.anonymizer.hidden)
        return Summary(
            asked=asked,
            judged=self.judges or given,
            given=given,
            other_languages=self.other_languages,
        )

    def meet(self, given: Input) -> None:
        """Learn whom the name columns of an input name, before the first text is searched.

        given (Input): The input. Where nobody may occur in another document, each tells its own
            people. Else one that can be read only once is held in memory.
        """
        scope, columns = self.anonymizer.scope, given.columns
        if not columns.having(*NAME_ROLES) or (scope == "document" and _are_apart(columns)):
            return
        if given.source.path == STANDARD or Path(given.source.path).is_fifo():
            given.hold()
            self.take_people(ColumnPeople(scope, self._known, given.items()))
            return
        with given.again() as again:
            self.take_people(ColumnPeople(scope, self._known, again.items()))

    def follow_dates(self, columns: Columns) -> None:
        """Have the dates of texts shifted that stand beside date columns, unless an action is set.

        Who has a shifted column and the same day unshifted in a text knows the shift; and who has a
        birth and the age that it does not fit.

        columns (Columns): The roles.
        """
        anonymizer = self.anonymizer
        beside = {label for name in columns.having("date") for label in MOVES[label_of(name)]}
        for label in beside - set(anonymizer.actions):
            if anonymizer.all_actions[label] in KEPT:
                anonymizer.actions[label] = "surrogate"

    def take_people(self, people: ColumnPeople) -> None:
        """Know whom the name columns of a larger input name, which this one is a part of.

        people (ColumnPeople): They, as `meet` has learnt them.
        """
        self._expected = replace(self._expected, people=people)

    @property
    def people(self) -> ColumnPeople | None:
        """Whom `meet` has learnt of; None where each document tells its own people."""
        return self._expected.people

    def settings(self) -> dict[str, Any]:
        """Whatever changes what comes out, without the secret."""
        lists = [*self._options.lists, self._options.known_people]
        return {
            "config": config_hash(self.nlp.config.to_str()),
            "files": [_digest(path) for path in lists if path],
            "actions": dict(self.anonymizer.actions),
            "profile": self.anonymizer.profile,
            "scope": self.anonymizer.scope,
            "realism": self.anonymizer.realism,
            **_some(regions=list(self._options.regions), cues=list(self._options.cues)),
            "other_languages": self.other_languages,
        }

    @property
    def model_version(self) -> str:
        """What searches the texts, in a word or two."""
        versions = self.versions()
        return f"{versions['model']} {versions['model_version']}".strip()

    def versions(self) -> dict[str, str]:
        """What the manifest says about programs and model."""
        import spacy

        from ... import __version__

        meta = self.nlp.meta
        model = f"{meta['lang']}_{meta['name']}" if self._model else f"blank {self.nlp.lang}"
        return {
            "spacy_hips": __version__,
            "spacy": spacy.__version__,
            "model": model,
            "model_version": str(meta.get("version", "")) if self._model else "",
        }

    def _load(self) -> Language:
        import_spacy()
        from ...components.tokenizer import blank

        if self._model:
            return load(self._model)
        try:
            return blank(self._options.lang)
        except ImportError:
            wanted = "the code of a language that spaCy knows, such as en"
            raise HipsError(Errors.E730.format(setting="--lang", wanted=wanted)) from None

    def _place_anonymizer(self) -> str:
        """Add the anonymizer, or give the one that is there the options' settings."""
        changes = self._changes()
        names = [n for n in self.nlp.pipe_names if self._factory(n) == ANONYMIZER]
        if not names:
            makers = {**self._regional({}), **self._shuffles({})}
            finder = "" if self._model else ENTS  # who asks for rules alone gets no more
            self.nlp.add_pipe(ANONYMIZER, config=changes | _some(surrogates=makers, finder=finder))
            return ANONYMIZER
        if changes or self._regional({}):
            there = self.nlp.get_pipe(names[-1])
            config = {k: v for k, v in self.nlp.get_pipe_config(names[-1]).items() if k[0] != "@"}
            config.pop("factory", None)
            config.update({key: getattr(there, key) for key in there.plain_settings})
            changes["actions"] = {**there.actions, **changes.get("actions", {})}
            makers = config.get("surrogates", {})
            makers = {**makers, **self._regional(makers)}
            changes["surrogates"] = {**makers, **self._shuffles(makers)}
            self.nlp.replace_pipe(names[-1], ANONYMIZER, config={**config, **changes})
        return str(names[-1])

    def _changes(self) -> dict[str, Any]:
        options = self._options
        actions = dict(options.action)
        actions_for("default", actions)
        for label in self._shuffled:
            action = actions.setdefault(label, "surrogate")
            if action != "surrogate":
                raise HipsError(Errors.E759.format(label=label, action=action))
        wanted = {
            "profile": options.profile,
            "realism": options.realism,
            "scope": options.scope,
            "secret_file": options.secret_file,
            "actions": actions,
            "placeholders": options.fill_placeholders and {**PLACEHOLDERS, "lang": options.lang},
        }
        return _some(**wanted)

    @property
    def _shuffled(self) -> Sequence[str]:
        """The labels that are to be shuffled."""
        labels = self._options.shuffle
        if any(label not in PACKAGED for label in labels):
            raise HipsError(Errors.E758.format(known=", ".join(PACKAGED)))
        return labels

    def _shuffles(self, makers: Mapping[str, Any]) -> dict[str, Any]:
        """The config of the labels that are to be shuffled.

        makers (Mapping): The config of the makers that are there: they serve what is not shuffled.
        """
        least, labels = self._options.shuffle_min_authors, self._shuffled
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

    def _regional(self, makers: Mapping[str, Any]) -> dict[str, Any]:
        """The config of makers that differ by country.

        makers (Mapping): The config of the makers that are there; one of another kind is left.
        """
        options = self._options
        day_first = options.day_first or is_day_first(options.regions)
        wanted: dict[str, tuple[str, dict[str, Any]]] = {}
        if day_first:
            dates = (DATES, {"day_first": True})
            wanted |= {"DATE": dates, "DATE_OF_BIRTH": dates}
        if options.regions:
            wanted["PHONE_NUM"] = (PHONES, {"regions": list(options.regions)})
        return {
            label: {"@misc": kind, **(makers.get(label) or {}), **settings}
            for label, (kind, settings) in wanted.items()
            if (makers.get(label) or {}).get("@misc", kind) == kind
        }

    def _apply_regions(self) -> None:
        """Have the rule for telephone numbers read those of the given countries first."""
        if not self._options.regions:
            return
        regions = list(dict.fromkeys([*self._options.regions, *DEFAULT_REGIONS]))
        for pipe in self._rules():
            if isinstance(pipe.rules.get("phone"), PhoneRule):
                pipe.rules["phone"] = PhoneRule(regions)

    def _apply_cues(self) -> None:
        """Have what is found by cue looked for as well."""
        if self._options.cues:
            rule = make_cue_rule(self._options.cues)
            for pipe in self._rules():
                pipe.rules["cue"] = rule

    def _rules(self) -> list[HipsRules]:
        """The components that run rules; without one, the front door's."""
        names = [n for n in self.nlp.pipe_names if self._factory(n) == RULES]
        return [self.nlp.get_pipe(name) for name in names] or [self.anonymizer.front_door.rules]

    def _apply_lists(self) -> None:
        """Give the lists to the component that merges; without one, to the front door's."""
        if not (self._allow or self._deny):
            return
        self._merging.add_lists(self._allow, self._deny)

    @property
    def _merging(self) -> HipsEntities:
        """The component that merges what was found; without one, the front door's."""
        there: HipsEntities | None = self._component(ENTITIES)
        return there or self.anonymizer.front_door.entities

    def _component(self, factory: str) -> Any:
        """The last component of a kind; None without one."""
        names = [name for name in self.nlp.pipe_names if self._factory(name) == factory]
        return self.nlp.get_pipe(names[-1]) if names else None

    def _tell(self, known: KnownPeople) -> None:
        for _, pipe in self.nlp.pipeline:
            if hasattr(pipe, "set_known_people"):
                pipe.set_known_people(known)

    def _factory(self, name: str) -> str:
        return str(self.nlp.get_pipe_meta(name).factory)


def _are_apart(columns: Columns) -> bool:
    """Is each document somebody else's, or at least of another name?

    Talks are not: one that others interrupt is several documents.
    """
    shared = "author" if columns.the("doc") else "group"
    return not any(map(columns.the, ("author", "speaker", shared)))


def _model(options: JobOptions) -> str:
    """The trained pipeline to load; none where only rules search, or nothing does."""
    if options.model and options.rules_only:
        raise HipsError(Errors.E736)
    for option in ("deny", "allow", "known_people") if options.spans else ():
        if getattr(options, option):
            raise HipsError(Errors.E737.format(option="--" + option.replace("_", "-")))
    if options.model or options.rules_only or options.spans:
        return options.model
    return installed_model(options.lang)


def _known(options: JobOptions) -> KnownPeople | None:
    """The table of known people, which may be written as the input is."""
    if not options.known_people:
        return None
    return known_people(options.known_people, options.encoding, options.delimiter)


def _files(paths: Sequence[str]) -> list[str]:
    """Lists of words as the components take them."""
    return [f"file:{path}" for path in paths]


def _some(**settings: Any) -> dict[str, Any]:
    """The settings that are not empty."""
    return {name: value for name, value in settings.items() if value}


def _digest(path: str) -> str:
    from hashlib import sha256

    try:
        return sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return ""
