"""Keep the memory that every kind of interview has of how it has spoken and been spoken to."""

from __future__ import annotations

from typing import Annotated

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, JsonValue, field_validator

Count = Annotated[int, Field(ge=0)]
Bits = Annotated[str, Field(pattern=r"^[0-9a-f]*$", max_length=2_000)]
"""Numbers below 8,000, as bits in hexadecimal."""


class Refusal(BaseModel):
    """A subject that is closed until the person opens it again."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    subject: str
    """Its whole name, in the person's language."""
    seq: int = 0
    """`seq` of the question that they refused in answer to."""


class SpokenState(BaseModel):
    """Kept with the session, and with every question, so that this question can be asked again."""

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)

    vote: str = ""
    """Another language that the newest answer was in."""
    offline: bool = False
    """No model was there at the newest turn."""
    said: tuple[str, ...] = ()
    """Notices that are said once: "offline", "fallback", "budget"."""
    variants: dict[str, int] = {}
    """The number of the last wording used, for each kind of sentence."""
    met_question: int = 0
    """`seq` of the open question, when part of its answer was met already by words that left it open."""
    met: Count = 0
    """The number of characters of that answer that were met."""

    question_id: str = ""
    """The subject of the script that the talk is at."""
    told: Bits = ""
    """Subjects that are told well, by their place in the script."""
    taken_up: Bits = ""
    """Subjects that have been asked about."""
    follow_ups: Count = 0
    """Messages in a row that stayed with the open subject."""
    probes: Bits = ""
    """The script's probes that were asked, numbered through the script."""
    threads: tuple[str, ...] = Field(default=(), validation_alias=AliasChoices("threads", "hooks"))
    """Threads that the person touched and has not told, in their words, newest first."""
    refused: tuple[Refusal, ...] = ()
    """Subjects that are closed."""
    wishes: tuple[str, ...] = ()
    """The person's wishes about the interview, in few words."""
    next_time: str = Field(default="", validation_alias=AliasChoices("next_time", "on_return"))
    """The subject they asked to begin with when they come back."""
    since: Count = 1
    """`seq` from which on the model sees every word."""

    @field_validator("refused", mode="before")
    @classmethod
    def _without_passed_questions(cls, value: object) -> object:
        """Leave out single questions that were passed over, which older states kept among the closed subjects."""
        if not isinstance(value, list | tuple):
            return value
        return [each for each in value if not (isinstance(each, dict) and each.get("kind") == "skip")]

    @property
    def closed(self) -> tuple[str, ...]:
        return tuple(each.subject for each in self.refused)

    def dump(self) -> dict[str, JsonValue]:
        """Return it as JSON values, for `Turn.state`."""
        return self.model_dump(mode="json")


def set_bits(bits: str, *numbers: int) -> str:
    value = int(bits or "0", 16)
    for number in numbers:
        value |= 1 << number
    return f"{value:x}"


def clear_bits(bits: str, *numbers: int) -> str:
    value = int(bits or "0", 16)
    for number in numbers:
        value &= ~(1 << number)
    return f"{value:x}"


def bit_numbers(bits: str) -> frozenset[int]:
    value = int(bits or "0", 16)
    return frozenset(number for number in range(value.bit_length()) if value >> number & 1)
