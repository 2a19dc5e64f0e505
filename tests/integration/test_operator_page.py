"""The operator's page as a browser has it: who comes in, what is seen, what is done, and what is refused."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yarl import URL

from adapters.web import WebSection
from adapters.web.operator.live import LOOK, WATCHERS
from adapters.web.operator.site import HOME
from core.chamber.messages import Speaker
from core.contracts.calls import Budget, Settlement
from core.contracts.change import Change
from core.contracts.messages import Address
from core.contracts.session import Note as Known
from core.store import chamber_rows
from core.store.access import access_list
from core.store.call_rows import StoredLedger
from core.store.changes import commit
from core.store.claims import Claim
from core.store.operator_rows import CALLS
from core.store.records import session_ids
from core.store.schema import notes, persons
from core.store.store import Connection
from core.words import say
from tests.fakes.chamber import new_run, setup
from tests.fakes.chamber_runs import said_by
from tests.fakes.operator_page import Operator, operator_page, settings_in, token, words
from tests.fakes.stores import NOW, answer, append, begin, edit, new_session, question
from tests.fakes.told import call_of

HOSTILE = '<script>alert("1")</script><img src=x onerror=alert(1)>"\'&\x07\u202e'
ONE = f"{HOME}/sessions/s1"
_OF_SCRIPTS = {"X-Raconteur": "1"}


@pytest.fixture
async def o(tmp_path: Path) -> AsyncIterator[Operator]:
    """Somebody who has come in."""
    async with operator_page(tmp_path) as operator:
        assert await operator.enter() == 303
        yield operator


@pytest.fixture
async def stranger(tmp_path: Path) -> AsyncIterator[Operator]:
    async with operator_page(tmp_path) as operator:
        yield operator


async def talk(o: Operator, *, name: str = "Maria", told: str = "A blue door.", **more: Any) -> None:
    """An interview with a question, an answer and a note."""

    def unit(c: Connection) -> None:
        held = begin(c, new_session(more.pop("id", "s1"), **more))
        append(c, held, [question(1, "What is the first thing you remember?"), answer(2, 1, told)])
        c.execute(persons.update().values(name=name))
        note = Known(key="door", value=told)
        values = {"session_id": held.id, "key": note.key, "value": note.value, "entries": "[2]", "stale": False}
        c.execute(notes.insert(), values | {"updated_at": NOW})

    await o.store.write(unit)


# --- who comes in -----------------------------------------------------------------------------------------------------


async def test_a_link_lets_one_browser_in_and_then_nobody(stranger: Operator) -> None:
    link = await stranger.link()
    assert (await stranger.get(HOME))[0] == 403
    assert await stranger.enter(link) == 303
    assert (await stranger.get(HOME))[0] == 200
    assert await stranger.enter(link) == 403


async def test_looking_at_a_link_uses_nothing_up(stranger: Operator) -> None:
    """Programs look at links before people do."""
    link = await stranger.link()
    for _ in range(3):
        assert (await stranger.get(link))[0] == 200
    assert (await stranger.get(HOME))[0] == 403
    assert await stranger.enter(link) == 303


async def test_a_link_is_good_for_its_hour(stranger: Operator) -> None:
    link = await stranger.link(minutes=60)
    stranger.clock.advance(3_600)
    assert await stranger.enter(link) == 403


async def test_the_cookie_is_for_this_page_alone_and_no_script_reads_it(stranger: Operator) -> None:
    async with stranger.http.get(stranger.origin + await stranger.link(), headers=stranger.headers) as answer:
        [cookie] = answer.cookies.values()
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/operator", True, "Strict")
    assert cookie.key.startswith("raconteur_operator_")


async def test_an_interviewees_cookie_opens_nothing_here(stranger: Operator) -> None:
    """Nor does this page's open a conversation."""
    jar = stranger.http.cookie_jar
    key = "A" * 43
    port = stranger.origin.rpartition(":")[2]
    jar.update_cookies({f"raconteur_{port}": key, f"raconteur_operator_{port}": key}, response_url=URL(stranger.origin))
    assert (await stranger.get(HOME))[0] == 403
    assert await stranger.enter() == 303
    assert (await stranger.get("/"))[0] == 403


