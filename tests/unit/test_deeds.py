"""What is said instead of a command is heard, and nothing that is told is taken for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.interviews.signals.deeds import Deed, Wished, wished

GOLDEN = Path(__file__).parent / "golden"
LANGUAGES = ("en", "ru")


def lines_of(name: str) -> list[str]:
    lines = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_wish_is_heard_with_what_it_is_about(language: str) -> None:
    missed = []
    for line in lines_of(f"deeds_{language}"):
        meant, _, text = line.partition(" | ")
        deed, _, topic = meant.partition("=")
        if wished(text) != Wished(deed=Deed(deed), topic=topic):
            missed.append((line, wished(text)))
    assert missed == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_told_is_no_wish(language: str) -> None:
    names = (f"deeds_none_{language}", f"telling_{language}", f"safe_{language}")
    # "That's all." is said of many things, and counts only while nothing is asked.
    taken = [line for name in names for line in lines_of(name) if (w := wished(line)) and w.deed is not Deed.TOLD]
    assert taken == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_wish_of_the_interview_itself_is_taken(language: str) -> None:
    lines = [line.partition(" | ")[2] for line in lines_of(f"wishes_{language}")]
    assert [line for line in lines if (w := wished(line)) is not None and w.deed is not Deed.TOLD] == []


@given(st.text(max_size=200))
def test_whatever_is_typed_raises_nothing(text: str) -> None:
    wished(text)


@pytest.mark.parametrize(("language", "least"), [("en", 15), ("ru", 9)])
def test_of_what_nobody_had_foreseen_some_is_heard_and_none_is_mistaken(language: str, least: int) -> None:
    lines = [line.partition(" | ") for line in lines_of(f"deeds_unrehearsed_{language}")]
    heard = [(deed, found.deed.value) for deed, _, text in lines if (found := wished(text)) is not None]
    assert len(heard) >= least
    assert [pair for pair in heard if pair[0] != pair[1]] == []
