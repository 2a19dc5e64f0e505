"""`raconteur setup`: what is asked becomes a configuration that was tried, or everything stays as it was."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
import tomllib
from pathlib import Path

import pytest

from tests.fakes.anthropic_server import FakeAnthropic
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.command_line import Ended, raconteur
from tests.fakes.model_behaviours import Answers
from tests.fakes.window import Window

NO_CHATS = ("no", "no")
NOBODY_THINKS, OPENAI = "1", "3"
NO_OPERATOR = ""
WRITE, LEAVE = "2", "3"
KEY = "sk-ant-not-a-real-key-0123456789"
OWN = """# Mine.
[telegram]
api_base_url = "{url}" # of the family
"""


async def answered(folder: Path, *answers: str) -> Ended:
    """Run it beside the servers of a test. (Of voices nothing is asked: a variable says that they are not heard.)"""
    return await asyncio.to_thread(raconteur, "setup", folder=folder, typed="\n".join((*answers, "")))


async def taken(folder: Path, *options: str) -> Ended:
    return await asyncio.to_thread(raconteur, "setup", *options, folder=folder)


def files(folder: Path, like: str = "*") -> list[Path]:
    return list(folder.glob(like))


def configured(folder: Path) -> dict[str, dict[str, object]]:
    return tomllib.loads((folder / "config.toml").read_text(encoding="utf-8"))


async def test_whoever_only_wants_a_page_gets_a_configuration_of_their_own(tmp_path: Path) -> None:
    ended = await answered(tmp_path, *NO_CHATS, NOBODY_THINKS, "Anna Keller, anna@example.org", WRITE)
    assert ended.code == 0, ended.err
    assert "You’ll talk to it on a page on this computer." in ended.out
    assert f"Written to {tmp_path / 'config.toml'}, which only you can read." in ended.out
    assert "make run" in ended.out
    assert configured(tmp_path)["access"]["operator"] == "Anna Keller, anna@example.org"
    [file] = files(tmp_path)
    assert file.stat().st_mode & 0o777 == 0o600
    assert "# Who runs this, and how to reach you" in file.read_text(encoding="utf-8"), "the comments are kept"


async def test_a_token_is_checked_with_telegram_and_ends_with_a_link(tmp_path: Path) -> None:
    async with FakeBotApi() as api:
        (tmp_path / "config.toml").write_text(OWN.format(url=api.url))
        answers = ("yes", "7:not-the-one-that-it-knows-0", "no", api.token, "no", "yes", NOBODY_THINKS, NO_OPERATOR)
        ended = await answered(tmp_path, *answers, WRITE)
        assert api.violations == []
    assert ended.code == 0, ended.err
    assert "does not accept the token" in ended.out
    assert "✓ Telegram: the token is that of @RaconteurTestBot" in ended.out
    assert re.search(r"https://t\.me/RaconteurTestBot\?start=\S{16}", ended.out)
    assert api.token not in ended.out + ended.err
    text = (tmp_path / "config.toml").read_text()
    assert text.startswith(OWN.format(url=api.url)), "what was there stays"
    assert configured(tmp_path) == {
        "telegram": {"api_base_url": api.url, "token": api.token},
        "web": {"enabled": True},
    }
    [copy] = files(tmp_path, "*.bak")
    assert copy.read_text() == OWN.format(url=api.url)
    again = await taken(tmp_path, "--set", "web.enabled=true", "--no-check")
    assert "already says so" in again.out
    assert len(files(tmp_path, "*.bak")) == 1
    assert "start=" not in again.out, "one way in is enough"


async def test_a_model_is_asked_one_question_until_its_key_is_right(tmp_path: Path) -> None:
    async with FakeAnthropic(models=frozenset({"claude-main", "claude-fast"}), api_key=KEY) as server:
        server.script(Answers(value={"total": 5}), Answers(value={"total": 5}))
        llm = f"[llm]\nprovider = 'anthropic'\nmodel = 'claude-main'\napi_key = 'old'\nbase_url = '{server.base_url}'\n"
        (tmp_path / "config.toml").write_text(llm)
        wrong = ("", "", "claude-fast", "another-key", "yes", "no")
        right = ("", "", "claude-fast", KEY, "yes")
        ended = await answered(tmp_path, *NO_CHATS, *wrong, *right, NO_OPERATOR, WRITE)
        assert [asked.model for asked in server.requests][-2:] == ["claude-main", "claude-fast"]
    assert ended.code == 0, ended.out
    assert "✗ Model: claude-main" in ended.out
    assert "✓ Model: claude-fast answers in the requested form" in ended.out
    assert KEY not in ended.out
    assert configured(tmp_path)["llm"] == {
        "provider": "anthropic",
        "model": "claude-main",
        "fast_model": "claude-fast",
        "api_key": KEY,
        "base_url": server.base_url,
    }


async def test_another_provider_is_not_given_the_key_of_the_one_before(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[llm]\nprovider = 'anthropic'\nmodel = 'claude-main'\napi_key = 'old'\n")
    ended = await answered(tmp_path, *NO_CHATS, OPENAI, "", "", "", "", "no", NO_OPERATOR, WRITE)
    assert ended.code == 0, ended.out
    assert configured(tmp_path)["llm"] == {
        "provider": "openai",
        "model": "qwen3:14b",
        "base_url": "http://127.0.0.1:11434/v1",
    }


@pytest.mark.parametrize("typed", [(), ("no",), (*NO_CHATS, NOBODY_THINKS), (*NO_CHATS, NOBODY_THINKS, "Anna", LEAVE)])
@pytest.mark.parametrize("before", ["", "[telegram]\n"])
async def test_who_stops_at_a_question_leaves_everything_as_it_was(
    typed: tuple[str, ...], before: str, tmp_path: Path
) -> None:
    if before:
        (tmp_path / "config.toml").write_text(before)
    ended = await answered(tmp_path, *typed)
    assert ended.code == 130
    assert ended.out.endswith("Nothing was changed.\n")
    assert [path.read_text() for path in files(tmp_path)] == ([before] if before else [])


def test_ctrl_c_leaves_everything_as_it_was_and_a_token_is_not_shown(tmp_path: Path) -> None:
    window = Window([sys.executable, "-m", "bot", "setup", "--no-check"], tmp_path, RACONTEUR__VOICE__ENGINE="off")
    try:
        window.until("Do you want people to talk to it on Telegram?")
        window.type("yes\r")
        window.until("Enter for none: ")  # with the space it is no longer shown what is typed
        window.type("4242:a-token-that-nobody-shall-see\r")
        window.until("Do you want people to talk to it on Discord?")
        window.until("]:")
        assert window.interrupted() == 130
        window.until("Nothing was changed.")
        assert "nobody-shall-see" not in window.text
    finally:
        window.close()
    assert files(tmp_path) == []


def test_it_ends_with_the_link_to_the_page(tmp_path: Path) -> None:
    env = {"RACONTEUR__VOICE__ENGINE": "off", "RACONTEUR__LLM__PROVIDER": "offline", "RACONTEUR__WEB__PORT": "0"}
    window = Window([sys.executable, "-m", "bot", "setup"], tmp_path, **env)
    try:
        for asked, answer in (("Telegram?", ""), ("Discord?", ""), ("how to reach you", "Anna")):
            window.until(f"{asked}")
            window.until(":" if asked.startswith("how") else "]:")
            window.type(f"{answer}\r")
        window.until("Cancel.")
        window.until("]:")
        window.type("\r")
        window.until("Written to ")
        window.until("The page is at http://127.0.0.1:")
        window.until("ssh -L")
        assert window.stopped(signal.SIGINT) == 0
    finally:
        window.close()
    assert configured(tmp_path)["access"]["operator"] == "Anna"


# --- without questions --------------------------------------------------------------------------------------------


async def test_settings_on_the_command_line_are_taken_without_a_question(tmp_path: Path) -> None:
    given = ("web.enabled=true", "web.port=8800", 'access.allowed=["telegram:7"]', "access.operator=Anna Keller")
    ended = await taken(tmp_path, *(part for value in given for part in ("--set", value)))
    assert ended.code == 0, ended.err
    found = configured(tmp_path)
    assert (found["web"]["enabled"], found["web"]["port"]) == (True, 8800)
    assert found["access"]["allowed"] == ["telegram:7"]
    assert found["access"]["operator"] == "Anna Keller"


async def test_a_token_that_is_not_accepted_is_not_written(tmp_path: Path) -> None:
    async with FakeBotApi() as api:
        (tmp_path / "config.toml").write_text(OWN.format(url=api.url))
        wrong = ("--set", "telegram.token=7:not-the-one-that-it-knows-0")
        refused = await taken(tmp_path, *wrong)
        assert refused.code == 1
        assert "Nothing was saved" in refused.err
        assert "token" not in configured(tmp_path)["telegram"]
        kept = await taken(tmp_path, *wrong, "--no-check")
    assert kept.code == 0
    assert configured(tmp_path)["telegram"]["token"] == "7:not-the-one-that-it-knows-0"


@pytest.mark.parametrize(
    ("value", "tells"), [("web.port=none", "web.port"), ("web.colour=red", "web.colour"), ("web", "write it as in")]
)
async def test_what_can_be_no_setting_is_one_sentence(value: str, tells: str, tmp_path: Path) -> None:
    ended = await taken(tmp_path, "--set", value)
    assert ended.code == 2
    assert tells in ended.err
    assert len(ended.err.splitlines()) == 1
    assert files(tmp_path) == []
