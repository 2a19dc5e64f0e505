"""What is said in a run, so typed that a thought cannot stand where the other side would read it.

`Public` is all that crosses between the two. What only one side may read has a type for each side, and the context of
the other has no place for it. The two contexts at the end are where words of one become a prompt of the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from core.contracts.chat import ChatLine, ChatRole, Stop


class Speaker(StrEnum):
    PRIME = "prime"
    CANDIDATE = "candidate"

    @property
    def other(self) -> Speaker:
        return Speaker.CANDIDATE if self is Speaker.PRIME else Speaker.PRIME


def turn_of(seq: int) -> int:
    """Return the turn of an utterance, from 1. A turn is something of Prime's and what the Candidate says to it."""
    return (seq + 1) // 2


@dataclass(frozen=True, slots=True)
class Public:
    """Words that both may read: what `core.features.chamber.thoughts` has left of a reply."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Private:
    """The part of a reply that its own side alone may read."""

    full: str
    """The reply as the model wrote it, with the thoughts in it."""
    taken_out: str = ""
    """The thoughts that were taken out of it, blank lines between."""
    thinking: str = ""
    """The provider's own thinking, which came beside the reply."""
    blocks: str = ""

    @property
    def thoughts(self) -> str:
        """Return all of them, blank lines between."""
        return "\n\n".join(part for part in (self.thinking, self.taken_out) if part)


class OfPrime(_Private):
    """The private part of Prime's reply."""


class OfCandidate(_Private):
    """The private part of the Candidate's reply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyCost:
    """The tokens, the cost and the time that a reply took."""

    model: str = ""
    stop: Stop = Stop.END
    input_tokens: int = 0
    output_tokens: int = 0
    cost_micros: int = 0
    latency_ms: int = 0


NOTHING_TAKEN = ReplyCost()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    seq: int
    """From 1, over both sides."""
    at: datetime
    """When it was kept, in UTC."""
    public: Public
    taken: ReplyCost = NOTHING_TAKEN
    ends: bool = False
    """With it its speaker ends the run: Prime by its word for that, a played person by leaving."""

    @property
    def turn(self) -> int:
        return turn_of(self.seq)


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidByPrime(_Said):
    private: OfPrime

    @property
    def speaker(self) -> Speaker:
        return Speaker.PRIME


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidByCandidate(_Said):
    private: OfCandidate

    @property
    def speaker(self) -> Speaker:
        return Speaker.CANDIDATE


Utterance = SaidByPrime | SaidByCandidate


def utterance(speaker: Speaker, private: Mapping[str, str], **common: Any) -> Utterance:
    """Return what this speaker said. `private`: the fields of what that side alone may read; `common`: all others."""
    if speaker is Speaker.PRIME:
        return SaidByPrime(private=OfPrime(**private), **common)
    return SaidByCandidate(private=OfCandidate(**private), **common)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideNote:
    """An error, a wait or a warning on one side, for its own log and the operator. Neither model reads it.

    `text` is in our words: it quotes neither a provider nor a model.
    """

    at: datetime
    seq: int
    """Of the utterance that it came before, or was about."""
    speaker: Speaker | None
    """None: neither's, but a judge's or the whole run's."""
    kind: str
    """"failed", "warning", "cut", "left-out", "money"."""
    text: str


BEGIN = "Please begin the interview."
"""What Prime is told where nothing has been said yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disclosure:
    """Say which thoughts Prime is shown; the Candidate is never shown any."""

    prime_thoughts: bool = False
    """Its own, in its own earlier words."""
    candidate_thoughts: bool = False


def prime_context(said: Sequence[Utterance], disclosure: Disclosure, *, begin: str = BEGIN) -> tuple[ChatLine, ...]:
    """Return the lines for Prime's next words: `said` ends with the Candidate's, or is empty."""
    lines = [ChatLine(role=ChatRole.USER, text=begin)]
    for each in said:
        if isinstance(each, SaidByPrime):
            own = each.private
            text = own.full if disclosure.prime_thoughts and own.full.strip() else each.public.text
            blocks = own.blocks if disclosure.prime_thoughts else ""
            lines.append(ChatLine(role=ChatRole.ASSISTANT, text=text, blocks=blocks))
        elif disclosure.candidate_thoughts and each.private.thoughts:
            text = f"{each.public.text}\n[Candidate's internal thoughts: {each.private.thoughts}]"
            lines.append(ChatLine(role=ChatRole.USER, text=text))
        else:
            lines.append(ChatLine(role=ChatRole.USER, text=each.public.text))
    return tuple(lines)


def candidate_context(said: Sequence[Utterance]) -> tuple[ChatLine, ...]:
    """Return the lines for the Candidate's next words: `said` ends with Prime's."""
    # Its provider may demand its own signed thinking back; of the thoughts in its words none is repeated.
    return tuple(
        ChatLine(role=ChatRole.ASSISTANT, text=each.public.text, blocks=each.private.blocks)
        if isinstance(each, SaidByCandidate)
        else ChatLine(role=ChatRole.USER, text=each.public.text)
        for each in said
    )
