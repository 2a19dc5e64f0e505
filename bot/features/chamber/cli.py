"""`raconteur chamber`: one model interviews another, and neither sees what the other thinks."""

from __future__ import annotations

import os
import time
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import command_settings, database_settings, print_wide
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.features.chamber.files import CommandLineRun
    from core.features.chamber.setup import Setup

UNUSABLE = 2
PIPED_WIDTH = 200
NEWEST = 30
"""Runs on the list when not all are asked for."""
HELP = "Let one model interview another. Neither sees what the other thinks."

chamber = typer.Typer(help=HELP, rich_markup_mode=None, invoke_without_command=True)


def _money(text: str) -> Decimal:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        amount = Decimal(-1)
    if not (amount.is_finite() and amount >= 0):
        raise typer.BadParameter("write a number, as in 2.50")
    return amount


def _file(name: str, help_text: str) -> object:
    return typer.Option(name, metavar="FILE", help=help_text)


RunId = Annotated[str, typer.Argument(metavar="RUN", help="The run's ID, or its first characters.")]
PrimeFile = Annotated[Path | None, _file("--prime-config", "The model that asks, in YAML or TOML.")]
CandidateFile = Annotated[Path | None, _file("--candidate-config", "The model that answers.")]
SetupFile = Annotated[
    Path | None, typer.Option("--setup", "--config-file", metavar="FILE", help="One TOML file with everything.")
]
RulesFile = Annotated[Path | None, _file("--rules", "Rules and judges, beside the two files of the sides.")]
RubricFile = Annotated[Path | None, _file("--rubric", "What a run is scored by.")]
PatternsFile = Annotated[
    Path | None, _file("--thought-patterns", "By what the thoughts of all sides are known, in one file.")
]
Interview = Annotated[
    str, typer.Option("--prime-interview", metavar="KIND", help="Have our own interviewer ask, such as life-story.")
]
Person = Annotated[str, typer.Option("--person", metavar="NAME", help="Have one of `evaluate`'s played people answer.")]
PeopleModel = Annotated[
    bool, typer.Option("--people-model", help="Have the configured model play that person, instead of rules.")
]
Turns = Annotated[
    int | None,
    typer.Option("--max-turns", metavar="N", min=1, help="The most questions with their answers. Default: 20."),
]
Opening = Annotated[str | None, typer.Option("--opening", metavar="TEXT", help="Prime's first words, word for word.")]
Amount = Annotated[
    Decimal | None, typer.Option("--budget", metavar="AMOUNT", parser=_money, help="The most that one run may cost.")
]
Logs = Annotated[Path, typer.Option("--output-dir", metavar="FOLDER", help="Where the logs go.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Also show thoughts, notes, tokens and costs.")]
Resume = Annotated[str, typer.Option("--resume", metavar="RUN", help="Continue a run, or a series.")]
Runs = Annotated[int, typer.Option("--runs", metavar="N", min=1, max=1000, help="How many runs of the same setup.")]
Parallel = Annotated[
    int, typer.Option("--parallel", metavar="N", min=1, max=100, help="How many of them run at a time.")
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Check everything and show the plan, without asking any model.")
]


@chamber.callback(help=HELP)
def run_chamber(
    context: typer.Context,
    prime_config: PrimeFile = None,
    candidate_config: CandidateFile = None,
    setup: SetupFile = None,
    rules: RulesFile = None,
    rubric: RubricFile = None,
    thought_patterns: PatternsFile = None,
    prime_interview: Interview = "",
    person: Person = "",
    people_model: PeopleModel = False,
    max_turns: Turns = None,
    opening: Opening = None,
    budget: Amount = None,
    output_dir: Logs = Path("logs"),
    verbose: Verbose = False,
    resume: Resume = "",
    runs: Runs = 1,
    parallel: Parallel = 1,
    dry_run: DryRun = False,
) -> None:
    if context.invoked_subcommand is not None:
        return
    from bot.features.chamber.files import CommandLineRun

    named = CommandLineRun(
        setup=setup,
        rules=rules,
        prime=prime_config,
        candidate=candidate_config,
        rubric=rubric,
        thought_patterns=thought_patterns,
        interview=prime_interview,
        person=person,
        people_model=people_model,
        max_turns=max_turns,
        opening=opening,
        budget=budget,
    )
    if named == CommandLineRun() and not resume:
        typer.echo(context.get_help())
        return
    if not resume:
        _check_sides(named)
    elif named != CommandLineRun(thought_patterns=thought_patterns) or runs > 1 or dry_run:
        raise ConfigurationError(
            "--resume goes on with a run as it was begun; of what describes one it takes --thought-patterns alone."
        )
    settings = command_settings(context)
    made = None if resume else _setup(named, settings)
    if made is not None and dry_run:
        from adapters.terminal.safe import visible_text
        from bot.features.chamber.plan import describe_plan

        for line in describe_plan(made, settings, runs=runs):
            typer.echo(visible_text(line))
        typer.echo("No model was asked.")
        return
    from bot.database import make_folder, prepare_database_direct
    from bot.features.chamber.command import ChamberOptions, hold_wanted_runs

    wanted = ChamberOptions(
        setup=made,
        resume=resume,
        thought_patterns=thought_patterns,
        count=runs,
        parallel=parallel,
        folder=output_dir,
        verbose=verbose,
    )
    # What is made from here on may hold what nobody else on this machine is to read.
    os.umask(0o077)
    make_folder(settings.storage.data_dir)
    prepare_database_direct(settings.storage.database)
    raise typer.Exit(hold_wanted_runs(settings, wanted))


