"""`raconteur run` as people start and stop it."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from bot.database import lock_database
from bot.terminal import answered_rows
from core.store.reports import write_direct
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.command_line import Ended, keep, raconteur, started
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.records import small_record

TALK = """Anna
1
I agree
My grandmother's blue door, and the smell of bread behind it.
/done
/done
"""


def configuration(folder: Path, api: FakeBotApi, *, allowed: str = "", token: str = "") -> None:
    (folder / "config.toml").write_text(
        f"[telegram]\ntoken = '{token or api.token}'\napi_base_url = '{api.url}'\n[access]\nallowed = [{allowed}]\n"
    )


# --- in the terminal ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    """A newcomer's first interview in an empty folder, and how it ended."""
    folder = tmp_path_factory.mktemp("newcomer")
    left = folder / "data" / "temporary" / "left-by-a-crash"
    left.parent.parent.mkdir(mode=0o700)
    left.parent.mkdir(mode=0o700)
    left.write_text("A blue door.")
    return folder, raconteur("run", folder=folder, typed=TALK, env={"RACONTEUR__LOG__LEVEL": "debug"})


def test_a_newcomer_gets_from_nothing_to_a_transcript(talk: tuple[Path, Ended]) -> None:
    folder, ended = talk
    assert ended.code == 0, ended.err
    (transcript,) = (folder / "data" / "documents").iterdir()
    assert str(transcript) in ended.out
    assert "blue door" in transcript.read_text(encoding="utf-8")


def test_what_a_crash_has_left_is_deleted_at_the_start(talk: tuple[Path, Ended]) -> None:
    assert list((talk[0] / "data" / "temporary").iterdir()) == []


def test_in_the_terminal_nobody_is_said_to_carry_anything(talk: tuple[Path, Ended]) -> None:
    shown = " ".join(talk[1].out.split())
    assert "the person who runs this bot, who can read them. Nobody else gets" in shown


def test_nothing_but_the_conversation_is_on_the_screen(talk: tuple[Path, Ended]) -> None:
    folder, ended = talk
    assert "[info" not in ended.out
    assert ended.err.splitlines() == [
        "None of telegram.token, discord.token, mail.token and web.enabled is set, so the conversation is here."
    ]
    log = (folder / "data" / "raconteur.log").read_text(encoding="utf-8")
    assert "ready" in log
    assert "blue door" not in log
    assert "Anna" not in log


def test_what_is_kept_is_for_its_owner_only(talk: tuple[Path, Ended]) -> None:
    data = talk[0] / "data"
    kept = [data, *data.rglob("*")]
    assert len(kept) > 4
    assert [path for path in kept if path.stat().st_mode & 0o077] == []


def test_a_second_copy_is_refused_with_a_code_of_its_own(tmp_path: Path) -> None:
    with lock_database(tmp_path / "data" / "raconteur.db"):
        ended = raconteur("run", folder=tmp_path)
    assert ended.code == 3
    assert ended.err.startswith("Another Raconteur is running")
    assert len(ended.err.splitlines()) == 1


def test_trouble_in_the_midst_of_it_is_one_line(tmp_path: Path) -> None:
    database = tmp_path / "data" / "raconteur.db"
    keep(database)
    write_direct(database, lambda c: c.exec_driver_sql("DROP TABLE mailbox").close())
    ended = raconteur("run", folder=tmp_path)
    assert ended.code == 1
    assert len(ended.err.splitlines()) == 1, ended.err
    assert "Traceback" not in ended.err
    assert "ended-by-error" in (tmp_path / "data" / "raconteur.log").read_text(encoding="utf-8")


def test_the_table_shows_what_was_answered_and_not_taken_back() -> None:
    rows = answered_rows(small_record().entries)
    assert [(row.question, row.answer) for row in rows] == [
        ("What is the first thing you remember?", "A green door, not a blue one.\nAnd the smell of bread."),
        ("Whose door was it?", "My grandmother’s.\nIt was painted every spring."),
        ("Who walked with you on the first day of school?", "My brother."),
    ]
    assert rows[0].at < rows[1].at


