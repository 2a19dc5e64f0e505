"""Background work that no answer waits for: notes and summaries, reflections, and the files that are sent.

A chore is a row with the key `session/name`, due at a time, tried again after a failure, and given up after some
tries. What it finds goes into rows of its own and never touches the session's revision.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import structlog

from core.contracts.chore import PageSetter, Sees
from core.contracts.commits import OutboxMessage
from core.contracts.errors import FilesAway, NotFound, loggable_error
from core.contracts.messages import SendDocument
from core.contracts.ports import Bell, LanguageModel
from core.contracts.script import ScriptSet
from core.contracts.session import Record, Session
from core.contracts.turn import Interview
from core.conversation.asking import FORMS, STYLED, TRANSCRIPT
from core.conversation.context import Runtime
from core.conversation.draft import command_button
from core.documents.transcript import chapter_titles, document_name, transcript_markdown
from core.documents.zips import Zips, transcript_zips
from core.jobs.chore_tools import PATIENCE, SessionModel, Toolbox, chore_situation, end_chore_try, retry_chore_later
from core.jobs.document_copies import put_copies
from core.jobs.interview_chores import InterviewChores
from core.jobs.person_export import EXPORT, export_person, file_limit, open_media_files
from core.jobs.readings import MARKDOWN, NEW_READINGS, READINGS, all_readings, file_letter, new_readings
from core.languages.messages import locale_or_default, say
from core.store import chore_rows
from core.store.chore_rows import Chore
from core.store.feature_hooks import is_given
from core.store.finding_rows import put_finding
from core.store.mailbox_rows import session_by_id
from core.store.outbox import put_letter
from core.store.recording_rows import has_waiting_recordings
from core.store.records import earlier_wholes, load_record
from core.store.store import Connection, Queue, Unit, Wake

log = structlog.get_logger()
AT_ONCE = 4
"""Model calls of background work at one time, over all people."""
LOOK_AGAIN = 15.0
"""Seconds between two looks at whether what a chore waits for is there."""
DOCUMENT_PATIENCE = 180.0
"""Seconds until a file is sent without what it is to hold."""
PAGES: Mapping[str, str] = {
    "pdf": "application/pdf",
    "html": "text/html",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}
"""The media types of pages, by their form."""
HEARING = "hearing"
"""The reason that a chore is put off for while something spoken is to be heard."""
HEARING_PATIENCE = 3600.0
"""Seconds after which what is about the whole of an interview does without it."""


Doer = Callable[[Runtime, Chore, LanguageModel], Awaitable[None]]
"""Does a chore; the calls of the model are counted to the interview."""
_doers: dict[str, Doer] = {}


def register_chores(doers: Mapping[str, Doer]) -> None:
    """Have a feature's chores done by its own functions, by name; once more changes nothing."""
    _doers.update(doers)


_TRANSCRIPTS = {TRANSCRIPT, *FORMS.values()}
_Drafting = Callable[..., OutboxMessage]
"""Makes a letter of a file, with a `key`."""