def _check_sides(named: CommandLineRun) -> None:
    """Raises ConfigurationError unless it is said who asks and who answers, and only once."""
    asks, answers = named.prime or named.interview, named.candidate or named.person
    if named.setup is None and not (asks and answers):
        missing = (
            "who answers: --candidate-config, or --person" if asks else "who asks: --prime-config, or --prime-interview"
        )
        raise ConfigurationError(f"Say {missing}; or name one file of everything with --setup.")
    if named.prime and named.interview:
        raise ConfigurationError("Use either --prime-config or --prime-interview, not both.")


def _setup(named: CommandLineRun, settings: Settings) -> Setup:
    """Read the setup that is described, with its keys. Ends the command with a line for each mistake."""
    from bot.features.chamber.files import read_setup
    from bot.features.chamber.own_sides import check_own_sides
    from bot.features.chamber.written import Mistakes

    try:
        setup = read_setup(named)
    except Mistakes as error:
        for mistake in error.found:
            typer.echo(str(mistake), err=True)
        raise typer.Exit(UNUSABLE) from None
    check_own_sides(setup, settings)
    return setup


# --- runs that there are ------------------------------------------------------------------------------------------


@chamber.command("list")
def list_runs(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help=f"List all of them, not just the newest {NEWEST}.")] = False,
) -> None:
    """List the runs, with who asked whom, their state and their cost."""
    from bot.features.chamber.kept import list_runs_table
    from core.store.reports import read_snapshot

    database = database_settings(context).storage.database
    limit = -1 if everything else NEWEST
    table = read_snapshot(database, lambda c: list_runs_table(c, limit=limit, now=time.time()))
    if table is None:
        typer.echo("No runs yet. `raconteur chamber --help` shows how to start one.")
    else:
        print_wide(table, piped=PIPED_WIDTH)


@chamber.command("show")
def show_run(context: typer.Context, run: RunId) -> None:
    """Show one run, or a series: what was said and thought, what happened, and the scores."""
    import sys

    from bot.features.chamber.kept import load_kept_runs, print_run
    from bot.features.chamber.screen import Paper
    from core.store.reports import read_snapshot

    database = database_settings(context).storage.database
    paper = Paper(sys.stdout)
    for number, kept in enumerate(read_snapshot(database, lambda c: load_kept_runs(c, run))):
        if number:
            paper.line()
        print_run(kept, paper)


@chamber.command("export")
def export_run(
    context: typer.Context,
    run: RunId,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder to write to; it is created if needed.")],
) -> None:
    """Write one run, or a series, to files: transcripts, logs, everything as JSON, and tables of scores."""
    from bot.features.chamber.kept import run_export_files, write_run_file
    from core.store.reports import read_snapshot

    database = database_settings(context).storage.database
    for file in read_snapshot(database, lambda c: list(run_export_files(c, run))):
        typer.echo(str(write_run_file(folder, file)))


@chamber.command("delete")
def delete_run(
    context: typer.Context,
    run: RunId,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking.")] = False,
) -> None:
    """Delete one run, or a series. Logs and other files already written stay."""
    import shutil

    from bot.features.chamber.outcomes import run_title
    from bot.features.chamber.own_sides import run_folder
    from core.features.chamber.chamber_rows import erase_run, runs_beginning_with
    from core.store.reports import read_snapshot, write_direct

    settings = database_settings(context)
    database = settings.storage.database
    found = read_snapshot(database, lambda c: runs_beginning_with(c, run))
    if not yes:
        more = f" and {len(found) - 1} more of its series" if len(found) > 1 else ""
        typer.confirm(f"{run_title(found[0])}{more}: delete with every word?", abort=True)
    write_direct(database, lambda c: [erase_run(c, each.id) for each in found])
    for each in found:
        shutil.rmtree(run_folder(settings, each.id), ignore_errors=True)
        typer.echo(f"Deleted: {run_title(each)}")
