"""hips_filter: keeps who is public, hides everybody else, by person and with all evidence."""

from __future__ import annotations

import copy
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example, validate_get_examples
from spacy.vocab import Vocab
from thinc.api import Config, Model

from ..core.body import get_body, text_of
from ..core.errors import Errors, HipsError, HipsWarning, Warnings, wrong_setting
from ..core.ids import get_ids
from ..core.labels import NAME_LABELS, ROLES
from ..core.overlaps import resolve_overlaps
from ..core.spans import PiiSpan, read_group, write_group
from ..find.models.probabilities import to_numpy
from ..find.models.role_classifier import Mentions, contexts
from ..text.lexicon.digest import digest_of
from ..text.lexicon.public_figures import PublicLists
from ..who.judging.cases import Decision, relabelled
from ..who.judging.evidence import FEATURES
from ..who.judging.filter_columns import CLASSES, FIRST_DIGEST
from ..who.judging.judge import SAVED, SETTINGS, Judge
from ..who.judging.model_input import WIDTH, mentions_of, unlisted
from ..who.judging.people import NOBODY, People
from ..who.judging.role_lessons import Lesson, loss_of
from ..who.judging.role_targets import RoleGold, targets
from ..who.judging.verdicts import keep_verdicts
from ..who.judging.verifiers import Verifier
from .encoded import WORDS_READ, Encoded
from .entities import ALLOWED, keep_entities, read_entities
from .scoring.role_scores import score_roles
from .settings import take_settings, with_settings_of

