"""The command line beside the interviews: lists, reports, exports and imports, and how it ends when it cannot."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import logging
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import structlog
from typer.testing import CliRunner, Result

from bot.cli import app
from bot.database import lock
from bot.telling import amount
from core.contracts.calls import Budget, Call, Settlement
from core.contracts.errors import BadImport, ConfigurationError, NotFound
from core.contracts.messages import Address
from core.contracts.script import ScriptSet
from core.contracts.session import Record, Status
from core.documents.archive import bound_to, import_json
from core.interviews.podcast.sources.material import Episode, Origin, Source
from core.store.call_rows import StoredLedger
from core.store.finding_rows import put_finding
from core.store.records import record
from core.store.reports import write_beside
from core.store.schema import addresses, chores, occurrences, outbox, persons, sessions, spending
from core.store.store import Connection, SqliteStore
from tests.fakes.command_line import keep, raconteur
from tests.fakes.manual_clock import ManualClock
from tests.fakes.records import BEGAN, Conversation, record_of, small_record, small_scripts

ID = "0123456789abcdef"
OTHER = "01fedcba98765432"
NASTY = "Anna [red]\x1b[2J\x1b]0;owned\x07 {0} %s"


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A folder of its own and UTC; afterwards logging is as it was."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    root, ours = logging.getLogger(), logging.getLogger("raconteur")
    handlers, levels = root.handlers[:], (root.level, ours.level)
    raises, hook = logging.raiseExceptions, threading.excepthook
    root.handlers[:] = []
    yield
    for handler in root.handlers:
        handler.close()
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    ours.setLevel(levels[1])
    logging.raiseExceptions, threading.excepthook = raises, hook
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


def under_way(session_id: str = ID, *, name: str = "Anna", chat: str = "7", status: Status = Status.PAUSED) -> Record:
    """An interview that stands at its third question."""
    talk = Conversation()
    memory = talk.ask("What is the first thing you remember?")
    talk.answer("A blue door. [bold]not markup[/bold] \x1b[31mred", memory)
    runtime = talk.ask("Which room did you like best?", "the-house")
    whole = record_of(talk, name=name, status=status, open_question=runtime, state={"version": 1, "index": 2})
    session = whole.session.model_copy(
        update={
            "id": session_id,
            "person_id": f"p-{chat}",
            "address": Address(platform="telegram", chat=chat),
            "touched_at": BEGAN + timedelta(hours=2),
        }
    )
    person = whole.person.model_copy(update={"id": f"p-{chat}"})
    return whole.model_copy(update={"session": session, "person": person})


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """One interview under way, and one that is finished."""
    path = tmp_path / "data" / "raconteur.db"
    keep(path, (under_way(), small_scripts()), (small_record(), small_scripts()))
    return path


def spend(database: Path, micros: int, outcome: str = "ok") -> None:
    async def call() -> None:
        store = SqliteStore(str(database))
        ledger = StoredLedger(store, Budget(), ManualClock())
        number = await ledger.reserve(Call(purpose="decision", model="m", session_id=ID, reserved_micros=micros))
        await ledger.settle(number, Settlement(outcome=outcome, cost_micros=micros))
        await store.close()

    asyncio.run(call())


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


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), prog_name="raconteur")


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
    write_beside(database, trouble)
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
        assert "No interview is like that" in shown.output
    assert run("sessions", "--status", "half").exit_code == 2


def test_a_conversation_about_an_episode_is_known_by_it(database: Path) -> None:
    source = Source(episode=Episode(title="Better \x1b[2Jsleep", show="The Long Night"), origin=Origin.TITLE)

    def about(c: Connection) -> None:
        c.execute(sessions.update().where(sessions.c.id == ID).values(kind="podcast"))
        put_finding(c, ID, "source", source.model_dump_json(), now=1.0)

    write_beside(database, about)
    (row,) = (row for row in run("sessions").output.splitlines() if ID in row)
    assert "podcast: Better sleep – The Long Night" in row


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
    write_beside(database, trouble)
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
        "  decision: 2, 1 failed, cost 1.0123",
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
    with lock(database):
        assert run("sessions").exit_code == 0
        assert run("show", ID).exit_code == 0


@pytest.mark.parametrize(
    ("micros", "shown"),
    [(0, "0.00"), (1, "0.00"), (51, "0.0001"), (12_300, "0.0123"), (100_000, "0.10"), (1_234_560_000, "1234.56")],
)
def test_money_has_two_to_four_decimals(micros: int, shown: str) -> None:
    assert amount(micros) == shown


# --- exports ------------------------------------------------------------------------------------------------------


def test_the_transcript_is_exported_under_a_name_of_ours(database: Path, tmp_path: Path) -> None:
    name = run("export", ID).output.strip()
    assert name == "life-story-2026-03-12-transcript-01234567.md"
    assert "**What is the first thing you remember?**" in (tmp_path / name).read_text(encoding="utf-8")
    assert (tmp_path / name).stat().st_mode & 0o777 == 0o600


def test_an_export_never_replaces_a_file_by_itself(database: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.md"
    mine.write_text("mine")
    refused = run("export", ID, "--out", "mine.md")
    assert isinstance(refused.exception, ConfigurationError)
    assert "--force" in str(refused.exception)
    assert mine.read_text() == "mine"
    assert run("export", ID, "--out", "mine.md", "--force").exit_code == 0
    assert mine.read_text(encoding="utf-8").startswith("# ")


def test_an_export_goes_where_it_is_told(database: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert run("export", ID, "--out", "folder").output.strip().startswith("folder/life-story-")
    printed = run("export", ID, "--format", "json", "--out", "-").stdout_bytes
    assert import_json(printed).record == stored(database, ID)[0]
    nowhere = run("export", ID, "--out", "no/such/folder.md")
    assert "cannot be written" in str(nowhere.exception)


def stored(database: Path, session_id: str) -> tuple[Record, ScriptSet]:
    return write_beside(database, lambda c: record(c, session_id))


# --- imports ------------------------------------------------------------------------------------------------------


def exported(database: Path, session_id: str = ID) -> Path:
    file = database.parent.parent / f"{session_id}.json"
    assert run("export", session_id, "--format", "json", "--out", str(file)).exit_code == 0
    return file


def test_what_was_exported_is_imported_elsewhere_word_for_word(database: Path, tmp_path: Path) -> None:
    file = exported(database)
    shown = run("--config", str(elsewhere(tmp_path)), "import", str(file))
    assert shown.exit_code == 0
    assert f"Imported session {ID} of Anna." in shown.output
    assert f"/resume {ID}" in shown.output
    there, _ = stored(tmp_path / "there" / "raconteur.db", ID)
    here = import_json(file.read_bytes()).record
    assert [e.text for e in there.entries] == [e.text for e in here.entries]
    timing = there.session.timing
    assert timing.paused_at is not None, "its time here begins now"
    # No other language's script is known there, so the interview goes on with that of the file.
    alone = import_json(file.read_bytes()).scripts
    assert there.session.script_digest == alone.digest != here.session.script_digest
    assert bound_to(there, small_scripts()).session.model_copy(update={"timing": here.session.timing}) == here.session
    assert there.person == here.person


def elsewhere(tmp_path: Path) -> Path:
    file = tmp_path / "there.toml"
    file.write_text("[storage]\ndata_dir = 'there'\n")
    return file


def test_an_import_belongs_to_whoever_is_known_at_its_address(database: Path, tmp_path: Path) -> None:
    file = exported(database)
    there = tmp_path / "there" / "raconteur.db"
    keep(there)

    def anja(c: Connection) -> None:
        person = {"id": "p-of-here", "name": "Anja", "language": "ru", "stage": "known", "created_at": 1.0}
        c.execute(persons.insert(), person)
        where = {"platform": "telegram", "chat": "7", "person_id": "p-of-here", "sender_name": ""}
        c.execute(addresses.insert(), where)

    write_beside(there, anja)
    assert "of Anja." in run("--config", str(elsewhere(tmp_path)), "import", str(file)).output
    whole, _ = stored(there, ID)
    assert whole.session.person_id == "p-of-here"
    assert whole.person.name == "Anja"


def test_an_interview_that_was_under_way_waits_to_be_resumed(tmp_path: Path) -> None:
    database = tmp_path / "data" / "raconteur.db"
    keep(database, (under_way(status=Status.ACTIVE), small_scripts()))
    run("--config", str(elsewhere(tmp_path)), "import", str(exported(database)))
    whole, _ = stored(tmp_path / "there" / "raconteur.db", ID)
    assert whole.session.status is Status.PAUSED


def test_an_import_works_beside_a_running_engine(database: Path, tmp_path: Path) -> None:
    file = exported(database)
    there = tmp_path / "there" / "raconteur.db"
    keep(there)
    with lock(there):
        assert run("--config", str(elsewhere(tmp_path)), "import", str(file)).exit_code == 0


def test_an_import_changes_nothing_when_it_fails(database: Path, tmp_path: Path) -> None:
    file = exported(database)
    refused = run("import", str(file))
    assert isinstance(refused.exception, BadImport)
    assert "already" in str(refused.exception)
    data = json.loads(file.read_text(encoding="utf-8"))
    data["session"]["id"] = "another"
    data["session"]["open_question"] = 99
    file.write_text(json.dumps(data), encoding="utf-8")
    assert isinstance(run("import", str(file)).exception, BadImport)
    assert "another" not in run("sessions").output


def test_where_its_scripts_are_known_an_import_goes_on_in_every_language(database: Path, tmp_path: Path) -> None:
    file, there = exported(database), tmp_path / "there" / "raconteur.db"
    keep(there, (under_way(OTHER, chat="8"), small_scripts()))
    assert run("--config", str(elsewhere(tmp_path)), "import", str(file)).exit_code == 0
    assert stored(there, ID)[1] == small_scripts()


def test_what_it_has_cost_comes_along_and_its_budget_holds(database: Path, tmp_path: Path) -> None:
    spend(database, 12_300)
    spend(database, 1_000_000, "model-refused")
    file = exported(database)
    (call,) = json.loads(file.read_bytes())["spent"]
    assert (call["calls"], call["cost_micros"]) == (2, 1_012_300)
    config = ("--config", str(elsewhere(tmp_path)))
    run(*config, "import", str(file))
    there = tmp_path / "there" / "raconteur.db"
    assert "1.0123" in run(*config, "sessions").output
    assert "0 failed" not in run(*config, "show", ID).output
    rows = write_beside(there, lambda c: [(row.scope, row.micros) for row in c.execute(spending.select())])
    assert rows == [(f"session:{ID}", 1_012_300)], "nothing of it is today's"


def test_six_answers_make_a_file_without_other_languages(database: Path) -> None:
    content = json.loads(exported(database).read_bytes())
    assert list(content["scripts"]["scripts"]) == ["en"]
    assert content["saved_at"] > content["session"]["touched_at"]


# --- all of them --------------------------------------------------------------------------------------------------


def test_all_answers_are_rows_of_one_file(database: Path, tmp_path: Path) -> None:
    told = run("export", "--all", "--format", "jsonl", "--out", "all.jsonl").output.strip()
    rows = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()]
    assert told == f"all.jsonl: {len(rows)} answers of 2 interviews"
    first = next(row for row in rows if row["session"] == ID)
    assert (first["person"], first["question"], first["by"]) == ("p-7", "What is the first thing you remember?", "text")
    assert first["answer"] == "A blue door. [bold]not markup[/bold] [31mred"
    assert (first["number"], first["kind"], first["words"]) == (1, "question", 6)
    assert "Anna" not in json.dumps(first), "the person is a number"
    csv_text = run("export", "--all", "--format", "csv", "--out", "-").stdout_bytes.decode()
    read = list(csv.DictReader(io.StringIO(csv_text, newline="")))
    assert [(row["session"], row["answer"]) for row in read] == [(row["session"], row["answer"]) for row in rows]
    assert list(read[0]) == list(rows[0])


def test_one_interview_can_be_rows_too(database: Path) -> None:
    printed = run("export", ID, "--format", "jsonl", "--out", "-").stdout_bytes.decode()
    assert {json.loads(line)["session"] for line in printed.splitlines()} == {ID}


def test_all_transcripts_are_files_of_a_folder(database: Path, tmp_path: Path) -> None:
    assert run("export", "--all", "--out", "mine").output.strip() == "mine: 2 interviews"
    files = sorted((tmp_path / "mine").iterdir())
    assert [file.suffix for file in files] == [".md", ".md"]
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "mine", *files)} == {0}
    assert isinstance(run("export", "--all", "--out", "mine").exception, ConfigurationError)
    assert run("export", "--all", "--out", "mine", "--force").exit_code == 0
    assert run("export", "--all", "--format", "json", "--out", "mine").exit_code == 0
    assert len(list((tmp_path / "mine").glob("*.json"))) == 2


@pytest.mark.parametrize("arguments", [(), (ID, "--all"), ("--all", "--out", "-")])
def test_an_export_that_is_not_clear_is_one_sentence(arguments: tuple[str, ...], database: Path) -> None:
    refused = run("export", *arguments)
    assert isinstance(refused.exception, ConfigurationError)
    assert "--all" in str(refused.exception)


# --- what models were asked ---------------------------------------------------------------------------------------


def asked(database: Path, prompt: str, answer: str) -> None:
    async def call() -> None:
        store = SqliteStore(str(database))
        ledger = StoredLedger(store, Budget(), ManualClock())
        wanted = Call(purpose="decision", model="m-1", session_id=ID, reserved_micros=50, prompt=prompt)
        spent = Settlement(
            outcome="ok", cost_micros=42, input_tokens=900, cached_tokens=100, output_tokens=40, latency_ms=1_250,
            answer=answer,
        )  # fmt: skip
        await ledger.settle(await ledger.reserve(wanted), spent)
        await store.close()

    asyncio.run(call())


def test_each_call_is_shown_with_its_words_and_figures(database: Path) -> None:
    assert run("calls", ID).output == "No model was asked for this interview.\n"
    asked(database, "You ask.\n\nShe said: \x1b[2Jblue", '{"question": "Which door?"}')
    asked(database, "", "")
    shown = run("calls", ID[:5]).output
    for words in (
        "decision, m-1: ok · 1.2 s · 900 tokens in (100 of them from the cache), 40 out · cost 0.00",
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

    write_beside(database, damage)
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
