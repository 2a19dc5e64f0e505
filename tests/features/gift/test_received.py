"""A giver's page shows again what was sent to them, and nothing that a teller keeps or takes back."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from core.contracts.giving import SentAnswer
from core.contracts.messages import Address
from core.features.gift.desk import GiftDesk
from core.store.schema import outbox
from core.store.schema_families import families
from tests.fakes.discreet import discreet
from tests.fakes.gifts import GARDEN, Around, family
from tests.fakes.model import ScriptedModel, new_question

MASHA = Address(platform="fake", chat="1")
COATS = "My mother sewed coats."
SECRET = "Please keep this between us: I pushed him."


def hearing() -> ScriptedModel:
    return ScriptedModel(talk=new_question, books=discreet)


async def received(around: Around, giver: Address = MASHA) -> tuple[SentAnswer, ...]:
    desk = GiftDesk(runtime=around.r.app.runtime)
    [family_id] = await around.r.store.read(lambda c: c.execute(families.select()).scalars().all())
    return await desk.sent_on(giver, family_id)


async def test_what_was_delivered_shows_in_the_tellers_words_as_it_was_told() -> None:
    async with family(model=hearing()) as around:
        await around.opens(await around.gives())
        await around.writes(around.nina, GARDEN)
        assert await received(around) == (), "it waits for the time of grace"
        await around.passes()
        await around.writes(around.nina, COATS)
        await around.passes()
        found = await received(around)
        assert [each.words for each in found] == [GARDEN, COATS]
        assert found[0].question == "What is the very first thing you remember?"
        assert found[0].day == date(2026, 3, 2)


@pytest.mark.parametrize("how", ["apart", "private", "undo", "leave"])
async def test_what_a_teller_keeps_or_takes_back_does_not_show(how: str) -> None:
    async with family(model=hearing()) as around:
        await around.opens(await around.gives())
        await around.writes(around.nina, GARDEN)
        await around.passes()
        assert [each.words for each in await received(around)] == [GARDEN]
        match how:
            case "apart":
                await around.writes(around.nina, SECRET)
                await around.passes(timedelta(days=1))
                assert [each.words for each in await received(around)] == [GARDEN]
                return
            case "private":
                await around.presses(around.nina, "button-private")
            case "undo":
                await around.writes(around.nina, "/undo")
            case "leave":
                await around.r.store.write(lambda c: c.execute(families.update().values(leave="no")))
        assert await received(around) == ()


async def test_a_letter_that_was_not_delivered_does_not_show() -> None:
    async with family(model=hearing()) as around:
        await around.opens(await around.gives())
        await around.writes(around.nina, GARDEN)
        await around.passes()
        await around.r.store.write(lambda c: c.execute(outbox.update().values(sent_at=None, dead_at=1.0)))
        assert await received(around) == ()


async def test_an_edit_after_the_letter_shows_no_words_that_were_not_sent() -> None:
    async with family(model=hearing()) as around:
        await around.opens(await around.gives())
        ref = await around.nina.write(GARDEN)
        await around.r.settled()
        await around.passes()
        await around.nina.edit(ref, f"{GARDEN} Nobody knows of the well.")
        await around.r.settled()
        await around.passes()
        assert [each.words for each in await received(around)] == [GARDEN]


async def test_only_the_giver_sees_it() -> None:
    async with family(model=hearing()) as around:
        await around.opens(await around.gives())
        await around.invites(around.petya)
        await around.writes(around.nina, GARDEN)
        await around.passes()
        for chat in "234":
            assert await received(around, Address(platform="fake", chat=chat)) == (), chat
