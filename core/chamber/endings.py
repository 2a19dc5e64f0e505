"""When a run ends by itself. (The first version: whoever owns this part makes it whole.)"""

from __future__ import annotations

from collections.abc import Sequence

from core.chamber.messages import Public, Speaker, Utterance
from core.chamber.runs import Run, Why


def without_end_word(public: Public, end_word: str) -> tuple[Public, bool]:
    """Prime's public words without its word for the end, and whether that was there."""
    if not end_word or end_word.casefold() not in public.text.casefold():
        return public, False
    return Public(public.text.replace(end_word, "").strip()), True


def ending(run: Run, said: Sequence[Utterance]) -> Why | None:
    """Why a run is over now; None where it goes on. `run.spent_seconds` is up to this moment."""
    rules = run.setup.rules
    if said and said[-1].ends:
        return Why.PRIME if said[-1].speaker is Speaker.PRIME else Why.LEFT
    if len(said) >= 2 * rules.max_turns:
        return Why.TURNS
    if rules.max_minutes is not None and run.spent_seconds >= 60 * rules.max_minutes:
        return Why.TIME
    tokens = sum(u.taken.input_tokens + u.taken.output_tokens for u in said)
    if rules.max_total_tokens is not None and tokens >= rules.max_total_tokens:
        return Why.TOKENS
    return None