async def test_every_view_and_every_act_is_closed_to_strangers(stranger: Operator) -> None:
    await talk(stranger)
    views = ("", "/sessions/s1", "/sessions/s1/events", "/sessions/s1/calls", "/figures", "/doors", "/runs", "/runs/r1")
    files = (
        "/sessions/s1/kept/2",
        "/sessions/s1/transcript",
        "/sessions/s1/archive",
        "/sessions/s1/export",
        "/runs/r1/transcript",
    )
    for path in (*views, *files):
        assert (await stranger.get(f"{HOME}{path}"))[0] == 403, path
    for path in ("/find", "/sessions/s1/delete", "/invitations", "/invitations/withdraw", "/people", "/leave"):
        assert (await stranger.post(f"{HOME}{path}", form="0" * 64)).status == 403, path
    assert await stranger.store.read(session_ids) == ("s1",)


async def test_signing_out_closes_the_page(o: Operator) -> None:
    assert (await o.act(f"{HOME}/leave")).status == 200
    assert (await o.get(HOME))[0] == 403


async def test_a_cookie_ends_after_its_month(o: Operator) -> None:
    o.clock.advance(31 * 86_400)
    assert (await o.get(HOME))[0] == 403


async def test_guessing_links_is_slowed(stranger: Operator) -> None:
    statuses = {(await stranger.get(f"{HOME}/in/wrong{n}"))[0] for n in range(30)}
    assert statuses == {403, 429}


@pytest.mark.parametrize("act", ["/find", "/sessions/s1/delete", "/invitations", "/people", "/leave"])
async def test_no_other_site_acts_in_the_operators_name(o: Operator, act: str) -> None:
    await talk(o)
    good = token(await o.see(HOME))
    fields = {"name": "Maria", "words": "x", "uses": "1", "days": "1", "person": "telegram:7", "rule": "deny"}
    for origin, form in (("https://evil.example", good), (o.origin, "0" * 64), (o.origin, ""), ("null", good)):
        assert (await o.post(f"{HOME}{act}", origin=origin, form=form, **fields)).status == 403
    async with o.http.post(
        o.origin + HOME + act, json=fields, headers={"Origin": o.origin, "X-Raconteur": "1"}
    ) as sent:
        assert sent.status == 415
    assert await o.store.read(session_ids) == ("s1",)
    assert await o.store.read(lambda c: access_list(c, now=NOW)) == await o.store.read(
        lambda c: access_list(c, now=NOW + 1)
    )


async def test_a_form_that_is_too_large_is_refused(o: Operator) -> None:
    assert (await o.act(f"{HOME}/find", words="x" * 20_000)).status == 413


async def test_every_answer_forbids_scripts_of_others_and_being_kept(o: Operator) -> None:
    async with o.http.get(o.origin + HOME, headers=o.headers) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Frame-Options"] == "DENY"


# --- what is seen -----------------------------------------------------------------------------------------------------


async def test_the_list_tells_who_how_far_and_what_it_cost(o: Operator) -> None:
    await talk(o)
    ledger = StoredLedger(o.store, Budget(), o.clock)
    call = Settlement(outcome="ok", cost_micros=1_500_000, answer="a")
    await ledger.settle(await ledger.reserve(call_of("s1")), call)
    seen = words(await o.see(HOME))
    for expected in ("Maria", "Life story", "under way", "1 interview in all", "1.50"):
        assert expected in seen


async def test_the_list_speaks_russian(o: Operator) -> None:
    await talk(o, name="Анна Петровна")
    o.language = "ru-RU,ru;q=0.9"
    page = await o.see(HOME)
    assert '<html lang="ru">' in page
    assert "Всего 1 интервью" in words(page)


