"""(c) Characters of the decision's prompt, early and late in a very long interview with long answers."""

from __future__ import annotations

from pathlib import Path

from bench.crowd import ANSWER, serving
from bench.figures import Row, number
from bench.model import Replies, metered
from bot.database import prepare
from core.interviews.life_story.interview import LifeStory
from core.script import Chapter, Script, ScriptQuestion, ScriptSet
from core.store.store import SqliteStore

LONG_ANSWER = ANSWER * 14
TURNS = (5, 50, 500)
AIM = 9_000


def long_script(questions: int = 520) -> ScriptSet:
    """Questions of an ordinary length, twenty to a chapter."""

    def question(n: int) -> ScriptQuestion:
        return ScriptQuestion(
            id=f"q{n}",
            text=f"What do you remember of the people, the places and the days of the year number {n} of your life?",
            objective=f"One scene of the year {n}, with its people, its place and what was said there.",
            minutes=5,
            follow_ups=2,
        )

    chapters = tuple(
        Chapter(
            id=f"c{first}",
            title=f"Years {first} and on",
            questions=tuple(question(n) for n in range(first, first + 20)),
        )
        for first in range(0, questions, 20)
    )
    script = Script(kind="life-story", language="en", version=1, title="A long life", chapters=chapters)
    return ScriptSet(kind="life-story", scripts={"en": script})


async def measure(folder: Path) -> list[Row]:
    """One person who answers 500 times with about 1,500 characters."""
    database = folder / "prompts.db"
    prepare(database)
    store = SqliteStore(str(database))
    replies = Replies()
    interview = LifeStory(long_script())
    async with serving(store, metered(replies, store), {interview.kind: interview}) as (_, crowd):
        person = crowd.listener("1")
        await person.starts(interview.kind)
        for _ in range(TURNS[-1]):
            await person.turn(LONG_ANSWER)
    first = replies.sizes[TURNS[0] - 1]
    return [
        Row(part="c", what=f"characters of the prompt at turn {turn}", aim=f"≤ {number(AIM)}",
            measured=number(replies.sizes[turn - 1]), ratio=f"{replies.sizes[turn - 1] / first:.2f} to turn {TURNS[0]}")
        for turn in TURNS
    ]  # fmt: skip
