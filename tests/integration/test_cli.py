"""The command line beside the interviews: lists, reports, exports and imports, and how it ends when it cannot."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from bot.database import lock_database
from bot.formatting import format_amount
from core.contracts.calls import Budget, Call, Settlement
from core.contracts.errors import NotFound
from core.interviews.podcast.sources.material import ContextOrigin, Episode, Source
from core.store.call_rows import StoredLedger
from core.store.finding_rows import put_finding
from core.store.reports import write_direct
from core.store.schema import chores, occurrences, outbox, sessions
from core.store.store import Connection, SqliteStore
from tests.fakes.command_line import keep, raconteur
from tests.fakes.manual_clock import ManualClock
from tests.fakes.records import BEGAN, small_scripts
from tests.integration.cli_kit import ID, OTHER, run, spend, under_way

pytestmark = pytest.mark.usefixtures("command_line")
NASTY = "Anna [red]\x1b[2J\x1b]0;owned\x07 {0} %s"


def trouble(c: Connection) -> None:
    """A message that was never delivered, a chore that waits and one given up, and things that were counted."""
    at = BEGAN.timestamp()
    letter = {"platform": "telegram", "chat": "7", "language": "en", "session_id": ID, "payload": "{}"}
    c.execute(
        outbox.insert(), {**letter, "key": "k", "created_at": at, "attempts": 1, "dead_at": at, "error": "blocked"}
    )
    chore = {"session_id": ID, "round": 1, "due_at": at}
    c.execute(chores.insert(), {**chore, "name": "notes", "attempts": 0})
    c.execute(chores.insert(), {**chore, "name": "transcript", "attempts": 6, "dead_at": at, "error": "storage"})
    c.execute(occurrences.insert(), [{"session_id": ID, "name": "skipped", "detail": "", "at": at}] * 2)


# --- lists and reports --------------------------------------------------------------------------------------------


def test_without_a_command_the_help_is_shown() -> None:
    shown = run()
    assert shown.exit_code == 0
    for command in ("run", "doctor", "sessions", "show", "export", "import", "version"):
        assert f"\n  {command} " in shown.output
    assert "..." not in shown.output.partition("Commands:")[2], "a help text that is cut helps nobody"


def test_before_the_first_interview_the_list_says_how_to_begin(tmp_path: Path) -> None:
    shown = run("sessions")
    assert shown.exit_code == 0
    assert "`raconteur run`" in shown.output
    assert list(tmp_path.iterdir()) == [], "looking must make nothing"


def test_the_list_tells_who_how_far_and_what_it_cost(database: Path) -> None:
    spend(database, 12_300)
    write_direct(database, trouble)
    rows = run("sessions").output.splitlines()
    (paused,) = (row for row in rows if ID in row)
    for word in ("↻", "Anna", "life-story", "paused", "3 of about 4", "2026-03-12 11:30", "0.0123"):
        assert word in paused
    assert paused.rstrip().endswith("1"), "the message that was never delivered"
    (finished,) = (row for row in rows if "s-0001" in row)
    assert "finished" in finished
    assert "↻" not in finished
    assert "Maria" in finished


def test_a_person_without_a_name_is_known_by_their_address(tmp_path: Path) -> None:
    keep(tmp_path / "data" / "raconteur.db", (under_way(name=""), small_scripts()))
    assert "telegram:7" in run("sessions").output


def test_the_list_is_short_unless_all_is_asked_for(tmp_path: Path) -> None:
    many = [(under_way(f"{n:04}aaaa", chat=str(n)), small_scripts()) for n in range(33)]
    keep(tmp_path / "data" / "raconteur.db", *many)
    assert run("sessions").output.count("aaaa") == 30
    assert "newest 30 of 33" in run("sessions").output
    assert run("sessions", "--all").output.count("aaaa") == 33


def test_the_list_can_be_narrowed_down(database: Path) -> None:
    assert ID in run("sessions", "--status", "paused", "--kind", "life-story", "--person", "anna").output
    for narrowed in (("--status", "left"), ("--kind", "podcast"), ("--person", "telegram:8")):
        shown = run("sessions", *narrowed)
        assert (shown.exit_code, ID in shown.output) == (0, False)
        assert "No interview matches" in shown.output
    assert run("sessions", "--status", "half").exit_code == 2


def test_a_conversation_about_an_episode_is_known_by_it(database: Path) -> None:
    source = Source(episode=Episode(title="Better \x1b[2Jsleep", show="The Long Night"), origin=ContextOrigin.TITLE)

    def about(c: Connection) -> None:
        c.execute(sessions.update().where(sessions.c.id == ID).values(kind="podcast"))
        put_finding(c, ID, "source", source.model_dump_json(), now=1.0)

    write_direct(database, about)
    (row,) = (row for row in run("sessions").output.splitlines() if ID in row)
    assert "podcast: Better sleep – The Long Night" in row
    for wanted in (("--podcast", "long night"), ("--episode", "SLEEP"), ("--podcast", "long", "--episode", "better")):
        assert ID in run("sessions", *wanted).output
        assert run("sessions", "--json", *wanted).output.count("\n") == 1
    for wanted in (("--podcast", "sleep"), ("--podcast", "long", "--episode", "night"), ("--episode", "%")):
        assert "No interview matches" in run("sessions", *wanted).output


def test_the_list_for_programs_is_a_line_each_under_fixed_names(database: Path) -> None:
    spend(database, 12_300)
    first, second = (json.loads(line) for line in run("sessions", "--json").output.splitlines())
    assert (first["id"], first["status"], first["done"], first["total"]) == (ID, "paused", 3, 4)
    assert (first["person"], first["address"], first["cost_micros"], first["calls"]) == (
        "Anna",
        "telegram:7",
        12_300,
        1,
    )
    assert first["words"] == 6
    assert first.keys() == second.keys()
    assert run("sessions", "--json", "--kind", "podcast").output == ""


def test_a_session_is_shown_whole(database: Path) -> None:
    spend(database, 12_300)
    spend(database, 1_000_000, "model-refused")
    write_direct(database, trouble)
    shown = run("show", ID[:6])
    assert shown.exit_code == 0
    for line in (
        f"Session {ID}",
        "  person        Anna, at telegram:7",
        "  state         paused, /resume goes on with it",
        "  progress      3 of about 4",
        "  told          6 words in 1 answer, 3 minutes",
        "  cost          1.0123",
        "  notes: due 2026-03-12 09:30",
        "  transcript: given up, tried 6 times, storage",
        "  talk: 2, 1 failed, cost 1.0123",
        "  skipped: 2",
        "  2026-03-12 09:30: blocked",
        "**What is the first thing you remember?**",
    ):
        assert line in shown.output.splitlines()


def test_notes_and_findings_are_in_the_report(database: Path) -> None:
    shown = run("show", "s-0001").output
    assert "  uncertain_door_colour: green" in shown
    assert "  reflection-economist, 5 words" in shown
    assert "A green door, not a blue one." in shown


def test_a_persons_words_are_never_obeyed(tmp_path: Path) -> None:
    keep(tmp_path / "data" / "raconteur.db", (under_way(name=NASTY), small_scripts()))
    for shown in (run("sessions").output, run("show", ID).output):
        assert "Anna [red] {0} %s" in shown
        assert "\x1b" not in shown
        assert "\x07" not in shown
    assert "not markup" in run("show", ID).output


@pytest.mark.parametrize(
    ("beginning", "tells"),
    [
        ("ff", "There is no session 'ff'"),
        ("0%", "There is no session '0%'"),
        ("01", "Several sessions begin with '01'"),
    ],
)
def test_a_beginning_that_fits_none_or_several(beginning: str, tells: str, tmp_path: Path) -> None:
    keep(
        tmp_path / "data" / "raconteur.db",
        (under_way(), small_scripts()),
        (under_way(OTHER, chat="8"), small_scripts()),
    )
    shown = run("show", beginning)
    assert isinstance(shown.exception, NotFound)
    assert tells in str(shown.exception)
    assert run("show", "012").exit_code == 0


def test_beside_a_running_engine_reading_works(database: Path) -> None:
    with lock_database(database):
        assert run("sessions").exit_code == 0
        assert run("show", ID).exit_code == 0


@pytest.mark.parametrize(
    ("micros", "shown"),
    [(0, "0.00"), (1, "0.00"), (51, "0.0001"), (12_300, "0.0123"), (100_000, "0.10"), (1_234_560_000, "1234.56")],
)
def test_money_has_two_to_four_decimals(micros: int, shown: str) -> None:
    assert format_amount(micros) == shown


# --- what models were asked ---------------------------------------------------------------------------------------


def asked(database: Path, prompt: str, answer: str) -> None:
    async def call() -> None:
        store = SqliteStore(str(database))
        ledger = StoredLedger(store, Budget(), ManualClock())
        wanted = Call(purpose="talk", model="m-1", session_id=ID, reserved_micros=50, prompt=prompt)
        spent = Settlement(
            outcome="ok", cost_micros=42, input_tokens=900, cached_tokens=100, output_tokens=40, latency_ms=1_250,
            answer=answer,
        )  # fmt: skip
        await ledger.settle(await ledger.reserve(wanted), spent)
        await store.close()

    asyncio.run(call())


def test_each_call_is_shown_with_its_words_and_figures(database: Path) -> None:
    assert run("calls", ID).output == "No model was used in this interview.\n"
    asked(database, "You ask.\n\nShe said: \x1b[2Jblue", '{"question": "Which door?"}')
    asked(database, "", "")
    shown = run("calls", ID[:5]).output
    for words in (
        "talk, m-1: ok · 1.2 s · 900 tokens in (100 of them from the cache), 40 out · cost 0.00",
        "\n  You ask.\n  \n  She said: blue\n",
        '\n  {"question": "Which door?"}\n',
        "keep_prompts",
    ):
        assert words in shown
    assert "\x1b" not in shown
    first, second = (json.loads(line) for line in run("calls", ID, "--json").output.splitlines())
    assert (first["prompt"], first["output_tokens"]) == ("You ask.\n\nShe said: \x1b[2Jblue", 40)
    assert second["answer"] == ""
    assert run("calls", "s-0001", "--json").output == ""


# --- how it ends --------------------------------------------------------------------------------------------------


def test_every_failure_is_one_line_and_an_exit_code(database: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("[telegram]\ntoken = 5\n")
    (tmp_path / "bad.json").write_text("Dear diary")
    commands = {
        ("--config", "bad.toml", "sessions"): 2,
        ("show", "nobody"): 2,
        ("export", "nobody"): 2,
        ("import", "bad.json"): 2,
    }
    for arguments, code in commands.items():
        ended = raconteur(*arguments, folder=tmp_path)
        assert (ended.code, ended.out) == (code, ""), arguments
        assert len(ended.err.splitlines()) == 1, ended.err
        assert "diary" not in ended.err


def test_a_command_that_is_none_is_a_usage_error(tmp_path: Path) -> None:
    ended = raconteur("interviev", folder=tmp_path)
    assert ended.code == 2
    assert "Traceback" not in ended.err


def test_what_nobody_thought_of_is_one_line_too(database: Path, tmp_path: Path) -> None:
    def damage(c: Connection) -> None:
        c.exec_driver_sql("UPDATE sessions SET state = 'private words, and no JSON'")

    write_direct(database, damage)
    ended = raconteur("show", ID, folder=tmp_path)
    assert ended.code == 1
    assert len(ended.err.splitlines()) == 1
    assert "Something went wrong" in ended.err
    log = (tmp_path / "data" / "raconteur.log").read_text(encoding="utf-8")
    assert "ended-unexpectedly" in log
    assert "private words" not in ended.err + log


def test_the_version_is_told(tmp_path: Path) -> None:
    ended = raconteur("version", folder=tmp_path)
    assert ended.code == 0
    assert ended.out.startswith("raconteur ")