# --- as a server --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_a_server_in_peace(number: int, tmp_path: Path) -> None:
    async with FakeBotApi() as api:
        configuration(tmp_path, api, allowed="'telegram:7'")
        async with started("run", folder=tmp_path) as running:
            await api.until_called("getUpdates")
            ended = await running.stopped(number)
    assert ended.code == 0
    assert ended.out == ""
    assert f"Serving Telegram; everything is saved in {tmp_path / 'data'}." in ended.err
    assert "Traceback" not in ended.err
    assert api.token not in ended.err
    assert api.violations == []


async def test_nobody_named_is_told_with_the_mend(tmp_path: Path) -> None:
    async with FakeBotApi() as api:
        configuration(tmp_path, api)
        async with started("run", folder=tmp_path) as running:
            await api.until_called("getUpdates")
            ended = await running.stopped(signal.SIGTERM)
    assert "Nobody can talk to the bot yet" in ended.err
    assert "config.toml" in ended.err


async def test_a_token_that_telegram_does_not_know_ends_the_start(tmp_path: Path) -> None:
    async with FakeBotApi() as api:
        configuration(tmp_path, api, allowed="'telegram:7'", token="4242:another-token-than-that")
        async with started("run", folder=tmp_path) as running:
            ended = await running.ended()
    assert ended.code == 2
    assert ended.err.splitlines()[-1].startswith("Telegram does not accept telegram.token")
    assert "Serving" not in ended.err
    assert "another-token" not in ended.err


# --- Discord ------------------------------------------------------------------------------------------------------


def on_discord(folder: Path, server: FakeDiscord, *, allowed: int = 0, token: str = "") -> None:
    named = f"'discord:{allowed}'" if allowed else ""
    (folder / "config.toml").write_text(
        f"[discord]\ntoken = '{token or server.token}'\n[access]\nallowed = [{named}]\n", encoding="utf-8"
    )


async def test_on_discord_those_who_are_named_are_greeted(tmp_path: Path) -> None:
    async with FakeDiscord() as server:
        anna, boris = server.user("Anna"), server.user("Борис", locale="ru")
        on_discord(tmp_path, server, allowed=anna.id)
        async with started("run", folder=tmp_path, discord=server) as running:
            await running.until_said("discord.commands_set")
            boris.send("Здравствуйте!")
            anna.send("Hello!")
            assert f"discord:{boris.id}" in (await boris.next_message()).text
            assert "Raconteur" in (await anna.next_message()).text
            ended = await running.stopped(signal.SIGTERM)
        assert server.violations == []
    assert (ended.code, ended.out) == (0, "")
    assert "Serving Discord;" in ended.err
    assert server.token not in ended.err
    assert "Traceback" not in ended.err
    data = tmp_path / "data"
    assert (data / "discord-commands").exists()
    assert [path for path in data.rglob("*") if path.stat().st_mode & 0o077] == []


async def test_on_discord_nobody_named_is_told_with_the_mend(tmp_path: Path) -> None:
    async with FakeDiscord() as server:
        on_discord(tmp_path, server)
        async with started("run", folder=tmp_path, discord=server) as running:
            await server.until_connected()
            ended = await running.stopped(signal.SIGTERM)
    assert "Nobody can talk to the bot yet. Write to it in Discord" in ended.err
    assert "raconteur allow discord:" in ended.err
    assert "the link that adds the bot" in ended.err


async def test_telegram_discord_and_the_terminal_at_once(tmp_path: Path) -> None:
    async with FakeBotApi() as api, FakeDiscord() as server:
        vera, anna = api.user(7, "Vera"), server.user("Anna")
        (tmp_path / "config.toml").write_text(
            f"[telegram]\ntoken = '{api.token}'\napi_base_url = '{api.url}'\n[discord]\ntoken = '{server.token}'\n"
            f"[access]\nallowed = ['telegram:7', 'discord:{anna.id}']\n"
        )
        async with started("run", "--terminal", folder=tmp_path, discord=server) as running:
            await running.until_said("the bot keeps running")
            vera.send("/start")
            await server.until_connected()
            anna.send("/start")
            assert "Raconteur" in (await vera.next_message()).text
            assert "Raconteur" in (await anna.next_message()).text
            ended = await running.stopped(signal.SIGTERM)
        assert api.violations + server.violations == []
    assert ended.code == 0
    served = [line.partition(";")[0] for line in ended.err.splitlines() if line.startswith("Serving")]
    assert served in (["Serving Telegram", "Serving Discord, too."], ["Serving Discord", "Serving Telegram, too."])
    assert "What would you like me to call you?" in ended.out
