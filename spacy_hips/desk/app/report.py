"""The report on a project's result: for its owner to read, and for an ethics board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...core.files import write_whole
from ...core.labels import KEPT
from ...lab.evaluate.report.sections.provenance import review_of
from ...lab.evaluate.report.summary import plain, reviewed, status
from ..files.output import explained
from ..pages.rendered import rendered
from .project import Project

NAME = "report.html"
_UNAPPLIED = ("hidden_all_the_same", "other_text", "not_placed")
_LIMITS = (
    "No program finds everybody. What was missed stands in the texts as it was.",
    "What somebody tells of their life may be enough for those who know them, without any name.",
    "How many are missed in texts of one kind can be measured: label some, and run "
    "`spacy-hips report`.",
)


def write_report(
    project: Project, written: Sequence[Mapping[str, Any]], *, kept: bool = True
) -> None:
    """Write the report, as a page that can be printed.

    project (Project): The project.
    written (Sequence[Mapping]): The counts of each part; empty for one that was not written.
    kept (bool): Does what leads back to people stay?
    RAISES (WriteFailed): Where that cannot be done.
    """
    path = project.folder / NAME
    page = rendered(
        "pages/summary.html",
        title=project.folder.name,
        subtitle="Report on texts that were de-identified",
        banner="",
        paragraphs=paragraphs(project, [one for one in written if one], kept),
    )
    with explained(path):
        write_whole(path, page.encode("utf8"))


def paragraphs(
    project: Project, written: Sequence[Mapping[str, Any]], kept: bool = True
) -> dict[str, list[str]]:
    """What it says, by heading.

    project (Project): The project.
    written (Sequence[Mapping]): The counts of each part.
    kept (bool): Does what leads back to people stay?
    """
    parts = project.parts
    decisions = [str(p) for part in parts if (p := project.decisions(part)).exists()]
    review, audit = review_of(decisions)
    back = {
        "register": kept and (project.internal / "names.register").exists(),
        "key_file": kept and (project.internal / "key").exists(),
        "originals": kept,
    }
    return {
        "What was replaced": list(_replaced(written)),
        "What was left as it was": list(_left(written)),
        "Who has looked at it": reviewed({"review": review, "audit": audit}),
        "Can it be undone?": status(back),
        "What this does not say": list(_LIMITS),
    }


def _replaced(written: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    texts, words = (sum(one[name] for one in written) for name in ("documents", "words"))
    yield f"{texts:,} texts with {words:,} words were searched."
    gone = _spans(written, kept=False)
    for label, count in gone.most_common():
        yield f"{plain(label).capitalize()}: {count:,} replaced."
    if not gone:
        yield "Nothing was found in them, so nothing was replaced."
    if cells := sum(one["name_cells"] for one in written):
        yield f"Columns of names: {cells:,} cells replaced."


def _left(written: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for label, count in _spans(written, kept=True).most_common():
        yield f"{plain(label).capitalize()}: {count:,} found and left, as was asked."
    if any(one["names_not_searched"] for one in written):
        yield "NAMES OF PEOPLE were not looked for in some texts: do not publish them."
    foreign: Counter[str] = Counter()
    for one in written:
        foreign.update(one["other_languages"])
    if foreign:
        yield (
            f"{foreign.total():,} texts are in other languages, at least in part. There only what "
            "needs no language was looked for, such as e-mail addresses."
        )
    missing = {label for one in written for label in one["labels_not_searched"]}
    if missing:
        yield "Not looked for: " + ", ".join(sorted(map(plain, missing))) + "."
    if rejected := sum(one["rejected"] for one in written):
        yield f"{rejected:,} texts could not be read. They are not among the new texts."
    unsearched: Counter[str] = Counter()
    for one in written:
        unsearched.update(one["parts_not_searched"])
    for kind, count in unsearched.items():
        yield f"Nobody can search these in files: {kind}, {count:,}."
    if unapplied := sum(one.get("decisions", {}).get(n, 0) for one in written for n in _UNAPPLIED):
        yield f"{unapplied:,} decisions of reviewers could not be carried out: look at the review."


def _spans(written: Sequence[Mapping[str, Any]], *, kept: bool) -> Counter[str]:
    out: Counter[str] = Counter()
    for one in written:
        for label, actions in one["spans"].items():
            out[label] += sum(n for action, n in actions.items() if (action in KEPT) == kept)
    return +out
