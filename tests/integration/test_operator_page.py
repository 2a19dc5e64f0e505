"""What is seen on the operator's page, and what can be taken away from there."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from yarl import URL

from adapters.web.operator.site import HOME, LIST
from core.contracts.calls import Budget, Settlement
from core.contracts.messages import Address
from core.files.bucket import Bucket, ReaderCopies
from core.files.keeping import RECORDINGS, recordings_in
from core.languages.messages import say
from core.store.call_rows import StoredLedger
from core.store.operator_rows import CALLS
from core.store.store import Connection
from tests.fakes.operator_page import ONE, Operator, talk, token, words
from tests.fakes.s3 import Refused, fake_s3
from tests.fakes.stores import begin, new_session
from tests.fakes.told import call_of

HOSTILE = '<script>alert("1")</script><img src=x onerror=alert(1)>"\'&\x07\u202e'


# --- what is seen -------------------------------------------------------------------------------------------------


async def test_the_list_tells_who_how_far_and_what_it_cost(o: Operator) -> None:
    await talk(o)
    ledger = StoredLedger(o.store, Budget(), o.clock)
    call = Settlement(outcome="ok", cost_micros=1_500_000, answer="a")
    await ledger.settle(await ledger.reserve(call_of("s1")), call)
    seen = words(await o.see(LIST))
    for expected in ("Maria", "Life story", "in progress", "1 interview in all", "1.50"):
        assert expected in seen


async def test_the_list_speaks_russian(o: Operator) -> None:
    await talk(o, name="Анна Петровна")
    o.language = "ru-RU,ru;q=0.9"
    page = await o.see(LIST)
    assert '<html lang="ru">' in page
    assert "Всего 1 интервью" in words(page)


async def test_pages_of_the_list_lead_on(o: Operator) -> None:
    def unit(c: Connection) -> None:
        for n in range(51):
            where = Address(platform="here", chat=str(n))
            begin(c, new_session(f"s{n}", person_id=f"p{n}", address=where), event_id=f"hello {n}")

    await o.store.write(unit)
    first = await o.see(LIST)
    [onward] = [part.split('"')[0] for part in first.split('href="') if part.startswith(f"{LIST}?behind=")]
    second = await o.see(onward.replace("&amp;", "&"))
    assert (first.count(f"{HOME}/sessions/"), second.count(f"{HOME}/sessions/")) == (50, 1)
    assert (await o.get(f"{LIST}?behind=rubbish&status=nothing"))[0] == 200


async def test_a_search_is_answered_where_it_was_sent_and_stands_in_no_address(o: Operator) -> None:
    await talk(o)
    page = await o.see(LIST)
    headers = o.headers | {"Origin": o.origin}
    fields = {"form": token(page), "words": "mar", "status": "", "kind": ""}
    async with o.http.post(f"{o.origin}{HOME}/find", data=fields, headers=headers) as found:
        assert str(found.url) == f"{o.origin}{HOME}/find"
        assert "Maria" in words(await found.text())
    answer = await o.act(f"{HOME}/find", words="", status="paused", kind="")
    assert (answer.status, answer.headers["Location"]) == (303, f"{LIST}?status=paused")


async def test_a_session_shows_its_words_its_notes_and_its_ways_out(o: Operator) -> None:
    await talk(o)
    seen = words(await o.see(ONE))
    for expected in ("What is the first thing you remember?", "A blue door.", "here:1", "To confirm, type: Maria"):
        assert expected in seen


@pytest.mark.parametrize("session_id", ["../../doors", 'a b?c#d%2f"<i>', "ё"])
async def test_an_imported_session_may_have_any_id(o: Operator, session_id: str) -> None:
    await talk(o, id=session_id)
    listed = await o.see(LIST)
    [address] = [part.split('"')[0] for part in listed.split('href="') if part.startswith(f"{HOME}/sessions/")]
    async with o.http.get(URL(o.origin + address, encoded=True), headers=o.headers) as answer:
        assert "A blue door." in words(await answer.text())


async def test_what_is_kept_back_is_told_of_and_not_shown(o: Operator) -> None:
    await talk(o, told="A secret.")
    await o.store.write(lambda c: c.exec_driver_sql("UPDATE entries SET kept_back = 1 WHERE seq = 2") and None)
    seen = words(await o.see(ONE))
    assert "A secret." not in seen
    assert f"{say('en', 'operator-kept-back')} 1" in seen


async def test_words_of_anybody_never_become_markup(o: Operator) -> None:
    await talk(o, name=HOSTILE, told=HOSTILE, title=HOSTILE)
    ledger = StoredLedger(o.store, Budget(), o.clock)
    made = await ledger.reserve(call_of("s1", HOSTILE))
    await ledger.settle(made, Settlement(outcome=HOSTILE, cost_micros=1, answer=HOSTILE))
    fields = {"form": token(await o.see(HOME)), "words": HOSTILE}
    async with o.http.post(f"{o.origin}{HOME}/find", data=fields, headers=o.headers | {"Origin": o.origin}) as found:
        search = await found.text()
    for page in (await o.see(HOME), await o.see(LIST), await o.see(ONE), await o.see(f"{ONE}/calls"), search):
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
    assert "question by question: The story of a life" in words(page)


async def test_figures_are_added_up_once_a_minute_at_most(o: Operator) -> None:
    await talk(o)
    before = await o.house.figures()
    await o.store.write(lambda c: c.exec_driver_sql("UPDATE sessions SET status = 'paused'") and None)
    assert await o.house.figures() is before
    o.clock.advance(61)
    assert (await o.house.figures()).states != before.states


@pytest.mark.parametrize("path", ["/sessions/gone", "/sessions/gone/calls", "/sessions/gone/events"])
async def test_what_is_not_there_is_not_found(o: Operator, path: str) -> None:
    assert (await o.get(HOME + path))[0] == 404


# --- files --------------------------------------------------------------------------------------------------------


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


async def test_what_is_in_a_bucket_is_heard_and_taken_away_and_said_to_be_away(o: Operator, tmp_path: Path) -> None:
    async def told(_: str) -> bool:
        return True

    await talk(o)
    async with fake_s3() as s3:
        o.house.audio = recordings_in(Bucket(s3.address, RECORDINGS, ReaderCopies(tmp_path / "copies")))
        name = await o.house.audio.put(b"OggS", "audio/ogg", claim=told)
        await o.store.write(lambda c: c.exec_driver_sql("UPDATE entries SET audio = ? WHERE seq = 2", (name,)) and None)
        async with o.http.get(f"{o.origin}{ONE}/kept/2", headers=o.headers) as answer:
            assert (answer.content_type, await answer.read()) == ("audio/ogg", b"OggS")
        _, packed = await o.file(f"{ONE}/archive")
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            assert [archive.read(each) for each in archive.namelist() if each.startswith("audio/")] == [b"OggS"]
        s3.down = Refused(403, "AccessDenied")
        for path in ("/kept/2", "/archive"):
            status, text = await o.get(ONE + path, Accept="text/html")
            assert (status, say("en", "page-files-away") in text) == (503, True)
