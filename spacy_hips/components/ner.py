"""hips_ner: a trained, recall-first finder of personal names and other identifiers, with scores."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example, validate_get_examples
from spacy.vocab import Vocab
from thinc.api import Config, Model

from ..core.errors import Errors, HipsError, wrong_setting
from ..core.labels import NAME_LABELS, add_learnt_label, check_label
from ..core.spans import PiiSpan, TokenCover, note_searched, read_group, write_group
from ..find.models.probabilities import softmax, to_numpy
from ..find.models.token_classifier import Seen, look_at
from ..find.names.decoding import Decoding, decode, fold
from ..find.names.name_pass import NamePass, run_passes
from ..text.lexicon.digest import digest_of
from ..text.lexicon.finder_columns import CLASSES, FIRST_DIGEST
from ..text.lexicon.words import Lexicon
from ..text.page.page import page_of
from .encoded import WORDS_READ, Encoded
from .names import default_passes

DEFAULT_CONFIG = """
[hips_ner]
spans_key = "pii_ner"
gold_key = "pii"
masked_key = "pii_masked"
scheme = "IO"
threshold = 0.2
beside = 0.1
extend = true
odds_in_text = 1.0
told_names = true
drop_encoding = false
own_labels = []

[hips_ner.thresholds]

[hips_ner.model]
@architectures = "spacy_hips.TokenClassifier.v1"
hidden_width = 128
surface_width = 64
surface_window = 2
dropout = 0.1

[hips_ner.model.tok2vec]
@architectures = "spacy-transformers.TransformerListener.v1"
grad_factor = 1.0
upstream = "hips_transformer"

