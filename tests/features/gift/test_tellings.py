"""What several of a family tell of one event, side by side."""

from __future__ import annotations

from core.contracts.chore import PageSetter
from core.store.schema_families import tellings
from tests.fakes.gifts import GARDEN, family
from tests.fakes.stores import count


async def test_the_same_event_told_by_two_stands_side_by_side() -> None:
    async with family() as around:
        await around.opens(await around.gives())
        await around.writes(around.nina, GARDEN)
        await around.passes()
        await around.presses(around.masha, "button-telling")
        await around.writes(around.masha, "I remember the pears, not the apples.")
        setter = around.r.app.runtime.services.pop(PageSetter)
        await around.writes(around.nina, "/family")
        await around.presses(around.nina, "button-family-both")
        text = around.nina.documents[-1].body.decode()
        assert text.index("Grandma Nina") < text.index(GARDEN) < text.index("Masha") < text.index("the pears")
        around.r.app.runtime.services[PageSetter] = setter
        await around.writes(around.nina, "/family")
        await around.presses(around.nina, "button-family-both")
        assert around.nina.documents[-1].body.startswith(b"%PDF")
        await around.presses(around.masha, "button-telling-drop")
        assert await around.r.store.read(lambda c: count(c, tellings)) == 0
        said = [entry.text for entry in (await around.r.record()).entries]
        assert not any("pears" in text for text in said)
