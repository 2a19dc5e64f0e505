"""A campaign against the page: every route with every forgery, strange number, path and piece of markup in turn.

Each attempt is refused or harmless: nobody else's words come out, nothing of them changes, no markup is ever markup.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from itertools import cycle, product
from pathlib import Path
from typing import Final
from urllib.parse import quote
from uuid import uuid4

import aiohttp
import pytest
import sqlalchemy as sa
from aiohttp import web
from multidict import CIMultiDict
from yarl import URL

from adapters.web import HOME
from adapters.web.security import HEADERS, form_token_for, key_digest, new_key
from adapters.web.server import build_web_app
from adapters.web.visits import PageSettings
from core.contracts.messages import Address, Outgoing, Say, SendDocument
from core.store.operator_rows import put_operator_link
from core.store.schema import invites, mailbox, operator_keys, page_keys, shown
from core.store.store import Connection
from tests.fakes.pictures import jpeg
from tests.fakes.web_app import PageApp, come_in, fields_of, invite, page_app, visiting
from tests.fakes.web_attempts import (
    FILES,
    OPERATOR_ACTS,
    OPERATOR_READS,
    READS,
    Attempt,
    foreign_reads,
    forged_acts,
    honest,
    lost_paths,
    others_things,
)
from tests.fakes.web_client import Browser

SAID: Final = "Only whoever sits here may read of the blue door."
KEPT: Final = b"Only whoever sits here may read this file."
MARKUP: Final = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", '"><svg onload=alert(1)>', "</textarea><script>x()//",
    "' onmouseover='alert(1)", "<iframe srcdoc='<script>x()</script>'>", "</title><script>x()</script>",
    "<!--><script>x()</script>-->", "[x](javascript:alert(1))", "![x](data:text/html,<script>x()</script>)",
    "<a href=javascript:alert(1)>x</a>", "</script><script>x()</script>", "<style>@import'//evil.example'</style>",
)  # fmt: skip
NAMES = ["page.html", "page.svg", "house.jpg", "..\\..\\page.js", "a\u202egpj.html"]
ACTIVE: Final = ("text/html", "image/svg+xml", "application/xhtml+xml", "text/xml", "text/javascript", "image/jpeg")


# --- the world --------------------------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class World:
    """Somebody at home, with lines, a file, a photograph and a recording; a guest; the operator."""

    whole: PageApp
    http: aiohttp.ClientSession
    words: dict[str, str]
    cookie: str
    operator_cookie: str
    routes: set[tuple[str, str]]
    reached: set[tuple[str, str]]
    recording: str
    tried: int = 0

    async def attempt(self, one: Attempt) -> tuple[int, bytes, Mapping[str, str]]:
        self.tried += 1
        words = self.words | {"id": str(uuid4())}
        path = URL(self.whole.origin + one.path.format_map(words | {"n": words["line"]}), encoded=True)
        key = one.key.format_map(words)
        cookie = f"raconteur_1={words['key']}" if one.key == "{other_name}" else f"{self.cookie}={key}"
        if one.key == "{key}":
            cookie += f"; {self.operator_cookie}={words['operator_key']}"
        headers = CIMultiDict({"Cookie": cookie})
        data: object = None
        if one.method != "GET":
            headers.update({"Origin": self.whole.origin, "Sec-Fetch-Site": "same-origin"})
            headers.update({} if one.by_form is not None else {"X-Raconteur": "1"})
        for name, value in one.headers.items():
            headers.popall(name, None)
            if value is not None:
                headers[name] = value.format_map(words)
        fields = {name: value.format_map(words) if isinstance(value, str) else value
                  for name, value in one.fields.items()}  # fmt: skip
        if one.method == "POST" and one.path == FILES:
            data = form_of(*one.file, words["id"])
        elif "/parts/" in one.path:
            data = one.octets
        elif one.by_form is not None:
            data = {name: str(value) for name, value in fields.items()} | {"form": one.by_form.format_map(words)}
        script = fields if data is None and one.method == "POST" else None
        async with self.http.request(
            one.method, path, data=data, json=script, headers=headers, allow_redirects=False
        ) as answer:
            body = b"" if answer.content_type == "text/event-stream" else await answer.read()
            assert_ours(answer)
            return answer.status, body, answer.headers

    async def refused(self, attempts: Iterator[Attempt]) -> None:
        before = await self.whole.store.read(standing)
        for one in attempts:
            status, body, _ = await self.attempt(one)
            assert 400 <= status < 500, (status, one)
            assert SAID.encode() not in body, one
            assert KEPT not in body, one
            assert b"root:" not in body, one
        assert await self.whole.store.read(standing) == before


def assert_ours(answer: aiohttp.ClientResponse) -> None:
    """No failure of ours, nothing told of our insides, and the headers that protect it."""
    assert answer.status < 500, answer.url
    # What cannot be read as a request is answered before any route, and by the same headers.
    for name in ("Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options"):
        assert answer.headers[name] == HEADERS[name], answer.url


def standing(c: Connection) -> tuple[object, ...]:
    """What an attempt could change of somebody else's, and how many things it could add."""
    return (
        c.execute(sa.select(sa.func.count()).select_from(mailbox)).scalar_one(),
        c.execute(sa.select(shown.c.key, shown.c.body).where(shown.c.chat == HOME).order_by(shown.c.key)).all(),
        sorted(c.execute(sa.select(page_keys.c.digest)).scalars()),
        sorted(c.execute(sa.select(operator_keys.c.digest)).scalars()),
        sorted(c.execute(sa.select(invites.c.digest)).scalars()),
    )


