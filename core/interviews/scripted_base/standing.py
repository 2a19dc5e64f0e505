"""Tell where an interview of any kind is: its situation, and its state read from it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeVar

from core.contracts.messages import Progress
from core.contracts.photo_marks import MARK, words_without_photos
from core.contracts.script import QuestionRef, Script
from core.contracts.session import QUESTIONS, Entry
from core.contracts.turn import TurnContext
from core.interviews.message_check import names_closed_subject
from core.interviews.scripted_base.base_state import SpokenState, bit_numbers
from core.languages.detection import detect_language
from core.text.text import count_words, in_alphabet_of

S = TypeVar("S", bound=SpokenState)
FREELY = "freely:"
"""The beginning of the id of a subject that is told without being asked; no script has such an id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedContext(ABC, Generic[S]):
    """A situation with the interview's state read from it."""

    situation: TurnContext
    state: S
    script: Script
    """In the interview's language, else the nearest there is."""
    language: str
    """The interview's, as a primary tag."""

    @property
    @abstractmethod
    def agenda(self) -> Sequence[QuestionRef]:
        """The subjects of this interview, in the order of the script."""

    @property
    @abstractmethod
    def window(self) -> Sequence[QuestionRef]:
        """The subjects that the script would ask next, nearest first; empty at the end of the interview."""

    @abstractmethod
    def state_at(self, place: QuestionRef, text: str) -> S:
        """Return the state after `text` was asked about the subject `place`, as far as only this kind knows of it."""

    @abstractmethod
    def state_deeper(self, text: str) -> S:
        """Return the state after `text` went further into the open subject."""

    @property
    def title(self) -> str | None:
        """The title of what it is about, empty where that has none; None for a kind that is about nothing."""
        return None

    @property
    @abstractmethod
    def may_stay(self) -> bool:
        """True where anything further may be asked by rule on the open subject."""

    @property
    def marks_follow_ups(self) -> bool:
        """True where chats show which questions stay with what was just told."""
        return False

    @abstractmethod
    def progress_at(self, place: QuestionRef) -> Progress | None:
        """Say how far it is, where that helps a person more than it frightens."""

    @property
    def reached(self) -> Progress | None:
        """The progress that somebody who comes back is told."""
        return None

    def course_at(self, place: QuestionRef) -> Progress | None:
        """Return the progress with a subject, its chapters too; None for a kind that does not go by chapters."""
        return None

    def opens(self, place: QuestionRef) -> bool:
        """Tell whether a subject is the first to be asked about of several in its chapter."""
        taken = bit_numbers(self.state.taken_up)
        beside = [each.index for each in self.script.places if each.chapter.id == place.chapter.id]
        return len(beside) > 1 and not any(index in taken for index in beside)

    def remembering(self, **values: Any) -> Self:
        return replace(self, state=self.state.model_copy(update=values))

    @property
    def place(self) -> QuestionRef:
        """The subject that the talk is at."""
        return self.script.by_id[self.state.question_id]

    @property
    def freely(self) -> bool:
        """True while the talk is at something they told without being asked: no subject of the script."""
        question = self.situation.question
        return question is not None and question.question_id.startswith(FREELY)

    @property
    def just_told_freely(self) -> bool:
        """True where the answer is all of what they told without being asked."""
        question = self.situation.question
        return question is not None and bool(question.title)

    @property
    def thread(self) -> str:
        """The id of the subject that a further question belongs to."""
        question = self.situation.question
        return question.question_id if question is not None and self.freely else self.place.question.id

    @property
    def untold(self) -> tuple[QuestionRef, ...]:
        """The subjects of the agenda that are neither told nor closed."""
        told = bit_numbers(self.state.told)
        return tuple(place for place in self.agenda if place.index not in told and self.allowed(place))

    def allowed(self, place: QuestionRef) -> bool:
        return not names_closed_subject(place.question.text, self.state.closed)

    def may_speak(self, language: str) -> bool:
        """Tell whether the interview may continue in a language."""
        return bool(language)

    @property
    def scripted(self) -> bool:
        """True where the script is in the interview's language."""
        return self.script.language == self.language

    @property
    def asked(self) -> tuple[str, ...]:
        """Our messages in sight, the open one among them."""
        lines: dict[int, Entry] = {entry.seq: entry for entry in (*self.situation.tail, *self.situation.talk)}
        if self.situation.question is not None:
            lines[self.situation.question.seq] = self.situation.question
        return tuple(entry.text for entry in lines.values() if entry.kind in QUESTIONS)

    @property
    def unmet(self) -> str:
        """The part of the answer that no word about stopping or distress has met yet."""
        answer = self.situation.answer
        return answer[self.heard :].strip() or answer

    @property
    def fresh(self) -> str:
        """The words of `unmet`, without the marks of photographs."""
        return words_without_photos(self.unmet) if MARK in self.unmet else self.unmet

    @property
    def heard(self) -> int:
        """The number of characters of the answer that were met before."""
        question = self.situation.question
        # All that is told freely is met when they have told it.
        if question is None or question.seq != self.state.met_question or question.title:
            return 0
        return min(self.state.met, len(self.situation.answer))


G = TypeVar("G", bound=ScriptedContext[Any])


# --- its language: the first answer settles it, later it changes after two in a row in another ------------------------

FEWEST_WORDS = 3
"""Shorter answers ("ok", "Paris") are no evidence."""


def language_by_words(ground: ScriptedContext[Any]) -> str:
    """Return the script language that an answer's words are of; empty where they tell nothing."""
    if count_words(ground.fresh) < FEWEST_WORDS:
        return ""
    return detect_language(ground.fresh, ground.situation.scripts.scripts)


def language_from_model(ground: ScriptedContext[Any], tag: str) -> str:
    """Return the language that the model named, where the answer is long enough and in its letters."""
    if not ground.may_speak(tag) or count_words(ground.fresh) < FEWEST_WORDS or not in_alphabet_of(tag, ground.fresh):
        return ""
    return tag


def settle_language(ground: G) -> G:
    """Return the ground of a first answer, in the language of its words: until then only the platform's is known."""
    heard = language_by_words(ground) if len(ground.asked) == 1 else ""
    return _speaking(ground, heard) if heard and heard != ground.language else ground


def vote_for_language(ground: G, heard: str) -> G:
    """Return the ground after a vote for `heard`: in a new language after two votes for it in a row."""
    if not heard:
        return ground
    if heard not in {ground.language, ground.state.vote}:
        return ground.remembering(vote=heard)
    return _speaking(ground.remembering(vote=""), heard)


def _speaking(ground: G, language: str) -> G:
    return replace(ground, script=ground.situation.scripts.speak(language), language=language)
