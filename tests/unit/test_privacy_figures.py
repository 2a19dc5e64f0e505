"""The figures of docs/privacy.md: how much goes to a model's provider, as the program has it."""

from __future__ import annotations

import re
from pathlib import Path

from core.interviews.kind import USUAL_WINDOW
from core.interviews.life_story import interview as life_story
from core.interviews.podcast import note_document, preparing
from core.interviews.podcast.episode_chores import LONGEST_NOTES
from core.interviews.podcast.sources.material import CONTEXT_LIMIT
from core.interviews.scripted_base import books
from core.interviews.scripted_base.talk import conversation
from tests.fakes.stores import answer, question

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "privacy.md").read_text(encoding="utf-8")
PROVIDER = next(line for line in PAGE.splitlines() if line.startswith("| The model's provider"))


def characters(text: str) -> set[int]:
    """The numbers of characters that a text names."""
    return {int(found.replace(",", "")) for found in re.findall(r"\d{1,3}(?:,\d{3})+", text)}


def test_the_provider_gets_as_much_as_the_page_says() -> None:
    told = [
        entry
        for n in range(1, 400, 2)
        for entry in (question(n, "And then? " * 20), answer(n + 1, n, "We went. " * 60))
    ]
    most = max(
        sum(len(line.text) for line in conversation(told[:end], name="", window=USUAL_WINDOW))
        for end in range(2, len(told), 2)
    )
    assert USUAL_WINDOW * 1.1 < most <= max(each for each in characters(PROVIDER) if each < 60_000)
    assert characters(PROVIDER) == {
        USUAL_WINDOW,
        USUAL_WINDOW * 5 // 4,
        books._LEAVING_ROOM,
        life_story.TRANSCRIPT_ROOM,
        preparing.TRANSCRIPT_ROOM,
        note_document.TRANSCRIPT_ROOM,
    }


def test_of_an_episode_as_much_is_kept_as_the_page_says() -> None:
    kept = next(part for part in PAGE.split("\n\n") if part.startswith("**Of an episode**"))
    assert characters(kept) == {CONTEXT_LIMIT, LONGEST_NOTES}
