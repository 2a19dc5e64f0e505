"""A played person of `raconteur evaluate` as the Candidate."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from pydantic import BaseModel

from bot.features.chamber.run_calls import RunCalls
from bot.simulation.breaths import words_without_acts
from bot.simulation.narrators import Narrator
from core.contracts.chat import Piece, ignore_request_start
from core.contracts.ports import Clock
from core.features.chamber.messages import SaidByCandidate, Speaker, Utterance
from core.features.chamber.sides import SideReply
from core.simulation.people import SimulatedPerson
from core.simulation.talks import RecordedTalk, TalkLine, Who, join_said

_SILENT = "…"


class _Mark(BaseModel):
    """How far the ledger was when something was said."""

    calls: int = 0


async def ignore_wait() -> None:
    """For a narrator that holds nothing."""


class PlayedCandidate:
    """`Side`. What it knows of the talk it makes anew of what was said, so that a run can go on in another process."""

    def __init__(
        self,
        person: SimulatedPerson,
        narrator: Narrator,
        calls: RunCalls,
        clock: Clock,
        *,
        acts: bool,
        warm_up: Callable[[], Awaitable[None]] = ignore_wait,
        close: Callable[[], Awaitable[None]] = ignore_wait,
    ) -> None:
        """`acts`: Prime is our own interviewer, which knows commands and can be left alone for days. `warm_up` and
        `close`: of what the narrator speaks by."""
        self._person = person
        self._narrator = narrator
        self._calls = calls
        self._clock = clock
        self._acts = acts
        self._warm_up = warm_up
        self._close = close

    async def warm_up(self) -> None:
        await self._warm_up()

    async def speak(
        self,
        said: Sequence[Utterance],
        *,
        heard: Callable[[Piece], None],
        begun: Callable[[], None] = ignore_request_start,
    ) -> SideReply:
        begun()
        mine = next((each for each in reversed(said) if isinstance(each, SaidByCandidate)), None)
        mark = _Mark() if mine is None else _Mark.model_validate_json(mine.private.blocks)
        began = self._clock.monotonic()
        reply = await self._narrator.reply(run_as_talk(said, self._person))
        text = join_said(reply.says if self._acts else words_without_acts(reply.says))
        text = text or ("" if reply.leaves else _SILENT)
        taken, newest = await self._calls.taken_after(mark.calls)
        heard(Piece(text=text))
        return SideReply(
            text=text,
            blocks=_Mark(calls=newest).model_dump_json(),
            taken=replace(taken, latency_ms=round((self._clock.monotonic() - began) * 1000)),
            ended=reply.leaves,
        )

    async def close(self) -> None:
        await self._close()


def run_as_talk(said: Sequence[Utterance], person: SimulatedPerson) -> RecordedTalk:
    """Return a run, as far as both have heard it, as one of the talks that are evaluated."""
    lines = tuple(
        TalkLine(
            who=Who.INTERVIEWER if each.speaker is Speaker.PRIME else Who.PERSON,
            text=each.public.text,
            turn=each.seq // 2,
        )
        for each in said
    )
    return RecordedTalk(interviewer="chamber", person=person.name, language=person.language, lines=lines)
