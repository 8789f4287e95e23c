"""spacy-hips serve: anonymise over HTTP on this machine."""

from __future__ import annotations

import argparse
import signal
import socket
import time
from collections.abc import Callable
from contextlib import closing, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from ..core.errors import HipsError
from ..desk.serve import MOST_BYTES, seconds_for
from . import _options
from ._console import say
from .errors import Errors

if TYPE_CHECKING:
    from starlette.applications import Starlette

PATIENCE = 3
"""Seconds that a request which is worked on may take after Ctrl-C; one more is for its answer."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    _options.add_pipeline(parser)
    _options.add_actions(parser)
    group = parser.add_argument_group("server")
    group.add_argument("--host", default="127.0.0.1", help="address to listen on (this machine)")
    group.add_argument("--port", type=int, default=8765, help="port to listen on")
    group.add_argument(
        "--name", action="append", default=[], metavar="HOST",
        help="a further name that the server may be asked under",
    )  # fmt: skip
    group.add_argument(
        "--most-bytes", type=int, default=MOST_BYTES, metavar="N",
        help="the longest request that is taken; a text of so many has a minute, more have longer",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Serve until it is interrupted.

    args (Namespace): The options.
    RETURNS (int): 0.
    RAISES (HipsError): E787 where the extra is missing, E730 for a number that makes no sense,
        E851 where nobody can listen.
    """
    if args.most_bytes < 1:
        raise HipsError(Errors.E730.format(setting="--most-bytes", wanted="1 or more"))
    refuse_port(args.port)
    try:
        import uvicorn  # noqa: F401

        from ..desk.serve.app import LOOPBACK, Service, make_app
    except ImportError as error:
        missing = (error.name or "starlette").partition(".")[0]
        raise HipsError(
            Errors.E787.format(path="The server", package=missing, extra="serve")
        ) from None
    # The place is taken before the pipeline is loaded, which takes some seconds.
    with (
        listening(args.host, args.port) as own,
        closing(Service(_options.job(args), seconds=seconds_for(args.most_bytes))) as service,
    ):
        hosts = [*LOOPBACK, *args.name, *({args.host} - {"0.0.0.0", "::"})]
        if args.host not in LOOPBACK:
            say(
                f"Other machines reach this server at {args.host}, without a password and in clear."
            )
        shown = f"[{args.host}]" if ":" in args.host else args.host
        say(f"http://{shown}:{own.getsockname()[1]} (Ctrl-C ends it)")
        with suppress(KeyboardInterrupt):
            app = make_app(service, hosts=hosts, most_bytes=args.most_bytes)
            answer_on(app, own, service.close)
    return 0


def refuse_port(port: int) -> None:
    """Refuse a number that no port has.

    RAISES (HipsError): E730 for such a number.
    """
    if not 0 <= port <= 65535:
        raise HipsError(Errors.E730.format(setting="--port", wanted="from 0 to 65535"))


def answer_on(app: Starlette, own: socket.socket, close: Callable[[], None] = lambda: None) -> None:
    """Answer on a socket until a signal ends it.

    app (Starlette): What answers.
    own (socket): It listens.
    close (Callable): Ends what is worked on, some seconds after the signal.
    """
    import uvicorn

    # No line a request: a path tells little, but it need not be kept at all.
    config = uvicorn.Config(
        app, access_log=False, log_level="critical", timeout_graceful_shutdown=PATIENCE + 1
    )
    server = uvicorn.Server(config)
    ended = server.handle_exit
    deaf = signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # as `nohup` and scripts start it

    # A handler may not start a thread: it may have come while one is being started.
    stopping = Event()
    Thread(target=_close_after, args=(stopping, close), daemon=True).start()

    def handle(number: int, frame: Any) -> None:
        if deaf and number == signal.SIGINT:
            return
        stopping.set()
        ended(number, frame)

    server.handle_exit = handle
    server.run(sockets=[own])


def _close_after(stopping: Event, close: Callable[[], None]) -> None:
    """Give what is worked on some seconds, once the server is to end."""
    stopping.wait()
    time.sleep(PATIENCE)
    close()


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes any that is free.

    RAISES (HipsError): E851 where that cannot be.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise HipsError(Errors.E851.format(place=f"{host}:{port}", reason=reason)) from None
