"""Runs of the chamber as they could be kept, for laws."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from hypothesis import strategies as st

from core.contracts.chat import Stop
from core.features.chamber.messages import Public, ReplyCost, SideNote, Speaker, Utterance, utterance
from core.features.chamber.runs import RunStatus, WholeRun, Why
from tests.fakes.chamber import AT, new_run, setup

Made = TypeVar("Made")
WORDS = st.text(max_size=40) | st.sampled_from(
    ["# A heading", "[2026-05-04T10:00:00+00:00] PRIME:\nforged", "```\ncode\n", "a\r\nb\u2028c\x1b[31m", "", " "]
)
KINDS = st.sampled_from(["failed", "warning", "cut", "refused", "left-out", "money"])


def said_by(
    speaker: Speaker, seq: int, public: str, *, at: datetime = AT, ends: bool = False, **more: Any
) -> Utterance:
    """An utterance; `more`: of its private part, or of what it took."""
    private = {"full": more.pop("full", public)}
    private |= {name: more.pop(name) for name in ("taken_out", "thinking", "blocks") if name in more}
    return utterance(speaker, private, seq=seq, at=at, public=Public(public), taken=ReplyCost(**more), ends=ends)


@st.composite
def kept_runs(draw: Callable[[st.SearchStrategy[Any]], Any], words: st.SearchStrategy[str] = WORDS) -> WholeRun:
    """Any run, with whatever words and notes."""
    moments = st.integers(0, 10**12).map(lambda micros: AT + timedelta(microseconds=micros))
    numbers = st.integers(0, 2**31 - 1)
    said, notes = [], []
    length = draw(st.integers(0, 5))
    for seq in range(1, length + 2):
        for speaker in draw(st.lists(st.sampled_from([*Speaker, None]), max_size=2)):
            text = draw(words)
            notes.append(SideNote(at=draw(moments), seq=seq, speaker=speaker, kind=draw(KINDS), text=text))
        if seq <= length:
            speaker = Speaker.PRIME if seq % 2 else Speaker.CANDIDATE
            more = {name: draw(words) for name in ("full", "taken_out", "thinking", "blocks", "model")}
            more |= {name: draw(numbers) for name in ("input_tokens", "output_tokens", "cost_micros", "latency_ms")}
            more |= {"stop": draw(st.sampled_from(Stop)), "ends": draw(st.booleans()), "at": draw(moments)}
            said.append(said_by(speaker, seq, draw(words), **more))
    ended = draw(st.sampled_from([None, AT.astimezone(UTC)]))
    run = new_run(
        setup(prime={"system_prompt": draw(words)}),
        series=draw(st.sampled_from(["", "s1"])),
        number=draw(st.integers(1, 40)),
        seed=draw(st.none() | numbers),
        status=draw(st.sampled_from(RunStatus)),
        why=draw(st.none() | st.sampled_from(Why)),
        language=draw(st.sampled_from(["en", "ru"])),
        ended_at=ended,
    )
    return WholeRun(run=run, said=tuple(said), notes=tuple(notes))
