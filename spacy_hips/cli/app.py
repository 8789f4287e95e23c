"""spacy-hips app: the desk in a browser."""

from __future__ import annotations

import argparse
import secrets
import warnings
import webbrowser
from contextlib import suppress
from pathlib import Path
from socket import socket
from threading import Thread

from ..core.errors import HipsError, HipsWarning
from ..core.files import write_private
from ..desk.files.output import explained
from ._console import say
from .errors import Errors
from .serve import answer_on, listening, refuse_port

FOLDER, KEY_FILE, LEADS_THERE = "spacy-hips", ".address-key", "open-in-browser.html"
PAGE = '<!doctype html><meta http-equiv="refresh" content="0;url={address}">'
"""Leads to the address, which holds the key: all users of a machine see the arguments of a browser
that is started."""
HOST, PORT, KEY = "127.0.0.1", 8766, 16


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument(
        "--port", type=int, help=f"port to listen on (default: {PORT}, or any free one)"
    )
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument(
        "--folder", metavar="DIR", help=f"where projects are kept (default: {FOLDER}, at home)"
    )


def run(args: argparse.Namespace) -> int:
    """Serve the desk until it is interrupted.

    args (Namespace): The options.
    RETURNS (int): 0.
    RAISES (HipsError): E787 where the extra is missing, E730 or E851 where nobody can listen.
    """
    refuse_port(args.port or 0)
    try:
        import uvicorn  # noqa: F401

        from ..desk.app.project import Desk
        from ..desk.app.server import make_app
    except ImportError as error:
        missing = (error.name or "starlette").partition(".")[0]
        raise HipsError(Errors.E787.format(path="The desk", package=missing, extra="app")) from None
    folder = Path(args.folder).absolute() if args.folder else Path.home() / FOLDER
    key = _key(folder / KEY_FILE)
    with _place(args.port) as own:
        address = f"http://{HOST}:{own.getsockname()[1]}/{key}/"
        say(f"{address}\nOpen this address in a browser. Ctrl-C ends the program.")
        say(f"Projects are kept in {folder}.")
        if not args.no_browser:
            leads = folder / LEADS_THERE
            write_private(leads, PAGE.format(address=address).encode())
            Thread(target=webbrowser.open, args=(leads.as_uri(),), daemon=True).start()
        warnings.simplefilter("ignore", HipsWarning)  # the report says what was not looked for
        with suppress(KeyboardInterrupt):
            answer_on(make_app(Desk(folder), key), own)
    return 0


def _place(port: int | None) -> socket:
    """Where to listen: a page that is open finds the program again after a new start."""
    if port is not None:
        return listening(HOST, port)
    try:
        return listening(HOST, PORT)
    except HipsError:
        return listening(HOST, 0)


def _key(path: Path) -> str:
    """The key of the address, the same at every start; only its owner can read it.

    RAISES (WriteFailed): E704 where the folder cannot be written.
    """
    with suppress(OSError, UnicodeError):
        if len(key := path.read_text("ascii").strip()) >= KEY:
            return key
    key = secrets.token_urlsafe(KEY)
    with explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_private(path, key.encode())
    return key
