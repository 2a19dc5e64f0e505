"""`raconteur study`: many participants, invited in batches, and the tables that come of their interviews."""

from __future__ import annotations

import secrets
from collections import Counter
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_access import CODE_BYTES, check_kind, entry_instructions
from bot.cli_settings import command_settings, database_settings
from bot.features.research import cli_coding as coding
from bot.features.research.cli_consents import consents
from bot.features.research.cli_export import export
from bot.features.research.cli_kit import Force, Name, Out, check_writable, write_private_file
from bot.features.research.cli_pseudonyms import pseudonyms
from bot.features.research.cli_wave import wave, wave_progress
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from core.features.research.rows import Study
    from core.features.research.tables import QuestionRow

MOST_AT_ONCE = 5_000
WIDTH = 120
"""Columns of a table that is piped on."""
_PLACE = "CODE-OF-ONE-PARTICIPANT"
"""Where the code stands in what the platforms say of an invitation: they are asked once for a whole batch."""

study = typer.Typer(help="Ask many people the same questions.", rich_markup_mode=None)
study.command()(wave)
study.command()(coding.code)
study.command()(coding.agreement)
study.add_typer(coding.codes, name="codes")
study.add_typer(pseudonyms, name="pseudonyms")
study.command()(consents)

Quota = Annotated[int, typer.Option(min=0, help="How many interviews it needs; 0: as many as come.")]


@study.command()
def new(
    context: typer.Context,
    name: Name,
    interview: Annotated[str, typer.Option(metavar="KIND", help="The interview, usually your own script.")],
    quota: Quota = 0,
) -> None:
    """Set up a study around an interview."""
    from bot.database import prepare_database_direct
    from core.documents.transcript import file_slug
    from core.features.research.rows import put_study
    from core.store.reports import write_direct

    settings = command_settings(context)
    check_kind(settings, interview)
    if file_slug(name) != name:
        raise ConfigurationError(f"{name!r}: small letters, digits and hyphens make the name of a study.")
    prepare_database_direct(settings.storage.database)
    write_direct(
        settings.storage.database, lambda c: put_study(c, name, kind=interview, quota=quota, now=_now().timestamp())
    )
    typer.echo(f"The study {name} is set up. Next: raconteur study invite {name} --count 20 --out invitations.csv")


@study.command()
def invite(
    context: typer.Context,
    name: Name,
    out: Out,
    count: Annotated[int, typer.Option(min=1, max=MOST_AT_ONCE, help="How many invitations, each for one person.")] = 1,
    batch: Annotated[str, typer.Option(help="This batch's name in the tables.")] = "",
    closes: Annotated[
        str, typer.Option(metavar="DAY", help="The last day they are valid, such as 2027-01-31. Default: no end.")
    ] = "",
    force: Force = False,
) -> None:
    """Make a batch of invitations, and write them to a file, one line per participant."""
    import asyncio

    from bot.database import check_database
    from bot.features.research.studies import find_study
    from core.access.gate import code_digest
    from core.documents.csv_table import csv_text
    from core.features.research.rows import put_batch
    from core.store.reports import write_direct

    settings, closes_at = command_settings(context), None
    if closes:
        try:
            ends = datetime.combine(date.fromisoformat(closes), time.max).astimezone()
        except ValueError:
            raise ConfigurationError(f"{closes!r} is not a date; write it like 2027-01-31.") from None
        if ends < _now():
            raise ConfigurationError(f"{closes} is over.")
        closes_at = ends.timestamp()
    check_database(settings.storage.database)
    check_writable(out, force=force)
    ways = asyncio.run(entry_instructions(settings, _PLACE))
    if not ways:
        raise ConfigurationError(
            "An invitation would not let anybody in: no chat is set up yet; see `raconteur doctor`."
        )
    # A code that began with "-" would get an apostrophe in the table.
    codes = [secrets.token_urlsafe(CODE_BYTES).replace("-", "_") for _ in range(count)]
    digests, now = [code_digest(code) for code in codes], _now().timestamp()
    first = write_direct(
        settings.storage.database,
        lambda c: put_batch(c, find_study(c, name), digests, batch=batch, closes_at=closes_at, now=now),
    )
    own = [way for way in ways if _PLACE in way]
    head = ["participant", "batch", "code", *(f"way {number}" for number, _ in enumerate(own, 1))]
    rows = (
        [f"P{number:03}", batch, code, *(way.replace(_PLACE, code).strip() for way in own)]
        for number, code in enumerate(codes, start=first)
    )
    write_private_file(out, csv_text([head, *rows]).encode())
    typer.echo(f"{count} written to {out}: P{first:03} to P{first + count - 1:03}. They are not shown anywhere else.")


