"""What played people send, taken apart; and that nothing but theirs is ever a command."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.simulation.breaths import SPOKEN_COMMANDS, Breath, group_breaths, split_breaths, words_without_acts

SAYS = ("PS. the flask.", "Put that in.", "/pause", "~9d", "/resume", "I am back.")
LINES = st.sampled_from(["", "Well.", "/pause", "/resume", "/delete", "/done", "~9d", "~2h", "~1000d", " /pause", "~d"])


def test_words_in_a_row_are_one_breath_and_acts_stand_alone() -> None:
    assert list(group_breaths(SAYS)) == [
        Breath(words=SAYS[:2]),
        Breath(command="/pause"),
        Breath(away=timedelta(days=9)),
        Breath(command="/resume"),
        Breath(words=SAYS[5:]),
    ]
    assert words_without_acts(SAYS) == (SAYS[0], SAYS[1], SAYS[5])


@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_a_text_has_the_same_breaths(between: str) -> None:
    found = list(split_breaths(between.join(SAYS)))
    assert found == [Breath(words=(between.join(SAYS[:2]),)), *list(group_breaths(SAYS))[1:]]


@given(st.lists(LINES).map("\n".join) | st.text())
def test_of_a_text_every_line_is_said_or_done_once(text: str) -> None:
    found = list(split_breaths(text))
    commands = [each.command for each in found if each.command]
    assert set(commands) <= SPOKEN_COMMANDS
    assert commands == [line for line in text.split("\n") if line in SPOKEN_COMMANDS]
    said = "\n".join(words for each in found for words in each.words)
    acts = {"/pause", "/resume", "~9d", "~2h"}
    left = [line for line in text.split("\n") if line and line not in acts and not _is_span(line)]
    assert [line for line in said.split("\n") if line] == left


def _is_span(line: str) -> bool:
    return any(each.away is not None for each in group_breaths([line]))
