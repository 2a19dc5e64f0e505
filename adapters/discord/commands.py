"""Declare the slash commands that Discord shows, and publish them when they have changed.

`inbound.slash_command` reads what somebody asks for with them.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from adapters.discord.failures import TROUBLE, loggable_discord_error
from adapters.discord.inbound import GROUP
from core.contracts.commands import command_spec
from core.languages import LANGUAGES
from core.languages.messages import FALLBACK, say

CommandLists = Mapping[str, Sequence[tuple[str, str]]]
"""Every command's name and description, by language."""
Titles = Mapping[str, Mapping[str, str]]
"""The title of each kind of interview in each language."""

_LONGEST: Final = 100
"""Characters of a description, or of the title of a choice."""
_MOST_KINDS: Final = 25
_MOST_IN_GROUP: Final = 25
"""Commands beyond this number are only declared outside the group."""
_EVERYWHERE: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
_WITH_THE_BOT: Final = app_commands.AppCommandContext(guild=False, dm_channel=True, private_channel=False)
_BOTH: Final = app_commands.AppInstallationType(guild=True, user=True)

_log = structlog.get_logger()


class DeclaredCommands(app_commands.CommandTree[discord.Client]):
    """The declared commands. This tree carries none of them out."""

    async def interaction_check(self, interaction: discord.Interaction[discord.Client], /) -> bool:
        """Refuse: the client hands in every command as an event, even one that is no longer declared."""
        return False


class Translations(app_commands.Translator):
    """Takes the translations that each text carries with it."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        words: dict[str, str] = string.extras
        translated = words.get(locale.value) or words.get(locale.value.partition("-")[0])
        return None if translated == string.message else translated


async def declare_commands(client: discord.Client, *, commands: CommandLists, kinds: Titles) -> DeclaredCommands:
    """Return the command tree of a client that has none yet.

    All commands but `interview` are in a group of that name, which works everywhere and moves the conversation into the
    private chat; in the private chat they are also declared outside the group.
    """
    tree = DeclaredCommands(client)
    await tree.set_translator(Translations())
    group = app_commands.Group(
        name=GROUP,
        description=_ours("discord-group"),
        allowed_contexts=_EVERYWHERE,
        allowed_installs=_BOTH,
        auto_locale_strings=False,
    )
    tree.add_command(group)
    descriptions: dict[str, dict[str, str]] = {}
    for language, listed in commands.items():
        for name, description in listed:
            if name != GROUP:  # the group itself is called that
                descriptions.setdefault(name, {})[language] = description
    for number, (name, words) in enumerate(descriptions.items()):
        shown = _in_all_languages(words)
        if number < _MOST_IN_GROUP:
            group.add_command(_command(name, shown, kinds=kinds))
        alone = _command(name, shown)
        alone.allowed_contexts, alone.allowed_installs = _WITH_THE_BOT, _BOTH
        tree.add_command(alone)
    return tree


async def publish_commands(tree: DeclaredCommands, *, synced: Path | None) -> None:
    """Publish the commands if they have changed; the file `synced` keeps a digest of those published last.

    A bot without its commands still works in its private chats, so a failure is only logged.
    """
    try:
        payload = [await command.get_translated_payload(tree, Translations()) for command in tree.get_commands()]
        whole = {"application": tree.client.application_id, "commands": payload}
        digest = hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()
        if synced is not None and await asyncio.to_thread(_remembered, synced) == digest:
            _log.debug("discord.commands_unchanged")
            return
        await tree.sync()
        if synced is not None:
            await asyncio.to_thread(synced.write_text, digest, encoding="ascii")
    except TROUBLE as error:
        _log.warning("discord.commands_not_set", error=loggable_discord_error(error))
    else:
        _log.info("discord.commands_set")


def _remembered(synced: Path) -> str:
    with suppress(OSError, UnicodeDecodeError):
        return synced.read_text(encoding="ascii").strip()
    return ""


def _command(
    name: str, description: app_commands.locale_str, *, kinds: Titles | None = None
) -> app_commands.Command[Any, ..., None]:
    """Return a command with its option. With `kinds`, `start` also offers a choice of interviews."""
    # The library reads a command's options from the signature of its callback; each command needs one of its own.
    callback: Any
    spec = command_spec(name)
    if name == "start" and kinds is not None:

        @app_commands.describe(kind=_ours("discord-kind"), code=_ours("discord-code"))
        @app_commands.choices(
            kind=[
                app_commands.Choice(name=_in_all_languages(titles, otherwise=kind), value=kind)
                for kind, titles in list(kinds.items())[:_MOST_KINDS]
            ]
        )
        async def start_a_kind(
            interaction: discord.Interaction[discord.Client], kind: str | None = None, code: str | None = None
        ) -> None: ...

        callback = start_a_kind
    elif name == "start":

        @app_commands.describe(code=_ours("discord-code"))
        async def start(interaction: discord.Interaction[discord.Client], code: str | None = None) -> None: ...

        callback = start
    elif spec is not None and spec.takes_words:

        @app_commands.describe(text=_ours("discord-text"))
        async def take_words(interaction: discord.Interaction[discord.Client], text: str | None = None) -> None: ...

        callback = take_words
    else:

        async def take_nothing(interaction: discord.Interaction[discord.Client]) -> None: ...

        callback = take_nothing
    return app_commands.Command(name=name, description=description, callback=callback, auto_locale_strings=False)


def _ours(key: str) -> app_commands.locale_str:
    return _in_all_languages({language: say(language, key) for language in LANGUAGES})


def _in_all_languages(words: Mapping[str, str], *, otherwise: str = "…") -> app_commands.locale_str:
    """Return a text that carries its translations, each cut to the length that Discord allows."""
    short = {}
    for language, text in words.items():
        flat = " ".join(text.split())
        short[language] = flat if len(flat) <= _LONGEST else flat[: _LONGEST - 1] + "…"
    default = short.get("") or short.get(FALLBACK) or next(iter(short.values()), otherwise)
    return app_commands.locale_str(default, **{language: text for language, text in short.items() if language})
