"""The application: what it answers, what it refuses, and what it never writes down."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ... import __version__
from ...core.errors import HipsError
from ..errors import Errors
from ..pages.rendered import rendered
from . import MOST_BYTES
from .service import PipelineFailed, Service

__all__ = ["LOOPBACK", "MOST_BYTES", "Service", "make_app"]

MOST_WAITING = 32
"""So many texts are worked on or wait, each for the time that one may take."""
READ = 20
"""A request of so many times the bytes that are allowed is read to its end, and no longer one."""
STATUS = {"E894": 413, "E852": 503, "E853": 504, "E854": 500, "E855": 503}
"""What is answered to an error, by its code; to all others 400."""
LOOPBACK: tuple[str, ...] = ("127.0.0.1", "localhost", "::1")
HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}

Work = Callable[[str, str], dict[str, Any]]


class Turns:
    """Who may have a text worked on: one at a time, and not too many wait.

    most (int): How many are worked on or wait.
    seconds (float): How long one waits.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._count = 0
        self._alone = asyncio.Lock()

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Wait for one's turn.

        RAISES (HipsError): E852 where too many wait, or it takes too long.
        """
        if self._count >= self._most:
            raise HipsError(Errors.E852)
        self._count += 1
        try:
            await self._wait()
            try:
                yield
            finally:
                self._alone.release()
        finally:
            self._count -= 1

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                await self._alone.acquire()
        except TimeoutError:
            raise HipsError(Errors.E852) from None


def make_app(
    service: Service, *, hosts: Sequence[str] = LOOPBACK, most_bytes: int = MOST_BYTES
) -> Starlette:
    """Build the application.

    service (Service): Does the work; it is closed when the application is stopped.
    hosts (Sequence[str]): The names under which the server may be asked. A page from elsewhere
        that makes a browser ask under another name is refused.
    most_bytes (int): The longest request.
    RETURNS (Starlette): It answers GET / (the page), GET /health, POST /anonymize, POST /find.
    """
    turns = Turns(MOST_WAITING, service.seconds)

    def answering(work: Work) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            try:
                text, doc = _asked(await _body(request, most_bytes), request)
                async with turns.taken():
                    if await request.is_disconnected():
                        return Response(status_code=499)  # nobody waits for it any more
                    done = await to_thread.run_sync(
                        partial(work, text, doc), abandon_on_cancel=True
                    )
            except HipsError as error:
                return _refused(error)
            except Exception as error:  # the message of a foreign error may hold the text
                kind = str(error) if isinstance(error, PipelineFailed) else type(error).__name__
                reason = f"the pipeline failed on it ({kind})"
                return _json({"error": Errors.E895.format(reason=reason)}, 500)
            return _json(done)

        return answer

    async def health(request: Request) -> Response:
        return _json(service.health())

    async def page(request: Request) -> Response:
        html = rendered("pages/demo.html", version=__version__, most=most_bytes)
        return HTMLResponse(html, headers=HEADERS)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        service.close()

    return Starlette(
        routes=[
            Route("/", page),
            Route("/health", health),
            Route("/anonymize", answering(service.anonymize), methods=["POST"]),
            Route("/find", answering(service.find), methods=["POST"]),
        ],
        exception_handlers={HTTPException: _no_such},
        lifespan=lifespan,
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))],
    )


async def _no_such(request: Request, error: Exception) -> Response:
    """What is answered to a path or a method that is not there."""
    assert isinstance(error, HTTPException)
    reasons = {404: "nothing is at this path", 405: "this path is not asked in this way"}
    reason = reasons.get(error.status_code, "it is not allowed")
    answer = _json({"error": Errors.E895.format(reason=reason)}, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _body(request: Request, most: int) -> bytes:
    """The body of a request, of which no more is kept than is allowed."""
    told = request.headers.get("content-length", "")
    if told.isdigit() and int(told) > READ * most:
        raise _too_long(most)
    data, length = bytearray(), 0
    async for piece in request.stream():
        length += len(piece)
        if length > READ * most:
            raise _too_long(most)
        data += piece[: max(0, most + 1 - len(data))]
    # Who is answered in the middle of a request may not read the answer.
    if length > most:
        raise _too_long(most)
    return bytes(data)


def _too_long(most: int) -> HipsError:
    return HipsError(Errors.E894.format(length=f"more than {most:,}", most=f"{most:,}"))


def _asked(data: bytes, request: Request) -> tuple[str, str]:
    """The text of a request, and the id of its document."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        # A page from elsewhere cannot send this type unasked.
        raise _misunderstood("its content type must be application/json")
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        raise _misunderstood("it is no JSON") from None
    if not isinstance(told, dict) or not isinstance(told.get("text"), str):
        raise _misunderstood('it must be an object with a "text"')
    if not isinstance(told.get("id", ""), str):
        raise _misunderstood('"id" must be a string')
    if any("\ud800" <= char <= "\udfff" for char in told["text"]):
        raise _misunderstood("its text holds half a character")
    return told["text"], told.get("id", "")


def _misunderstood(reason: str) -> HipsError:
    return HipsError(Errors.E895.format(reason=reason))


def _refused(error: HipsError) -> Response:
    return _json({"error": str(error)}, STATUS.get(str(error)[1:5], 400))


def _json(values: dict[str, Any], status: int = 200) -> Response:
    return JSONResponse(values, status, headers=HEADERS)
