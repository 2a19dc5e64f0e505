"""Somebody who answers by rules: the same question gets the same answer, and no model is asked.

They look for the words of their own facts in what was said to them, and understand nothing else. What is hidden they
tell only to who names it, or asks nothing. Where nothing fits they drift to something else, or have nothing to say, by
their temper.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from core.evaluation.people import Does, Fact, SimulatedPerson, Temper
from core.text.stems import stems
from core.text.text import count_question_marks, tokens

_DRIFTS = {
    Temper.TALKATIVE: 0.9,
    Temper.CONFUSED: 0.8,
    Temper.JOKING: 0.7,
    Temper.GRIEVING: 0.6,
    Temper.TERSE: 0.4,
    Temper.GUARDED: 0.3,
}
"""How likely they tell something else where a question meets nothing of theirs."""
_LATELY = 2
"""Answers for which a subject is still at hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NarratorReply:
    says: tuple[str, ...]
    """As in `Deed.says`."""
    deeds: tuple[int, ...] = ()
    """Which of their deeds it does, by their place in the list."""
    leaves: bool = False


@dataclass(slots=True)
class ByRules:
    """One person in one talk."""

    person: SimulatedPerson
    seed: int = 0
    _told: dict[str, int] = field(default_factory=dict)
    """Of each fact that was told: with which answer."""
    _done: set[int] = field(default_factory=set)
    _turn: int = 0
    _spare: int = 0
    _drifted: bool = False
    _random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(f"{self.person.name}:{self.seed}")  # noqa: S311 - it decides who drifts

    def reply(self, heard: str) -> NarratorReply:
        """The answer to all that was said since the last one."""
        self._turn += 1
        due = self._due()
        if due is not None and not self.person.deeds[due].beside:
            return self._does(due, ())
        refused = self._refused(heard)
        if refused is not None:
            return refused
        fact, words = self._answer(heard)
        if fact is not None:
            self._told[fact.id] = self._turn
            after = self._after(fact)
            due = after if after is not None else due
        if due is None:
            return NarratorReply(says=(words,))
        return self._does(due, (words,))

    # --- deeds ----------------------------------------------------------------------------------------------------

    def _due(self) -> int | None:
        waiting = (i for i, deed in enumerate(self.person.deeds) if i not in self._done and 0 < deed.at <= self._turn)
        return next(waiting, None)

    def _after(self, fact: Fact) -> int | None:
        deeds = enumerate(self.person.deeds)
        return next((i for i, deed in deeds if i not in self._done and deed.after == fact.id), None)

    def _does(self, number: int, before: tuple[str, ...]) -> NarratorReply:
        self._done.add(number)
        deed = self.person.deeds[number]
        says = deed.says
        if before and not says[0].startswith(("/", "~")):
            # In one breath with the answer.
            says = (f"{before[-1]} {says[0]}", *says[1:])
            before = ()
        return NarratorReply(says=(*before, *says), deeds=(number,), leaves=deed.does is Does.STOPS)

    def _refused(self, heard: str) -> NarratorReply | None:
        """What they say to who names what they have closed, or would close."""
        for number, deed in enumerate(self.person.deeds):
            if deed.does is Does.REFUSES and _named(heard, deed.words):
                if number not in self._done:
                    return self._does(number, ())
                return NarratorReply(says=(deed.again or deed.says[0],))
        return None

    # --- facts ----------------------------------------------------------------------------------------------------

    def _answer(self, heard: str) -> tuple[Fact | None, str]:
        found = self._opened(heard) or self._called_up(heard) or self._volunteered(heard)
        if found is not None:
            return found, found.tell
        self._spare += 1
        return None, self.person.otherwise[(self._spare - 1) % len(self.person.otherwise)]

    def _opened(self, heard: str) -> Fact | None:
        """Something hidden that was named."""
        for fact, parent in self._behind():
            if _named(heard, fact.about) and (not fact.guarded or self._lately(parent)):
                return fact
        return None

    def _called_up(self, heard: str) -> Fact | None:
        """The free fact of which most words were said."""
        best, most = None, 0
        for fact in self.person.facts:
            score = _named(heard, fact.about)
            if fact.id not in self._told and score > most:
                best, most = fact, score
        return best

    def _volunteered(self, heard: str) -> Fact | None:
        """What they tell of their own accord: where they are asked nothing, what lies behind what they told last; else
        something else, twice in a row only where they are asked nothing."""
        asked_nothing = not count_question_marks(heard)
        drifts = asked_nothing or (not self._drifted and self._random.random() < _DRIFTS[self.person.temper])
        self._drifted = drifts
        if asked_nothing and (behind := next((f for f, parent in self._behind() if self._is_newest(parent)), None)):
            return behind
        return next((fact for fact in self.person.facts if fact.id not in self._told), None) if drifts else None

    def _lately(self, fact: Fact) -> bool:
        return self._turn - self._told[fact.id] <= _LATELY

    def _is_newest(self, fact: Fact) -> bool:
        return self._lately(fact) and self._told[fact.id] == max(self._told.values())

    def _behind(self) -> Iterator[tuple[Fact, Fact]]:
        """(fact, what it is hidden below) of everything that could be reached now, the freshest subject first."""
        told = sorted((f for f in self.person.every_fact() if f.id in self._told), key=lambda f: -self._told[f.id])
        for parent in told:
            for fact in parent.hidden:
                if fact.id not in self._told:
                    yield fact, parent


def _named(heard: str, words: Iterable[str]) -> int:
    """How many of these words were said, in whatever form; a "word" of several counts where all of them were."""
    found = stems(heard) | set(tokens(heard))
    return sum((stems(word) or set(tokens(word))) <= found for word in words)
