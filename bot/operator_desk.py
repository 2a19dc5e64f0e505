"""Answers the operator's page. It reads beside the store's one reader, which all turns share."""

from __future__ import annotations

import asyncio
import secrets
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import IO

from bot.cli_access import CODE_BYTES, DAYS, check_kind, entry_instructions, named_people
from bot.config import Settings
from bot.features import entry_points
from bot.formatting import person_label, terminal_line
from bot.kinds import session_name_of, session_progress
from bot.looked_at import LookedAt
from bot.operator_keys import StoredKeys
from bot.platforms import HOMES, kind_titles
from bot.scripts import Scripts
from bot.secret_calls import withhold_secrets
from bot.temporary_files import temporary_file
from core.access.gate import Policy, code_digest
from core.contracts.errors import ModelMisread, ModelRefused, NotFound
from core.contracts.operator_desk import (
    AccessSheet,
    HandedOut,
    HouseFigures,
    Invitation,
    LedgerPage,
    OperatorKeys,
    OperatorPanel,
    PeopleSheet,
    PersonRow,
    SessionList,
    SessionRow,
    SessionSheet,
    SignedIn,
    Sought,
    TranscriptLine,
)
from core.contracts.ports import Clock
from core.contracts.script import ScriptSet
from core.contracts.session import Entry, Reason, Record, Session
from core.contracts.setup_desk import SetupDesk
from core.conversation.context import ReadUnit
from core.documents.archive import export_json
from core.documents.exchanges import talk_figures
from core.documents.transcript import chapter_titles, document_name, transcript_markdown
from core.documents.visibility import answer_text, kept_back_answers, own_titles, side_remarks, visible_record
from core.documents.zips import linkable_names, media_items, photo_names, recording_names
from core.files.keeping import EXTENSIONS, PICTURES, KeptFiles, open_locally
from core.store.access import access_list, allow_person, deny_person, put_invite, withdraw_invite
from core.store.call_rows import last_outcome, session_spending
from core.store.device_rows import list_signed_in, sign_out_all, sign_out_device
from core.store.erasing import chats_of, erase_session
from core.store.figures_by_day import operator_figures
from core.store.mailbox_rows import script_set
from core.store.operator_rows import (
    SOURCE,
    last_told,
    latest_sessions,
    ledger_page,
    listed_sessions,
    number_of_sessions,
    search_session_ids,
    session_counts,
    session_pulse,
)
from core.store.records import load_record, record_for_others
from core.store.rows import to_datetime
from core.store.store import Connection, Store
from core.text.quoting import cut_to_line

LONGEST_LINE = 200
"""Characters of what somebody told last."""
LONGEST_NAME = 60
"""Characters of one on the list; a longer one nobody types to confirm something."""
ANSWERED = frozenset({"", "ok", ModelRefused.code, ModelMisread.code})
"""The outcomes of a call in which the model did answer, in whatever way; empty: it was not asked yet."""
FRESH = 60.0
"""Seconds for which figures are shown again."""
MARKDOWN, JSON, ZIP, TEXT = "text/markdown", "application/json", "application/zip", "text/plain"
_EVERYTHING = frozenset({"export", "archive"})
"""Files that can be imported again: nothing is left out of them."""
_MEDIA = {extension: kind for kind, extension in reversed([*EXTENSIONS.items(), *PICTURES.items()])}
"""The media type of what is kept, by the end of its name."""
Titles = Mapping[str, Mapping[str, str]]


