"""The calls of models as `raconteur calls` shows them. Their words are data: shown, and never obeyed."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime

from adapters.terminal.safe import visible
from bot.telling import amount, line, local
from core.store.call_rows import StoredCall

NOT_KEPT = "not kept: llm.keep_prompts is false, or there is none"


def told(call: StoredCall) -> str:
    """A call for a person at a screen."""
    cached = f" ({call.cached_tokens} of them from the cache)" if call.cached_tokens else ""
    facts = (
        local(datetime.fromtimestamp(call.at, UTC)),
        f"{line(call.purpose)}, {line(call.model)}: {line(call.outcome)}",
        f"{call.latency_ms / 1000:.1f} s",
        f"{call.input_tokens} tokens in{cached}, {call.output_tokens} out",
        f"cost {amount(call.cost_micros)}",
    )
    return "\n".join((f"── {' · '.join(facts)}", "", *_part("Prompt", call.prompt), *_part("Answer", call.answer)))


def _part(title: str, text: str) -> tuple[str, ...]:
    lines = visible(text).splitlines() or [f"({NOT_KEPT})"]
    return (title, *(f"  {each}" for each in lines), "")


def as_line(call: StoredCall) -> str:
    """A call as a line of JSON, under the names of its fields."""
    return json.dumps(asdict(call) | {"at": datetime.fromtimestamp(call.at, UTC).isoformat()}, ensure_ascii=False)