async def test_pages_of_the_list_lead_on(o: Operator) -> None:
    def unit(c: Connection) -> None:
        for n in range(51):
            where = Address(platform="here", chat=str(n))
            begin(c, new_session(f"s{n}", person_id=f"p{n}", address=where), event_id=f"hello {n}")

    await o.store.write(unit)
    first = await o.see(HOME)
    [onward] = [part.split('"')[0] for part in first.split('href="') if part.startswith(f"{HOME}?behind=")]
    second = await o.see(onward.replace("&amp;", "&"))
    assert (first.count(f"{HOME}/sessions/"), second.count(f"{HOME}/sessions/")) == (50, 1)
    assert (await o.get(f"{HOME}?behind=rubbish&status=nothing"))[0] == 200


async def test_a_search_is_answered_where_it_was_sent_and_stands_in_no_address(o: Operator) -> None:
    await talk(o)
    page = await o.see(HOME)
    headers = o.headers | {"Origin": o.origin}
    fields = {"form": token(page), "words": "mar", "status": "", "kind": ""}
    async with o.http.post(f"{o.origin}{HOME}/find", data=fields, headers=headers) as found:
        assert str(found.url) == f"{o.origin}{HOME}/find"
        assert "Maria" in words(await found.text())
    answer = await o.act(f"{HOME}/find", words="", status="paused", kind="")
    assert (answer.status, answer.headers["Location"]) == (303, f"{HOME}?status=paused")


async def test_a_session_shows_its_words_its_notes_and_its_ways_out(o: Operator) -> None:
    await talk(o)
    seen = words(await o.see(ONE))
    for expected in ("What is the first thing you remember?", "A blue door.", "here:1", "To confirm, type: Maria"):
        assert expected in seen


@pytest.mark.parametrize("session_id", ["../../doors", 'a b?c#d%2f"<i>', "ё"])
async def test_an_imported_session_may_have_any_id(o: Operator, session_id: str) -> None:
    await talk(o, id=session_id)
    listed = await o.see(HOME)
    [address] = [part.split('"')[0] for part in listed.split('href="') if part.startswith(f"{HOME}/sessions/")]
    async with o.http.get(URL(o.origin + address, encoded=True), headers=o.headers) as answer:
        assert "A blue door." in words(await answer.text())


async def test_what_is_kept_back_is_told_of_and_not_shown(o: Operator) -> None:
    await talk(o, told="A secret.")
    await o.store.write(lambda c: c.exec_driver_sql("UPDATE entries SET kept_back = 1 WHERE seq = 2") and None)
    seen = words(await o.see(ONE))
    assert "A secret." not in seen
    assert "Answers kept back 1" in seen


async def test_words_of_anybody_never_become_markup(o: Operator) -> None:
    await talk(o, name=HOSTILE, told=HOSTILE, title=HOSTILE)
    ledger = StoredLedger(o.store, Budget(), o.clock)
    made = await ledger.reserve(call_of("s1", HOSTILE))
    await ledger.settle(made, Settlement(outcome=HOSTILE, cost_micros=1, answer=HOSTILE))
    fields = {"form": token(await o.see(HOME)), "words": HOSTILE}
    async with o.http.post(f"{o.origin}{HOME}/find", data=fields, headers=o.headers | {"Origin": o.origin}) as found:
        search = await found.text()
    for page in (await o.see(HOME), await o.see(ONE), await o.see(f"{ONE}/calls"), search):
        assert "<img" not in page
        assert "<script>" not in page
        assert "\x07" not in page


