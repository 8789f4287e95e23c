"""hips_filter: keeps who is public, hides everybody else, by person and with all evidence."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example, validate_examples, validate_get_examples
from spacy.vocab import Vocab
from thinc.api import Config, Model, Optimizer, set_dropout_rate

from ..body import get_body
from ..errors import Errors, HipsError, HipsWarning, Warnings
from ..ids import get_ids
from ..judging.evidence import FEATURES, LISTED, Evidence, gather
from ..judging.judge import DECIDE, Decision, Judge, People, relabelled
from ..judging.rulings import by_evidence
from ..judging.verdicts import keep_verdicts
from ..judging.verifiers import Guard, Verifier
from ..labels import NAME_LABELS, ROLES
from ..lexicon.public_figures import PublicLists, public_lists
from ..models.probabilities import to_numpy
from ..models.role_classifier import Mentions, contexts
from ..models.role_lessons import Lesson, loss_of
from ..models.role_targets import RoleGold, targets
from ..persons.search.propagate import SOURCE as PROPAGATED
from ..spans import PiiSpan, TokenCover, read_group, resolve_overlaps, write_group
from .encoded import Encoded
from .entities import ALLOWED, keep_entities, read_entities
from .lists import read_entries
from .role_scores import score_roles

DEFAULT_CONFIG = """
[hips_filter]
spans_key = "pii"
public_key = "public"
gold_key = "roles"
masked_key = "roles_masked"
gold_urls_key = "url_roles"
threshold_public = 0.9
threshold_sure = 0.0
threshold_student = 0.1
decide = "person"
sharpness = 2.0
certain_public = ["cited", "eponym"]
certain_private = ["byline", "form field", "sign-off", "self-introduction", "greeting",
    "somebody's relation", "e-mail of the same name"]
public_list = []
private_list = []
verifier = null
verifier_timeout = 0.0
hide_lists = 0.3
drop_encoding = false

[hips_filter.model]
@architectures = "spacy_hips.RoleClassifier.v1"
hidden_width = 128
feature_width = 48
window = 12
dropout = 0.2

[hips_filter.model.tok2vec]
@architectures = "spacy-transformers.TransformerListener.v1"
grad_factor = 1.0
upstream = "hips_transformer"

