"""Holds a talk: somebody who is played answers an interviewer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import structlog

from bot.simulation.breaths import group_breaths
from bot.simulation.interviewers import Heard, Interviewer
from bot.simulation.narrators import Narrator
from core.contracts.errors import ModelError
from core.simulation.people import NarratorReply, SimulatedPerson
from core.simulation.talks import BEFORE, RecordedTalk, TalkLine, Who

log = structlog.get_logger()


async def hold_talk(
    kind: str, interviewer: Interviewer, narrator: Narrator, person: SimulatedPerson, turns: int
) -> RecordedTalk:
    """Hold one talk of so many answers at most."""
    before, opening = await interviewer.begin()
    lines = [*_said(before, BEFORE), *_said(opening, 0)]
    talk = RecordedTalk(interviewer=kind, person=person.name, language=person.language, lines=tuple(lines))
    for turn in range(1, turns + 1):
        try:
            reply = await narrator.reply(talk)
        except ModelError:
            # Somebody whose answer got lost is somebody who went away.
            reply = NarratorReply(says=("…",), leaves=True)
        try:
            lines += await _answer(interviewer, reply.says, turn)
        except ModelError as error:
            # Only the plain side: the app goes on without a model.
            log.error("talk-broken-off", person=person.name, reason=str(error))
            break
        done = (*talk.done, *((turn, number) for number in reply.deeds))
        talk = replace(talk, lines=tuple(lines), done=done)
        if reply.leaves:
            break
    return replace(talk, calls=await interviewer.calls())


async def _answer(interviewer: Interviewer, says: Sequence[str], turn: int) -> list[TalkLine]:
    """Return what the person sends in a turn, and what follows from it."""
    lines: list[TalkLine] = []
    for breath in group_breaths(says):
        lines += [TalkLine(who=Who.PERSON, text=text, turn=turn) for text in breath.words]
        if breath.away is not None:
            lines += _said(await interviewer.away(breath.away), turn, unasked=True)
        elif breath.command:
            lines.append(TalkLine(who=Who.PERSON, text=breath.command, turn=turn, answer=False))
            lines += _said(await interviewer.obey(breath.command), turn)
        else:
            lines += _said(await interviewer.hear(breath.words), turn)
    return lines


def _said(found: Heard, turn: int, *, unasked: bool = False) -> list[TalkLine]:
    return [TalkLine(who=Who.INTERVIEWER, text=text, turn=turn, file=file, unasked=unasked) for text, file in found]
