"""A process is killed in the middle of a turn; another one takes over when its claims have ended, and not before."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from core.contracts.session import EntryKind
from core.store.claims import LEASE
from tests.crash.claiming_process import ANSWER, QUESTION, STEPS, main
from tests.fakes.app import running
from tests.fakes.forked import lived
from tests.fakes.manual_clock import ManualClock
from tests.fakes.other_stores import store_at
from tests.fakes.platform import FakePlatform
from tests.fakes.stores import new_database


@pytest.mark.parametrize("step", STEPS)
async def test_another_process_takes_over_when_the_claims_have_ended(step: str, tmp_path: Path) -> None:
    path = new_database(tmp_path)
    assert await asyncio.to_thread(lived, main, path, step) == -signal.SIGKILL
    clock = ManualClock()
    platform = FakePlatform(clock, first=1_000)
    async with running(clock=clock, store=store_at(path), platform=platform) as r:
        await r.settled()
        assert platform.sent == [], "it may live: its claims hold"
        clock.advance(LEASE)
        for _ in range(3):
            await r.app.tick()
            await r.settled()
        whole = await r.record()
        assert [e.text for e in whole.entries if e.kind is EntryKind.ANSWER] == [ANSWER]
        assert [e.question_id for e in whole.entries if e.kind is EntryKind.QUESTION] == ["q1", "q2"]
        assert len(whole.digest.notes) == 1
        asked = [message for message in platform.sent if QUESTION in str(message.saying)]
        # What may have gone out says so, with the place to look behind.
        expected = {"talk": [False], "notes": [], "sending": [True], "sent": [True]}[step]
        assert [message.doubt is not None for message in asked] == expected
