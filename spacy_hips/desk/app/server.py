"""The server of the desk: it answers on this machine alone, to who knows the key of its address."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, replace
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zipfile import ZipFile

from anyio import to_thread
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
)
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ...core.errors import HipsError
from ...core.files import PRIVATE_FOLDER, part_of, write_private
from ...core.ids import SCOPES
from ...core.labels import NAME_LABELS
from ...core.shipped import installed_model
from ..files.columns import SINGLE_ROLES
from ..files.foreign import is_lock
from ..files.output import WriteFailed, explained
from ..found.audit import SAMPLE
from ..found.decisions import Decisions
from ..pages.rendered import raw, rendered
from ..pages.words import ENGLISH, languages, words
from ..review.found import Found
from ..review.review_page import Home, Review, as_script, page
from ..run.people_table import known_people
from . import project as projects
from .project import DOCUMENTS, OFFERED, TABLE, Desk, Part, Project, Settings
from .report import NAME as REPORT
from .report import write_report
from .runs import UNFORESEEN, Runs
from .sheets import looked_at
from .work import (
    SEARCH,
    WRITE,
    fingerprint,
    note_of,
    progress_of,
    read_written,
    searched,
    searched_place,
)

MOST_BYTES = 250_000_000
"""The longest file that is taken."""
MOST_TOLD = 100_000_000
"""The longest request that is no file: the decisions about a large corpus."""
MOST_LISTED = 500
HOSTS: frozenset[str] = frozenset(("127.0.0.1", "localhost", "[::1]"))
STATIC: Mapping[str, str] = {"app.js": "text/javascript", "drop.js": "text/javascript",
                             "app.css": "text/css"}  # fmt: skip
PROFILES = ("full", "gdpr-research", "ferpa", "coppa", "share-inside")
INSTALL = "python -m pip install --no-deps assets/en_hips_student-0.1.0-py3-none-any.whl"
_SAFE = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_OWN = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_ALONE = "frame-ancestors 'none'"
"""For pages that bring a policy of their own."""

Answer = Callable[[Request, Project], Awaitable[Response]]


class TooLong(Exception):
    """A request holds more than is taken."""


class Guard:
    """Refuses who asks under another name, from another page, or without the key.

    app (ASGIApp): What answers the others.
    key (str): The first part of every path.
    """

    def __init__(self, app: ASGIApp, key: str) -> None:
        self._app, self._key = app, key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "http" and not self._may(Request(scope)):
            told = words()["Open the address that the program printed, with all of its characters."]
            await PlainTextResponse(told, 403, headers=_SAFE)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _may(self, request: Request) -> bool:
        host = request.headers.get("host", "")
        if host.rpartition(":")[0] not in HOSTS and host not in HOSTS:
            return False
        origin = request.headers.get("origin", f"http://{host}")
        site = request.headers.get("sec-fetch-site", "none")
        opened = request.method == "GET" and request.headers.get("sec-fetch-mode") == "navigate"
        if origin != f"http://{host}" or not (opened or site in ("same-origin", "none")):
            return False
        key = request.url.path.lstrip("/").partition("/")[0]
        return compare_digest(key.encode(), self._key.encode())


def make_app(desk: Desk, key: str) -> Starlette:
    """Build the application.

    desk (Desk): The projects.
    key (str): What the address holds; whoever knows it may ask.
    """
    runs = Runs()
    served = _Served(desk, runs)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        runs.close()

    own = "/{key}/p/{name}"
    return Starlette(
        routes=[
            Route("/{key}/", served.page),
            Route("/{key}/static/{file}", served.static),
            Route("/{key}/p", served.projects, methods=["GET", "POST"]),
            Route(own, served.on(served.state)),
            Route(own + "/settings", served.on(served.settings), methods=["POST"]),
            Route(own + "/file/{path:path}", served.on(served.file), methods=["PUT", "DELETE"]),
            Route(own + "/roster/{path:path}", served.on(served.roster), methods=["PUT", "DELETE"]),
            Route(own + "/sheet/{part}", served.on(served.sheet)),
            Route(own + "/run/{task}", served.on(served.run), methods=["POST"]),
            Route(own + "/stop", served.on(served.stop), methods=["POST"]),
            Route(own + "/review/{part}", served.on(served.review), methods=["GET", "PUT"]),
            Route(own + "/result/{what}", served.on(served.result)),
            Route(own + "/forget", served.on(served.forget), methods=["POST"]),
        ],
        lifespan=lifespan,
        middleware=[Middleware(Guard, key=key)],
    )


class _Served:
    """What is answered.

    desk (Desk): The projects.
    runs (Runs): The task that is worked on.
    """

    def __init__(self, desk: Desk, runs: Runs) -> None:
        self.desk, self.runs = desk, runs

    def on(self, answer: Answer) -> Callable[[Request], Awaitable[Response]]:
        """An answer about a project; what goes wrong is told in a sentence."""

        waits = (self.settings, self.file, self.roster, self.run, self.forget)

        async def answered(request: Request) -> Response:
            t = words(_lang(request))
            project = self.desk.get(request.path_params["name"])
            if project is None:
                return _error(t["There is no such project."], 404)
            if request.method != "GET" and answer in waits and self.runs.task(project.folder):
                return _error(t["The program is working on it. Stop it first, or wait."], 409)
            try:
                return await answer(request, project)
            except HipsError as error:
                return _error(told(error, t), 507 if isinstance(error, WriteFailed) else 400)
            except TooLong:
                return _error(t["large"], 413)
            except Exception as error:  # its message may hold text of a document
                if not isinstance(error, OSError):
                    return _error(t[UNFORESEEN].replace("{0}", type(error).__name__), 500)
                return _error(t["disk"].replace("{0}", error.strerror or type(error).__name__), 507)

        return answered

    async def page(self, request: Request) -> Response:
        lang = _lang(request)
        try:
            missing = "" if installed_model() else INSTALL
        except HipsError:
            missing = INSTALL
        data = {
            "words": dict(words(lang)), "lang": lang, "languages": languages(), "missing": missing,
            "profiles": PROFILES,
            "roles": OFFERED, "single": sorted(SINGLE_ROLES), "most": MOST_BYTES,
            "folder": str(self.desk.folder),
        }  # fmt: skip
        html = rendered("app/page.html", t=words(lang), lang=lang, data=as_script(data))
        return HTMLResponse(html, headers={**_SAFE, "Content-Security-Policy": _OWN})

    async def static(self, request: Request) -> Response:
        name = request.path_params["file"]
        if name not in STATIC:
            return _error("", 404)
        return Response(raw(f"app/{name}"), media_type=STATIC[name], headers=_SAFE)

    async def projects(self, request: Request) -> Response:
        if request.method == "GET":
            return _json([project.folder.name for project in self.desk])
        try:
            name = str((await _told(request)).get("name") or "")
            return _json({"name": self.desk.make(name).folder.name})
        except HipsError as error:
            return _error(told(error, words(_lang(request))), 507)

    async def state(self, request: Request, project: Project) -> Response:
        t = words(_lang(request))
        return _json(await to_thread.run_sync(self._state, project, t))

    def _state(self, project: Project, t: Mapping[str, str]) -> dict[str, Any]:
        settings, parts = project.settings, project.parts
        task, error = self.runs.task(project.folder), self.runs.error(project.folder)
        documents = project.files(DOCUMENTS)
        result, written = project.archive.exists(), progress_of(project, WRITE)
        return {
            "name": project.folder.name,
            "folder": str(project.folder),
            "profile": settings.profile, "scope": projects.scope_of(project),
            "key": projects.keeps_key(project),
            "scopes": projects.scopes_of(project), "canKey": projects.can_keep_key(project),
            "documents": documents[:MOST_LISTED], "documentCount": len(documents),
            "roster": None if project.roster is None else project.roster.name,
            "parts": [_part(project, part) for part in parts],
            "task": task,
            "error": told(error, t) if error else "",
            "search": _progress(project, SEARCH, t), "write": _progress(project, WRITE, t),
            "searched": bool(parts) and all(_is_through(project, part) for part in parts),
            "result": result, "closed": result and not project.originals.exists(),
            "stale": result and (not written.whole or written.of != fingerprint(project, *parts)),
        }  # fmt: skip

    async def settings(self, request: Request, project: Project) -> Response:
        given, old = await _told(request), project.settings
        columns = {**old.columns, **given.get("columns", {})}
        new = replace(
            old,
            profile=given.get("profile", old.profile),
            scope=given.get("scope", old.scope),
            key=given.get("key", old.key) is True,
            columns=columns,
        )
        roles = {role for own in columns.values() for role in own.values()}
        if new.profile not in PROFILES or new.scope not in SCOPES or not roles <= set(OFFERED):
            return _error(words(_lang(request))["There is no such choice."], 400)
        before = projects.scope_of(project)
        project.save(new)
        for part in project.parts:
            changed = new.columns.get(part.name) != old.columns.get(part.name)
            if changed or projects.scope_of(project) != before:
                forget_search(project, part)
        return await self.state(request, project)

    async def file(self, request: Request, project: Project) -> Response:
        t, name = words(_lang(request)), request.path_params["path"]
        kind = projects.kind_by_name(name)
        if is_lock(Path(name).name):
            return _error(t["lock"], 409)
        if projects.is_passed_over(name):
            return _json({"kind": ""})
        if not kind:
            return _error(t["kind"], 415)
        place, before = project.place(kind, name), projects.scope_of(project)
        if request.method == "DELETE":
            gone = [p for p in project.parts if p.kind == kind and p.name == place.name]
            place.unlink(missing_ok=True)
            for part in gone:
                forget_search(project, part)
                project.decisions(part).unlink(missing_ok=True)
                shutil.rmtree(project.internal / part.id, ignore_errors=True)
        else:
            await _take(request, place)
            if kind != DOCUMENTS:
                await to_thread.run_sync(_meet, project, kind, place)
        for part in project.parts:
            own = part.kind == kind and part.name in ("", place.name)
            if own or projects.scope_of(project) != before:
                forget_search(project, part)
        return _json({"kind": kind})

    async def roster(self, request: Request, project: Project) -> Response:
        people, new = 0, project.place("new-roster", request.path_params["path"])
        try:
            if request.method == "PUT":
                await _take(request, new)
                people = len((await to_thread.run_sync(known_people, new)).people)
            shutil.rmtree(project.originals / "roster", ignore_errors=True)
            if people:
                new.parent.rename(project.originals / "roster")
        finally:
            shutil.rmtree(new.parent, ignore_errors=True)
        for part in project.parts:
            forget_search(project, part)
        return _json({"people": people})

    async def sheet(self, request: Request, project: Project) -> Response:
        part = project.part(request.path_params["part"])
        if part is None or part.kind != TABLE:
            return _json([])
        sheet = await to_thread.run_sync(looked_at, project.source(part))
        chosen = project.settings.columns.get(part.name, {})
        return _json(
            [{"name": n, "role": chosen.get(n, r), "cells": cells} for n, r, cells in sheet.columns]
        )

    async def run(self, request: Request, project: Project) -> Response:
        t, task = words(_lang(request)), request.path_params["task"]
        if task not in (SEARCH, WRITE) or not project.parts:
            return _error(t["There is nothing to work on: drop some files first."], 409)
        if progress_of(project, task).whole:
            note_of(project, task).unlink()  # it tells of an earlier one
        passphrase = str((await _told(request)).get("passphrase") or "")
        if not self.runs.start(project.folder, task, passphrase):
            return _error(
                t["The program is working on another project. Wait, or stop it there."], 409
            )
        return await self.state(request, project)

    async def stop(self, request: Request, project: Project) -> Response:
        await to_thread.run_sync(self.runs.stop, project.folder)
        return await self.state(request, project)

    async def review(self, request: Request, project: Project) -> Response:
        part = project.part(request.path_params["part"])
        if part is None or not project.found(part).exists():
            t = words(_lang(request))
            return _error(t["Nothing was searched yet, so there is nothing to review."], 404)
        if request.method == "PUT":
            return await self._decide(request, project, part)
        lang = _lang(request)
        html = await to_thread.run_sync(_review_page, project, part, lang)
        return HTMLResponse(html, headers={**_SAFE, "Content-Security-Policy": _ALONE})

    async def _decide(self, request: Request, project: Project, part: Part) -> Response:
        path = project.decisions(part)
        if request.headers.get("if-match", "") != _version(path):
            t = words(_lang(request))
            return _error(t["Not saved: another window has decided since. Reload this page."], 409)
        data = await _body(request, MOST_TOLD)
        new = path.with_name(path.name + ".new")
        with explained(path):
            write_private(new, data)
        try:
            Decisions.read([new])
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
        return _json({"version": _version(path)})

    async def result(self, request: Request, project: Project) -> Response:
        what, name = request.path_params["what"], project.folder.name
        if what == "decisions.zip":
            data = _decisions(project)
            return Response(data, media_type="application/zip", headers=_SAFE)
        whole = project.archive.name
        known = {whole: project.archive, REPORT: project.folder / REPORT}
        path = known.get(what)
        if path is None or not path.exists():
            return _error(words(_lang(request))["There is no result yet."], 404)
        shown = {"filename": f"{name}.zip"} if what == whole else {}
        return FileResponse(
            path,
            headers={**_SAFE, "Content-Security-Policy": _ALONE} if not shown else _SAFE,
            **shown,
        )

    async def forget(self, request: Request, project: Project) -> Response:
        await to_thread.run_sync(forget, project)
        return await self.state(request, project)


def forget(project: Project) -> None:
    """Delete all that leads back from the result to people: nobody can undo it then.

    project (Project): The project; the new files and the report stay.
    """
    write_report(project, [read_written(project, part) for part in project.parts], kept=False)
    shutil.rmtree(project.internal)
    project.internal.mkdir(mode=PRIVATE_FOLDER)
    project.save(Settings())


def forget_search(project: Project, part: Part) -> None:
    """What was found in a part holds no longer; what was decided is kept, for it names its text."""
    found = project.found(part)
    for path in (found, part_of(found), searched_place(project, part)):
        path.unlink(missing_ok=True)


def told(error: HipsError | str, t: Mapping[str, str]) -> str:
    """An error in words of a page: those of its code, where the table has some.

    error (HipsError): The error, or its message.
    t (Mapping): The texts of the pages.
    """
    code, _, rest = str(error).partition("] ")
    return t.get(code.lstrip("["), "").replace("{0}", rest) or rest or str(error)


def _progress(project: Project, task: str, t: Mapping[str, str]) -> dict[str, Any]:
    own = asdict(progress_of(project, task))
    own["failed"] = [{"name": one["name"], "why": told(one["why"], t)} for one in own["failed"]]
    return own


def _part(project: Project, part: Part) -> dict[str, Any]:
    path = project.decisions(part)
    decided = path.read_bytes().count(b"\n") - 1 if path.exists() else 0
    return {
        "id": part.id, "kind": part.kind, "name": part.name,
        "searched": project.found(part).exists(), "decided": max(0, decided),
        "names": sum(n for s, n in searched(project, part).labels.items() if s in NAME_LABELS),
    }  # fmt: skip


def _is_through(project: Project, part: Part) -> bool:
    """Was a part searched to its end, or found to be one that cannot be?"""
    failed = {one.name for one in progress_of(project, SEARCH).failed}
    return searched(project, part).whole or part.shown in failed


def _review_page(project: Project, part: Part, lang: str) -> str:
    path = project.decisions(part)
    version = _version(path)
    decisions = Decisions.read([path] if path.exists() else [])
    last = max(decisions.all, key=lambda d: d.time, default=None)
    review = Review(
        Found.read(project.found(part)), decisions, audit=SAMPLE, anew=True,
        reviewer=last.reviewer if last else "", title=part.name or project.folder.name,
    )  # fmt: skip
    home = Home(
        f"{part.id}?lang={lang}",
        f"../../../?lang={lang}#{quote(project.folder.name, safe='')}",
        version,
    )
    return page(review, lang=lang, home=home)


def _decisions(project: Project) -> bytes:
    """The decisions about all parts, to be kept or given to `spacy-hips agree`."""
    made = io.BytesIO()
    with ZipFile(made, "w") as archive:
        for part in project.parts:
            if (path := project.decisions(part)).exists():
                archive.write(path, path.name)
    return made.getvalue()


def _version(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest() if path.exists() else "none"


def _meet(project: Project, kind: str, place: Path) -> None:
    """Know a table's columns, and give it or an archive the number that its files bear."""
    settings, name = project.settings, place.name
    settings.numbers.setdefault(name, max(settings.numbers.values(), default=0) + 1)
    if kind == TABLE:
        try:
            sheet = looked_at(place)
        except HipsError:
            place.unlink()
            raise
        known = settings.columns.get(name, {})
        if set(known) != {column for column, _, _ in sheet.columns}:
            settings.columns[name] = {column: role for column, role, _ in sheet.columns}
        settings.encodings[name] = sheet.encoding
    project.save(settings)


