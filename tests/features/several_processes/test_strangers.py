"""Strangers who are met by a process that does not speak for the bot."""

from __future__ import annotations

from dataclasses import replace

from core.features.several_processes.signs import PassedStrangers
from core.inbox.strangers import PAUSE, Strangers
from core.languages.messages import say
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePlatform
from tests.fakes.stores import event
from tests.fakes.waiting import until
from tests.features.several_processes.shared_signs import SharedSigns


async def test_whoever_meets_a_silent_gateway_is_answered_by_the_other() -> None:
    clock, signs = ManualClock(), SharedSigns()
    platform = FakePlatform(clock)
    speaks = Strangers({"fake": platform}, clock, PassedStrangers(signs, lambda: True))
    waits = Strangers({"fake": platform}, clock, PassedStrangers(signs, lambda: False))
    person = platform.person("99")
    met = replace(event("hello", address=person.address), sender=person.sender)

    async def meets(strangers: Strangers, **more: bool) -> None:
        strangers.met(met, "en", **more)
        await until(lambda: not (waits.busy or speaks.busy))
        clock.advance(PAUSE + 0.01)

    signs.lost = True
    await meets(waits)
    assert person.received == []
    signs.lost = False
    for strangers in (waits, waits, speaks):
        await meets(strangers)
    assert person.said == [say("en", "stranger", id="fake:99")]
    await meets(waits, anew=True)
    assert len(person.received) == 2
