"""The entry of `spacy-hips`: finds the verb and runs it."""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

from ..core.errors import HipsError
from ._console import say, send
from .errors import Errors

# verb -> what it does; the module of the same name has `add_arguments(parser)` and
# `run(args) -> int`. A verb's module is imported only when it is asked for.
VERBS: dict[str, str] = {
    "anonymize": "replace identifiers in texts, tables or .spacy files",
    "find": "list identifiers without replacing them (internal)",
    "review": "write an HTML page on which people decide about what was found (internal)",
    "agree": "compare and merge the decisions of two reviewers (internal)",
    "evaluate": "measure against labelled texts",
    "report": "one page and JSON: what is missed, for whom, and what the texts are good for",
    "release": "anonymised texts with the labels of what was replaced",
    "attack": "attack a release: who can tell missed identifiers from replaced ones",
    "leaks": "look for known people in a finished release",
    "view": "write an HTML page of originals beside anonymised texts (internal)",
    "convert": "labelled texts from one annotation format into another (internal)",
    "curate": "make a corpus of a heap of texts: language, length, duplicates (internal)",
    "learn": "learn from your own texts, or a review, who is private in them",
    "train": "fine-tune a trained pipeline on your own labelled texts",
    "tune": "pick the threshold of the trained finder on labelled texts",
    "assemble": "put trained components, rules and surrogates into one pipeline",
    "kanon": "make the table beside the texts k-anonymous (also: spacy-hips-kanon)",
    "new-secret": "make the file of a secret",
    "register": "look at a register of new names, or let it go on",
    "app": "the desk in a browser: drop files in, review them, take them out",
    "serve": "anonymise texts over HTTP, on this machine",
    "forget": "take one person out of a register, and list what must be released anew",
    "restore": "undo a run with its key file",
    "demo": "made-up texts, or one of your own, before and after",
    "doctor": "what is installed, and what is missing for what",
}

# A verb that is a command of its own: tables are no texts. `spacy-hips VERB` still leads there.
COMMANDS: dict[str, str] = {"kanon": "spacy-hips-kanon"}

WELCOME = """\
spacy-hips hides the private people of student writing in plain sight.

  spacy-hips app                             do all of it in a browser
  spacy-hips demo                            see it work on made-up texts
  spacy-hips anonymize FILE -o OUTPUT        replace names and other identifiers
  spacy-hips find FILE -o FOUND.jsonl        list them first, for people to review
  spacy-hips evaluate GOLD.jsonl             measure it on texts that you labelled

Texts, tables, Word, PDF, e-mails and archives are read. `spacy-hips --help` lists all verbs,
`spacy-hips VERB --help` the options of one, `spacy-hips doctor` what is installed."""

FAILED = 1
USAGE = 2
INTERRUPTED = 130
TRACEBACK = "HIPS_TRACEBACK"
"""The variable that asks for Python's own account of an error nobody foresaw."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a verb.

    argv (Sequence[str]): The arguments; those of the process if left out.
    RETURNS (int): 0 where all went well, 1 where something was left out or a wanted figure was
        not met, 2 for wrong usage or input that cannot be used, 130 after an interruption.
    """
    try:
        with _interruptible():
            return _run(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:
        say("Interrupted. Nothing half-written stands under the final name.")
        return INTERRUPTED


def kanon() -> int:
    """The entry of `spacy-hips-kanon`.

    RETURNS (int): As `main`.
    """
    return main(["kanon", *sys.argv[1:]])


def _run(args: list[str]) -> int:
    from ..desk.files.output import WriteFailed

    if not args:
        say(WELCOME)
        return USAGE
    verb = next((a for a in args if not a.startswith("-")), "")
    try:
        try:
            parsed = _parsed(args, verb)
            parsed.arguments = args
            return int(_module(parsed.verb).run(parsed))
        finally:
            send()  # What fails to be sent is told here, and not by Python at the exit.
    except WriteFailed as error:
        say(str(error))
        return FAILED
    except HipsError as error:
        say(str(error))
        return USAGE
    except MemoryError:
        say(Errors.E452.format(where=""))
        return FAILED
    except Exception as error:  # Python's account of it would show values, and so text
        if os.environ.get(TRACEBACK):
            raise
        say(Errors.E768.format(kind=type(error).__name__, place=_place(error), variable=TRACEBACK))
        return FAILED


def _place(error: Exception) -> str:
    """Where in this package an error came from, as "find/rules/emails.py:12"."""
    root = Path(__file__).parents[1]
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(root)]
    last = own[-1]  # this module is one of them
    return f"{Path(last.filename).relative_to(root).as_posix()}:{last.lineno}"


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does, and a second one of either end the process at once."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Only the main thread may handle signals.
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    # Who started the process deaf to Ctrl-C, as `nohup` does, has a reason.
    before = {n: handler for n, handler in before.items() if handler not in (signal.SIG_IGN, None)}
    main, stopped = os.getpid(), False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopped
        if os.getpid() != main:  # a worker that was forked
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        elif stopped:
            os._exit(INTERRUPTED)
        else:
            stopped = True
            raise KeyboardInterrupt

    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        # After an interruption nothing is left to stop, and the exit code shall be what it says.
        for number, handler in before.items():
            signal.signal(number, signal.SIG_IGN if stopped else handler)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and where to look, without the list of all options."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message}\n`{self.prog} --help` tells how it is used.\n")


def _parsed(args: list[str], verb: str) -> argparse.Namespace:
    parser, verbs = _parser(verb)
    if verb and verb not in VERBS:
        hint = " For a file: spacy-hips anonymize FILE -o OUTPUT." if Path(verb).exists() else ""
        parser.error(f"there is no verb {verb!r}.{hint or _like(verb, VERBS)}")
    parsed, rest = parser.parse_known_args(args)
    if rest:
        used = verbs[parsed.verb]
        hint = " Put a name or value that holds blanks in quotes."
        if rest[0].startswith("-"):
            hint = _like(rest[0].partition("=")[0], used._option_string_actions)
        used.error(f"cannot use {' '.join(rest)!r}.{hint}")
    return parsed


def _like(word: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    like = get_close_matches(word, known, n=1, cutoff=0.8)
    return f" Do you mean {like[0]}?" if like else ""


def _parser(verb: str) -> tuple[_Parser, dict[str, _Parser]]:
    from .. import __version__

    parser = _Parser(
        prog="spacy-hips", description="De-identify student writing.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=__version__)
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    for name, text in VERBS.items():
        sub = verbs.add_parser(
            name, prog=COMMANDS.get(name), help=text, description=text, allow_abbrev=False
        )
        if name == verb:
            _module(name).add_arguments(sub)
    return parser, verbs.choices


def _module(verb: str):  # type: ignore[no-untyped-def]
    return importlib.import_module(f".{verb.replace('-', '_')}", __package__)
