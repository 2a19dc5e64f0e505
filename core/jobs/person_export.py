"""Everything of a person, gathered from the tables and what is kept as files into files."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path

from core.contracts.errors import NotFound
from core.contracts.messages import Address
from core.contracts.script import ScriptSet
from core.contracts.session import Agreement, Person, Record
from core.conversation.context import Runtime
from core.documents.zips import (
    LARGEST,
    Item,
    Zips,
    linkable_names,
    media_items,
    other_names,
    pack_zips,
    person_file,
    photo_names,
    recording_names,
    session_files,
    session_folder_names,
    unshown_recording_names,
)
from core.files.keeping import open_locally
from core.languages.messages import match_locale, say
from core.store.consents import agreements_of
from core.store.mailbox_rows import session_by_id
from core.store.records import audio_of, load_record, session_ids
from core.store.rows import to_datetime
from core.store.store import Connection

EXPORT = "export"
"""The chore that makes the files of everything about a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportPart:
    """What one feature adds to the files about a person."""

    items: tuple[Item, ...] = ()
    of_sessions: Mapping[str, tuple[Item, ...]] = field(default_factory=dict)
    """What goes into the folder of an interview, by its id."""
    readme: str = ""
    """The message that explains it in the ZIP's README; empty where nothing needs to be said."""
    stands: Callable[[Connection], bool] = lambda _: True
    """Tells whether all of it is still there, so that nothing comes back which was deleted meanwhile."""


Exporter = Callable[[Runtime, str], Awaitable[ExportPart | None]]
"""Gathers what a feature keeps of the person with that id; None where there is nothing."""
_exporters: dict[str, Exporter] = {}


