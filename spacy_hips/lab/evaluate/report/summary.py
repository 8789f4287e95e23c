"""One page in plain words, for a board that has to decide."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ....desk.pages.rendered import rendered

PLAIN: Mapping[str, str] = MappingProxyType(
    {
        "PERSON": "names of people", "ID_NUM": "ID numbers", "PHONE_NUM": "telephone numbers",
        "URL_PERSONAL": "personal web addresses", "IP_ADDRESS": "IP addresses",
        "EMAIL": "e-mail addresses", "USERNAME": "user names", "ZIP": "postal codes",
        "STREET_ADDRESS": "street addresses", "DATE_OF_BIRTH": "dates of birth", "AGE": "ages",
        "DATE": "dates", "SCHOOL": "schools", "EMPLOYER": "employers", "LOCATION": "places",
        "NATIONALITY": "nationalities", "NAME_STUDENT": "names of students",
        "NAME_INSTRUCTOR": "names of teachers", "NAME_PRIVATE": "names of other private persons",
    }
)  # fmt: skip

Json = Mapping[str, Any]


def summary(report: Json, title: str) -> str:
    """The page.

    report (Mapping): The JSON of the report.
    title (str): Its title.
    RETURNS (str): One file of HTML that loads nothing.
    """
    subtitle = "Summary for an ethics board"
    return rendered(
        "pages/summary.html",
        title=title,
        subtitle=subtitle,
        banner="",
        paragraphs=paragraphs(report),
    )


def paragraphs(report: Json) -> dict[str, list[str]]:
    """What it says, by heading.

    report (Mapping): The JSON of the report.
    RETURNS (dict): Sentences.
    """
    return {
        "What was searched": _searched(report),
        "What was missed": _missed(report),
        "Is everybody protected alike?": _alike(report),
        "Who has looked at it": reviewed(report["provenance"]),
        "Can it be undone?": status(report["provenance"]["kept"]),
        "The table beside the texts": _table(report),
        "What this does not say": _limits(),
    }


def _searched(report: Json) -> list[str]:
    detection, labels = report["detection"], report["labels"]
    lines = [
        f"{detection['documents']:,} labelled texts with {detection['words']:,} words were "
        "searched, and what was found was compared with what is marked in them."
    ]
    if labels.get("searched"):
        hidden = [label for label in labels["searched"] if label not in labels["left"]]
        lines.append("Looked for and replaced: " + ", ".join(map(plain, hidden)) + ".")
    if labels.get("left"):
        left_there = ", ".join(map(plain, labels["left"]))
        lines.append(f"Looked for and NOT replaced, as was asked: {left_there}.")
    if labels.get("not_searched"):
        missing = ", ".join(map(plain, labels["not_searched"]))
        lines.append(f"NOT looked for, so still in the texts: {missing}.")
    left = sum(detection["left_out"].values())
    if left:
        lines.append(f"{left:,} texts could not be searched. Such texts are not released.")
    return lines


def plain(label: str) -> str:
    """A label in words."""
    return PLAIN.get(label, label.replace("_", " ").lower())


def _missed(report: Json) -> list[str]:
    every = report["detection"]["all"]
    people, missed = every["persons"].get("all", {}).get("no_trace"), every["missed"]
    lines = []
    if people:
        gone, of = people["part"], people["whole"]
        worst = 100 * (1 - people["low"])
        lines.append(
            f"Of {of:,} private persons in these texts, {gone:,} leave no trace: nothing of their "
            f"names, addresses and numbers can be read any more. {of - gone:,} can still be read "
            f"somewhere. In texts of the same kind it is at most {worst:.1f} % of the persons, "
            "with 95 % confidence."
        )
    else:
        lines.append("The labelled texts name no private person, so nothing is known by person.")
    if missed["of"]:
        lines.append(
            f"Of {missed['of']:,} marked places, {missed['missed']:,} were missed, wholly or in "
            f"part; at most {100 * missed['at_most']:.1f} % of all such places are "
            "(95 % confidence)."
        )
    return lines


def _alike(report: Json) -> list[str]:
    lines = []
    for kind in ("region", "gender"):
        own = report["fairness"]["groups"][kind]["hidden"]
        if own["gap"] is None:
            lines.append(f"Too few names of each {kind} to compare.")
            continue
        chance = own["p_value"]
        seldom = (
            "was not tested against chance" if chance is None
            else "may be chance" if chance >= 0.05 else "is more than chance"
        )  # fmt: skip
        names = {"f": "women", "m": "men"}
        best, worst = (names.get(own[key], own[key]) for key in ("best", "worst"))
        lines.append(
            f"By {kind}: names of {worst} are hidden least often, {own['gap']:.1f} points less "
            f"than those of {best}. The difference {seldom}."
        )
    if report["fairness"]["absent"]:
        lines.append("No name at all was of: " + ", ".join(report["fairness"]["absent"]) + ".")
    return lines


def reviewed(own: Json) -> list[str]:
    """How many places people have looked at, and what a sample bounds.

    own (Mapping): What is told of the release, as `provenance` gives it.
    """
    review, audit = own["review"], own["audit"]
    if not review["decisions"]:
        return ["No decision of a reviewer was given: what was found was not checked by people."]
    who = ", ".join(review["reviewers"]) or "Reviewers who gave no name"
    lines = [f"{who} decided about {review['decisions']:,} places."]
    if audit and audit["read"]:
        lines.append(
            f"Of texts in which nothing had been found, {audit['read']:,} drawn at random were "
            f"read whole; {audit['held_a_name']:,} held an identifier. So at most "
            f"{100 * audit['at_most']:.1f} % of such texts still do (95 % confidence)."
        )
    else:
        lines.append("No sample of the texts in which nothing was found was read.")
    return lines


def status(kept: Json) -> list[str]:
    """What still leads back to people.

    kept (Mapping): By file, whether it is kept.
    """
    names = {"register": "the register of new names", "key_file": "the key file",
             "originals": "the originals"}  # fmt: skip
    there = [names[name] for name, is_there in kept.items() if is_there]
    if there:
        verb = "exists" if len(there) == 1 and kept["register"] + kept["key_file"] else "exist"
        return [
            f"The data are pseudonymised, not anonymous: {' and '.join(there)} still {verb}, and "
            "whoever holds them can tell who is who."
        ]
    return [
        "No register, key file or originals are kept, as far as this report was told. What was "
        "missed can still tell who is who."
    ]


def _table(report: Json) -> list[str]:
    own = report["provenance"]["kanon"]
    if own is None:
        return ["No report about a table beside the texts was given."]
    return [
        f"Each row of the table shares its values with at least {own['k'] - 1:,} other persons "
        f"(k = {own['k']:,})."
    ]


def _limits() -> list[str]:
    return [
        "Figures hold for texts like the labelled ones. Other schools, languages and years differ.",
        "What somebody tells of their life may be enough for those who know them, without any "
        "name.",
    ]
