"""Somebody who answers by rules: the same question gets the same answer, and no model is asked.

They look for the words of their own facts in what was said to them, and understand nothing else. They tell something
hidden only to whoever names it, or asks nothing. Where nothing fits they drift to something else, or have nothing to
say, by their temper.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from core.evaluation.people import Does, Fact, SimulatedPerson, Temper
from core.text.text import count_question_marks, stems, tokens

_DRIFTS = {
    Temper.TALKATIVE: 0.9,
    Temper.CONFUSED: 0.8,
    Temper.JOKING: 0.7,
    Temper.GRIEVING: 0.6,
    Temper.TERSE: 0.4,
    Temper.GUARDED: 0.3,
}
"""The probability that they tell something else where a question meets nothing of theirs."""
_LATELY = 2
"""Answers for which a subject is still at hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NarratorReply:
    says: tuple[str, ...]
    """The messages, as in `Deed.says`."""
    deeds: tuple[int, ...] = ()
    """Their deeds that it does, by their place in the list."""
    leaves: bool = False


@dataclass(slots=True)
class ByRules:
    """The rules of one person in one talk."""

    person: SimulatedPerson
    seed: int = 0
    _told: dict[str, int] = field(default_factory=dict)
    """The number of the answer that each fact was told with."""
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