async def test_calls_stand_side_by_side_a_page_at_a_time(o: Operator) -> None:
    await talk(o)
    ledger = StoredLedger(o.store, Budget(), o.clock)
    for n in range(CALLS + 1):
        made = await ledger.reserve(call_of("s1", f"asked {n}."))
        await ledger.settle(made, Settlement(outcome="ok", cost_micros=1, answer=f"answered {n}."))
    first = await o.see(f"{ONE}/calls")
    assert "asked 0." in first
    assert "answered 9." in first
    assert "asked 10." not in first
    assert "asked 10." in await o.see(f"{ONE}/calls?behind={CALLS}")
    assert (await o.get(f"{ONE}/calls?behind=x"))[0] == 400


async def test_figures_are_plots_with_their_numbers(o: Operator) -> None:
    await talk(o)
    page = await o.see(f"{HOME}/figures")
    assert page.count("<svg") >= 3
    assert "2026-05-04 1" in words(page)


async def test_figures_are_added_up_once_a_minute_at_most(o: Operator) -> None:
    await talk(o)
    before = await o.house.figures()
    await o.store.write(lambda c: c.exec_driver_sql("UPDATE sessions SET status = 'paused'") and None)
    assert await o.house.figures() is before
    o.clock.advance(61)
    assert (await o.house.figures()).states != before.states


@pytest.mark.parametrize("path", ["/sessions/gone", "/sessions/gone/calls", "/sessions/gone/events", "/runs/gone"])
async def test_what_is_not_there_is_not_found(o: Operator, path: str) -> None:
    assert (await o.get(HOME + path))[0] == 404


# --- files ------------------------------------------------------------------------------------------------------------


async def test_an_interview_is_taken_away_in_three_forms(o: Operator) -> None:
    await talk(o)
    name, text = await o.file(f"{ONE}/transcript")
    assert "life-story-2026-05-04-transcript-s1.md" in name
    assert "A blue door." in text.decode()
    _, exported = await o.file(f"{ONE}/export")
    assert json.loads(exported)["session"]["id"] == "s1"
    _, packed = await o.file(f"{ONE}/archive")
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.namelist() == ["transcript.md", "session.json"]


async def test_a_recording_is_heard_where_it_stands(o: Operator) -> None:
    async def told(_: str) -> bool:
        return True

    await talk(o)
    assert o.house.audio is not None
    name = await o.house.audio.put(b"OggS", "audio/ogg", claim=told)
    await o.store.write(lambda c: c.exec_driver_sql("UPDATE entries SET audio = ? WHERE seq = 2", (name,)) and None)
    assert f'src="{ONE}/kept/2"' in await o.see(ONE)
    async with o.http.get(f"{o.origin}{ONE}/kept/2", headers=o.headers) as answer:
        assert (answer.content_type, await answer.read()) == ("audio/ogg", b"OggS")
    await o.store.write(lambda c: c.exec_driver_sql("UPDATE entries SET kept_back = 1 WHERE seq = 2") and None)
    for path in ("/kept/1", "/kept/2", "/kept/9"):
        assert (await o.get(ONE + path))[0] == 404


# --- what is done -----------------------------------------------------------------------------------------------------


async def test_deleting_wants_the_name(o: Operator) -> None:
    await talk(o)
    refused = await o.act(f"{ONE}/delete", name="Mario")
    assert refused.status == 409
    assert await o.store.read(session_ids) == ("s1",)
    done = await o.act(f"{ONE}/delete", name=" maria ")
    assert (done.status, done.headers["Location"]) == (303, HOME)
    assert await o.store.read(session_ids) == ()
    assert (await o.get(ONE))[0] == 404


async def test_deleting_somebody_without_a_name_wants_the_id(o: Operator) -> None:
    await talk(o, name="")
    assert (await o.act(f"{ONE}/delete", name="")).status == 409
    assert (await o.act(f"{ONE}/delete", name="s1")).status == 303


