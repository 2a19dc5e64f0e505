"""The operator deletes an interview while its person is in the middle of it."""

from __future__ import annotations

from pathlib import Path

from bot.operator_desk import OperatorService
from bot.setup_page import SetupPage
from core.store.records import session_ids
from tests.fakes.app import OPEN, running, thinking_model


async def test_deleting_in_the_midst_of_a_turn_leaves_somebody_who_can_go_on(tmp_path: Path) -> None:
    """Nothing of it comes back with the turn that was under way, and the next words are heard."""
    model = thinking_model()
    async with running(model=model) as r:
        person = await r.beginning()
        setup = SetupPage(path=tmp_path / "config.toml", clock=r.clock)
        house = OperatorService(
            settings=OPEN, store=r.store, slow_read=r.store.read, clock=r.clock, titles={}, setup=setup
        )
        house.audio = r.app.runtime.audio
        [session] = await r.sessions()
        await person.write("A blue door.")
        await model.begun(1, "talk")
        assert await house.delete(session.id, (await house.session(session.id)).confirmation)
        model.gate.set()
        await r.settled()
        assert session.id not in await r.store.read(session_ids)
        await person.begin("plain")
        await r.settled()
        [fresh] = await r.sessions()
        assert fresh.id != session.id
        assert await r.says(person, "A green gate.")
        told = [text for _, texts in await r.told() for text in texts]
        assert told[-1:] == ["A green gate."]
