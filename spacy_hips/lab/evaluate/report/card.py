"""A model card in the format of Hugging Face, made from the JSON of a report."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]

NOT_FOR = (
    "Deciding alone that a text may be published. Some identifiers are missed; people must read a "
    "sample.",
    "Texts in languages that the list at the top does not name, clinical notes, legal files: it "
    "was not made for them, and not measured on them.",
    "Finding or watching persons. It is made to hide them.",
    "Hiding what somebody tells of their life: an event or a rare job can tell who it is without a "
    "name.",
)


def card(report: Json, about: Json | None = None) -> str:
    """The card.

    report (Mapping): The JSON of the report.
    about (Mapping): The pipeline's meta.json: licence, description, sources; and "languages".
    RETURNS (str): Markdown with YAML front matter.
    """
    meta = about or {}
    versions = report["provenance"]["versions"]
    name = versions.get("model", "") or "pipeline"
    parts = [
        _front(report, meta, name),
        f"# {name} {versions.get('model_version', '')}".rstrip(),
        str(meta.get("description", "") or "A spaCy pipeline that de-identifies student writing."),
        "## What it is for\n\nIt finds the identifiers of private persons in student writing and "
        "replaces them by realistic ones. Public persons stay. It is used through spacy-hips.",
        "## What not to use it for\n\n" + "\n".join(f"- {line}" for line in NOT_FOR),
        "## Training data\n\n" + _sources(meta),
        "## Evaluation\n\n" + _evaluation(report),
        "## Figures by group\n\n" + _groups(report),
        "## Leaks\n\n" + _leaks(report),
        "## Attacks\n\n" + _attacks(report),
        "## Cost\n\n" + _cost(report),
        "All figures are made by `spacy-hips report`; docs/report.md defines each.",
    ]
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def _front(report: Json, meta: Json, name: str) -> str:
    """YAML; strings are written as JSON, which YAML reads."""
    every = report["detection"]["all"]
    people = every["persons"].get("all", {}).get("no_trace")
    values = [
        ("recall", "Recall (exact spans)", every["exact"]["all"]["r"]),
        ("precision", "Precision (exact spans)", every["exact"]["all"]["p"]),
        ("f_score", "F5 (exact spans)", every["exact"]["all"]["f5"]),
        ("recall", "Persons with no trace left", people["value"] if people else None),
    ]
    sets = ", ".join(report["detection"]["by_set"])
    lines = [
        "---",
        "tags:", "- spacy", "- token-classification", "- de-identification", "- pii",
        "language:", *(f"- {code}" for code in meta.get("languages") or [meta.get("lang", "en")]),
        *_licence(str(meta.get("license", "") or "MIT")),
        "library_name: spacy",
        "model-index:", f"- name: {json.dumps(name)}", "  results:",
        "  - task:", "      type: token-classification", "      name: De-identification",
        "    dataset:", f"      name: {json.dumps(sets)}", "      type: labelled-texts",
        "    metrics:",
    ]  # fmt: skip
    for kind, title, value in values:
        if value is not None:
            lines += [f"    - type: {kind}", f"      name: {json.dumps(title)}",
                      f"      value: {value}"]  # fmt: skip
    return "\n".join([*lines, "---"])


def _licence(name: str) -> list[str]:
    """Of licences that the format does not know by name, the name stands beside it."""
    known = {"mit", "apache-2.0", "cc-by-4.0", "cc-by-sa-4.0", "cc0-1.0", "bsd-3-clause"}
    if name.lower() in known:
        return [f"license: {name.lower()}"]
    return ["license: other", f"license_name: {json.dumps(name)}"]


def _sources(meta: Json) -> str:
    sources = meta.get("sources") or []
    if not sources:
        return "The pipeline's meta.json names no sources."
    rows = [
        (str(s.get("name", "")), str(s.get("license", "")), str(s.get("url", "")))
        for s in sources
        if isinstance(s, Mapping)
    ]
    return _table(("source", "licence", "address"), rows)


def _evaluation(report: Json) -> str:
    own = report["detection"]
    rows = [
        (name, f"{s['documents']:,}", f"{s['persons']:,}", _rate(s["no_trace"]), _rate(s["hidden"]),
         _rate(s["p"]), _rate(s["r"]), _rate(s["f5"]), f"{s['kept_as_public']:,}")
        for name, s in own["by_set"].items()
    ]  # fmt: skip
    heads = ("set", "documents", "private persons", "no trace left", "gold hidden", "P", "R", "F5",
             "kept as public")  # fmt: skip
    labels = [
        (label, _rate(s["p"]), _rate(s["r"]), _rate(s["f5"]), f"{s['tp'] + s['fn']:,}")
        for label, s in own["all"]["exact"]["by_label"].items()
    ]
    people = own["all"]["persons"].get("all", {}).get("no_trace")
    told = "" if people is None else (
        f"**{_rate(people['value'])}** of {people['whole']:,} private persons leave no trace "
        f"(95 %: {_rate(people['low'])} to {_rate(people['high'])}).\n\n"
    )  # fmt: skip
    return "\n\n".join(
        [
            told + _table(heads, rows),
            "\n".join(f"- {line}" for line in own["notes"]),
            "Exact spans by label, all sets together:",
            _table(("label", "P", "R", "F5", "gold"), labels),
        ]
    )


def _groups(report: Json) -> str:
    own, rows = report["fairness"], []
    for kind in ("region", "gender"):
        for name, found in own["groups"][kind]["hidden"]["groups"].items():
            low, high = found["interval"]
            value = "too few" if found["too_few"] else _rate(found["recall"])
            names = {"f": "female", "m": "male"}
            interval = f"{_rate(low)} to {_rate(high)}"
            rows.append((kind, names.get(name, name), f"{found['names']:,}", value, interval))
    if not rows:
        return "The names of these sets tell no group."
    table = _table(("", "group", "names", "hidden", "95 %"), rows)
    gaps = [_gap(kind, own["groups"][kind]["hidden"]) for kind in ("region", "gender")]
    return "\n\n".join([table, *(gap for gap in gaps if gap)])


def _gap(kind: str, own: Json) -> str:
    if own["gap"] is None:
        return ""
    chance = "" if own["p_value"] is None else f" (p = {own['p_value']:.3f})"
    return f"Largest difference by {kind}: {own['gap']:.2f} points{chance}."


def _leaks(report: Json) -> str:
    rows = [
        (row["detection"], f"{row['places']:,}", f"{row['per_1000_documents']:.1f}")
        for row in report["leaks"]["levels"]
    ]
    return _table(("detection", "places", "per 1,000 documents"), rows)


def _attacks(report: Json) -> str:
    own = report["attack"]
    if own is None:
        return "Not measured in this report."
    return attack_table(own["attackers"])


def attack_table(attackers: Sequence[Json]) -> str:
    """What attackers got, as a table in Markdown.

    attackers (Sequence[Mapping]): As `read_attack` gives them.
    RETURNS (str): The table.
    """
    rows = []
    for one in attackers:
        share = one["detection"]
        found = "–" if share is None else f"{share:.3g}"
        rows.append(
            (str(one["name"]), str(one["surrogates"] or ""), found, _bounded(one),
             _rate(one["recall"]), _rate(one["chance"]),
             str(one["worst"]["label"] or "–"), _bounded(one["worst"]),
             _rate(one["worst"]["chance"]))
        )  # fmt: skip
    heads = ("attacker", "surrogates", "detection", "precision", "recall", "by chance", "worst on",
             "precision there", "by chance there")  # fmt: skip
    return _table(heads, rows)


def _bounded(one: Json) -> str:
    """A precision with its interval."""
    low, high = one["precision_interval"] or (None, None)
    return _rate(one["precision"]) + ("" if low is None else f" ({low:.3f} to {high:.3f})")


def _cost(report: Json) -> str:
    own = report["cost"]
    if own["words_per_cpu_second"] is None:
        return "Not measured."
    memory = "" if own["memory_mb"] is None else f", {own['memory_mb']:,.0f} MB of memory"
    return f"{own['words_per_cpu_second']:,.0f} words per second of one processor core{memory}."


def _rate(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [" | ".join(heads), " | ".join("---" for _ in heads)]
    lines += [" | ".join(cell.replace("|", "\\|") for cell in row) for row in rows]
    return "\n".join(f"| {line} |" for line in lines)