[hips_ner.model.tok2vec.pooling]
@layers = "reduce_mean.v1"
"""

LABELLED_KEY = "hips_labelled"
# Whose role and which date it is, the model does not decide.
TAUGHT_AS = {"DATE_OF_BIRTH": "DATE", **dict.fromkeys(NAME_LABELS, "PERSON")}
SCHEMES = ("IO", "BIO")


class OwnLabels(tuple[str, ...]):
    """Labels that the table lacks: whoever makes or unpickles them adds them to it.

    Another process that gets a finder has to know its labels, too.

    labels (Sequence[str]): The labels.
    RAISES (HipsError): E891 for one that cannot be used.
    """

    __slots__ = ()

    def __new__(cls, labels: Sequence[str]) -> OwnLabels:
        """Make it, and add them."""
        for label in labels:
            add_learnt_label(label)
        return super().__new__(cls, labels)


@dataclass(frozen=True)
class TokenLesson:
    """What a document teaches a finder behind an encoder that does not learn.

    seen (Seen): What the document shows.
    allowed (np.ndarray): 1 for each class that the gold allows for a token.
    """

    seen: Seen
    allowed: np.ndarray

    def __len__(self) -> int:
        return len(self.seen.looks)


@Language.factory(
    "hips_ner",
    assigns=["doc.spans"],
    requires=["doc._.trf_data"],
    default_config=Config().from_str(DEFAULT_CONFIG, interpolate=False)["hips_ner"],
    default_score_weights={"ner_person_f5": 0.6, "ner_person_f": 0.2, "ner_f": 0.2},
)
def make_ner(
    nlp: Language,
    name: str,
    model: Model,
    spans_key: str,
    gold_key: str,
    masked_key: str,
    scheme: str,
    threshold: float,
    thresholds: dict[str, float],
    beside: float,
    extend: bool,
    odds_in_text: float,
    told_names: bool,
    drop_encoding: bool,
    own_labels: list[str],
) -> HipsNer:
    """Build the trained finder.

    nlp (Language): The pipeline.
    name (str): The component's name.
    model (Model): From documents to unnormalised scores a token, `spacy_hips.TokenClassifier.v1`.
    spans_key (str): The span group to write.
    gold_key (str): The span group that holds the gold in training.
    masked_key (str): The span group of training documents whose tokens teach nothing.
    scheme (str): "IO": a class a label. "BIO": two, one for the first token of a span, which parts
        names that touch; settled when the model is initialised.
    threshold (float): The least probability of "not O" that makes a token part of a span; may be
        changed after loading. Lower finds more and errs more.
    thresholds (Dict[str, float]): Other values for single labels.
    beside (float): The least probability beside a token that reached its threshold.
    extend (bool): Without effect: what it did was as often wrong as right. Older configs have it.
    odds_in_text (float): By how much the odds of a name must be higher than those of the threshold
        where it does not stand alone on its line. Identity stands on title pages and below
        letters; in running text a doubtful word is rather none. With 6, a threshold of .15 is one
        of .51 there.
    told_names (bool): Run the default name passes here, for a pipeline without hips_names.
    drop_encoding (bool): Delete the encoder's output from the document afterwards; set it where
        no later component uses it, since it is large.
    own_labels (List[str]): Labels that the table lacks and this finder has learnt. They are
        added to it as indirect identifiers that are replaced.
    RAISES (HipsError): E101, E116 or E891 for settings that cannot be used.
    """
    ner = HipsNer(
        nlp.vocab,
        model,
        name,
        spans_key=spans_key,
        gold_key=gold_key,
        masked_key=masked_key,
        scheme=scheme,
        threshold=threshold,
        thresholds=thresholds,
        beside=beside,
        extend=extend,
        odds_in_text=odds_in_text,
        told_names=told_names,
        drop_encoding=drop_encoding,
        own_labels=own_labels,
    )
    ner.pipeline_name = f"{nlp.lang}_{nlp.meta['name']}"
    return ner


class HipsNer(Encoded):
    """Labels tokens from an encoder's vectors and surface features, and reads scored spans.

    Each token gets a softmax over O and the labels, or, with the scheme BIO, over O and the
    beginning and the inside of each label. Training documents may say on which labels their gold
    is complete (`doc.user_data["hips_labelled"]`): a token that is O there may then be any label
    that was not annotated, and only the sum of these is taught.

    The arguments are those of `make_ner`.
    RAISES (HipsError): E101 for an unknown label, E116 for an unknown scheme or odds of 0 or less,
        E891 for a label of the user's own that cannot be used.
    """

    _learnt = frozenset(("labels", "scheme"))
    _classes, _first_digest = CLASSES, FIRST_DIGEST

    def __init__(
        self,
        vocab: Vocab,
        model: Model,
        name: str = "hips_ner",
        *,
        spans_key: str = "pii_ner",
        gold_key: str = "pii",
        masked_key: str = "pii_masked",
        scheme: str = "IO",
        threshold: float = 0.2,
        thresholds: dict[str, float] | None = None,
        beside: float = 0.1,
        extend: bool = True,
        odds_in_text: float = 1.0,
        told_names: bool = True,
        drop_encoding: bool = False,
        own_labels: Sequence[str] = (),
    ) -> None:
        self.vocab = vocab
        self.own_labels = OwnLabels(own_labels)
        self.model = model
        self.name = self.pipeline_name = name
        self.cfg: dict[str, Any] = {
            "labels": [],
            "spans_key": spans_key,
            "gold_key": gold_key,
            "masked_key": masked_key,
            "scheme": scheme,
            "threshold": threshold,
            "thresholds": dict(thresholds or {}),
            "beside": beside,
            "extend": extend,
            "odds_in_text": odds_in_text,
            "told_names": told_names,
            "drop_encoding": drop_encoding,
            WORDS_READ: "",
        }
        self._given = copy.deepcopy(self.cfg)
        self._lexicon = Lexicon()
        self._passes: dict[str, NamePass] | None = None
        for label in self.cfg["thresholds"]:
            check_label(label)
        if not odds_in_text > 0:
            raise wrong_setting(name, "odds_in_text", "above 0", odds_in_text)
        if scheme not in SCHEMES:
            raise wrong_setting(name, "scheme", " or ".join(SCHEMES), repr(scheme))

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels, in the order of the model's classes after O."""
        return tuple(self.cfg["labels"])

    @property
    def classes(self) -> tuple[str, ...]:
        """The model's classes: O, then the labels, or with BIO all beginnings, then all insides."""
        if self.cfg["scheme"] == "IO":
            return ("O", *self.labels)
        return ("O", *(f"{part}-{label}" for part in "BI" for label in self.labels))

    @property
    def decoding(self) -> Decoding:
        """How spans are read from probabilities."""
        names = ("threshold", "thresholds", "beside", "odds_in_text")
        return Decoding(**{name: self.cfg[name] for name in names if name in self.cfg})

    @property
    def label_data(self) -> list[str]:
        """What `spacy init labels` writes."""
        return list(self.labels)

    @property
    def threshold(self) -> float:
        """The least probability of "not O"; may be set after loading."""
        return float(self.cfg["threshold"])

    @threshold.setter
    def threshold(self, value: float) -> None:
        if not 0 < value < 1:
            raise wrong_setting(self.name, "threshold", "between 0 and 1", value)
        self.cfg["threshold"] = float(value)

    def add_label(self, label: str) -> int:
        """Add a label before the model is initialised.

        label (str): A label of the table.
        RETURNS (int): 1 if it was added, 0 if it was there.
        RAISES (HipsError): E101 for an unknown label.
        """
        check_label(label)
        if label in self.labels:
            return 0
        self._allow_extra_label()
        self.cfg["labels"].append(label)
        return 1

    def predict(self, docs: Iterable[Doc]) -> list[np.ndarray]:
        """Probabilities of the classes for every token.

        docs (Iterable[Doc]): The documents.
        RETURNS (list): An array of shape (tokens, classes) for each document.
        RAISES (HipsError): E433 where the encoder's output is missing.
        """
        docs = list(docs)
        self._require_encoding(docs)
        # Where no document has a token, there is nothing for a listener to put together.
        full = [doc for doc in docs if len(doc)]
        scores = iter(self.model.predict(full) if full else ())
        empty = np.zeros((0, len(self.classes)), dtype="float32")
        return [softmax(to_numpy(next(scores))) if len(doc) else empty for doc in docs]

    def set_annotations(self, docs: Iterable[Doc], predictions: list[np.ndarray]) -> None:
        """Write the span group of each document.

        docs (Iterable[Doc]): The documents.
        predictions (list): What `predict` returned.
        """
        decoding = self.decoding
        for doc, probabilities in zip(docs, predictions, strict=True):
            write_group(doc, self.cfg["spans_key"], self.read_spans(doc, probabilities, decoding))
            note_searched(doc, self.cfg["spans_key"], self.labels, self.pipeline_name)
            if self.cfg["drop_encoding"]:
                doc._.trf_data = None

    def read_spans(
        self, doc: Doc, probabilities: np.ndarray, decoding: Decoding | None = None
    ) -> list[PiiSpan]:
        """Read the spans of a document from what `predict` gave for it.

        doc (Doc): The document.
        probabilities (np.ndarray): Shape (tokens, classes).
        decoding (Optional[Decoding]): How; as the component is set if left out.
        RETURNS (list): Spans with exact characters and scores.
        """
        spans = self.decode(doc, probabilities, decoding)
        if self.cfg["told_names"] and "PERSON" in self.labels:
            if self._passes is None:
                self._passes = default_passes()
            spans = run_passes(page_of(doc), spans, self._passes, self._lexicon)
        return sorted(spans, key=lambda span: span.start)

    def decode(
        self, doc: Doc, probabilities: np.ndarray, decoding: Decoding | None = None
    ) -> list[PiiSpan]:
        """Read what the model alone finds, without name passes; the arguments are as above."""
        by_label, odds = probabilities, None
        if self.cfg["scheme"] == "BIO":
            by_label, odds = fold(probabilities, len(self.labels))
        decoding = decoding or self.decoding
        return decode(doc, by_label, self.labels, decoding, self._lexicon, odds=odds)

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        labels: list[str] | None = None,
    ) -> None:
        """Collect the labels and initialise the model.

        get_examples (Callable): Gives the training examples.
        nlp (Language): The pipeline.
        labels (Optional[List[str]]): The labels, where they need not be collected.
        RAISES (HipsError): E434 where no example has a labelled span.
        """
        validate_get_examples(get_examples, "HipsNer.initialize")
        found = labels or sorted(
            {
                TAUGHT_AS.get(s.label, s.label)
                for example in get_examples()
                for s in read_group(example.reference, self.cfg["gold_key"])
            }
        )
        if not found:
            raise HipsError(Errors.E434.format(key=self.cfg["gold_key"]))
        for label in sorted(found, key=lambda name: (name != "PERSON", name)):
            self.add_label(label)
        self.cfg[WORDS_READ] = digest_of(self._classes)
        docs = (example.predicted for example in get_examples())
        sample = list(islice((doc for doc in docs if len(doc)), 10))
        sample = sample or [Doc(self.vocab, words=["a"])]  # its width is all that counts
        self.model.get_ref("output_layer").set_dim("nO", len(self.classes), force=True)
        shape = [np.zeros((len(doc), len(self.classes)), dtype="float32") for doc in sample]
        self.model.initialize(X=sample, Y=shape)

    def teach(self, examples: Sequence[Example]) -> float:
        """Accumulate the gradients of a batch.

        examples (Sequence[Example]): Predicted documents beside their gold.
        RETURNS (float): The loss.
        """
        scores, backprop = self.model.begin_update([example.predicted for example in examples])
        loss, gradient = self.get_loss(examples, scores)
        backprop(gradient)
        return loss

    def lesson(self, example: Example) -> TokenLesson:
        """What an example teaches while the encoder does not learn.

        example (Example): Its predicted document has the encoder's output.
        RETURNS (TokenLesson): It; learnt from as often as wanted, without the document.
        RAISES (HipsError): E433 where the encoder's output is missing.
        """
        self._require_encoding([example.predicted])
        return TokenLesson(look_at(self.model, [example.predicted])[0], self._allowed(example))

    def learn(self, lessons: Sequence[TokenLesson]) -> float:
        """Accumulate the gradients of a batch of lessons; `finish_update` then takes the step.

        lessons (Sequence[TokenLesson]): The batch.
        RETURNS (float): The loss.
        """
        scores, backprop = self.model.begin_update([lesson.seen for lesson in lessons])
        loss, gradients = self._loss([lesson.allowed for lesson in lessons], scores)
        backprop(gradients)
        return loss

    def predict_seen(self, seen: Sequence[Seen]) -> list[np.ndarray]:
        """`predict` of what documents showed."""
        return [softmax(to_numpy(s)) for s in self.model.predict(list(seen))] if seen else []

    def get_loss(self, examples: Iterable[Example], scores: Any) -> tuple[float, list[Any]]:
        """Cross entropy against the set of classes that the gold allows for each token.

        examples (Iterable[Example]): The examples.
        scores (list): Unnormalised scores of shape (tokens, classes) for each.
        RETURNS (tuple): The loss, and a gradient of the scores' shape for each example.
        """
        return self._loss([self._allowed(example) for example in examples], scores)

    def _loss(self, allowed: Sequence[np.ndarray], scores: Any) -> tuple[float, list[Any]]:
        covered = sum(map(len, allowed))
        loss, gradients = 0.0, []
        for own, score in zip(allowed, scores, strict=True):
            probabilities = softmax(to_numpy(score))
            held = probabilities * own
            total = np.maximum(held.sum(axis=1, keepdims=True), 1e-9)
            gradient = probabilities - held / total
            loss -= float(np.log(total).sum())
            gradients.append(self.model.ops.asarray(gradient.astype("float32") / covered))
        return loss, gradients

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, float]:
        """Exact-span precision, recall, F1 and F5 of PERSON, and F1 of all labels."""
        hits = {"person": 0, "all": 0}
        found, wanted = dict(hits), dict(hits)
        for example in examples:
            gold, own = (
                _keys(example.reference, self.cfg["gold_key"]),
                _keys(example.predicted, self.cfg["spans_key"]),
            )
            labelled = set(example.reference.user_data.get(LABELLED_KEY, self.labels))
            gold, own = (
                {k for k in keys if k[2] in labelled & {*self.labels}} for keys in (gold, own)
            )
            for name in hits:
                a, b = (
                    {k for k in keys if name == "all" or k[2] == "PERSON"} for keys in (gold, own)
                )
                hits[name] += len(a & b)
                wanted[name] += len(a)
                found[name] += len(b)
        p = hits["person"] / max(1, found["person"])
        r = hits["person"] / max(1, wanted["person"])
        return {
            "ner_person_p": p,
            "ner_person_r": r,
            "ner_person_f": _f(1, p, r),
            "ner_person_f5": _f(5, p, r),
            "ner_f": 2 * hits["all"] / max(1, found["all"] + wanted["all"]),
        }

    def _take(self, saved: dict[str, Any]) -> None:
        super()._take(saved)
        self.model.get_ref("output_layer").set_dim("nO", len(self.classes), force=True)

    def _allowed(self, example: Example) -> np.ndarray:
        """1 for every class that the gold allows for a token, shape (tokens, classes)."""
        predicted, reference = example.predicted, example.reference
        labels = list(self.labels)
        labelled = set(reference.user_data.get(LABELLED_KEY, labels))
        outside = [0.0 if label in labelled else 1.0 for label in labels]
        outside = [1.0, *outside * ((len(self.classes) - 1) // max(1, len(labels)))]
        allowed = np.tile(np.array(outside, dtype="float32"), (len(predicted), 1))
        gold = read_group(reference, self.cfg["gold_key"])
        for label, start, end in _token_spans(predicted, gold):
            taught = label if label in labels else TAUGHT_AS.get(label, label)
            # What other components find (e-mails, addresses) is neither a name nor nothing.
            allowed[start:end] = 0.0 if taught in labels else 1.0
            if taught in labels:
                first = 1 + labels.index(taught)
                inside = first + len(labels) * (self.cfg["scheme"] == "BIO")
                allowed[start:end, inside] = 1.0
                allowed[start] = np.eye(len(self.classes), dtype="float32")[first]
        for _, start, end in _token_spans(predicted, read_group(reference, self.cfg["masked_key"])):
            allowed[start:end] = 1.0
        return allowed


def _token_spans(doc: Doc, spans: Iterable[Any]) -> Iterator[tuple[str, int, int]]:
    cover = TokenCover(doc)
    for span in spans:
        yield (span.label, *cover(span.start, span.end))


def _keys(doc: Doc, key: str) -> set[tuple[int, int, str]]:
    return {(s.start, s.end, TAUGHT_AS.get(s.label, s.label)) for s in read_group(doc, key)}


def _f(beta: float, p: float, r: float) -> float:
    weight = beta * beta
    return (1 + weight) * p * r / (weight * p + r) if p + r else 0.0
