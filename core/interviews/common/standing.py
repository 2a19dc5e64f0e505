"""Where an interview of any kind stands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from core.interviews.common.state import SpokenState
from core.script import Place, Script
from core.turn import Situation

S = TypeVar("S", bound=SpokenState)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(ABC, Generic[S]):
    """A situation with the interview's state read from it."""

    situation: Situation
    state: S
    script: Script
    """In the interview's language, else the nearest there is."""
    language: str
    """The interview's, as a primary tag."""

    @property
    @abstractmethod
    def place(self) -> Place:
        """The script's question that is open."""

    @property
    @abstractmethod
    def chores(self) -> tuple[str, ...]:
        """Background work that every turn asks for."""

    @property
    def scripted(self) -> bool:
        """Whether the script speaks the interview's language."""
        return self.script.language == self.language

    @property
    def fresh(self) -> str:
        """What of the answer was not met yet by a word about stopping or distress."""
        answer = self.situation.answer
        return answer[self.heard :].strip() or answer

    @property
    def heard(self) -> int:
        """So many characters of the answer were met before."""
        question = self.situation.question
        if question is None or question.seq != self.state.met_question:
            return 0
        return min(self.state.met, len(self.situation.answer))


G = TypeVar("G", bound=Standing[Any])
