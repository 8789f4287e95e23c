"""Presidio's recognizer and operator over a pipeline of this package.

The texts of a batch are searched and settled at once, as a corpus: one person has one surrogate in
all of them, and addresses and handles follow. Presidio asks the recognizer what stands in a text,
and hands the operator each piece that is to be replaced.
"""

from __future__ import annotations

import copy
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from presidio_analyzer import EntityRecognizer, RecognizerResult
from presidio_analyzer.nlp_engine import NlpArtifacts, NlpEngine
from presidio_anonymizer.entities import OperatorConfig
from presidio_anonymizer.operators import Operator, OperatorType

from ...core.errors import HipsError
from ...core.ids import KEY_BYTES, Secret, set_ids
from ...core.labels import KEPT, LABELS, to_scheme
from ...core.shipped import load
from ...core.spans import Replacement
from ..errors import Errors
from ..run.pipeline import ANONYMIZER

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

SCHEME = "presidio"
BATCH, TEXT = "batch", "text"


class HipsBatch:
    """Texts that are anonymised together.

    texts (Iterable[str]): All of them.
    nlp (Language): A pipeline, which stays as it is; the installed `en_hips_student` if left out.
    secret (Secret): The secret; left out, the pipeline's, else one for this batch.
    """

    def __init__(
        self, texts: Iterable[str], nlp: Language | None = None, secret: Secret | None = None
    ) -> None:
        self.nlp = copy.deepcopy(nlp) if nlp is not None else load()
        name = next((n for n in self.nlp.pipe_names if _is_anonymizer(self.nlp, n)), "")
        if not name:
            name = ANONYMIZER
            self.nlp.add_pipe(ANONYMIZER)
        self._anonymizer: Any = self.nlp.get_pipe(name)
        given = secret or self._anonymizer.secret
        own = Secret.of_key(secrets.token_bytes(KEY_BYTES)) if given.drawn else given
        self._anonymizer.set_secret(own)
        self._anonymizer.scope = "corpus"
        self._done: dict[str, tuple[Replacement, ...]] = {}
        self._settle(dict.fromkeys(texts), name)

    def __contains__(self, text: str) -> bool:
        return text in self._done

    def replacements(self, text: str) -> tuple[Replacement, ...]:
        """What is replaced in a text of the batch, by place.

        RAISES (HipsError): E897 for another text.
        """
        if text not in self._done:
            raise HipsError(Errors.E897)
        return self._done[text]

    def operators(self, text: str) -> dict[str, OperatorConfig]:
        """The operators for `AnonymizerEngine.anonymize`.

        text (str): The text that is to be anonymised.
        """
        return {"DEFAULT": OperatorConfig(HipsOperator.NAME, {BATCH: self, TEXT: text})}

    def surrogate(self, text: str, piece: str, entity_type: str) -> str:
        """What takes the place of a piece of a text.

        text (str): The text.
        piece (str): What stands there.
        entity_type (str): What Presidio calls it.
        RETURNS (str): Its surrogate; `<ENTITY_TYPE>` for what only another recognizer has found.
        """
        for one in self.replacements(text):
            if text[one.start : one.end] == piece and one.surrogate != piece:
                return one.surrogate
        return f"<{entity_type}>"

    def _settle(self, texts: Iterable[str], name: str) -> None:
        found = list(zip(texts, self._docs(texts, name), strict=True))
        self._anonymizer.fit(doc for _, doc in found)
        self._done = {text: tuple(self._anonymizer(doc)._.replacements) for text, doc in found}

    def _docs(self, texts: Iterable[str], name: str) -> Iterator[Doc]:
        with self.nlp.select_pipes(disable=[name]):
            for number, doc in enumerate(self.nlp.pipe(texts), 1):
                yield set_ids(doc, doc=f"text {number}")


class HipsRecognizer(EntityRecognizer):  # type: ignore[misc]
    """Finds what this package finds, under the names that Presidio has for it.

    batch (HipsBatch): The texts that are analyzed.
    language (str): Their language, as Presidio has it.
    """

    def __init__(self, batch: HipsBatch, language: str = "en") -> None:
        self._batch = batch
        names = sorted({_presidio(label) for label in LABELS})
        super().__init__(names, name="HipsRecognizer", supported_language=language)

    def load(self) -> None:
        """The pipeline is loaded already."""

    def analyze(
        self, text: str, entities: Sequence[str], nlp_artifacts: Any = None
    ) -> list[RecognizerResult]:
        """What stands in a text.

        text (str): A text of the batch.
        entities (Sequence[str]): The names that are asked for; all if empty.
        RAISES (HipsError): E897 for another text.
        """
        found = (r for r in self._batch.replacements(text) if r.action not in KEPT)
        return [
            RecognizerResult(_presidio(r.label), r.start, r.end, 1.0)
            for r in found
            if not entities or _presidio(r.label) in entities
        ]


class HipsOperator(Operator):  # type: ignore[misc]
    """Replaces a piece of a text by the surrogate that its batch has for it."""

    NAME = "hips"

    def operate(self, text: str = "", params: Mapping[str, Any] | None = None) -> str:
        """The surrogate of a piece; see `HipsBatch.operators`."""
        told = params or {}
        return str(told[BATCH].surrogate(told[TEXT], text, told["entity_type"]))

    def validate(self, params: Mapping[str, Any] | None = None) -> None:
        """Is there a batch with the text?

        RAISES (HipsError): E897 if not.
        """
        told = params or {}
        if told.get(TEXT) not in (told.get(BATCH) or ()):
            raise HipsError(Errors.E897)

    def operator_name(self) -> str:
        """Its name."""
        return self.NAME

    def operator_type(self) -> OperatorType:
        """It anonymises."""
        return OperatorType.Anonymize


class HipsNlpEngine(NlpEngine):  # type: ignore[misc]
    """The tokens of a pipeline for Presidio's own recognizers, without a second model.

    nlp (Language): The pipeline; only its tokenizer runs.
    """

    def __init__(self, nlp: Language) -> None:
        self._nlp = nlp

    def load(self) -> None:
        """It is."""

    def is_loaded(self) -> bool:
        """It is."""
        return True

    def process_text(self, text: str, language: str) -> NlpArtifacts:
        """The tokens of a text."""
        doc = self._nlp.make_doc(text)
        places, words = [token.idx for token in doc], [token.lower_ for token in doc]
        return NlpArtifacts([], doc, places, words, self, language)

    def process_batch(
        self, texts: Iterable[str], language: str, *sizes: Any, **more: Any
    ) -> Iterator[tuple[str, NlpArtifacts]]:
        """The tokens of some texts."""
        for text in texts:
            yield text, self.process_text(text, language)

    def is_stopword(self, word: str, language: str) -> bool:
        """Does a word say little?"""
        return bool(self._nlp.vocab[word].is_stop)

    def is_punct(self, word: str, language: str) -> bool:
        """Is it no word?"""
        return bool(self._nlp.vocab[word].is_punct)

    def get_supported_entities(self) -> list[str]:
        """None: it finds nothing by itself."""
        return []

    def get_supported_languages(self) -> list[str]:
        """The language of the pipeline."""
        return [self._nlp.lang]


def _presidio(label: str) -> str:
    return to_scheme(label, SCHEME) or label


def _is_anonymizer(nlp: Language, name: str) -> bool:
    return str(nlp.get_pipe_meta(name).factory) == ANONYMIZER
