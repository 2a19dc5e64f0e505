"""Render core's messages for Discord: its Markdown, buttons and menus. Pure; sends nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import discord

from adapters.discord.editor import custom_id
from adapters.discord.inbound import PREFIX
from adapters.discord.markdown import ELLIPSIS, escape_discord, render_discord, replace_unsendable, single_line_label
from core.contracts.messages import Choice, Say, Span
from core.contracts.ports import Buttons
from core.delivery.fitting import split_text, utf16_length

TEXT_LIMIT: Final = 2000
"""UTF-16 units in the content of a message, markup and backslashes included."""
_ROWS: Final = 5
"""Rows of buttons, or menus, under one message."""
_BUTTONS: Final = 5
"""Buttons in a row."""
_AS_BUTTONS: Final = 10
"""The most choices that are shown as buttons; more become menus."""
_OPTIONS: Final = 25
"""Entries of a menu."""
_BUTTON_LABEL: Final = 80
_OPTION_LABEL: Final = 100
_RANGE_LABEL: Final = 60
BUTTONS: Final = Buttons(most=_ROWS * _OPTIONS, label=_BUTTON_LABEL, editors=True)
_WINDOW: Final = TEXT_LIMIT + 200
"""How many characters are searched for the end of a message."""

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Choices under a message: side by side as buttons, or one menu."""

    choices: tuple[Choice, ...]
    menu: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordPart:
    """One message: its content in Markdown, at most `TEXT_LIMIT` UTF-16 units, and the rows under it."""

    content: str
    view_rows: tuple[Row, ...] = ()


def parts(say: Say) -> list[DiscordPart]:
    """Return the messages for a `Say`, in order, the choices under the last. Empty when there is nothing to read."""
    contents = [content for _, _, content in _stretches(replace_unsendable(say.text), say.spans)]
    if not contents:
        return []
    choices, menu = say.choices, len(say.choices) > _AS_BUTTONS
    if menu:  # an entry of a menu can only be chosen, and cannot open an editor
        choices = tuple(choice for choice in choices if not choice.editor)
    rows = [Row(choices=tuple(few), menu=menu) for few in _batches(choices, _OPTIONS if menu else _BUTTONS)]
    first, *more = _batches(rows, _ROWS) or [()]
    return [
        *(DiscordPart(content=content) for content in contents[:-1]),
        DiscordPart(content=contents[-1], view_rows=tuple(first)),
        *(DiscordPart(content=ELLIPSIS, view_rows=tuple(below)) for below in more),
    ]


def caption(text: str) -> str | None:
    """Return the content of one message for a text, shortened to what Discord takes; None for a blank text."""
    text = replace_unsendable(text).strip()
    stretch = next(_stretches(text, ()), None)
    if stretch is None:
        return None
    _, end, content = stretch
    while end < len(text) and utf16_length(content) >= TEXT_LIMIT:
        _, end = split_text(text[:end], utf16_length(text[:end]) - 1)[0]
        content = escape_discord(text[:end])
    return content if end == len(text) else content + ELLIPSIS


def button_view(rows: Sequence[Row]) -> discord.ui.View | None:
    """Return the view under a message that is sent; nothing waits for it to be pressed.

    A press comes back with `PREFIX` and the choice's data as the button's custom id, or the data as the menu's value.
    """
    if not rows:
        return None
    shown = discord.ui.View(timeout=None)
    menus = sum(row.menu for row in rows)
    for number, row in enumerate(rows):
        for item in _items(row, number, several=menus > 1):
            shown.add_item(item)
    # The library would keep the view in memory for as long as it is not stopped.
    shown.stop()
    return shown


def _stretches(text: str, spans: Sequence[Span]) -> Iterator[tuple[int, int, str]]:
    """Yield the stretches of a tidied text that make a message each, with its content."""
    at = 0
    while words := text[at:].lstrip():
        at = len(text) - len(words)
        limit = TEXT_LIMIT
        while True:
            end = at + split_text(text[at : at + _WINDOW], limit)[0][1]
            content = render_discord(text, spans, at, end)
            if utf16_length(content) <= TEXT_LIMIT:
                break
            # How much of it fits depends on what must be escaped there.
            limit = min(limit - 1, limit * TEXT_LIMIT // utf16_length(content))
        yield at, end, content
        at = end


def _batches(items: Sequence[_Item], size: int) -> list[Sequence[_Item]]:
    return [items[at : at + size] for at in range(0, len(items), size)]


def _items(row: Row, number: int, *, several: bool) -> list[discord.ui.Item[Any]]:
    if not row.menu:
        return [
            discord.ui.Button(
                label=single_line_label(choice.label, _BUTTON_LABEL),
                custom_id=custom_id(choice.editor) if choice.editor else f"{PREFIX}{choice.data}",
                row=number,
            )
            for choice in row.choices
        ]
    options = [
        discord.SelectOption(label=single_line_label(choice.label, _OPTION_LABEL), value=choice.data)
        for choice in row.choices
    ]
    # One menu is told in the words of the person's own Discord to choose; of several each says what is in it.
    told = [single_line_label(choice.label, _RANGE_LABEL) for choice in (row.choices[0], row.choices[-1])]
    placeholder = f" {ELLIPSIS} ".join(told) if several else None
    return [discord.ui.Select(custom_id=f"{PREFIX}menu:{number}", options=options, placeholder=placeholder, row=number)]
