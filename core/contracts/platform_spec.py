"""How a platform is registered. Nothing here loads what talks to it: the functions of a spec do, in their bodies."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Generic, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, SecretStr

if TYPE_CHECKING:
    from core.contracts.findings import Finding
    from core.contracts.operator_desk import OperatorDesk
    from core.contracts.ports import Clock, Platform

Section = TypeVar("Section", bound="PlatformSection")
Menu = tuple[tuple[str, str], ...]
"""Commands with what they do, in one language."""
INVITATION_PATIENCE = 5.0
"""Seconds for a platform to say what the bot is called there, while somebody waits for an invitation."""
DOCTOR_PATIENCE = 10.0
"""Seconds for it to answer the doctor."""


def _at_home(value: Path) -> Path:
    try:
        return value.expanduser()
    except RuntimeError:
        raise ValueError("the folder that ~ stands for is not known; write it out") from None


File = Annotated[Path, AfterValidator(_at_home)]
"""A path in the configuration, which may begin with ~."""


class PlatformSection(BaseModel):
    """What an operator can set of a platform; it is served where there is a token, or where it says so itself."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    token: SecretStr = SecretStr("")
    token_file: File | None = None

    @property
    def secret(self) -> str:
        return self.token.get_secret_value()

    @property
    def secrets(self) -> tuple[str, ...]:
        """Return what no line of the log may hold; empty ones count for nothing."""
        return (self.secret,)

    @property
    def is_served(self) -> bool:
        return bool(self.secret)


class Contact(StrEnum):
    """With a platform's own servers; what is here itself has it while it is served."""

    MADE = "made"
    LOST = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """What a platform is made with beside its settings."""

    clock: Clock
    data_dir: Path
    """Where it may keep files of its own, each with the platform's name in front."""
    menus: Mapping[str, Menu]
    """By language; "" is for every other."""
    titles: Mapping[str, Mapping[str, str]]
    """Of each interview that can be begun, by kind and language."""
    on_accepted: Callable[[], None]
    """To be called once, when the platform has accepted the token."""
    on_contact: Callable[[Contact], None] = lambda _: None
    """To be called with each change, and as often between as is convenient."""
    tell: Callable[[str], None]
    """Says a line to whoever has started the program."""
    show: Callable[[str], None]
    """Brings a link before their eyes, which lets in one browser, once."""
    longest: float = 1_200.0
    """Seconds of the longest recording that is heard."""
    hears: bool = True
    """There is something that hears recordings; where there is not, they are kept until there is."""
    operator: OperatorDesk | None = None
    """For a platform that has a place for whoever runs the house."""
    guides: bool = False
    """Whoever has started the program sits before what `tell` says, alone, and is shown the way to that place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformSpec(Generic[Section]):
    name: str
    """In small letters: of its section in the configuration, of its addresses, and of `Platform.name`."""
    title: str
    """What people call it."""
    section: type[Section]
    example: str
    """The id of a person there, as it could be."""
    ids: str = r"\S+"
    """What such an id looks like, as a regular expression."""
    make: Callable[[Section, Wiring], Platform]
    """Raises ConfigurationError where the settings cannot be right."""
    examine: Callable[[Section], AsyncIterator[Finding]]
    """For the doctor: whether the platform knows the bot and lets it work. Nothing is received or sent."""
    invitation: Callable[[Section, str, str, Path], Awaitable[list[str]]]
    """Return how somebody comes in with a code, in lines for the operator, in a language.

    The last argument is the data folder, where a running program may have noted how it is reached. Raises
    ConfigurationError as `make` does."""
    way_in: str
    """The same in a sentence with `{code}` in it, as far as it can be told without a token."""
    beginning: str = ""
    """How an operator comes by a token: the key of its words."""
    switch: str = "token"
    """The key of its section that has it served."""
    home: str = ""
    """The chat there that only whoever sits at this computer can write in; empty where there is none."""
    advice: str = ""
    """What whoever has just started the bot should know of it."""


class NotAccepted(Exception):
    """The platform does not know the token."""


class NoAnswer(Exception):
    """The platform could not be asked; its text says why, and holds no secret."""

    @classmethod
    def within(cls, patience: float) -> NoAnswer:
        """Say that nothing came in time."""
        return cls(f"nothing came within {patience:.0f} seconds")