async def test_an_invitation_is_shown_once_and_withdrawn(o: Operator) -> None:
    page = await o.see(f"{HOME}/doors")
    fields = {"form": token(page), "kind": "life-story", "uses": "2", "days": "3"}
    async with o.http.post(
        f"{o.origin}{HOME}/invitations", data=fields, headers=o.headers | {"Origin": o.origin}
    ) as made:
        assert "The code is" in words(await made.text())
    [there] = (await o.store.read(lambda c: access_list(c, now=NOW))).invites
    assert (there.kind, there.uses_left) == ("life-story", 2)
    assert there.expires_at == NOW + timedelta(days=3).total_seconds()
    assert "The code is" not in words(await o.see(f"{HOME}/doors"))
    assert (await o.act(f"{HOME}/invitations/withdraw", digest=there.digest)).status == 303
    assert (await o.store.read(lambda c: access_list(c, now=NOW))).invites == ()
    assert (await o.act(f"{HOME}/invitations/withdraw", digest=there.digest)).status == 404


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "", "uses": "0", "days": "1"},
        {"kind": "", "uses": "x", "days": "1"},
        {"kind": "", "uses": "1", "days": "-1"},
        {"kind": "no-such", "uses": "1", "days": "1"},
        {},
    ],
)
async def test_what_no_invitation_can_be_made_of_makes_none(o: Operator, fields: dict[str, str]) -> None:
    assert (await o.act(f"{HOME}/invitations", **fields)).status == 400
    assert (await o.store.read(lambda c: access_list(c, now=NOW))).invites == ()


async def test_no_invitation_is_made_where_nobody_could_come_in_with_one(o: Operator, tmp_path: Path) -> None:
    o.house.settings = settings_in(tmp_path, web=WebSection(enabled=True, port=0))
    o.language = "ru"
    fields = {"form": token(await o.see(f"{HOME}/doors")), "kind": "", "uses": "1", "days": "7"}
    async with o.http.post(
        f"{o.origin}{HOME}/invitations", data=fields, headers=o.headers | {"Origin": o.origin}
    ) as refused:
        seen = words(await refused.text())
    assert refused.status == 409
    assert say("ru", "operator-no-way-in") in seen
    assert "for this computer alone" not in seen
    assert (await o.store.read(lambda c: access_list(c, now=NOW))).invites == ()


async def test_people_are_let_in_and_kept_out(o: Operator) -> None:
    assert (await o.act(f"{HOME}/people", person=" telegram:7 ", rule="allow")).status == 303
    seen = words(await o.see(f"{HOME}/doors"))
    assert "telegram:7 let in" in seen
    assert "telegram:5 named in the configuration" in seen
    assert (await o.act(f"{HOME}/people", person="telegram:7", rule="deny")).status == 303
    assert "telegram:7 kept out" in words(await o.see(f"{HOME}/doors"))
    assert (await o.act(f"{HOME}/people", person="nobody", rule="deny")).status == 400
    assert (await o.act(f"{HOME}/people", person="telegram:7", rule="burn")).status == 400


# --- a transcript as it grows -----------------------------------------------------------------------------------------


class Watch:
    """A browser that looks at a transcript."""

    def __init__(self, o: Operator, answer: aiohttp.ClientResponse) -> None:
        self._o = o
        self._answer = answer

    async def event(self) -> tuple[str, dict[str, Any]]:
        """The next one; signs of life are passed over."""
        while True:
            fields = {}
            while line := (await self._answer.content.readline()).decode().rstrip("\n"):
                key, _, value = line.partition(": ")
                fields[key] = value
            if "event" in fields:
                return fields["event"], json.loads(fields["data"])
            assert fields, "the stream has ended"

    async def end(self) -> None:
        """Read until the server has ended it."""
        while await self._answer.content.readline():
            pass

    async def look(self) -> None:
        """Let the server look once more."""
        await self._o.looks(1)
        self._o.clock.advance(LOOK)


@asynccontextmanager
async def watching(o: Operator, pulse: str = "") -> AsyncIterator[Watch]:
    async with o.http.get(f"{o.origin}{ONE}/events", params={"pulse": pulse}, headers=o.headers) as answer:
        assert answer.status == 200
        yield Watch(o, answer)


