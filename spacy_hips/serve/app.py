"""The application: what it answers, what it refuses, and what it never writes down."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from .. import __version__
from ..errors import Errors, HipsError, HipsWarning
from ..hypertext import Hypertext, read_hypertext
from ..ids import set_ids
from ..page.languages import is_skipped
from ..records.options import JobOptions
from ..records.pipeline import Pipeline
from ..spans import PiiSpan, read_group
from .page import PAGE

MOST_BYTES = 1_000_000
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


class Service:
    """What the server does with a text. One text is worked on at a time.

    options (JobOptions): The pipeline and what it does; the scope is "document".
    pipeline (Pipeline): A pipeline that is built already, for tests.
    RAISES (HipsError): E896 for a wider scope, and as `Pipeline`.
    """

    def __init__(self, options: JobOptions, pipeline: Pipeline | None = None) -> None:
        self._pipeline = pipeline or Pipeline(options)
        scope = self._pipeline.anonymizer.scope
        if scope != "document":
            raise HipsError(Errors.E896.format(scope=scope))
        self._alone = Lock()

    def health(self) -> dict[str, Any]:
        """That it is there, and what it searches with."""
        return {"status": "ok", **self._pipeline.versions()}

    def anonymize(self, text: str, doc: str) -> dict[str, Any]:
        """A text with everything replaced, and where the replacements stand in it.

        text (str): The text.
        doc (str): Its id: the same text of another id gets other surrogates; "" for none.
        """
        done, warned = self._run(text, doc)
        return {**done, "warnings": warned}

    def find(self, text: str, doc: str) -> dict[str, Any]:
        """What stands in a text, as characters and labels."""
        done, _ = self._run(text, doc)
        return {"spans": done["found"]}

    def _run(self, text: str, doc: str) -> tuple[dict[str, Any], list[str]]:
        nlp, anonymizer = self._pipeline.nlp, self._pipeline.anonymizer
        with self._alone, warnings.catch_warnings(record=True) as warned, nlp.memory_zone():
            warnings.simplefilter("always", HipsWarning)
            # As on the command line, tags are no text, and stay.
            hypertext = read_hypertext(text)
            made = nlp.make_doc(text if hypertext is None else hypertext.text)
            done = nlp(set_ids(made, doc=doc) if doc else made)
            if is_skipped(done):
                raise HipsError(Errors.E155.format(languages="another language"))
            found = [
                {"start": start, "end": end, "label": s.label, "id": s.id}
                for s in read_group(done, anonymizer.spans_key)
                for start, end in _pieces(hypertext, s)
            ]
            made_new = done._.replacements
            new = str(done._.anonymized) if hypertext is None else hypertext.rewritten(made_new)
            replaced = [
                {"start": r.new_start, "end": r.new_end, "label": r.label, "action": r.action}
                for r in (made_new if hypertext is None else hypertext.placed(made_new))
            ]
        return {"text": new, "replaced": replaced, "found": found}, _told(warned)


def _pieces(hypertext: Hypertext | None, span: PiiSpan) -> list[tuple[int, int]]:
    """Where a span stands in the text as it came: tags may part it."""
    if hypertext is None:
        return [(span.start, span.end)]
    return [(piece.start, piece.end) for piece in hypertext.pieces(span.start, span.end)]


def make_app(
    service: Service, *, hosts: Sequence[str] = LOOPBACK, most_bytes: int = MOST_BYTES
) -> Starlette:
    """Build the application.

    service (Service): Does the work.
    hosts (Sequence[str]): The names under which the server may be asked. A page from elsewhere
        that makes a browser ask under another name is refused.
    most_bytes (int): The longest request.
    RETURNS (Starlette): It answers GET / (the page), GET /health, POST /anonymize, POST /find.
    """

    def answering(work: Work) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            try:
                text, doc = _asked(await _body(request, most_bytes), request)
                done = await run_in_threadpool(work, text, doc)
            except HipsError as error:
                return _refused(error)
            except Exception as error:  # the message of a foreign error may hold the text
                reason = f"the pipeline failed on it ({type(error).__name__})"
                return _json({"error": Errors.E895.format(reason=reason)}, 500)
            return _json(done)

        return answer

    async def health(request: Request) -> Response:
        return _json(service.health())

    async def page(request: Request) -> Response:
        return HTMLResponse(PAGE.replace("{version}", __version__), headers=HEADERS)

    return Starlette(
        routes=[
            Route("/", page),
            Route("/health", health),
            Route("/anonymize", answering(service.anonymize), methods=["POST"]),
            Route("/find", answering(service.find), methods=["POST"]),
        ],
        exception_handlers={HTTPException: _no_such},
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
    """The body of a request, which is not read further than is allowed."""
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > most:
            raise HipsError(Errors.E894.format(length=f"more than {most:,}", most=f"{most:,}"))
    return data


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
    return _json({"error": str(error)}, 413 if str(error).startswith("[E894]") else 400)


def _json(values: dict[str, Any], status: int = 200) -> Response:
    return JSONResponse(values, status, headers=HEADERS)


def _told(warned: Sequence[warnings.WarningMessage]) -> list[str]:
    """The warnings of this package, each once."""
    return list(dict.fromkeys(str(w.message) for w in warned if w.category is HipsWarning))