def register_exporter(feature: str, exporter: Exporter) -> None:
    """Have a feature's part in every export; once more changes nothing."""
    _exporters[feature] = exporter


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonFiles:
    address: Address
    language: str
    zips: Zips
    person_id: str
    sessions: frozenset[str]
    """The interviews in the files."""
    parts: tuple[ExportPart, ...]

    def stands(self, c: Connection) -> bool:
        """Return whether all of it is still there: nothing comes back that was deleted while it was gathered."""
        return self.sessions.issubset(session_ids(c, self.person_id)) and all(part.stands(c) for part in self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gathered:
    person: Person
    agreed: tuple[Agreement, ...]
    parts: tuple[ExportPart, ...]
    """Of the features."""
    wholes: Sequence[tuple[Record, ScriptSet]] = ()
    there: Mapping[str, Path] = field(default_factory=dict)
    """Where the recordings and photographs are."""
    others: Mapping[str, str] = field(default_factory=dict)
    """What those are called that belong to no answer."""


@asynccontextmanager
async def export_person(runtime: Runtime, session_id: str) -> AsyncIterator[PersonFiles]:
    """Yield all that is kept of the person whose session this is. Raises NotFound when it is gone."""
    session = await runtime.store.read(lambda c: session_by_id(c, session_id))
    if session is None:
        raise NotFound(f"There is no session {session_id!r}.")
    ids = await runtime.store.read(lambda c: session_ids(c, session.person_id))
    # One at a time, so that nobody's turn waits behind a long life.
    wholes = [await runtime.store.read(partial(load_record, session_id=one)) for one in ids]
    agreed = await runtime.store.read(lambda c: agreements_of(c, session.person_id))
    stored = await runtime.store.read(lambda c: audio_of(c, session.person_id))
    person = next(whole.person for whole, _ in wholes if whole.session.id == session_id)
    zone = runtime.rules.zone_of(person)
    names = {entry.audio for whole, _ in wholes for entry in whole.entries}
    days = [(name, to_datetime(at).astimezone(zone).date()) for name, at in stored.items()]
    parts = await _parts_of(runtime, session.person_id)
    language = match_locale(person.language)
    limit = file_limit(runtime, session.address)
    async with open_media_files(runtime, *(whole for whole, _ in wholes), more=stored) as there:
        others = other_names((name, day) for name, day in days if name in there and name not in names)
        gathered = _Gathered(person=person, agreed=agreed, parts=parts, wholes=wholes, there=there, others=others)
        now = runtime.clock.now().astimezone(zone)
        yield PersonFiles(
            address=session.address,
            language=language,
            zips=await asyncio.to_thread(_packed, runtime, gathered, now, language, limit),
            person_id=person.id,
            sessions=frozenset(ids),
            parts=parts,
        )


async def export_without_interviews(runtime: Runtime, person: Person, address: Address) -> Zips | None:
    """Export the data of somebody who was never interviewed; None where there is none."""
    parts = await _parts_of(runtime, person.id)
    if not parts:
        return None
    agreed = await runtime.store.read(lambda c: agreements_of(c, person.id))
    now = runtime.clock.now().astimezone(runtime.rules.zone_of(person))
    gathered = _Gathered(person=person, agreed=agreed, parts=parts)
    return await asyncio.to_thread(
        _packed, runtime, gathered, now, match_locale(person.language), file_limit(runtime, address)
    )


async def _parts_of(runtime: Runtime, person_id: str) -> tuple[ExportPart, ...]:
    found = [await gather(runtime, person_id) for gather in _exporters.values()]
    return tuple(filter(None, found))


def open_media_files(
    runtime: Runtime, *wholes: Record, more: Iterable[str] = ()
) -> AbstractAsyncContextManager[Mapping[str, Path]]:
    """Yield where the recordings and photographs of interviews can be read, by name, but for those deleted by hand.

    `more`: further recordings. Raises OSError.
    """
    entries = [entry for whole in wholes for entry in whole.entries]
    spoken = {entry.audio for entry in entries}.union(more)
    return open_locally((runtime.audio, spoken), (runtime.photos, {entry.photo for entry in entries}))


def file_limit(runtime: Runtime, address: Address) -> int:
    """Return the size in bytes of the largest file that can be sent there."""
    return runtime.file_limits.get(address.platform, LARGEST)


def _packed(runtime: Runtime, gathered: _Gathered, now: datetime, language: str, limit: int) -> Zips:
    """Pack words first, so that they are all in the first ZIP, then photographs, and then what was spoken."""
    words: list[Item] = [person_file(gathered.person, gathered.agreed)]
    spoken: list[Item] = []
    pictures: list[Item] = []
    for folder, (whole, scripts) in zip(
        session_folder_names([whole for whole, _ in gathered.wholes]), gathered.wholes, strict=True
    ):
        interview = runtime.interviews.get(whole.session.kind)
        names = recording_names(whole, gathered.there, everything=True)
        pictured = photo_names(whole, gathered.there, everything=True)
        names |= pictured
        files = media_items(
            whole, names | unshown_recording_names(whole, gathered.there), gathered.there, folder=folder
        )
        words += session_files(
            folder,
            whole,
            scripts,
            findings=() if interview is None else interview.findings(),
            saved_at=now,
            paths=linkable_names(names, files, limit),
            notes_on_it="" if interview is None else interview.notes(whole, scripts, language=language),
            offered=interview is not None,
        )
        for part in gathered.parts:
            words += [(f"{folder}/{name}", held) for name, held in part.of_sessions.get(whole.session.id, ())]
        pictures += (files[seq] for seq in pictured)
        spoken += (file for seq, file in files.items() if seq not in pictured)
    for part in gathered.parts:
        words += part.items
    spoken += [(path, gathered.there[name]) for name, path in gathered.others.items()]
    readme = [say(language, "export-readme")] if gathered.wholes else []
    readme += [say(language, part.readme) for part in gathered.parts if part.readme]
    if pictures:
        readme.append(say(language, "export-readme-photos"))
    if spoken:
        readme += [say(language, "export-readme-recordings"), say(language, "documents-recordings-listen")]
    name = f"raconteur-{now.date().isoformat()}.zip"
    said = ("export-caption", "export-part")
    return pack_zips(name, [*words, *pictures, *spoken], readme=readme, said=said, language=language, limit=limit)
