"""Narrators, who play a person: rules, or a model."""

from __future__ import annotations

from typing import Protocol

from pydantic import BaseModel

from core.contracts.ports import Prompt
from core.llm.build import ManagedModel
from core.simulation.people import ByRules, Does, NarratorReply, SimulatedPerson, person_sheet, player_orders
from core.simulation.talks import RecordedTalk, format_talk

_LEAVES = "/leave"
"""Written as a message by whoever plays: the person is gone for good."""
_HOW = """You play the person below in a chat with an interviewer. Speak as they would, in their language, their length
and their temper; a message is what an ordinary person types. Tell freely what is told freely. What stands below a fact
is hidden: tell it only when the interviewer stays with its subject, asks for the moment itself, or leaves room. Invent
small things that fit, never anything large. Do what is due now. You do not help the interviewer, and you judge nothing.

"""
_FORM = """`messages`: what you send now, mostly one; several for a burst. A message such as "/pause" is a command of
the bot.
`leaves`: true when the person stops for good.

"""


def persona_prompt(person: SimulatedPerson) -> str:
    """Return the system prompt of a model that plays somebody in plain words."""
    return f"{_HOW}Answer with what you send and nothing else.\n\n{person_sheet(person)}"


class Narrator(Protocol):
    async def reply(self, talk: RecordedTalk) -> NarratorReply:
        """Return what the person sends after what was said last. Raises ModelError."""


class RuledNarrator:
    """A narrator by rules, which first goes through what was said before it came in."""

    def __init__(self, person: SimulatedPerson, seed: int = 0) -> None:
        self._person = person
        self._seed = seed
        self._rules = ByRules(person, seed)
        self._answers = 0

    async def reply(self, talk: RecordedTalk) -> NarratorReply:
        if self._answers > talk.turns:
            # Asked for the same answer again.
            self._rules, self._answers = ByRules(self._person, self._seed), 0
        for turn in range(self._answers, talk.turns):
            self._rules.reply(talk.heard(turn))
        self._answers = talk.turns + 1
        return self._rules.reply(talk.heard(talk.turns))


class Narration(BaseModel):
    """The answer of a model that plays the person."""

    messages: list[str]
    leaves: bool


class Played:
    def __init__(self, person: SimulatedPerson, model: ManagedModel) -> None:
        self._person = person
        self._model = model
        self._system = _HOW + _FORM + person_sheet(person)

    async def reply(self, talk: RecordedTalk) -> NarratorReply:
        todo, deeds = player_orders(self._person, talk.turns + 1)
        user = f"{format_talk(talk)}\nDue now: {todo or 'nothing; just answer.'}"
        prompt = Prompt(purpose="person", system=self._system, user=user, timeout=120.0)
        said = await self._model.ask(prompt, Narration)
        reply = read_reply(tuple(said.messages), deeds, self._person)
        return NarratorReply(says=reply.says, deeds=reply.deeds, leaves=reply.leaves or said.leaves)


def read_reply(said: tuple[str, ...], deeds: tuple[int, ...], person: SimulatedPerson) -> NarratorReply:
    leaves = any(text.lower() == _LEAVES for text in said) or any(person.deeds[i].does is Does.STOPS for i in deeds)
    says = tuple(text for text in said if text and text.lower() != _LEAVES)
    return NarratorReply(says=says if says or leaves else ("…",), deeds=deeds, leaves=leaves)
