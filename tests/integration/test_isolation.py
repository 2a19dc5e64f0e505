"""One person whose model call hangs holds up nobody: two hundred others get their next question meanwhile."""

from __future__ import annotations

import asyncio

from core.contracts.errors import TryLater
from core.contracts.ports import Prompt
from tests.fakes.app import Running, running
from tests.fakes.interview import Reply
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import ScriptedModel

OTHERS = 200


async def test_two_hundred_others_get_their_next_question_while_one_call_hangs() -> None:
    gate = asyncio.Event()
    model = ScriptedModel(
        lambda _prompt, _schema: Reply(words="I see."), gate=gate, held=lambda prompt: prompt.user == "hang"
    )
    async with running(model=model) as r:
        stuck = await r.beginning("stuck")
        await stuck.write("hang")
        await model.begun(1, "decision")
        others = [r.platform.person(str(number)) for number in range(OTHERS)]
        await asyncio.gather(*(person.begin("plain") for person in others))
        for person in others:
            await person.write(f"I am {person.address.chat}.")
        for person in others:
            assert await person.next() == "I see.\n\nQuestion 2 in en?"
        assert (model.calls["decision"], model.cancelled["decision"]) == (OTHERS + 1, 0)
        assert len(stuck.received) == 1
        gate.set()
        assert await stuck.next() == "I see.\n\nQuestion 2 in en?"
        await r.settled()
        told = [await r.told(number) for number in range(0, OTHERS, 40)]
        assert all(len(words) == 1 for (_, words), _next in told)


async def test_one_persons_delivery_that_hangs_holds_up_nobody(r: Running) -> None:
    stuck, other = await r.beginning("stuck"), await r.beginning("other")
    r.platform.held_chat = stuck.address.chat
    r.platform.hold.clear()
    await stuck.write("One.")
    assert await other.says("One.") == "I see.\n\nQuestion 2 in en?"
    r.platform.hold.set()
    assert await stuck.next() == "I see.\n\nQuestion 2 in en?"


async def test_one_person_who_fails_and_one_who_must_wait_hold_up_nobody() -> None:
    clock = ManualClock()

    def respond(prompt: Prompt, _schema: object) -> Reply | Exception:
        return RuntimeError("A mistake.") if prompt.user == "break" else Reply(words="I see.")

    async with running(model=ScriptedModel(respond), clock=clock) as r:
        broken, waiting, other = [await r.beginning(chat) for chat in ("broken", "waiting", "other")]
        r.platform.trouble = lambda m: TryLater("Busy.", after=3600) if m.address == waiting.address else None
        await broken.write("break")
        await waiting.write("One.")
        await clock.sleepers(2)
        for number in (2, 3, 4):
            assert await other.says("One.") == f"I see.\n\nQuestion {number} in en?"
        assert [len(p.received) for p in (broken, waiting)] == [1, 1]