@dataclass(slots=True, kw_only=True)
class OperatorService:
    """`OperatorDesk` on the store of the running program."""

    settings: Settings
    store: Store
    slow_read: ReadUnit
    """For everything that is shown."""
    clock: Clock
    titles: Titles
    setup: SetupDesk
    audio: KeptFiles | None = None
    """The recordings, once the app that keeps them is made."""
    photos: KeptFiles | None = None
    """The same for photographs."""
    scripts: Scripts | None = None
    """The operator's own, once the app is made."""
    _scripts: dict[str, ScriptSet] = field(default_factory=dict)
    _figures: HouseFigures | None = None
    _adding_up: asyncio.Lock = field(default_factory=asyncio.Lock)

    panels: tuple[OperatorPanel, ...] = field(init=False)
    _looked: LookedAt = field(init=False)
    """How far the operator has read."""

    def __post_init__(self) -> None:
        self._looked = LookedAt(folder=self.settings.storage.data_dir)
        building = [entry.build_panel for _, entry in entry_points() if entry.build_panel is not None]
        self.panels = tuple(build(self.slow_read, self.clock) for build in building)

    @property
    def keys(self) -> OperatorKeys:
        return StoredKeys(store=self.store, clock=self.clock)

    @property
    def kinds(self) -> Titles:
        own = {} if self.scripts is None else kind_titles(self.scripts.offered)
        return {**self.titles, **own}

    async def model_answers(self) -> bool:
        llm = self.settings.llm
        outcome = await self.slow_read(lambda c: last_outcome(c, [llm.model, llm.fast_model or llm.model]))
        return outcome in ANSWERED

    # --- people -------------------------------------------------------------------------------------------------------

    async def people(self) -> PeopleSheet:
        def unit(c: Connection) -> tuple[list[tuple[Session, str, tuple[Entry, ...]]], bool]:
            found, more = latest_sessions(c)
            return [(session, name, last_told(c, session)) for session, name in found], more

        found, more = await self.slow_read(unit)
        rows = [await self._person(*each) for each in found]
        return PeopleSheet(people=tuple(rows), more=more)

    async def _person(self, session: Session, name: str, told: tuple[Entry, ...]) -> PersonRow:
        seen = await self._looked.last_line(session.id)
        given = session.family_id is not None
        last = next((entry for entry in reversed(told) if answer_text(entry)), None)
        return PersonRow(
            name=cut_to_line(person_label(name, session.address), LONGEST_NAME),
            session_id=session.id,
            line="" if given or last is None else cut_to_line(answer_text(last), LONGEST_LINE),
            at=None if last is None else last.at,
            new=sum(entry.seq > seen for entry in told),
            given_answers=session.counters.answers if given else None,
        )

    # --- sessions -----------------------------------------------------------------------------------------------------

    async def sessions(self, sought: Sought) -> SessionList:
        def unit(c: Connection) -> SessionList:
            ids, behind = search_session_ids(c, sought)
            rows = tuple(self._row(c, *each) for each in listed_sessions(c, ids))
            return SessionList(rows=rows, behind=behind, total=number_of_sessions(c))

        return await self.slow_read(unit)

    async def session(self, session_id: str) -> SessionSheet:
        def unit(c: Connection) -> SessionSheet:
            whole, scripts = record_for_others(c, session_id)
            about = whole.findings.get(SOURCE, "")
            row = self._row(c, whole.session, whole.person.name, about, session_counts(c, [session_id])[session_id])
            others = (str(each) for each in chats_of(c, whole.person.id) if each != whole.session.address)
            counted = talk_figures(whole)
            address = terminal_line(", ".join((row.address, *others)))
            # Counted as the files count them, which the list of all would have to read every word for.
            row = replace(row, address=address, answers=counted.answers, words=counted.words)
            beat = session_pulse(c, session_id)
            session = whole.session
            chapters = {**chapter_titles(scripts.speak(session.language)), **own_titles(whole.entries)}
            entries = sorted((*visible_record(whole).entries, *side_remarks(whole)), key=lambda entry: entry.seq)
            hidden = {entry.seq for entry in kept_back_answers(whole)}
            notes = (note for note in whole.digest.notes if not note.stale and hidden.isdisjoint(note.entries))
            return SessionSheet(
                row=row,
                language=session.language,
                created_at=session.created_at,
                ended_at=session.ended_at,
                active_seconds=session.counters.active_seconds,
                kept_back=len(hidden),
                confirmation=_confirmation(whole),
                lines=tuple(_line(entry, chapters) for entry in entries),
                notes=tuple((note.key, note.value) for note in notes),
                pulse=beat,
                given=session.family_id is not None,
            )

        sheet = await self.slow_read(unit)
        await self._looked.look(session_id, max((line.seq for line in sheet.lines), default=0))
        return sheet

    async def pulse(self, session_id: str) -> str:
        # Through the store's own reader: it is one statement, and the way beside opens the file anew each time.
        return await self.store.read(lambda c: session_pulse(c, session_id))

    async def calls(self, session_id: str, behind: int) -> LedgerPage:
        def unit(c: Connection) -> LedgerPage:
            if not session_pulse(c, session_id):
                raise NotFound(f"There is no session {session_id!r}.")
            whole, _ = load_record(c, session_id)
            page = ledger_page(c, session_id, behind)
            return withhold_secrets(whole, page)

        return await self.slow_read(unit)

    def _row(self, c: Connection, session: Session, name: str, about: str, figures: Mapping[str, int]) -> SessionRow:
        subject = session_name_of(session, about)
        found = self._scripts.get(session.script_digest) or script_set(c, session.script_digest)
        if found is not None:
            self._scripts[session.script_digest] = found
        return SessionRow(
            id=session.id,
            person=cut_to_line(person_label(name, session.address), LONGEST_NAME),
            address=terminal_line(str(session.address)),
            kind=session.kind,
            title=terminal_line(session.title),
            about=" – ".join(filter(None, (terminal_line(subject.title), terminal_line(subject.within)))),
            status=session.status,
            progress=session_progress(session, found),
            answers=session.counters.answers,
            words=session.counters.words,
            touched_at=session.touched_at,
            cost_micros=figures["cost"],
            undeliverable=figures["dead"],
            unheard=figures["unheard"],
        )

    # --- files --------------------------------------------------------------------------------------------------------

    async def file(self, session_id: str, form: str) -> HandedOut:
        whole, scripts = await self.slow_read(
            lambda c: (load_record if form in _EVERYTHING else record_for_others)(c, session_id)
        )
        if form == "export":
            spent = await self.slow_read(lambda c: session_spending(c, session_id))
            body = await asyncio.to_thread(export_json, whole, scripts, saved_at=self.clock.now(), spent=spent)
            return HandedOut(name=_file_name(whole, "session", "json"), media_type=JSON, body=body)
        if form == "archive":
            spoken, pictured = {e.audio for e in whole.entries}, {e.photo for e in whole.entries}
            async with open_locally((self.audio, spoken), (self.photos, pictured)) as there:
                packed = await asyncio.to_thread(self._archive, whole, scripts, there)
            return HandedOut(name=_file_name(whole, "archive", "zip"), media_type=ZIP, body=packed)
        chapters = chapter_titles(scripts.speak(whole.session.language))
        text = await asyncio.to_thread(transcript_markdown, whole, chapters=chapters)
        return HandedOut(name=_file_name(whole, "transcript", "md"), media_type=MARKDOWN, body=text.encode())

    def _archive(self, whole: Record, scripts: ScriptSet, there: Mapping[str, Path]) -> IO[bytes]:
        """Pack transcript, export, what was spoken and photographs into a temporary file. Blocks."""
        names = recording_names(whole, there) | photo_names(whole, there)
        beside = media_items(whole, names, there)
        chapters = chapter_titles(scripts.speak(whole.session.language))
        text = transcript_markdown(whole, chapters=chapters, files=linkable_names(names, beside, 1 << 62))
        file = temporary_file(self.settings.storage.data_dir)
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr("transcript.md", text)
            packed.writestr("session.json", export_json(whole, scripts, saved_at=self.clock.now()))
            for name, content in beside.values():
                if isinstance(content, Path):
                    packed.write(content, name, zipfile.ZIP_STORED)
        file.seek(0)
        return file

    async def kept(self, session_id: str, seq: int) -> HandedOut:
        whole, _ = await self.slow_read(lambda c: record_for_others(c, session_id))
        entry = next((each for each in (*visible_record(whole).entries, *side_remarks(whole)) if each.seq == seq), None)
        if entry is None:
            raise NotFound("There is no such line.")
        folder, name = (self.photos, entry.photo) if entry.photo else (self.audio, entry.audio)
        body = None if folder is None else await folder.read(name)
        if body is None:
            raise NotFound("Nothing is kept beside this line.")
        extension = name.rpartition(".")[2]
        media_type = _MEDIA.get(extension, "application/octet-stream")
        return HandedOut(name=f"{session_id[:8]}-{seq}.{extension}", media_type=media_type, body=body)

    async def delete(self, session_id: str, typed: str) -> bool:
        whole, _ = await self.slow_read(lambda c: load_record(c, session_id, entries_needed=False))
        if _folded(typed) != _folded(_confirmation(whole)):
            return False
        await self.store.write(lambda c: erase_session(c, session_id))
        await self._looked.forget(session_id)
        # What fails here is done within the hour by what tidies anyway.
        for folder in filter(None, (self.audio, self.photos)):
            with suppress(OSError):
                await folder.sweep(self.store)
        await self.store.scrub()
        return True

    # --- the house ----------------------------------------------------------------------------------------------------

    async def figures(self, *, since: datetime | None = None) -> HouseFigures:
        async with self._adding_up:
            now, found = self.clock.now(), self._figures
            is_fresh = found is not None and (now - found.at).total_seconds() < FRESH
            if found is None or not is_fresh or (since is not None and found.at <= since):
                found = await self.slow_read(lambda c: operator_figures(c, now=now.timestamp()))
                self._figures = found
            return found

    async def doors(self) -> AccessSheet:
        access, now = self.settings.access, self.clock.now().timestamp()
        found = await self.slow_read(lambda c: access_list(c, now=now))
        return AccessSheet(
            everybody=access.policy is Policy.OPEN,
            named=tuple(dict.fromkeys((*access.admins, *access.allowed))),
            ruled=tuple((terminal_line(each.person), each.allowed, to_datetime(each.at)) for each in found.rulings),
            invitations=tuple(
                Invitation(
                    digest=each.digest,
                    kind=each.kind,
                    uses_left=each.uses_left,
                    expires_at=None if each.expires_at is None else to_datetime(each.expires_at),
                )
                for each in found.invites
            ),
        )

    async def invite(self, kind: str, *, uses: int, days: int | None = DAYS, language: str = "en") -> tuple[str, ...]:
        check_kind(self.settings, kind)
        code = secrets.token_urlsafe(CODE_BYTES)
        ways = await entry_instructions(self.settings, code, language)
        if not ways:
            return ()
        now = self.clock.now()
        until = None if days is None else (now + timedelta(days=days)).timestamp()
        digest = code_digest(code)
        await self.store.write(
            lambda c: put_invite(c, digest, kind=kind, uses=uses, expires_at=until, now=now.timestamp())
        )
        return tuple(ways)

    async def withdraw(self, digest: str) -> None:
        if not await self.store.write(lambda c: withdraw_invite(c, digest)):
            raise NotFound("There is no such invitation.")

    async def signed_in(self) -> tuple[SignedIn, ...]:
        now = self.clock.now().timestamp()
        found = await self.slow_read(lambda c: list_signed_in(c, now=now))
        return tuple(
            replace(each, device=terminal_line(each.device), person=terminal_line(each.person)) for each in found
        )

    async def sign_out(self, device: str) -> None:
        if not await self.store.write(lambda c: sign_out_device(c, device)):
            raise NotFound("There is no such device.")

    async def sign_out_home(self) -> None:
        for home in HOMES:
            await self.store.write(partial(sign_out_all, address=home))

    async def rule(self, person: str, *, allowed: bool) -> None:
        [named] = named_people([person])
        now = self.clock.now().timestamp()
        ruling: Callable[..., object] = allow_person if allowed else deny_person
        await self.store.write(lambda c: ruling(c, named, now=now))


def _line(entry: Entry, chapters: Mapping[str, str]) -> TranscriptLine:
    return TranscriptLine(
        seq=entry.seq,
        role=entry.role,
        kind=entry.kind,
        text=entry.text,
        at=entry.at,
        chapter=chapters.get(entry.question_id, ""),
        spoken_seconds=entry.spoken_seconds,
        edited=any(revision.reason is Reason.EDIT for revision in entry.revisions),
        withdrawn=entry.withdrawn,
        pictured="." in entry.photo,
        recorded=bool(entry.audio),
    )


def _confirmation(whole: Record) -> str:
    name = terminal_line(whole.person.name)
    return name if 0 < len(name) <= LONGEST_NAME else whole.session.id


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _file_name(whole: Record, suffix: str, extension: str) -> str:
    # Several interviews begin on one day; the id keeps their files apart.
    return document_name(whole, f"{suffix}-{whole.session.id[:8]}", extension)
