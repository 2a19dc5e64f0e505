"""The questions before the first conversation, the same in the terminal and on the operator's page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from core.contracts.findings import Finding

YES: Final = "yes"
NO: Final = "no"
Answers = Mapping[str, str]
"""By the names of the questions; what was not asked is not in it."""


class Asking(StrEnum):
    """The way in which a question is answered."""

    TEXT = "text"
    SECRET = "secret"  # noqa: S105 - no secret, but how one is typed
    AGREED = "agreed"
    """With `YES` or `NO`."""
    CHOICE = "choice"


class SetupGroup(StrEnum):
    """What somebody wants who looks for a topic, in the order in which the page shows it."""

    REACH = "reach"
    MODEL = "model"
    VOICE = "voice"
    ALOUD = "aloud"
    REMINDERS = "reminders"
    BACKUPS = "backups"
    MORE = "more"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question, in somebody's language."""

    name: str
    """Of the answer."""
    words: str
    asking: Asking = Asking.TEXT
    usual: str = ""
    """What stands there before anything is answered; never a secret."""
    ways: tuple[tuple[str, str], ...] = ()
    """What a choice is among: the answer, and its words."""
    empty: str = ""
    """What an empty answer means, where one may be left out: the end of the key of its words."""
    variable: str = ""
    """The variable of the environment that `empty` speaks of."""
    only: tuple[str, str] | None = None
    """Asked only where another question of the topic has this answer."""
    note: str = ""
    """What is to be known before it is answered."""
    means: Mapping[str, str] = field(default_factory=dict)
    """What an answer of a choice means, in a sentence or two."""
    leads: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """The topics, by name and title, that have the rest of an answer of a choice."""

    def is_asked(self, answers: Answers) -> bool:
        return self.only is None or answers.get(self.only[0]) == self.only[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupTopic:
    """Questions that are answered, and tried, together."""

    name: str
    title: str
    whether: str = ""
    """Whether any of it is wanted, where that is a question of its own to whoever is asked one after the other."""
    notes: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    group: SetupGroup = SetupGroup.MORE
    folded: bool = False
    """It is shown only to whoever opens it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NearbyOffer:
    """A model that another program serves on this computer, in somebody's language."""

    model: str
    base_url: str
    words: tuple[str, ...]
    """The text to read before accepting it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupSheet:
    """The questions with what holds now."""

    path: str
    """Of the file that the answers go into."""
    mark: str
    """Changes with every change of that file."""
    topics: tuple[SetupTopic, ...]
    offer: NearbyOffer | None = None
    """A model that can be had with one button."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachChoice:
    """Who reaches the page besides whoever sits at this computer."""

    home_network: bool
    public_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupOutcome:
    """The outcome of the answers."""

    sheet: SetupSheet
    """To be shown again: what was answered stands in it, but for secrets."""
    written: bool = False
    copy: str = ""
    """The name of the file in which what was there before is kept; empty where nothing was."""
    trouble: str = ""
    """Why nothing was written: the end of the key of its words; empty where fields or findings say it."""
    why: str = ""
    """What was in the way of that, or of a way in, in the words of the program (English)."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """By the name of a question: what is wrong with its answer."""
    found: tuple[tuple[str, Finding], ...] = ()
    """What was found when the answers were tried, by the name of the topic, in the words of the doctor (English)."""
    reach: ReachChoice | None = None
    """What was written about how the page is reached, which a running page can follow at once."""
    at_once: bool = False
    """Nothing else was changed."""
    reach_changed: bool = False
    """The page is reached otherwise than before, whatever else was changed."""
    secret_typed: bool = False
    """A token or a key was among the answers, which is not shown again."""
    ways: tuple[str, ...] = ()
    """A way in for whoever has answered, where nobody had one; shown only now."""


class SetupDesk(Protocol):
    """Raises ConfigurationError where the configuration that is there cannot be read."""

    async def sheet(self, language: str) -> SetupSheet:
        """Return what is to be asked."""

    async def has_unused_model(self) -> bool:
        """Return whether a model is saved that the running program has not taken up, since it waits for a restart."""

    async def take(self, language: str, answers: Answers, *, mark: str, anyway: bool) -> SetupOutcome:
        """Try the answers and write them, all or none. `mark`: of the sheet that was answered. `anyway`: a token or a
        model that is not well keeps nothing from being written."""

    async def use_nearby(self, language: str, *, model: str, base_url: str, mark: str) -> SetupOutcome:
        """Test the model of an offer and write it down as the one that asks the questions."""
