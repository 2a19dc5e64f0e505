"""`raconteur stats`: the figures for a person at a screen, and for a program."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from rich.console import Console

from adapters.terminal.scene import HERE
from bot.statistics import format_duration, statistics_report
from core.contracts.session import Status
from core.store.call_rows import DayCost, ModelCost, SessionCost
from core.store.statistics import Course, CraftFigures, LongWait, QueueFigures, Statistics, Upcoming, Waits
from tests.fakes.command_line import keep, raconteur
from tests.fakes.records import BEGAN, small_record, small_scripts

AT = datetime(2026, 11, 21, 10, tzinfo=UTC)
NASTY = "model [red]\x1b[2J\x07"


def course(kind: str, **more: object) -> Course:
    values = {
        "begun": 1_000, "active": 100, "paused": 150, "completed": 500, "abandoned": 250, "silent": 50,
        "completion_rate": 0.625, "break_off_rate": 0.375, "answers": 12_345, "words": 456_789, "median_words": 24.5,
    }  # fmt: skip
    return Course(kind=kind, **(values | more))  # type: ignore[arg-type]  # a test's own values


def full() -> Statistics:
    """Figures of a busy year, with everything there that can be there."""
    return Statistics(
        at=AT,
        silence_days=30.0,
        people=900,
        total=course(""),
        kinds=(course("life-story"), course("podcast"), course("technical")),
        craft=CraftFigures(
            asked=20_000,
            as_written=19_550,
            asked_again={"link": 100, "several-questions": 350},
            stopped={"link": 20},
            fell_back=7,
            fell_back_by={"budget-spent": 5, "model-refused": 2},
        ),
        models=(ModelCost(model=NASTY, calls=1_234, failed=3, cost_micros=12_340_000),),
        days=tuple(DayCost(day=f"2026-11-{day}", cost_micros=day * 1_000) for day in range(15, 22)),
        dearest=tuple(SessionCost(session_id=f"{n:016}", kind="life-story", cost_micros=10_000 * n) for n in range(5)),
        waits=Waits(
            number=2_000,
            median_seconds=4.25,
            p95_seconds=61.0,
            longest=tuple(LongWait(session_id=f"{n:016}", at=AT, seconds=10_000.0 * n) for n in range(5, 0, -1)),
        ),
        queue=QueueFigures(unhandled=2, unhandled_since=AT, unsent=0, unsent_since=None),
        undeliverable=4,
        given_up=1,
        upcoming=Upcoming(held=12, held_soon=5, reminders_soon=7, endings_soon=1, deletions_soon=2),
        deleted_people=3,
        deleted_sessions=4,
    )


def shown(found: Statistics, *, width: int = 80) -> list[str]:
    screen = io.StringIO()
    Console(file=screen, width=width, highlight=False, markup=False).print(*statistics_report(found), sep="\n")
    return [line.rstrip() for line in screen.getvalue().splitlines()]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "raconteur.db"
    keep(path, (small_record(), small_scripts()))
    return path


# --- the screen ---------------------------------------------------------------------------------------------------


def test_everything_fits_on_two_small_screens() -> None:
    lines = shown(full())
    assert len(lines) <= 61
    assert all(len(line) <= 80 for line in lines)
    assert not any("…" in line for line in lines), "a figure that is cut is none"


@pytest.mark.parametrize(
    "line",
    [
        "interviews My life story A conversation about a podcast A technical interview together",
        "begun 1,000 1,000 1,000 1,000",
        "completion rate 62 % 62 % 62 % 62 %",
        "words per answer, median 24.5 24.5 24.5 24.5",
        "deleted for good 3 people, 4 interviews",
        "the rates are of 800: 500 finished, 250 left, 50 silent for more than 30 days",
        "sent as written 19,550 (98 %)",
        "asked for again 450: several-questions 350, link 100",
        "not sent 20: link 20",
        "continued by the script 7, because the model was away: budget-spent 5, model-refused 2",
        "for the next question 4.2 s (median of 2,000, last 7 days)",
        "95% within 61.0 s or less",
        "never delivered 4 messages",
        "given up 1 chore",
        "questions held back 12 for the time that the person chose",
        "in all 12.34",
        "by model 12.34 model [red], 1,234 calls, 3 failed",
        "in the last 7 days 0.015 2026-11-15",
    ],
)
def test_a_figure_has_a_plain_label(line: str) -> None:
    assert line in [" ".join(each.split()) for each in shown(full(), width=120)]


def test_one_kind_needs_no_sum() -> None:
    lines = shown(replace(full(), kinds=(course("life-story"),)))
    assert any(line.split() == ["interviews", "My", "life", "story"] for line in lines)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0.04, "0.0 s"), (119.9, "119.9 s"), (120, "2.0 min"), (7_200, "2.0 h"), (400_000, "4.6 days")],
)
def test_a_length_of_time_is_told_in_the_unit_that_suits_it(seconds: float, told: str) -> None:
    assert format_duration(seconds) == told


# --- the command --------------------------------------------------------------------------------------------------


def test_before_the_first_interview_it_says_how_to_begin(tmp_path: Path) -> None:
    ended = raconteur("stats", folder=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == raconteur("sessions", folder=tmp_path).out
    program = raconteur("stats", "--json", folder=tmp_path)
    assert (program.code, program.out) == (2, "")
    assert "no database" in program.err
    assert list(tmp_path.iterdir()) == []


def test_it_shows_no_word_of_anybody(database: Path) -> None:
    ended = raconteur("stats", folder=database.parent.parent)
    assert (ended.code, ended.err) == (0, "")
    for word in ("Maria", "door", "bread"):
        assert word not in ended.out
    assert "answers" in ended.out


def test_for_programs_the_names_stay_as_they_are(database: Path) -> None:
    """A researcher's script reads these; a new name may come, none may go."""
    found = json.loads(raconteur("stats", "--json", folder=database.parent.parent).out)
    assert set(found) >= {
        "at", "silence_days", "people", "total", "kinds", "craft", "models", "days", "dearest", "waits", "queue",
        "undeliverable", "given_up", "upcoming", "deleted_people", "deleted_sessions",
    }  # fmt: skip
    assert set(found["total"]) >= {
        "kind", "begun", "active", "paused", "completed", "abandoned", "silent", "completion_rate", "break_off_rate",
        "answers", "words", "median_words",
    }  # fmt: skip
    assert set(found["waits"]) >= {"number", "median_seconds", "p95_seconds", "longest"}
    assert (found["people"], found["total"]["completed"], found["total"]["completion_rate"]) == (1, 1, 1.0)
    assert datetime.fromisoformat(found["at"]).tzinfo is not None


def test_silence_is_what_the_timers_say(tmp_path: Path) -> None:
    """An interview that is not finished counts as broken off when it would have been put aside."""
    whole = small_record()
    now = datetime.now(UTC)
    touched = whole.session.model_copy(update={"status": Status.PAUSED, "touched_at": now - timedelta(days=10)})
    keep(tmp_path / "data" / "raconteur.db", (whole.model_copy(update={"session": touched}), small_scripts()))
    assert now - BEGAN > timedelta(days=10)
    for days, silent in (("9d", 1), ("11d", 0)):
        ended = raconteur("stats", "--json", folder=tmp_path, env={"RACONTEUR__TIMERS__ABANDON": days})
        assert json.loads(ended.out)["total"]["silent"] == silent


def test_an_admin_at_the_terminal_can_ask_too(tmp_path: Path) -> None:
    """The whole way: a report is read beside the store of a process that runs."""
    admins = {"RACONTEUR__ACCESS__ADMINS": f"terminal:{HERE.chat}"}
    ended = raconteur("run", folder=tmp_path, typed="Anna\n/stats\n/who\n", env=admins)
    assert ended.code == 0, ended.err
    assert "Interviews: 0" in ended.out
    assert "Nobody is being interviewed yet." in ended.out
