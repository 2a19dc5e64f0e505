"""The closing summary, dates and lengths of time in plain words, with the plurals of each language."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from core.documents.exchanges import TalkFigures, summary_sentence
from core.documents.readable import plain_date, plain_time

NBSP = "\u00a0"
OPENING = {"en": "Here’s what we have: ", "ru": "Вот что у нас получилось: "}


@pytest.mark.parametrize(
    ("language", "questions", "seconds", "words", "expected"),
    [
        ("en", 12, 2_100, 2_340, "12 questions, 35 minutes of conversation and 2,340 of your words."),
        ("en", 1, 20, 1, "1 question, less than a minute of conversation and 1 of your words."),
        ("ru", 104, 2_100, 2_340, f"104 вопроса, 35 минут разговора и 2{NBSP}340 ваших слов."),
        ("ru", 21, 60, 21, "21 вопрос, 1 минута разговора и 21 ваше слово."),
        ("ru", 0, 5, 0, "0 вопросов, меньше минуты разговора и пока ни одного вашего слова."),
    ],
)
def test_one_sentence(language: str, questions: int, seconds: float, words: int, expected: str) -> None:
    assert summary_sentence(_counted(questions=questions, active_seconds=seconds, words=words), language) == (
        OPENING[language] + expected
    )


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            "2 questions and a closing one, with 3 follow-ups, 1 minute of conversation and 290 of your words.",
        ),
        (
            "ru",
            "2 вопроса и заключительный, ещё 3 уточняющих, 1 минута разговора и 290 ваших слов.",
        ),
    ],
)
def test_what_was_asked_beside_is_said_apart(language: str, expected: str) -> None:
    counted = _counted(questions=2, closing=True, follow_ups=3, answers=6, words=290, average=48, active_seconds=60)
    assert summary_sentence(counted, language) == OPENING[language] + expected


def _counted(**more: float) -> TalkFigures:
    nothing = TalkFigures(
        questions=0,
        closing=False,
        follow_ups=0,
        answers=0,
        substantive=0,
        average=0,
        words=0,
        active_seconds=0,
        thinking_seconds=0,
    )
    return replace(nothing, **more)  # type: ignore[arg-type]  # the names are checked when it is made


@pytest.mark.parametrize(
    ("seconds", "english", "russian"),
    [
        (0, "less than a minute", "меньше минуты"),
        (31, "1 minute", "1 минута"),
        (3_599, "1 hour", "1 час"),
        (3_660, "1 hour 1 minute", "1 час 1 минута"),
        (5 * 3_600 + 660, "5 hours 11 minutes", "5 часов 11 минут"),
    ],
)
def test_lengths_of_time(seconds: float, english: str, russian: str) -> None:
    assert plain_time("en", seconds) == english
    assert plain_time("ru", seconds) == russian


def test_every_month_has_its_own_name() -> None:
    for language in ("en", "ru"):
        assert len({plain_date(language, date(2026, month, 1)) for month in range(1, 13)}) == 12
    assert plain_date("en", date(2026, 5, 9)) == "9 May 2026"
    assert plain_date("ru", date(2026, 5, 9)) == "9 мая 2026 года"
