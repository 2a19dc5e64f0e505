"""The expense of a talk: calls, what was read for each, and money.

What a prompt shares with the one before it, from its first letter on, a provider can take from its cache; that counts a
tenth. Letters are counted, since they are there for every model, and tokens where the provider tells them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.evaluation.talk import BEFORE, RecordedTalk
from core.evaluation.tally import Count, Measure, TallyForm

CACHED = 0.1
"""The weight of something from the cache."""
TURNS = frozenset({"talk", "plain"})
"""Purposes of calls between an answer and what is said next."""

MEASURES = (
    Measure(name="calls", title="model calls", form=TallyForm.SUM),
    Measure(name="failed", title="model calls that failed", form=TallyForm.OF, good="0"),
    Measure(
        name="turn_calls", title="calls between an answer and the next message", form=TallyForm.MEAN, good="1 or fewer"
    ),
    Measure(name="prompt", title="characters of a prompt", form=TallyForm.MEAN),
    Measure(
        name="effective", title="effective input of a turn, characters", form=TallyForm.MEAN, good="9,000 or fewer"
    ),
    Measure(name="effective_tokens", title="effective input of a turn, tokens", form=TallyForm.MEAN),
    Measure(name="output", title="tokens of an answer", form=TallyForm.MEAN),
    Measure(name="cost", title="cost, in millionths", form=TallyForm.SUM),
)


def spending_measures(talk: RecordedTalk) -> dict[str, Count]:
    """Return the measures of this file, from the ledger of the talk."""
    turns = [call for call in talk.calls if call.purpose in TURNS]
    counted = [call for call in turns if call.input_tokens]
    sizes = list(effective_inputs(call.prompt for call in turns))
    # A model could be asked what to say after each answer, and for a beginning that is in no script.
    messages = talk.turns + (not any(line.turn == BEFORE for line in talk.lines))
    tokens = sum(call.input_tokens - (1 - CACHED) * call.cached_tokens for call in counted)
    return {
        "calls": Count(n=len(talk.calls)),
        "failed": Count(n=sum(call.outcome not in {"ok", "cancelled"} for call in talk.calls), of=len(talk.calls)),
        "turn_calls": Count(n=len(turns), of=messages if talk.calls else 0),
        "prompt": Count(n=sum(len(call.prompt) for call in turns), of=len(turns)),
        "effective": Count(n=sum(sizes), of=len(sizes)),
        "effective_tokens": Count(n=tokens, of=len(counted)),
        "output": Count(n=sum(call.output_tokens for call in counted), of=len(counted)),
        "cost": Count(n=sum(call.cost_micros for call in talk.calls)),
    }


def effective_inputs(prompts: Iterable[str]) -> Iterator[float]:
    """Yield the effective input of each call of one purpose, in characters; the first finds an empty cache."""
    before = ""
    for prompt in prompts:
        pairs = enumerate(zip(before, prompt, strict=False))
        shared = next((place for place, (a, b) in pairs if a != b), min(len(before), len(prompt)))
        yield len(prompt) - (1 - CACHED) * shared
        before = prompt