def form_of(name: str, body: bytes, kind: str, upload: str) -> aiohttp.FormData:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("id", upload)
    form.add_field("file", body, filename=name, content_type=kind)
    return form


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    monkeypatch.setattr("adapters.web.pace.BURST", 1e9)
    monkeypatch.setattr("adapters.web.security.GUESSES", 10_000)
    routes, reached = noted_routes(monkeypatch)
    async with page_app(tmp_path, operator=True) as whole, Browser.opened(whole.page.link) as home:
        await invite(whole, uses=2)
        said = (await home.post("/say", {"id": "1111111111", "text": SAID}))[1]["line"]
        document = SendDocument(name="life.md", media_type="text/markdown", body=KEPT)
        here = Address(platform="web", chat=HOME)
        await whole.page.send(Outgoing(key="file", address=here, saying=document))
        data = form_of("house.jpg", jpeg(), "image/jpeg", "22222222-2222")
        async with home.session.post(f"{home.origin}/files", data=data, headers=home.own_headers()) as answer:
            assert answer.status == 200
        recording = str(uuid4())
        assert await home.octets(f"/recordings/{recording}/parts/0", b"spoken") == 200
        cookies = await keys_of(whole, home)
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
            yield World(
                whole=whole,
                http=http,
                words=words_of(whole, cookies, said),
                cookie=cookies["name"],
                operator_cookie=cookies["operator_name"],
                routes=routes,
                reached=reached,
                recording=recording,
            )


def noted_routes(monkeypatch: pytest.MonkeyPatch) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """All routes of the page that is served next, and those among them that were asked for."""
    routes: set[tuple[str, str]] = set()
    reached: set[tuple[str, str]] = set()

    async def note(request: web.Request, _: web.StreamResponse) -> None:
        if (resource := request.match_info.route.resource) is not None:
            reached.add((request.method, resource.canonical))

    def made(page: PageSettings) -> web.Application:
        app = build_web_app(page)
        app.on_response_prepare.append(note)
        routes.update((each.method, each.resource.canonical) for each in app.router.routes() if each.resource)
        return app

    monkeypatch.setattr("adapters.web.platform.build_web_app", made)
    return routes, reached


async def keys_of(whole: PageApp, home: Browser) -> dict[str, str]:
    """The keys of somebody at home, of the operator and of a guest, with the names of the cookies."""
    link, now = new_key(), whole.clock.now().timestamp()
    await whole.store.write(lambda c: put_operator_link(c, key_digest(link), now=now, until=now + 3_600))
    where, found = f"{whole.origin}/operator/in/{link}", {}
    async with visiting() as operator, operator.get(where) as answer:
        fields = fields_of(await answer.text())
        own = {"Origin": whole.origin}
        async with operator.post(where, data=fields, headers=own, allow_redirects=False) as let_in:
            assert let_in.status == 303
            (cookie,) = let_in.cookies.values()
            found |= {"operator_name": cookie.key, "operator_key": cookie.value}
    async with visiting() as guest:
        assert await come_in(guest, whole.origin) == 303
        found["guests_key"] = next(each.value for each in guest.cookie_jar)
    (cookie,) = list(home.session.cookie_jar)
    return found | {"name": cookie.key, "key": cookie.value}


def words_of(whole: PageApp, cookies: Mapping[str, str], line: int) -> dict[str, str]:
    host = whole.origin.removeprefix("http://")
    return dict(cookies) | {
        "origin": whole.origin,
        "host": host,
        "port": host.rpartition(":")[2],
        "line": str(line),
        "digest": key_digest(cookies["key"]),
        "form": form_token_for(cookies["key"]),
        "operator_form": form_token_for(cookies["operator_key"]),
        "others_form": form_token_for(cookies["guests_key"]),
        "other_name": "",
    }


# --- the campaign -----------------------------------------------------------------------------------------------------


async def test_every_forgery_is_refused_at_every_route(world: World) -> None:
    lines = sa.select(shown.c.number).where(shown.c.chat == HOME)
    numbers = await world.whole.store.read(lambda c: sorted(c.execute(lines).scalars()))
    devices = sa.select(page_keys.c.digest).where(page_keys.c.chat == HOME)
    prefixes = await world.whole.store.read(lambda c: [each[:16] for each in c.execute(devices).scalars()])
    await world.refused(forged_acts())
    await world.refused(foreign_reads())
    await world.refused(lost_paths())
    await world.refused(others_things(numbers, prefixes, world.recording))
    assert world.tried >= 1_200
    assert {each for each in world.routes if each[0] != "HEAD"} - world.reached == set()


