"""Texts in which it is known who is private and who is public, read for training the filter.

`read_roles` reads real texts with roles read by hand, `read_generated` documents of the generator,
`read_linked` corpora whose persons are known to be public, `read_labelled` your own labels.
`to_doc` writes what training reads. A part is set aside by a digest, always the same.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from ...components.ner import LABELLED_KEY
from ...core.errors import HipsError
from ...core.labels import NAME_LABELS, ROLE_LABELS, ROLES
from ...core.spans import PiiSpan, write_group
from ...desk.annotations.annotations import GOLD_KEY, read_annotations
from ...who.judging.role_targets import UNMARKED_KEY
from ...who.persons.link.same_person import persons_of
from ..errors import Errors
from .exchange import Drawer, exchange
from .library import digest, split_of
from .mend import mends
from .noise import apply_edits
from .render import Mark
from .splice import families, runs_of_words

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

ROLES_GROUP, MASKED_GROUP, URLS_GROUP = "roles", "roles_masked", "url_roles"
COMPLETE_KEY, BINARY_KEY = "hips_roles_complete", "hips_roles_binary"
WEIGHT_KEY, SOURCE_KEY, LANGUAGE_KEY = "hips_weight", "hips_source", "hips_language"
PUBLIC = "public"
DOUBT = "doubt"
PRIVATE_URL, PUBLIC_URL = "URL_PERSONAL", "OTHER"
DIARIES = "cered_reflections"
# Every fifth text is set aside.
FIFTHS = 5
# Whom a corpus marks wherever they occur, by the beginning of its name; else only those marked
# are known.
ALL_MARKED = ("crossner", "wikigold")
# Corpora of encyclopaedia and news: whom they name is public, or will be taken for it.
ALL_PUBLIC = ("wikigold", "gmb")
# Where readers took handles for no names, though a finder takes them for some.
HANDLES = ("btc", "wnut17")
# Finer labels of persons of whom it is told that they are public.
KNOWN_PUBLIC = ("PERSON_WIKI", "CITED_AUTHOR", "PERSON_MUSICALARTIST", "PERSON_OTHER",
                "PERSON_POLITICIAN", "PERSON_RESEARCHER", "PERSON_SCIENTIST",
                "PERSON_WRITER")  # fmt: skip
# The length of what short texts are joined to, in characters.
CHARACTERS = 900


@dataclass(frozen=True)
class RoleText:
    """A text with the roles of the people in it.

    id (str): Its id.
    text (str): The text.
    marks (tuple[Mark, ...]): Mentions by place, with `role` and `key` (who it is, "" unknown);
        the label "doubt" marks those that are neither taught nor counted.
    urls (tuple): (start, end, private) of web addresses.
    source (str): Where it is from.
    licence (str): Its licence.
    family (str): What texts that belong together have in common.
    complete (bool): Everybody is marked.
    binary (bool): Only private or public is known, not the role.
    names (bool): Every mark is a name; else there may be eponyms among them, which a finder need
        not find.
    weight (float): How much it counts.
    half (int): Of generated development documents, which half of the templates it is of.
    language (str): In which it is written.
    unmarked (tuple[str, ...]): Where not everybody is marked: the roles that somebody else may
        have; empty where nothing is known of others.
    """

    id: str
    text: str
    marks: tuple[Mark, ...] = ()
    urls: tuple[tuple[int, int, bool], ...] = ()
    source: str = ""
    licence: str = ""
    family: str = ""
    complete: bool = True
    binary: bool = False
    names: bool = True
    weight: float = 1.0
    half: int = 0
    language: str = "en"
    unmarked: tuple[str, ...] = ()

    @property
    def share_alike(self) -> bool:
        """Does its licence ask the same of what is made from it?"""
        return self.licence.replace(" ", "-").startswith("CC-BY-SA")

    @property
    def has_private(self) -> bool:
        """Is somebody in it surely private?"""
        return any(m.role != PUBLIC and m.label != DOUBT for m in self.marks)

    @property
    def set_aside(self) -> bool:
        """Does it belong to the fifth that is not trained on?"""
        if self.source == DIARIES:
            return split_of(self.family) != "train"
        return digest(self.family or self.id) % FIFTHS == 0


def read_roles(path: Path, backgrounds: Path | None = None) -> list[RoleText]:
    """Real texts with roles read by hand; broken letters are mended, mentions linked.

    path (Path): jsonl of {"id", "text", "spans": [[start, end, role, doubt]], "source",
        "licence"}.
    backgrounds (Path): The folder of background texts, whose diaries tell which passages have
        one writer; without it the passages of `path` alone do.
    RETURNS (list[RoleText]): The texts.
    RAISES (HipsError): E404 where the file is missing, E411 for a line that cannot be read.
    """
    rows = [_role_text(raw, number, path) for number, raw in _rows(path)]
    diaries = [row for row in rows if row.source == DIARIES]
    kin = _writers(diaries, backgrounds)
    return [replace(row, family=kin.get(row.id) or _work(row)) for row in map(_mended, rows)]


def read_generated(path: Path) -> Iterator[RoleText]:
    """Documents of the generator.

    path (Path): jsonl as benchmarks/notes/corpus.md tells.
    YIELDS (RoleText): One a document.
    RAISES (HipsError): As `read_roles`.
    """
    for number, raw in _rows(path):
        try:
            yield of_generated(raw)
        except (KeyError, TypeError, ValueError) as error:
            raise _unreadable(number, path, type(error).__name__) from None


def of_generated(raw: Mapping[str, Any]) -> RoleText:
    """A document of the generator.

    raw (Mapping): Its record.
    RAISES (KeyError, TypeError, ValueError): For what is none.
    """
    meta = raw.get("meta", {})
    return RoleText(
        str(raw["id"]),
        raw["text"],
        tuple(Mark(s, e, "", role, key) for s, e, role, key in raw["roles"]),
        tuple((s, e, which != PUBLIC) for s, e, which in raw.get("urls", ())),
        "generated",
        family=str(meta.get("template", "")),
        names=False,
        half=int(meta.get("half", 0)),
        language=str(meta.get("language", "en")),
    )


def read_linked(
    path: Path, wanted: Iterable[str], known: Iterable[str] = (), *, alone: bool = False
) -> list[RoleText]:
    """Texts of public corpora in which some persons are known to be public; short ones joined.

    path (Path): jsonl of {"id", "text", "spans", "fine", "source", "licence"}.
    wanted (Iterable[str]): Beginnings of the sources to read.
    known (Iterable[str]): Ids to leave out, for more is known of them elsewhere.
    alone (bool): Leave each text for itself, as a sentence that is asked about alone.
    RETURNS (list[RoleText]): Texts with at least one such person. Persons of whom nothing is
        known are doubtful.
    RAISES (HipsError): As `read_roles`.
    """
    starts, left_out = tuple(wanted), set(known)
    by_source: dict[tuple[str, str], list[RoleText]] = defaultdict(list)
    for number, raw in _rows(path):
        if raw["source"].startswith(starts) and raw["id"] not in left_out:
            row = _linked_text(raw, number, path)
            by_source[row.source, row.licence].append(row)
    joined = (text for rows in by_source.values() for text in (rows if alone else _joined(rows)))
    return [text for text in joined if any(m.label != DOUBT for m in text.marks)]


def read_labelled(path: Path, *, whole: bool = False) -> list[RoleText]:
    """Your own labels as evidence: NAME_STUDENT, NAME_INSTRUCTOR and NAME_PRIVATE tell a role.

    path (Path): A file of `read_annotations`. A field "roles" of [start, end, role, person]
        counts in the place of the spans.
    whole (bool): Everybody is marked: a name that is not is public, or no name.
    RETURNS (list[RoleText]): The texts. A PERSON, whose role is not told, is doubtful.
    RAISES (HipsError): As `read_annotations`.
    """
    by_label = {label: role for role, label in ROLE_LABELS.items()}
    out = []
    for record in read_annotations(path, overlaps="longest"):
        if "roles" in record.extra:
            marks = [Mark(s, e, "", role, key) for s, e, role, key in record.extra["roles"]]
        else:
            marks = [
                Mark(s, e, "" if label in by_label else DOUBT, by_label.get(label, PUBLIC))
                for s, e, label in record.spans
                if label in NAME_LABELS
            ]
        out.append(RoleText(record.id, record.text, linked(record.text, marks), source="labels",
                            complete=whole))  # fmt: skip
    return out


def variants(row: RoleText, count: int, people: Drawer, seed: int) -> Iterator[RoleText]:
    """The text with other names for its private people.

    row (RoleText): The text.
    count (int): How many variants.
    people (Drawer): Where names come from.
    seed (int): With the text's id it settles all names.
    YIELDS (RoleText): The variants.
    """
    for number in range(count):
        rng = Random(f"spacy_hips.roles|{seed}|{row.id}|{number}")
        text, marks = exchange(row.text, row.marks, people, rng)
        yield replace(row, id=f"{row.id}~{number + 1}", text=text, marks=tuple(marks), urls=())


def to_doc(row: RoleText, nlp: Language) -> Doc:
    """The document that training reads.

    row (RoleText): A text.
    nlp (Language): Its tokenizer is used.
    RETURNS (Doc): Span groups "roles" (a label for each role, PERSON for public), "roles_masked"
        (what is doubtful), "url_roles", and, where every mark is a name, "pii", for a finder that
        is taught together with the filter; `user_data` tells what is known, and the weight.
    """
    doc = nlp.make_doc(row.text)
    sure = [m for m in row.marks if m.label != DOUBT]
    if row.names:
        write_group(doc, GOLD_KEY, [_span(m, "PERSON") for m in row.marks])
        doc.user_data[LABELLED_KEY] = ["PERSON"] if row.complete else []
    write_group(doc, ROLES_GROUP, [_span(m, ROLE_LABELS.get(m.role, "PERSON")) for m in sure])
    doubtful = [_span(m, "PERSON") for m in row.marks if m.label == DOUBT]
    write_group(doc, MASKED_GROUP, doubtful)
    if row.urls:
        labels = {True: PRIVATE_URL, False: PUBLIC_URL}
        urls = [PiiSpan(s, e, labels[private], source="gold") for s, e, private in row.urls]
        write_group(doc, URLS_GROUP, urls)
    doc.user_data[COMPLETE_KEY] = row.complete
    doc.user_data[BINARY_KEY] = row.binary
    doc.user_data[WEIGHT_KEY] = float(row.weight)
    doc.user_data[SOURCE_KEY] = row.source
    doc.user_data[LANGUAGE_KEY] = row.language
    doc.user_data[UNMARKED_KEY] = list(row.unmarked)
    doc.user_data["id"] = row.id
    return doc


# Reading


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    if not path.is_file():
        raise HipsError(Errors.E404.format(path=path))
    with path.open(encoding="utf-8-sig") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield number, dict(json.loads(line))
                except (TypeError, ValueError) as error:
                    raise _unreadable(number, path, type(error).__name__) from None


def _unreadable(number: int, path: Path, kind: str) -> HipsError:
    reason = f"a field is missing or wrong ({kind})"
    return HipsError(Errors.E411.format(number=number, path=path, reason=reason))


def _role_text(raw: Mapping[str, Any], number: int, path: Path) -> RoleText:
    try:
        text = raw["text"]
        marks = [
            Mark(_within(s, text), _within(e, text), DOUBT if doubt else "", _role(role))
            for s, e, role, doubt in raw["spans"]
        ]
        return RoleText(str(raw["id"]), text, tuple(marks), source=raw["source"],
                        licence=raw.get("licence", ""),
                        complete=raw["source"] not in HANDLES)  # fmt: skip
    except (KeyError, TypeError, ValueError) as error:
        raise _unreadable(number, path, type(error).__name__) from None


def _linked_text(raw: Mapping[str, Any], number: int, path: Path) -> RoleText:
    try:
        source = raw["source"].split(" ")[0]
        known = source.startswith(ALL_PUBLIC)
        marks = [
            Mark(s, e, "" if known or fine in KNOWN_PUBLIC else DOUBT, PUBLIC)
            for (s, e, label), fine in zip(raw["spans"], _finer(raw), strict=True)
            if label == "PERSON"
        ]
        return RoleText(str(raw["id"]), raw["text"], tuple(marks), source=source,
                        licence=raw.get("licence", ""), binary=True,
                        complete=source.startswith(ALL_MARKED))  # fmt: skip
    except (KeyError, TypeError, ValueError) as error:
        raise _unreadable(number, path, type(error).__name__) from None


def _finer(raw: Mapping[str, Any]) -> Sequence[str]:
    """The finer labels, where a corpus has some."""
    return list(raw.get("fine") or [""] * len(raw["spans"]))


def _within(offset: int, text: str) -> int:
    if not 0 <= offset <= len(text):
        raise ValueError
    return offset


def _role(name: str) -> str:
    if name not in ROLES:
        raise ValueError
    return name


def _joined(rows: Sequence[RoleText]) -> Iterator[RoleText]:
    """Texts of one source, put together until they are long enough."""
    text, marks, first = "", [], rows[0]
    for row in rows:
        first = row if not text else first
        shift = len(text)
        marks += [replace(m, start=m.start + shift, end=m.end + shift) for m in row.marks]
        text += row.text + "\n"
        if len(text) >= CHARACTERS:
            yield replace(first, text=text, marks=tuple(marks))
            text, marks = "", []
    if text:
        yield replace(first, text=text, marks=tuple(marks))


def _mended(row: RoleText) -> RoleText:
    text, marks = apply_edits(row.text, row.marks, mends(row.text))
    return replace(row, text=text, marks=linked(text, marks))


def linked(text: str, marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """The marks of a text by place, each with the key of its person."""
    keys = persons_of(text, [(m.start, m.end, m.role) for m in marks])
    named = (replace(m, key=key) for m, key in zip(marks, keys, strict=True))
    return tuple(sorted(named, key=lambda m: (m.start, m.end)))


def _span(mark: Mark, label: str) -> PiiSpan:
    return PiiSpan(mark.start, mark.end, label, source="gold", id=mark.key)


# What belongs together


def _work(row: RoleText) -> str:
    """The passages of one novel are "105_persuasion:6085-7278" and so on."""
    return row.id.partition(":")[0]


def _writers(diaries: Sequence[RoleText], backgrounds: Path | None) -> dict[str, str]:
    """For each passage of a diary one that stands for its writer, whose id is not published.

    Passages that overlap have one writer, and those that name the same colleague are held
    together. Where one of them is a background of the generator's training split, all are taught.
    """
    path = backgrounds / f"{DIARIES}.jsonl" if backgrounds else None
    texts = {}
    if path is not None and path.is_file():
        texts = {str(raw["id"]): raw["text"] for _, raw in _rows(path)}
    for row in diaries:
        texts.setdefault(row.id, row.text)
    kin = families({name: runs_of_words(text) for name, text in texts.items()})
    group = families({row.id: (kin[row.id], *_colleagues(row)) for row in diaries})
    roots: dict[str, set[str]] = defaultdict(set)
    for row in diaries:
        roots[group[row.id]].add(kin[row.id])
    return {
        row.id: min(roots[group[row.id]], key=lambda r: (split_of(r) != "train", r))
        for row in diaries
    }


def _colleagues(row: RoleText) -> list[str]:
    return [row.text[m.start : m.end] for m in row.marks if m.role == "instructor"]
