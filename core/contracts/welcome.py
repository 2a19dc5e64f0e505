"""What somebody is shown before they begin on a page, and what its form says: one press in place of three questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field

BEGIN = "begin"
"""The command that the form sends, with a `BeginRequest` as its argument."""
ENTER = "enter"
"""The command by which somebody comes in who is shown a welcome: nothing is said yet."""


class BeginRequest(BaseModel):
    """What the form says; its JSON is the command's argument."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str = Field(max_length=60)
    consent: str = Field(max_length=64)
    """The digest of the text that they were shown and agreed to."""
    name: str = Field(default="", max_length=200)
    language: str = Field(default="", max_length=12)
    """The language of the page that they pressed the button on."""
    invitation: str = Field(default="", max_length=64)
    """The code of the invitation that they come with, which is replaced by its digest before anything is kept."""
    reads_along: bool | None = None
    """Their answer to whether the giver of a gift may read along; None where nobody asks that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedInterview:
    kind: str
    title: str
    about: str
    """A sentence about it; may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsentOffer:
    """What somebody agrees to by beginning."""

    digest: str
    lines: tuple[str, ...]
    """The gist, in a few short lines."""
    text: str
    """The whole text, which is kept with their consent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainInvitation:
    """Where an ordinary invitation leads."""

    chosen: OfferedInterview | None
    """None: they choose for themselves once they are in."""


class Welcome(Protocol):
    """Tells a page what can be begun there, and what somebody agrees to by it."""

    @property
    def has_model(self) -> bool:
        """Tell whether a language model words the questions."""

    def offered(self, language: str) -> tuple[OfferedInterview, ...]:
        """Return what everybody can choose from; the first is what most come for."""

    def consent(self, kind: str, platform: str, language: str) -> ConsentOffer | None:
        """Return what somebody would agree to now; None where no such interview can be begun."""

    async def invited(self, code: str, language: str) -> PlainInvitation | None:
        """Return where an invitation that is still valid leads; None for any other code. Uses nothing up."""
