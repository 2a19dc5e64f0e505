"""Somebody who answers by rules: the same question gets the same answer, and no model is asked.

What is hidden they tell only to who stays with its subject, asks for the moment, or leaves them room. Where nothing
fits they drift to something else, or have nothing to say, by their temper.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from core.evaluation.people import Does, Fact, SimulatedPerson, Temper
from core.evaluation.plain_stems import asking, content, every_stem, holds, pointed, touches

_DRIFTS = {
    Temper.TALKATIVE: 0.9,
    Temper.CONFUSED: 0.8,
    Temper.JOKING: 0.7,
    Temper.GRIEVING: 0.6,
    Temper.TERSE: 0.4,
    Temper.GUARDED: 0.3,
}
"""How likely they tell something else where a question meets nothing of theirs."""
_AGAIN = ("I told you that already: {words}…", "Так ведь было уже: {words}…")
_LATELY = 2
"""Answers for which a subject is still at hand."""
_STAYS = 2
"""Words of what was told that a question shares when it stays with it."""
_MOMENT = re.compile(
    r"\b(?:what happened|what came (?:next|after|then)|and then|who (?:was|stood|sat|came) (?:there|with|by|beside)|"
    r"what did .{1,40}\b(?:say|do|see|hear|answer)|that (?:day|night|morning|evening|moment|hour)|"
    r"tell me (?:more )?about (?:that|it)|go on|what was (?:said|it like)|"
    r"что (?:было|случилось|произошло) (?:потом|дальше|тогда|в (?:тот|ту))|а потом|и что|"
    r"кто (?:там |тогда )?(?:был|сидел|стоял|приш[её]л) (?:там|рядом|с вами|тогда)|"
    r"что (?:вы |он[аи]? )?(?:тогда )?(?:сказал|сделал|увидел|ответил|услышал)\w*|"
    r"в (?:тот|ту) (?:день|ночь|вечер|минуту|час)|в то утро|как это было|продолжайте|расскажите (?:об этом|подробнее))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
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

    def reply(self, heard: str) -> Reply:
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
            return Reply(says=(words,))
        return self._does(due, (words,))

    # --- deeds ----------------------------------------------------------------------------------------------------

    def _due(self) -> int | None:
        waiting = (i for i, deed in enumerate(self.person.deeds) if i not in self._done and 0 < deed.at <= self._turn)
        return next(waiting, None)

    def _after(self, fact: Fact) -> int | None:
        deeds = enumerate(self.person.deeds)
        return next((i for i, deed in deeds if i not in self._done and deed.after == fact.id), None)

    def _does(self, number: int, before: tuple[str, ...]) -> Reply:
        self._done.add(number)
        deed = self.person.deeds[number]
        says = deed.says
        if before and not says[0].startswith(("/", "~")):
            # In one breath with the answer.
            says = (f"{before[-1]} {says[0]}", *says[1:])
            before = ()
        return Reply(says=(*before, *says), deeds=(number,), leaves=deed.does is Does.STOPS)

    def _refused(self, heard: str) -> Reply | None:
        """What they say when they are asked about what they have closed, or would close."""
        asked = " ".join(asking(heard))
        for number, deed in enumerate(self.person.deeds):
            if deed.does is Does.REFUSES and touches(asked, deed.words):
                if number not in self._done:
                    return self._does(number, ())
                return Reply(says=(deed.again or deed.says[0],))
        return None

    # --- facts ----------------------------------------------------------------------------------------------------

    def _answer(self, heard: str) -> tuple[Fact | None, str]:
        asked = " ".join(pointed(heard))
        found = self._opened(asked) or self._called_up(asked) or self._stayed_with(asked)
        if found is None and (known := self._known(asked)) is not None:
            words = " ".join(known.tell.split()[:6]).rstrip(".,;:!")
            return None, _AGAIN[self.person.language == "ru"].format(words=words)
        if found is None and self._drifts(asked):
            found = next((fact for fact in self.person.facts if fact.id not in self._told), None)
        if found is not None:
            return found, found.tell
        self._spare += 1
        return None, self.person.otherwise[(self._spare - 1) % len(self.person.otherwise)]

    def _drifts(self, asked: str) -> bool:
        """Whether they tell something else of their own accord; twice in a row only where they are asked nothing."""
        drifts = not asked or (not self._drifted and self._random.random() < _DRIFTS[self.person.temper])
        self._drifted = drifts
        return drifts

    def _opened(self, asked: str) -> Fact | None:
        """Something hidden that a question names, or for which room was left."""
        for fact, parent in self._behind():
            if not asked:
                if self._is_newest(parent):
                    return fact
            elif touches(asked, fact.about) and (not fact.guarded or self._lately(parent)):
                return fact
        return None

    def _stayed_with(self, asked: str) -> Fact | None:
        """Something hidden below what was told lately, where a question stays with that or asks for its moment."""
        for fact, parent in self._behind():
            if not asked or not self._lately(parent):
                continue
            shared = len(content(asked) & content(parent.tell))
            moment = self._is_newest(parent) and _MOMENT.search(asked) is not None
            if (moment and (shared or not content(asked))) or (shared >= _STAYS and not fact.guarded):
                return fact
        return None

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

    def _called_up(self, asked: str) -> Fact | None:
        """The free fact that a question is about: the one that shares most with it."""
        words = every_stem(asked)
        best, most = None, 0
        for fact in self.person.facts:
            score = sum(every_stem(word) <= words for word in fact.about)
            if fact.id not in self._told and score > most:
                best, most = fact, score
        return best

    def _known(self, asked: str) -> Fact | None:
        told = (fact for fact in self.person.every_fact() if fact.id in self._told)
        return next((fact for fact in told if any(holds(asked, (group,)) for group in fact.known_by)), None)