DEFAULT_CONFIG = """
[hips_filter]
spans_key = "pii"
public_key = "public"
gold_key = "roles"
masked_key = "roles_masked"
gold_urls_key = "url_roles"
hide_lists = 0.3
drop_encoding = false

[hips_filter.judge]
@misc = "spacy_hips.Judge.v1"

[hips_filter.judge.steps]

[hips_filter.judge.steps.other_languages]
@misc = "spacy_hips.JudgeStep.other_languages.v1"

[hips_filter.judge.steps.member_lists]
@misc = "spacy_hips.JudgeStep.member_lists.v1"

[hips_filter.judge.steps.unread]
@misc = "spacy_hips.JudgeStep.unread.v1"

[hips_filter.judge.steps.companions]
@misc = "spacy_hips.JudgeStep.companions.v1"

[hips_filter.judge.steps.author]
@misc = "spacy_hips.JudgeStep.author.v1"

[hips_filter.judge.steps.short_names]
@misc = "spacy_hips.JudgeStep.short_names.v1"

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
@with_settings_of(Judge, SETTINGS)
def make_filter(
    nlp: Language,
    name: str,
    model: Model,
    judge: Judge,
    spans_key: str,
    public_key: str,
    gold_key: str,
    masked_key: str,
    gold_urls_key: str,
    hide_lists: float,
    drop_encoding: bool,
    **beside: Any,
) -> HipsFilter:
    """Build the filter of public persons and web addresses.

    nlp (Language): The pipeline.
    name (str): The component's name.
    model (Model): From mentions to unnormalised scores of the roles,
        `spacy_hips.RoleClassifier.v1`.
    judge (Judge): Thresholds, lists, hard evidence and verifier, `spacy_hips.Judge.v1`.
    spans_key (str): The span group that hips_entities wrote; what is public is taken out of it.
    public_key (str): The span group that gets what is public.
    gold_key, masked_key, gold_urls_key (str): The span groups of training documents with the
        roles of persons, with places that teach nothing, and with those of web addresses.
    hide_lists (float): The share of training documents in which the packaged lists are not seen.
    drop_encoding (bool): Delete the encoder's output from the document afterwards.
    **beside (Any): The judge's settings may stand here as well, as pipelines of 0.1.0 have them;
        they win over those of its own block.
    RAISES (HipsError): E116 for a setting that cannot be used.

    EXAMPLE:
        >>> component = nlp.add_pipe("hips_filter", config={"public_list": ["Paulo Freire"]})
    """
    judge.name = name
    take_settings(judge, beside)
    return HipsFilter(
        nlp.vocab,
        model,
        name,
        judge=judge,
        spans_key=spans_key,
        public_key=public_key,
        gold_key=gold_key,
        masked_key=masked_key,
        gold_urls_key=gold_urls_key,
        hide_lists=hide_lists,
        drop_encoding=drop_encoding,
    )


def _of_judge(setting: str) -> Any:
    """A setting of the judge as an attribute of its filter."""
    return property(
        lambda self: getattr(self.judge, setting),
        lambda self, value: setattr(self.judge, setting, value),
        doc=f"`{setting}` of the judge; may be set after loading.",
    )


class HipsFilter(Encoded):
    """Decides for each person and web address whether it is private, and rewrites the groups.

    The judge (who/judging/judge.py) decides by evidence, scores and lists; `read_verdicts` of
    who/judging/verdicts.py gives role, probabilities and reason of everyone.

    `failures` counts the documents for which the verifier gave nothing of use, by what it gave.

    The arguments are those of `make_filter`.
    """

    _learnt = frozenset(("features",))
    _classes, _first_digest = CLASSES, FIRST_DIGEST

    threshold_public = _of_judge("threshold_public")
    threshold_sure = _of_judge("threshold_sure")
    threshold_listed = _of_judge("threshold_listed")
    threshold_student = _of_judge("threshold_student")
    threshold_address = _of_judge("threshold_address")
    teachers = _of_judge("teachers")
    word_problems = _of_judge("word_problems")
    decide = _of_judge("decide")

    def __init__(
        self,
        vocab: Vocab,
        model: Model,
        name: str = "hips_filter",
        *,
        judge: Judge | None = None,
        spans_key: str = "pii",
        public_key: str = "public",
        gold_key: str = "roles",
        masked_key: str = "roles_masked",
        gold_urls_key: str = "url_roles",
        hide_lists: float = 0.0,
        drop_encoding: bool = False,
    ) -> None:
        self.vocab = vocab
        self.model = model
        self.name = name
        self.judge = judge or Judge()
        self.cfg: dict[str, Any] = {
            "spans_key": spans_key,
            "public_key": public_key,
            "gold_key": gold_key,
            "masked_key": masked_key,
            "gold_urls_key": gold_urls_key,
            "hide_lists": hide_lists,
            "drop_encoding": drop_encoding,
            "features": list(FEATURES),
            WORDS_READ: "",
        }
        self._given = copy.deepcopy(self._settings())
        self.failures: Counter[str] = Counter()
        self._warned: set[str] = set()
        self._chance = np.random.default_rng(0)

    @property
    def labels(self) -> tuple[str, ...]:
        """The roles, in the order of the model's classes."""
        return ROLES

    @property
    def label_data(self) -> list[str]:
        """What `spacy init labels` writes; the roles are fixed."""
        return list(ROLES)

    @property
    def verifier(self) -> Verifier | None:
        """The verifier in use."""
        return self.judge.verifier

    def set_verifier(self, verifier: Verifier | None, timeout: float = 0.0) -> None:
        """Take the probabilities of public from a verifier; None goes back to the model's.

        verifier (Optional[Verifier]): The verifier. It is never written by `to_disk`: name it in
            the config for that.
        timeout (float): Seconds that it has for a document; 0 for no limit.
        RAISES (HipsError): E116 for what cannot be called.
        """
        self.judge.verifier, self.judge.verifier_timeout = verifier, timeout

    @property
    def lists(self) -> PublicLists:
        """Who is public by name; read when first asked for.

        RAISES (HipsError): E120 if a file of the user's lists cannot be read.
        """
        return self.judge.lists

    def set_lists(self, public: Sequence[str] = (), private: Sequence[str] = ()) -> None:
        """Take other lists than those of the config; they are never written by `to_disk`.

        public, private (Sequence[str]): As `public_list` and `private_list` of the judge.
        RAISES (HipsError): E120 if a file cannot be read.
        """
        self.judge.public_list, self.judge.private_list = public, private
        _ = self.lists

    def add_label(self, label: str) -> int:
        """The roles are fixed: nothing is ever added.

        label (str): A role.
        RETURNS (int): 0.
        RAISES (HipsError): E116 for what is no role.
        """
        if label not in ROLES:
            raise wrong_setting(self.name, "label", f"one of {', '.join(ROLES)}", repr(label))
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
        for doc, people in zip(docs, predictions, strict=True):
            addresses = [s for s in people.others if s.label in ADDRESSES]
            addresses += [s for s in self._public(doc) if s.label in ADDRESSES]
            entities = read_entities(doc)
            done = self.judge(people, addresses, entities, get_ids(doc).author)
            self._tell(done)
            self._write(doc, people, addresses, done)
            keep_verdicts(doc, done.verdicts)
            roles = done.roles
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
        self.cfg[WORDS_READ] = digest_of(self._classes)
        docs = (example.predicted for example in get_examples())
        sample = list(islice((doc for doc in docs if len(doc)), 10))
        place, values = np.array([[0, 1]], dtype="int32"), np.zeros((1, WIDTH), dtype="float32")
        self.model.initialize(X=[Mentions(doc, place, values) for doc in sample])

    def teach(self, examples: Sequence[Example]) -> float:
        """Accumulate the gradients of a batch that the pipeline before this component annotated.

        examples (Sequence[Example]): Predicted documents beside their gold.
        RETURNS (float): The loss.
        RAISES (HipsError): E510 or E433 where a component before this one does not annotate.
        """
        if not self._is_taught_along:
            self._require_encoding(example.predicted for example in examples)
        return self.learn([self.lesson(example) for example in examples])

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
            self.judge.certain(people.evidence),
        )

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
        loss, gradients = loss_of(lessons, [to_numpy(s) for s in scores], self.judge.sharpness)
        backprop([self.model.ops.asarray2f(gradient) for gradient in gradients])
        return loss

    def get_loss(self, examples: Iterable[Example], scores: Any) -> tuple[float, list[Any]]:
        """Cross entropy of mentions and persons against the roles that the gold allows.

        examples (Iterable[Example]): The examples, annotated.
        scores (list): Unnormalised scores of shape (mentions, roles) for each.
        RETURNS (tuple): The loss, and a gradient of the scores' shape for each example.
        """
        lessons = [self.lesson(example) for example in examples]
        loss, gradients = loss_of(lessons, [to_numpy(s) for s in scores], self.judge.sharpness)
        return loss, [self.model.ops.asarray2f(gradient) for gradient in gradients]

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, float | None]:
        """Shares of persons and web addresses that were told rightly; see role_scores.py."""
        cfg = self.cfg
        return score_roles(examples, cfg["gold_key"], cfg["masked_key"], cfg["gold_urls_key"])

    def _people(self, doc: Doc) -> People:
        key = self.cfg["spans_key"]
        if key not in doc.spans:
            raise HipsError(Errors.E510.format(name=self.name, key=key))
        spans = read_group(doc, key)
        if not spans and not self._public(doc):
            return NOBODY
        return People.of(text_of(doc), get_body(doc), spans, self.lists)

    def _public(self, doc: Doc) -> list[PiiSpan]:
        """What was public before: what an earlier run of this component put there is not."""
        return [
            span
            for span in read_group(doc, self.cfg["public_key"])
            if span.reason == ALLOWED or span.label not in (*NAME_LABELS, "URL_PERSONAL")
        ]

    def _mentions(self, doc: Doc, people: People) -> Mentions:
        return mentions_of(doc, people, self.cfg["features"], self.name)

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

    def _unlisted(self, lesson: Lesson) -> Mentions:
        """The mentions, of a share of documents as if the packaged lists were empty."""
        hide = self._chance.random() < self.cfg["hide_lists"]
        return unlisted(lesson.mentions, self.cfg["features"]) if hide else lesson.mentions

    def settle(self, told: dict[str, Any]) -> None:
        """Take the settings of now for those that it was made with, and tell them in a config.

        told (dict): The component's config; settings of the judge go into the judge's block.
        """
        super().settle(told)
        beside = {key: told.pop(key, None) for key in SETTINGS}
        now = {**beside, **copy.deepcopy(self.judge.saved)}
        block = told["judge"]
        block.update({k: v for k, v in now.items() if k in block and v is not None})

    def _settings(self) -> dict[str, Any]:
        return {**self.cfg, **self.judge.saved}

    def _set(self, settings: dict[str, Any]) -> None:
        for key, value in settings.items():
            if key in SAVED:
                setattr(self.judge, key, value)
            else:
                self.cfg[key] = value
