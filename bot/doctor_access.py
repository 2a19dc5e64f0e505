"""The doctor's checks of access, of limits, and of who else on this machine can read what is kept."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from bot.config import DEFAULT_FILE, Settings
from bot.database import check_database
from bot.formatting import pluralize
from bot.platforms import is_local_only
from core.access.gate import Policy
from core.contracts.errors import RaconteurError
from core.contracts.findings import Finding, finding_note, finding_ok, finding_wrong
from core.store.direct import LetIn, TurnedAway, open_snapshot, people_let_in, people_over_limits


def examine_access(settings: Settings, file: Path | None) -> Finding:
    what, access = "Access", settings.access
    database = settings.storage.database
    if settings.served and access.policy is Policy.OPEN:
        return finding_note(
            what, "anybody who finds the bot can talk to it", 'set access.policy to "named" to change that'
        )
    found = LetIn()
    with suppress(RaconteurError):  # which another check reports
        check_database(database)
        with open_snapshot(database) as c:
            found = people_let_in(c, now=datetime.now(UTC).timestamp())
    people = len({*access.allowed, *access.admins, *found.allowed} - found.denied)
    if not people and not found.invitations and is_local_only(settings):
        return finding_ok(what, "only people at this computer; `raconteur invite` lets others in")
    if not people and not found.invitations:
        mend = (
            "start Raconteur and write to the bot: it answers with your number; `raconteur allow` with that lets you "
            f"in, or put it into {file or DEFAULT_FILE}, under [access] as allowed"
        )
        return finding_wrong(what, "nobody can talk to the bot", mend)
    invited = f", {pluralize(found.invitations, 'open invitation')}" if found.invitations else ""
    who = pluralize(people, "person", "people")
    if is_local_only(settings):
        others = pluralize(people, "other person", "other people") if people else "nobody else"
        who = f"whoever is at this computer and {others}"
    return finding_ok(what, f"{who} may talk to it{invited}; `raconteur access` lists them")


NAMED = 5


def examine_limits(settings: Settings) -> Finding:
    """Report the limits, and whose messages were not taken in today (by UTC); never what was in them."""
    what, told = "Limits", settings.limits.told(settings.llm.day_budget)
    over: tuple[TurnedAway, ...] = ()
    with suppress(RaconteurError):  # which another check reports
        check_database(settings.storage.database)
        with open_snapshot(settings.storage.database) as c:
            over = people_over_limits(c, day=datetime.now(UTC).date().isoformat())
    if not over:
        return finding_ok(what, f"for each person: {told}")
    named = ", ".join(f"{each.person} ({each.messages})" for each in over[:NAMED])
    more = f" and {len(over) - NAMED} more" if len(over) > NAMED else ""
    messages = pluralize(sum(each.messages for each in over), "message")
    return finding_note(
        what,
        f"for each person: {told}; not taken in today: {messages} of {named}{more}",
        "where that was no abuse, raise the limit under [limits]; `raconteur deny ID` keeps somebody out",
    )


_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def examine_modes(settings: Settings, file: Path | None) -> Iterator[Finding]:
    """Report what others on this machine can read, by the bits of the group and of everybody."""
    if os.name != "posix":
        return
    if file is not None and _open(file):
        yield finding_note(
            "Configuration", f"others on this machine can read {file}, which may hold secrets", _closed(file)
        )
    for secret in settings.secret_files():
        if _open(secret):
            yield finding_note("Secrets", f"others on this machine can read {secret}", _closed(secret))
    folder, database = settings.storage.data_dir.resolve(), settings.storage.database
    if _open(folder):
        yield finding_note("Data folder", f"others on this machine can look into {folder}", f"chmod 700 {folder}")
    if isinstance(database, Path) and _open(database):
        yield finding_wrong("Database", f"others on this machine can read {database}", _closed(database))


def _open(path: Path) -> bool:
    try:
        return bool(path.stat().st_mode & _OTHERS)
    except OSError:
        return False


def _closed(file: Path) -> str:
    return f"chmod 600 {file}"
