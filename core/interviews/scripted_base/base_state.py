"""What every kind of interview remembers about how it has spoken and been spoken to."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from core.interviews.scripted_base.books import Refusal

Count = Annotated[int, Field(ge=0)]
Bits = Annotated[str, Field(pattern=r"^[0-9a-f]*$", max_length=2_000)]
"""Numbers below 8,000, as bits in hexadecimal."""


class SpokenState(BaseModel):
    """Kept with the session, and with every question, so that this question can be asked again."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    vote: str = ""
    """Another language that the newest answer was in."""
    offline: bool = False
    """No model was there at the newest turn."""
    said: tuple[str, ...] = ()
    """Notices that are said once: "offline", "fallback", "budget"."""
    variants: dict[str, int] = {}
    """Which of several wordings comes next, for each kind of sentence."""
    met_question: int = 0
    """`seq` of the open question, when part of its answer was met already by a word about stopping or distress."""
    met: Count = 0
    """So many characters of that answer."""

    question_id: str = ""
    """The subject of the script that the talk is at."""
    told: Bits = ""
    """Subjects that are told well, by their place in the script."""
    taken_up: Bits = ""
    """Subjects that have been asked about."""
    follow_ups: Count = 0
    """Messages in a row that stayed with the open subject."""
    dry: Count = 0
    """Answers in a row to these that brought nothing new."""
    probes: Bits = ""
    """Which of the script's probes were asked, numbered through the script."""
    named: tuple[str, ...] = ()
    """Whom and what of theirs was taken up by name without a model, the newest last."""
    hooks: tuple[str, ...] = ()
    """What the person opened and has not told, in their words, newest first."""
    unsettled: tuple[str, ...] = ()
    """What they told in two ways."""
    mended: tuple[str, ...] = ()
    """What the guard did to the newest message."""
    refused: tuple[Refusal, ...] = ()
    """Subjects that are closed."""
    wishes: tuple[str, ...] = ()
    """What the person wishes of the interview, in few words."""
    on_return: str = ""
    """What is said first when they come back from a pause; empty where nothing was thought of."""
    since: Count = 1
    """`seq` from which on a decision sees every word."""
    witnessed: Count = 9
    """Messages since the last one that only said back what was told."""

    def dump(self) -> dict[str, JsonValue]:
        """As JSON values, for `Turn.state`."""
        return self.model_dump(mode="json")


def marked(bits: str, *numbers: int) -> str:
    """The bits with these numbers set."""
    value = int(bits or "0", 16)
    for number in numbers:
        value |= 1 << number
    return f"{value:x}"


def unmarked(bits: str, *numbers: int) -> str:
    """The bits without these numbers."""
    value = int(bits or "0", 16)
    for number in numbers:
        value &= ~(1 << number)
    return f"{value:x}"


def numbers_in(bits: str) -> frozenset[int]:
    value = int(bits or "0", 16)
    return frozenset(number for number in range(value.bit_length()) if value >> number & 1)
