"""The organiser's desk: pages behind a password, which write down names, seasons and merges.

Each request that changes something needs the session's cookie, which no other site can send, and
the key in the session's own pages.
"""

import hmac
from collections.abc import Callable
from contextlib import closing
from urllib.parse import parse_qsl

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from board.access import SIGNED_IN_S, Attempts, form_key, has_password, is_open, sign_in, sign_out
from board.pages import Form, Pages, Visitor
from board.people import PeopleError, add_season, day_of, erase, merge, people, seat_person
from venue.database import Database

COOKIE = "doubtit-organiser"

FORM_BYTES = 8192
MOST_FIELDS = 20

THIS_MACHINE = frozenset({"127.0.0.1", "::1"})
"""Addresses of this machine, whose own browser needs no encryption."""


class _Fields(dict[str, str]):
    """The fields of a form; a missing one is empty."""

    def __missing__(self, name: str) -> str:
        return ""


NOTHING = _Fields()

Act = Callable[[Database, Form], object]


def _season(database: Database, form: Form) -> None:
    names = form["league"], form["season"], form["first"], form["last"]
    add_season(database, *names, ruleset=form["ruleset"])


def _seat(database: Database, form: Form) -> None:
    seat = form["seat"]
    number = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 4 else 0
    seat_person(database, form["table"], number, form["name"])


def _erase(database: Database, form: Form) -> None:
    if form["sure"] != "yes" or not erase(database, form["name"]):
        raise PeopleError("board.wrong.person", name=form["name"])


ACTS: dict[str, Act] = {
    "season": _season,
    "seat": _seat,
    "merge": lambda database, form: merge(database, form["name"], form["into"]),
    "erase": _erase,
}
"""All that the organiser can change, by the name of its form."""


class OrganiserDesk:
    """Answers the organiser. `reader` never writes, and `writer` opens a database that may."""

    def __init__(
        self,
        reader: Database,
        writer: Callable[[], Database],
        pages: Pages,
        visitor: Callable[[Request], Visitor],
        clock: Callable[[], float],
    ) -> None:
        self._reader, self._writer, self._pages = reader, writer, pages
        self._visitor, self._clock = visitor, clock
        self._attempts = Attempts()

    def routes(self) -> list[BaseRoute]:
        """Return the routes below the board's own path."""
        return [
            Route("/organiser", self._shown),
            Route("/organiser/sheet", self._sheet),
            Route("/organiser/sign-in", self._sign_in, methods=["POST"]),
            Route("/organiser/sign-out", self._sign_out, methods=["POST"]),
            Route("/organiser/{act}", self._change, methods=["POST"]),
        ]

    async def _shown(self, request: Request) -> Response:
        return await run_in_threadpool(self._desk, request, "", NOTHING)

    async def _sheet(self, request: Request) -> Response:
        return await run_in_threadpool(self._printed, request)

    async def _sign_in(self, request: Request) -> Response:
        form = await _form(request)
        return await run_in_threadpool(self._signed_in, request, form)

    async def _sign_out(self, request: Request) -> Response:
        form = await _form(request)
        return await run_in_threadpool(self._signed_out, request, form)

    async def _change(self, request: Request) -> Response:
        form = await _form(request)
        return await run_in_threadpool(self._changed, request, form)

    def _desk(self, request: Request, wrong: str, given: Form) -> Response:
        """Return the desk, or the page that asks for the password; `wrong` is a whole sentence."""
        visitor, status = self._visitor(request), 400 if wrong else 200
        if not self._is_open(request):
            reason = self._unable(request)
            return _page(self._pages.sign_in(visitor, reason, wrong), status)
        done = request.query_params.get("done") in ACTS and not wrong
        text = self._pages.desk(
            visitor, int(self._clock()), form_key(_token(request)), people(self._reader),
            wrong=wrong, done=done, given=given,
        )  # fmt: skip
        return _page(text, status)

    def _printed(self, request: Request) -> Response:
        visitor = self._visitor(request)
        if not self._is_open(request):
            return _to(visitor, "organiser")
        try:
            begins, ends = day_of(request.query_params.get("day", ""))
        except PeopleError as error:
            return self._desk(request, visitor.words(error.code, **error.values), NOTHING)
        return _page(self._pages.sheet(visitor, begins, ends))

    def _signed_in(self, request: Request, form: Form) -> Response:
        visitor, address = self._visitor(request), request.client.host if request.client else ""
        if self._unable(request):
            return self._desk(request, "", NOTHING)
        if not self._attempts.admits(address, self._clock()):
            raise HTTPException(429, "board.wrong.often", {"retry-after": "900"})
        try:
            with closing(self._writer()) as database:
                token = sign_in(database, form["password"], int(self._clock()))
        except PeopleError as error:
            return self._desk(request, visitor.words(error.code, **error.values), NOTHING)
        self._attempts.forgive(address)
        answer = _to(visitor, "organiser")
        answer.set_cookie(
            COOKIE, token, SIGNED_IN_S, path=visitor.base, httponly=True, samesite="strict",
            secure=request.url.scheme == "https",
        )  # fmt: skip
        return answer

    def _signed_out(self, request: Request, form: Form) -> Response:
        self._check(request, form)
        with closing(self._writer()) as database:
            sign_out(database, _token(request))
        visitor = self._visitor(request)
        answer = _to(visitor, "")
        answer.delete_cookie(COOKIE, path=visitor.base)
        return answer

    def _changed(self, request: Request, form: Form) -> Response:
        name = request.path_params["act"]
        if name not in ACTS:
            raise HTTPException(404)
        self._check(request, form)
        visitor = self._visitor(request)
        try:
            with closing(self._writer()) as database:
                ACTS[name](database, form)
        except PeopleError as error:
            return self._desk(request, visitor.words(error.code, **error.values), form)
        return _to(visitor, "organiser", done=name)

    def _is_open(self, request: Request) -> bool:
        return is_open(self._reader, _token(request), int(self._clock()))

    def _check(self, request: Request, form: Form) -> None:
        """Raise HTTPException unless the form is of the session's own page."""
        key = form_key(_token(request))
        if not self._is_open(request) or not hmac.compare_digest(
            form["key"].encode(), key.encode()
        ):
            raise HTTPException(403, "board.wrong.form")

    def _unable(self, request: Request) -> str:
        """Return the code of the reason why no one can sign in here, or ""."""
        here = request.client is not None and request.client.host in THIS_MACHINE
        if request.url.scheme != "https" and not here:
            return "board.organiser.https"
        return "" if has_password(self._reader) else "board.organiser.none"


async def _form(request: Request) -> Form:
    """Return the fields of a form. Raises HTTPException: another site sent it, or it is none."""
    if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise HTTPException(403, "board.wrong.form")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > FORM_BYTES:
            raise HTTPException(413)
    try:
        fields = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise HTTPException(400) from error
    return _Fields(fields)


def _token(request: Request) -> str:
    return request.cookies.get(COOKIE, "")


def _page(text: str, status: int = 200) -> HTMLResponse:
    return HTMLResponse(text, status, {"cache-control": "no-store"})


def _to(visitor: Visitor, path: str, **query: str) -> RedirectResponse:
    return RedirectResponse(visitor.link(path, **query), 303, {"cache-control": "no-store"})
