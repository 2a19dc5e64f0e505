"""The book of a gift: whom of the family it reaches, when, and what keeps it back until the last moment."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from core.contracts.errors import ModelUnavailable, TryLater
from core.contracts.messages import Outgoing
from tests.fakes.app import until
from tests.fakes.discreet import discreet
from tests.fakes.gifts import GARDEN, Around, family
from tests.fakes.model import ScriptedModel
from tests.fakes.platform import FakePerson
from tests.features.book.bindery import FakeBindery, bound

pytest.importorskip("core.features.gift")
DAYTIME, NIGHT = timedelta(hours=1), timedelta(hours=12)


@pytest.fixture
async def around() -> AsyncIterator[Around]:
    """Masha, who is known to Nina, and Petya, of whom she has not been told."""
    async with family() as its:
        bound(its.r)
        await its.opens(await its.gives())
        await its.writes(its.nina, GARDEN)
        await its.passes()
        yield its


async def approves(around: Around, yes: str = "ours") -> str:
    """Nina reads the book and says yes; what she was asked."""
    await around.writes(around.nina, "/book")
    await around.presses(around.nina, "book-button-told")
    (asked,) = await around.presses(around.nina, "book-button-go", last="yes")
    await around.presses(around.nina, f"book-button-{yes}")
    return asked


def books(person: FakePerson) -> list[str]:
    return [each.name.rpartition("-")[2] for each in person.documents if "book" in each.name]


FILES = ["book.pdf", "book.epub", "book.html"]


async def test_with_a_yes_it_comes_to_those_whom_the_teller_was_told_of(around: Around) -> None:
    asked = await approves(around)
    assert asked == around.word("book-end", family="yes", people=1, names="Masha")
    assert books(around.nina) == books(around.masha) == FILES
    assert around.word("book-family", teller="Grandma Nina") in around.masha.said
    assert books(around.petya) == []
    await around.writes(around.nina, "/book")
    await around.presses(around.nina, "book-button-send")
    assert (len(books(around.nina)), books(around.masha)) == (6, FILES)


async def test_what_is_for_the_teller_alone_goes_to_nobody_else(around: Around) -> None:
    await approves(around, "mine")
    assert (books(around.nina), books(around.masha)) == (FILES, [])


async def test_without_the_leave_nobody_is_named_and_nobody_gets_it(around: Around) -> None:
    await around.writes(around.nina, "/family")
    await around.presses(around.nina, "button-family-no")
    assert await approves(around) == around.word("book-end")
    assert (books(around.nina), books(around.masha)) == (FILES, [])


async def test_who_wants_nothing_gets_none(around: Around) -> None:
    await around.writes(around.masha, "/family")
    await around.presses(around.masha, "button-family-none")
    await approves(around)
    assert books(around.masha) == []


async def test_by_night_it_waits_for_the_morning(around: Around) -> None:
    around.clock.advance(NIGHT.total_seconds())
    await approves(around)
    await around.passes(DAYTIME)
    assert (books(around.nina), books(around.masha)) == (FILES, [])
    await around.passes(NIGHT)
    assert books(around.masha) == FILES


_TAKES_BACK_THE_LEAVE = ("/family", "button-family-no")
_SENDS_HER_AWAY = ("/family", "button-family-drop")
_LEAVES_SOMETHING_OUT = ("/book", "book-button-stay", "book-button-out", "book-button-drop")
_WANTS_IT_FOR_HERSELF = ("/book", "book-button-stay", "book-button-go", "book-button-mine")


@pytest.mark.parametrize(
    "deeds", [_TAKES_BACK_THE_LEAVE, _SENDS_HER_AWAY, _LEAVES_SOMETHING_OUT, _WANTS_IT_FOR_HERSELF]
)
async def test_what_comes_about_before_it_goes_keeps_it_back(around: Around, deeds: tuple[str, ...]) -> None:
    tried = []

    def busy(message: Outgoing) -> TryLater | None:
        if message.address.chat != around.masha.address.chat:
            return None
        tried.append(message)
        return TryLater("Busy.", after=60)

    around.r.platform.trouble = busy
    # As long as something is tried again nothing comes to rest.
    await _does(around, "/book", "book-button-told", "book-button-go", "book-button-ours")
    await until(lambda: tried != [])
    await _does(around, *deeds)
    around.r.platform.trouble = lambda _: None
    await around.passes()
    assert books(around.masha) == []
    assert around.word("book-family", teller="Grandma Nina") not in around.masha.said


async def _does(around: Around, command: str, *keys: str) -> None:
    """What Nina writes, and then presses."""
    await around.nina.write(command)
    for key in keys:
        label = around.word(key, last="yes", name="Masha")
        await until(lambda label=label: label in around.buttons(around.nina))
        await around.nina.press(label)
        await around.r.desk_settled()


@pytest.mark.parametrize(("words", "comes"), [("The garden: keep that to yourself.", []), ("Good night.", FILES)])
async def test_it_waits_until_what_was_said_after_the_yes_is_read(around: Around, words: str, comes: list[str]) -> None:
    model = around.r.app.model
    assert isinstance(model, ScriptedModel)
    await around.writes(around.nina, "/done", "/done")
    await around.passes(NIGHT)
    await approves(around)
    model.books = lambda _prompt: ModelUnavailable("Down.", retry_after=None)
    await around.writes(around.nina, words)
    await around.passes(NIGHT)
    assert books(around.masha) == []
    model.books = discreet
    await around.passes(timedelta(hours=5))
    await around.passes(timedelta(minutes=2))
    assert books(around.masha) == comes


async def test_a_book_that_could_not_be_bound_is_tried_again(around: Around) -> None:
    bindery: FakeBindery = bound(around.r)
    bindery.fails = True
    await approves(around)
    assert books(around.masha) == []
    bindery.fails = False
    await around.passes(timedelta(hours=1))
    assert books(around.masha) == FILES


async def test_in_the_book_another_has_their_own_name_and_can_take_it_back() -> None:
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
