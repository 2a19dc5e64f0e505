"""(c) What is read for a message, early and late in a very long interview with long answers."""

from __future__ import annotations

from pathlib import Path

from bench.crowd import ANSWER, serving
from bench.figures import Row, number
from bench.model import Replies, metered
from bot.database import prepare_database
from core.contracts.chat import ChatRequest
from core.interviews.life_story.interview import LifeStory
from core.simulation.talks import effective_inputs
from core.store.store import SqliteStore

LONG_ANSWER = ANSWER * 14
TURNS = (5, 50, 500)
AIM = 9_000


async def measure(folder: Path) -> list[Row]:
    """One person who answers 500 times with about 1,500 characters."""
    database = folder / "prompts.db"
    prepare_database(database)
    store = SqliteStore(str(database))
    replies = Replies(keep=True)
    interview = LifeStory()
    async with serving(store, metered(replies, store), {interview.kind: interview}) as (_, crowd):
        person = crowd.listener("1")
        await person.starts(interview.kind)
        for _ in range(TURNS[-1]):
            await person.turn(LONG_ANSWER)
    read = list(effective_inputs(_written(prompt) for prompt in replies.talks))
    first = read[TURNS[0] - 1]
    rows = []
    for turn in TURNS:
        prompt = replies.talks[turn - 1]
        rows.append(
            Row(part="c", what=f"effective input at turn {turn}, in characters", aim=f"≤ {number(AIM)}",
                measured=number(read[turn - 1]), ratio=f"{read[turn - 1] / first:.2f} to turn {TURNS[0]}")
        )  # fmt: skip
        rows.append(
            Row(part="c", what=f"its prompt, the system's part {number(len(prompt.system))} of it",
                measured=number(len(_written(prompt))), ratio=f"what changes {number(len(prompt.lines[-1].text))}")
        )  # fmt: skip
    later = read[TURNS[0] :]
    over = sum(each > AIM for each in later)
    rows.append(
        Row(part="c", what=f"the same, mean of the turns after {TURNS[0]}", measured=number(sum(later) / len(later)),
            ratio=f"{over} of {len(later)} above the aim")
    )  # fmt: skip
    return rows


def _written(prompt: ChatRequest) -> str:
    """Return the whole prompt in the order in which it is sent."""
    return "\n".join((prompt.system, *(line.text for line in prompt.lines)))
