"""The way to the operator's page: `raconteur page`."""

from __future__ import annotations

import typer

from bot.cli_settings import command_settings
from core.contracts.errors import NotFound


def page(context: typer.Context) -> None:
    """Print a link to the operator's page. It lets in one browser, once, within the hour."""
    import time

    from adapters.web import WebSection
    from adapters.web.account import served_addresses
    from adapters.web.operator.entering import ENTRANCE
    from adapters.web.security import key_digest, new_key
    from bot.database import prepare_database_direct
    from bot.operator_keys import LINK_MINUTES as MINUTES
    from bot.platforms import with_local_page
    from core.store.operator_rows import put_operator_link
    from core.store.reports import write_direct

    settings = with_local_page(command_settings(context))
    section = next(section for _, section in settings.sections if isinstance(section, WebSection))
    places = served_addresses(section, settings.storage.data_dir)
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
