"""The login at Discord: being let in, and the slash commands, when Discord is told of them and of which."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from adapters.discord.commands import CommandLists, Titles
from adapters.discord.platform import DiscordPlatform
from core.commands import command_list
from core.contracts.commands import listed_commands
from core.contracts.errors import ConfigurationError, Revoked, TryLater
from core.contracts.messages import (
    Address,
    Outgoing,
    Say,
)
from core.features import NAMES
from core.languages import LANGUAGES
from tests.contract.platform_kit import SteppedClock
from tests.fakes.discord import HistoryInbox
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.waiting import PATIENCE, stopped, until
from tests.integration.test_discord_gateway import Inbox, receiving

PUT = "PUT /applications/{application_id}/commands"
OURS: CommandLists = {language: command_list(language) for language in LANGUAGES}
KINDS: Titles = {
    "life-story": {"en": "The story of a life", "ru": "История жизни"},
    "podcast": {"en": "After an episode", "ru": "После выпуска"},
}


@asynccontextmanager
async def bot(
    server: FakeDiscord, *, commands: CommandLists = OURS, kinds: Titles = KINDS, synced: Path | None = None
) -> AsyncIterator[None]:
    """A bot that is at work, and has settled what is to be said of its commands."""
    clock = SteppedClock(hurry=True)
    platform = DiscordPlatform(token=server.token, clock=clock, commands=commands, kinds=kinds, synced=synced)
    with capture_logs() as lines:
        task = asyncio.create_task(platform.run(HistoryInbox()))
        settled = {"discord.commands_set", "discord.commands_not_set", "discord.commands_unchanged"}
        await until(lambda: any(line["event"] in settled for line in lines))
    try:
        yield
    finally:
        await stopped(task)


async def menu(**options: Any) -> list[dict[str, Any]]:
    async with FakeDiscord() as server:
        async with bot(server, **options):
            pass
        assert server.violations == []
        return server.rest.commands


def by_name(described: list[dict[str, Any]]) -> Mapping[str, dict[str, Any]]:
    return {entry["name"]: entry for entry in described}


def everything(described: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for entry in described:
        yield entry
        yield from everything(entry.get("options") or [])


async def test_the_group_holds_as_many_commands_as_it_may_and_works_everywhere() -> None:
    group = by_name(await menu())["interview"]
    assert [entry["name"] for entry in group["options"]] == [
        each.name for each in listed_commands() if each.name != "interview"
    ][:25]
    assert all(entry["type"] == 1 for entry in group["options"])
    assert (group["contexts"], group["integration_types"]) == ([0, 1, 2], [0, 1])


async def test_in_the_private_chat_the_commands_stand_by_themselves() -> None:
    alone = [entry for entry in await menu() if entry["name"] != "interview"]
    assert {entry["name"] for entry in alone} == {each.name for each in listed_commands()} - {"interview"}
    assert all(entry["contexts"] == [1] and entry["integration_types"] == [0, 1] for entry in alone)


async def test_an_interview_is_chosen_from_a_list_in_the_person_s_language() -> None:
    start = by_name(by_name(await menu())["interview"]["options"])["start"]
    kind, code = start["options"]
    assert (kind["name"], code["name"]) == ("kind", "code")
    assert not kind.get("required")
    assert not code.get("required")
    found = [(choice["value"], choice["name"], choice["name_localizations"]) for choice in kind["choices"]]
    assert found == [(key, titles["en"], {"ru": titles["ru"]}) for key, titles in KINDS.items()]


async def test_what_takes_words_has_a_place_for_them_and_nothing_else_has() -> None:
    described = by_name(await menu())
    taking = {name for name, entry in described.items() if name != "interview" and entry.get("options")}
    linking = {"link"} if "linking" in NAMES else set()
    assert (
        taking == {"start", "fix", "transcript", "language", "name", "timezone", "quiet", "cadence", "voice"} | linking
    )
    [words] = described["name"]["options"]
    assert (words["type"], words.get("required", False)) == (3, False)


async def test_every_description_is_there_in_every_language_and_short_enough() -> None:
    entries = list(everything(await menu()))
    assert all({"ru", "de", "es-ES"} <= entry["description_localizations"].keys() for entry in entries)
    texts = [t for entry in entries for t in (entry["description"], *entry["description_localizations"].values())]
    assert all(1 <= len(text) <= 100 for text in texts)
    done = by_name([entry for entry in entries if entry["name"] == "done"])["done"]
    assert (done["description"], done["description_localizations"]["ru"]) == (
        dict(command_list("en"))["done"],
        dict(command_list("ru"))["done"],
    )


async def test_what_is_too_long_or_too_much_for_discord_is_cut() -> None:
    commands = {"en": [("start", "word " * 100), ("done", "Finish")], "ru": [("start", "слово " * 100)]}
    kinds = {f"kind-{number}": {"en": f"{number} " * 100} for number in range(40)} | {"untitled": {}}
    start = by_name(by_name(await menu(commands=commands, kinds=kinds))["interview"]["options"])["start"]
    assert len(start["description"]) == len(start["description_localizations"]["ru"]) == 100
    choices = start["options"][0]["choices"]
    assert len(choices) == 25
    assert all(len(choice["name"]) <= 100 for choice in choices)


async def test_discord_is_told_only_what_is_new(tmp_path: Path) -> None:
    synced = tmp_path / "commands"
    async with FakeDiscord() as server:
        for told, kinds in ((1, KINDS), (1, KINDS), (2, {}), (2, {}), (3, KINDS)):
            async with bot(server, kinds=kinds, synced=synced):
                assert len(server.calls(PUT)) == told
        synced.write_bytes(b"\xff\xfe nonsense")
        async with bot(server, synced=synced):
            assert len(server.calls(PUT)) == 4
    async with FakeDiscord() as another, bot(another, synced=synced):
        assert len(another.calls(PUT)) == 1


async def test_what_fails_is_no_end_and_is_not_remembered(tmp_path: Path) -> None:
    synced = tmp_path / "commands"
    async with FakeDiscord() as server:
        server.fail_next("PUT", "/applications/{application_id}/commands", 403)
        async with bot(server, synced=synced):
            assert not synced.exists()
        async with bot(server, synced=synced):
            assert len(server.calls(PUT)) == 2
        missing = tmp_path / "no such folder" / "commands"
        async with bot(server, synced=missing):
            assert len(server.calls(PUT)) == 3
        assert server.violations == []


# --- being let in -------------------------------------------------------------------------------------------------


async def ended(server: FakeDiscord, *, token: str = "") -> None:
    """Run a bot until it ends by itself."""
    platform = DiscordPlatform(token=token or server.token, clock=SteppedClock(hurry=True))
    async with asyncio.timeout(PATIENCE):
        await platform.run(Inbox())


async def test_a_token_that_was_never_good_is_the_operator_s_to_mend() -> None:
    async with FakeDiscord() as server:
        with pytest.raises(ConfigurationError, match=r"discord\.token") as refused:
            await ended(server, token="not.the.token")
        assert not isinstance(refused.value, Revoked)
        server.gateway.token = "another.good.token"
        with pytest.raises(ConfigurationError, match=r"discord\.token") as refused:
            await ended(server)
        assert not isinstance(refused.value, Revoked)


@pytest.mark.parametrize("token", ["", "no token", "123456:telegram", "a.b", "a.b.c\r\nX: y", "Bot a.b.c"])
def test_what_can_be_no_token_is_told_at_once(token: str) -> None:
    with pytest.raises(ConfigurationError, match=r"discord\.token"):
        DiscordPlatform(token=token, clock=SteppedClock())


async def test_intents_that_are_refused_are_the_operator_s_to_mend() -> None:
    async with FakeDiscord() as server:
        server.gateway.allowed_intents = 0
        with pytest.raises(ConfigurationError, match="developer portal") as refused:
            await ended(server)
        assert not isinstance(refused.value, Revoked)


@pytest.mark.parametrize(("code", "words"), [(4004, r"discord\.token"), (4014, "intents")])
async def test_who_was_let_in_once_is_revoked(code: int, words: str) -> None:
    async with FakeDiscord() as server:
        anna = server.user("Anna")
        platform = DiscordPlatform(token=server.token, clock=SteppedClock(hurry=True))
        inbox = Inbox()
        task = asyncio.create_task(platform.run(inbox))
        await server.until_connected()
        anna.send("hello")
        await inbox.take(1)
        server.gateway.close(code)
        with pytest.raises(Revoked, match=words):
            await task
        address = Address(platform="discord", chat=str(anna.dm))
        with pytest.raises(TryLater):
            await platform.send(Outgoing(key="k", address=address, saying=Say(text="Are you there?")))


async def test_trouble_at_the_login_is_waited_out() -> None:
    async with FakeDiscord() as server:
        server.fail_next("GET", "/users/@me", 503, times=2)
        server.cut_next("GET", "/oauth2/applications/@me")
        async with receiving(server):
            await server.until_connected()
        assert server.violations == []


async def test_the_operator_hears_when_interactions_go_elsewhere() -> None:
    with capture_logs() as lines:
        async with FakeDiscord() as server:
            server.rest.portal = {"interactions_endpoint_url": "https://example.org/interactions"}
            async with receiving(server):
                await server.until_connected()
    assert [line["event"] for line in lines].count("discord.interactions_go_elsewhere") == 1


async def test_whoever_wants_to_send_waits_for_the_login_but_not_for_ever() -> None:
    async with FakeDiscord() as server:
        anna = server.user("Anna")
        clock = SteppedClock()
        platform = DiscordPlatform(token=server.token, clock=clock)
        words = Say(text="Good morning")
        address = Address(platform="discord", chat=str(anna.dm))
        early = asyncio.create_task(platform.send(Outgoing(key="1", address=address, saying=words)))
        await clock.until_sleeping(1)
        await clock.advance(20)
        with pytest.raises(TryLater):
            await early
        waiting = asyncio.create_task(platform.send(Outgoing(key="2", address=address, saying=words)))
        await clock.until_sleeping(2)
        task = asyncio.create_task(platform.run(Inbox()))
        assert (await waiting).ref == str((await anna.next_message()).id)
        await stopped(task)
