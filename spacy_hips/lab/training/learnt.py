"""What was learnt from a user's texts: figures before and after, in sentences and as a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from ..errors import Warnings
from ..evaluate.roles import FIGURES, RoleFigures, score_roles
from .arrived import Arrived, Outcome
from .choose_judge import Chosen, Thresholds, Wish
from .choosing import too_few
from .own_labels import Tally

AS_IT_WAS, HALFWAY, LEARNT = "as it was", "halfway", "learnt"
TAKEN = {
    AS_IT_WAS: "The judge's weights stay as they were.",
    HALFWAY: "The judge takes half of what it learnt: the means of its weights before and after.",
    LEARNT: "The judge takes what it learnt.",
}
TAKES = {HALFWAY: "half of what it learnt", LEARNT: "what it learnt"}
REFUSED = {HALFWAY: "half of what the judge learnt", LEARNT: "all that the judge learnt"}
DRAWS = 1000
SHOWN = ("private_hidden", "student_hidden", "instructor_hidden", "other_hidden",
         "private_persons", "public_kept", "public_persons", "extra_names")  # fmt: skip
PEOPLE = {"student": "students", "instructor": "instructors", "private": "other private people"}


@dataclass(frozen=True)
class FinderLearnt:
    """What became of the finder.

    name (str): Which weights it has: those of before, what it learnt, or halfway between them.
    refused (int): How many private mentions and other identifiers would be left with what it
        learnt that were hidden before.
    """

    name: str = AS_IT_WAS
    refused: int = 0


@dataclass(frozen=True)
class Labels:
    """What became of labels of the user's own.

    tallies (tuple[Tally, ...]): Of each label, what was found in texts that were kept apart.
    refused (int): Private mentions that would be left for them; they are not taken then.
    """

    tallies: tuple[Tally, ...] = ()
    refused: int = 0

    @property
    def found(self) -> bool:
        """Are they looked for now?"""
        return not self.refused and any(own.found for own in self.tallies)

    def sentences(self) -> Iterator[str]:
        """What is found, and what becomes of it."""
        for own in self.tallies:
            yield f"{own.label}: {own.found:,} of {own.whole:,} are found, {own.wrong:,} wrongly"
            if own.unseen:
                yield Warnings.W406.format(label=own.label, count=own.unseen, whole=own.whole)
        if self.found:
            yield "What has such a label is replaced: by [LABEL] where the config names no maker."
        elif self.refused:
            which = f"the finder of {', '.join(own.label for own in self.tallies)}"
            yield Warnings.W405.format(which=which, count=self.refused)
        elif self.tallies:
            yield "Nothing of these labels was learnt: nothing is looked for. Label more texts."


@dataclass(frozen=True)
class Learnt:
    """What was learnt.

    chosen (Chosen): The judge that is taken, and what it makes of the user's texts.
    start (Thresholds): The thresholds of before.
    own (tuple[Arrived, ...]): The user's texts.
    wish (Wish): What was wanted.
    finder (FinderLearnt): What became of the finder.
    labels (Labels): What became of labels of the user's own.
    """

    chosen: Chosen
    start: Thresholds
    own: tuple[Arrived, ...]
    wish: Wish
    finder: FinderLearnt = FinderLearnt()
    labels: Labels = Labels()

    @property
    def changed(self) -> bool:
        """Is it another pipeline than before?"""
        weights = {self.chosen.candidate.name, self.finder.name}
        return self.labels.found or weights != {AS_IT_WAS} or self.chosen.thresholds != self.start

    @property
    def reached(self) -> bool:
        """Is everything reached that was wanted?"""
        return all(done for done, _ in self.wish.reached(self.chosen.after))

    @cached_property
    def figures(self) -> dict[str, Any]:
        """The figures of the user's texts, before and after, each text decided on by what the
        others taught; as plain data."""
        told = {"before": self.chosen.before, "after": self.chosen.after}
        thresholds = {"before": self.start, "after": self.chosen.thresholds}
        labels = {own.label: asdict(own) for own in self.labels.tallies}
        return ({"labels": labels} if labels else {}) | {
            name: {
                "roles": self._roles(own),
                "label_student_f1": round(own.student_f, 4),
                "thresholds": asdict(thresholds[name]),
            }
            for name, own in told.items()
        }

    def _roles(self, own: Outcome) -> dict[str, Any]:
        figures = RoleFigures(
            [
                score_roles(one.row.text, one.roles, done)
                for one, done in zip(self.own, own.replaced, strict=True)
            ]
        )
        figures.resample(DRAWS)
        return {name: value for name, value in figures.to_json().items() if name in SHOWN}

    def sentences(self) -> list[str]:
        """What came of it, in plain words."""
        before, after, now = self.chosen.before, self.chosen.after, self.chosen.thresholds
        out = []
        for role, people in PEOPLE.items():
            whole, was, left = (len(places) for places in self._of_role(role))
            if whole:
                out.append(f"{people}: {was:,} of {whole:,} were left before, {left:,} now")
        if after.public:
            kept = f"{len(before.kept):,} of {after.public:,} stayed before"
            out.append(f"public people: {kept}, {len(after.kept):,} now")
        else:
            out.append("No public person is labelled, so nothing tells how many of them stay.")
        unseen = sum(one.is_unseen(m.start, m.end) for one in self.own for m in one.private)
        if unseen:
            out.append(
                f"{unseen:,} private mentions are still not found, so no judge is asked about them"
            )
        if self.finder.name != AS_IT_WAS:
            out.append(f"The finder takes {TAKES[self.finder.name]}.")
        elif self.finder.refused:
            which, count = "all that the finder learnt", self.finder.refused
            out.append(Warnings.W405.format(which=which, count=count))
        out.append(TAKEN[self.chosen.candidate.name])
        out += self._guarded()
        if now != self.start:
            out.append(f"Thresholds: {_told(self.start)} before, {_told(now)} now.")
        if note := too_few(after.private, "private mentions", f"{now.public:.3f}"):
            out.append(note)
        out += self.labels.sentences()
        wishes = self.wish.reached(after)
        return out + [f"{'Reached' if done else 'NOT reached'}: {line}." for done, line in wishes]

    def _of_role(self, role: str) -> Iterator[list[Any]]:
        """The mentions of private people of a role, and those that were left, and are."""
        places = {(n, m.start, m.end): m.role for n, one in enumerate(self.own) for m in one.sure}
        own = [place for place, known in places.items() if known == role]
        yield own
        for outcome in (self.chosen.before, self.chosen.after):
            yield [place for place in own if place in outcome.left]

    def _guarded(self) -> Iterator[str]:
        for name, count in self.chosen.refused.items():
            if name != self.chosen.candidate.name:
                yield Warnings.W405.format(which=REFUSED[name], count=count)

    def card(self) -> str:
        """The card, in Markdown."""
        lines = [
            "# What was learnt",
            "",
            f"From {len(self.own):,} texts of one's own. Each figure is of texts that were kept "
            "apart while the others were learnt from.",
            "",
            "| | before | after |",
            "|---|---|---|",
            *self._rows(),
            "",
            *(f"- {line}" for line in self.sentences()),
            "",
            Warnings.W401 if self.changed else "It remembers nothing of the texts.",
        ]
        return "\n".join(lines) + "\n"

    def _rows(self) -> Iterator[str]:
        before, after = (self.figures[name]["roles"] for name in ("before", "after"))
        for name in SHOWN:
            if name in after:
                yield f"| {FIGURES[name]} | {_cell(before[name])} | {_cell(after[name])} |"
        was, now = (self.figures[name]["label_student_f1"] for name in ("before", "after"))
        if any(m.role == "student" for one in self.own for m in one.sure):
            yield f"| F1 of the label NAME_STUDENT, exact spans | {was:.3f} | {now:.3f} |"


def _cell(figure: Mapping[str, Any]) -> str:
    low, high = figure.get("interval", (None, None))
    bounds = "" if low is None or high is None else f", 95 %: {low:.3f} to {high:.3f}"
    return f"{figure['value']:.3f} ({figure['part']:g} of {figure['whole']:g}{bounds})"


def _told(thresholds: Thresholds) -> str:
    values: Sequence[tuple[str, float]] = list(asdict(thresholds).items())
    return ", ".join(f"{name} {value:.3f}" for name, value in values)
