"""What follows when a configuration is written: a way in for whoever has written it."""

from __future__ import annotations

from datetime import datetime

from bot.config import Settings
from bot.database import prepare_database_direct
from core.access.gate import Policy
from core.store.access import access_list
from core.store.reports import read_snapshot


def has_no_way_in(settings: Settings, now: datetime) -> bool:
    """Return whether chats are served in which nobody may talk yet. Blocks; raises RaconteurError."""
    access, database = settings.access, settings.storage.database
    chats = any(not spec.home for spec, _ in settings.served)
    if not chats or access.policy is not Policy.NAMED or access.allowed or access.admins:
        return False
    prepare_database_direct(database)
    return not read_snapshot(database, lambda c: access_list(c, now=now.timestamp())).lets_anybody_in