[hips_filter.model.tok2vec.pooling]
@layers = "reduce_mean.v1"
"""

ADDRESSES = ("URL", "URL_PERSONAL")
FINDER_FEATURES = ("score", "propagated")
"""What the finder says of a mention, before the columns of the evidence."""


@Language.factory(
    "hips_filter",
    assigns=["doc.spans"],
    requires=["doc.spans", "doc._.trf_data"],
    default_config=Config().from_str(DEFAULT_CONFIG, interpolate=False)["hips_filter"],
    default_score_weights={
        "roles_public_at_99": 0.6,
        "roles_student_f": 0.2,
        "roles_nobody_r": 0.2,
        "roles_private_r": 0.0,
        "roles_public_r": 0.0,
    },
)
def make_filter(
    nlp: Language,
    name: str,
    model: Model,
    spans_key: str,
    public_key: str,
    gold_key: str,
    masked_key: str,
    gold_urls_key: str,
    threshold_public: float,
    threshold_sure: float,
    threshold_student: float,
    decide: str,
    sharpness: float,
    certain_public: list[str],
    certain_private: list[str],
    public_list: list[str],
    private_list: list[str],
    verifier: Verifier | None,
    verifier_timeout: float,
    hide_lists: float,
    drop_encoding: bool,
) -> HipsFilter:
    """Build the filter of public persons and web addresses.

    nlp (Language): The pipeline.
    name (str): The component's name.
    model (Model): From mentions to unnormalised scores of the roles,
        `spacy_hips.RoleClassifier.v1`.
    spans_key (str): The span group that hips_entities wrote; what is public is taken out of it.
    public_key (str): The span group that gets what is public.
    gold_key, masked_key, gold_urls_key (str): The span groups of training documents with the
        roles of persons, with places that teach nothing, and with those of web addresses.
    threshold_public (float): Only what is public with at least this probability is kept; may be
        changed after loading.
    threshold_sure (float): The same for forenames and for full names that the finder is sure of (it
        scored .99 or more), where no list of public people has them and it is higher: a heading
        that was taken for a name, and who is widely known, needs less to stay than somebody does.
        A verifier's answers are held to `threshold_public` alone.
    threshold_student (float): The least probability that labels somebody a student; a finer label,
        for whoever is not public is hidden in any case.
    decide (str): "person" (all mentions together) or "mention" (each alone, for comparison).
    sharpness (float): How much the strongest private mention of a person counts.
    certain_public (List[str]): Reasons of the evidence (persons/evidence.py) that make a person
        public without the model where every mention has one.
    certain_private (List[str]): Reasons that make a person private, whatever the model says, where
        one mention has one.
    public_list (List[str]): Who is public here, such as the authors of a reading list: full
        names, "file:PATH" (a name a line). Files are read at the first document, so that the
        pipeline can be saved and loaded where they are not.
    private_list (List[str]): Who is private, such as the staff; wins over everything.
    verifier (Optional[Verifier]): A second opinion in place of the model's (verifiers.py).
    verifier_timeout (float): Seconds that it has for a document; 0 for no limit.
    hide_lists (float): The share of training documents in which the packaged lists are not seen.
    drop_encoding (bool): Delete the encoder's output from the document afterwards.
    RAISES (HipsError): E116 for a setting that cannot be used.

    EXAMPLE:
        >>> component = nlp.add_pipe("hips_filter", config={"public_list": ["Paulo Freire"]})
    """
    return HipsFilter(
        nlp.vocab,
        model,
        name,
        spans_key=spans_key,
        public_key=public_key,
        gold_key=gold_key,
        masked_key=masked_key,
        gold_urls_key=gold_urls_key,
        threshold_public=threshold_public,
        threshold_sure=threshold_sure,
        threshold_student=threshold_student,
        decide=decide,
        sharpness=sharpness,
        certain_public=certain_public,
        certain_private=certain_private,
        public_list=public_list,
        private_list=private_list,
        verifier=verifier,
        verifier_timeout=verifier_timeout,
        hide_lists=hide_lists,
        drop_encoding=drop_encoding,
    )


class HipsFilter(Encoded):
    """Decides for each person and web address whether it is private, and rewrites the groups.

    The person as a whole is judged: the scores of its mentions are pooled, and the strongest
    private evidence counts most (models/pooling.py). Lists, known people and hard evidence come
    before the model (persons/rulings.py), and whatever is unsure stays hidden. `read_verdicts` of
    persons/verdicts.py gives role, probabilities and reason of everyone.

    `failures` counts the documents for which the verifier gave nothing of use, by what it gave.

    The arguments are those of `make_filter`.
    """

    _learnt = frozenset(("features",))

    def __init__(
        self,
        vocab: Vocab,
        model: Model,
        name: str = "hips_filter",
        *,
        spans_key: str = "pii",
        public_key: str = "public",
        gold_key: str = "roles",
        masked_key: str = "roles_masked",
        gold_urls_key: str = "url_roles",
        threshold_public: float = 0.9,
        threshold_sure: float = 0.0,
        threshold_student: float = 0.1,
        decide: str = "person",
        sharpness: float = 2.0,
        certain_public: Sequence[str] = (),
        certain_private: Sequence[str] = (),
        public_list: Sequence[str] = (),
        private_list: Sequence[str] = (),
        verifier: Verifier | None = None,
        verifier_timeout: float = 0.0,
        hide_lists: float = 0.0,
        drop_encoding: bool = False,
    ) -> None:
        self.vocab = vocab
        self.model = model
        self.name = name
        self.cfg: dict[str, Any] = {
            "spans_key": spans_key,
            "public_key": public_key,
            "gold_key": gold_key,
            "masked_key": masked_key,
            "gold_urls_key": gold_urls_key,
            "threshold_public": threshold_public,
            "threshold_sure": threshold_sure,
            "threshold_student": threshold_student,
            "decide": decide,
            "sharpness": sharpness,
            "certain_public": list(certain_public),
            "certain_private": list(certain_private),
            "hide_lists": hide_lists,
            "drop_encoding": drop_encoding,
            "features": list(FEATURES),
        }
        self._given = dict(self.cfg)
        self._entries = (tuple(public_list), tuple(private_list))
        self._lists: PublicLists | None = None
        self.failures: Counter[str] = Counter()
        self._warned: set[str] = set()
        self._guard = self._guarded(verifier, verifier_timeout)
        self._chance = np.random.default_rng(0)
        self._check(
            threshold_public=threshold_public,
            threshold_sure=threshold_sure,
            threshold_student=threshold_student,
            decide=decide,
            sharpness=sharpness,
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The roles, in the order of the model's classes."""
        return ROLES

    @property
    def label_data(self) -> list[str]:
        """What `spacy init labels` writes; the roles are fixed."""
        return list(ROLES)

    @property
    def threshold_public(self) -> float:
        """The least probability of "public" that keeps a person; may be set after loading."""
        return float(self.cfg["threshold_public"])

    @threshold_public.setter
    def threshold_public(self, value: float) -> None:
        self._check(threshold_public=value)
        self.cfg["threshold_public"] = float(value)

    @property
    def threshold_sure(self) -> float:
        """`threshold_public` for who surely is somebody and on no list, where this is higher."""
        return float(self.cfg["threshold_sure"])

    @threshold_sure.setter
    def threshold_sure(self, value: float) -> None:
        self._check(threshold_sure=value)
        self.cfg["threshold_sure"] = float(value)

    @property
    def decide(self) -> str:
        """Who is decided on, "person" or "mention"; may be set after loading."""
        return str(self.cfg["decide"])

    @decide.setter
    def decide(self, value: str) -> None:
        self._check(decide=value)
        self.cfg["decide"] = value

    @property
    def verifier(self) -> Verifier | None:
        """The verifier in use."""
        return self._guard.verifier if self._guard else None

    def set_verifier(self, verifier: Verifier | None, timeout: float = 0.0) -> None:
        """Take the probabilities of public from a verifier; None goes back to the model's.

        verifier (Optional[Verifier]): The verifier. It is never written by `to_disk`: name it in
            the config for that.
        timeout (float): Seconds that it has for a document; 0 for no limit.
        RAISES (HipsError): E116 for what cannot be called.
        """
        self._guard = self._guarded(verifier, timeout)

    def set_lists(self, public: Sequence[str] = (), private: Sequence[str] = ()) -> None:
        """Take other lists than those of the config; they are never written by `to_disk`.

        public, private (Sequence[str]): As `public_list` and `private_list` of the factory.
        RAISES (HipsError): E120 if a file cannot be read.
        """
        self._entries, self._lists = (tuple(public), tuple(private)), None
        _ = self.lists

    @property
    def lists(self) -> PublicLists:
        """Who is public by name; read when first asked for.

        RAISES (HipsError): E120 if a file of the user's lists cannot be read.
        """
        if self._lists is None:
            public, private = (list(read_entries(e, self.name)) for e in self._entries)
            self._lists = public_lists().with_names(public, private)
        return self._lists

    def add_label(self, label: str) -> int:
        """The roles are fixed: nothing is ever added.

        label (str): A role.
        RETURNS (int): 0.
        RAISES (HipsError): E116 for what is no role.
        """
        if label not in ROLES:
            raise self._bad("label", f"one of {', '.join(ROLES)}", repr(label))
        return 0

    def predict(self, docs: Iterable[Doc]) -> list[People]:
        """The persons of each document, with evidence and the scores of their mentions.

        docs (Iterable[Doc]): The documents.
        RETURNS (list[People]): One a document.
        RAISES (HipsError): E510 where hips_entities has not run, E433 where the encoder's output
            is missing, E120 for a list that cannot be read, E515 for a model that was trained
            with evidence that is no longer gathered.
        """
        docs = list(docs)
        self._require_encoding(docs)
        found = [self._people(doc) for doc in docs]
        # The encoder's vectors are put together only for documents that name somebody.
        named = [i for i, people in enumerate(found) if people.mentions]
        batch = [self._mentions(docs[i], found[i]) for i in named]
        for i, scores in zip(named, self.model.predict(batch) if batch else (), strict=True):
            found[i] = replace(found[i], scores=to_numpy(scores))
        return found

    def set_annotations(self, docs: Iterable[Doc], predictions: list[People]) -> None:
        """Rewrite the groups of each document, and keep the verdicts on it.

        docs (Iterable[Doc]): The documents.
        predictions (list[People]): What `predict` returned.
        """
        judge = Judge(
            self.lists,
            self._guard,
            threshold=self.threshold_public,
            threshold_sure=self.threshold_sure,
            threshold_student=self.cfg["threshold_student"],
            decide=self.decide,
            sharpness=self.cfg["sharpness"],
            certain_public=self.cfg["certain_public"],
            certain_private=self.cfg["certain_private"],
        )
        for doc, people in zip(docs, predictions, strict=True):
            addresses = [s for s in people.others if s.label in ADDRESSES]
            addresses += [s for s in self._public(doc) if s.label in ADDRESSES]
            entities = read_entities(doc)
            done = judge(people, addresses, entities, get_ids(doc).author)
            self._tell(done)
            self._write(doc, people, addresses, done)
            keep_verdicts(doc, done.verdicts)
            roles = _roles(done)
            keep_entities(
                doc,
                [
                    replace(e, role=roles[i][0], label=roles[i][1]) if i in roles else e
                    for i, e in entities.items()
                ],
            )
            if self.cfg["drop_encoding"]:
                doc._.trf_data = None

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
    ) -> None:
        """Initialise the model.

        get_examples (Callable): Gives the training examples.
        nlp (Language): The pipeline.
        RAISES (HipsError): E511 where no example has a gold role.
        """
        validate_get_examples(get_examples, "HipsFilter.initialize")
        key = self.cfg["gold_key"]
        if not any(read_group(example.reference, key) for example in get_examples()):
            raise HipsError(Errors.E511.format(key=key))
        self.cfg["features"] = list(FEATURES)
        width = len(FINDER_FEATURES) + len(FEATURES)
        sample = [
            Mentions(
                example.predicted,
                np.array([[0, 1]], dtype="int32"),
                np.zeros((1, width), dtype="float32"),
            )
            for example in islice(get_examples(), 10)
            if len(example.predicted)
        ]
        self.model.initialize(X=sample)

    def update(
        self,
        examples: Iterable[Example],
        *,
        drop: float = 0.0,
        sgd: Optimizer | None = None,
        losses: dict[str, float] | None = None,
    ) -> dict[str, float]:
        """Learn from a batch of examples, as the pipeline before this component annotated them.

        examples (Iterable[Example]): Predicted documents beside their gold.
        drop (float): Dropout rate.
        sgd (Optimizer): The optimizer.
        losses (dict): The losses so far, by component.
        RETURNS (dict): The losses with this component's added.
        RAISES (HipsError): E510 or E433 where a component before this one does not annotate.
        """
        losses = {} if losses is None else losses
        losses.setdefault(self.name, 0.0)
        examples = list(examples)
        validate_examples(examples, "HipsFilter.update")
        if not any(len(example.predicted) for example in examples):
            return losses
        if not self._is_taught_along:
            self._require_encoding(example.predicted for example in examples)
        set_dropout_rate(self.model, drop)
        losses[self.name] += self.learn([self.lesson(example) for example in examples])
        if sgd is not None:
            self.finish_update(sgd)
        return losses

    def lesson(self, example: Example) -> Lesson:
        """What an example teaches.

        example (Example): Its predicted document has been annotated by the pipeline before this
            component.
        RETURNS (Lesson): The mentions with their targets.
        RAISES (HipsError): E510 where hips_entities does not annotate.
        """
        people = self._people(example.predicted)
        gold = RoleGold.of(example.reference, self.cfg["gold_key"], self.cfg["masked_key"])
        return Lesson(
            self._mentions(example.predicted, people),
            np.array([len(own) for own in people.mentions], dtype="int64"),
            targets([[(m.start, m.end) for m in own] for own in people.mentions], gold),
            gold.weight,
            self._ruled(people),
        )

    def _ruled(self, people: People) -> np.ndarray:
        private, public = self.cfg["certain_private"], self.cfg["certain_public"]
        ruled = [by_evidence(told, private, public) for told in people.evidence]
        return np.array(ruled, dtype="float64")

    def remember(self, lessons: Sequence[Lesson]) -> list[Lesson]:
        """Keep what a frozen encoder says of the mentions, so that it is asked only once.

        lessons (Sequence[Lesson]): Lessons whose documents still have the encoder's output.
        RETURNS (list[Lesson]): The same with it, and without their documents.
        RAISES (HipsError): E433 where the encoder's output is missing.
        """
        self._require_encoding(ls.mentions.doc for ls in lessons if ls.mentions.doc is not None)
        kept = contexts(self.model, [lesson.mentions for lesson in lessons]) if lessons else []
        return [replace(ls, mentions=mentions) for ls, mentions in zip(lessons, kept, strict=True)]

    def learn(self, lessons: Sequence[Lesson]) -> float:
        """Accumulate the gradients of a batch of lessons; `finish_update` then takes the step.

        lessons (Sequence[Lesson]): The batch.
        RETURNS (float): The loss.
        """
        scores, backprop = self.model.begin_update([self._unlisted(ls) for ls in lessons])
        loss, gradients = loss_of(lessons, [to_numpy(s) for s in scores], self.cfg["sharpness"])
        backprop([self.model.ops.asarray2f(gradient) for gradient in gradients])
        return loss

    def get_loss(self, examples: Iterable[Example], scores: Any) -> tuple[float, list[Any]]:
        """Cross entropy of mentions and persons against the roles that the gold allows.

        examples (Iterable[Example]): The examples, annotated.
        scores (list): Unnormalised scores of shape (mentions, roles) for each.
        RETURNS (tuple): The loss, and a gradient of the scores' shape for each example.
        """
        lessons = [self.lesson(example) for example in examples]
        loss, gradients = loss_of(lessons, [to_numpy(s) for s in scores], self.cfg["sharpness"])
        return loss, [self.model.ops.asarray2f(gradient) for gradient in gradients]

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, float | None]:
        """Shares of persons and web addresses that were told rightly; see role_scores.py."""
        cfg = self.cfg
        return score_roles(examples, cfg["gold_key"], cfg["masked_key"], cfg["gold_urls_key"])

    def _people(self, doc: Doc) -> People:
        begin = get_body(doc)
        everything = self._arrived(doc)
        arrived = [s for s in everything if s.start >= begin]
        mentions = _mentioned(arrived)
        others = [s for s in arrived if s.label not in NAME_LABELS]
        cells = [s for s in everything if s.start < begin]
        text = doc.text if mentions or others or cells else ""
        evidence = self._evidence(text, begin, mentions, others) if mentions else []
        scores = np.zeros((0, len(ROLES)), dtype="float32")
        return People(text, mentions, others, evidence, scores, cells)

    def _evidence(
        self,
        text: str,
        begin: int,
        mentions: list[list[PiiSpan]],
        others: list[PiiSpan],
    ) -> list[Evidence]:
        """The evidence of the text alone, as if no cells of a table stood before it."""
        if begin:
            mentions = [[_moved(s, -begin) for s in own] for own in mentions]
            others = [_moved(s, -begin) for s in others]
        return gather(text[begin:], mentions, others, self.lists)

    def _arrived(self, doc: Doc) -> list[PiiSpan]:
        key = self.cfg["spans_key"]
        if key not in doc.spans:
            raise HipsError(Errors.E510.format(name=self.name, key=key))
        return read_group(doc, key)

    def _public(self, doc: Doc) -> list[PiiSpan]:
        """What was public before: what an earlier run of this component put there is not."""
        return [
            span
            for span in read_group(doc, self.cfg["public_key"])
            if span.reason == ALLOWED or span.label not in (*NAME_LABELS, "URL_PERSONAL")
        ]

    def _mentions(self, doc: Doc, people: People) -> Mentions:
        cover = TokenCover(doc)
        flat = people.flat
        tokens = np.array([cover(s.start, s.end) for s in flat], dtype="int32").reshape(-1, 2)
        own = np.array([(s.score, s.source == PROPAGATED) for s in flat], dtype="float32")
        rows = [evidence.features for evidence in people.evidence]
        told = np.concatenate(rows) if rows else np.zeros((0, len(FEATURES)))
        told = told[:, self._columns()]
        features = np.hstack([own.reshape(-1, len(FINDER_FEATURES)), told])
        return Mentions(doc, tokens, features.astype("float32"))

    def _write(
        self, doc: Doc, people: People, addresses: Sequence[PiiSpan], done: Decision
    ) -> None:
        arrived = {(s.start, s.end): s for s in (*people.flat, *addresses)}
        hidden = [s for s in people.others if (s.start, s.end) not in arrived]
        hidden += people.cells
        kept = [s for s in self._public(doc) if (s.start, s.end) not in arrived]
        for verdict in done.verdicts:
            spans = relabelled(verdict, [arrived[place] for place in verdict.places])
            (kept if verdict.kept else hidden).extend(spans)
        write_group(doc, self.cfg["spans_key"], resolve_overlaps(hidden, people.text))
        write_group(doc, self.cfg["public_key"], kept)

    def _tell(self, done: Decision) -> None:
        """Warn of what the user should know, each thing once."""
        if done.contradicted and "lists" not in self._warned:
            self._warned.add("lists")
            warnings.warn(Warnings.W501.format(name=self.name), HipsWarning, stacklevel=3)
        if done.failed:
            self.failures[done.failed] += 1
            if done.failed not in self._warned:
                self._warned.add(done.failed)
                message = Warnings.W502.format(name=self.name, kind=done.failed)
                warnings.warn(message, HipsWarning, stacklevel=3)

    def _columns(self) -> list[int]:
        """Where the features are that the model was trained with, whatever came since."""
        trained = self.cfg["features"]
        if trained == list(FEATURES):
            return list(range(len(FEATURES)))
        gone = len(set(trained) - set(FEATURES))
        if gone:
            raise HipsError(Errors.E515.format(name=self.name, count=gone))
        return [FEATURES.index(name) for name in trained]

    def _unlisted(self, lesson: Lesson) -> Mentions:
        """The mentions, of some documents as if the packaged lists were empty.

        Public persons of training texts are on the lists more often than others are.
        """
        if self._chance.random() >= self.cfg["hide_lists"]:
            return lesson.mentions
        features = lesson.mentions.features.copy()
        seen = self.cfg["features"]
        columns = [len(FINDER_FEATURES) + seen.index(name) for name in LISTED if name in seen]
        features[:, columns] = 0.0
        return replace(lesson.mentions, features=features)

    def _check(self, **settings: Any) -> None:
        for key, value in settings.items():
            if key == "decide" and value not in DECIDE:
                raise self._bad(key, " or ".join(DECIDE), repr(value))
            if key == "threshold_sure" and not 0 <= value <= 1:
                raise self._bad(key, "from 0 to 1", value)
            if key in ("threshold_public", "threshold_student") and not 0 < value <= 1:
                raise self._bad(key, "above 0 and at most 1", value)
            if key == "sharpness" and not value > 0:
                raise self._bad(key, "above 0", value)

    def _guarded(self, verifier: Verifier | None, timeout: float) -> Guard | None:
        if timeout < 0:
            raise self._bad("verifier_timeout", "0 or more seconds", timeout)
        if verifier is not None and not callable(verifier):
            wanted = "a callable (components/verifiers.py)"
            raise self._bad("verifier", wanted, type(verifier).__name__)
        return Guard(verifier, timeout) if verifier is not None else None

    def _bad(self, setting: str, wanted: str, got: Any) -> HipsError:
        return HipsError(
            Errors.E116.format(name=self.name, setting=setting, wanted=wanted, got=got)
        )


def _moved(span: PiiSpan, by: int) -> PiiSpan:
    return replace(span, start=span.start + by, end=span.end + by)


def _mentioned(spans: Iterable[PiiSpan]) -> list[list[PiiSpan]]:
    """The mentions of each person by place, persons in the order of their first mention."""
    people: dict[object, list[PiiSpan]] = {}
    for number, span in enumerate(spans):
        if span.label in NAME_LABELS:
            people.setdefault(span.id or number, []).append(span)
    return list(people.values())


def _roles(done: Decision) -> dict[str, tuple[str, str]]:
    """Role and label of each person; private where any mention of it is."""
    out: dict[str, tuple[str, str]] = {}
    for verdict in done.verdicts:
        if verdict.label != "URL_PERSONAL" and (verdict.id not in out or not verdict.kept):
            out[verdict.id] = (verdict.role, verdict.label)
    return out
