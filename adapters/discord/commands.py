"""The slash commands that Discord shows, and telling it of them when they have changed.

What somebody asks for with them is read in `inbound.asked`; here they are only declared.
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
"""For each language the name and the description of every command."""
Titles = Mapping[str, Mapping[str, str]]
"""For each kind of interview its title in each language."""

_LONGEST: Final = 100
"""Characters of a description, or of the title of a choice."""
_MOST_KINDS: Final = 25
_MOST_IN_GROUP: Final = 25
"""What is more stands by itself alone."""
_EVERYWHERE: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
_WITH_THE_BOT: Final = app_commands.AppCommandContext(guild=False, dm_channel=True, private_channel=False)
_BOTH: Final = app_commands.AppInstallationType(guild=True, user=True)

_log = structlog.get_logger()


class DeclaredCommands(app_commands.CommandTree[discord.Client]):
    """The commands as they are declared; none is carried out by this tree."""

    async def interaction_check(self, interaction: discord.Interaction[discord.Client], /) -> bool:
        """Every command is handed in like everything else that happens, also one that is not declared any more."""
        return False


class Translations(app_commands.Translator):
    """Each text carries its translations with it."""

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
    """The tree of a client that has none yet.

    All commands but `interview` stand in a group of that name, which works wherever people are and moves the talk into
    the private chat; there they stand by themselves, too.
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
    for number, (name, description) in enumerate(_described(commands).items()):
        if number < _MOST_IN_GROUP:
            group.add_command(_command(name, description, kinds=kinds))
        alone = _command(name, description)
        alone.allowed_contexts, alone.allowed_installs = _WITH_THE_BOT, _BOTH
        tree.add_command(alone)
    return tree


async def publish_commands(tree: DeclaredCommands, *, synced: Path | None) -> None:
    """Tell Discord of the commands where that is news; `synced` is the file that remembers what was told last.

    A bot without its commands still works in its private chats, so what fails is only logged.
    """
    try:
        digest = await _digest(tree)
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


async def _digest(tree: DeclaredCommands) -> str:
    payload = [await command.get_translated_payload(tree, Translations()) for command in tree.get_commands()]
    whole = {"application": tree.client.application_id, "commands": payload}
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def _remembered(synced: Path) -> str:
    with suppress(OSError, UnicodeDecodeError):
        return synced.read_text(encoding="ascii").strip()
    return ""


def _described(commands: CommandLists) -> dict[str, app_commands.locale_str]:
    """Each command's description in all languages. The group has the name of one, and stands for it."""
    found: dict[str, dict[str, str]] = {}
    for language, listed in commands.items():
        for name, description in listed:
            found.setdefault(name, {})[language] = description
    return {name: _spoken(words) for name, words in found.items() if name != GROUP}


def _command(
    name: str, description: app_commands.locale_str, *, kinds: Titles | None = None
) -> app_commands.Command[Any, ..., None]:
    """A command with its option. With `kinds` the one that begins also lets an interview be chosen."""
    callback: Any
    if name == "start":
        callback = _starting() if kinds is None else _starting_one_of(kinds)
    else:
        spec = command_spec(name)
        callback = _with_words() if spec is not None and spec.takes_words else _plain()
    return app_commands.Command(name=name, description=description, callback=callback, auto_locale_strings=False)


# The library reads the options of a command from a function; each command needs one of its own.


def _plain() -> Any:
    async def ask(interaction: discord.Interaction[discord.Client]) -> None:
        """No options."""

    return ask


def _with_words() -> Any:
    @app_commands.describe(text=_ours("discord-text"))
    async def ask(interaction: discord.Interaction[discord.Client], text: str | None = None) -> None:
        """Something said with the command."""

    return ask


def _starting() -> Any:
    @app_commands.describe(code=_ours("discord-code"))
    async def ask(interaction: discord.Interaction[discord.Client], code: str | None = None) -> None:
        """An invitation."""

    return ask


def _starting_one_of(kinds: Titles) -> Any:
    offered = [
        app_commands.Choice(name=_spoken({**titles}, otherwise=kind), value=kind)
        for kind, titles in list(kinds.items())[:_MOST_KINDS]
    ]

    @app_commands.describe(kind=_ours("discord-kind"), code=_ours("discord-code"))
    @app_commands.choices(kind=offered)
    async def ask(
        interaction: discord.Interaction[discord.Client], kind: str | None = None, code: str | None = None
    ) -> None:
        """An interview, or an invitation."""

    return ask


def _ours(key: str) -> app_commands.locale_str:
    return _spoken({language: say(language, key) for language in LANGUAGES})


def _spoken(words: Mapping[str, str], *, otherwise: str = "…") -> app_commands.locale_str:
    """A text in all its languages, each as long as Discord lets it be."""
    short = {language: _shortened(text) for language, text in words.items()}
    default = short.get("") or short.get(FALLBACK) or next(iter(short.values()), otherwise)
    return app_commands.locale_str(default, **{language: text for language, text in short.items() if language})


def _shortened(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else flat[: _LONGEST - 1] + "…"
