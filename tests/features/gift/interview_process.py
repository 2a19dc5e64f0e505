"""A teller's gift in a process that dies at a step, if one is named; what they hand in comes again until it is kept."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from core.contracts.messages import Edit, Outgoing, Receipt, Text
from core.contracts.ports import Prompt
from tests.crash.bot_process import COMMITS, STEPS, MortalModel
from tests.crash.mortal import MortalStore, Reaper
from tests.fakes.discreet import discreet
from tests.fakes.gifts import START, family
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePerson, FakePlatform

LIVES = (*STEPS, "put")
"""Where a life ends, one after the other; "put": a letter to the family stands in the outbox."""
DAY = timedelta(days=1)
ASKS = "Please keep this between us"


def curious(prompt: Prompt) -> str:
    """Ask about the very words that came last."""
    return f"What else of {prompt.user.split()[-1]} do you see, {len(prompt.user)}?"


class KnownPlatform(FakePlatform):
    """Writes down what has gone out, in a file that is there after the process."""

    sent_to: Path
    reaper: Reaper

    async def send(self, message: Outgoing) -> Receipt:
        receipt = await super().send(message)
        with self.sent_to.open("a", encoding="utf-8") as file:
            file.write(f"{message.address.chat}\t{message.saying!r}\n")
        self.reaper.at("sent")
        return receipt


async def begin_gift(database: Path, rhythm: str) -> None:
    """Until the teller has said that the family may have what they tell."""
    clock = ManualClock(START)
    model = MortalModel(talk=curious, books=discreet)
    model.reaper = Reaper("never")
    async with family(model=model, store=MortalStore(str(database), Reaper("never"), COMMITS), clock=clock) as around:
        await around.opens(await around.gives(rhythm=rhythm))


async def live(database: Path, rounds: int, reaper: Reaper) -> None:
    """Go on with what was not handed in yet, each round being a day with a story and something that is kept back."""
    done = database.with_suffix(".done")
    before = done.read_text(encoding="utf-8").split() if done.exists() else []
    clock = ManualClock(START + timedelta(hours=1) + timedelta(seconds=int(before[-1]) if before else 0))
    platform = KnownPlatform(clock, first=10_000 * (len(before) + 1))
    platform.sent_to, platform.reaper = database.with_suffix(".sent"), reaper
    model = MortalModel(talk=curious, books=discreet)
    model.reaper = reaper
    store = MortalStore(str(database), reaper, COMMITS)

    def note() -> None:
        with done.open("a", encoding="utf-8") as file:
            file.write(f"{int((clock.now() - START).total_seconds())}\n")

    async with family(model=model, store=store, clock=clock, platform=platform) as around:
        await around.r.settled()
        for number in range(len(before), 4 * rounds):
            clock.advance(60)
            if number % 4 == 3:
                clock.advance(DAY.total_seconds())
                note()
                await around.passes()
            else:
                await _hand_in(around.nina, number)
                note()
            await around.r.settled()
        await around.passes(3 * DAY)


async def _hand_in(nina: FakePerson, number: int) -> None:
    """As a platform does: under the same name, however often, and only then the next one."""
    day, part = divmod(number, 4)
    letter = chr(ord("a") + day)
    words = (f"Story {letter * 3}.", f"{ASKS}: secret{letter}.", f"{ASKS}: it was secret{letter * 2}.")[part]
    event, ref = f"fake:told-{number}", f"told-{number}"
    if part == 2:
        # It was told otherwise at first.
        await nina.tell(Text(text=f"It was secret{letter * 2}."), event=f"{event}-first", ref=ref)
        await nina.tell(Edit(ref=ref, text=words), event=event, ref=ref)
    else:
        await nina.tell(Text(text=words), event=event, ref=ref)


def main(database: str, rounds: int, step: str = "", occurrence: int = 1) -> None:
    # What a killed process leaves behind is gone with the folder of the test.
    tempfile.tempdir = str(Path(database).parent)
    with suppress(asyncio.CancelledError):
        asyncio.run(live(Path(database), rounds, Reaper(step, occurrence)))