class ChoreWorker:
    """Serves chores, one call of `drain` for each key at a time."""

    def __init__(self, runtime: Runtime, model: LanguageModel, toolbox: Toolbox) -> None:
        self._runtime = runtime
        self._model = model
        self._room = asyncio.Semaphore(AT_ONCE)
        self._interviews = InterviewChores(runtime, model, toolbox, self._room)

    async def sweep(self) -> list[str]:
        """Return the keys of chores that are due, for a tick to wake."""
        claim = self._runtime.claim()
        return await self._runtime.store.read(lambda c: chore_rows.due_keys(c, claim))

    async def drain(self, key: str, bell: Bell) -> None:
        """Do one chore, if it is due and no other process does it."""
        session_id, _, name = key.partition("/")
        claim = self._runtime.claim()
        now = claim.now

        def unit(c: Connection) -> tuple[Chore | None, Session | None]:
            return chore_rows.due_chore(c, session_id, name, now=now), session_by_id(c, session_id)

        chore, session = await self._runtime.store.read(unit)
        if chore is not None and not claim.holds(chore):
            chore = await self._runtime.store.write(lambda c: chore_rows.take_chore(c, session_id, name, claim))
        if chore is None:
            return
        try:
            await self._do(chore, session)
        except Exception as error:  # noqa: BLE001 - the task's boundary: without an end to it each try may cost money
            if not await self._runtime.store.read(lambda c: chore_rows.is_held(c, chore)):
                # Its session was deleted meanwhile, and it with it, or another process does it: nothing is kept here.
                log.info("chore-over", chore=name)
                return
            log.error("chore-broke", chore=name, session=session_id, error=loggable_error(error))
            retry = retry_chore_later if session is None else partial(self._interviews.set_back, session=session)
            await self._runtime.store.write(
                partial(retry, chore=chore, now=now, reason="internal", final=False),
                wake=() if session is None else (Wake(Queue.DESK, session.person_id),),
            )

    async def _do(self, chore: Chore, session: Session | None) -> None:
        if session is None:
            raise NotFound(f"There is no session {chore.session_id!r}.")
        interview = self._runtime.interviews.get(session.kind)
        kinds = {} if interview is None else interview.chores
        kind = kinds.get(chore.name)
        sees_all = kind is not None and kind.sees is Sees.WHOLE
        if (chore.name in _TRANSCRIPTS or sees_all) and await self._waits_for_ears(chore):
            return
        if chore.name == EXPORT:
            await self._send_export(chore)
        elif (do := _doers.get(chore.name)) is not None:
            await do(self._runtime, chore, SessionModel(self._model, session.id, self._room))
        elif chore.name in {READINGS, NEW_READINGS}:
            await self._send_readings(chore)
        elif chore.name in _TRANSCRIPTS or chore.name.startswith(STYLED):
            if not await self._waits_for_others(chore, [name for name, each in kinds.items() if each.before_document]):
                await self._send_document(chore, interview)
        elif kind is not None:
            await self._interviews.run(chore, session, kind)
        else:
            reason = "kind-not-enabled" if interview is None else "unknown-chore"
            log.info("chore-failed", chore=chore.name, session=session.id, tries=chore.attempts + 1, error=reason)
            now = self._runtime.now()
            await end_chore_try(
                self._runtime,
                chore,
                lambda c: retry_chore_later(c, chore, now=now, reason=reason, final=True),
                whole=False,
            )

    # --- files ----------------------------------------------------------------------------------------------------

    async def _waits_for_ears(self, chore: Chore) -> bool:
        """Return whether something spoken that may belong to it is to be heard yet; then put the chore off a little."""
        now = self._runtime.now()

        def unheard(c: Connection) -> bool:
            session = session_by_id(c, chore.session_id)
            if session is None:
                return False
            return has_waiting_recordings(
                c, session.person_id, now if session.ended_at is None else session.ended_at.timestamp()
            )

        since = chore.waits_since({HEARING}, now)
        if now - since >= HEARING_PATIENCE or not await self._runtime.store.read(unheard):
            return False
        await self._look_again(chore, HEARING, since)
        return True

    async def _look_again(self, chore: Chore, reason: str, since: float) -> None:
        due_at = self._runtime.now() + LOOK_AGAIN
        await self._runtime.store.write(
            lambda c: chore_rows.defer_chore(c, chore, due_at=due_at, reason=reason, since=since)
        )

    async def _waits_for_others(self, chore: Chore, names: Sequence[str]) -> bool:
        """Return whether one of these chores still makes what the file is to hold; then put the file off a little."""
        now = self._runtime.now()
        waiting = await self._runtime.store.read(lambda c: chore_rows.attempts_of(c, chore.session_id))
        awaited = next((name for name in names if waiting.get(name, PATIENCE) < PATIENCE), "")
        since = chore.waits_since(names, now)
        if not awaited or now - since >= DOCUMENT_PATIENCE:
            return False
        await self._look_again(chore, awaited, since)
        return True

    async def _send_document(self, chore: Chore, interview: Interview | None) -> None:
        """Send the file of an interview, its own or the transcript, with what recordings and photographs there are."""
        whole, scripts = await self._runtime.store.read(lambda c: load_record(c, chore.session_id))
        session = whole.session
        language = locale_or_default(whole.session.language, whole.person.language)
        limit = file_limit(self._runtime, session.address)
        key = f"{session.id}/transcript/{chore.id}.{chore.round}"
        draft = partial(file_letter, session, language=language)
        async with self._files_beside(chore, whole) as there:
            own = () if interview is None else await self._own(chore, whole, scripts, interview, language, limit)
            beside = there or {}
            form = "md" if own else await self._form(chore, whole)
            if form != "md":
                own = (await self._set_transcript(whole, scripts, beside, form, language=language, limit=limit),)
                if own[0].media_type == PAGES[form]:
                    # They stand on the pages.
                    photos = {entry.photo for entry in whole.entries if entry.photo}
                    beside = {name: path for name, path in beside.items() if name not in photos}
            pack = partial(transcript_zips, language=language, limit=limit)
            zips = await asyncio.to_thread(pack, whole, scripts, beside)
            if own or zips is None:
                if zips is not None:
                    sounds = await self._all_but_last(zips, draft, key=f"{key}/audio")
                    await self._runtime.store.write(
                        partial(put_letter, letter=sounds, now=self._runtime.now()),
                        wake=(Wake(Queue.DELIVERY, str(sounds.address)),),
                    )
                text = own[0] if own else await asyncio.to_thread(_text_alone, whole, scripts, language)
                text = self._with_other_forms(text, session.id, language)
                if there is None:
                    caption = f"{text.caption}\n\n{say(language, 'documents-files-away')}".strip()
                    text = replace(text, caption=caption)
                last = draft(text, key=key)
            else:
                last = await self._all_but_last(zips, draft, key=key)
                if isinstance(last.saying, SendDocument):
                    last = replace(last, saying=self._with_other_forms(last.saying, session.id, language, form="md"))

        behind = [file_letter(session, file, language, key=f"{key}/{n}") for n, file in enumerate(own[1:], start=1)]

        def ending(c: Connection) -> None:
            for letter in (last, *behind):
                put_letter(c, letter, now=self._runtime.now())
            chore_rows.finish(c, chore)

        await end_chore_try(self._runtime, chore, ending, whole=chore.name == TRANSCRIPT)

    @asynccontextmanager
    async def _files_beside(self, chore: Chore, whole: Record) -> AsyncIterator[Mapping[str, Path] | None]:
        """Return the recordings and photographs; None where they stay away for some tries: then the words go alone."""
        async with AsyncExitStack() as held:
            there = None
            try:
                there = await held.enter_async_context(open_media_files(self._runtime, whole))
            except FilesAway as error:
                if chore.attempts < PATIENCE:
                    raise
                log.warning("document-without-files", session=whole.session.id, error=loggable_error(error))
            yield there

    async def _own(
        self, chore: Chore, whole: Record, scripts: ScriptSet, interview: Interview, language: str, limit: int
    ) -> tuple[SendDocument, ...]:
        """Return the files that a kind makes itself, and write the copies that are wanted; () where it makes none."""
        others: tuple[Record, ...] = ()
        if interview.learns:
            others = await self._runtime.store.read(lambda c: earlier_wholes(c, whole.person, whole.session))
        found = replace(await chore_situation(self._runtime, whole, scripts), record=whole, others=others)
        model = SessionModel(self._model, whole.session.id, self._room)
        style = chore.name.removeprefix(STYLED) if chore.name.startswith(STYLED) else ""
        made = await interview.document(found, model, style=style, language=language)
        if made is None:
            return ()
        kept = (*made.findings, *await put_copies(whole, made.copies, made.text))
        if kept:
            now = self._runtime.now()

            def unit(c: Connection) -> None:
                for name, body in kept:
                    put_finding(c, whole.session.id, name, body, now=now)

            await self._runtime.store.write(unit)
        text = SendDocument(name=made.name, media_type=MARKDOWN, body=made.text.encode(), caption=made.caption)
        if made.pages is not None:
            setter = self._page_setter
            body = None if setter is None else await setter.set_pages(made.pages, whole, limit=limit)
            text = _in_form(text, made.pages.form, body, language)
        return (text, *made.files)

    @property
    def _page_setter(self) -> PageSetter | None:
        return self._runtime.services.get(PageSetter)

    async def _form(self, chore: Chore, whole: Record) -> str:
        """Return the form of the transcript: the one that was asked for, or the usual one of this chat."""
        asked = next((form for form, name in FORMS.items() if name == chore.name), "")
        if asked:
            return asked
        if whole.session.address.platform in self._runtime.prints:
            return "pdf"
        given = self._runtime.prints_gifts and await self._runtime.store.read(lambda c: is_given(c, whole))
        return "pdf" if given and self._page_setter is not None else "md"

    async def _set_transcript(
        self, whole: Record, scripts: ScriptSet, there: Mapping[str, Path], form: str, *, language: str, limit: int
    ) -> SendDocument:
        """Return the transcript as PDF or for Word; where that cannot be made as Markdown, which says so."""
        setter = self._page_setter
        body = None if setter is None else await setter.set_transcript(whole, scripts, there, limit=limit, form=form)
        return _in_form(await asyncio.to_thread(_text_alone, whole, scripts, language), form, body, language)

    def _with_other_forms(self, text: SendDocument, session_id: str, language: str, *, form: str = "") -> SendDocument:
        """Return a transcript with a button for each other form that it can be had in."""
        form = form or next((each for each in FORMS if text.name.endswith(f"-transcript.{each}")), "")
        if not form or self._page_setter is None:
            return text
        # In a chat one button is enough; a page has room for all.
        forms = FORMS if form == "pdf" or text.name.endswith(".docx") else ("pdf",)
        ways = tuple(
            command_button(language, TRANSCRIPT, f"{each}-{session_id}", label=say(language, f"transcript-as-{each}"))
            for each in forms
            if each != form
        )
        return replace(text, choices=ways)

    async def _send_export(self, chore: Chore) -> None:
        key = f"{chore.session_id}/export/{chore.id}.{chore.round}"
        async with export_person(self._runtime, chore.session_id) as files:

            def stands(c: Connection) -> None:
                if not files.stands(c):
                    raise NotFound("An interview was deleted while it was put into a file.")

            def letter(document: SendDocument, *, key: str) -> OutboxMessage:
                # It belongs to no one session: it holds all of them.
                return OutboxMessage(key=key, address=files.address, saying=document, language=files.language)

            last = await self._all_but_last(files.zips, letter, key=key, stands=stands)

        def ending(c: Connection) -> None:
            stands(c)
            put_letter(c, last, now=self._runtime.now())
            chore_rows.finish(c, chore)

        await self._runtime.store.write(ending, wake=(Wake(Queue.DELIVERY, str(files.address)),))

    async def _all_but_last(
        self, zips: Zips, letter: _Drafting, *, key: str, stands: Unit[None] = lambda _: None
    ) -> OutboxMessage:
        """Put all ZIPs but the last into the outbox, one by one: together they may not fit into memory.

        The last is left to the caller, to end the chore with it. After a crash nothing is put in again.
        """
        total = len(zips.parts)
        for number in range(total - 1):
            document = await asyncio.to_thread(zips.document, number)
            ahead = letter(document, key=f"{key}/{number + 1}")

            def unit(c: Connection, ahead: OutboxMessage = ahead) -> None:
                stands(c)
                put_letter(c, ahead, now=self._runtime.now())

            await self._runtime.store.write(unit, wake=(Wake(Queue.DELIVERY, str(ahead.address)),))
        document = await asyncio.to_thread(zips.document, total - 1)
        return letter(document, key=key if total == 1 else f"{key}/{total}")

    async def _send_readings(self, chore: Chore) -> None:
        """Send all readings where they were asked for, else each that was not sent yet, behind the transcript."""
        whole, _ = await self._runtime.store.read(lambda c: load_record(c, chore.session_id))
        waiting = await self._runtime.store.read(lambda c: chore_rows.attempts_of(c, chore.session_id))
        interview = self._runtime.interviews.get(whole.session.kind)
        names = () if interview is None else interview.findings()
        found: tuple[OutboxMessage | None, ...] = ()
        if chore.name == READINGS:
            found = (await all_readings(whole, names, key=f"{whole.session.id}/readings/{chore.id}.{chore.round}"),)
        elif waiting.get(TRANSCRIPT, PATIENCE) >= PATIENCE:
            found = await new_readings(whole, names, waiting)
        letters = tuple(filter(None, found))

        def unit(c: Connection) -> None:
            for each in letters:
                put_letter(c, each, now=self._runtime.now())
            chore_rows.finish(c, chore)

        await self._runtime.store.write(unit, wake=(Wake(Queue.DELIVERY, str(whole.session.address)),))


def _in_form(text: SendDocument, form: str, body: bytes | None, language: str) -> SendDocument:
    """Return a document of Markdown set as pages; where there are none, the text with a word on that."""
    if body is None:
        return replace(text, caption=say(language, "book-not-printed"))
    return replace(text, name=f"{text.name.removesuffix('.md')}.{form}", media_type=PAGES[form], body=body)


def _text_alone(whole: Record, scripts: ScriptSet, language: str) -> SendDocument:
    """Return the transcript where there are no files to go with it. Blocks."""
    text = transcript_markdown(whole, chapters=chapter_titles(scripts.speak(whole.session.language)))
    return SendDocument(
        name=document_name(whole, "transcript", "md"),
        media_type=MARKDOWN,
        body=text.encode(),
        caption=say(language, "transcript-caption"),
    )
