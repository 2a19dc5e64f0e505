"""`raconteur setup`: it turns a few answers into a configuration, tries that, and can start the bot."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from bot.cli_settings import invocation, redirect_log
from core.contracts.errors import ConfigurationError, RaconteurError

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.config_file import ConfigFile, Value
    from bot.setup_screen import SetupScreen
    from core.contracts.findings import Finding

INTERRUPTED: Final = 130
UNWELL: Final = 1
_START, _WRITE, _LEAVE = "start", "write", "leave"
_ENDS: Final = {
    _START: "Save and start.",
    _WRITE: "Save.",
    _LEAVE: "Cancel.",
}


def setup(
    context: typer.Context,
    values: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Set this without asking, as in web.enabled=true. Repeatable."),
    ] = None,
    check: Annotated[bool, typer.Option("--check/--no-check", help="Test the tokens, the model and the voice.")] = True,
    start: Annotated[bool, typer.Option("--start", help="With --set: start once it is saved.")] = False,
) -> None:
    """Answer a few questions. They become the configuration, which is tried; then it can start."""
    import tomllib

    from bot.cli_access import DAYS, make_invitation
    from bot.config import DEFAULT_FILE, configuration_file
    from bot.config_file import ConfigFile
    from bot.setup_form import has_no_way_in
    from bot.setup_screen import SetupScreen

    path = configuration_file(invocation(context).config) or DEFAULT_FILE
    file = ConfigFile.at(path)
    invocation(context).settings = file.settings()
    redirect_log(file.settings())
    screen = SetupScreen()
    try:
        if values:
            from bot.setup_questions import collect_findings

            wanted: dict[str, Value] = {}
            for written in values:
                name, equals, text = written.partition("=")
                if not equals or not all(name.partition(".")):
                    raise ConfigurationError(f"--set {name}: write it as in --set web.enabled=true.")
                # A value of TOML, else a text; nothing takes the setting out.
                try:
                    wanted[name.strip()] = tomllib.loads(f"value = {text}")["value"]
                except tomllib.TOMLDecodeError:
                    wanted[name.strip()] = text or None
            file.set(wanted)
            sections = {name.partition(".")[0] for name in wanted}
            if check and not screen.show(collect_findings(_checks(file.settings(), sections))):
                typer.echo("Nothing was saved; --no-check saves it anyway.", err=True)
                raise typer.Exit(UNWELL)
            starts, hears = start, check and "voice" in sections
        else:
            starts, hears = _talk(file, screen, checks=check)
    except (typer.Abort, KeyboardInterrupt):
        typer.echo("\nNothing was changed.")
        raise typer.Exit(INTERRUPTED) from None
    if file.is_changed:
        kept = file.save(datetime.now().astimezone())
        typer.echo(f"\nWritten to {file.path}, which only you can read.")
        if kept is not None:
            typer.echo(f"What was there before is in {kept.name} beside it.")
    else:
        typer.echo(f"\n{file.path} already says so.")
    if hears:
        _try_voice(file.settings(), screen)
    settings = file.settings()

    def invite() -> None:
        if has_no_way_in(settings, datetime.now(UTC)):
            screen.title("Your own link, once it is running (`raconteur invite` makes one for somebody else):")
            for line in make_invitation(settings, lasts=timedelta(days=DAYS), own=True):
                typer.echo(f"  {line}")

    umask = os.umask(0o077)
    _without_harm(invite)
    os.umask(umask)
    if starts:
        sys.stdout.flush()
        # -P: a folder `bot` in the one that this is started in is not ours.
        os.execv(sys.executable, [sys.executable, "-P", "-m", "bot", "--config", str(path), "run"])  # noqa: S606
    typer.echo("Start it with `make run` (or `raconteur run`). If it is already running, restart it.")


def _talk(file: ConfigFile, screen: SetupScreen, *, checks: bool) -> tuple[bool, bool]:
    """Ask everything. Return whether the bot should start, and whether the voice should be tried first."""
    from bot.nearby_models import offer_model
    from bot.setup_form import MODEL, TOPICS
    from bot.setup_questions import Questions
    from core.contracts.setup_desk import YES

    typer.echo(f"A few questions; the answers go into {file.path}. Press Enter for the value in brackets.")
    typer.echo("Ctrl-C cancels.")
    questions = Questions(file=file, screen=screen, checks=checks)
    answers: dict[str, str] = {}
    for name in TOPICS:
        if name == MODEL and offer_model(file, screen, tries=checks):
            continue
        answers |= questions.ask(name)
    hears = answers.get("voice.try") == YES
    screen.title("That's all.")
    end = screen.choice("Which", _ENDS, _START)
    if end == _LEAVE:
        raise typer.Abort
    return end == _START, hears


async def _checks(settings: Settings, sections: set[str]) -> AsyncIterator[Finding]:
    for spec, section in settings.served:
        if spec.name in sections:
            async for finding in spec.examine(section):
                yield finding
    if "llm" in sections and settings.llm.provider != "offline":
        from bot.doctor_model import examine_model

        async for finding in examine_model(settings, ask=True):
            yield finding


def _try_voice(settings: Settings, screen: SetupScreen) -> None:
    """Fetch the model that hears if it is missing, and have it listen to a clip. Problems are only reported."""
    from bot.features import examine_voices, hearing
    from bot.setup_questions import collect_findings

    hears = hearing()
    if hears is not None:
        _without_harm(lambda: hears.fetch(settings))
    _without_harm(lambda: screen.show(collect_findings(examine_voices(settings, tries=True))))


def _without_harm(step: Any) -> None:
    """Do a step that follows the writing; if it fails, say so and go on."""
    try:
        step()
    except RaconteurError as error:
        typer.echo(f"  {str(error).partition(chr(10))[0]}")
    except KeyboardInterrupt:
        typer.echo("\n  Left out.")
