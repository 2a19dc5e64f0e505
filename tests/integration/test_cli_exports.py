"""Interviews that leave by the command line, and come in elsewhere."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from bot.database import lock_database
from core.contracts.errors import BadImport, ConfigurationError
from core.contracts.script import ScriptSet
from core.contracts.session import Record, Status
from core.documents.archive import bind_to_scripts, export_json, import_json
from core.files.keeping import content_file_name
from core.store.records import load_record
from core.store.reports import write_direct
from core.store.schema import addresses, persons, spending
from core.store.store import Connection
from tests.fakes.command_line import keep, raconteur
from tests.fakes.records import BEGAN, Conversation, record_of, small_scripts
from tests.integration.cli_kit import ID, OTHER, run, spend, under_way

pytestmark = pytest.mark.usefixtures("command_line")


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
    return write_direct(database, lambda c: load_record(c, session_id))


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
    assert (
        bind_to_scripts(there, small_scripts()).session.model_copy(update={"timing": here.session.timing})
        == here.session
    )
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

    write_direct(there, anja)
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
    with lock_database(there):
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
    rows = write_direct(there, lambda c: [(row.scope, row.micros) for row in c.execute(spending.select())])
    assert rows == [(f"session:{ID}", 1_012_300)], "nothing of it is today's"


def test_six_answers_make_a_file_without_other_languages(database: Path) -> None:
    content = json.loads(exported(database).read_bytes())
    assert list(content["scripts"]["scripts"]) == ["en"]
    assert content["saved_at"] > content["session"]["touched_at"]


HERE, ELSEWHERE = b"a voice", b"another voice"
OUTSIDE = "../../config.toml"


def test_only_what_is_here_is_named(tmp_path: Path) -> None:
    recordings = tmp_path / "data" / "recordings"
    recordings.mkdir(parents=True)
    here, elsewhere = (content_file_name(data, "audio/ogg") for data in (HERE, ELSEWHERE))
    (recordings / here).write_bytes(HERE)
    talk = Conversation()
    question = talk.ask("What do you remember?")
    for audio in (here, elsewhere, OUTSIDE):
        talk.speak("A door.", question, audio=audio)
    whole = record_of(talk)
    (tmp_path / "session.json").write_bytes(export_json(whole, small_scripts(), saved_at=BEGAN))
    assert raconteur("import", "session.json", folder=tmp_path).code == 0
    there, _ = write_direct(tmp_path / "data" / "raconteur.db", lambda c: load_record(c, whole.session.id))
    assert [entry.audio for entry in there.entries[1:]] == [here, "", ""]
    assert [entry.spoken_seconds for entry in there.entries[1:]] == [42.0, 42.0, 42.0]


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