async def _take(request: Request, place: Path) -> None:
    """Write a file as it comes; one that does not come whole is not kept."""
    part = part_of(place)
    with explained(place):
        place.parent.mkdir(parents=True, exist_ok=True)
    length, whole = 0, False
    try:
        with explained(place), part.open("wb") as file:
            async for piece in request.stream():
                length += len(piece)
                if length > MOST_BYTES:
                    raise TooLong
                file.write(piece)
        with explained(place):
            part.replace(place)
        whole = True
    finally:
        if not whole:
            with suppress(OSError):
                part.unlink(missing_ok=True)


async def _body(request: Request, most: int) -> bytes:
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > most:
            raise TooLong
    return bytes(data)


async def _told(request: Request) -> dict[str, Any]:
    """The object of JSON that a request holds; an empty one where it holds none."""
    try:
        given = json.loads(await _body(request, MOST_TOLD) or b"{}")
    except ValueError:
        given = {}
    return given if isinstance(given, dict) else {}


def _lang(request: Request) -> str:
    """The language that was asked for, else the first that the browser wants and the table has."""
    wanted = [request.query_params.get("lang", "")]
    header = request.headers.get("accept-language", "")
    wanted += [entry.strip()[:2].lower() for entry in header.split(",")]
    return next((lang for lang in wanted if lang in languages()), ENGLISH)


def _json(values: Any, status: int = 200) -> Response:
    return JSONResponse(values, status, headers=_SAFE)


def _error(sentence: str, status: int) -> Response:
    return _json({"error": sentence}, status)
