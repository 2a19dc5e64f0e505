"""The command line: `raconteur`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_access import access, allow, deny, invite
from bot.cli_exchange import export, import_
from bot.cli_exercises import exercises
from bot.cli_operator import backup, rehear, stats
from bot.cli_page import devices, page
from bot.cli_script import script
from bot.cli_sessions import calls, sessions, show
from bot.cli_settings import Invocation, invocation, load_command_settings, redirect_log
from bot.cli_setup import setup
from bot.cli_storage import migrate_files, migrate_storage
from bot.features import entry_points
from bot.paths import CONFIG_FILE, own_version
from core.contracts.errors import AlreadyRunning, BadImport, ConfigurationError, NotFound, RaconteurError
from core.processes.first_process import leave_init_to_parent

if TYPE_CHECKING:
    from bot.config import Settings

# What a command needs is imported in it: the help shall not wait for the configuration, nor a list for SQLAlchemy.

WRONG = 1
UNUSABLE = 2
RUNNING = 3
INTERRUPTED = 130

app = typer.Typer(
    name="raconteur",
    help="An interviewer in your chat: it asks, listens, and gives people their story back.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _say_version(wanted: bool) -> None:
    if wanted:
        version()
        raise typer.Exit


@app.callback(invoke_without_command=True)
def raconteur(
    context: typer.Context,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config", "-c", metavar="FILE", help=f"The configuration file. Default: {CONFIG_FILE}, if it exists."
        ),
    ] = None,
    _: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    context.obj = context.obj or Invocation()
    context.obj.config = config
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def run(
    context: typer.Context,
    terminal: Annotated[bool, typer.Option("--terminal", help="Talk here in the terminal.")] = False,
    browser: Annotated[
        bool,
        typer.Option("--browser/--no-browser", help="Open the page in a browser, if it is only for this computer."),
    ] = True,
    role: Annotated[
        list[str] | None,
        typer.Option(help="This process's role among several: gateway, worker, ears or reader. Repeatable."),
    ] = None,
) -> None:
    """Interview people. Wherever a token is set, else on a page on this computer."""
    import gc

    # What is loaded now stays, and looking through it again and again is a good part of the start; `serve` turns it on.
    gc.disable()
    from bot.config import DEFAULT_FILE, configuration_file
    from bot.desktop import is_interactive
    from bot.serve import serve

    config = invocation(context).config
    file = configuration_file(config) or DEFAULT_FILE
    settings = load_command_settings(context)
    if settings.llm.is_undecided and is_interactive():
        from bot.nearby_models import settings_at_start

        try:
            settings = settings_at_start(settings, file)
        except typer.Abort:
            raise typer.Exit(INTERRUPTED) from None
    serve(settings, terminal=terminal, config=file, browser=browser, roles=role or ())


def doctor(
    context: typer.Context,
    model: Annotated[bool, typer.Option("--model", help="Ask the model one question. This costs a little.")] = False,
    voice: Annotated[bool, typer.Option("--voice", help="Transcribe a test clip. This takes a few seconds.")] = False,
) -> None:
    """Check everything. Says what to do where something is not well."""
    import asyncio

    from bot.doctor import run_checks
    from bot.formatting import format_finding
    from core.contracts.findings import Verdict

    async def check() -> bool:
        well = True
        async for found in run_checks(invocation(context).config, ask_model=model, hear=voice, quiet=redirect_log):
            well = well and found.mark is not Verdict.WRONG
            typer.echo(format_finding(found))
        return well

    if not asyncio.run(check()):
        raise typer.Exit(WRONG)


def version() -> None:
    """Show the version."""
    import platform

    typer.echo(f"raconteur {own_version()}, Python {platform.python_version()}")


_COMMANDS: tuple[Callable[..., None], ...] = (
    *(run, setup, doctor, sessions, show, calls, export, import_),
    *(stats, rehear, backup, migrate_storage, migrate_files),
    *(page, devices, invite, allow, deny, access, version),
)
for _command in _COMMANDS:
    app.command(name=_command.__name__.rstrip("_").replace("_", "-"))(_command)
app.add_typer(exercises, name="exercises")
app.add_typer(script, name="script")
for _, entry in entry_points():
    if entry.add_commands is not None:
        entry.add_commands(app)


def main() -> None:
    """Run the command line. Every error becomes one line and an exit code."""
    leave_init_to_parent()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that has no ✓ shows a question mark rather than an error.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    invoked = Invocation()
    try:
        app(prog_name="raconteur", obj=invoked)
    except RaconteurError as error:
        # Its first line is for people; what a library adds below it is not.
        typer.echo(str(error).partition("\n")[0], err=True)
        if isinstance(error, AlreadyRunning):
            sys.exit(RUNNING)
        if isinstance(error, ConfigurationError | BadImport | NotFound):
            sys.exit(UNUSABLE)
        _log("ended-by-error", error, invoked.settings, code=error.code)
        sys.exit(WRONG)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception as error:  # noqa: BLE001 - the program's boundary: it is logged, and told in one line
        import traceback

        from bot.log import safe_error_text

        _log("ended-unexpectedly", error, invoked.settings)
        frames = traceback.extract_tb(error.__traceback__)
        place = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
        wrong = f"Something went wrong: {safe_error_text(error)}{place} (details in the log)."
        typer.echo(f"{wrong} Nothing that was told is lost.", err=True)
        sys.exit(WRONG)


def _log(event: str, error: Exception, settings: Settings | None, **more: str) -> None:
    import structlog

    # `run` has a log of its own, which is set up already.
    if not structlog.is_configured():
        redirect_log(settings)
    structlog.get_logger().critical(event, exc_info=error, **more)
