"""`raconteur doctor`: what is well, what is not, and what to do about it."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout
from pydantic import BaseModel

from bot.app import interviews, ledger, model_settings
from bot.clock import SystemClock
from bot.config import Settings, configuration_file, load_settings
from bot.database import check, revision
from bot.doctor_chats import examine_chats
from bot.doctor_podcast import examine_podcast
from bot.doctor_voice import examine_voice
from bot.findings import Finding, note, well, wrong
from bot.reports import amount, count
from core.errors import ConfigurationError, ModelError, RaconteurError
from core.gate import Policy
from core.llm.build import ManagedModel, build_model
from core.ports import Prompt, Tier
from core.store.access import AccessList, access_list
from core.store.reports import Health, health, read_beside
from core.store.store import MemoryStore, SqliteStore, Store

PYTHON = (3, 11)
LEAST_SPACE = 200 * 1024**2
"""Bytes that should be free; an interview takes a few hundred thousand, its log and backups more."""
MODEL_PATIENCE = 60.0


async def examine(config: Path | None, *, ask_model: bool, hear: bool = False) -> AsyncIterator[Finding]:
    """Every check, one after the other. `ask_model` allows the one that costs money, `hear` the one that takes long."""
    yield _python()
    file = configuration_file(config)
    try:
        settings = load_settings(config)
    except ConfigurationError as error:
        how = str(error).removeprefix("Configuration: ")
        yield wrong("Configuration", how, "mend that, then ask the doctor again: the rest depends on it")
        return
    yield well("Configuration", str(file) if file else "none, so everything is as it comes")
    yield _data_folder(settings)
    async for finding in _database(settings):
        yield finding
    yield _copies(settings)
    for finding in _interviews(settings):
        yield finding
    yield well("Timers", settings.timers.told())
    yield await _access(settings, file)
    async for finding in examine_chats(settings):
        yield finding
    async for finding in _model(settings, ask=ask_model):
        yield finding
    async for finding in examine_voice(settings, hear=hear):
        yield finding
    for finding in await asyncio.to_thread(lambda: list(examine_podcast(settings))):
        yield finding


def _python() -> Finding:
    wanted = ".".join(map(str, PYTHON))
    if sys.version_info < PYTHON:
        return wrong("Python", platform.python_version(), f"install Python {wanted} or newer")
    return well("Python", platform.python_version())


# --- on this machine ----------------------------------------------------------------------------------------------


def _data_folder(settings: Settings) -> Finding:
    what, folder = "Data folder", settings.storage.data_dir.resolve()
    there = next(place for place in (folder, *folder.parents) if place.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        mend = "make the folder writable for this user, or set storage.data_dir to another one"
        return wrong(what, f"{there} cannot be written: {error.strerror}", mend)
    free = shutil.disk_usage(there).free
    size = f"{free / 1024**3:.1f} GB free"
    if free < LEAST_SPACE:
        return wrong(what, f"{folder}, {size}", "make room on that disk")
    database = settings.storage.database
    if os.name == "posix" and database.exists() and database.stat().st_mode & 0o077:
        return wrong(what, f"others on this machine can read {database}", f"chmod 600 {database}")
    return well(what, f"{folder}, {size}" + ("" if there == folder else "; the first run makes it"))


async def _database(settings: Settings) -> AsyncIterator[Finding]:
    what, database = "Database", settings.storage.database
    if not database.exists():
        yield well(what, "none yet; the first run makes it")
        return
    try:
        check(database)
        found = await read_beside(database, lambda c: health(c, day=datetime.now(UTC).date().isoformat()))
    except RaconteurError as error:
        yield wrong(what, str(error), "if that does not help, put back a copy of the file")
        return
    if found.problems:
        damage = "; ".join(found.problems)
        yield wrong(what, f"{database} is damaged: {damage}", "stop Raconteur and put back a copy of the file")
        return
    spent = f", {amount(found.spent_today_micros)} spent on models today" if found.spent_today_micros else ""
    yield well(what, f"sound, at migration {revision(database)}, {count(found.sessions, 'session')}{spent}")
    for finding in _left_over(found):
        yield finding


def _left_over(found: Health) -> Iterator[Finding]:
    if found.undeliverable:
        yield note(
            "Deliveries",
            f"{count(found.undeliverable, 'message')} could never be delivered",
            "`raconteur sessions` shows whose, `raconteur show ID` why; `raconteur export ID` gets the words by hand",
        )
    else:
        yield well("Deliveries", "nothing was undeliverable")
    if found.unheard:
        yield note(
            "Recordings",
            f"{count(found.unheard, 'recording')} could not be heard, and {'is' if found.unheard == 1 else 'are'} kept",
            "`raconteur rehear` lists them and says why; with an ID it has one heard again",
        )
    if found.given_up:
        yield note(
            "Background work",
            f"{count(found.given_up, 'chore')} failed too often and was given up",
            "`raconteur show ID` says which and why; no word of an interview depends on it",
        )
    else:
        yield well("Background work", "nothing was given up")


def _copies(settings: Settings) -> Finding:
    what, database = "Running copies", settings.storage.database
    if not database.parent.exists():
        return well(what, "none")
    try:
        with FileLock(f"{database}.lock", timeout=0, mode=0o600):
            return well(what, "none")
    except Timeout:
        return well(what, "one is at work on this data now")
    except OSError as error:
        return wrong(what, f"{database}.lock cannot be written: {error.strerror}", "make it writable for this user")


def _interviews(settings: Settings) -> Iterator[Finding]:
    what = "Interviews"
    try:
        kinds = interviews(settings)
    except ConfigurationError as error:
        yield wrong(what, str(error), "correct interviews.enabled")
        return
    except (OSError, ValueError) as error:
        yield wrong(what, f"a script cannot be used: {error}", "install Raconteur anew; its files are not whole")
        return
    for kind, interview in kinds.items():
        scripts = interview.scripts
        number = len(scripts.speak("en").places)
        yield well(what, f"{kind}: {count(number, 'question')}, in {', '.join(sorted(scripts.scripts))}")


async def _access(settings: Settings, file: Path | None) -> Finding:
    what, access = "Access", settings.access
    if not settings.chats:
        return well(what, "only whoever sits at this terminal")
    if access.policy is Policy.OPEN:
        return note(what, "everybody who finds the bot may talk to it", 'set access.policy to "named" to change that')
    doors = await _doors(settings)
    denied = {ruling.person for ruling in doors.rulings if not ruling.allowed}
    people = len({*access.allowed, *access.admins, *(ruling.person for ruling in doors.rulings)} - denied)
    if not people and not doors.invites:
        mend = (
            "start Raconteur and write to the bot: it answers with your number; `raconteur allow` with that lets you "
            f"in, or put it into {file or 'config.toml'}, under [access] as allowed"
        )
        return wrong(what, "nobody may talk to the bot", mend)
    invited = f", {count(len(doors.invites), 'open invitation')}" if doors.invites else ""
    return well(what, f"{count(people, 'person', 'people')} may talk to it{invited}; `raconteur access` lists them")


async def _doors(settings: Settings) -> AccessList:
    """Who may come in beside the configuration; nobody where the database cannot tell, which is found elsewhere."""
    database = settings.storage.database
    if not database.exists():
        return AccessList()
    try:
        check(database)
        return await read_beside(database, lambda c: access_list(c, now=datetime.now(UTC).timestamp()))
    except RaconteurError:
        return AccessList()


# --- the model ----------------------------------------------------------------------------------------------------


class _Sum(BaseModel):
    """The form of the one small question."""

    total: int


async def _model(settings: Settings, *, ask: bool) -> AsyncIterator[Finding]:
    what, llm = "Model", settings.llm
    if llm.provider == "offline":
        yield well(what, "offline: the questions as they are written; llm.provider changes that")
        return
    tiers = {llm.model: Tier.MAIN}
    tiers.setdefault(llm.fast_model or llm.model, Tier.FAST)
    unpriced = sorted(set(tiers) - set(llm.prices))
    if unpriced and (llm.session_budget is not None or llm.day_budget is not None):
        mend = "add them under [llm.prices]; without a price a model counts as free, and no budget holds it"
        yield wrong("Prices", f"there are none for {', '.join(unpriced)}", mend)
    store = _store(settings)
    try:
        model = build_model(model_settings(settings), ledger(settings, store, SystemClock()), SystemClock())
        if ask:
            for name, tier in tiers.items():
                yield await _asked(model, name, tier)
        else:
            yield well(what, f"{llm.model}, not asked; `raconteur doctor --model` asks it, which costs a little")
        await model.close()
    except ConfigurationError as error:
        yield wrong(what, str(error), "correct the section [llm]")
    finally:
        await store.close()


def _store(settings: Settings) -> Store:
    """Where the call is written down: what a call costs is counted, whoever makes it."""
    database = settings.storage.database
    try:
        check(database)
    except ConfigurationError:
        return MemoryStore()
    return SqliteStore(str(database))


async def _asked(model: ManagedModel, name: str, tier: Tier) -> Finding:
    prompt = Prompt(
        purpose="doctor",
        system="You add numbers. Answer in the form that is asked for.",
        user="How much is 2 + 3?",
        tier=tier,
        max_tokens=200,
        timeout=MODEL_PATIENCE,
    )
    try:
        answer = await model.ask(prompt, _Sum)
    except ModelError as error:
        return wrong("Model", f"{name}: {error}", "until that is mended, the interviews go on offline")
    if answer.total != 2 + 3:
        return note("Model", f"{name} answers, but cannot add 2 and 3", "a larger model will ask better questions")
    return well("Model", f"{name} answers in the form that it is asked for")
