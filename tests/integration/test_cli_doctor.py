"""The doctor: what is well, what is wrong, what to do about it, and never a secret."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from adapters.discord import account as discord_account
from adapters.telegram import account as telegram_account
from bot import doctor, doctor_voice
from bot.database import REVISION, lock, prepare
from bot.doctor import examine
from core.contracts.findings import Finding, Verdict
from core.store.records import put_record
from core.store.reports import read_beside, write_beside
from core.store.schema import addresses, calls, chores, outbox
from core.store.store import Connection
from core.store.usage import day_of, use
from tests.fakes.anthropic_server import FakeAnthropic
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.command_line import raconteur
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.model_behaviours import Answers, Says
from tests.fakes.records import BEGAN, small_record, small_scripts

MODELS = frozenset({"claude-main", "claude-fast"})
KEY = "sk-ant-not-a-real-key-0123456789"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RACONTEUR__SANDBOX__LAYER", "off")  # test_doctor_sandbox.py has hostile programs run
    for asked in (telegram_account, discord_account):
        monkeypatch.setattr(asked, "DOCTOR_PATIENCE", 2.0)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "raconteur.db"
    prepare(path)
    return path


async def findings(config: str = "", *, ask_model: bool = False) -> dict[str, Finding]:
    """By what was looked at; the first one of each."""
    file = written(config)
    found: dict[str, Finding] = {}
    async for finding in examine(file, ask_model=ask_model):
        assert (finding.mark is Verdict.WELL) == (finding.mend == ""), "what is not well has a mend"
        found.setdefault(finding.what, finding)
    return found


def written(config: str) -> Path:
    file = Path("config.toml")
    file.write_text(config)
    file.chmod(0o600)
    return file


@pytest.fixture
def open_to_all(database: Path) -> None:
    database.chmod(0o644)


def damage(database: Path, at: int) -> None:
    whole = database.read_bytes()
    database.write_bytes(whole[:at] + b"\xff" * 5_000 + whole[at + 5_000 :])


def test_where_all_is_well_the_exit_code_is_0(tmp_path: Path) -> None:
    ended = raconteur("doctor", folder=tmp_path)
    assert ended.code == 0, ended.out
    assert "✗" not in ended.out
    assert "✓ Interviews: life-story: 1" in ended.out
    assert list(tmp_path.iterdir()) == [], "looking must make nothing"


def test_what_is_wrong_is_an_exit_code_and_a_mend(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f"[llm]\napi_key = ['{KEY}']")
    ended = raconteur("doctor", folder=tmp_path)
    assert ended.code == 1
    assert "✗ Configuration: Configuration: llm.api_key" not in ended.out, "said once is enough"
    assert "✗ Configuration: llm.api_key: it has to be a text" in ended.out
    assert "→" in ended.out
    assert KEY not in ended.out + ended.err


async def test_a_new_installation_is_well() -> None:
    found = await findings('[voice]\nengine = "off"')
    assert {finding.mark for finding in found.values()} == {Verdict.WELL}
    assert "none yet" in found["Database"].how
    assert "en, ru" in found["Interviews"].how
    assert "offline" in found["Model"].how
    assert found["Podcasts"].how == "5 questions as a rule; episodes are not listened to, since voice.engine is off"


# --- on this machine ----------------------------------------------------------------------------------------------


async def test_a_data_folder_that_cannot_be_written_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file in the way")
    found = await findings()
    assert found["Data folder"].mark is Verdict.WRONG


async def test_too_little_space_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LEAST_SPACE", 1 << 62)
    assert (await findings())["Data folder"].mark is Verdict.WRONG


@pytest.mark.usefixtures("open_to_all")
async def test_a_database_that_others_can_read_is_wrong() -> None:
    found = (await findings())["Database"]
    assert found.mark is Verdict.WRONG
    assert "chmod 600" in found.mend


async def test_whose_messages_were_not_taken_in_today_is_told(database: Path) -> None:
    told = "for each person: 120 messages a minute, 500 MB a day, 2 episodes at a time"
    assert (await findings())["Limits"].how == told

    def refused(c: Connection) -> None:
        now = datetime.now(UTC).timestamp()
        put_record(c, small_record(), small_scripts())
        person = c.execute(sa.select(addresses.c.person_id)).scalar_one()
        use(c, person, day_of(now), refused=3)
        use(c, person, day_of(now), refused=4)

    write_beside(database, refused)
    found = (await findings())["Limits"]
    assert found.mark is Verdict.NOTE
    assert "not taken in today: 7 messages of " in found.how


async def test_what_others_on_this_machine_can_read_is_told(database: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(KEY)
    (tmp_path / "key").chmod(0o640)
    closed = written(f"[voice]\nengine = 'off'\n[llm]\napi_key_file = '{tmp_path / 'key'}'")
    database.parent.chmod(0o755)
    closed.chmod(0o604)
    notes = {found.mend async for found in examine(closed, ask_model=False) if found.mark is Verdict.NOTE}
    assert notes == {f"chmod 600 {tmp_path / 'key'}", "chmod 600 config.toml", f"chmod 700 {database.parent}"}
    for path, mode in ((tmp_path / "key", 0o600), (database.parent, 0o700), (closed, 0o600)):
        path.chmod(mode)
    assert [found async for found in examine(closed, ask_model=False) if found.mark is Verdict.NOTE] == []


@pytest.mark.parametrize(
    ("llm", "mark", "tells"),
    [
        ("base_url = 'http://127.0.0.1:11434/v1'", Verdict.WELL, "`raconteur doctor --model` asks it"),
        ("api_key = 'k'", Verdict.WELL, "which costs a little"),
        ("", Verdict.WRONG, "there is no key"),
    ],
)
async def test_what_is_said_of_a_model_fits_where_it_is(llm: str, mark: Verdict, tells: str) -> None:
    found = (await findings(f"[llm]\nprovider = 'openai'\nmodel = 'm'\n{llm}"))["Model"]
    assert found.mark is mark
    assert found.how.endswith(tells)


async def test_no_episode_is_said_to_be_heard_where_nothing_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_voice, "require", lambda _engine: None)
    found = await findings()
    assert "the weights of base are missing" in found["Weights"].how
    assert "http" not in found["Weights"].how
    assert "until voices can be heard" in found["Podcasts"].how


@pytest.mark.parametrize("at", [0, 20_000])
async def test_a_damaged_database_is_wrong(at: int, database: Path) -> None:
    damage(database, at)
    found = (await findings())["Database"]
    assert found.mark is Verdict.WRONG
    assert "copy" in found.mend


async def test_another_copy_at_work_is_told_and_is_no_fault(database: Path) -> None:
    with lock(database):
        found = (await findings())["Running copies"]
    assert found.mark is Verdict.WELL
    assert "at work" in found.how
    assert (await findings())["Running copies"].how == "none"


async def test_what_was_left_undone_is_counted_and_is_no_fault(database: Path) -> None:
    def trouble(c: Connection) -> None:
        put_record(c, small_record(), small_scripts())
        at = BEGAN.timestamp()
        letter = {"key": "k", "platform": "telegram", "chat": "7", "language": "en", "payload": "{}"}
        c.execute(outbox.insert(), {**letter, "created_at": at, "attempts": 1, "dead_at": at})
        chore = {"session_id": "s-0001", "name": "notes", "round": 1, "due_at": at}
        c.execute(chores.insert(), {**chore, "attempts": 6, "dead_at": at})

    write_beside(database, trouble)
    found = await findings()
    assert found["Deliveries"].mark is Verdict.NOTE
    assert found["Deliveries"].how.startswith("1 message ")
    assert found["Background work"].mark is Verdict.NOTE
    assert found["Background work"].how.startswith("1 chore ")
    assert f"sound, at migration {REVISION}, 1 session" in found["Database"].how


# --- Telegram -----------------------------------------------------------------------------------------------------


async def test_a_good_token_is_told_by_the_name_of_its_bot() -> None:
    async with FakeBotApi() as api:
        found = await findings(f"[telegram]\ntoken = '{api.token}'\napi_base_url = '{api.url}'")
        assert found["Telegram"].how == "the token is that of @RaconteurTestBot"
        assert [call.method for call in api.requests] == ["getMe"]
        assert api.violations == []


async def test_a_bad_token_is_told_and_not_shown() -> None:
    async with FakeBotApi() as api:
        found = await findings(f"[telegram]\ntoken = '1234567:wrong-token'\napi_base_url = '{api.url}'")
    assert found["Telegram"].mark is Verdict.WRONG
    assert "does not accept the token" in found["Telegram"].how
    assert "BotFather" in found["Telegram"].mend
    assert "wrong-token" not in str(found)


async def test_what_can_be_no_token_asks_nobody() -> None:
    async with FakeBotApi() as api:
        found = await findings(f"[telegram]\ntoken = 'hunter2'\napi_base_url = '{api.url}'")
        assert api.requests == []
    assert found["Telegram"].mark is Verdict.WRONG
    assert "hunter2" not in str(found)


async def test_a_server_that_does_not_answer_is_wrong() -> None:
    async with FakeBotApi() as api:
        url = api.url
    found = await findings(f"[telegram]\ntoken = '1234567:some-token'\napi_base_url = '{url}'")
    assert found["Telegram"].mark is Verdict.WRONG
    assert "does not answer" in found["Telegram"].how
    assert "some-token" not in str(found)


# --- Discord ------------------------------------------------------------------------------------------------------


async def test_a_good_token_is_told_by_its_bot_with_the_link_that_adds_it() -> None:
    async with FakeDiscord() as server:
        found = await findings(f"[discord]\ntoken = '{server.token}'")
        assert found["Discord"].how == f"the token is that of {server.world.bot['username']}"
        link = f"https://discord.com/oauth2/authorize?client_id={server.world.application_id}"
        assert found["Discord's link"].how.startswith(f"{link} ")
        assert not server.gateway.sessions, "looking must receive nothing"
        assert server.violations == []


async def test_a_token_that_discord_does_not_know_is_told_and_not_shown() -> None:
    async with FakeDiscord(token="the.right.one") as server:
        found = await findings("[discord]\ntoken = 'wrong.token.altogether'")
        assert server.violations == []
    assert found["Discord"].mark is Verdict.WRONG
    assert "does not accept the token" in found["Discord"].how
    assert "Reset Token" in found["Discord"].mend
    assert "Discord's link" not in found
    assert "wrong.token" not in str(found)


async def test_a_discord_in_trouble_is_waited_for_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord_account, "DOCTOR_PATIENCE", 0.5)
    async with FakeDiscord() as server:
        server.fail_next("GET", "/users/@me", 500, times=10)
        for _ in range(2):
            found = await findings(f"[discord]\ntoken = '{server.token}'")
            assert found["Discord"].mark is Verdict.WRONG
            assert "does not answer" in found["Discord"].how
            server.down()


@pytest.mark.parametrize(
    ("portal", "mark", "tells"),
    [
        ({"integration_types_config": {"0": {}}}, Verdict.NOTE, "User Install"),
        ({"integration_types_config": {"1": {}}}, Verdict.NOTE, "Guild Install"),
        ({"interactions_endpoint_url": "https://example.org/hook"}, Verdict.WRONG, "Interactions Endpoint URL"),
    ],
)
async def test_what_is_set_amiss_in_the_portal_is_told(portal: dict[str, object], mark: Verdict, tells: str) -> None:
    async with FakeDiscord() as server:
        server.rest.portal = portal
        found = await findings(f"[discord]\ntoken = '{server.token}'")
    assert found["Discord"].mark is mark
    assert tells in found["Discord"].mend
    assert "Discord's link" in found


# --- podcasts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("podcast", "tells"),
    [
        ("transcribe = false", "podcast.transcribe is false"),
        ("questions = 1", "1 question as"),
        ("allowed_hosts = ['nas.local', '10.0.0.7']", "links may also lead to nas.local, 10.0.0.7"),
    ],
)
async def test_what_holds_for_podcasts_is_told(podcast: str, tells: str) -> None:
    found = (await findings(f"[voice]\nengine = 'off'\n[podcast]\n{podcast}"))["Podcasts"]
    assert found.mark is Verdict.WELL
    assert tells in found.how


@pytest.mark.parametrize(("key", "what"), [("notes_dir", "Notes folder"), ("inkwell_dir", "Inkwell folder")])
async def test_the_folders_of_notes_have_to_be_there(key: str, what: str, tmp_path: Path) -> None:
    config = f"[voice]\nengine = 'off'\n[podcast]\n{key} = '{tmp_path / 'vault'}'"
    missing = (await findings(config))[what]
    assert missing.mark is Verdict.WRONG
    assert "is not there" in missing.how
    assert f"podcast.{key}" in missing.mend
    (tmp_path / "vault").write_text("a file in the way")
    assert "is no folder" in (await findings(config))[what].how
    (tmp_path / "vault").unlink()
    (tmp_path / "vault").mkdir()
    assert (await findings(config))[what].mark is Verdict.WELL


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is closed to this user")
async def test_a_folder_of_notes_that_cannot_be_written_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir(mode=0o500)
    found = (await findings(f"[podcast]\nnotes_dir = '{tmp_path / 'vault'}'"))["Notes folder"]
    assert found.mark is Verdict.WRONG
    assert "cannot be written" in found.how


async def test_setups_that_can_be_begun_in_a_chat_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chamber = '[chamber]\ndir = "setups"\nday_budget = 5'
    assert "Chamber" not in await findings()
    missing = (await findings(chamber))["Chamber"]
    assert (missing.mark, "setups" in missing.how) == (Verdict.WRONG, True)
    (tmp_path / "setups").mkdir()
    assert (await findings(chamber))["Chamber"].mark is Verdict.NOTE
    (tmp_path / "setups" / "rosa.toml").write_text('interview = "life-story"\nperson = "Rosa"\n')
    assert (await findings(chamber))["Chamber"].how == "1 setup (rosa), 2 at a time, 5.00 a day at most"
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    side = '\nprovider = "openai"\nmodel = "m"\napi_key = "${OPENAI_API_KEY}"\n'
    (tmp_path / "setups" / "bare.toml").write_text(f"[prime]{side}[candidate]{side}")
    broken = (await findings(chamber))["Chamber"]
    assert broken.mark is Verdict.WRONG
    assert "bare.toml, line 4" in broken.how
    assert "OPENAI_API_KEY" in broken.how


async def test_nothing_is_looked_at_for_an_interview_that_nobody_can_choose(tmp_path: Path) -> None:
    found = await findings(f"[interviews]\nenabled = ['life-story']\n[podcast]\nnotes_dir = '{tmp_path / 'nowhere'}'")
    assert not {"Podcasts", "Notes folder"} & found.keys()


@pytest.mark.parametrize(
    ("access", "mark", "tells"),
    [
        ("", Verdict.WRONG, "nobody"),
        ("allowed = ['telegram:1', 'telegram:2']\nadmins = ['telegram:1']", Verdict.WELL, "2 people"),
        ("admins = ['telegram:1']", Verdict.WELL, "1 person"),
        ("policy = 'open'", Verdict.NOTE, "everybody"),
    ],
)
@pytest.mark.parametrize("chat", ["telegram", "discord"])
async def test_who_may_talk_to_the_bot_is_told(access: str, mark: Verdict, tells: str, chat: str) -> None:
    found = (await findings(f"[{chat}]\ntoken = 'hunter2'\n[access]\n{access}"))["Access"]
    assert found.mark is mark
    assert tells in found.how


# --- the model ----------------------------------------------------------------------------------------------------


def llm(server: FakeAnthropic, more: str = "") -> str:
    return (
        f"[llm]\nprovider = 'anthropic'\nmodel = 'claude-main'\nfast_model = 'claude-fast'\napi_key = '{KEY}'\n"
        f"base_url = '{server.base_url}'\n{more}"
    )


async def test_both_models_are_asked_and_the_cost_is_written_down(database: Path) -> None:
    prices = "[llm.prices.claude-main]\ninput = 10\noutput = 100\n"
    async with FakeAnthropic(models=MODELS, api_key=KEY) as server:
        server.script(Answers(value={"total": 5}), Answers(value={"total": 5}))
        found = await findings(llm(server, prices), ask_model=True)
        assert [asked.model for asked in server.requests] == ["claude-main", "claude-fast"]
        assert server.complaints == []
    assert found["Model"].mark is Verdict.WELL
    rows = read_beside(database, lambda c: c.execute(calls.select().order_by(calls.c.id)).all())
    assert [(row.purpose, row.outcome) for row in rows] == [("doctor", "ok")] * 2
    assert rows[0].cost_micros > 0


async def test_a_model_that_cannot_be_used_is_wrong() -> None:
    async with FakeAnthropic(models=MODELS, api_key="another") as server:
        refused = (await findings(llm(server), ask_model=True))["Model"]
    assert refused.mark is Verdict.WRONG
    assert "llm.api_key" in refused.how
    assert KEY not in str(refused)
    async with FakeAnthropic(models=MODELS) as server:
        server.script(*[Says(text="I would rather chat.")] * 8)
        assert (await findings(llm(server), ask_model=True))["Model"].mark is Verdict.WRONG


async def test_a_budget_without_prices_is_wrong() -> None:
    async with FakeAnthropic() as server:
        found = await findings(llm(server, "day_budget = 1"))
    assert found["Prices"].mark is Verdict.WRONG
    assert "claude-fast, claude-main" in found["Prices"].how
