"""The three logs: what stands in which, in which form, and that they only grow at their ends."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.chat import Stop
from core.features.chamber.logs import LOG_FILES, Log, LogFile, merge_in_order, run_stamp
from core.features.chamber.messages import SideNote, Speaker
from core.features.chamber.runs import WholeRun
from tests.fakes.chamber import AT, new_run, setup
from tests.fakes.chamber_runs import kept_runs, said_by

LATER = AT + timedelta(seconds=7)
SAID = (
    said_by(Speaker.PRIME, 1, "Where?", full="<thinking>Gently.</thinking>Where?", taken_out="Gently.", model="asks"),
    said_by(
        Speaker.CANDIDATE,
        2,
        "In Riga.",
        at=LATER,
        thinking="Shall I?",
        model="answers",
        input_tokens=12,
        output_tokens=7,
        cost_micros=1_500,
        latency_ms=800,
    ),
)
NOTES = (
    SideNote(
        at=AT, seq=2, speaker=Speaker.CANDIDATE, kind="failed", text="It was overloaded.\nIt is asked again in 1 s."
    ),
    SideNote(at=LATER, seq=3, speaker=None, kind="failed", text="A judge gave no scores."),
)
RUN = replace(new_run(setup()), seed=7)
THINGS = merge_in_order(SAID, NOTES)


def text(log: Log) -> str:
    return LogFile(log, lines=False).whole(RUN, THINGS).decode()


def lines(log: Log) -> list[dict[str, object]]:
    return [json.loads(line) for line in LogFile(log, lines=True).whole(RUN, THINGS).decode().splitlines()]


def test_a_text_log_says_what_it_is_and_then_what_was_said() -> None:
    rule = "=" * 80
    assert text(Log.CANDIDATE) == (
        "CANDIDATE LOG\nRun: r1\nName: a talk\nPrime: asks\nCandidate: answers\nSeed: 7\n"
        "Begun: 2026-05-04T10:00:00+00:00\n"
        "The Candidate's words as its model wrote them, with its thoughts, and what happened on its side.\n"
        f"{rule}\n\n"
        "[2026-05-04T10:00:00+00:00] NOTE: It was overloaded. It is asked again in 1 s.\n\n"
        "[2026-05-04T10:00:07+00:00] CANDIDATE (thinking):\nShall I?\n\n"
        "[2026-05-04T10:00:07+00:00] CANDIDATE:\nIn Riga.\n\n"
        "[2026-05-04T10:00:07+00:00] NOTE: A judge gave no scores.\n\n"
    )
    assert text(Log.PRIME).partition(f"{rule}\n\n")[2] == (
        "[2026-05-04T10:00:00+00:00] PRIME:\n<thinking>Gently.</thinking>Where?\n\n"
        "[2026-05-04T10:00:07+00:00] NOTE: A judge gave no scores.\n\n"
    )
    assert text(Log.SHARED).partition(f"{rule}\n\n")[2] == (
        "[2026-05-04T10:00:00+00:00] PRIME:\nWhere?\n\n[2026-05-04T10:00:07+00:00] CANDIDATE:\nIn Riga.\n\n"
    )


def test_a_line_of_a_sides_own_log_has_everything_of_it() -> None:
    note, said, judges = lines(Log.CANDIDATE)
    assert said == {
        "run": "r1",
        "at": "2026-05-04T10:00:07+00:00",
        "turn": 1,
        "seq": 2,
        "type": "utterance",
        "speaker": "candidate",
        "content": "In Riga.",
        "public": "In Riga.",
        "thoughts": "Shall I?",
        "model": "answers",
        "input_tokens": 12,
        "output_tokens": 7,
        "latency_ms": 800,
        "cost": 0.0015,
        "stop": "end",
    }
    assert (note["type"], note["speaker"], note["kind"]) == ("note", "candidate", "failed")
    assert note["note"] == NOTES[0].text
    assert judges["speaker"] is None


def test_a_line_of_the_shared_log_has_what_both_know_and_nothing_else() -> None:
    assert [set(line) for line in lines(Log.SHARED)] == [{"run", "at", "turn", "seq", "type", "speaker", "public"}] * 2


def test_the_names_tell_when_a_run_began_and_its_place_in_a_series() -> None:
    names = [file.name(run_stamp(RUN)) for file in LOG_FILES]
    assert names[:3] == [
        "prime_log_20260504_100000.txt",
        "candidate_log_20260504_100000.txt",
        "shared_transcript_20260504_100000.txt",
    ]
    assert names[3:] == [name.replace(".txt", ".jsonl") for name in names[:3]]
    assert run_stamp(replace(RUN, series="s", number=3)) == "20260504_100000_3"


@pytest.mark.parametrize("file", LOG_FILES, ids=str)
@given(kept=kept_runs())
def test_a_log_only_grows_at_its_end(file: LogFile, kept: WholeRun) -> None:
    things = merge_in_order(kept.said, kept.notes)
    grown = [file.whole(kept.run, things[:count]) for count in range(len(things) + 1)]
    assert all(after.startswith(before) for before, after in pairwise(grown))


@given(kept=kept_runs())
def test_things_stand_in_the_order_in_which_they_were_kept(kept: WholeRun) -> None:
    """Seen from any moment at which somebody had spoken: what came later stands behind."""
    things = merge_in_order(kept.said, kept.notes)
    for count in range(len(kept.said) + 1):
        notes = [note for note in kept.notes if note.seq <= count]
        before = merge_in_order(kept.said[:count], notes)
        assert things[: len(before)] == before


_MARKED = st.text("\u0391\u0392\u0393", min_size=3, max_size=8)
"""Letters that stand nowhere else."""


@given(kept=kept_runs(), secret=_MARKED)
def test_nothing_private_is_in_the_shared_logs(kept: WholeRun, secret: str) -> None:
    said = [
        said_by(u.speaker, u.seq, "public", full=secret, taken_out=secret, thinking=secret, blocks=secret, model=secret)
        for u in kept.said
    ]
    notes = [replace(note, text=secret, kind=secret) for note in kept.notes]
    things = merge_in_order(said, notes)
    shared = [file.whole(kept.run, things).decode() for file in LOG_FILES if file.log is Log.SHARED]
    assert not any(secret in text for text in shared)


@given(kept=kept_runs())
def test_the_lines_are_what_was_said_whatever_it_looks_like(kept: WholeRun) -> None:
    things = merge_in_order(kept.said, kept.notes)
    for log, speaker in ((Log.PRIME, Speaker.PRIME), (Log.CANDIDATE, Speaker.CANDIDATE)):
        whole = LogFile(log, lines=True).whole(kept.run, things).decode()
        found = [json.loads(line) for line in whole.splitlines()]
        own = [u for u in kept.said if u.speaker is speaker]
        told = [
            (f["seq"], f["content"], f["public"], f["thoughts"], Stop(f["stop"]))
            for f in found
            if f["type"] == "utterance"
        ]
        assert told == [(u.seq, u.private.full, u.public.text, u.private.thoughts, u.taken.stop) for u in own]
        noted = [f["note"] for f in found if f["type"] == "note"]
        assert noted == [note.text for note in kept.notes if note.speaker in {speaker, None}]