async def test_nobody_throws_away_or_adds_to_the_recording_of_somebody_else(world: World) -> None:
    place = f"/recordings/{world.recording}"
    for method, path in (("POST", f"{place}/parts/0"), ("DELETE", place)):
        attempt = Attempt(method=method, path=path, key="{guests_key}", octets=b"forged")
        assert (await world.attempt(attempt))[0] == 200, "their own of that id, of which nobody else hears"
    end = {"id": "{id}", "parts": 1, "seconds": 1.0, "type": "audio/webm"}
    assert (await world.attempt(Attempt(method="POST", path=f"{place}/end", fields=end)))[0] == 200


async def test_the_same_without_the_forgery_is_let_in(world: World) -> None:
    """What is refused above is refused for what was wrong with it."""
    for path in (*READS, *OPERATOR_READS):
        assert (await world.attempt(Attempt(method="GET", path=path)))[0] in {200, 404}, path
    for one in honest():
        assert (await world.attempt(one))[0] in {200, 303, 400, 404, 409}, one
    for path in OPERATOR_ACTS:
        one = Attempt(method="POST", path=path, by_form="{operator_form}")
        assert (await world.attempt(one))[0] in {200, 303, 400, 404, 409}, one


@pytest.mark.parametrize("markup", MARKUP)
async def test_markup_in_words_and_names_is_never_markup(world: World, markup: str) -> None:
    here = Address(platform="web", chat=HOME)
    said = Attempt(method="POST", path="/say", fields={"id": "{id}", "text": markup})
    status, body, _ = await world.attempt(said)
    assert status == 200
    await world.attempt(replace(said, path="/edit", fields=said.fields | {"line": json.loads(body)["line"]}))
    await world.attempt(Attempt(method="POST", path=FILES, file=(markup, b"words", "text/plain")))
    document = SendDocument(name=f"{markup}.md", media_type="text/markdown", body=markup.encode())
    sent = Outgoing(key="m", address=here, saying=document)
    number = (await world.whole.page.send(sent)).position.lstrip("0")
    await world.whole.page.send(Outgoing(key="n", address=here, saying=Say(text=markup)))
    for headers in ({}, {"User-Agent": f"{markup} Firefox Linux"}, {"Accept-Language": markup}):
        for path in ("/", "/?language=" + quote(markup), f"/documents/{number}/read", "/devices", "/operator/devices"):
            _, page, told = await world.attempt(Attempt(method="GET", path=path, headers=headers))
            assert told["Content-Type"].startswith("text/html")
            assert_harmless(page.decode())
    _, lines, told = await world.attempt(Attempt(method="GET", path="/lines"))
    assert told["Content-Type"].startswith("application/json")
    for line in json.loads(lines)["lines"]:
        assert_harmless(str(line.get("html", "")))


class Elements(HTMLParser):
    """The elements of a page, as a browser sees them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: (value or "").strip().lower() for name, value in attrs}))


def assert_harmless(page: str) -> None:
    """Nothing on it runs, frames or leads to what is not ours."""
    for tag, attributes in Elements(page).found:
        assert tag not in {"iframe", "object", "embed", "base", "style"}, attributes
        assert tag != "script" or attributes["src"].startswith("/static/"), attributes
        assert not [name for name in attributes if name.startswith("on") or name == "srcdoc"], attributes
        for name in ("href", "src", "action"):
            assert not attributes.get(name, "").startswith(("javascript:", "data:", "//")), attributes


@pytest.mark.parametrize(("kind", "name"), [*zip(ACTIVE, cycle(NAMES)), *((ACTIVE[0], name) for name in NAMES[1:])])
async def test_no_file_comes_back_as_something_that_a_browser_runs(world: World, kind: str, name: str) -> None:
    body = MARKUP[0].encode()
    status, answer, _ = await world.attempt(Attempt(method="POST", path=FILES, file=(name, body, kind)))
    assert status in {200, 400}
    numbers = [json.loads(answer)["line"]] if status == 200 else []
    document = SendDocument(name=name, media_type=kind, body=body)
    sent = Outgoing(key="d", address=Address(platform="web", chat=HOME), saying=document)
    numbers.append((await world.whole.page.send(sent)).position.lstrip("0"))
    for path, number in product((each for each in READS if "{n}" in each), numbers):
        _, found, headers = await world.attempt(Attempt(method="GET", path=path.format(n=number)))
        served = headers["Content-Type"].partition(";")[0]
        if served in ACTIVE[:-1]:
            assert body not in found
        if body in found:
            assert headers["Content-Disposition"].startswith("attachment;")
