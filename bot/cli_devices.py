"""Which browsers are signed in to the page: `raconteur devices`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import command_settings
from core.contracts.errors import NotFound

if TYPE_CHECKING:
    from core.contracts.operator_desk import SignedIn
    from core.store.store import Connection


def devices(
    context: typer.Context,
    sign_out: Annotated[
        list[str] | None,
        typer.Option("--sign-out", metavar="ID", help="Sign out a device of the list, or all of a chat (web:local)."),
    ] = None,
) -> None:
    """List the browsers that are signed in to the page. And sign them out, beside a running bot or without one."""
    import time

    from bot.database import check_database, prepare_database_direct
    from core.store.database_url import database_exists
    from core.store.device_rows import list_signed_in
    from core.store.reports import read_snapshot, write_direct

    database, now = command_settings(context).storage.database, time.time()
    if sign_out:
        prepare_database_direct(database)
        for named, count in write_direct(database, lambda c: [(each, _signed_out(c, each)) for each in sign_out]):
            typer.echo(f"{named}: {count} signed out.")
        return
    found: tuple[SignedIn, ...] = ()
    if database_exists(database):
        check_database(database)
        found = read_snapshot(database, lambda c: list_signed_in(c, now=now))
    typer.echo("\n".join(_lines(found)) or "No browser is signed in to the page.")


def _signed_out(c: Connection, named: str) -> int:
    """Return how many devices were signed out. Raises NotFound for what is neither a device nor a chat with one."""
    from core.contracts.messages import Address
    from core.store.device_rows import sign_out_all, sign_out_device

    platform, _, chat = named.partition(":")
    if count := sign_out_all(c, Address(platform=platform, chat=chat)) if chat else int(sign_out_device(c, named)):
        return count
    raise NotFound(f"No browser is signed in under {named!r}; `raconteur devices` lists those that are.")


def _lines(found: tuple[SignedIn, ...]) -> Iterator[str]:
    from bot.formatting import format_local_time, terminal_line

    for each in found:
        whose = " ".join(filter(None, (each.address, terminal_line(each.person)))) or "operator's page"
        seen = "" if each.seen_at is None else f", seen {format_local_time(each.seen_at)}"
        name = terminal_line(each.device) or "unnamed browser"
        since, until = format_local_time(each.since), format_local_time(each.expires_at)
        yield f"{each.id}  {whose}: {name}, since {since}{seen}, until {until}"
