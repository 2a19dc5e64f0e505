"""People to try an interviewer with: what is true of them, what they tell to whom, and what they do when.

One TOML file each. `facts` are told freely; what only those hear who stay with a subject stands below its fact as
`hidden`, several deep. `deeds` are what they do at which answer. `ByRules` answers for one of them without a model: it
looks for the words of their facts in what was said, and understands nothing else.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Self

from pydantic import Field, model_validator

from core.contracts.errors import ConfigurationError
from core.contracts.frozen import Strict
from core.text.text import count_question_marks, stems, tokens

SHIPPED = Path(__file__).parent / "people"


class Temper(StrEnum):
    TALKATIVE = "talkative"
    TERSE = "terse"
    GUARDED = "guarded"
    CONFUSED = "confused"
    JOKING = "joking"
    GRIEVING = "grieving"


class Does(StrEnum):
    """Things that somebody does besides answering."""

    ASKS = "asks"  # a question to the interviewer
    ORDERS = "orders"  # an order to the machine
    REFUSES = "refuses"  # a subject is closed, that of `words`
    WISHES = "wishes"  # they want to talk about something
    EASES = "eases"  # they want something lighter
    KEEPS = "keeps"  # something is to stay out of the file
    CONTRADICTS = "contradicts"  # something is told otherwise than before
    BURST = "burst"
    SWITCHES = "switches"
    AWAY = "away"  # they were gone, for minutes or for days
    SHORT = "short"
    POSTSCRIPT = "postscript"
    DISTRESS = "distress"  # they may hurt themselves
    STOPS = "stops"  # they want to stop, and the talk is over


class Fact(Strict):
    """Something true of them, in their words."""

    id: str = Field(pattern=r"^[a-z0-9-]+$")
    about: tuple[str, ...] = ()  # words of a question that call it up; for what is hidden, those that open it
    tell: str = Field(min_length=1)
    guarded: bool = False  # a hidden fact that has to be named while the one above it is fresh
    hidden: tuple[Fact, ...] = ()

    def below(self) -> Iterator[Fact]:
        """Yield everything hidden below it, the nearest first."""
        for fact in self.hidden:
            yield fact
            yield from fact.below()


class Deed(Strict):
    does: Does
    at: int = Field(default=0, ge=0)  # the number of the answer that it comes with, from 1
    after: str = ""  # the fact that it is told with, whenever that is
    says: tuple[str, ...] = Field(min_length=1)
    """Messages they send, one after another: words, "/pause" for a command, "~3d" or "~2h" for time that goes by."""
    beside: bool = False  # True if it follows the answer that they give anyway, instead of replacing it
    words: tuple[str, ...] = ()  # the words of a refusal: a message with one of them is refused
    again: str = ""  # the answer of a refusal when they are asked all the same

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if not self.at and not self.after:
            raise ValueError("a deed needs `at` or `after`")
        if (self.does is Does.REFUSES) != bool(self.words):
            raise ValueError("`words` belong to a deed that refuses, which needs them")
        return self


class PlayedEpisode(Strict):
    """The episode of a talk about a podcast."""

    text: str = Field(min_length=1)
    style: int = Field(default=1, ge=1, le=3)  # the one of the three ways to talk about it that they choose


class SimulatedPerson(Strict):
    name: str = Field(min_length=1)
    language: str = Field(pattern=r"^[a-z]{2}$")
    about: str = Field(min_length=1)  # a description of them and how they talk, for whoever plays them
    temper: Temper
    operator: str = ""  # the person who set the bot up for them, as they would say it
    otherwise: tuple[str, ...] = Field(min_length=1)  # their words where nothing that they would tell fits
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
    if found := next((person for person in people if person.name.casefold() == name.casefold()), None):
        return found
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


_DRIFTS = {"talkative": 0.9, "confused": 0.8, "joking": 0.7, "grieving": 0.6, "terse": 0.4, "guarded": 0.3}
"""The probability that they tell something else where a question meets nothing of theirs."""
_LATELY = 2  # answers for which a subject is still at hand


@dataclass(frozen=True, slots=True, kw_only=True)
class NarratorReply:
    says: tuple[str, ...]  # the messages, as in `Deed.says`
    deeds: tuple[int, ...] = ()  # their deeds that it does, by their place in the list
    leaves: bool = False


@dataclass(slots=True)
class ByRules:
    """The rules of one person in one talk."""

    person: SimulatedPerson
    seed: int = 0
    _told: dict[str, int] = field(default_factory=dict)  # the number of the answer that each fact was told with
    _done: set[int] = field(default_factory=set)
    _turn: int = 0
    _spare: int = 0
    _drifted: bool = False
    _random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(f"{self.person.name}:{self.seed}")  # noqa: S311 - it decides who drifts

    def reply(self, heard: str) -> NarratorReply:
        """Answer all that was said since the last answer."""
        self._turn += 1
        deeds = self.person.deeds
        due = next((n for n, deed in enumerate(deeds) if n not in self._done and 0 < deed.at <= self._turn), None)
        if due is not None and not deeds[due].beside:
            return self._does(due, ())
        # They have closed a subject, or would close it now.
        for number, deed in enumerate(deeds):
            if deed.does is Does.REFUSES and _named(heard, deed.words):
                again = NarratorReply(says=(deed.again or deed.says[0],))
                return again if number in self._done else self._does(number, ())
        # First something hidden that was named, then the free fact of which most words were said.
        behind = ((fact, parent) for fact, parent in self._behind() if _named(heard, fact.about))
        opened = next((fact for fact, parent in behind if not fact.guarded or self._lately(parent)), None)
        untold = ((fact, _named(heard, fact.about)) for fact in self.person.facts if fact.id not in self._told)
        called_up, score = max(untold, key=lambda pair: pair[1], default=(None, 0))
        fact = opened or (called_up if score else None) or self._volunteered(heard)
        if fact is None:
            words = self.person.otherwise[self._spare % len(self.person.otherwise)]
            self._spare += 1
        else:
            words = fact.tell
            self._told[fact.id] = self._turn
            after = (n for n, deed in enumerate(deeds) if n not in self._done and deed.after == fact.id)
            due = next(after, due)
        if due is None:
            return NarratorReply(says=(words,))
        return self._does(due, (words,))

    def _does(self, number: int, before: tuple[str, ...]) -> NarratorReply:
        self._done.add(number)
        deed = self.person.deeds[number]
        says = deed.says
        if before and not says[0].startswith(("/", "~")):
            # In one breath with the answer.
            says = (f"{before[-1]} {says[0]}", *says[1:])
            before = ()
        return NarratorReply(says=(*before, *says), deeds=(number,), leaves=deed.does is Does.STOPS)

    def _volunteered(self, heard: str) -> Fact | None:
        """Return what they tell of their own accord.

        Where they are asked nothing, this is what is hidden below what they told last; else it is something else, twice
        in a row only where they are asked nothing.
        """
        asked_nothing = not count_question_marks(heard)
        drifts = asked_nothing or (not self._drifted and self._random.random() < _DRIFTS[self.person.temper])
        self._drifted = drifts
        newest = max(self._told.values(), default=0)
        below = (f for f, parent in self._behind() if self._lately(parent) and self._told[parent.id] == newest)
        if asked_nothing and (behind := next(below, None)):
            return behind
        return next((fact for fact in self.person.facts if fact.id not in self._told), None) if drifts else None

    def _lately(self, fact: Fact) -> bool:
        return self._turn - self._told[fact.id] <= _LATELY

    def _behind(self) -> Iterator[tuple[Fact, Fact]]:
        """Yield (fact, what it is hidden below) for everything within reach now, the freshest subject first."""
        told = sorted((f for f in self.person.every_fact() if f.id in self._told), key=lambda f: -self._told[f.id])
        for parent in told:
            for fact in parent.hidden:
                if fact.id not in self._told:
                    yield fact, parent


def _named(heard: str, words: Iterable[str]) -> int:
    """Count which of these words were said, in whatever form; a "word" of several counts where all of them were."""
    found = stems(heard) | set(tokens(heard))
    return sum((stems(word) or set(tokens(word))) <= found for word in words)
