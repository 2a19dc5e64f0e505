"""A process that shares a bot's work with others: its roles, its place among them, and what the doctor looks at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bot.features import EntryPoints
from core.contracts.errors import ConfigurationError
from core.store.database_url import Server

if TYPE_CHECKING:
    from bot.app_process import Join
    from bot.config import Settings
    from core.contracts.findings import Finding


def _join_others(settings: Settings, names: Sequence[str]) -> Join | None:
    from bot.features.several_processes.roles import ALL, parse_roles

    roles = parse_roles(names)
    if not settings.is_shared:
        if roles != ALL:
            raise ConfigurationError('engine.kind: one process does everything; several need "procrastinate".')
        return None
    try:
        from bot.features.several_processes.cluster_member import join_cluster
    except ImportError:
        raise ConfigurationError("engine.kind: what it needs is not installed; `make large` installs it.") from None
    database = settings.storage.database
    return join_cluster(database, roles) if isinstance(database, Server) else None


def _examine(settings: Settings) -> Iterator[Finding]:
    if not settings.is_shared:
        return iter(())
    from bot.features.several_processes.examination import examine_clock

    return examine_clock(settings.storage.database)


ENTRY = EntryPoints(examine=_examine, join_others=_join_others)
