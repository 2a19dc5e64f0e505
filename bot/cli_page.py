"""The page from the command line: a link for the operator (`raconteur page`), and who is signed in (`devices`)."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.cli_settings import command_settings
from core.contracts.errors import NotFound


def page(context: typer.Context) -> None:
    """Print a link to the operator's page. It lets in one browser, once, within the hour."""
    import time

    from adapters.web.account import served_addresses
    from adapters.web.operator.entering import ENTRANCE
    from adapters.web.security import key_digest, new_key
    from bot.database import prepare_database_direct
    from bot.operator_keys import LINK_MINUTES as MINUTES
    from core.store.operator_rows import put_operator_link
    from core.store.reports import write_direct

    settings = command_settings(context)
    places = served_addresses(settings.storage.data_dir)
    if not places:
        raise NotFound("The page is not served: start `raconteur run`, with enabled = true under [web] beside chats.")
    key, now = new_key(), time.time()
    prepare_database_direct(settings.storage.database)
    write_direct(
        settings.storage.database, lambda c: put_operator_link(c, key_digest(key), now=now, until=now + MINUTES * 60)
    )
    for place in places:
        typer.echo(f"{place}{ENTRANCE}/{key}")
    typer.echo(f"It lets in one browser, once, within {MINUTES} minutes; that browser then stays in for 30 days.")


def devices(
    context: typer.Context,
    sign_out: Annotated[
        list[str] | None,
        typer.Option("--sign-out", metavar="ID", help="Sign out one listed device, or all of a chat (web:local)."),
    ] = None,
) -> None:
    """List the browsers that are signed in to the page. And sign them out, beside a running bot or without one."""
    import time

    from bot.database import check_database, prepare_database_direct
    from bot.formatting import format_local_time, terminal_line
    from core.contracts.messages import Address
    from core.store.database_url import database_exists
    from core.store.device_rows import list_signed_in, sign_out_all, sign_out_device
    from core.store.reports import read_snapshot, write_direct
    from core.store.store import Connection

    database = command_settings(context).storage.database
    if sign_out:

        def unit(c: Connection) -> list[tuple[str, int]]:
            counted = []
            for named in sign_out:
                platform, _, chat = named.partition(":")
                if chat:
                    count = sign_out_all(c, Address(platform=platform, chat=chat))
                else:
                    count = int(sign_out_device(c, named))
                if not count:
                    there = "`raconteur devices` lists those that are"
                    raise NotFound(f"No browser is signed in under {named!r}; {there}.")
                counted.append((named, count))
            return counted

        prepare_database_direct(database)
        for named, count in write_direct(database, unit):
            typer.echo(f"{named}: {count} signed out.")
        return
    lines = []
    if database_exists(database):
        check_database(database)
        for each in read_snapshot(database, lambda c: list_signed_in(c, now=time.time())):
            whose = " ".join(filter(None, (each.address, terminal_line(each.person)))) or "operator's page"
            seen = "" if each.seen_at is None else f", seen {format_local_time(each.seen_at)}"
            name = terminal_line(each.device) or "unnamed browser"
            since, until = format_local_time(each.since), format_local_time(each.expires_at)
            lines.append(f"{each.id}  {whose}: {name}, since {since}{seen}, until {until}")
    typer.echo("\n".join(lines) or "No browser is signed in to the page.")
