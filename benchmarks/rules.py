"""Measures the rules against others' test cases, real essays and the clock, beside two peers.

    python benchmarks/rules.py --peers-python PATH/TO/python

The peers (presidio-analyzer, scrubadub) live in an environment of their own, since their
requirements and this package's may not fit together:

    python -m venv peers && peers/bin/pip install presidio-analyzer scrubadub

How a case is scored. "find" rows assert every identifier of their kind in a running text: a span
is right if it has exactly the characters of an expected one, wrong if it has not. "whole" rows ask
if a string is one valid value: a valid one must be found as one span from end to end (what is found
inside it besides is not counted); of an invalid one only a span from end to end is wrong, since an
invalid value may hold a valid one. An address is right if it covers the expected part (number,
street, unit or box) and adds nothing but other parts of the same address.

Cells read: found of all positives; wrong spans on rows without a positive; wrong spans beside one.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from workers import answers

HERE = Path(__file__).parent
TOOLS = ("ours", "presidio", "scrubadub")
TITLES = {"ours": "spacy-hips", "presidio": "Presidio", "scrubadub": "scrubadub"}
ROWS = {
    "email": "e-mail addresses",
    "url": "URLs (detection)",
    "mention": "mentions, user names",
    "phone examples": "phone numbers, alone",
    "phone contexts": "phone numbers in context",
    "address": "street addresses",
    "ip": "IP addresses",
    "id": "ID numbers",
    "id validity": "ID numbers, alone, by checksum",
}


@dataclass
class Case:
    """One row: what to look for in a text, and what is expected.

    kind (str): The kind of identifier.
    row (str): The row of the table it counts for.
    whole (bool): Is it a single value, valid or not?
    expected (list): Start and end characters.
    allowed (set): Characters that a span may cover besides (addresses).
    """

    kind: str
    row: str
    text: str
    whole: bool
    expected: list[tuple[int, int]]
    region: str = ""
    recognizer: str = ""
    language: str = "en"
    allowed: set[int] = field(default_factory=set)
    first_only: bool = False

    def request(self) -> dict:
        """What the tools are told."""
        names = ("kind", "text", "region", "recognizer", "language")
        return {name: getattr(self, name) for name in names}


@dataclass
class Count:
    """The figures of one tool in one row of the table."""

    found: int = 0
    positives: int = 0
    wrong: int = 0
    negatives: int = 0
    beside: int = 0

    def cell(self) -> str:
        share = f" ({self.found / self.positives:.1%})" if self.positives else ""
        return f"{self.found} of {self.positives}{share}; {self.wrong}; {self.beside}"


# --- reading the cases ----------------------------------------------------------------------------

# Expected labels by kind, in the suites' own words.
LABELS = {
    "email": {"EMAIL", "EMAIL_ADDRESS"},
    "url": {"URL"},
    "mention": {"MENTION", "TWITTER", "SKYPE", "USERNAME"},
    "phone": {"PHONE_NUM", "PHONE", "PHONE_NUMBER", "PH_MOBILE_NUMBER", "TR_PHONE_NUMBER"},
    "ip": {"IP_ADDRESS"},
}
# Tests of recognisers that look for something else than a person's number.
NO_ID = ("Phone", "Mobile", "Telephone", "Date", "Postcode", "Postal", "Plz", "Plate", "Kfz",
         "Vehicle", "Mac", "Uuid", "Crypto")  # fmt: skip
ID_LABELS = {"CREDIT_CARD", "SSN", "SOCIAL_SECURITY_NUMBER", "NATIONAL_INSURANCE_NUMBER",
             "TAX_REFERENCE_NUMBER", "DRIVERS_LICENCE"}  # fmt: skip
BY_RECOGNIZER = {"EmailRecognizer": "email", "UrlRecognizer": "url", "IpRecognizer": "ip"}


def read(path: Path) -> Iterator[dict]:
    with path.open(encoding="utf8") as lines:
        for line in lines:
            yield json.loads(line)


def case(row: dict, kind: str, labels: set[str] | None = None, title: str = "") -> Case:
    spans = row.get("expected") or []
    wanted = labels or LABELS[kind]
    return Case(
        kind=kind,
        row=title or kind,
        text=row["text"],
        whole=row["kind"] == "whole",
        expected=[(a, b) for a, b, label in spans if label in wanted],
        region=row.get("region") or "",
        recognizer=row.get("recognizer") or "",
        language=row.get("lang") or "en",
        first_only=bool(row.get("first_match_only")),
    )


def all_labels(row: dict) -> set[str]:
    return {label for _, _, label in row.get("expected") or []}


def read_cases(folder: Path) -> Iterator[Case]:
    """Every case of the folder that one of the rows can use."""
    for row in read(folder / "emails.jsonl"):
        yield case(row, "email")
    for row in read(folder / "urls.jsonl"):
        # Rows that expect an e-mail address are cases of that, not URLs that must not be found.
        yield case(row, "email" if all_labels(row) == {"EMAIL"} else "url")
    for row in read(folder / "mentions.jsonl"):
        yield case(row, "mention")
    for row in read(folder / "phones_examples.jsonl"):
        yield case(row, "phone", title="phone examples")
    for row in read(folder / "phones_matcher.jsonl"):
        yield case(row, "phone", title="phone contexts")
    for row in read(folder / "addresses.jsonl"):
        yield address_case(row)
    yield from presidio_cases(folder)
    for row in read(folder / "scrubadub_commonregex.jsonl"):
        for kind in ("email", "url", "mention", "id"):
            labels = ID_LABELS if kind == "id" else LABELS[kind]
            if all_labels(row) & labels:
                yield case(row, kind, labels)


def presidio_cases(folder: Path) -> Iterator[Case]:
    for name, title in (("presidio_patterns", "id"), ("presidio_id_validity", "id validity")):
        for row in read(folder / f"{name}.jsonl"):
            recognizer = row.get("recognizer") or recognizer_of(row["source"])
            row["recognizer"] = recognizer
            if row["kind"] == "count" or row.get("expected") is None:
                continue  # tells how many, not where
            if recognizer in BY_RECOGNIZER:
                kind = BY_RECOGNIZER[recognizer]
                yield case(row, kind)
            elif not any(word in recognizer for word in NO_ID):
                yield case(row, "id", all_labels(row) or {"-"}, title)


def recognizer_of(source: str) -> str:
    """ "presidio:test_de_bsnr_recognizer.py::..." is "DeBsnrRecognizer"."""
    name = source.partition(":test_")[2].partition(".py")[0]
    return "".join(part.capitalize() for part in name.split("_"))


def address_case(row: dict) -> Case:
    out = case(row, "address", {"STREET_ADDRESS"})
    parts = [(a, b) for a, b, *_ in row.get("parts") or ()]
    if not parts:  # cases that give their parts as words
        for value in (row.get("components") or {}).values():
            at = row["text"].find(value)
            if at >= 0:
                parts.append((at, at + len(value)))
    out.allowed = {i for a, b in [*parts, *out.expected] for i in range(a, b)}
    return out


# --- scoring --------------------------------------------------------------------------------------


def score(one: Case, spans: list[tuple[int, int]], count: Count) -> None:
    """Add what a tool found in a case to its figures."""
    if one.whole:
        whole = (0, len(one.text))
        if one.expected:
            count.positives += 1
            count.found += whole in spans
        else:
            count.negatives += 1
            count.wrong += whole in spans
        return
    right = covers if one.kind == "address" else same
    hits = [span for span in spans if any(right(one, span, want) for want in one.expected)]
    count.positives += len(one.expected)
    count.found += sum(any(right(one, span, want) for span in spans) for want in one.expected)
    if not one.expected:
        count.negatives += 1
        count.wrong += len(spans)
    elif not one.first_only:
        count.beside += len(spans) - len(hits)


def same(one: Case, span: tuple[int, int], want: tuple[int, int]) -> bool:
    return span == want


def covers(one: Case, span: tuple[int, int], want: tuple[int, int]) -> bool:
    """Does it cover the expected part and add nothing but parts of the address?"""
    if span[0] > want[0] or span[1] < want[1]:
        return False
    extra = (i for i in range(*span) if i not in one.allowed)
    return not any(one.text[i].isalnum() for i in extra)


def run_worker(python: str, tool: str, mode: str, rows: list[dict]) -> list:
    """Hand rows to a tool in its own process; its answers, one a line."""
    return answers(python, "rules_worker.py", tool, mode, rows=rows)


def table_of_cases(cases: list[Case], pythons: dict[str, str], show: str) -> Iterator[str]:
    counts = {(tool, row): Count() for tool in TOOLS for row in ROWS}
    for tool in TOOLS:
        answers = run_worker(pythons[tool], tool, "cases", [one.request() for one in cases])
        for one, spans in zip(cases, answers, strict=True):
            count = counts[tool, one.row]
            before = (count.found - count.positives, count.wrong, count.beside)
            score(one, [(a, b) for a, b in spans], count)
            after = (count.found - count.positives, count.wrong, count.beside)
            if tool == "ours" and show == one.row and after != before:
                said = [one.text[a:b] for a, b in spans]
                wanted = [one.text[a:b] for a, b in one.expected]
                print(json.dumps([one.text, wanted, said]), file=sys.stderr)
    yield "| cases | positives | negative rows | " + " | ".join(TITLES[t] for t in TOOLS) + " |"
    yield "|---" * (3 + len(TOOLS)) + "|"
    for row, title in ROWS.items():
        cells = [counts[tool, row].cell() for tool in TOOLS]
        count = counts["ours", row]
        yield f"| {title} | {count.positives} | {count.negatives} | {' | '.join(cells)} |"


# --- essays and speed -----------------------------------------------------------------------------

RUNS = {
    "ours": "spacy-hips, tokenizer and all default rules, by `nlp.pipe`",
    "presidio": "Presidio, e-mail, URL and phone recognisers, called one by one",
    "presidio engine": "Presidio, the same three, by its `AnalyzerEngine` with a blank pipeline",
}
ESSAY_GOLD = {"ID_NUM", "EMAIL", "URL_PERSONAL", "PHONE_NUM", "USERNAME", "STREET_ADDRESS"}


def surrogate_labels() -> set[str]:
    """The labels that the default profile replaces."""
    from spacy_hips.core.labels import actions_for

    return {label for label, action in actions_for().items() if action == "surrogate"}


def tables_of_essays(path: Path, pythons: dict[str, str], repeats: int) -> Iterator[str]:
    essays = list(read(path))
    rows = [{"text": essay["text"]} for essay in essays]
    results: dict[str, dict] = {}
    for _ in range(repeats):  # in turn, so that both meet the same neighbours on the machine
        for tool in RUNS:
            (result,) = run_worker(pythons[tool.split()[0]], tool, "speed", rows)
            if tool not in results or result["seconds"] < results[tool]["seconds"]:
                results[tool] = result
    yield "| | words per CPU-second | memory (MB) | found of gold | wrong spans |"
    yield "|---" * 5 + "|"
    for tool, result in results.items():
        speed = result["words"] / result["seconds"]
        found, gold, wrong = essay_figures(essays, result["found"])
        yield (
            f"| {RUNS[tool]} | {speed:,.0f} | {result['memory']:.0f} "
            f"| {found} of {gold} | {wrong} |"
        )


def essay_figures(essays: list[dict], found: list) -> tuple[int, int, int]:
    """Gold spans found exactly, all gold spans, and spans that meet no gold span.

    Only labels that are replaced count, from the threshold up. Presidio knows no public URLs, so
    that all of its URLs are replaced.
    """
    labels = surrogate_labels()
    hits = gold = wrong = 0
    for essay, spans in zip(essays, found, strict=True):
        wanted = {(a, b, label) for a, b, label in essay["spans"] if label in ESSAY_GOLD}
        said = {(a, b, label) for a, b, label, sure in spans if label in labels and sure >= 0.5}
        gold += len(wanted)
        hits += len(wanted & said)
        wrong += sum(not any(a < d and c < b for c, d, _ in wanted) for a, b, _ in said)
    return hits, gold, wrong


STARTUP = """
import time
begin = time.perf_counter()
import spacy
nlp = spacy.blank("en")
middle = time.perf_counter()
nlp.add_pipe("hips_anonymizer")
print(middle - begin, time.perf_counter() - middle)
"""


def table_of_startup(repeats: int) -> Iterator[str]:
    runs = []
    for _ in range(repeats):
        done = subprocess.run(
            [sys.executable, "-c", STARTUP], stdout=subprocess.PIPE, text=True, check=True
        )
        runs.append(tuple(float(value) for value in done.stdout.split()))
    blank, added = min(a for a, _ in runs), min(b for _, b in runs)
    yield "| | seconds |"
    yield "|---|---|"
    yield f'| `import spacy; spacy.blank("en")` | {blank:.2f} |'
    yield f'| `.add_pipe("hips_anonymizer")` adds | {added:.2f} |'


# --- the command ----------------------------------------------------------------------------------


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    shared = HERE.parent.parent / "shared"
    parser.add_argument("--cases", type=Path, default=shared / "cases")
    parser.add_argument(
        "--essays", type=Path, default=shared / "data" / "student_essays" / "dev.jsonl"
    )
    parser.add_argument("--peers-python", required=True, help="a Python that has the peers")
    parser.add_argument(
        "--repeats", type=int, default=3, help="runs, in turn, of which the fastest counts"
    )
    parser.add_argument("--only", choices=("cases", "essays", "startup"))
    parser.add_argument("--show", default="", metavar="ROW", help="print our errors of a row")
    parser.add_argument("--output", type=Path, help="write the tables between the marks of a page")
    return parser.parse_args()


def sections(args: argparse.Namespace) -> Iterator[str]:
    pythons = {t: sys.executable if t == "ours" else args.peers_python for t in TOOLS}
    parts: dict[str, tuple[str, Callable[[], Iterator[str]]]] = {
        "cases": (
            "### Others' test cases",
            lambda: table_of_cases(list(read_cases(args.cases)), pythons, args.show),
        ),
        "essays": (
            "### Real essays",
            lambda: tables_of_essays(args.essays, pythons, args.repeats),
        ),
        "startup": ("### Start", lambda: table_of_startup(args.repeats)),
    }
    for name, (title, lines) in parts.items():
        if args.only in (None, name):
            yield "\n".join([title, "", *lines(), ""])


BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


def main() -> None:
    args = arguments()
    text = "\n".join(sections(args))
    print(text)
    if args.output:
        write_figures(args.output, text)


def write_figures(path: Path, text: str) -> None:
    """Write tables between the marks of a page."""
    page = path.read_text("utf8")
    front, _, rest = page.partition(BEGIN)
    _, _, back = rest.partition(END)
    path.write_text(f"{front}{BEGIN}\n\n{text}\n{END}{back}", "utf8")


if __name__ == "__main__":
    main()
