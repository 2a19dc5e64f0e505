"""People who tell: what each says follows from the seed, when they say it from what they are asked."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from core.languages.messages import say
from tests.soak.plan import Plan

SKIP, NEXT, FINISH, AGREE = (say("en", f"button-{name}") for name in ("skip", "next", "done", "agree"))
CHANGED = say("en", "edited")
"""What is said to each edit, in the same words."""
_SENTENCES = (
    "We lived by the river then, eleven of us.",
    "My grandmother peeled apples and sang while she did it.",
    "The road to school led past the brick works.",
    "He came home late that year, and nobody asked why.",
    "In spring the water came up to the third step.",
)
SECONDS = 1
"""Of what is spoken."""
_SPEAKS = SECONDS + 2.0
"""Seconds from the question to the end of it: what was begun before a question belongs to the one before, and the
platforms tell of whole seconds."""
_PATIENCE = 6.0
"""Of the usual pauses before they tell again what was asked again."""
_SHY = 25.0
"""Seconds after which somebody tries again who has never been answered."""
_SPOKEN, _TWICE, _SKIPPED, _EDITED, _SECRET = 0.2, 0.15, 0.05, 0.08, 0.1


class Phone(Protocol):
    """Somebody's side of a chat."""

    def send(self, text: str, /) -> int: ...

    def edit(self, message_id: int, text: str, /) -> None: ...

    def send_voice(self, duration: int = 5, /, *, body: bytes) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A message of the bot."""

    text: str
    labels: tuple[str, ...] = ()
    file: bytes | None = None


@dataclass(slots=True, kw_only=True)
class Teller:
    """One person, from the first word to the file that they are given at the end."""

    number: int
    phone: Phone = field(init=False)
    platform: str
    chance: Random
    answers: int
    pause: float
    crowd: Crowd
    told: list[str] = field(default_factory=list)
    """The mark of each message that belongs into the transcript, in their order."""
    voiced: set[str] = field(default_factory=set)
    """Of those the marks that were spoken: begun before a question came, they belong to the one before it."""
    seen: set[str] = field(default_factory=set)
    repeats: list[tuple[float, str]] = field(default_factory=list)
    """When something came that had come before, and what."""
    document: bytes | None = None
    _asked: int = 0
    _newest: str = ""
    """What they were asked last for the first time."""
    _edited: int = 0
    _changes: int = 0
    """How many of their edits they have been told of."""
    _goodbyes: int = 0
    _whispered: bool = False
    _ending: bool = False
    """What is said from now on belongs to no question."""
    _since: float | None = None
    _written: dict[int, int] = field(default_factory=dict)
    """Messages that can be edited, and which of `told` they are."""

    @property
    def standing(self) -> str:
        return f"{self.platform}, {self._asked} of {self.answers} questions, {len(self.seen)} messages seen"

    def begin(self) -> None:
        """Begin, and once more where nobody answers: first words to nobody cannot be found on Discord."""
        if not self.seen:
            self.phone.send("/interview life-story")
            if self.platform == "discord":
                asyncio.get_running_loop().call_later(_SHY, self.begin)

    def sees(self, seen: Seen) -> None:
        """Whatever comes. What has come before is for the figures alone: nobody answers a question twice."""
        if seen.file is not None:
            first = self.document is None
            # Where a clock was set back, what was still being heard at the end comes with a further file.
            self.document = seen.file
            if first:
                self.crowd.finished()
            return
        if seen.text == CHANGED and self._changes < self._edited:
            self._changes += 1
            self.seen.add(seen.text)
            return
        if seen.text in self.seen:
            self.repeats.append((time.time(), seen.text))
            if seen.text == self._newest:
                self._later(lambda: self._answers_again(seen.text), _PATIENCE)
            return
        self.seen.add(seen.text)
        if AGREE in seen.labels:
            self._later(lambda: self.phone.send("I agree"))
        elif {SKIP, NEXT, FINISH} & set(seen.labels):
            self._newest = seen.text
            self._waited()
            self._later(self._answers)

    def _answers_again(self, question: str) -> None:
        """Asked once more and with no other answer, they tell it once more: where the machine's clock was turned just
        then, words that came while nobody knew of the question's delivery are put to the answer before."""
        if question == self._newest and self._since is not None and not self._ending:
            self._answers()

    def _waited(self) -> None:
        if self._since is not None:
            self.crowd.waits.append((time.time(), time.monotonic() - self._since))
            self._since = None

    def _later(self, act: Callable[[], object], share: float = 1.0) -> None:
        asyncio.get_running_loop().call_later(self.chance.expovariate(1.0) * self.pause * share, act)

    def _answers(self) -> None:
        if self._asked >= self.answers:
            self._ending = True
            # The second one answers what is asked before the end; after it there is nothing left to be ended.
            if self._goodbyes < 2:
                self._goodbyes += 1
                self.phone.send("/done")
            return
        self._asked += 1
        self._since = time.monotonic()
        how = self.chance.random()
        if how < _SPOKEN:
            asyncio.get_running_loop().call_later(_SPEAKS, self._speaks)
        elif how < _SPOKEN + _SKIPPED:
            self.phone.send("/skip")
        else:
            self._writes()
            if how > 1 - _TWICE:
                self._later(self._writes, 0.3)
            elif how > 1 - _TWICE - _SECRET:
                self._later(self._whispers, 0.3)
        # What was edited while no bot was there cannot be found on Discord.
        if self._written and self.platform == "telegram" and self.chance.random() < _EDITED:
            self._later(self._edits)

    def _speaks(self) -> None:
        if self._ending:
            return
        self.phone.send_voice(SECONDS, body=self._words().encode())
        self.voiced.add(self.told[-1])

    def _writes(self) -> None:
        if self._ending:
            return
        words = self._words()
        self._written[self.phone.send(words)] = len(self.told) - 1

    def _whispers(self) -> None:
        """Tell something that is in nothing for others; once, as what is said to it is always the same."""
        if not (self._ending or self._whispered):
            self._whispered = True
            self.phone.send(f"Please keep this between us: Secret-{self.number:05d}.")

    def _edits(self) -> None:
        """Change something that was told a while ago; once."""
        if self._ending or not self._written:
            return
        message_id = next(iter(self._written))
        place = self._written.pop(message_id)
        self._edited += 1
        self.told[place] += "e"
        self.phone.edit(message_id, f"{self.chance.choice(_SENTENCES)} {self.told[place]}.")

    def _words(self) -> str:
        self.told.append(f"Mark-{self.number:05d}-{len(self.told):03d}")
        self.crowd.heard_of()
        return f"{self.chance.choice(_SENTENCES)} {self.told[-1]}."


