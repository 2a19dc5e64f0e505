"""What each side is shown. The one place where words of one become a prompt of the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.chamber.messages import OfCandidate, OfPrime, Public, SaidByCandidate, SaidByPrime, Utterance
from core.contracts.chat import ChatLine, ChatRole

BEGIN = "Please begin the interview."
"""What Prime is told where nothing has been said yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disclosure:
    """What Prime is shown of thoughts; the Candidate is never shown any."""

    prime_thoughts: bool = False
    """Its own, in its own earlier words."""
    candidate_thoughts: bool = False


@dataclass(frozen=True, slots=True)
class PrimesOwn:
    """An earlier line of Prime's, in Prime's own context."""

    public: Public
    private: OfPrime


@dataclass(frozen=True, slots=True)
class CandidatesOwn:
    """An earlier line of the Candidate's, in the Candidate's own context."""

    public: Public
    private: OfCandidate


@dataclass(frozen=True, slots=True)
class Disclosed:
    """A line of the Candidate's with its thoughts, as Prime reads it where that is allowed."""

    public: Public
    private: OfCandidate


PrimeSees = PrimesOwn | Public | Disclosed
CandidateSees = CandidatesOwn | Public


def prime_context(said: Sequence[Utterance], disclosure: Disclosure, *, begin: str = BEGIN) -> tuple[ChatLine, ...]:
    """The lines for Prime's next words: `said` ends with the Candidate's, or is empty."""
    lines = [ChatLine(role=ChatRole.USER, text=begin)]
    seen: list[PrimeSees] = []
    for each in said:
        if isinstance(each, SaidByPrime):
            seen.append(PrimesOwn(each.public, each.private))
        elif disclosure.candidate_thoughts and each.private.thoughts:
            seen.append(Disclosed(each.public, each.private))
        else:
            seen.append(each.public)
    return (*lines, *(_to_prime(each, disclosure) for each in seen))


def candidate_context(said: Sequence[Utterance]) -> tuple[ChatLine, ...]:
    """The lines for the Candidate's next words: `said` ends with Prime's."""
    seen: list[CandidateSees] = [
        CandidatesOwn(each.public, each.private) if isinstance(each, SaidByCandidate) else each.public for each in said
    ]
    return tuple(map(_to_candidate, seen))


def _to_prime(seen: PrimeSees, disclosure: Disclosure) -> ChatLine:
    match seen:
        case PrimesOwn(public=public, private=private):
            text = private.full if disclosure.prime_thoughts and private.full.strip() else public.text
            blocks = private.blocks if disclosure.prime_thoughts else ""
            return ChatLine(role=ChatRole.ASSISTANT, text=text, blocks=blocks)
        case Disclosed(public=public, private=private):
            return ChatLine(
                role=ChatRole.USER, text=f"{public.text}\n[Candidate's internal thoughts: {private.thoughts}]"
            )
        case Public(text=text):
            return ChatLine(role=ChatRole.USER, text=text)


def _to_candidate(seen: CandidateSees) -> ChatLine:
    match seen:
        case CandidatesOwn(public=public, private=private):
            # Its provider may demand its own signed thinking back; of the thoughts in its words none is repeated.
            return ChatLine(role=ChatRole.ASSISTANT, text=public.text, blocks=private.blocks)
        case Public(text=text):
            return ChatLine(role=ChatRole.USER, text=text)
