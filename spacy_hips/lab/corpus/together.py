"""Documents from which encoder, finder and filter learn together.

The filter learns from the persons that the components before it find. While the finder still
learns, gold names stand in for what it would find. So nothing has to be predicted meanwhile, and
one pass of the encoder teaches both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.training import Example

from ...components.ner import TAUGHT_AS
from ...core.errors import HipsError
from ...core.labels import ROLE_LABELS
from ...core.spans import PiiSpan, read_group, write_group
from ...desk.annotations.annotations import GOLD_KEY, ROLES_KEY
from ..errors import Errors
from .roles import COMPLETE_KEY, MASKED_GROUP, ROLES_GROUP

FOUND_KEY = "pii_ner"
# A finder at a low threshold also takes other things for names: so many of them are shown.
MISTAKEN = 0.15
MISTAKEN_SCORE = 0.4

Reader = Callable[[Language], Iterator[Example]]


def make_together_corpus(
    path: Path, roles: Path, annotators: list[str], limit: int = 0, seed: int = 0
) -> Reader:
    """Build a reader of `.spacy` files for training finder and filter together.

    path (Path): A file of scripts/convert_corpus.py; where a document knows nothing of roles, only
        the finder learns from it.
    roles (Path): A file of scripts/convert_roles.py.
    annotators (List[str]): The components that stand between finder and filter, or before both,
        and need no training; they annotate the documents once.
    limit (int): The most documents of a file; 0 for all.
    seed (int): Settles what is shown as mistaken for a name.
    RETURNS (Callable): From a pipeline to examples, whose predicted documents are annotated.
    RAISES (HipsError): E404 where a file is missing.
    """
    paths = (path, roles)
    for one in paths:
        if not Path(one).is_file():
            raise HipsError(Errors.E404.format(path=one))

    def read(nlp: Language) -> Iterator[Example]:
        pipes = [nlp.get_pipe(name) for name in annotators]
        rng = Random(f"spacy_hips.together|{seed}")
        for one in paths:
            for number, gold in enumerate(DocBin().from_disk(one).get_docs(nlp.vocab)):
                if limit and number >= limit:
                    break
                predicted = as_found(gold, rng)
                for pipe in pipes:
                    predicted = pipe(predicted)
                yield Example(predicted, gold)

    return read


def as_found(gold: Doc, rng: Random) -> Doc:
    """A document as if a finder had found what the gold knows of roles.

    gold (Doc): The gold document. Roles that stand in its `user_data` (documents of the
        generator) get their span group.
    rng (Random): Source of chance.
    RETURNS (Doc): The same words, with the group of the finder.
    """
    _take_roles(gold)
    predicted = Doc(
        gold.vocab,
        words=[token.text for token in gold],
        spaces=[bool(token.whitespace_) for token in gold],
    )
    spans: list[PiiSpan] = []
    if ROLES_GROUP in gold.spans:
        marked = [*read_group(gold, ROLES_GROUP), *read_group(gold, MASKED_GROUP)]
        spans = [PiiSpan(s.start, s.end, "PERSON", 1.0, "ner") for s in marked]
        spans += _mistaken(gold, marked, rng)
    write_group(predicted, FOUND_KEY, spans)
    return predicted


def _take_roles(gold: Doc) -> None:
    if ROLES_GROUP in gold.spans or ROLES_KEY not in gold.user_data:
        return
    spans = [
        PiiSpan(start, end, ROLE_LABELS.get(role, "PERSON"), source="gold", id=key)
        for start, end, role, key in gold.user_data[ROLES_KEY]
    ]
    write_group(gold, ROLES_GROUP, spans)
    gold.user_data[COMPLETE_KEY] = True


def _mistaken(gold: Doc, marked: Iterable[PiiSpan], rng: Random) -> Iterator[PiiSpan]:
    taken = [(s.start, s.end) for s in marked]
    for span in read_group(gold, GOLD_KEY):
        place = (span.start, span.end)
        other = TAUGHT_AS.get(span.label, span.label) in ("LOCATION", "SCHOOL", "EMPLOYER")
        free = not any(start < span.end and span.start < end for start, end in taken)
        if other and free and rng.random() < MISTAKEN:
            yield PiiSpan(*place, "PERSON", MISTAKEN_SCORE, "ner")
