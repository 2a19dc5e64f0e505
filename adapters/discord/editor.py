"""The editor: a dialog of Discord with one long field, in which code is written. Pure; sends nothing.

The program remembers nothing about it. The button and the dialog share a custom id, which carries all the dialog
needs; the code to begin with is read from the message above the button.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord

from adapters.discord.markdown import FENCE, single_line_label
from core.contracts.fences import fence_code
from core.contracts.messages import Text, Unusable, UnusableKind
from core.delivery.fitting import is_blank, replace_surrogates

LIMIT: Final = 4000
"""The most UTF-16 units in the field."""
_LABEL: Final = 45
"""The longest label of the dialog and of its field."""
_FIELD: Final = "code"
_PREFIX: Final = "e:"


def custom_id(label: str) -> str:
    """Return the custom id of the button that opens a field with this label, and of the dialog; at most 100 units."""
    return f"{_PREFIX}{single_line_label(label, _LABEL)}"


def editor_label(data: Mapping[str, Any]) -> str:
    """Return the label in the custom id of a button or a dialog; empty when it is no editor of ours."""
    known = str(data.get("custom_id", ""))
    return known.removeprefix(_PREFIX) if known.startswith(_PREFIX) else ""


def editor_dialog(label: str, message: discord.Message | None) -> discord.ui.Modal:
    """Return the dialog for a button under `message`: with the button's title, and the code that ends the message."""
    known = custom_id(label)
    title, begun = label, ""
    if message is not None:
        buttons = (part for row in message.components if isinstance(row, discord.ActionRow) for part in row.children)
        titles = (part.label for part in buttons if isinstance(part, discord.Button) and part.custom_id == known)
        title = next(titles, None) or label
        head, _, code = message.content.removesuffix(f"\n{FENCE}").rpartition(f"{FENCE}\n")
        # A block that fills the message is the end of one that was cut, so there is no beginning in it.
        begun = code if head and message.content.endswith(f"\n{FENCE}") else ""
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=_FIELD, style=discord.TextStyle.paragraph, default=begun or None, max_length=LIMIT
    )
    shown = discord.ui.Modal(title=single_line_label(title, _LABEL), custom_id=known, timeout=None)
    shown.add_item(discord.ui.Label(text=label, component=field))
    # The library would keep the dialog in memory for as long as it is not stopped.
    shown.stop()
    return shown


def submitted_text(data: Mapping[str, Any]) -> Text | Unusable:
    """Return the code that was handed in with the dialog."""
    fields = (row.get("component") or {} for row in data.get("components") or [])
    code = next((str(field.get("value") or "") for field in fields if field.get("custom_id") == _FIELD), "")
    if is_blank(code):
        return Unusable(kind=UnusableKind.EMPTY)
    return Text(text=fence_code(replace_surrogates(code)))
