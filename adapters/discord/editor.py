"""The editor: a dialog of Discord with one long field, in which code is written. Pure; sends nothing.

Nothing of it is remembered. Its button carries in its custom id what the dialog needs, and the dialog, which has the
same one, hands it back with what was written; the code to begin with is read from the message under which it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord

from adapters.discord.markdown import FENCE, single_line_label
from core.contracts.fences import fence_code
from core.contracts.messages import Text, Unusable, UnusableKind
from core.delivery.splitting import is_blank, replace_surrogates

LIMIT: Final = 4000
"""UTF-16 units in the field."""
_LABEL: Final = 45
"""Over the dialog, and over its field."""
_FIELD: Final = "code"
_PREFIX: Final = "e:"


def custom_id(label: str) -> str:
    """Of the button that opens a field with this label, and of the dialog; at most 100 units."""
    return f"{_PREFIX}{single_line_label(label, _LABEL)}"


def editor_label(data: Mapping[str, Any]) -> str:
    """The label in the custom id of a button or a dialog, by what Discord tells of it; empty for no editor of ours."""
    known = str(data.get("custom_id", ""))
    return known.removeprefix(_PREFIX) if known.startswith(_PREFIX) else ""


def editor_dialog(label: str, message: discord.Message | None) -> discord.ui.Modal:
    """The dialog for a button under `message`."""
    known = custom_id(label)
    title = _label_of(message, known) or label
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=_FIELD,
        style=discord.TextStyle.paragraph,
        default=_begun(message.content if message else "") or None,
        max_length=LIMIT,
    )
    shown = discord.ui.Modal(title=single_line_label(title, _LABEL), custom_id=known, timeout=None)
    shown.add_item(discord.ui.Label(text=label, component=field))
    # The library would keep the dialog in memory for as long as it is not stopped.
    shown.stop()
    return shown


def submitted_text(data: Mapping[str, Any]) -> Text | Unusable:
    """What was handed in with the dialog."""
    fields = (row.get("component") or {} for row in data.get("components") or [])
    code = next((str(field.get("value") or "") for field in fields if field.get("custom_id") == _FIELD), "")
    if is_blank(code):
        return Unusable(kind=UnusableKind.EMPTY)
    return Text(text=fence_code(replace_surrogates(code)))


def _label_of(message: discord.Message | None, known: str) -> str:
    rows = message.components if message else []
    buttons = (part for row in rows if isinstance(row, discord.ActionRow) for part in row.children)
    return next(
        (part.label or "" for part in buttons if isinstance(part, discord.Button) and part.custom_id == known), ""
    )


def _begun(content: str) -> str:
    """The block of code that a message ends with. One that fills it is the end of one that was cut: no beginning."""
    head, _, code = content.removesuffix(f"\n{FENCE}").rpartition(f"{FENCE}\n")
    return code if head and content.endswith(f"\n{FENCE}") else ""
