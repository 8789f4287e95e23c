"""spacy-hips learn: from your own labelled texts, or a review, who is private in them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from . import _options
from ._console import say, show


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the verb."""
    parser.add_argument("model", help="a trained pipeline: package or folder")
    parser.add_argument(
        "reviewed", type=Path, help="labelled texts, or what `spacy-hips find` wrote (--decisions)"
    )
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder to write to")
    texts = parser.add_argument_group("texts")
    _options.add_decisions(texts)
    _options.add_gold_format(texts)
    texts.add_argument(
        "--labelled", metavar="LABEL", nargs="+", default=[],
        help="labels that are marked wherever they occur: with all of NAME_STUDENT, "
        "NAME_INSTRUCTOR and NAME_PRIVATE everybody else counts as public; any other label is one "
        "of your own, such as COURSE_CODE, and is learnt",
    )  # fmt: skip
    texts.add_argument(
        "--by", metavar="FIELD", default="",
        help="whose a text is: nobody is in both parts (default: author, ... else each text)",
    )  # fmt: skip
    wish = parser.add_argument_group("thresholds")
    wish.add_argument(
        "--keep-public", type=float, metavar="SHARE",
        help="highest threshold that keeps such a share of the public people",
    )  # fmt: skip
    wish.add_argument(
        "--hide-private", type=float, metavar="SHARE",
        help="threshold that hides such a share of the private people",
    )  # fmt: skip
    out = parser.add_argument_group("output")
    out.add_argument("--seed", type=int, default=1)
    out.add_argument("--name", default="hips_own", help="the package will be LANG_NAME")
    out.add_argument("--version", default="0.1.0", help="version of the pipeline")
    out.add_argument("--wheel", type=Path, metavar="DIR", help="also build a wheel, into DIR")
    out.add_argument("--json", action="store_true", help="print the figures as JSON")
    out.add_argument("--force", action="store_true", help="replace a pipeline that is there")


def run(args: argparse.Namespace) -> int:
    """Learn; 0 where all went well, 1 where a wanted share is not reached.

    args (Namespace): The options.
    RAISES (HipsError): E4xx, E5xx or E8xx where the texts, the model or a setting cannot be used.
    """
    from ..lab.training.learn import Learning, LearnOptions

    options = _options.chosen(LearnOptions, args)
    learnt = Learning(options, say=say).run()
    if args.json:
        show(json.dumps(learnt.figures, indent=2))
    return 0 if learnt.reached else 1
