"""People to try an interviewer with: what is true of them, what they tell to whom, and what they do when.

One TOML file each. `facts` are told freely; what only those hear who stay with a subject stands below its fact as
`hidden`, several deep. `deeds` are what they do at which answer.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from core.contracts.errors import ConfigurationError

SHIPPED = Path(__file__).parent / "people"


class Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Temper(StrEnum):
    TALKATIVE = "talkative"
    TERSE = "terse"
    GUARDED = "guarded"
    CONFUSED = "confused"
    JOKING = "joking"
    GRIEVING = "grieving"


class Does(StrEnum):
    """Things that somebody does besides answering."""

    ASKS = "asks"
    """A question to the interviewer."""
    ORDERS = "orders"
    """An order to the machine."""
    REFUSES = "refuses"
    """A subject is closed, that of `words`."""
    WISHES = "wishes"
    """They want to talk about something."""
    EASES = "eases"
    """They want something lighter."""
    KEEPS = "keeps"
    """Something is to stay out of the file."""
    CONTRADICTS = "contradicts"
    """Something is told otherwise than before."""
    BURST = "burst"
    SWITCHES = "switches"
    AWAY = "away"
    """They were gone, for minutes or for days."""
    SHORT = "short"
    POSTSCRIPT = "postscript"
    DISTRESS = "distress"
    """They may hurt themselves."""
    STOPS = "stops"
    """They want to stop, and the talk is over."""


class Fact(Frozen):
    """Something true of them, in their words."""

    id: str = Field(pattern=r"^[a-z0-9-]+$")
    about: tuple[str, ...] = ()
    """Words of a question that call it up; for what is hidden, those that open it."""
    tell: str = Field(min_length=1)
    guarded: bool = False
    """A hidden fact that has to be named while the one above it is fresh."""
    hidden: tuple[Fact, ...] = ()

    def below(self) -> Iterator[Fact]:
        """Yield everything hidden below it, the nearest first."""
        for fact in self.hidden:
            yield fact
            yield from fact.below()


class Deed(Frozen):
    does: Does
    at: int = Field(default=0, ge=0)
    """The number of the answer that it comes with, from 1."""
    after: str = ""
    """The fact that it is told with, whenever that is."""
    says: tuple[str, ...] = Field(min_length=1)
    """Messages they send, one after another: words, "/pause" for a command, "~3d" or "~2h" for time that goes by."""
    beside: bool = False
    """True if it follows the answer that they give anyway, instead of replacing it."""
    words: tuple[str, ...] = ()
    """The words of a refusal: a message with one of them is refused."""
    again: str = ""
    """The answer of a refusal when they are asked all the same."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if not self.at and not self.after:
            raise ValueError("a deed needs `at` or `after`")
        if (self.does is Does.REFUSES) != bool(self.words):
            raise ValueError("`words` belong to a deed that refuses, which needs them")
        return self


class PlayedEpisode(Frozen):
    """The episode of a talk about a podcast."""

    text: str = Field(min_length=1)
    style: int = Field(default=1, ge=1, le=3)
    """The one of the three ways to talk about it that they choose."""


class SimulatedPerson(Frozen):
    name: str = Field(min_length=1)
    language: str = Field(pattern=r"^[a-z]{2}$")
    about: str = Field(min_length=1)
    """A description of them and how they talk, for whoever plays them."""
    temper: Temper
    operator: str = ""
    """The person who set the bot up for them, as they would say it."""
    otherwise: tuple[str, ...] = Field(min_length=1)
    """Their words where nothing that they would tell fits."""
    facts: tuple[Fact, ...] = Field(min_length=1)
    deeds: tuple[Deed, ...] = ()
    episode: PlayedEpisode | None = None

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        ids = [fact.id for fact in self.every_fact()]
        if len(set(ids)) != len(ids):
            raise ValueError("two facts have the same id")
        if unknown := {deed.after for deed in self.deeds if deed.after} - set(ids):
            raise ValueError(f"a deed comes after {sorted(unknown)[0]!r}, which is no fact")
        return self

    def every_fact(self) -> Iterator[Fact]:
        for fact in self.facts:
            yield fact
            yield from fact.below()


def load_people(where: Path = SHIPPED) -> tuple[SimulatedPerson, ...]:
    """Load everybody in a TOML file or a folder of them, by path. Raises ConfigurationError, which names the file."""
    files = sorted(where.rglob("*.toml")) if where.is_dir() else [where]
    people: list[SimulatedPerson] = []
    for file in files:
        try:
            people.append(SimulatedPerson.model_validate(tomllib.loads(file.read_text(encoding="utf-8"))))
        except OSError as error:
            raise ConfigurationError(f"{file} cannot be read: {error.strerror}.") from None
        except ValueError as error:
            reason = " ".join(str(error).split())
            raise ConfigurationError(f"{file} describes no person: {reason}") from None
    if not people:
        raise ConfigurationError(f"{where} holds no person; people are TOML files.")
    names = [person.name for person in people]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ConfigurationError(f"Two people are called {sorted(twice)[0]}; give one of them another name.")
    return tuple(people)


def find_person(people: Sequence[SimulatedPerson], name: str) -> SimulatedPerson:
    """Return the person of this name, in any case. Raises ConfigurationError, which lists the names that exist."""
    for person in people:
        if person.name.casefold() == name.casefold():
            return person
    raise ConfigurationError(f"Nobody is called {name}; there are: {', '.join(each.name for each in people)}.")


def person_sheet(person: SimulatedPerson) -> str:
    """Describe a person for whoever plays them: what they tell, what they refuse, and what they do at which answer."""
    lines = [f"# {person.name}", "", person.about, f"Temper: {person.temper}.", "", "## Told freely, when it fits", ""]
    for fact in person.facts:
        lines += _fact(fact, 0)
    if refused := [deed for deed in person.deeds if deed.does is Does.REFUSES]:
        lines += ["", "## Never told", ""]
        for deed in refused:
            lines.append(f"- {', '.join(deed.words)}. Asked about it, you say: {deed.again or deed.says[0]}")
    if person.deeds:
        lines += ["", "## What you do, and when", ""]
        for deed in person.deeds:
            when = f"With your answer number {deed.at}" if deed.at else f"Once you have told of {deed.after}"
            lines.append(f"- {when}: {_order(deed)}")
    lines += ["", "## Where nothing fits", "", *(f"- {text}" for text in person.otherwise)]
    return "\n".join(lines) + "\n"


def player_orders(person: SimulatedPerson, turn: int) -> tuple[str, tuple[int, ...]]:
    """Return the deeds of an answer as an order to whoever plays the person, and their places in the list."""
    found = [(number, deed) for number, deed in enumerate(person.deeds) if deed.at == turn]
    return "; ".join(_order(deed) for _, deed in found), tuple(number for number, _ in found)


def _fact(fact: Fact, depth: int) -> Iterator[str]:
    how = "" if not depth else "(hidden; only when asked to stay with it) "
    yield f"{'  ' * depth}- {how}{fact.tell}"
    for below in fact.hidden:
        yield from _fact(below, depth + 1)


def _order(deed: Deed) -> str:
    how = "beside your answer" if deed.beside or deed.after else "instead of an answer"
    return f"{deed.does}, {how}, in words like: {' / '.join(f'“{text}”' for text in deed.says)}"
