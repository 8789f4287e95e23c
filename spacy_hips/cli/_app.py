"""The entry of `spacy-hips`: finds the verb and runs it."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from ..errors import HipsError

# verb -> what it does; the module of the same name has `add_arguments(parser)` and
# `run(args) -> int`. A verb's module is imported only when it is asked for.
VERBS: dict[str, str] = {
    "anonymize": "replace identifiers in texts, tables or .spacy files",
    "find": "list identifiers without replacing them (internal)",
    "evaluate": "measure against labelled texts",
    "leaks": "look for known people in a finished release",
    "view": "write an HTML page of originals beside anonymised texts (internal)",
    "convert": "labelled texts from one annotation format into another (internal)",
    "train": "fine-tune a trained pipeline on your own labelled texts",
    "tune": "pick the threshold of the trained finder on labelled texts",
    "assemble": "put trained components, rules and surrogates into one pipeline",
    "kanon": "make the table beside the texts k-anonymous",
    "new-secret": "make the file of a secret",
    "register": "look at a register of new names, or let it go on with another version",
    "forget": "take one person out of a register, and list what must be released anew",
    "restore": "undo a run with its key file",
}

FAILED = 1
USAGE = 2
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a verb.

    argv (Sequence[str]): The arguments; those of the process if left out.
    RETURNS (int): 0 where all went well, 1 where something was left out or a wanted figure was
        not met, 2 for wrong usage or input that cannot be used, 130 after an interruption.
    """
    args = list(sys.argv[1:] if argv is None else argv)
    verb = next((a for a in args if not a.startswith("-")), "")
    parser = _parser(verb)
    parsed = parser.parse_args(args)
    parsed.arguments = args
    try:
        return int(_module(parsed.verb).run(parsed))
    except HipsError as error:
        _say(str(error))
        return USAGE
    except KeyboardInterrupt:
        _say("Interrupted. Nothing half-written stands under the final name.")
        return INTERRUPTED


def _parser(verb: str) -> argparse.ArgumentParser:
    from .. import __version__

    parser = argparse.ArgumentParser(
        prog="spacy-hips", description="De-identify student writing.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=__version__)
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    for name, text in VERBS.items():
        sub = verbs.add_parser(name, help=text, description=text, allow_abbrev=False)
        if name == verb:
            _module(name).add_arguments(sub)
    return parser


def _module(verb: str):  # type: ignore[no-untyped-def]
    return importlib.import_module(f".{verb.replace('-', '_')}", __package__)


def _say(message: str) -> None:
    sys.stderr.write(message + "\n")
