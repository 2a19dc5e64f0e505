"""Buttons with more words than have room, and more buttons than have room."""

from __future__ import annotations

from dataclasses import replace

from adapters.telegram.outbound import BUTTONS, parts
from bot.clock import SystemClock
from core.contracts.messages import Choice, Say
from core.contracts.ports import Buttons
from core.delivery.fitting import fit_buttons
from core.languages.messages import say
from tests.fakes.app import running
from tests.fakes.platform import FakePlatform

ROOM = Buttons(most=3, label=8)
SHORT = (Choice(label="Skip", data="skip"), Choice(label="Пауза 🙂", data="pause"))
LONG = (*SHORT, Choice(label="The river in spring", data="topic~river"))


def test_what_has_room_stays_as_it_is() -> None:
    told = Say(text="And then?", choices=SHORT, asks=True)
    assert fit_buttons(told, ROOM) is told


def test_words_without_room_are_said_in_the_text() -> None:
    shown = fit_buttons(Say(text="Which?", choices=LONG), ROOM)
    assert shown.text == "Which?\n\n1. Skip\n2. Пауза 🙂\n3. The river in spring"
    assert [(choice.label, choice.data) for choice in shown.choices] == [
        ("1", "skip"), ("2", "pause"), ("3", "topic~river"),
    ]  # fmt: skip


def test_what_opens_an_editor_is_left_out_where_there_are_none() -> None:
    told = Say(text="Begin.", choices=(Choice(label="Write", data="", editor="Your code"), *SHORT))
    assert fit_buttons(told, ROOM).choices == SHORT
    assert fit_buttons(told, replace(ROOM, editors=True)) is told


def test_more_buttons_than_have_room_stand_under_a_further_message() -> None:
    choices = tuple(Choice(label=f"Episode {n}", data=f"topic~{n}") for n in range(BUTTONS.most + 5))
    first, second = parts(Say(text="Which?", choices=choices))
    assert first.keyboard is not None
    assert second.keyboard is not None
    rows = [*first.keyboard.inline_keyboard, *second.keyboard.inline_keyboard]
    assert [button.callback_data for row in rows for button in row] == [choice.data for choice in choices]
    assert sum(map(len, second.keyboard.inline_keyboard)) == 5


class NarrowPlatform(FakePlatform):
    """A platform with room for a few letters on a button."""

    capabilities = replace(FakePlatform.capabilities, buttons=Buttons(most=100, label=4))


async def test_a_button_with_a_number_does_what_its_words_say() -> None:
    async with running(platform=NarrowPlatform(SystemClock())) as r:
        person = await r.beginning()
        await person.write("/help")
        await person.next_where(f"1. {say('en', 'button-all-commands')}")
        await person.press("1")
        await person.next_where("/cadence")
