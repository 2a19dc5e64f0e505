"""What buttons carry: a command, and the question that they belong to; 64 bytes of ASCII, as the strictest takes.

A press comes back from outside, so `decode_button` trusts nothing in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.contracts.about import COMMAND
from core.contracts.messages import Choice

LIMIT = 64
PICK = "pick"
"""The command of a button that answers the open question."""
KEEP = "=keep"
"""The argument of a button that leaves everything as it is."""
LISTED = "=list"
"""The argument of a button that shows what there is to choose from."""
_ARGUMENT = r"[a-z0-9=-]{1,24}"
_SHAPE = re.compile(rf"([a-z]{{1,16}})(?:~({_ARGUMENT}))?(?:@([a-z0-9]{{1,24}})\.([0-9]{{1,9}}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    command: str
    argument: str = ""
    session_id: str = ""
    """With `seq`: the question that the button was shown under. Empty for a button that is good at any time."""
    seq: int = 0


def fits_button(argument: str) -> bool:
    """Return whether a button can carry an argument."""
    return re.fullmatch(_ARGUMENT, argument) is not None


def encode_button(button: Button) -> str:
    """Return `command~argument@session.seq`, without the parts that are empty. Raises ValueError if it does not fit."""
    data = button.command
    if button.argument:
        data += f"~{button.argument}"
    if button.session_id:
        data += f"@{button.session_id}.{button.seq}"
    if len(data) > LIMIT or not _SHAPE.fullmatch(data):
        raise ValueError(f"no button can carry {data!r}")
    return data


def intake_button(session_id: str, code: str, label: str) -> Choice:
    argument = f"{code}-{session_id}"
    return Choice(
        label=label, data=encode_button(Button(command=COMMAND, argument=argument if fits_button(argument) else code))
    )


def decode_button(data: str) -> Button | None:
    """Undo `encode_button`; return None for what no button of ours carries."""
    found = _SHAPE.fullmatch(data)
    if found is None:
        return None
    command, argument, session_id, seq = found.groups()
    return Button(command=command, argument=argument or "", session_id=session_id or "", seq=int(seq or 0))
