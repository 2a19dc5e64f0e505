"""`raconteur doctor`: it says what works, what does not, and what to do about it."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from bot.config import DEFAULT_FILE, Settings, configuration_file, load_settings
from bot.doctor_access import examine_access, examine_limits, examine_modes
from bot.doctor_database import examine_copies, examine_database
from bot.doctor_files import examine_files
from bot.doctor_sandbox import examine_sandbox
from bot.features import WEIGHTS, entry_points, examine_voices
from bot.formatting import pluralize
from bot.kinds import KINDS, REPLACEABLE, RESERVED, enabled_kinds
from bot.platforms import with_local_page
from bot.sections import OFF
from core.contracts.errors import ConfigurationError
from core.contracts.findings import Finding, Verdict, finding_note, finding_ok, finding_wrong
from core.contracts.script_files import load_scripts

OFFLINE = "offline"
PYTHON = (3, 11)
LEAST_SPACE = 200 * 1024**2
"""Bytes that should be free; an interview takes a few hundred thousand, its log and backups more."""


async def run_checks(
    config: Path | None,
    *,
    ask_model: bool,
    hear: bool = False,
    quiet: Callable[[Settings], None] = lambda settings: None,
) -> AsyncIterator[Finding]:
    """Run all checks in turn. `ask_model` allows the one that costs money, `hear` the one that takes long.

    Nothing is loaded for what is not configured. `quiet` is called before the first check that may log.
    """
    wanted = ".".join(map(str, PYTHON))
    if sys.version_info < PYTHON:
        yield finding_wrong("Python", platform.python_version(), f"install Python {wanted} or newer")
    else:
        yield finding_ok("Python", platform.python_version())
    file = configuration_file(config)
    try:
        settings = load_settings(config)
    except ConfigurationError as error:
        how = str(error).removeprefix("Configuration: ")
        yield finding_wrong("Configuration", how, "fix that, then run the doctor again: the rest depends on it")
        return
    yield finding_ok("Configuration", str(file) if file else f"none at {DEFAULT_FILE}, so everything is as it comes")
    yield _data_folder(settings)
    for finding in examine_modes(settings, file):
        yield finding
    async for finding in examine_database(settings):
        yield finding
    yield examine_copies(settings)
    async for finding in examine_files(settings):
        yield finding
    for finding in (*_interviews(settings), *await asyncio.to_thread(_features, settings)):
        yield finding
    yield finding_ok("Timers", settings.timers.told())
    yield examine_access(settings, file)
    yield await asyncio.to_thread(examine_limits, settings)
    if settings.served or settings.llm.provider != OFFLINE or hear:
        quiet(settings)
    async for finding in _reached(settings, ask_model=ask_model):
        yield finding
    hears = False
    async for finding in examine_voices(settings, tries=hear):
        hears = hears or (finding.what == WEIGHTS and finding.mark is Verdict.WELL)
        yield finding
    for finding in await asyncio.to_thread(lambda: list(_podcasts(settings, hears=hears))):
        yield finding
    async for finding in examine_sandbox(settings):
        yield finding


def _data_folder(settings: Settings) -> Finding:
    what, folder = "Data folder", settings.storage.data_dir.resolve()
    there = next(place for place in (folder, *folder.parents) if place.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        mend = "make the folder writable for this user, or set storage.data_dir to another one"
        return finding_wrong(what, f"{there} cannot be written: {error.strerror}", mend)
    free = shutil.disk_usage(there).free
    size = f"{free / 1024**3:.1f} GB free"
    if free < LEAST_SPACE:
        return finding_wrong(what, f"{folder}, {size}", "make room on that disk")
    return finding_ok(what, f"{folder}, {size}" + ("" if there == folder else "; the first run makes it"))


def _interviews(settings: Settings) -> Iterator[Finding]:
    what = "Interviews"
    try:
        kinds = enabled_kinds(settings.interviews)
    except ConfigurationError as error:
        yield finding_wrong(what, str(error), "correct interviews.enabled")
        return
    for kind in kinds:
        try:
            scripts = load_scripts(KINDS[kind].scripts)
        except (OSError, ValueError) as error:
            yield finding_wrong(
                what, f"a script cannot be used: {error}", "reinstall Raconteur; some of its files are missing"
            )
            return
        number = len(scripts.speak("en").places)
        yield finding_ok(what, f"{kind}: {pluralize(number, 'question')}, in {', '.join(sorted(scripts.scripts))}")
    if settings.interviews.scripts_dir is not None:
        yield from _scripts(settings.interviews.scripts_dir)


def _scripts(folder: Path) -> Iterator[Finding]:
    """Look at each script of the operator's own."""
    from core.interviews.script.folder import read_script_folder

    what = "Scripts"
    try:
        found = read_script_folder(folder, reserved=RESERVED, openly=REPLACEABLE)
    except OSError as error:
        yield finding_wrong(what, f"{folder} cannot be read: {error.strerror}", "correct interviews.scripts_dir")
        return
    for name, scripts in found.scripts.items():
        script = next(iter(scripts.scripts.values()))
        asked = f"{pluralize(len(script.places), 'question')}, in {', '.join(sorted(scripts.scripts))}"
        listed = "" if script.listed else "; only by a link"
        instead = "; instead of the ones included" if name in REPLACEABLE else ""
        yield finding_ok(what, f"{name}: {asked}{listed}{instead}")
    for mistakes in found.mistakes.values():
        for each in mistakes:
            yield finding_wrong(what, str(each), "fix the file; it is reloaded automatically")
    if not (found.scripts or found.mistakes):
        yield finding_ok(what, f"{folder} holds none yet; `raconteur script new` makes one")


