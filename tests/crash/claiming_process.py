"""An app in a process of its own, with a person who answers once; it is killed with SIGKILL at a step of that turn."""

from __future__ import annotations

import asyncio
import os
import signal

from core.contracts.messages import Outgoing, Receipt
from core.store.store import Queue
from tests.fakes.app import running, until
from tests.fakes.interview import Reply
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import ScriptedModel
from tests.fakes.other_stores import store_at
from tests.fakes.platform import FakePlatform

STEPS = ("talk", "notes", "sending", "sent")
"""It thinks about the answer; it makes notes of it; the next question is on its way; it has gone out."""
QUESTION = "Question 2 in en?"
ANSWER = "It was blue."
SEAT = "dead"


class Mortal(FakePlatform):
    """Whose process dies right before, or right after, the second question went out."""

    step = ""

    async def send(self, message: Outgoing) -> Receipt:
        asks = QUESTION in str(message.saying)
        if asks and self.step == "sending":
            die()
        receipt = await super().send(message)
        if asks and self.step == "sent":
            die()
        return receipt


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def live(database: str, step: str) -> None:
    clock = ManualClock()
    platform = Mortal(clock)
    platform.step = step
    model = ScriptedModel(lambda _p, _s: Reply(words="I see."), gate=asyncio.Event(), held=lambda p: p.purpose == step)
    async with running(clock=clock, store=store_at(database), platform=platform, model=model, seat=SEAT) as r:
        person = await r.beginning()
        await person.write(ANSWER)
        await model.begun(1, step)
        if step == "notes":
            await person.next_where(QUESTION)
            await until(lambda: r.app.engine(Queue.DELIVERY).idle)
        die()


def main(database: str, step: str) -> None:
    asyncio.run(live(database, step))
