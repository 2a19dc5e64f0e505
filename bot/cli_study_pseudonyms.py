"""`raconteur study pseudonyms`: what identifies people in a study, found, ruled on by a person, and replaced."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import settings_of
from bot.cli_study_kit import Force, Name, Out, with_model, writable, write

if TYPE_CHECKING:
    from core.research.pseudonyms import Pseudonyms

pseudonyms = typer.Typer(
    help="Names, places, days and numbers in a study: found, reviewed by you, and replaced.", rich_markup_mode=None
)


@pseudonyms.command()
def find(
    context: typer.Context,
    name: Name,
    model: Annotated[
        bool, typer.Option("--model", help="Let the configured model look too, which may cost and sees the words.")
    ] = False,
) -> None:
    """Look through everything that was asked and answered; what was ruled on stays so."""
    from bot.database import check
    from bot.study_names import find_by_model, find_by_rules, known
    from core.store.reports import read_beside

    settings = settings_of(context)
    check(settings.storage.database)
    find_by_rules(settings.storage.database, name)
    if model:
        dropped = with_model(settings, lambda asked: find_by_model(settings.storage.database, name, asked, _told))
        if dropped:
            typer.echo(f"{dropped} finds of the model do not stand in the text and were thrown away.")
    here = read_beside(settings.storage.database, lambda c: known(c, name))
    typer.echo(_summed(here.pseudonyms, name))


def _told(done: int, of: int) -> None:
    typer.echo(f"\r{done} of {of} interviews", err=True, nl=done == of)


def _summed(found: Pseudonyms, name: str) -> str:
    from core.research.pseudonyms import unreviewed

    waiting = len(unreviewed(found))
    there = f"{sum(bool(each.forms) for each in found)} found, {waiting} wait for a ruling."
    return f"{there} Next: raconteur study pseudonyms review {name} --out review.csv" if waiting else there


@pseudonyms.command()
def review(context: typer.Context, name: Name, out: Out, force: Force = False) -> None:
    """Write what was found into a file, for a person to rule on: open, replaced or stays."""
    from bot.database import check
    from bot.study_names import ReviewRow, known, review_rows
    from core.research.table_files import to_csv
    from core.store.reports import read_beside

    settings = settings_of(context)
    check(settings.storage.database)
    writable(out, force=force)
    rows = review_rows(read_beside(settings.storage.database, lambda c: known(c, name)))
    write(out, to_csv(ReviewRow, rows))
    typer.echo(f"{len(rows)} written to {out}. It is the key to the pseudonyms: keep it apart from the tables.")


@pseudonyms.command()
def take(
    context: typer.Context,
    name: Name,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file of `review`, with the rulings in it.")],
) -> None:
    """Take the rulings of a reviewer: all lines of a file, or none if one is wrong."""
    from bot.database import check
    from bot.study_names import known, read_rulings
    from core.research.pseudonyms import unreviewed
    from core.store.reports import read_beside, write_beside
    from core.store.study_findings import put_rulings

    settings = settings_of(context)
    check(settings.storage.database)
    database = settings.storage.database
    rows = read_rulings(file, read_beside(database, lambda c: known(c, name)).pseudonyms)
    write_beside(database, lambda c: put_rulings(c, name, rows))
    waiting = len(unreviewed(read_beside(database, lambda c: known(c, name)).pseudonyms))
    typer.echo(f"{len(rows)} rulings taken; {waiting} are open.")
