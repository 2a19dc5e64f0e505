"""The page's server is killed at every step, again and again over one interview: nothing is lost, and nothing twice."""

from __future__ import annotations

import json
import os
from pathlib import Path

import aiohttp
import pytest

from core.contracts.session import QUESTIONS, EntryKind
from core.store.schema import mailbox, shown
from core.store.store import SqliteStore
from tests.crash.bot_process import STEPS
from tests.crash.test_kill import AGREE, Interviewee, _killed, _record
from tests.fakes.effort import tries
from tests.fakes.places import free_port
from tests.fakes.waiting import until
from tests.fakes.web_client import Browser, Line

KILLS = int(os.environ.get("RACONTEUR_KILLS", tries(len(STEPS), soak=150)))
TOKEN = "the-link-that-stays-good-over-all-its-deaths-0123"


class Seen:
    """A line as the person in the crash tests reads it."""

    def __init__(self, line: Line) -> None:
        self.text: str = line["text"]
        self.labels = tuple(choice["label"] for choice in line["choices"])
        self.file_name: str = "" if line["file"] is None else line["file"]["name"]
        self.number: int = line["n"]
        self.choices = {choice["label"]: choice["data"] for choice in line["choices"]}


class PageChat:
    """The page as the chat of a person who answers."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.read: list[Seen] = []

    def send(self, text: str, /) -> int:
        self.browser.say(text)
        return 0

    def agree(self) -> None:
        self.browser.press(self.read[-1].number, self.read[-1].choices[AGREE])

    async def next_message(self) -> Seen:
        await until(lambda: len(self.browser.spoken) > len(self.read))
        self.read.append(Seen(self.browser.spoken[len(self.read)]))
        return self.read[-1]


@pytest.mark.timeout(300)
async def test_a_page_that_is_killed_at_every_step_loses_nothing(tmp_path: Path) -> None:
    database, port = tmp_path / "raconteur.db", free_port()
    link = f"http://127.0.0.1:{port}/in/{TOKEN}"
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar, timeout=aiohttp.ClientTimeout(total=30)) as session:
        browser = Browser(session, f"http://127.0.0.1:{port}", link=link)
        chat = PageChat(browser)
        person = Interviewee(chat, chat.agree)

        async def begin() -> None:
            await browser.arrive()
            browser.start()
            browser.say("/interview life-story")

        try:
            deaths = await _killed(database, person, begin, KILLS, TOKEN, "web", str(port))
        finally:
            await browser.close()
    assert sum(deaths.values()) == KILLS
    assert set(deaths) == set(STEPS)
    whole = await _record(database)
    answers = [e.text for e in whole.entries if e.kind is EntryKind.ANSWER and not e.withdrawn]
    assert sorted(answers) == sorted(person.told), "each answer once"
    assert len([e for e in whole.entries if e.kind in QUESTIONS]) >= len(person.questions)
    assert max(person.seen.values()) == 1, "no line was said twice"
    store = SqliteStore(str(database))
    bodies = await store.read(lambda c: c.execute(shown.select().order_by(shown.c.number)).all())
    events = await store.read(lambda c: c.execute(mailbox.select()).all())
    await store.close()
    own = [json.loads(row.body)["text"] for row in bodies if row.key.startswith("me/")]
    own = [text for text in own if text != "/done"]
    assert own == ["/interview life-story", *person.told], "each of one's own lines stands there once, in order"
    assert len({row.event_id for row in events}) == len(events)
