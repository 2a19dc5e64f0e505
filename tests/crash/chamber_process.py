"""A run of the chamber that is killed again and again, and goes on each time.

Each death is STEP:N, for one life, which ends at the N-th time of that step; after these comes one that lives to the
end of the run. Both models answer from what they are shown alone, and the time is that of the conversation, so the logs
of two runs can be compared letter by letter.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from bot.clock import SystemClock
from bot.database import prepare_database
from core.contracts.chat import ChatReply, ChatRequest, Piece, ignore_piece, ignore_request_start
from core.features.chamber import chamber_rows as rows
from core.features.chamber import logs as log_files
from core.features.chamber.driver import Driver
from core.store.claims import Claim
from core.store.store import Connection, Store
from tests.crash.mortal import MortalStore, Reaper, live_and_die, parsed_deaths
from tests.fakes.chamber import AT, new_run, setup, sides_of
from tests.fakes.chat import ScriptedChat, pieces

STEPS = ("asked", "speaking", "spoken", "heard", "writing", "settled")
"""Where a life ends: who is asked is written down; the reply is half there; it is whole; it is kept; the half of it is
in a log; the end is kept."""
COMMITS = {"mark_speaker_asked": "asked", "save_utterance": "heard", "end_run.<locals>.unit": "settled"}
TURNS = 20
LONGEST_LEASE = timedelta(hours=1)


class TalkClock(SystemClock):
    """A minute for each thing that was said."""

    minutes = 0

    def now(self) -> datetime:
        return AT + timedelta(minutes=self.minutes)


class MortalChat(ScriptedChat):
    """Says what its lines lead to, and turns the clock to where the conversation is."""

    def __init__(self, name: str, reaper: Reaper, clock: TalkClock) -> None:
        super().__init__()
        self._name = name
        self._reaper = reaper
        self._clock = clock

    async def say(
        self,
        request: ChatRequest,
        *,
        heard: Callable[[Piece], None] = ignore_piece,
        begun: Callable[[], None] = ignore_request_start,
    ) -> ChatReply:
        begun()
        own = sum(line.role == "assistant" for line in request.lines)
        self._clock.minutes = 2 * own + (self._name == "candidate")
        last = request.lines[-1].text
        tag = "thinking" if self._name == "prime" else "think"
        reply = ChatReply(
            text=f"<{tag}>The {self._name} weighs {len(last)} letters.</{tag}>Part {own} behind {last[:20]!r}.",
            model=self._name,
            input_tokens=sum(len(line.text) for line in request.lines),
            output_tokens=own,
        )
        for number, piece in enumerate(pieces(reply)):
            heard(piece)
            if number == 2:
                self._reaper.at("speaking")
        self._reaper.at("spoken")
        return reply


async def live(database: str, logs: Path, reaper: Reaper, life: int) -> None:
    clock = TalkClock()
    store: Store = MortalStore(database, reaper, COMMITS)
    owner = f"crash.{life}"
    # Whoever is dead holds on to nothing for as long as this.
    claim = Claim(owner, (AT + life * LONGEST_LEASE).timestamp())
    begun = new_run(setup(rules={"max_turns": TURNS, "repeats": 0}))

    def unit(c: Connection) -> bool:
        run = rows.run_by_id(c, begun.id)
        if run is None:
            rows.put_run(c, begun)
        return (run is None or run.ended_at is None) and rows.RUNS.take(c, claim, begun.id)

    goes_on = await store.write(unit)
    async with log_files.keeping_logs(store, begun.id, logs, trouble=print) as files:
        if goes_on:
            chats = (MortalChat("prime", reaper, clock), MortalChat("candidate", reaper, clock))
            driver = Driver(store=store, clock=clock, owner=owner)
            await driver.hold(begun.id, sides_of(begun, *chats), files, asyncio.Event())
    await store.close()


def mortally(reaper: Reaper) -> None:
    """Have the process die in the midst of what it writes to a log."""
    append = log_files._append

    def dying(path: Path, data: bytes) -> None:
        append(path, data[: len(data) // 2])
        if data:
            reaper.at("writing")
        append(path, data[len(data) // 2 :])

    log_files._append = dying


def main(database: str, logs: Path, *deaths: str) -> None:
    prepare_database(Path(database))

    async def life(number: int, reaper: Reaper) -> None:
        mortally(reaper)
        await live(database, logs, reaper, number)

    live_and_die(life, parsed_deaths(deaths))
