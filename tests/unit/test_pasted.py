"""A transcript is known for one however it was pasted; what people tell is not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from core.interviews.podcast.episode_intake import (
    MOST_LINES,
    EpisodeIntake,
    PastedDetails,
    is_transcript,
    title_of_transcript,
)

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
TURNS = """Host Ines Calder: Welcome to Slow Repair. I'm Ines Calder, and today I am sitting in a shop in Porto.

Joaquim Neves: Fifty-three in October.

Ines Calder: Joaquim, people walk past and they watch you work. Did you choose the window?

Joaquim Neves: My father chose it. He said, if they see your hands they will not haggle.

Ines Calder: You told me that you refuse about a third of the shoes people bring.

Joaquim Neves: Yes. I say, this shoe does not want to live. People laugh.
"""
HEADED = f"Slow Repair, episode 41: The Shoemaker's Window. Transcript.\n\n{TURNS}"
TIMED = "".join(f"[00:{n:02}:10] And then we came to the {n}th bridge, which was closed.\n" for n in range(9))
NAME_ABOVE = "".join(f"Ann Lee 0:{n:02}\nAnd then we came to the {n}th bridge, which was closed.\n\n" for n in range(9))
SRT = "".join(f"{n}\n00:00:{n:02},000 --> 00:00:{n + 1:02},000\nIt was bridge {n}.\n\n" for n in range(9))
RUSSIAN = "Расшифровка выпуска «Долгая дорога»\n\n" + "".join(
    f"Ведущая: А что было на {n}-м километре?\nИван Петров: Там был мост, и он был закрыт.\n" for n in range(5)
)
PROSE = "The Long Walk – full transcript\n\n" + "And so he went on over the mountains, and it was late. " * 20
MARKED = "**Host:** Welcome, and thank you for coming over the mountains.\n\n**Ben:** It was a long way.\n\n" * 4


@pytest.mark.parametrize("text", [TURNS, HEADED, TIMED, NAME_ABOVE, SRT, RUSSIAN, PROSE, MARKED, f"WEBVTT\n\n{SRT}"])
def test_a_transcript_is_one(text: str) -> None:
    assert is_transcript(text)


@pytest.mark.parametrize(
    "text",
    [
        "The Long Walk. It was about a man who walks home over the mountains, and I cried.",
        "I read the transcript of it on the train, and what stayed was the shoe that does not want to live. " * 8,
        "Likes: the cork, and the shipping forecast\nDislikes: the music\nQuestions: none\n" + "It was slow. " * 20,
        "Anna: hi\nBob: ho\nAnna: yes\nBob: no",
        "At 12:30 I heard it, and at 13:00 I had forgotten half of it.\n" * 6,
        "The Twelve: a novel\nIt was on the shelf.\n" + "And I have not read it since I was a girl. " * 9,
    ],
)
def test_what_somebody_tells_is_none(text: str) -> None:
    assert not is_transcript(text)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (HEADED, "Slow Repair, episode 41: The Shoemaker's Window"),
        (TURNS, ""),
        (RUSSIAN, "«Долгая дорога»"),
        (PROSE, "The Long Walk"),
        (f"Title: The Long Walk\n{TURNS}", "The Long Walk"),
        (f"Here is the transcript:\n\n{TURNS}", ""),
        (f"Transcript of “The Long Walk”\n{TURNS}", "“The Long Walk”"),
    ],
)
def test_its_title(text: str, title: str) -> None:
    assert title_of_transcript(text) == title


def _told(*messages: tuple[str, float]) -> EpisodeIntake:
    intake = EpisodeIntake()
    for number, (text, seconds) in enumerate(messages):
        intake = intake.telling(PastedDetails(ref=str(number), text=text, at=NOW + timedelta(seconds=seconds)))
    return intake


def _cut(text: str, at: int) -> list[str]:
    """As Telegram's apps cut a long text: at the last line or word that fits."""
    parts = []
    while len(text) > at:
        end = max(text.rfind("\n", 0, at), text.rfind(" ", 0, at))
        parts.append(text[:end])
        text = text[end + 1 :]
    return [*parts, text]


@pytest.mark.parametrize("at", [2_000, 4_096])
def test_the_parts_of_one_that_was_cut_belong_together(at: int) -> None:
    monologue = "And so he went on over the mountains, and it was late, and nobody came. " * 180
    whole = f"{HEADED}Joaquim Neves: {monologue}\n{TURNS}"
    parts = _cut(whole, at)
    intake = _told(*((part, 0.2 * n) for n, part in enumerate(parts)))
    assert len(parts) > 3
    assert [each.pasted for each in intake.told] == [True] * len(parts)
    assert intake.transcript.replace("\n", " ") == whole.replace("\n", " ")
    assert intake.memory == ""


def test_a_part_that_shows_only_later_what_it_was() -> None:
    monologue = "And so he went on over the mountains, and it was late, and nobody came. " * 40
    first = _told((monologue, 0.0))
    assert (first.told[0].pasted, first.memory) == (False, monologue)
    assert all(each.pasted for each in _told((monologue, 0.0), (TURNS * 3, 0.3)).told)


def test_a_further_piece_is_known_by_who_speaks_in_it() -> None:
    piece = "Joaquim Neves: A boy comes on Saturdays.\nTiago. He is not patient."
    assert [each.pasted for each in _told((TURNS, 0.0), (piece, 90.0)).told] == [True, True]
    assert [each.pasted for each in _told((piece, 0.0)).told] == [False]


def test_what_is_told_before_and_after_a_transcript_is_the_persons() -> None:
    intake = _told(("I heard it twice.", 0.0), (TURNS, 30.0), ("What stayed with me is the shoe.", 60.0))
    assert intake.memory == "I heard it twice.\nWhat stayed with me is the shoe."
    assert intake.without("1").transcript == ""


def test_of_a_long_text_only_its_beginning_is_looked_at() -> None:
    assert not is_transcript("It was late.\n" * MOST_LINES + TURNS * 50)
