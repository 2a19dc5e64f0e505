"""What several of a family tell of one event: side by side, and in the book."""

from __future__ import annotations

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
        await around.writes(around.nina, "/family")
        await around.presses(around.nina, "button-family-both")
        text = around.nina.documents[-1].body.decode()
        assert text.index("Grandma Nina") < text.index(GARDEN) < text.index("Masha") < text.index("the pears")
        await around.presses(around.masha, "button-telling-drop")
        assert await around.r.store.read(lambda c: count(c, tellings)) == 0
        said = [entry.text for entry in (await around.r.record()).entries]
        assert not any("pears" in text for text in said)


async def test_in_the_book_another_stands_under_their_own_name_and_can_take_it_back() -> None:
    async with family() as around:
        await around.opens(await around.gives())
        await around.writes(around.nina, GARDEN)
        await around.passes()
        await around.presses(around.masha, "button-telling")
        await around.writes(around.masha, "I remember the pears.")
        await around.writes(around.nina, "/book")
        (part,) = await around.presses(around.nina, "book-button-told")
        assert part.index(GARDEN) < part.index("Masha") < part.index("I remember the pears.")
        await around.presses(around.nina, "book-button-out")
        await around.presses(around.nina, "book-button-cut", number=2)
        assert around.word("book-button-hide") not in around.buttons(around.nina)
        await around.presses(around.nina, "book-button-drop")
        (left,) = await around.presses(around.nina, "book-button-back", number=0)
        assert left == around.word("book-put-back")
        await around.presses(around.nina, "book-button-go")
        await around.presses(around.masha, "button-telling-drop")
        (part,) = await around.presses(around.nina, "book-button-go")
        assert "pears" not in part


async def test_a_yes_falls_when_another_tells_the_same() -> None:
    async with family() as around:
        await around.opens(await around.gives())
        await around.writes(around.nina, GARDEN)
        await around.passes()
        await around.presses(around.masha, "button-telling")
        await around.writes(around.nina, "/book")
        await around.presses(around.nina, "book-button-told")
        await around.presses(around.nina, "book-button-go", last="yes")
        await around.writes(around.masha, "I remember the pears.")
        assert await around.presses(around.nina, "book-button-mine") == [around.word("book-other-by-now")]
