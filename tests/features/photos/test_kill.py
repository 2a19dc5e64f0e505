"""The process is killed while a photograph is fetched: the next one fetches it again, and it is kept once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from core.contracts.session import PHOTO_MARK, EntryKind
from core.languages.messages import say
from core.store.records import load_record
from core.store.store import SqliteStore
from tests.crash.bot_process import main
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.forked import living
from tests.fakes.pictures import LATITUDE, jpeg
from tests.fakes.stores import every_session
from tests.fakes.waiting import until


@contextmanager
def bot(database: Path, api: FakeBotApi) -> Iterator[None]:
    """The bot in a process of its own, which is killed in the end."""
    where = (api.token, "telegram", api.url)
    with living(database.with_suffix(".out"), main, str(database), str(database), "seed", 0, *where):
        yield


def is_in_an_answer(database: Path) -> bool:
    """Whether the photograph stands in an answer, as another process sees it."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return bool(connection.execute("SELECT count(*) FROM entries WHERE photo LIKE '%.jpg'").fetchone()[0])


async def test_killed_between_its_arrival_and_its_end_it_is_kept_once(tmp_path: Path) -> None:
    database = tmp_path / "raconteur.db"
    photos = database.with_suffix(".recordings") / "photos"
    async with FakeBotApi() as api:
        anna = api.user(7, "Anna")
        anna.send("/interview life-story")
        with bot(database, api):
            await anna.until(lambda seen: say("en", "button-agree") in seen.labels)
            anna.press(say("en", "button-agree"))
            await anna.until(lambda seen: "Skip" in seen.labels)
            api.files.flow.clear()
            anna.send_photo(body=jpeg(), caption="Our house.")
            await api.until_called("download")
            await api.until_acknowledged()
        assert not list(photos.glob("*"))
        api.files.flow.set()
        with bot(database, api):
            await until(lambda: len(list(photos.glob("*.jpg"))) == 1)
            await until(lambda: is_in_an_answer(database))
            anna.send("And the garden.")
            await api.until_acknowledged()
        assert api.violations == []
    [path] = photos.iterdir()
    assert LATITUDE not in path.read_bytes()
    store = SqliteStore(str(database))
    try:
        (session,) = await store.read(every_session)
        whole, _ = await store.read(lambda c: load_record(c, session.id))
    finally:
        await store.close()
    answers = [(e.text, e.photo) for e in whole.entries if e.kind is EntryKind.ANSWER]
    assert answers[:2] == [("Our house.", ""), (PHOTO_MARK, path.name)]
    assert [text for text, _ in answers].count(PHOTO_MARK) == 1
