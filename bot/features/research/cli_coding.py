"""`raconteur study code`, `codes` and `agreement`: answers coded by a codebook, and how far coders agree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import command_settings, print_wide
from bot.features.research.cli_kit import Name, run_with_model
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.features.research.codes import Coding
    from core.store.database_url import Database

WIDTH = 120
"""Columns of a table that is piped on."""

codes = typer.Typer(help="Codes that people give to the answers of a study.", rich_markup_mode=None)

Book = Annotated[Path, typer.Option(metavar="FILE", help="The codes of the study: a TOML file.")]
Coder = Annotated[str, typer.Option(metavar="NAME", help="The coder's name in the tables.")]


def code(context: typer.Context, name: Name, codebook: Book, coder: Coder = "model") -> None:
    """Let the configured model code the answers, which may cost; what it has coded it is not asked again."""
    from bot.database import check_database
    from bot.features.research.codes import code_by_model
    from bot.formatting import pluralize
    from core.features.research.coding import read_codebook

    settings, book = command_settings(context), read_codebook(codebook)
    check_database(settings.storage.database)
    database = settings.storage.database
    held = _held(database, name)
    coder = _named(coder)

    def tell(done: int, of: int) -> None:
        typer.echo(f"\r{done} of {of} answers", err=True, nl=done == of)

    counted = run_with_model(settings, lambda model: code_by_model(database, name, held, book, coder, model, tell))
    typer.echo(f"{pluralize(counted['codes'], 'code')} given to {pluralize(counted['answers'], 'answer')}.")
    for what, told in (
        ("unknown", "discarded: not in the codebook, or not for an answer"),
        ("unquoted", "discarded: the quotation is not in the answer"),
        ("left out", "answers that the model left out; the same command asks for them again"),
    ):
        if counted[what]:
            typer.echo(f"{counted[what]} {told}.")


@codes.command("import")
def import_(
    context: typer.Context,
    name: Name,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV: participant, wave, number, code, quote.")],
    codebook: Book,
    coder: Coder,
) -> None:
    """Import what a person has coded: all lines of a file, or none if one is wrong."""
    from bot.database import check_database
    from bot.features.research.codes import read_codings
    from bot.formatting import pluralize
    from core.features.research.coding import read_codebook
    from core.features.research.findings import put_codings
    from core.store.reports import write_direct

    settings, book = command_settings(context), read_codebook(codebook)
    check_database(settings.storage.database)
    database = settings.storage.database
    rows = read_codings(file, _held(database, name), book, _named(coder))
    write_direct(database, lambda c: put_codings(c, name, rows))
    looked = sum(not row.code for row in rows)
    typer.echo(f"{pluralize(len(rows) - looked, 'code')} for {pluralize(looked, 'answer')} taken from {coder}.")


def agreement(context: typer.Context, name: Name, codebook: Book) -> None:
    """Say how far the coders agree: Krippendorff's alpha, of each code and of all."""
    from rich import box
    from rich.table import Table as Grid

    from bot.database import check_database
    from core.features.research.coding import code_agreements, collect_codings, read_codebook

    settings, book = command_settings(context), read_codebook(codebook)
    check_database(settings.storage.database)
    held = _held(settings.storage.database, name)
    coded = [each for each in held.coded if each.unit in held.seen.get(each.coder, ())]
    judged = collect_codings(coded, held.seen)
    if len(judged) < 2:
        raise ConfigurationError(f"It takes two coders to agree; there are: {', '.join(judged) or 'none yet'}.")
    found = code_agreements(judged, book.names)
    coders = sorted(judged)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(("code", "alpha", "units", *coders)):
        grid.add_column(head, justify="right" if number else "left")
    for each in found:
        shown = "undefined" if each.alpha is None else f"{each.alpha:.3f}"
        grid.add_row(
            each.code or "all codes", shown, str(each.units), *(str(each.given.get(coder, 0)) for coder in coders)
        )
    print_wide(grid, piped=WIDTH)


def _held(database: Database, name: str) -> Coding:
    from bot.features.research.codes import load_coding
    from bot.features.research.studies import load_participations
    from core.store.reports import read_snapshot

    return read_snapshot(database, lambda c: load_coding(c, name, [*load_participations(c, name)]))


def _named(coder: str) -> str:
    if not coder.strip():
        raise ConfigurationError("Name the coder.")
    return coder.strip()