class Crowd:
    """All of them: so many at once, and when one has finished the next one begins."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tellers: list[Teller] = []
        self.count = 0
        """Messages that belong into a transcript, so far."""
        self.waits: list[tuple[float, float]] = []
        """When a question came, by seconds since 1970, and the seconds from the answer before to it."""
        self.over = asyncio.Event()
        self.moved = time.monotonic()
        """When something was told last, or somebody has finished."""
        self._more = asyncio.Event()
        self._left = 0
        self._queue: Iterator[Teller] = iter(())

    def add(self, number: int, platform: str, phone: Callable[[int, Callable[[Seen], None]], Phone]) -> None:
        """`phone`: makes one of what it is shown."""
        chance = Random(f"{self.plan.seed}/{number}")
        teller = Teller(
            number=number,
            platform=platform,
            chance=chance,
            answers=chance.randint(max(1, self.plan.answers - 1), self.plan.answers + 1),
            pause=self.plan.pause,
            crowd=self,
        )
        teller.phone = phone(number, teller.sees)
        self.tellers.append(teller)
        self._left += 1

    def begin(self) -> None:
        self._queue = iter(self.tellers)
        for number in range(self.plan.at_once):
            # Not all in the same moment, as nobody ever does.
            asyncio.get_running_loop().call_later(number * self.plan.pause / 20, self._next)

    def finished(self) -> None:
        """Somebody has."""
        self.moved = time.monotonic()
        self._left -= 1
        self._next()
        if not self._left:
            self.over.set()

    @property
    def unfinished(self) -> list[Teller]:
        return [teller for teller in self.tellers if teller.document is None]

    def heard_of(self) -> None:
        """One more message was told."""
        self.count += 1
        self.moved = time.monotonic()
        self._more.set()

    async def until(self, share: float) -> None:
        """Wait until so much has been told, about, of what will be."""
        while self.count < share * self.plan.chats * self.plan.answers:
            self._more.clear()
            await self._more.wait()

    def _next(self) -> None:
        if (teller := next(self._queue, None)) is not None:
            teller.begin()
