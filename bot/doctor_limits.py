"""The doctor's look at the limits that hold for each person, and at who met one today."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from bot.config import Settings
from bot.database import check
from bot.telling import count
from core.contracts.errors import RaconteurError
from core.contracts.findings import Finding, note, well
from core.store.beside import TurnedAway, refused, snapshot

NAMED = 5


def examine_limits(settings: Settings) -> Finding:
    """What holds, and whose messages were not taken in today (by UTC); never what was in them."""
    what, told = "Limits", settings.limits.told(settings.llm.day_budget)
    over = _over(settings.storage.database)
    if not over:
        return well(what, f"for each person: {told}")
    named = ", ".join(f"{each.person} ({each.messages})" for each in over[:NAMED])
    more = f" and {len(over) - NAMED} more" if len(over) > NAMED else ""
    messages = count(sum(each.messages for each in over), "message")
    return note(
        what,
        f"for each person: {told}; not taken in today: {messages} of {named}{more}",
        "where that was no abuse, raise the limit under [limits]; `raconteur deny ID` keeps somebody out",
    )


def _over(database: Path) -> tuple[TurnedAway, ...]:
    """Nobody where the database cannot tell, which is found elsewhere."""
    if not database.exists():
        return ()
    try:
        check(database)
        with snapshot(database) as c:
            return refused(c, day=datetime.now(UTC).date().isoformat())
    except RaconteurError:
        return ()
