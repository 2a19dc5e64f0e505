"""The doctor's look at who may come in."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot.config import DEFAULT_FILE, Settings
from bot.database import check
from bot.telling import count
from core.contracts.errors import RaconteurError
from core.contracts.findings import Finding, note, well, wrong
from core.inbox.gate import Policy

if TYPE_CHECKING:
    from core.store.access import AccessList


async def examine_access(settings: Settings, file: Path | None) -> Finding:
    """Whether anybody may talk to it, and who."""
    what, access = "Access", settings.access
    if not settings.served:
        return well(what, "only whoever sits at this terminal")
    if access.policy is Policy.OPEN:
        return note(what, "everybody who finds the bot may talk to it", 'set access.policy to "named" to change that')
    doors = await _doors(settings)
    denied = {ruling.person for ruling in doors.rulings if not ruling.allowed}
    people = len({*access.allowed, *access.admins, *(ruling.person for ruling in doors.rulings)} - denied)
    if not people and not doors.invites:
        mend = (
            "start Raconteur and write to the bot: it answers with your number; `raconteur allow` with that lets you "
            f"in, or put it into {file or DEFAULT_FILE}, under [access] as allowed"
        )
        return wrong(what, "nobody may talk to the bot", mend)
    invited = f", {count(len(doors.invites), 'open invitation')}" if doors.invites else ""
    return well(what, f"{count(people, 'person', 'people')} may talk to it{invited}; `raconteur access` lists them")


async def _doors(settings: Settings) -> AccessList:
    """Who may come in beside the configuration; nobody where the database cannot tell, which is found elsewhere."""
    from core.store.access import AccessList, access_list
    from core.store.reports import read_beside

    database = settings.storage.database
    if not database.exists():
        return AccessList()
    try:
        check(database)
        now = datetime.now(UTC).timestamp()
        return await asyncio.to_thread(read_beside, database, lambda c: access_list(c, now=now))
    except RaconteurError:
        return AccessList()
