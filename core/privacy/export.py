"""Everything of a person, gathered from the tables and the folder of recordings into files."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from core.contracts.errors import NotFound
from core.contracts.messages import Address
from core.contracts.script import ScriptSet
from core.contracts.session import Record
from core.conversation.runtime import Runtime
from core.documents.zips import (
    LARGEST,
    Item,
    Zips,
    folders,
    in_zips,
    linked,
    other_names,
    person_file,
    recorded,
    recording_names,
    session_files,
    unshown_names,
)
from core.privacy.facts import Agreement
from core.store.codec import moment
from core.store.consents import agreements
from core.store.desk_reads import session_by_id
from core.store.records import audio_of, record, session_ids
from core.store.store import Connection
from core.transcription.audio_files import AudioFiles
from core.words import known, say


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonFiles:
    address: Address
    language: str
    zips: Zips
    person_id: str
    sessions: frozenset[str]
    """What is in the files."""

    def stands(self, c: Connection) -> bool:
        """Whether all of it is still there, so that nothing comes back which was deleted while it was gathered."""
        return self.sessions.issubset(session_ids(c, self.person_id))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gathered:
    wholes: list[tuple[Record, ScriptSet]]
    agreed: tuple[Agreement, ...]
    audio: Mapping[str, Path]
    """Where the recordings are."""
    others: Mapping[str, str]
    """What those are called that belong to no answer."""


async def everything_of(runtime: Runtime, session_id: str) -> PersonFiles:
    """All that is kept of the person whose session this is. Raises NotFound when it is gone."""
    session = await runtime.store.read(lambda c: session_by_id(c, session_id))
    if session is None:
        raise NotFound(f"There is no session {session_id!r}.")
    ids = await runtime.store.read(lambda c: session_ids(c, session.person_id))
    # One at a time, so that nobody's turn waits behind a long life.
    wholes = [await runtime.store.read(partial(record, session_id=one)) for one in ids]
    agreed = await runtime.store.read(lambda c: agreements(c, session.person_id))
    stored = await runtime.store.read(lambda c: audio_of(c, session.person_id))
    person = next(whole.person for whole, _ in wholes if whole.session.id == session_id)
    zone = runtime.rules.zone_of(person)
    names = {entry.audio for whole, _ in wholes for entry in whole.entries}
    audio = await recordings_there(runtime, names.union(stored))
    days = [(name, moment(at).astimezone(zone).date()) for name, at in stored.items()]
    others = other_names((name, day) for name, day in days if name in audio and name not in names)
    gathered = _Gathered(wholes=wholes, agreed=agreed, audio=audio, others=others)
    language = known(person.language)
    limit = file_limit(runtime, session.address)
    return PersonFiles(
        address=session.address,
        language=language,
        zips=await asyncio.to_thread(_packed, runtime, gathered, runtime.clock.now().astimezone(zone), language, limit),
        person_id=person.id,
        sessions=frozenset(ids),
    )


async def recordings_there(runtime: Runtime, names: Iterable[str]) -> dict[str, Path]:
    """Where the recordings of these names are; without those that somebody has deleted by hand."""
    if runtime.audio is None:
        return {}
    return await asyncio.to_thread(places, runtime.audio, names)


def places(files: AudioFiles, names: Iterable[str]) -> dict[str, Path]:
    """As `recordings_there`. Blocks."""
    found: dict[str, Path] = {}
    for name in names:
        with suppress(NotFound):  # an import may have brought any name
            if (path := files.path(name)).is_file():
                found[name] = path
    return found


def file_limit(runtime: Runtime, address: Address) -> int:
    """Bytes of one file that can be sent there."""
    return runtime.file_limits.get(address.platform, LARGEST)


def _packed(runtime: Runtime, gathered: _Gathered, now: datetime, language: str, limit: int) -> Zips:
    """Words first, so that they are all in the first ZIP, and then what was spoken."""
    person = gathered.wholes[0][0].person
    words: list[Item] = [person_file(person, gathered.agreed)]
    spoken: list[Item] = []
    for folder, (whole, scripts) in zip(folders([whole for whole, _ in gathered.wholes]), gathered.wholes, strict=True):
        interview = runtime.interviews.get(whole.session.kind)
        names = recording_names(whole, gathered.audio, everything=True)
        files = recorded(whole, names | unshown_names(whole, gathered.audio), gathered.audio, folder=folder)
        words += session_files(
            folder,
            whole,
            scripts,
            findings=() if interview is None else interview.findings(),
            saved_at=now,
            audio=linked(names, files, limit),
            notes_on_it="" if interview is None else interview.notes(whole, scripts, language=language),
            offered=interview is not None,
        )
        spoken += files.values()
    spoken += [(path, gathered.audio[name]) for name, path in gathered.others.items()]
    readme = [say(language, "export-readme")]
    if spoken:
        readme += [say(language, "export-readme-recordings"), say(language, "documents-recordings-listen")]
    name = f"raconteur-{now.date().isoformat()}.zip"
    said = ("export-caption", "export-part")
    return in_zips(name, [*words, *spoken], readme=readme, said=said, language=language, limit=limit)
