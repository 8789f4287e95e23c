"""Indirect identifiers that words around them tell: professions, sensitive facts, transport, other.

What nurse somebody's mother is, which bus a writer takes: no form tells it, and no model of this
package was trained on it. So it is found by cue, for a reviewer to see: from the table of a
language (lang/xx/indirect.toml), or from lang/indirect.toml with the words of the language. The
rule is not among the default ones.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...core.errors import Errors, HipsError
from ...core.labels import check_label
from ...core.later import regex
from ...core.spans import PiiSpan
from ...text.lexicon.language import language, languages, shared
from ...text.lexicon.pattern_tables import with_words, words_of

FILE = "indirect.toml"
SOURCE = "rules.cue"
SCORE = 0.5
"""Enough to be shown, and less than whatever else was found on the same characters."""
LANGUAGES: tuple[str, ...] = tuple(
    code for code in languages() if language(code).has(FILE) or language(code).has("work")
)
"""Those that have a table. A cue is made of words, so each finds texts of its language only."""
LABELS: tuple[str, ...] = ("PROFESSION", "TRANSPORT", "SENSITIVE", "OTHER")


@dataclass(frozen=True)
class Cue:
    """One pattern.

    name (str): What it is called.
    label (str): One of LABELS.
    pattern (regex.Pattern): What announces, and what it announces as the group `what`.
    finds, leaves (tuple[str, ...]): Texts in which it finds what stands in [brackets], and texts
        in which it finds nothing.
    why (str): What it stays for.
    """

    name: str
    label: str
    pattern: regex.Pattern[str]
    finds: tuple[str, ...]
    leaves: tuple[str, ...]
    why: str


class CueRule:
    """Finds what the cues of some languages announce.

    labels (Sequence[str]): Which of LABELS are looked for.
    languages (Sequence[str]): The languages. One without a table has no cues.

        >>> [(s.start, s.end, s.label) for s in CueRule()("My mother is a nurse.")]
        [(15, 20, 'PROFESSION')]
    """

    def __init__(
        self, labels: Sequence[str] = LABELS, languages: Sequence[str] = LANGUAGES
    ) -> None:
        self.languages = tuple(languages)
        found = {cue.label for lang in languages for cue in cues(lang)}
        self.labels = tuple(label for label in LABELS if label in labels and label in found)

    def __call__(self, text: str) -> Iterable[PiiSpan]:
        """Find them; two of them may overlap."""
        seen: set[tuple[int, int, str]] = set()
        for cue in (cue for lang in self.languages for cue in cues(lang)):
            if cue.label in self.labels:
                for match in cue.pattern.finditer(text):
                    start, end = match.span("what")
                    if (start, end, cue.label) not in seen:  # "bus 16" is one in five languages
                        seen.add((start, end, cue.label))
                        yield PiiSpan(start, end, cue.label, SCORE, SOURCE)


def make_cue_rule(labels: Sequence[str] = LABELS, languages: Sequence[str] = LANGUAGES) -> CueRule:
    """Build `spacy_hips.CueRule.v1`.

    labels (Sequence[str]): Which labels are looked for: PROFESSION, TRANSPORT, SENSITIVE, OTHER.
    languages (Sequence[str]): The languages of the texts.
    RETURNS (CueRule): The rule. What it finds scores lower than what any other rule or model is
        sure of, and is indirect, so it never takes a direct identifier's place.
    RAISES (HipsError): E843 for another label.
    """
    for label in labels:
        if label not in LABELS:
            raise HipsError(Errors.E843.format(label=label, known=", ".join(LABELS)))
    return CueRule(labels, languages)


@lru_cache(maxsize=8)
def cues(lang: str = "en") -> tuple[Cue, ...]:
    """The cues of a language.

    lang (str): The language.
    RETURNS (tuple[Cue, ...]): In the order of the table; none for a language without one.
    """
    if lang not in languages():
        return ()
    own, common = language(lang).file(FILE), shared(FILE) if language(lang).has("work") else None
    return tuple(
        cue for file in (own, common) if file for cue in _read(file.read_text("utf8"), lang)
    )


def _read(text: str, lang: str) -> Iterator[Cue]:
    table = tomllib.loads(text)
    words = words_of(table, lang)
    for row in table["pattern"]:
        yield Cue(
            name=row["name"],
            label=check_label(row["label"]).name,
            pattern=regex.compile(with_words(row["before"], words)),
            finds=tuple(row["finds"]),
            leaves=tuple(row["leaves"]),
            why=row["why"],
        )
