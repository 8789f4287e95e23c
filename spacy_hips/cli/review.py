"""spacy-hips review: an HTML page on which people decide about what was found (internal)."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..core.errors import HipsError
from ..desk.files.file_formats import STANDARD
from ..desk.files.output import FileTarget, WriteFailed
from ..desk.files.writers import check_ending
from ..desk.found.audit import SAMPLE, audit_of
from ..desk.found.decisions import Decisions
from ..desk.pages.words import ENGLISH, words
from ..desk.review.found import Found, share
from ..desk.review.review_page import Review, page
from ..desk.review.training import languages, score, training
from . import _options
from ._app import FAILED
from ._console import say, show, show_json
from ._paths import claimed
from .errors import Errors

INTERNAL = "{path} shows originals: it is internal, never publish it."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument("found", nargs="?", default="", help="what `spacy-hips find` wrote, jsonl")
    parser.add_argument("-o", "--output", default="", help="HTML file; internal")
    _options.add_decisions(parser)
    parser.add_argument(
        "--training", metavar="LANGUAGE", nargs="?", const=ENGLISH, default="",
        choices=languages(),
        help="in place of a file: invented texts to train on, in 20 minutes; with --decisions how "
        "far they agree with what is right",
    )  # fmt: skip
    parser.add_argument(
        "--budget", metavar="N", type=int, default=0,
        help="show the N persons whose decision is worth most (default: all)",
    )  # fmt: skip
    parser.add_argument(
        "--audit", metavar="N", type=int, default=SAMPLE,
        help=f"read N random documents in which nothing was found (default {SAMPLE})",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="another one draws other documents")
    parser.add_argument("--reviewer", default="", help="who reviews, such as initials")
    parser.add_argument("--force", action="store_true", help="replace an output that is there")
    parser.add_argument("--quiet", action="store_true", help="no summary")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")


def run(args: argparse.Namespace) -> int:
    """Write the page, or tell how far a review is.

    args (Namespace): The options.
    RETURNS (int): 0, or 1 where the page could not be written.
    RAISES (HipsError): Where nothing can be done with what was given.
    """
    for name in ("budget", "audit"):
        if getattr(args, name) < 0:
            raise HipsError(Errors.E730.format(setting=f"--{name}", wanted="0 or more"))
    if bool(args.found) == bool(args.training):
        raise HipsError(Errors.E807)
    if not (args.output or args.decisions):
        raise HipsError(Errors.E806)
    if args.output == STANDARD:
        raise HipsError(Errors.E726.format(path="of originals"))
    decisions = Decisions.read(args.decisions)
    if args.training:
        return _train(args, decisions)
    review = Review(
        Found.read(args.found), decisions, args.budget, args.audit, args.seed, args.reviewer
    )
    if args.output and not _write(args, review):
        return FAILED
    _report(args, review)
    return 0


def _train(args: argparse.Namespace, decisions: Decisions) -> int:
    texts = training(args.training)
    agreed = score(texts, decisions) if args.decisions else None
    title = words(args.training)["the training texts"]
    review = Review(
        texts.found, decisions, reviewer=args.reviewer, anew=True, title=title, training=texts
    )
    if args.output and not _write(args, review):
        return FAILED
    if agreed is None:
        if not args.quiet:
            say(f"{args.output}: open it in a browser. Its texts are invented; take 20 minutes.")
    elif args.json:
        show_json(agreed.to_json(), on_error=False)
    else:
        for line in agreed.lines():
            show(line)
    return 0


def _write(args: argparse.Namespace, review: Review) -> bool:
    with claimed(args, args.output):
        check_ending(args.output, (".html", ".htm"))
        try:
            target = FileTarget(Path(args.output), private=True)
            html = page(review, lang=args.training or ENGLISH)
            target.write(html.encode("utf8"))
            target.finish()
        except WriteFailed as error:
            say(str(error))
            return False
    return True


def _report(args: argparse.Namespace, review: Review) -> None:
    found, decisions = review.found, review.decisions
    people = [e for e in found.entities if e.person]
    persons, others, audited = review.persons, review.others, review.audited
    covered = share(persons, people) if args.budget else 1.0
    audit = audit_of(decisions)
    if args.json:
        values = {
            "persons": len(people),
            "persons_shown": len(persons),
            "share_of_doubt": round(covered, 4),
            "private_mentions_left": round(sum(e.left for e in people), 2),
            "others_shown": len(others),
            "documents_to_read": len(audited),
            "nothing_found": len(found.empty),
            "decisions": len(decisions),
            "audit": audit.to_json() if audit else None,
            "internal": True,
        }
        show_json(values, on_error=False)
        return
    if args.quiet:
        return
    say(f"{len(persons):,} of {len(people):,} persons to decide on")
    say(f"{len(others):,} other identifiers to decide on")
    if args.budget:
        say(f"These persons hold {100 * covered:.0f} % of the doubt about all persons.")
    left = sum(e.left for e in people)
    say(f"Expected private mentions among those that stay, if nobody decides: {left:.1f}")
    say(f"{len(audited):,} documents to read, of {len(found.empty):,} in which nothing was found")
    if decisions:
        say(f"{len(decisions):,} decisions were made before.")
    if audit is not None:
        say(audit.line())
    if args.output:
        say(INTERNAL.format(path=args.output))
