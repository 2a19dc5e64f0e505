"""Books in the background: passages are made easy to read, and the book is bound and sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

import structlog

from core.contracts.circle import Receiver
from core.contracts.commits import OutboxMessage
from core.contracts.errors import BudgetSpent, FilesAway, ModelError, loggable_error
from core.contracts.messages import Address, Say, SendDocument
from core.contracts.ports import LanguageModel
from core.contracts.session import Entry
from core.conversation.context import Runtime
from core.documents.exchanges import answers_of
from core.documents.transcript import document_name
from core.documents.zips import pack_zips
from core.features.book.at_hand import BookAtHand, book_button, load_book_at_hand
from core.features.book.binding.bindery import FORMS, Bindery, BoundBook, NotBound
from core.features.book.book_rows import put_wording, wordings
from core.features.book.decisions import EDITED, FAMILY, FILES, PREVIEW, PassageWording, fingerprint
from core.features.book.documents.book import Book
from core.features.book.documents.editing import edit_by_model, edit_by_rules
from core.features.book.documents.epub import EPUB
from core.features.book.documents.gathering import editable_words
from core.features.book.documents.sheets import book_markdown
from core.features.book.family import book_key
from core.jobs.chore_tools import PATIENCE, retry_chore_later
from core.jobs.chores import PAGES
from core.jobs.person_export import file_limit, open_media_files
from core.jobs.readings import MARKDOWN, file_letter
from core.languages.messages import locale_or_default, say
from core.store import chore_rows
from core.store.chore_rows import Chore, ask_for_chore
from core.store.mailbox_rows import person_by_id
from core.store.outbox import put_letter
from core.store.store import Connection, Queue, Wake

log = structlog.get_logger()
BOOK_CHORES = frozenset({EDITED, FAMILY, FILES, PREVIEW})
_TYPES = {**PAGES, "epub": EPUB}
_MOST_SIGNS = 12
UNREAD = 60.0
"""Seconds until it is looked again whether everything that was told has been read."""


async def do_book_chore(runtime: Runtime, chore: Chore, model: LanguageModel) -> None:
    """Do one of `BOOK_CHORES`; the calls of the model are counted to the interview."""
    await _BookChores(runtime).run(chore, model)


class _BookChores:
    def __init__(self, runtime: Runtime) -> None:
        """Without a bindery among the services books go out as plain text."""
        self._runtime = runtime
        self._bindery: Bindery | None = runtime.services.get(Bindery)

    async def run(self, chore: Chore, model: LanguageModel) -> None:
        found = await load_book_at_hand(self._runtime, chore.session_id)
        if found is None:
            await self._put((), done=chore)
        elif chore.name == EDITED:
            await self._edit(chore, found, model)
        elif chore.name == FAMILY:
            await self._for_family(chore, found)
        else:
            await self._send(chore, found)

    async def _edit(self, chore: Chore, found: BookAtHand, model: LanguageModel) -> None:
        """Edit passage by passage and keep each as it is made: nothing is done twice."""
        by_itself = model.offline
        for answer in answers_of(found.whole).values():
            known, words = found.wordings.get(answer.seq), editable_words(answer)
            if not words.strip() or (known is not None and known.text and known.of == fingerprint(words)):
                continue  # there is a wording of these very words, or nothing to make
            try:
                text = await self._edited(answer, found, None if by_itself else model)
            except ModelError as error:
                log.info("chore-failed", chore=chore.name, session=chore.session_id, error=error.code)
                if chore.attempts < PATIENCE and not isinstance(error, BudgetSpent):
                    later = partial(retry_chore_later, chore=chore, now=self._runtime.now(), reason=error.code)
                    await self._runtime.store.write(partial(later, final=False))
                    return
                # Rules do the rest: nobody waits for tomorrow's money.
                by_itself, text = True, await self._edited(answer, found, None)
            wording = PassageWording(seq=answer.seq, of=fingerprint(words), text=text)
            await self._runtime.store.write(partial(_keep, chore=chore, wording=wording, seen=found))
        ready = self._said(found, "ready", rules="yes" if by_itself else "no")
        await self._put((self._letter(chore, found, ready, "ready"),), done=chore)

    async def _edited(self, answer: Entry, found: BookAtHand, model: LanguageModel | None) -> str:
        """Edit by rules, where no model is given. Raises ModelError."""
        words, language = editable_words(answer), found.session.language
        if model is None:
            return await asyncio.to_thread(edit_by_rules, words, language)
        return await edit_by_model(words, model, language=language, session_id=found.session.id)

    async def _send(self, chore: Chore, found: BookAtHand) -> None:
        limit = file_limit(self._runtime, found.session.address)
        async with AsyncExitStack() as held:
            book = await self._gathered(chore, found, held)
            if chore.name == FILES and book.fingerprint() != found.state.approved:
                changed = self._said(found, "other-by-now")
                await self._put((self._letter(chore, found, changed, "changed"),), done=chore)
                return
            await self._put(await self._bound(chore, found, book, limit))
            if chore.name == FILES:
                async for part, zipped in self._zipped(found, book, limit, self._language(found)):
                    await self._put((self._letter(chore, found, zipped, part),))
        await self._put((), done=chore)

    async def _gathered(self, chore: Chore, found: BookAtHand, held: AsyncExitStack) -> Book:
        """Return the book with its files, there for as long as they are `held`; after some tries without them."""
        try:
            there = await held.enter_async_context(open_media_files(self._runtime, found.whole))
        except FilesAway:
            if chore.attempts < PATIENCE:
                raise
            there = {}
        return await found.made(there)

    async def _zipped(
        self, found: BookAtHand, book: Book, limit: int, language: str, caption: str = "book-zip"
    ) -> AsyncIterator[tuple[str, SendDocument]]:
        """Yield the recordings, one named file after the other: together they may not fit into memory."""
        if not book.sounds:
            return
        name = document_name(found.whole, "book-recordings", "zip")
        files = [(sound.name, Path(sound.file)) for sound in book.sounds]
        readme = [say(language, "book-zip-readme"), say(language, "documents-recordings-listen")]
        said = (caption, f"{caption}-part")
        pack = partial(pack_zips, name, files, readme=readme, said=said, language=language, limit=limit)
        zips = await asyncio.to_thread(pack)
        for number in range(len(zips.parts)):
            yield f"zip-{number}", await asyncio.to_thread(zips.document, number)

    async def _bound(self, chore: Chore, found: BookAtHand, book: Book, limit: int) -> tuple[OutboxMessage, ...]:
        """Return the files; where it cannot be bound, its words all the same, and a sentence that says so."""
        forms = FORMS if chore.name == FILES else ("html",)
        try:
            made = await self._made(book, limit, forms)
        except NotBound as error:
            log.error("book-not-bound", session=chore.session_id, error=loggable_error(error))
            text = SendDocument(
                name=document_name(found.whole, "book", "md"),
                media_type=MARKDOWN,
                body=book_markdown(book).encode(),
                caption=self._say(found, "as-text"),
            )
            again = self._said(found, "not-bound", deed="send" if chore.name == FILES else "seen")
            return self._letter(chore, found, again, "not-bound"), self._letter(chore, found, text, "text")
        files = [
            self._letter(chore, found, _document(found, form, body, self._say(found, f"is-{form}")), form)
            for form, body in zip(forms, made.files, strict=True)
        ]
        notes = self._beside(found, made, forms, self._language(found))
        return (*files, *(self._letter(chore, found, Say(text=notes), "notes") for _ in [notes] if notes))

    def _beside(self, found: BookAtHand, made: BoundBook, forms: Sequence[str], language: str) -> str:
        """Return notes on empty boxes, photographs and recordings that are not as anybody would expect."""
        parts = []
        if made.without_glyph and "pdf" in forms:
            log.warning("book-without-glyphs", session=found.session.id, characters=len(made.without_glyph))
            parts.append(say(language, "book-boxes-told", signs=" ".join(made.without_glyph[:_MOST_SIGNS])))
        if made.unseen:
            parts.append(say(language, "book-unseen", photos=made.unseen))
        if made.silent:
            parts.append(say(language, "book-silent"))
        return "\n\n".join(parts)

    async def _for_family(self, chore: Chore, found: BookAtHand) -> None:
        """Send the book once, by day, to each of the family who may have it; that is checked again when it goes out."""
        now, mornings = self._runtime.clock.now(), []
        if await self._runtime.store.read(lambda c: chore_rows.awaits_books(c, chore.session_id)):
            # What was told since the yes may ask to keep something of it back.
            again = partial(
                chore_rows.defer_chore, chore=chore, due_at=now.timestamp() + UNREAD, reason=chore_rows.BOOKS
            )
            await self._runtime.store.write(partial(again, since=now.timestamp()))
            return
        async with AsyncExitStack() as held:
            book = await self._gathered(chore, found, held)
            may = found.state.shared and book.fingerprint() == found.state.approved
            for receiver in found.circle.receivers if may else ():
                person = await self._runtime.store.read(partial(person_by_id, person_id=receiver.person_id))
                if receiver.address is None or person is None:
                    continue
                hours, zone = self._runtime.rules.quiet_of(person), self._runtime.rules.zone_of(person)
                if hours is not None and hours.covers(now, zone):
                    mornings.append(hours.after(now, zone))
                else:
                    await self._to_receiver(found, book, receiver, receiver.address)
        due_at = min((morning.timestamp() for morning in mornings), default=None)
        await self._runtime.store.write(partial(_end_or_again, chore=chore, due_at=due_at))

    async def _to_receiver(self, found: BookAtHand, book: Book, receiver: Receiver, address: Address) -> None:
        """Send the book to one of the family. Raises NotBound."""
        key = book_key(found.session.id, found.state.approved, receiver.id)
        language, limit = locale_or_default(receiver.language, ""), file_limit(self._runtime, address)

        def letter(saying: Say | SendDocument, part: str = "") -> OutboxMessage:
            its = f"{key}/{part}" if part else key
            return OutboxMessage(
                key=its, address=address, saying=saying, language=language, session_id=found.session.id
            )

        teller = found.whole.person.name or say(language, "family-somebody")
        made = await self._made(book, limit, FORMS)
        letters = [letter(Say(text=say(language, "book-family", teller=teller)))]
        for form, body in zip(FORMS, made.files, strict=True):
            caption = say(language, "book-family-pdf" if form == "pdf" else f"book-is-{form}")
            letters.append(letter(_document(found, form, body, caption), form))
        if notes := self._beside(found, made, FORMS, language):
            letters.append(letter(Say(text=notes), "notes"))
        await self._put(letters)
        async for part, zipped in self._zipped(found, book, limit, language, "book-family-zip"):
            await self._put((letter(zipped, part),))

    async def _made(self, book: Book, limit: int, forms: Sequence[str]) -> BoundBook:
        if self._bindery is None:
            raise NotBound("there is no bindery")
        return await self._bindery.bind(book, limit=limit, forms=forms)

    def _language(self, found: BookAtHand) -> str:
        return locale_or_default(found.session.language, found.whole.person.language)

    def _say(self, found: BookAtHand, key: str, **values: str | float) -> str:
        return say(self._language(found), f"book-{key}", **values)

    def _said(self, found: BookAtHand, key: str, *, deed: str = "stay", **values: str | float) -> Say:
        """Return a message with a button that leads on."""
        way = book_button(self._language(found), found.session.id, deed, 0 if deed == "stay" else "")
        return Say(text=self._say(found, key, **values), choices=(way,))

    def _letter(self, chore: Chore, found: BookAtHand, saying: Say | SendDocument, part: str) -> OutboxMessage:
        key = f"{chore.session_id}/{chore.name}/{chore.id}.{chore.round}/{part}"
        if isinstance(saying, SendDocument):
            return file_letter(found.session, saying, self._language(found), key=key)
        address, language = found.session.address, self._language(found)
        return OutboxMessage(key=key, address=address, saying=saying, language=language, session_id=found.session.id)

    async def _put(self, letters: Sequence[OutboxMessage], *, done: Chore | None = None) -> None:
        """Put letters into the outbox that are not there already. `done`: a chore that ends with them."""
        now = self._runtime.now()

        def unit(c: Connection) -> None:
            if done is not None:
                chore_rows.finish(c, done)
            for letter in letters:
                put_letter(c, letter, now=now)

        await self._runtime.store.write(unit, wake=tuple(Wake(Queue.DELIVERY, str(each.address)) for each in letters))


def _keep(c: Connection, *, chore: Chore, wording: PassageWording, seen: BookAtHand) -> None:
    """Keep what was decided meanwhile about the passage. Raises Stale."""
    chore_rows.check_chore_held(c, chore)
    now = wordings(c, chore.session_id).get(wording.seq)
    if now == seen.wordings.get(wording.seq):
        before = now or PassageWording(seq=wording.seq)
        put_wording(c, chore.session_id, replace(wording, withheld=before.withheld, place=before.place))


def _document(found: BookAtHand, form: str, body: bytes, caption: str) -> SendDocument:
    return SendDocument(
        name=document_name(found.whole, "book", form), media_type=_TYPES[form], body=body, caption=caption
    )


def _end_or_again(c: Connection, chore: Chore, due_at: float | None) -> None:
    """End the chore, or have it done again in the morning of those who sleep. Raises Stale."""
    if due_at is not None:
        ask_for_chore(c, chore.session_id, chore.name, due_at=due_at)
    chore_rows.finish(c, chore)
