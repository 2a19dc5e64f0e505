"""`raconteur study pseudonyms`: what identifies people in a study, found, ruled on by a person, and replaced."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.cli_settings import database_settings
from bot.features.research.cli_kit import Force, Name, Out, check_writable, run_with_model, write_private_file

pseudonyms = typer.Typer(
    help="Names, places, days and numbers in a study: found, reviewed by you, and replaced.", rich_markup_mode=None
)


@pseudonyms.command()
def find(
    context: typer.Context,
    name: Name,
    model: Annotated[
        bool, typer.Option("--model", help="Let the configured model look too. It sees the words, and may cost money.")
    ] = False,
) -> None:
    """Look through all questions and answers. Decisions already made stay as they are."""
    from bot.features.research.names import find_names_by_model, find_names_by_rules, load_names_review
    from core.features.research.pseudonyms import unreviewed_pseudonyms
    from core.store.reports import read_snapshot

    settings = database_settings(context)
    find_names_by_rules(settings.storage.database, name)
    if model:

        def tell(done: int, of: int) -> None:
            typer.echo(f"\r{done} of {of} interviews", err=True, nl=done == of)

        dropped = run_with_model(
            settings, lambda asked: find_names_by_model(settings.storage.database, name, asked, tell)
        )
        if dropped:
            typer.echo(f"{dropped} finds of the model do not stand in the text and were thrown away.")
    here = read_snapshot(settings.storage.database, lambda c: load_names_review(c, name))
    waiting = len(unreviewed_pseudonyms(here.pseudonyms))
    there = f"{sum(bool(each.forms) for each in here.pseudonyms)} found, {waiting} wait for a decision."
    typer.echo(f"{there} Next: raconteur study pseudonyms review {name} --out review.csv" if waiting else there)


@pseudonyms.command()
def review(context: typer.Context, name: Name, out: Out, force: Force = False) -> None:
    """Write what was found to a file, for a person to decide on: open, replaced or stays."""
    from bot.features.research.names import ReviewRow, load_names_review, review_rows
    from core.features.research.tables import to_csv
    from core.store.reports import read_snapshot

    settings = database_settings(context)
    check_writable(out, force=force)
    rows = review_rows(read_snapshot(settings.storage.database, lambda c: load_names_review(c, name)))
    write_private_file(out, to_csv(ReviewRow, rows))
    typer.echo(f"{len(rows)} written to {out}. It is the key to the pseudonyms: keep it apart from the tables.")


@pseudonyms.command()
def take(
    context: typer.Context,
    name: Name,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file from `review`, with the decisions filled in.")],
) -> None:
    """Import a reviewer's decisions: all lines of a file, or none if one is wrong."""
    from bot.features.research.names import load_names_review, read_rulings
    from core.features.research.findings import put_rulings
    from core.features.research.pseudonyms import unreviewed_pseudonyms
    from core.store.reports import read_snapshot, write_direct

    settings = database_settings(context)
    database = settings.storage.database
    rows = read_rulings(file, read_snapshot(database, lambda c: load_names_review(c, name)).pseudonyms)
    write_direct(database, lambda c: put_rulings(c, name, rows))
    waiting = len(unreviewed_pseudonyms(read_snapshot(database, lambda c: load_names_review(c, name)).pseudonyms))
    typer.echo(f"{len(rows)} rulings taken; {waiting} are open.")