async def test_new_words_appear_by_themselves(o: Operator) -> None:
    await talk(o)
    before = await o.house.pulse("s1")
    async with watching(o) as watch:
        assert [(await watch.event())[0] for _ in range(2)] == ["facts", "whole"]
        edited = Change(person_id="p1", revised="s1", revisions=((2, edit("A green door.")),))
        await o.store.write(lambda c: commit(c, edited, now=NOW) and None)
        await watch.look()
        assert (await watch.event())[0] == "facts"
        name, data = await watch.event()
    assert (name, data["n"]) == ("line", 2)
    assert "A green door." in data["html"]
    assert before != await o.house.pulse("s1")


async def test_who_has_the_newest_state_is_sent_only_what_comes_then(o: Operator) -> None:
    await talk(o)
    async with watching(o, await o.house.pulse("s1")) as watch:
        await o.looks(1)
        await o.act(f"{ONE}/delete", name="Maria")
        await watch.look()
        assert (await watch.event())[0] == "deleted"


async def test_watchers_are_bounded_and_go_when_the_page_is_left(o: Operator) -> None:
    await talk(o)
    async with AsyncExitStack() as stack:
        watches = [await stack.enter_async_context(watching(o)) for _ in range(WATCHERS)]
        assert (await o.get(f"{ONE}/events"))[0] == 503
        await o.looks(WATCHERS)
        await o.act(f"{HOME}/leave")
        o.clock.advance(LOOK)
        for watch in watches:
            await watch.end()
    assert await o.enter() == 303
    async with watching(o) as watch:
        assert (await watch.event())[0] == "facts"


# --- the chamber ------------------------------------------------------------------------------------------------------


async def test_a_run_shows_what_both_sides_may_read(o: Operator) -> None:
    def unit(c: Connection) -> None:
        claim = Claim("app.me", NOW)
        chamber_rows.put_run(c, new_run(setup()), claim)
        said = said_by(Speaker.PRIME, 1, "What do you do?", taken_out="a thought", thinking="another")
        chamber_rows.hear(c, claim, "r1", said, (), spent=1.0)

    await o.store.write(unit)
    assert f'href="{HOME}/runs/r1"' in await o.see(f"{HOME}/runs")
    seen = words(await o.see(f"{HOME}/runs/r1"))
    assert "What do you do?" in seen
    _, log = await o.file(f"{HOME}/runs/r1/transcript")
    for thought in ("a thought", "another"):
        assert thought not in seen
        assert thought not in log.decode()


# --- whatever is asked ------------------------------------------------------------------------------------------------

_PATHS = ["", "/sessions/s1", "/sessions/s1/calls", "/find", "/invitations", "/people", "/doors", "/x"]
_FIELDS = ["words", "status", "kind", "behind", "uses", "days", "person", "rule", "name"]
_TEXT = st.text(st.characters(codec="utf-8"), max_size=30)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    path=st.sampled_from(
        ["", "/sessions/s1", "/sessions/s1/calls", "/find", "/invitations", "/people", "/doors", "/x"]
    ),
    query=st.dictionaries(st.sampled_from(["behind", "status", "kind", "pulse", "x"]), _TEXT, max_size=3),
    fields=st.dictionaries(
        st.sampled_from(["words", "status", "kind", "behind", "uses", "days", "person", "rule", "name"]),
        _TEXT,
        max_size=5,
    ),
    posts=st.booleans(),
)
async def test_whatever_is_asked_is_answered_in_peace(
    o: Operator, path: str, query: dict[str, str], fields: dict[str, str], posts: bool
) -> None:
    if posts:
        status = (await o.act(HOME + path, **fields)).status
    else:
        async with o.http.get(o.origin + HOME + path, params=query, headers=o.headers) as answer:
            status = answer.status
            assert "Traceback" not in await answer.text()
    assert 200 <= status < 500
