"""spacy-hips attack: who can tell missed identifiers from replaced ones?"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..core.errors import HipsError
from . import _options
from ._console import collected_warnings, say, show, show_json
from .errors import Errors

if TYPE_CHECKING:
    from ..core.spans import PiiSpan
    from ..desk.run.pipeline import Pipeline
    from ..lab.evaluate.attack.attacker import Find


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument(
        "gold",
        help='labelled texts: jsonl or json of {"id", "text", "spans": [[start, end, label]]}; '
        "or Kaggle/CRAPII json, or .spacy",
    )
    _options.add_gold_format(parser)
    parser.add_argument(
        "--detection", type=float, metavar="SHARE", action="append",
        help="the share of identifiers that is found, such as .99; may be repeated (default .95, "
        "or what the pipeline finds)",
    )  # fmt: skip
    parser.add_argument(
        "--misses", choices=("random", "finder"), default="random",
        help="what stays real: a random choice (default), or what the pipeline does not find, and "
        "with --detection what it is the least sure of",
    )  # fmt: skip
    parser.add_argument("--attackers", metavar="NAME,...", default="", help="default: all")
    parser.add_argument(
        "--surrogates", metavar="KIND,...", default="ours",
        help="what replaces: ours, faker, redacted, crapii2024 (default ours)",
    )  # fmt: skip
    parser.add_argument(
        "--roster", metavar="FILE",
        help="table of real people that the attacker has (default: the names of the gold)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="of the leaks and the surrogates")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    parser.add_argument(
        "--show-text", metavar="N", type=int, default=0,
        help="also show so many calls of each attacker, with their text: internal",
    )  # fmt: skip
    _options.add_pipeline(parser)
    _options.add_actions(parser)


def run(args: argparse.Namespace) -> int:
    """Attack surrogates.

    args (Namespace): The options.
    RETURNS (int): 0.
    RAISES (HipsError): Where the gold or the pipeline cannot be used, or a name is unknown.
    """
    from ..desk.annotations.annotation_format import shown_label
    from ..desk.run.people_table import known_people
    from ..desk.run.pipeline import Pipeline
    from ..lab.evaluate.attack.attack_report import lines
    from ..lab.evaluate.attack.replacing import OurSurrogates
    from ..lab.evaluate.attack.runner import ATTACKERS, attack
    from ..lab.evaluate.gold import check_labelled, read_gold

    attackers = _names(args.attackers) or list(ATTACKERS)
    with collected_warnings() as warned:
        unknown: Counter[str] = Counter()
        gold = read_gold(args.gold, args.gold_format, unknown)
        check_labelled(gold, args.gold)
        roster = [p.name for p in known_people(args.roster).people] if args.roster else []
        pipeline = Pipeline(_options.job(args))
        if pipeline.anonymizer.scope != "document":
            raise HipsError(Errors.E757.format(scope=pipeline.anonymizer.scope))
        done = [
            attack(
                gold,
                OurSurrogates(pipeline.nlp),
                detection=detection,
                attackers=attackers,
                kinds=_names(args.surrogates),
                find=finder(pipeline),
                roster=roster,
                misses=args.misses,
                seed=args.seed,
                shown=args.show_text,
                step=say,
            )
            for detection in args.detection or [None]
        ]
    for one in done:
        one.notes += [
            f"Gold spans with the unknown label {shown_label(label)}, which were left out: {n:,}."
            for label, n in sorted(unknown.items())
        ]
    if args.json:
        values = [one.to_json() for one in done]
        show_json(values[0] if len(values) == 1 else {"runs": values}, on_error=False)
    else:
        for one in done:
            for line in lines(one):
                show(line)
    for message in warned:
        say(message)
    return 0


def finder(pipeline: Pipeline) -> Find:
    """The search of a pipeline, without its surrogates. What it found in a text it remembers.

    pipeline (Pipeline): The pipeline.
    RETURNS (Callable): Texts -> the spans of each, public ones with the private.
    """
    anonymizer = pipeline.anonymizer
    known: dict[str, list[PiiSpan]] = {}

    def find(texts: Sequence[str]) -> list[list[PiiSpan]]:
        new = [text for text in dict.fromkeys(texts) if text not in known]
        with pipeline.nlp.select_pipes(disable=[pipeline.name]):
            docs: Any = pipeline.nlp.pipe(new, batch_size=16)
            known.update(
                (text, _found(anonymizer, doc)) for text, doc in zip(new, docs, strict=True)
            )
        return [known[text] for text in texts]

    return find


def _found(anonymizer: Any, doc: Any) -> list[PiiSpan]:
    from ..core.spans import read_group

    keys = (anonymizer.spans_key, anonymizer.public_key, "pii_rules")
    return [span for key in keys for span in read_group(doc, key)]


def _names(given: str) -> list[str]:
    return [name.strip() for name in given.split(",") if name.strip()]