async def _reached(settings: Settings, *, ask_model: bool) -> AsyncIterator[Finding]:
    """Chats and the model, whose libraries are loaded only where they are configured."""
    for spec, section in with_local_page(settings).sections:
        if section.is_served:
            found = section
            if spec.home and (port := await asyncio.to_thread(_running_port, settings)):
                found = section.model_copy(update={"port": port})
            async for finding in spec.examine(found):
                yield finding
        else:
            yield finding_ok(spec.title, f"not set up; {spec.name}.{spec.switch} turns it on")
    if settings.llm.provider == OFFLINE:
        yield await _offline(settings)
    else:
        from bot.doctor_model import examine_model

        async for finding in examine_model(settings, ask=ask_model):
            yield finding


def _running_port(settings: Settings) -> int:
    """Return the port at which the running program serves the page; 0 if none runs. Blocks."""
    from adapters.web.account import served_addresses

    found = served_addresses(settings.storage.data_dir)
    return (urlsplit(found[0]).port or 0) if found else 0


async def _offline(settings: Settings) -> Finding:
    """Say that no model is configured, and which ones this computer has."""
    from core.llm import nearby

    how = "offline: prewritten questions"
    found = await nearby.find_nearby_models() if settings.llm.takes_offers else ()
    model = nearby.largest_model(found)
    if model is None:
        return finding_ok("Model", f"{how}; llm.provider changes that")
    from bot.nearby_models import describe_context_length

    here = ", ".join(f"{each.name} ({each.program})" for each in found)
    mend = f"`raconteur setup` offers you {model.name}. {describe_context_length(model, 'en')}"
    return finding_note("Model", f"{how}. Models on this computer: {here}", mend)


def _podcasts(settings: Settings, *, hears: bool) -> Iterator[Finding]:
    """Yield each finding; none where nobody can choose this interview. `hears`: voices can be heard. Blocks."""
    if "podcast" not in settings.interviews.enabled:
        return
    podcast = settings.podcast
    hosts = f"; links may also lead to {', '.join(podcast.allowed_hosts)}" if podcast.allowed_hosts else ""
    yield finding_ok(
        "Podcasts", f"{pluralize(podcast.questions, 'question')} as a rule; {_listening(settings, hears=hears)}{hosts}"
    )
    if podcast.notes_dir is not None:
        yield _folder("Notes folder", podcast.notes_dir, "podcast.notes_dir")
    if podcast.inkwell_dir is not None:
        yield _folder("Inkwell folder", podcast.inkwell_dir, "podcast.inkwell_dir")


def _listening(settings: Settings, *, hears: bool) -> str:
    """Say whether episodes without a transcript are listened to, and why not."""
    if not settings.podcast.transcribe:
        return "episodes are not listened to, since podcast.transcribe is false"
    if settings.voice.engine == OFF:
        return "episodes are not listened to, since voice.engine is off"
    if not hears:
        return "episodes are not listened to until recordings can be turned into text (see Voice above)"
    longest = pluralize(settings.podcast.max_audio_minutes, "minute")
    return f"episodes of up to {longest} that have no transcript are listened to"


def _folder(what: str, folder: Path, key: str) -> Finding:
    if not folder.is_dir():
        there = "is not a folder" if folder.exists() else "is not there"
        return finding_wrong(
            what, f"{folder} {there}; no notes can be put there", f"make that folder, or correct {key}"
        )
    if not os.access(folder, os.W_OK | os.X_OK):
        mend = f"make it writable for the user that Raconteur runs as, or correct {key}"
        return finding_wrong(what, f"{folder} cannot be written", mend)
    return finding_ok(what, str(folder))


def _features(settings: Settings) -> list[Finding]:
    return [found for _, entry in entry_points() if entry.examine is not None for found in entry.examine(settings)]
