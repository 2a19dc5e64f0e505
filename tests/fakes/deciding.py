"""What a model decides that takes up the agenda one subject after the other, read from the prompt as a model would."""

from __future__ import annotations

import re
from typing import Any

from core.contracts.ports import Prompt

_NEAREST = re.compile(r"\bNot asked yet: ([\w-]+)|<window>\s*<q id=\"([\w-]+)\"")
_THEIRS = re.compile(r"<they [^>]*>(.*?)</they>", re.DOTALL)


def whole(prompt: Prompt) -> str:
    """Everything that is sent after the system's part."""
    return "\n".join((*prompt.transcript, prompt.user))


def goes_on(shown: str) -> dict[str, Any]:
    """On to the nearest subject, in the script's own words; to the end where there is none. `shown`: as `whole`."""
    nearest = _NEAREST.search(shown)
    if nearest is None:
        return {"move": "close"}
    return {"move": "turn", "about": nearest[1] or nearest[2]}


def asks(message: str) -> dict[str, Any]:
    """Further into what is told, in these words."""
    return {"move": "stay", "message": message, "language": "en"}


def newest(shown: str) -> str:
    """The last of the person's messages."""
    found = _THEIRS.findall(shown)
    return str(found[-1]) if found else ""
