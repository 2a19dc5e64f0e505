"""What each side is shown. The one place where words of one become a prompt of the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.contracts.chat import ChatLine, ChatRole
from core.features.chamber.messages import SaidByCandidate, SaidByPrime, Utterance

BEGIN = "Please begin the interview."
"""What Prime is told where nothing has been said yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disclosure:
    """What Prime is shown of thoughts; the Candidate is never shown any."""

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
