"""What a watcher sees of a run: its newest public words, as many as fit."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from core.delivery.fitting import utf16_length
from core.features.chamber.job import watch_message
from core.features.chamber.messages import Speaker
from core.languages import LANGUAGES
from tests.fakes.chamber import new_run, setup
from tests.fakes.chamber_runs import said_by
from tests.fakes.effort import tries

RUN = new_run(setup(rules={"max_turns": 20}), "abcdef0123456789")
WORDS = st.text(max_size=600) | st.sampled_from(["А" * 900, "\U0001f600" * 700, "one two " * 200, "\ud83d", ""])


def side(seq: int) -> Speaker:
    return Speaker.PRIME if seq % 2 else Speaker.CANDIDATE


@settings(max_examples=tries(25, soak=1_000))
@given(texts=st.lists(WORDS, max_size=8), language=st.sampled_from(LANGUAGES), limit=st.integers(300, 3_000))
def test_it_fits_and_holds_no_thought(texts: list[str], language: str, limit: int) -> None:
    said = [said_by(side(n), n, text, full=f"SECRET {text}") for n, text in enumerate(texts, start=1)]
    shown = watch_message(RUN, tuple(said), language, limit)
    assert utf16_length(shown) <= limit
    assert "SECRET" not in shown


def test_the_newest_is_whole_where_it_fits_and_the_older_give_way() -> None:
    said = tuple(said_by(side(n), n, f"Words of number {n}. " * 8) for n in range(1, 9))
    shown = watch_message(RUN, said, "en", 600)
    assert shown.startswith("▶ a talk (abcdef01) – turn 4 of 20\n\n")
    assert shown.endswith(f"Candidate: {said[-1].public.text.strip()}")
    assert "number 7." in shown
    assert "number 1." not in shown


def test_before_anything_is_said_it_says_where_it_stands() -> None:
    assert watch_message(RUN, (), "ru", 600) == "▶ a talk (abcdef01) — ход 0 из 20"
