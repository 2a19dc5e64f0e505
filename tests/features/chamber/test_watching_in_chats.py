"""`/chamber watch` and what outlives a process: runs are looked at in a chat, and found again after a restart."""

from __future__ import annotations

from pathlib import Path

from core.features.chamber import chamber_rows as rows
from core.features.chamber.job import LOOK
from core.features.chamber.messages import Speaker
from core.features.chamber.runs import RunStatus, Why
from core.store.claims import Claim
from core.store.store import MemoryStore
from tests.fakes.chamber import hold_run, new_run, setup
from tests.fakes.chamber_app import FakeCasting
from tests.fakes.chamber_runs import said_by
from tests.fakes.manual_clock import ManualClock
from tests.fakes.other_stores import store_at
from tests.fakes.stores import new_database
from tests.fakes.waiting import until
from tests.features.chamber.chamber_kit import OTHER, admin, asks, chamber, over, speaking, texts, the_run


async def test_a_watcher_sees_each_turn_in_one_message_and_gets_the_transcript() -> None:
    casting = FakeCasting(gated=True)
    async with chamber(casting) as r:
        olga, other = admin(r), admin(r, OTHER, language="ru")
        await speaking(olga, casting)
        await asks(other, "/chamber watch")
        await until(lambda: len(r.platform.lines) == 1)
        [line] = r.platform.lines
        await until(lambda: "Ведущий: Where were you born?" in texts(line))
        assert line.address == other.address
        casting.candidates[0].gate.set()
        run = await over(r)
        await until(lambda: line.gone)
        assert "SECRET" not in "".join(line.said)
        told = await other.next_where("закончена")
        assert told.startswith(f"Беседа riga ({run.id[:8]}) закончена: сделаны все ходы.")
        await r.settled()
        assert len(other.documents) == 1
        assert b"In Riga." in other.documents[0].body
        assert await r.store.read(lambda c: rows.watchers_of(c, run.id)) == {}
        assert len(r.platform.lines) == 1


async def test_watching_can_be_left() -> None:
    casting = FakeCasting(gated=True)
    async with chamber(casting) as r:
        olga = admin(r)
        await asks(olga, "/chamber start riga")
        await until(lambda: len(casting.candidates) == 1)
        assert (await asks(olga, "/chamber leave")).startswith("You weren’t watching")
        await asks(olga, "/chamber watch")
        await until(lambda: len(r.platform.lines) == 1 and bool(r.platform.lines[0].said))
        r.platform.lines[0].lost = True
        await r.app.tick()
        await until(lambda: len(r.platform.lines) == 2 and bool(r.platform.lines[1].said))
        assert (await asks(olga, "/chamber leave")).startswith("You’re no longer watching ")
        await until(lambda: r.platform.lines[1].gone)


async def test_a_run_of_the_command_line_is_looked_at_now_and_then() -> None:
    store, clock = MemoryStore(), ManualClock()
    elsewhere = Claim("command-line.1", 4e9)
    await store.write(lambda c: hold_run(c, new_run(setup(), "abcdef0123456789"), elsewhere))
    async with chamber(FakeCasting(), store=store, clock=clock) as r:
        olga = admin(r)
        await asks(olga, "/chamber watch abc")
        await until(lambda: len(r.platform.lines) == 1)
        assert (await the_run(store)).address is None
        said = said_by(Speaker.PRIME, 1, "Where were you born?")
        await store.write(
            lambda c: rows.mark_speaker_asked(c, elsewhere, "abcdef0123456789", Speaker.PRIME, may_stop=False)
        )
        await store.write(lambda c: rows.save_utterance(c, elsewhere, "abcdef0123456789", said, (), spent=1.0))
        await _next_look(clock)
        await until(lambda: "Where were you born?" in texts(r.platform.lines[0]))
        await store.write(
            lambda c: rows.settle_run(c, elsewhere, "abcdef0123456789", RunStatus.PAUSED, Why.STOPPED, spent=1.0)
        )
        await _next_look(clock)
        await until(lambda: r.platform.lines[0].gone)


async def _next_look(clock: ManualClock) -> None:
    await clock.sleepers(1)
    clock.advance(LOOK)


async def test_a_run_that_its_command_line_has_left_can_be_gone_on_with_here() -> None:
    store = MemoryStore()
    await store.write(lambda c: rows.put_run(c, new_run(setup(), "abcdef0123456789")))
    async with chamber(FakeCasting(), store=store) as r:
        olga = admin(r)
        await r.app.tick()
        assert (await the_run(store)).asking is None
        assert (await asks(olga, "/chamber resume")).endswith("continues.")
        assert (await over(r)).address == olga.address
        assert (await olga.next_where("is over")).startswith("The run a talk (abcdef01)")


async def test_a_transcript_so_far_can_be_had_at_any_time() -> None:
    casting = FakeCasting(gated=True)
    async with chamber(casting) as r:
        olga = admin(r)
        await speaking(olga, casting)
        assert (await asks(olga, "/chamber transcript")).startswith("The run riga")
        await until(lambda: bool(olga.documents))
        assert b"Where were you born?" in olga.documents[0].body
        assert b"SECRET" not in olga.documents[0].body


# --- a process that ends --------------------------------------------------------------------------------------------


async def test_after_a_restart_it_goes_on_by_itself_and_is_watched_again(tmp_path: Path) -> None:
    path = new_database(tmp_path)
    casting = FakeCasting(gated=True)
    async with chamber(casting, store=store_at(path)) as r:
        olga = admin(r)
        await speaking(olga, casting)
        await asks(olga, "/chamber watch")
        await until(lambda: len(r.platform.lines) == 1)
        positions = r.platform.position()
    again = FakeCasting(gated=True)
    platform = type(r.platform)(r.clock, first=positions + 100)
    async with chamber(again, store=store_at(path), platform=platform) as r:
        await until(lambda: len(again.candidates) == 1)
        await again.candidates[0].begun(1)
        await until(lambda: len(platform.lines) == 1 and "Where were you born?" in texts(platform.lines[0]))
        again.candidates[0].gate.set()
        run = await over(r)
        olga = admin(r)
        assert (await olga.next()).startswith(f"The run riga ({run.id[:8]}) is over")
        assert len(await r.store.read(lambda c: rows.utterances_of(c, run.id))) == 6
        assert len(again.primes[0].requests) == 2
