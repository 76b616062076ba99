"""The board's web application: read-only for guests, and without anything from elsewhere."""

import hmac
import time
from collections.abc import Callable
from functools import partial

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from board.desk import OrganiserDesk
from board.facts import BoardFacts
from board.live import LiveFeed
from board.pages import STATIC, Pages, Visitor
from board.words import language_of
from venue.database import Database, StorageError
from venue.settings import BoardSettings

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:;"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""What a browser may do with a page: load our own files, and nothing else."""

HEADERS = {
    "content-security-policy": POLICY, "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff", "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}  # fmt: skip

SPOKEN_REASONS = ("board.wrong.form", "board.wrong.often")
"""Sentences that an answer may have in place of the usual one."""

MOST_PAGES = 10_000
"""Pages of a list that can be asked for."""

Draw = Callable[[Visitor, Request], str | None]


def board_app(
    database: Database,
    writer: Callable[[], Database],
    settings: BoardSettings,
    clock: Callable[[], float] = time.time,
) -> ASGIApp:
    """Return the application; with a code in the settings all its pages are below that.

    Guests read `database`, and what the organiser changes goes to one that `writer` opens.
    """
    return _Secured(_Board(database, writer, settings, clock).app())


class _Board:
    def __init__(
        self,
        database: Database,
        writer: Callable[[], Database],
        settings: BoardSettings,
        clock: Callable[[], float],
    ) -> None:
        self._code, self._clock = settings.code, clock
        self._base = f"/{settings.code}/" if settings.code else "/"
        facts = BoardFacts(database)
        self._pages = Pages(facts, settings.name)
        self._feed = LiveFeed(facts, self._pages, clock)
        self._desk = OrganiserDesk(database, writer, self._pages, self._visitor, clock)

    def app(self) -> Starlette:
        pages = self._pages
        routes: list[BaseRoute] = [
            self._route("/", lambda visitor, _: pages.front(visitor, self._now)),
            self._route("/catches", lambda visitor, _: pages.catches(visitor, self._now)),
            self._route("/games", lambda visitor, _: pages.games(visitor)),
            self._route("/standings", lambda visitor, _: pages.standings(visitor)),
            self._route("/tables/{name}", self._table),
            Route("/live", self._live),
            *self._desk.routes(),
        ]
        static: list[BaseRoute] = [Route("/static/{name}", _static)]
        if self._code:
            static += [Route("/", self._door), Mount(f"/{self._code}", routes=routes)]
        else:
            static += routes
        app = Starlette(
            routes=static,
            exception_handlers={HTTPException: self._refused, StorageError: self._closed},
        )
        app.router.redirect_slashes = False
        return app

    @property
    def _now(self) -> int:
        return int(self._clock())

    def _route(self, path: str, draw: Draw) -> Route:
        endpoint = partial(self._drawn, draw)
        return Route(path, endpoint, middleware=[Middleware(GZipMiddleware, minimum_size=1000)])

    def _table(self, visitor: Visitor, request: Request) -> str | None:
        return self._pages.table(visitor, self._now, request.path_params["name"])

    def _visitor(self, request: Request) -> Visitor:
        chosen = request.query_params.get("lang", "")
        language = language_of(chosen, request.headers.get("accept-language", ""))
        page = _number(request.query_params.get("page", ""), MOST_PAGES)
        inside = request.url.path.startswith(self._base)
        path = request.scope["raw_path"].decode("ascii", "replace").removeprefix(self._base)
        return Visitor(
            language, self._base, path if inside else "", page, explicit=chosen == language
        )

    async def _drawn(self, draw: Draw, request: Request) -> Response:
        text = await run_in_threadpool(draw, self._visitor(request), request)
        if text is None:
            raise HTTPException(404)
        return _page(text)

    async def _live(self, request: Request) -> Response:
        if self._feed.full:
            raise HTTPException(503, headers={"retry-after": "60"})
        newest = request.headers.get("last-event-id") or request.query_params.get("since", "")
        visitor = self._visitor(request)
        shared = Visitor(visitor.language, visitor.base, explicit=visitor.explicit)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        if request.method == "HEAD":
            return Response(media_type="text/event-stream", headers=headers)
        messages = self._feed.messages(shared, _number(newest, 1 << 53))
        return StreamingResponse(messages, media_type="text/event-stream", headers=headers)

    async def _door(self, request: Request) -> Response:
        code = request.query_params.get("code")
        visitor = self._visitor(request)
        if code is not None and hmac.compare_digest(code.strip().encode(), self._code.encode()):
            return RedirectResponse(visitor.link(""), 303)
        wrong = code is not None
        text = self._pages.door(visitor, wrong=wrong)
        return _page(text, 403 if wrong else 200)

    def _refused(self, request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 400
        headers = dict(getattr(error, "headers", None) or {})
        code = "board.missing" if status == 404 else "board.refused"
        detail = getattr(error, "detail", "")
        code = detail if detail in SPOKEN_REASONS else code
        return _page(self._pages.notice(self._visitor(request), code), status, headers)

    def _closed(self, request: Request, _error: Exception) -> Response:
        text = self._pages.notice(self._visitor(request), "board.closed")
        return _page(text, 503, {"retry-after": "10"})


class _Secured:
    """Adds the headers that every answer has."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                pairs = ((name.encode(), text.encode()) for name, text in HEADERS.items())
                message["headers"] = [*message.get("headers", ()), *pairs]
            await send(message)

        await self._app(scope, receive, secured)


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in STATIC:
        raise HTTPException(404)
    media, text = STATIC[name]
    return Response(
        text, media_type=media, headers={"cache-control": "max-age=31536000, immutable"}
    )


def _page(text: str, status: int = 200, headers: dict[str, str] | None = None) -> HTMLResponse:
    kept = {"cache-control": "no-store", "vary": "accept-language"}
    return HTMLResponse(text, status, kept | (headers or {}))


def _number(text: str, most: int) -> int:
    """Return a whole number of a request, or 0."""
    fits = text.isascii() and text.isdigit() and len(text) <= 16
    return min(int(text), most) if fits else 0