@study.command("list")
def list_(context: typer.Context) -> None:
    """List the studies."""
    from core.features.research.rows import all_studies, count_taken
    from core.store.reports import read_snapshot

    settings = database_settings(context)
    found = read_snapshot(
        settings.storage.database, lambda c: [(each, count_taken(c, each)) for each in all_studies(c)]
    )
    typer.echo("\n".join(_line(each, held) for each, held in found) or "No studies yet.")


def _line(each: Study, held: int) -> str:
    of = f" of {each.quota}" if each.quota else ""
    over = ", closed" if each.closed_at is not None else ""
    return f"{each.name}: {each.kind}, wave {each.wave}, {held}{of} begun{over}"


@study.command()
def status(context: typer.Context, name: Name) -> None:
    """Show how many were invited, started and finished, and where people drop out."""
    from bot.cli_settings import print_wide
    from bot.features.research.studies import find_study, load_participations
    from core.features.research.tables import question_rows
    from core.store.reports import read_snapshot
    from core.store.store import Connection

    settings = database_settings(context)

    def look(c: Connection) -> tuple[Study, Counter[tuple[int, str]], list[QuestionRow], dict[int, str]]:
        of, held = find_study(c, name), [*load_participations(c, name)]
        counted = Counter((each.wave, each.standing.value) for each in held)
        return of, counted, question_rows(held), {n: wave_progress(c, of, n) for n in range(2, of.wave + 1)}

    of, counted, rows, letters = read_snapshot(settings.storage.database, look)
    typer.echo(_line(of, sum(n for (its, what), n in counted.items() if its == of.wave and what in _HELD)))
    for number in range(1, of.wave + 1):
        said = [f"{n} {what}" for (its, what), n in sorted(counted.items()) if its == number]
        typer.echo(f"wave {number}: {', '.join(said) or 'nobody has started'}{letters.get(number, '')}")
    if rows:
        from dataclasses import astuple, fields

        from rich import box
        from rich.table import Table as Grid

        grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
        for each in fields(rows[0]):
            grid.add_column(each.name.replace("_", " "), justify="left" if each.type == "str" else "right")
        for row in rows:
            grid.add_row(*(f"{value:g}" if isinstance(value, float) else str(value) for value in astuple(row)))
        print_wide(grid, piped=WIDTH)


_HELD = frozenset({"begun", "finished"})


@study.command()
def change(context: typer.Context, name: Name, quota: Quota) -> None:
    """Change how many interviews a study needs."""
    from bot.features.research.studies import find_study
    from core.features.research.rows import change_study
    from core.store.reports import write_direct
    from core.store.store import Connection

    settings = database_settings(context)

    def put(c: Connection) -> None:
        find_study(c, name)
        change_study(c, name, quota=quota)

    write_direct(settings.storage.database, put)
    typer.echo(f"The study {name} needs {quota or 'as many interviews as come'}.")


@study.command()
def close(
    context: typer.Context,
    name: Name,
    batch: Annotated[str, typer.Option(help="Only this batch of invitations.")] = "",
    reopen: Annotated[bool, typer.Option("--reopen", help="Let people in again.")] = False,
) -> None:
    """Let nobody else in. People who have started can finish."""
    from bot.database import check_database
    from bot.features.research.studies import find_study
    from core.features.research.rows import change_study, close_batch
    from core.store.reports import write_direct
    from core.store.store import Connection

    settings, now = command_settings(context), _now().timestamp()
    check_database(settings.storage.database)

    def change(c: Connection) -> str:
        find_study(c, name)
        if batch:
            return f"{close_batch(c, name, batch, now=now)} invitations of {batch} no longer let anybody in."
        change_study(c, name, closed_at=now, reopen=reopen)
        return f"The study {name} is {'open' if reopen else 'closed'}."

    typer.echo(write_direct(settings.storage.database, change))


study.command()(export)


def _now() -> datetime:
    return datetime.now(UTC)
