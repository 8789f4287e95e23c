"""What stands for the identifiers that were found: our surrogates, plain Faker, or [REDACTED]."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from thinc.api import Config

from ....components.tokenizer import blank
from ....core.errors import HipsError
from ....core.ids import Secret, set_ids
from ....core.labels import KEPT, NAME_LABELS
from ....core.spans import PiiSpan, read_group, write_group
from ....replace.surrogates.replacer import REDACTED
from ....text.lexicon.data_files import open_data
from ...errors import Errors
from .attacker import Replace, Rewritten, Spotted, Swap

KINDS = ("ours", "faker", "redacted", "crapii2024")
GIVEN = "pii_ner"
ENTITIES, ANONYMIZER = "hips_entities", "hips_anonymizer"


class OurSurrogates:
    """The surrogates of a pipeline: its linking and its anonymizer, over spans that are given.

    nlp (Language): The pipeline; hips_entities is taken from it, or else made anew.
    """

    def __init__(self, nlp: Language) -> None:
        self._nlp = nlp
        self._anonymizer: Any = _component(nlp, ANONYMIZER)
        self._entities: Any = _component(nlp, ENTITIES) or self._anonymizer.front_door.entities
        self._last: tuple[Sequence[Spotted], list[Doc]] = (), []
        self._spans: dict[Spotted, list[PiiSpan]] = {}

    @property
    def hidden(self) -> frozenset[str]:
        """The labels that are replaced."""
        return frozenset(self._anonymizer.hidden)

    def linked(self, document: Spotted) -> list[PiiSpan]:
        """The spans of a document with all that linking adds: whose they are, further mentions."""
        if document not in self._spans:
            doc = self._linked(document)
            self._spans[document] = read_group(doc, self._anonymizer.spans_key)
        return self._spans[document]

    def _linked(self, document: Spotted) -> Doc:
        doc = set_ids(self._nlp.make_doc(document.text), doc=document.id, author=document.id)
        spans = [PiiSpan(start, end, label, source="gold") for start, end, label in document.spans]
        write_group(doc, GIVEN, spans)
        return self._entities(doc)  # type: ignore[no-any-return]

    def __call__(self, documents: Sequence[Spotted], seed: int) -> list[Rewritten]:
        """Replace the spans of some documents; see `Replace` in attacker.py."""
        self._anonymizer.set_secret(Secret(f"the secret of a run of the attack, {seed}".encode()))
        if documents is not self._last[0]:  # the same ones are often replaced with other secrets
            self._last = documents, [self._linked(document) for document in documents]
        out = []
        for doc in map(self._anonymizer, self._last[1]):
            swaps = tuple(
                Swap(r.start, r.end, r.new_start, r.new_end, r.label)
                for r in doc._.replacements
                if r.action not in KEPT
            )
            out.append(Rewritten(doc._.anonymized, swaps))
        return out


def crapii2024() -> Language:
    """A pipeline whose surrogates are drawn as those of CRAPII were (data/crapii2024.cfg).

    RETURNS (Language): Linking and surrogates over spans that are given.
    RAISES (HipsError): E893 where Faker is not installed.
    """
    with open_data("crapii2024.cfg") as file:
        settings = Config().from_bytes(file.read())
    nlp = blank("en")
    nlp.add_pipe(ENTITIES, config={"sources": [GIVEN]})
    nlp.add_pipe(ANONYMIZER, config=settings[ANONYMIZER])
    return nlp


def _component(nlp: Language, factory: str) -> Any:
    names = [name for name in nlp.pipe_names if nlp.get_pipe_meta(name).factory == factory]
    return nlp.get_pipe(names[-1]) if names else None


def redacted(documents: Sequence[Spotted], seed: int) -> list[Rewritten]:
    """Write [REDACTED] for every span; see `Replace` in attacker.py."""
    return [written(d, lambda label, text: REDACTED) for d in documents]


class PlainFaker:
    """One call of Faker a label, as its users do it: one value for what is written alike.

    RAISES (HipsError): E871 where Faker is not installed.
    """

    def __init__(self) -> None:
        try:
            from faker import Faker
        except ImportError:
            raise HipsError(Errors.E871) from None
        self._fake = Faker()
        fake = self._fake
        self._makers: dict[str, Callable[[], str]] = {
            "PERSON": fake.name, "EMAIL": fake.email, "PHONE_NUM": fake.phone_number,
            "USERNAME": fake.user_name, "URL_PERSONAL": fake.url, "IP_ADDRESS": fake.ipv4,
            "STREET_ADDRESS": lambda: fake.address().replace("\n", ", "), "LOCATION": fake.city,
            "EMPLOYER": fake.company, "SCHOOL": fake.company, "DATE": fake.date,
            "DATE_OF_BIRTH": fake.date, "ID_NUM": lambda: fake.bothify("??######"),
            "ZIP": fake.postcode, "AGE": lambda: str(fake.random_int(12, 60)),
            "NATIONALITY": fake.country,
        }  # fmt: skip

    def __call__(self, documents: Sequence[Spotted], seed: int) -> list[Rewritten]:
        """Replace the spans of some documents; see `Replace` in attacker.py."""
        self._fake.seed_instance(seed)
        return [written(document, self._of_one_document()) for document in documents]

    def _of_one_document(self) -> Callable[[str, str], str]:
        given: dict[tuple[str, str], str] = {}

        def make(label: str, text: str) -> str:
            key = "PERSON" if label in NAME_LABELS else label, text.casefold()
            if key not in given:
                new = self._makers.get(key[0], lambda: REDACTED)()
                given[key] = _as_long(new, text) if key[0] == "PERSON" else new
            return given[key]

        return make


def _as_long(name: str, old: str) -> str:
    """A forename for a single name."""
    return name if " " in old else name.split()[-2 if len(name.split()) > 1 else 0]


def written(document: Spotted, make: Callable[[str, str], str]) -> Rewritten:
    """Write something in place of every span.

    document (Spotted): The document; its spans must not overlap.
    make (Callable): (label, text) -> what stands there.
    RETURNS (Rewritten): The new text.
    """
    pieces: list[str] = []
    swaps: list[Swap] = []
    at = length = 0
    for start, end, label in sorted(document.spans):
        new = make(label, document.text[start:end])
        pieces += [document.text[at:start], new]
        length += start - at
        swaps.append(Swap(start, end, length, length + len(new), label))
        length += len(new)
        at = end
    return Rewritten("".join([*pieces, document.text[at:]]), tuple(swaps))


def surrogates(kind: str, ours: OurSurrogates) -> Replace:
    """What replaces, by name.

    kind (str): One of KINDS.
    ours (OurSurrogates): Ours.
    RETURNS (Callable): See `Replace` in attacker.py.
    RAISES (HipsError): E871 or E893 where Faker is not installed.
    """
    if kind == "ours":
        return ours
    if kind == "crapii2024":
        return OurSurrogates(crapii2024())
    return PlainFaker() if kind == "faker" else redacted
