"""The page of the report, drawn from its JSON alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....desk.pages.rendered import rendered
from ..attack import parrot
from ..roles import FIGURES, PER_THOUSAND
from . import blocks as b
from .blocks import Block, Notes, Section
from .measures import MEASURES
from .plots import has_plots, plots
from .sections.fairness import SHOWN
from .sections.utility import KEPT

MOST_SHOWN = 200
GENDERS = {"f": "female", "m": "male"}
PRF = ("P", "R", "F1", "F2", "F5", "right", "wrong", "missed")
NAV = {
    "detection": "Detection", "fairness": "Fairness", "leaks": "Leaks", "attack": "Attack",
    "utility": "Utility", "cost": "Cost", "provenance": "Provenance",
}  # fmt: skip

BANNER = "Internal: this page shows text of the corpus. Never publish it, never send it."

Json = Mapping[str, Any]


def page(report: Json, title: str) -> str:
    """The whole page.

    report (Mapping): The JSON of the report.
    title (str): Its title.
    RETURNS (str): One file of HTML that loads nothing.
    """
    drawn = plots(report)
    sections = [
        detection(report, drawn),
        fairness(report, drawn),
        leaks(report, drawn),
        attack(report),
        utility(report),
        cost(report),
        provenance(report),
        *mistakes(report),
    ]
    return rendered(
        "pages/report.html",
        title=title,
        subtitle=_subtitle(report),
        banner=BANNER if report["mistakes"] else "",
        nav=NAV,
        pictures=has_plots(),
        sections=sections,
    )


def _subtitle(report: Json) -> str:
    detection, versions = report["detection"], report["provenance"]["versions"]
    model = f"{versions.get('model', '')} {versions.get('model_version', '')}".strip()
    return (
        f"{detection['documents']:,} documents, {detection['words']:,} words; searched by {model}"
    )


# Detection


def detection(report: Json, drawn: Mapping[str, str]) -> Section:
    """What was found and what was missed."""
    own = report["detection"]
    every = own["all"]
    people = every["persons"].get("all", {})
    missed = every["missed"]
    bound = (
        "" if missed["at_most"] is None
        else f" Of all such, at most {100 * missed['at_most']:.1f} % are missed (95 %)."
    )  # fmt: skip
    cards = (
        b.card("Persons with no trace left", people.get("no_trace"), "private persons", main=True),
        b.card("Persons hidden in every mention", people.get("hidden"), "private persons"),
    )
    return b.section(
        "detection", "Detection",
        b.Cards(cards),
        Notes(
            [f"{missed['missed']:,} of {missed['of']:,} gold spans keep a letter or digit.{bound}",
             *own["notes"], *_left_out(own), *_unknown(report), *_marked(every)]
        ),
        _persons(every["persons"]),
        _sets(own["by_set"]),
        _labels(every),
        _whole(every),
        _roles(every["roles"]),
        b.picture(drawn.get("curve"), "Exact spans over the threshold. Below the pipeline's own "
                  "threshold nothing was found, so the curve is level there."),
        _curve(every["curve"]),
        _sources(every["by_source"]),
        b.picture(drawn.get("place"), "Gold that is hidden, by the place in the document where it "
                  "begins, with 95 % intervals."),
        _places(every["by_place"]),
        _verifier(report["verifier"]),
    )  # fmt: skip


def _left_out(own: Json) -> list[str]:
    return [f"Documents that were left out: {n:,} ({why})." for why, n in own["left_out"].items()]


def _unknown(report: Json) -> list[str]:
    return [
        f"Gold spans with the unknown label {label}, which were left out: {n:,}."
        for label, n in report["unknown_labels"].items()
    ]


def _marked(every: Json) -> list[str]:
    if not every["marked_only"]:
        return []
    told = ", ".join(every["marked_only"])
    return [f"Marked in these texts and not hidden, as the profile has it: {told}. They count in "
            "the tables by label alone."]  # fmt: skip


def _persons(persons: Json) -> b.Table:
    rows = (
        (b.word(role), b.count(own["hidden"]["whole"]), b.share(own["hidden"]),
         b.share(own["no_trace"]))
        for role, own in persons.items() if "hidden" in own
    )  # fmt: skip
    heads = ("role", "persons", "hidden in every mention", "no trace left")
    return b.table(heads, rows, caption="Private persons, by role")


def _sets(sets: Json) -> b.Table:
    rows = (
        (b.word(name), b.count(own["documents"]), b.count(own["persons"]), b.rate(own["no_trace"]),
         b.rate(own["hidden"]), b.count(own["kept_as_public"]), b.rate(own["p"]), b.rate(own["r"]),
         b.rate(own["f5"]), b.rate(own["token_f5"]))
        for name, own in sets.items()
    )  # fmt: skip
    heads = ("set", "documents", "persons", "no trace", "gold hidden", "kept as public", "P", "R",
             "F5", "token F5")  # fmt: skip
    return b.table(heads, rows, caption="By set")


def _labels(every: Json) -> list[Block]:
    out: list[Block] = []
    for kind, what in (("exact", "Exact spans"), ("overlap", "Spans that meet")):
        found = every[kind]
        rows = [
            (b.word(label), *_prf(own), _hidden(every, label))
            for label, own in found["by_label"].items()
        ]
        rows.append((b.word("all"), *_prf(found["all"]), b.rate(every["covered"])))
        heads = ("label", *PRF, "gold hidden")
        out.append(b.table(heads, rows, caption=f"{what}, by label"))
    return out


def _hidden(every: Json, label: str) -> b.Cell:
    if label in every["marked_only"]:
        return b.Cell("marked only", kind="few")
    return b.share(every["labels"].get(f"{label}|hidden"))


def _prf(own: Json) -> list[b.Cell]:
    rates = [b.rate(own[name]) for name in ("p", "r", "f1", "f2", "f5")]
    return [*rates, *(b.count(own[name]) for name in ("tp", "fp", "fn"))]


def _whole(every: Json) -> b.Table:
    named = (
        ("token F5 (Kaggle)", every["tokens"]["f5"], "token_f5"),
        ("documents of which every span was found", every["docs_found"], "docs_found"),
        ("documents without any gold string left", every["docs_clean"], "docs_clean"),
        ("recall per document", every["doc_recall"], "doc_recall"),
        ("entities found in all mentions", every["entity_recall"], "entity_recall"),
        ("gold spans hidden, whatever the label", every["covered"], "covered"),
    )
    rows = (
        (b.word(name), b.rate(value, *every["intervals"].get(key, (None, None))))
        for name, value, key in named
    )
    return b.table(("figure", "value"), rows, caption="By token, document and entity")


def _roles(roles: Json) -> b.Table | Notes:
    if not roles:
        return Notes(["The gold does not tell roles: public and private are not parted."])
    rows = []
    for name, own in roles.items():
        low, high = own.get("interval", (None, None))
        value = own["value"]
        cell = b.count(value, 2) if name in PER_THOUSAND else b.rate(value, low, high)
        rows.append((b.word(FIGURES[name]), cell, b.count(own["part"]), b.count(own["whole"])))
    return b.table(("by role", "value", "part", "of"), rows, caption="Roles, where gold tells them")


def _curve(curve: Iterable[Json]) -> b.Folded:
    rows = (
        (b.count(own["threshold"], 2), b.count(own["found"]), b.rate(own["p"]), b.rate(own["r"]),
         b.rate(own["f1"]), b.rate(own["f5"]))
        for own in curve
    )  # fmt: skip
    return b.Folded("Over thresholds", b.table(("threshold", "found", "P", "R", "F1", "F5"), rows))


def _sources(sources: Iterable[Json]) -> b.Table:
    rows = (
        (b.word(own["source"]), b.count(own["found"]), b.count(own["exact"]),
         b.count(own["overlap"]), b.rate(own["p"]), b.rate(own["of_gold"]))
        for own in sources
    )  # fmt: skip
    heads = ("found by", "spans", "exact", "meet gold", "P", "share of the gold")
    return b.table(heads, rows, caption="By source")


def _places(places: Iterable[Json]) -> b.Folded:
    rows = (
        (b.count(own["tenth"]), b.count(own["gold"]), b.share(own["found"]), b.share(own["hidden"]))
        for own in places
    )
    heads = ("tenth", "gold", "found exactly", "hidden")
    return b.Folded("By place in the document", b.table(heads, rows))


def _verifier(own: Json | None) -> list[Block]:
    """What a verifier changed; nothing where the pipeline has none."""
    if own is None:
        return []
    told = [f"The verifier changed {own['changed']:,} of {own['judged']:,} verdicts (on mentions "
            "and web addresses). A change is right if the gold says the same: hidden where a gold "
            "span is to be hidden, kept elsewhere."]  # fmt: skip
    if own["failed"]:
        told.append(f"Documents for which it gave nothing of use, so that all in doubt was "
                    f"hidden: {own['failed']:,}.")  # fmt: skip
    rows = [
        (b.word(row["change"]), b.word(row["role"]), b.count(row["mentions"]),
         b.count(row["right"]), b.count(row["wrong"]), b.share(row["share_right"]))
        for row in own["rows"]
    ]  # fmt: skip
    heads = ("change", "private role", "mentions", "right", "wrong", "share right")
    table = b.table(heads, rows, words=(0, 1), caption="What the verifier changed")
    return [Notes(told), table] if rows else [Notes(told)]


# The other sections


def fairness(report: Json, drawn: Mapping[str, str]) -> Section:
    """Recall of names by group."""
    own = report["fairness"]
    parts: list[Block] = [
        Notes(
            ["Groups as the gold tells them; where it does not, gender by the forename and country "
             "by the surname, which says how names are treated and not who a person is."]
        ),
        *b.picture(drawn.get("fairness"),
                   "Names found and hidden, by region, with 95 % intervals."),
    ]  # fmt: skip
    for kind in SHOWN:
        parts += [_groups(own, kind), Notes([_gap(own["groups"][kind][what], what)
                                               for what in ("found", "hidden")])]  # fmt: skip
    parts.append(b.Folded("By country", _groups(own, "country")))
    if own["absent"]:
        parts.append(Notes([f"No name at all is of: {', '.join(own['absent'])}."]))
    untold = own["without_group"]
    parts.append(
        Notes(
            [f"Of {own['mentions']:,} mentions, {untold['region']:,} tell no region and "
             f"{untold['gender']:,} no gender."]
        )
    )  # fmt: skip
    return b.section("fairness", "Fairness", *parts)


def _groups(own: Json, kind: str) -> b.Table | Notes:
    both = own["groups"][kind]
    rows = []
    for name, found in both["found"]["groups"].items():
        hidden = both["hidden"]["groups"][name]
        cells = [b.word(GENDERS.get(name, name)), b.count(found["names"]),
                 b.count(found["mentions"])]  # fmt: skip
        if found["too_few"]:
            bounds = (b.between(*row["interval"]) for row in (found, hidden))
            cells += [b.Cell("too few", small=own_bounds, kind="few") for own_bounds in bounds]
        else:
            cells += [b.rate(row["recall"], *row["interval"]) for row in (found, hidden)]
        rows.append(cells)
    if not rows:
        return Notes([f"No name tells its {kind}."])
    heads = (kind, "names", "mentions", "found exactly", "hidden")
    few = f"groups of fewer than {own['least']} names show their interval alone"
    return b.table(heads, rows, caption=f"By {kind}; {few}")


def _gap(own: Json, what: str) -> str:
    if own["gap"] is None:
        return f"{what.capitalize()}: fewer than two groups have names enough to be compared."
    low, high = own["interval"]
    p = own["p_value"]
    chance = "" if p is None else f"; by chance alone in {100 * p:.1f} of 100 deals (permutation)"
    bounds = "" if low is None else f" (95 %: {low:.2f} to {high:.2f})"
    gap = f"{own['best']} less {own['worst']} is {own['gap']:.2f} points"
    return f"{what.capitalize()}: {gap}{bounds}{chance}."


def leaks(report: Json, drawn: Mapping[str, str]) -> Section:
    """Originals that still stand in the output."""
    own = report["leaks"]
    rows = (
        (b.word(row["detection"]), b.count(row["places"]), b.count(row["per_1000_documents"], 1),
         b.count(row["documents"]), b.rate(row["documents_at_most"]),
         b.word(", ".join(f"{kind} {n}" for kind, n in row["by_kind"].items()) or "none"))
        for row in own["levels"]
    )  # fmt: skip
    heads = ("detection", "places", "per 1,000 documents", "documents", "documents at most (95 %)",
             "by kind")  # fmt: skip
    if not own["documents"]:
        return b.section("leaks", "Leaks", Notes(["No document was searched."]))
    return b.section(
        "leaks", "Leaks",
        Notes(
            ["Every original of a document is searched in its output in any form: in part, in "
             "another case, without accents, as initials, inside addresses and names of files. "
             f"{own['in_surrogates_by_chance']:,} more places lie in surrogates, by chance.",
             "Weaker detection: of what was found, single mentions or whole persons are dropped at "
             "random."]
        ),
        b.picture(drawn.get("leaks"), "Places in 1,000 documents that tell an original."),
        b.table(heads, rows, words=(0, 5)),
    )  # fmt: skip


def attack(report: Json) -> Section:
    """Who could find what was missed."""
    own = report["attack"]
    if own is None:
        return b.section("attack", "Attack", Notes(
            ["Not run. `spacy-hips attack` writes a file that --attack shows here."]))  # fmt: skip
    rows = (
        (b.word(one["name"]), b.word(one["what_it_knows"] or ""), b.word(one["surrogates"] or ""),
         _as_cell(one["detection"]),
         b.rate(one["precision"], *(one["precision_interval"] or (None, None))),
         b.rate(one["recall"]), b.rate(one["chance"]), b.word(one["worst"]["label"] or ""),
         b.rate(one["worst"]["precision"], *(one["worst"]["precision_interval"] or (None, None))),
         b.rate(one["worst"]["chance"]), b.count(one["found"]), b.count(one["leaks"]),
         b.count(one["auc"], 2), b.word(one["note"] or ""))
        for one in own["attackers"]
    )  # fmt: skip
    heads = ("attacker", "knows", "surrogates", "detection", "precision", "recall", "by chance",
             "worst on", "precision there", "by chance there", "found", "leaks", "AUC",
             "note")  # fmt: skip
    told = ["Who gains the most stands first, by the label on which it surely gains the most."]
    if own.get("published"):
        told.append(parrot.PUBLISHED)
    return b.section("attack", "Attack", Notes(told), b.table(heads, rows, words=(0, 1, 2, 7, 13)))


def _as_cell(value: object) -> b.Cell:
    return b.rate(value) if isinstance(value, float) else b.word(value or "")


def utility(report: Json) -> Section:
    """What the texts are still good for."""
    own = report["utility"]
    rows = (
        (b.word(MEASURES[row["name"]]), b.count(row["before"], 3), b.count(row["after"], 3),
         b.count(row["change"], 4), b.word(_span(row)))
        for row in own["measures"]
    )  # fmt: skip
    kept = (
        (b.word(KEPT[name]), b.share(figure), b.count(figure["whole"]))
        for name, figure in own["kept"].items() if figure
    )  # fmt: skip
    parts = [
        b.table(("mean of a document", "before", "after", "change", "95 %"), rows, words=(0, 4)),
        b.table(("kept", "share", "of"), kept),
    ]
    if own["classifier"]:
        said = own["classifier"]
        names = {"agreement": "says the same of original and output",
                 "before": "right about originals", "after": "right about outputs",
                 "released": "learnt from outputs: right about outputs",
                 "back": "learnt from outputs: right about originals"}  # fmt: skip
        told = ((b.word(text), b.share(said.get(key))) for key, text in names.items())
        caption = f"Classifier, {said['classes']} classes, {said['documents']:,} documents"
        parts.append(b.table(("classifier", "share"), told, caption=caption))
    return b.section("utility", "Utility", *parts, Notes(own["notes"]))


def _span(row: Json) -> str:
    return b.NOTHING if row["low"] is None else f"{row['low']:z.4f} to {row['high']:z.4f}"


def cost(report: Json) -> Section:
    """What it costs."""
    own = report["cost"]
    rows = [
        ("words per second of one core", own["words_per_cpu_second"], 0),
        ("seconds of the processor", own["cpu_seconds"], 1),
        ("memory at most (MB)", own["memory_mb"], 0),
        ("price of an hour of a core", own["price_per_hour"], 2),
        ("price per million tokens", own["price_per_million_tokens"], 4),
    ]
    table = b.table(("cost", "value"), ((b.word(n), b.count(v, d)) for n, v, d in rows))
    told = [
        f"A word is counted as {own['tokens_a_word']} tokens. Of all figures these alone differ "
        "from run to run."
    ]
    if own["price_per_hour"] is None:
        told.append("No price: --price-per-hour gives that of an hour of one core.")
    return b.section("cost", "Cost", table, Notes(told))


def provenance(report: Json) -> Section:
    """What the report rests on."""
    own = report["provenance"]
    kept = [name.replace("_", " ") for name, there in own["kept"].items() if there]
    review, audit, table = own["review"], own["audit"], own["kanon"]
    rows: dict[str, object] = {
        **{name.replace("_", " "): value for name, value in own["versions"].items() if value},
        **{f"SHA-256 of {name}": digest for name, digest in own["gold"].items()},
        "seed": own["settings"]["seed"],
        "labels not searched": ", ".join(report["labels"].get("not_searched", ())) or "none",
        "status": f"{own['status']}" + (f" (there are: {', '.join(kept)})" if kept else ""),
        "manifest": "not given" if own["manifest"] is None
        else f"scope {own['manifest']['scope']}, config {own['manifest']['config_hash'][:12]}",
        "reviewed by": ", ".join(review["reviewers"]) or "nobody that is told",
        "decisions": f"{review['decisions']:,}",
        "audit": "none" if audit is None or not audit["read"]
        else f"{audit['held_a_name']:,} of {audit['read']:,} read held an identifier; "
             f"at most {100 * audit['at_most']:.1f} % do",
        "k of the table beside the texts": "not given" if table is None else table["k"],
    }  # fmt: skip
    return b.section("provenance", "Provenance", b.Pairs(rows))


def mistakes(report: Json) -> list[Section]:
    """What was missed, as text: only on request."""
    rows = report["mistakes"]
    if not rows:
        return []
    shown = (
        (b.word(row["set"]), b.word(row["doc"] or row["record"]), b.word(row["mistake"]),
         b.word(row["label"]), b.word(row["context"]))
        for row in rows[:MOST_SHOWN]
    )  # fmt: skip
    heads = ("set", "document", "mistake", "label", "text")
    more = (
        f"{len(rows):,} places, the first {MOST_SHOWN} of them." if len(rows) > MOST_SHOWN else ""
    )
    told = Notes([more] if more else [])
    return [b.section("text", "What was missed", told, b.table(heads, shown, words=range(5)))]
