"""The page with the whole app behind it: coming in, telling, coming back, and going for good."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.config import LimitsSection, Settings
from core.contracts.session import QUESTIONS
from core.languages.messages import say
from core.store.records import load_record
from core.store.schema import addresses, page_keys, persons, shown
from core.store.store import Queue
from tests.fakes.app import thinking_model
from tests.fakes.stores import count, every_session
from tests.fakes.waiting import until
from tests.fakes.web_app import CODE, PageApp, come_in, fields_of, invite, page_app, visiting
from tests.fakes.web_client import Browser

AGREE = say("en", "button-agree")


@pytest.fixture
async def anna(whole: PageApp) -> AsyncIterator[Browser]:
    """Somebody at this computer who has just read the first question."""
    async with begun(whole) as browser:
        yield browser


@asynccontextmanager
async def begun(whole: PageApp) -> AsyncIterator[Browser]:
    async with Browser.opened(whole.page.link) as browser:
        browser.say("/start")
        await reads(browser, 1)
        browser.say("Anna")
        await presses(browser, AGREE)
        await asked(browser, 1)
        yield browser


def questions(browser: Browser) -> list[str]:
    return [line["text"] for line in browser.spoken if line["asks"]]


async def asked(browser: Browser, number: int) -> str:
    """The question with this number, as soon as it is there."""
    await until(lambda: len(questions(browser)) >= number)
    return questions(browser)[number - 1]


async def reads(browser: Browser, lines: int) -> None:
    await until(lambda: len(browser.spoken) >= lines)


def course(browser: Browser) -> int | None:
    """Of how much the page shows a part as done; 0 where it shows nothing."""
    return next((line["progress"]["total"] for line in reversed(browser.spoken) if line["progress"]), None)


async def presses(browser: Browser, label: str) -> None:
    def found() -> list[tuple[int, str]]:
        offered = ((line["n"], choice) for line in browser.spoken for choice in line["choices"])
        return [(number, choice["data"]) for number, choice in offered if choice["label"] == label]

    await until(lambda: bool(found()))
    browser.press(*found()[-1])


async def told(whole: PageApp) -> list[tuple[str, list[str]]]:
    """Each question with what was said to it."""
    (session,) = await whole.store.read(every_session)
    entries = (await whole.store.read(lambda c: load_record(c, session.id)))[0].entries
    return [
        (e.question_id, [a.text for a in entries if a.answers == e.seq and not a.withdrawn])
        for e in entries
        if e.kind in QUESTIONS
    ]


async def standing(browser: Browser) -> list[tuple[int, str]]:
    """What the page shows to who opens it now, by the way older lines are fetched."""
    status, answer = await browser.get("/lines")
    assert status == 200
    return [(line["n"], line["text"]) for line in json.loads(answer)["lines"]]


# --- a conversation -----------------------------------------------------------------------------------------------


async def test_an_interview_from_the_link_to_the_file(whole: PageApp, anna: Browser) -> None:
    anna.say("There was a mill behind the house.")
    await asked(anna, 2)
    await until(lambda: not anna.thinking)
    anna.say("/done")
    await until(lambda: any(line["file"] for line in anna.spoken))
    line = next(line for line in anna.spoken if line["file"])
    body = await anna.file(line["file"]["href"])
    assert len(body) == line["file"]["size"]
    assert body.startswith(b"%PDF")
    text = next(each for each in line["choices"] if each["label"] == say("en", "transcript-as-md"))
    anna.press(line["n"], text["data"])
    await until(lambda: any((each["file"] or {}).get("name", "").endswith("transcript.md") for each in anna.spoken))
    file = next(each["file"] for each in anna.spoken if each["file"] and each["file"]["name"].endswith("transcript.md"))
    assert b"There was a mill behind the house." in await anna.file(file["href"])
    assert next(answers for _, answers in await told(whole)) == ["There was a mill behind the house."]


async def test_who_opens_the_page_again_sees_what_stands_there(whole: PageApp, anna: Browser) -> None:
    async with anna.tab() as second:
        await until(lambda: second.connected and second.lines.keys() == anna.lines.keys())
        anna.say("A first answer.")
        await asked(second, 2)
        second.say("A second answer.")
        await asked(anna, 3)
        await until(lambda: second.lines == anna.lines)
        assert await standing(anna) == [(n, line["text"]) for n, line in sorted(anna.lines.items())]
    assert [answers for _, answers in await told(whole)][:2] == [["A first answer."], ["A second answer."]]


async def test_a_line_of_ones_own_can_be_changed_everywhere(whole: PageApp, anna: Browser) -> None:
    anna.say("I was born in 1938.")
    await asked(anna, 2)
    async with anna.tab() as second:
        anna.edit("I was born in 1939.")
        await until(lambda: any(line["edited"] for line in second.lines.values()))
        (line,) = [line for line in second.lines.values() if line["edited"]]
        assert (line["text"], line["who"]) == ("I was born in 1939.", "me")
    await until(lambda: anna.waiting == 0)
    await settled(whole)
    assert (await told(whole))[0][1] == ["I was born in 1939."]


async def test_any_answer_is_left_out_of_the_files_and_put_back(whole: PageApp, anna: Browser) -> None:
    anna.say("There was a mill behind the house.")
    await asked(anna, 2)
    anna.say("My brother Karl broke the window.")
    await asked(anna, 3)
    line = next(n for n, each in anna.lines.items() if "mill" in each["text"] and each["who"] == "me")
    lines = len(anna.lines)
    assert 'formaction="/leave-out"' in anna.lines[line]["html"]

    async def file() -> str:
        anna.say("/transcript md")
        before = len([each for each in anna.spoken if each["file"]])
        await until(lambda: len([each for each in anna.spoken if each["file"]]) > before)
        newest = [each["file"] for each in anna.spoken if each["file"]][-1]
        return (await anna.file(newest["href"])).decode()

    assert (await anna.post("/leave-out", {"id": "leave-out-0001", "line": line}))[0] == 200
    await until(lambda: anna.lines[line]["left_out"])
    assert 'class="line me left-out"' in anna.lines[line]["html"]
    assert 'formaction="/put-back"' in anna.lines[line]["html"]
    assert 'formaction="/leave-out"' not in anna.lines[line]["html"]
    assert len(anna.lines) == lines, "nothing is said or asked"
    text = await file()
    assert "mill" not in text
    assert "Karl" in text
    # Without scripts the button sends the same by a form.
    form = fields_of((await anna.get("/"))[1]) | {"line": str(line)}
    headers = {"Origin": anna.origin, "Sec-Fetch-Site": "same-origin"}
    async with anna.session.post(f"{anna.origin}/put-back", data=form, headers=headers) as answer:
        assert answer.status == 200
    await until(lambda: not anna.lines[line]["left_out"])
    assert "mill" in await file()


async def test_an_answer_that_was_taken_back_is_not_among_what_was_told(whole: PageApp, anna: Browser) -> None:
    anna.say("There was a mill behind the house.")
    await asked(anna, 2)
    anna.say("/undo")
    await asked(anna, 3)
    await settled(whole)
    _, page = await anna.get("/")
    found = {line["text"]: line for line in anna.lines.values()}["There was a mill behind the house."]
    assert f'class="line me taken-back past noise" id="line-{found["n"]}"' in page


async def test_a_line_that_is_no_answer_cannot_be_left_out(anna: Browser) -> None:
    line = next(n for n, each in anna.lines.items() if each["text"] == "Anna")
    assert (await anna.post("/leave-out", {"id": "leave-out-0002", "line": line}))[0] == 200
    await until(lambda: say("en", "private-not-there") in [each["text"] for each in anna.spoken])
    ours = next(n for n, each in anna.lines.items() if each["who"] == "bot")
    assert (await anna.post("/leave-out", {"id": "leave-out-0003", "line": ours}))[0] == 400


async def settled(whole: PageApp) -> None:
    engines = (whole.app.engine(Queue.DESK), whole.app.engine(Queue.DELIVERY), whole.app.engine(Queue.CHORES))
    await until(lambda: not any(engine.serving for engine in engines))


async def test_what_is_sent_again_is_taken_once(whole: PageApp, anna: Browser) -> None:
    anna.say("Only once.")
    await asked(anna, 2)
    for _ in range(3):
        anna.again()
    await until(lambda: anna.waiting == 0)
    await settled(whole)
    assert (await told(whole))[0][1] == ["Only once."]
    assert len(set(anna.sent_lines[-4:])) == 1
    assert [text for _, text in await standing(anna)].count("Only once.") == 1


async def test_what_comes_before_a_question_was_seen_belongs_to_the_last(whole: PageApp, anna: Browser) -> None:
    """A day without a connection: meanwhile the other device went on."""
    seen = max(anna.lines)
    anna.say("The first answer.")
    await asked(anna, 2)
    fields = {"id": "11111111-late", "text": "And there was a dog.", "seen": seen}
    assert (await anna.post("/say", fields))[0] == 200
    assert (await anna.post("/say", fields))[0] == 200
    await settled(whole)
    assert [answers for _, answers in await told(whole)][:2] == [["The first answer.", "And there was a dog."], []]


async def test_without_scripts_one_reads_and_answers_by_forms(whole: PageApp, anna: Browser) -> None:
    status, html = await anna.get("/")
    assert status == 200
    assert "Question 1 in en?" in html
    fields = fields_of(html) | {"text": "Told\r\nby <a> form & no script"}
    for _ in range(2):  # somebody is impatient
        async with anna.session.post(
            f"{anna.origin}/say", data=fields, headers={"Origin": anna.origin}, allow_redirects=False
        ) as answer:
            assert (answer.status, answer.headers["Location"]) == (303, "/")
    await asked(anna, 2)
    _, html = await anna.get("/")
    assert "Told\nby &lt;a&gt; form &amp; no script" in html
    assert (await told(whole))[0][1] == ["Told\nby <a> form & no script"]
    assert fields_of(html)["id"] != fields["id"]
    # The way back leads to a form that was sent already; what is written there now is something else.
    again = fields | {"text": "And another answer."}
    async with anna.session.post(f"{anna.origin}/say", data=again, headers={"Origin": anna.origin}) as answer:
        assert answer.status == 200
    await asked(anna, 3)
    assert (await told(whole))[1][1] == ["And another answer."]


async def test_somebody_who_thinks_is_seen_thinking(tmp_path: Path) -> None:
    model = thinking_model()
    async with page_app(tmp_path, model=model) as whole, begun(whole) as browser:
        browser.say("Something to think about.")
        await until(lambda: browser.thinking)
        async with browser.tab() as second:
            await until(lambda: second.thinking)
            assert model.gate is not None
            model.gate.set()
            await asked(browser, 2)
            await until(lambda: not browser.thinking and not second.thinking)


async def test_who_sends_too_much_is_told_so_by_the_interviewer(tmp_path: Path) -> None:
    settings = Settings(limits=LimitsSection(messages_per_minute=30))
    async with page_app(tmp_path, settings=settings) as whole, visiting() as session:
        await invite(whole, CODE)
        assert await come_in(session, whole.origin, CODE) == 303
        browser = Browser(session, whole.origin)
        statuses = [(await browser.post("/say", {"id": f"1111-{n}-1111", "text": "more"}))[0] for n in range(34)]
        assert statuses[-1] == 429
        await settled(whole)
        bodies = await whole.store.read(lambda c: c.execute(sa.select(shown.c.body)).scalars().all())
        texts = [json.loads(body)["text"] for body in bodies]
        assert texts.count(say("en", "limit-pace", hours=0)) == 1
        assert texts.count("more") == statuses.count(200)


# --- the end ------------------------------------------------------------------------------------------------------


async def test_everything_is_deleted_and_the_last_word_is_still_read(whole: PageApp, anna: Browser) -> None:
    anna.say("Something that nobody shall know.")
    await asked(anna, 2)
    anna.say("/delete")
    await until(lambda: any("everything" in c["label"].lower() for line in anna.spoken for c in line["choices"]))
    label = next(c["label"] for line in anna.spoken for c in line["choices"] if "everything" in c["label"].lower())
    await presses(anna, label)
    await until(lambda: anna.forgotten and bool(anna.passing))
    assert anna.lines == {}
    # So it is for who comes back too late to have heard it.
    last = anna.passing[-1]["text"]
    assert last == say("en", "deleted", platform="web"), "of what they see nothing is left"
    status, html = await anna.get("/")
    assert (status, "<form" in html) == (200, False)
    assert last.split("\n")[0] in unescape(html)
    assert "<time" not in html, "of a browser that runs no script nobody knows what its clock says"
    async with anna.tab() as second:
        await until(lambda: second.forgotten and second.passing == anna.passing)
    assert (await anna.get("/lines"))[0] == 403
    for table in (persons, addresses, shown, page_keys):
        assert await whole.store.read(lambda c, table=table: count(c, table)) == 0
    dump = await whole.store.read(lambda c: c.execute(sa.select(shown)).all())
    assert dump == []
    # Whoever sits here can begin again.
    async with Browser.opened(whole.page.link) as again:
        assert say("en", "welcome-title") in (await again.get("/"))[1]
