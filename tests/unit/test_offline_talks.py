"""Whole talks without a model, one in each language, to be read as the person would.

A file holds both sides: lines with › are the person's, and are said again here. After a change of the rules or words
the file is written anew by `python -m tests.unit.test_offline_talks`, read by somebody, and kept only if it is good.
"""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from core.contracts.turn import Turn
from core.interviews.guard.text import marks
from core.interviews.life_story.interview import LifeStory
from core.privacy.facts import Facts, HeardWhere
from tests.unit.life_story_kit import Talk, offline

GOLDEN = Path(__file__).parent / "golden"
FACTS = Facts(operator="Peter", hearing=HeardWhere.LOCAL, carriers={"t": "Telegram"})
_THEIRS = "› "


def _file(language: str) -> Path:
    return GOLDEN / f"talk-offline-{language}.txt"


def _said(turn: Turn) -> str:
    question = turn.question.text if turn.question is not None else ""
    return "\n".join(part for part in (turn.notice, turn.remark, question) if part)


async def _replayed(language: str) -> tuple[str, list[str]]:
    """The talk as it goes now, and what the interviewer said in it."""
    answers = [
        line.removeprefix(_THEIRS)
        for line in _file(language).read_text(encoding="utf-8").splitlines()
        if line.startswith(_THEIRS)
    ]
    talk = Talk(LifeStory(facts=FACTS), language=language, model=offline())
    ours = [_said(talk.begin())]
    parts = [ours[0]]
    for answer in answers:
        ours.append(_said(await talk.say(answer)))
        parts += [f"{_THEIRS}{answer}", ours[-1]]
    return "\n\n".join(parts) + "\n", ours


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_talk_goes_as_it_was_read(language: str) -> None:
    text, ours = await _replayed(language)
    assert text == _file(language).read_text(encoding="utf-8")
    assert all(marks(said) <= 1 for said in ours)
    asked = [said.splitlines()[-1] for said in ours]
    assert not [each for each, after in pairwise(asked) if each == after]


if __name__ == "__main__":
    for each in ("en", "ru"):
        _file(each).write_text(asyncio.run(_replayed(each))[0], encoding="utf-8")
