"""Who may come in, from the command line: beside a running bot or without one, and with no code in the database."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from core.access.gate import code_digest
from core.contracts.messages import Address
from core.contracts.session import Status
from core.store.access import AccessList, OpenInvite, access_list
from core.store.reports import read_snapshot, write_direct
from core.store.schema import addresses, invites, sessions
from core.store.store import Connection
from tests.fakes.bot_api import TOKEN, FakeBotApi
from tests.fakes.command_line import Ended, keep, raconteur, started
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.records import small_record, small_scripts

MEND = (
    'write the platform and the number that the bot tells whoever it does not know, as in "telegram:123456789" or '
    '"discord:123456789012345678" or "mail:anna@example.org" or "web:0f3a5c7e9b1d2f4a6c8e"'
)
CODE = re.compile(r"(?:start=|code is |/start )([A-Za-z0-9_-]{16})(?![A-Za-z0-9_-])")
DAY = 24 * 3600


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "data" / "raconteur.db"


def _list(database: Path, *, at: float | None = None) -> AccessList:
    now = datetime.now(UTC).timestamp() if at is None else at
    return read_snapshot(database, lambda c: access_list(c, now=now))


def _rulings(database: Path) -> dict[str, bool]:
    return {ruling.person: ruling.allowed for ruling in _list(database).rulings}


def _ok(ended: Ended) -> str:
    assert (ended.code, ended.err) == (0, "")
    return ended.out


def _code_in(out: str) -> str:
    found = {match[1] for match in CODE.finditer(out)}
    assert len(found) == 1, out
    return found.pop()


# --- allow and deny -----------------------------------------------------------------------------------------------


def test_people_are_let_in_and_kept_out(tmp_path: Path, database: Path) -> None:
    out = _ok(raconteur("allow", "telegram:1", "telegram:2", "telegram:1", folder=tmp_path))
    assert out.splitlines() == [
        "telegram:1 can talk to the bot from now on.",
        "telegram:2 can talk to the bot from now on.",
    ]
    out = _ok(raconteur("deny", "telegram:2", "telegram:3", folder=tmp_path))
    assert out.splitlines() == [
        "telegram:2 may not talk to the bot any more.",
        "telegram:3 may not talk to the bot any more.",
    ]
    assert _rulings(database) == {"telegram:1": True, "telegram:2": False, "telegram:3": False}
    assert database.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("command", "person"), [("allow", "123456789"), ("deny", "telegram:anna"), ("allow", "discord:anna")]
)
def test_what_names_nobody_says_how_it_is_written(command: str, person: str, tmp_path: Path, database: Path) -> None:
    ended = raconteur(command, "telegram:5", person, folder=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == f"{person!r}: {MEND}.\n"
    assert not database.exists(), "all of them, or none"


def test_nobody_is_kept_from_the_terminal(tmp_path: Path) -> None:
    ended = raconteur("deny", "terminal:me", folder=tmp_path)
    assert ended.code == 2
    assert "may always talk there" in ended.err


def test_denying_tells_what_it_stopped(tmp_path: Path, database: Path) -> None:
    whole = small_record()
    session = whole.session.model_copy(
        update={"status": Status.ACTIVE, "address": Address(platform="telegram", chat="7"), "ended_at": None}
    )
    keep(database, (whole.model_copy(update={"session": session}), small_scripts()))

    def unit(c: Connection) -> None:
        c.execute(sessions.update().values(status="active", due_at=1.0))
        assert c.execute(sa.select(addresses.c.sender_id)).scalar_one() == ""

    write_direct(database, unit)
    out = _ok(raconteur("deny", "telegram:7", folder=tmp_path))
    assert out == "telegram:7 may not talk to the bot any more (1 interview paused).\n"
    stands = sa.select(sessions.c.status, sessions.c.due_at)
    row = read_snapshot(database, lambda c: c.execute(stands).one())
    assert tuple(row) == ("paused", None)


# --- invitations --------------------------------------------------------------------------------------------------


async def test_the_link_names_the_bot(tmp_path: Path, database: Path) -> None:
    async with FakeBotApi() as api:
        (tmp_path / "config.toml").write_text(f'[telegram]\ntoken = "{TOKEN}"\napi_base_url = "{api.url}"\n')
        ended = await asyncio.to_thread(raconteur, "invite", folder=tmp_path)
        assert [call.method for call in api.requests] == ["getMe"]
        assert api.violations == []
    lines = _ok(ended).splitlines()
    code = _code_in(ended.out)
    assert lines[0] == f"https://t.me/RaconteurTestBot?start={code}"
    assert "only once" in lines[-1]
    (kept,) = read_snapshot(database, lambda c: c.execute(invites.select()).all())
    assert (kept.digest, kept.kind, kept.uses_left) == (code_digest(code), "", 1)
    assert kept.expires_at - kept.created_at == 7 * DAY
    assert code.encode() not in b"".join(file.read_bytes() for file in database.parent.iterdir())


async def test_where_the_name_cannot_be_had_the_code_shows_the_way(tmp_path: Path) -> None:
    async with FakeBotApi() as api:
        nowhere = api.url
    config = tmp_path / "config.toml"
    for written, why in (
        ("", "None of telegram.token, discord.token, mail.token and web.enabled is set yet"),
        (f'[telegram]\ntoken = "{TOKEN}"\napi_base_url = "{nowhere}"\n', "Telegram isn’t answering right now"),
    ):
        config.write_text(written)
        ended = await asyncio.to_thread(raconteur, "invite", folder=tmp_path)
        out = _ok(ended)
        assert why in out
        assert ("On Discord" in out) == (written == "")
        assert f"https://t.me/NAME?start={_code_in(out)}" in out
        assert TOKEN not in out


async def test_in_discord_one_sends_a_line_and_finds_the_bot_by_a_link(tmp_path: Path, database: Path) -> None:
    async with FakeDiscord() as server:
        (tmp_path / "config.toml").write_text(f'[discord]\ntoken = "{server.token}"\n')
        ended = await asyncio.to_thread(raconteur, "invite", folder=tmp_path, discord=server)
        assert not server.gateway.sessions
        assert server.violations == []
    line, link, *_, last = _ok(ended).splitlines()
    code = _code_in(ended.out)
    assert line.endswith(f": /start {code}")
    assert link.endswith(f"https://discord.com/oauth2/authorize?client_id={server.world.application_id}")
    assert "t.me" not in ended.out
    assert "only once" in last
    (kept,) = read_snapshot(database, lambda c: c.execute(invites.select()).all())
    assert kept.digest == code_digest(code)


async def test_of_both_chats_the_way_is_told_though_neither_answers(tmp_path: Path) -> None:
    async with FakeBotApi() as api, FakeDiscord() as server:
        server.down()
        (tmp_path / "config.toml").write_text(
            f'[telegram]\ntoken = "4242:unknown"\napi_base_url = "{api.url}"\n[discord]\ntoken = "{server.token}"\n'
        )
        out = _ok(await asyncio.to_thread(raconteur, "invite", folder=tmp_path, discord=server))
    assert f"https://t.me/NAME?start={_code_in(out)}" in out
    assert f"/start {_code_in(out)}" in out
    assert "rejects telegram.token" in out
    assert "Discord isn’t answering right now" in out
    assert server.token not in out


async def test_a_token_that_discord_does_not_know_costs_no_invitation(tmp_path: Path) -> None:
    async with FakeDiscord(token="the.right.one") as server:
        (tmp_path / "config.toml").write_text('[discord]\ntoken = "wrong.token.altogether"\n')
        ended = await asyncio.to_thread(raconteur, "invite", folder=tmp_path, discord=server)
    assert _code_in(_ok(ended))
    assert "rejects discord.token" in ended.out


def test_an_invitation_as_it_was_asked_for(tmp_path: Path, database: Path) -> None:
    began = datetime.now(UTC).timestamp()
    codes = {
        _code_in(_ok(raconteur("invite", *arguments, folder=tmp_path)))
        for arguments in (
            ("--interview", "life-story", "--uses", "5", "--days", "1"),
            ("--forever",),
        )
    }
    assert len(codes) == 2
    first, second = _list(database).invites
    assert (first.kind, first.uses_left) == ("life-story", 5)
    assert first.expires_at is not None
    assert began + DAY <= first.expires_at <= datetime.now(UTC).timestamp() + DAY
    assert second == OpenInvite(digest=second.digest, kind="", uses_left=1, expires_at=None)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--interview", "nonsense"), "there are: life-story"),
        (("--uses", "0"), "--uses"),
        (("--days", "3", "--forever"), "contradict"),
    ],
)
def test_an_invitation_that_cannot_be(arguments: tuple[str, ...], words: str, tmp_path: Path, database: Path) -> None:
    ended = raconteur("invite", *arguments, folder=tmp_path)
    assert ended.code == 2
    assert words in ended.err
    assert CODE.search(ended.out) is None
    assert not database.exists()


# --- the list -----------------------------------------------------------------------------------------------------


def test_before_the_first_run_the_list_is_the_configuration(tmp_path: Path, database: Path) -> None:
    (tmp_path / "config.toml").write_text('[access]\nallowed = ["telegram:1"]\nadmins = ["telegram:2"]\n')
    out = _ok(raconteur("access", folder=tmp_path))
    assert out.startswith("Only people who are named")
    assert "  telegram:1\n" in out
    assert "  telegram:2 (admin)\n" in out
    assert not database.exists(), "looking must make nothing"


def test_the_list_tells_everybody_and_no_code(tmp_path: Path, database: Path) -> None:
    (tmp_path / "config.toml").write_text('[access]\nallowed = ["telegram:1", "telegram:9"]\n')
    _ok(raconteur("allow", "telegram:2", folder=tmp_path))
    _ok(raconteur("deny", "telegram:3", "telegram:9", folder=tmp_path))
    code = _code_in(_ok(raconteur("invite", "--interview", "life-story", "--uses", "2", "--forever", folder=tmp_path)))
    out = _ok(raconteur("access", folder=tmp_path))
    named, allowed, denied, invited = re.split(r"^\S.*:\n", out, flags=re.MULTILINE)[1:]
    assert named.split("\n")[:2] == ["  telegram:1", "  telegram:9, but denied"]
    assert re.findall(r"telegram:\d", allowed) == ["telegram:2"]
    assert re.findall(r"telegram:\d", denied) == ["telegram:3", "telegram:9"]
    assert invited == "  to life-story, 2 uses left, for ever\n"
    assert code not in out
    assert code_digest(code) not in out


def test_the_list_of_an_open_house_says_that_it_is_open(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[access]\npolicy = "open"\n')
    assert _ok(raconteur("access", folder=tmp_path)).startswith("Anybody who finds the bot")


def test_the_doctor_knows_who_was_let_in(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[telegram]\ntoken = 'hunter2'\n[access]\nallowed = ['telegram:1']\n")
    _ok(raconteur("deny", "telegram:1", folder=tmp_path))
    assert "✗ Access: nobody can talk to the bot" in raconteur("doctor", folder=tmp_path).out
    _ok(raconteur("allow", "telegram:2", folder=tmp_path))
    assert "✓ Access: 1 person may talk to it;" in raconteur("doctor", folder=tmp_path).out


# --- beside a running bot -----------------------------------------------------------------------------------------


async def test_beside_a_running_bot(tmp_path: Path, database: Path) -> None:
    keep(database)
    async with FakeBotApi() as api:
        (tmp_path / "config.toml").write_text(f'[telegram]\ntoken = "{TOKEN}"\napi_base_url = "{api.url}"\n')
        anna, boris = api.user(7, "Anna"), api.user(8, "Boris")
        async with started("run", folder=tmp_path) as bot:
            await bot.until_said("Serving Telegram")
            anna.send("/start")
            assert "telegram:7" in (await anna.next_message()).text
            _ok(await asyncio.to_thread(raconteur, "allow", "telegram:7", folder=tmp_path))
            anna.send("/start")
            assert "What would you like me to call you?" in (await anna.next_message()).text
            code = _code_in(_ok(await asyncio.to_thread(raconteur, "invite", folder=tmp_path)))
            boris.send(f"/start {code}")
            assert "What would you like me to call you?" in (await boris.next_message()).text
            _ok(await asyncio.to_thread(raconteur, "deny", "telegram:8", folder=tmp_path))
            boris.send("Boris")
            assert "telegram:8" in (await boris.next_message()).text
        assert api.violations == []
