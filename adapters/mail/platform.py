"""A mailbox as a `Platform`.

Each of our messages is a line in the book that the page has for its own lines, with a token that its mail carries, and
each mail of a person is one, too, together with the whole mail. So a mail and its event are kept in one commit, and all
of it goes with its person.
"""

from __future__ import annotations

import asyncio
import hmac
import json
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import structlog
from pydantic import JsonValue

from adapters.mail import MailSection
from adapters.mail.contents import READS, SIZE_LIMIT, MailContents
from adapters.mail.imap import Mailbox, MailboxError
from adapters.mail.incoming import (
    LONGEST_KEPT,
    OURS,
    PLATFORM,
    Arrival,
    OurMessage,
    answers,
    parse_file_ref,
    read_body,
    unproven,
    unreadable,
)
from adapters.mail.outgoing import Envelope, build_mail
from adapters.mail.smtp import deliver
from adapters.mail.tokens import ReplyToken, message_id, new_word, tokens_in_headers, tokens_in_text
from adapters.mail.trail import ReadUpTo, ToldStrangers
from core.contracts.errors import ConfigurationError, Rejected, StorageError, TooLarge, TryLater, loggable_error
from core.contracts.messages import (
    Address,
    ChatClosed,
    Incoming,
    Outgoing,
    Receipt,
    Say,
    SendDocument,
    Sender,
    SendVoice,
    UnusableKind,
    position_of,
)
from core.contracts.page_lines import FreshLine, ShownBook, ShownLine
from core.contracts.platform_spec import Contact, NotAccepted
from core.contracts.ports import Buttons, Capabilities, Clock, Inbox, ListeningLine
from core.contracts.tools import Readers
from core.delivery.fitting import is_blank, replace_surrogates
from core.readers.pool import ReaderPool
from core.readers.source_errors import Busy, Heavy, SourceError
from core.timing.clock import Pauses

FILE_LIMIT: Final = 18_000_000
"""Bytes of a document; as text, which mail is, a third more, and many mailboxes take 25 MB."""
_START_PATIENCE: Final = 5.0
"""Seconds that a message waits for `run` to begin."""
_EARLIER: Final = timedelta(days=1)
"""How long before the mailbox was first attended somebody may have written to begin."""
_HOUR: Final = 3_600.0
_DAY: Final = 86_400.0
_REMEMBERED: Final = 5_000
"""Addresses whose mails of the last hour, or day, are counted."""
_BEFORE: Final = 20
"""Lines before a message that are looked at for its thread."""

_log = structlog.get_logger()


class MailPlatform:
    """A mailbox as core's `Platform`. A message that is sent before `run` waits for it a moment."""

    name = PLATFORM

    def __init__(
        self,
        section: MailSection,
        *,
        clock: Clock,
        data_dir: Path,
        on_accepted: Callable[[], None] = lambda: None,
        on_contact: Callable[[Contact], None] = lambda _: None,
        readers: Readers | None = None,
    ) -> None:
        """`readers` read mails; None for processes of its own. Raises ConfigurationError where something is missing."""
        check_mail_section(section)
        self.capabilities = Capabilities(
            text_limit=16_000,
            file_limit=FILE_LIMIT,
            fetch_limit=SIZE_LIMIT,
            buttons=Buttons(most=40, label=80),
            edits=False,
            pace=2,
            # The mailbox's own provider; that of the person they know themselves.
            carrier=section.address.partition("@")[2],
        )
        self._section = section
        self._clock = clock
        self._on_accepted = on_accepted
        self._on_contact = on_contact
        self._readers: Readers = readers or ReaderPool(clock, reads=(READS,))
        self._read_up_to = ReadUpTo(data_dir / "mail-read-up-to")
        self._turned_away = ToldStrangers(data_dir / "mail-turned-away")
        self._inbox: Inbox | None = None
        self._running = asyncio.Event()
        self._ended = False
        self._was_accepted = False
        self._done: set[int] = set()
        """UIDs of mails that were taken in, behind one that could not be."""
        self._sent: OrderedDict[str, deque[float]] = OrderedDict()
        self._asked: OrderedDict[str, float] = OrderedDict()
        """Who was asked to answer one of our messages instead, and when."""

    async def run(self, inbox: Inbox) -> None:
        """Receive until cancelled; raises ConfigurationError when the server doesn't take the password at the start."""
        self._inbox = inbox
        self._running.set()
        await self._read_up_to.load(self._clock.now())
        pauses = Pauses()
        try:
            while True:
                mailbox = Mailbox(self._section)
                try:
                    await self._attend(mailbox, pauses)
                except NotAccepted:
                    if not self._was_accepted:
                        raise ConfigurationError(
                            "The mail server does not accept mail.token (the password) for mail.user or mail.address; "
                            "some providers want an app password."
                        ) from None
                    # Servers also refuse whom they are only asked too often.
                    _log.warning("mail.login_refused")
                except MailboxError as error:
                    _log.warning("mail.not_reached", error=str(error))
                finally:
                    await mailbox.close()
                self._on_contact(Contact.LOST)
                await self._clock.sleep(pauses.next())
        finally:
            self._ended = True
            self._on_contact(Contact.LOST)
            await self._readers.close()

    async def _attend(self, mailbox: Mailbox, pauses: Pauses) -> None:
        await mailbox.open()
        self._on_contact(Contact.MADE)
        if not self._was_accepted:
            self._was_accepted = True
            self._on_accepted()
        _log.info("mail.reading")
        if not self._read_up_to.holds(mailbox.validity):
            self._done.clear()
        while True:
            if await self._round(mailbox):
                pauses.reset()
                await mailbox.wait(self._section.poll_seconds)
            else:
                await self._clock.sleep(pauses.next())

    async def _round(self, mailbox: Mailbox) -> bool:
        """Take in what is there; return whether all of it could be kept."""
        after = self._read_up_to.uid if self._read_up_to.holds(mailbox.validity) else 0
        uids = await mailbox.candidates(after)
        failing: set[str] = set()
        for uid in uids:
            if uid not in self._done and await self._taken(mailbox, uid, failing):
                self._done.add(uid)
        left = [uid for uid in uids if uid not in self._done]
        newest = min(left) - 1 if left else max((after, *uids))
        await self._read_up_to.move(mailbox.validity, max(after, newest))
        self._done = {uid for uid in self._done if uid >= min(left)} if left else set()
        return not left

    async def _taken(self, mailbox: Mailbox, uid: int, failing: set[str]) -> bool:
        """Keep one mail, then mark it as read; False where it has to be tried again. `failing`: chats that wait."""
        try:
            if not await self._take(mailbox, uid, failing):
                return False
        except MailboxError:
            raise
        except Exception as error:  # noqa: BLE001 - one mail must not stop all others; it stays unread
            _log.error("mail.not_kept", uid=uid, error=loggable_error(error))
            return False
        await mailbox.mark_seen(uid)
        return True

    async def _take(self, mailbox: Mailbox, uid: int, failing: set[str]) -> bool:
        told = await mailbox.stored(uid)
        if told is None:
            return True
        too_large = told.size > SIZE_LIMIT
        arrived = told.arrived or self._clock.now()
        ours = await self._answered(tokens_in_headers(await mailbox.body(uid, head_only=True)))
        if ours is None and arrived < self._read_up_to.since - _EARLIER:
            # It was written to whoever had the mailbox before.
            return True
        raw = await mailbox.body(uid, head_only=too_large)
        chat = "" if ours is None else ours.address.chat
        if chat in failing:
            return False
        contents = await self._contents(raw, ours)
        try:
            if isinstance(contents, MailContents) and not too_large:
                await self._hand_in(contents, ours, raw, arrived)
            elif ours is not None and not _is_automated(contents):
                kind = UnusableKind.TOO_LARGE if too_large or contents is Heavy else UnusableKind.OTHER
                await self._accept_all(unreadable(kind, ours, raw, arrived))
        except BaseException:
            failing.add(chat)
            raise
        return True

    async def _contents(self, raw: bytes, ours: OurMessage | None) -> MailContents | type[SourceError]:
        """Return the contents of a mail, or the reason why it cannot be read. Raises Busy."""
        names: list[JsonValue] = [self._section.address, self._section.name]
        asked: dict[str, JsonValue] = {"answered": "", "names": names}
        if ours is not None:
            # A program may quote the whole thread.
            thread = await (await self._book()).before(ours.address, ours.line.number + 1, limit=_BEFORE)
            texts = [str(stored.get("text") or stored.get("said") or "") for stored in map(read_body, thread)]
            asked["answered"] = "\n\n".join(texts)
            names.append(ours.address.chat)
        try:
            found, _ = await self._readers.read("mail", raw, asked, person="" if ours is None else ours.address.chat)
            return MailContents.model_validate(found)
        except Busy:
            raise
        except (SourceError, ValueError) as error:
            _log.warning("mail.not_readable", bytes=len(raw), error=type(error).__name__)
            return type(error) if isinstance(error, SourceError) else SourceError

    async def _hand_in(self, contents: MailContents, ours: OurMessage | None, raw: bytes, arrived: datetime) -> None:
        if contents.refuses:
            await self._note_refusal(contents, raw, arrived)
        elif contents.automated or contents.sender == self._section.address.lower():
            _log.info("mail.automated", header=contents.automated or "From")
        elif ours is not None:
            await self._accept_all(answers(contents, ours, raw, arrived))
        else:
            await self._begin(contents, raw, arrived)

    async def _accept_all(self, arrivals: list[Arrival]) -> None:
        book = await self._book()
        for arrival in arrivals:
            await book.accept(arrival.incoming, arrival.update)

    async def _begin(self, contents: MailContents, raw: bytes, arrived: datetime) -> None:
        """Hand in what a mail without a token may lead to."""
        book = await self._book()
        address = Address(platform=PLATFORM, chat=contents.sender)
        is_new = not await book.before(address, None, limit=1)
        event = unproven(contents, raw, arrived, is_new=is_new)
        if event is None or (not is_new and not self._may_ask(contents.sender)):
            _log.info("mail.unproven")
            return
        if self._inbox is not None:
            await self._inbox.accept(event)

    async def send(self, message: Outgoing) -> Receipt:
        saying, now = message.saying, self._clock.now()
        if isinstance(saying, SendVoice):
            return Receipt(sent_at=now)
        if isinstance(saying, Say) and is_blank(saying.text):
            raise Rejected("This message has no words in it.")
        if isinstance(saying, SendDocument) and len(saying.body) > FILE_LIMIT:
            raise TooLarge(f"A file of {len(saying.body)} bytes is over {FILE_LIMIT}.")
        chat = message.address.chat
        if message.key.endswith("/stranger") and not await self._turned_away.is_first(chat):
            return Receipt(sent_at=now)
        self._pace(chat)
        book = await self._book()
        line = await book.put(message.address, FreshLine(key=f"{OURS}{message.key}", at=now, body=_body(saying)))
        envelope, untold = await self._envelope(book, message.address, line, now)
        try:
            mail = await asyncio.to_thread(build_mail, message, envelope)
        except ValueError as error:
            raise Rejected(f"No email can be made from it ({type(error).__name__}).") from None
        await deliver(self._section, mail, chat)
        self._count(chat)
        for each in untold:
            with suppress(StorageError):
                await book.change(message.address, each.key, json.dumps(read_body(each) | {"told": True}))
        if line is None:
            return Receipt(sent_at=now)
        return Receipt(ref=str(mail["Message-ID"]).strip("<>"), position=position_of(line.number), sent_at=now)

    async def _envelope(
        self, book: ShownBook, address: Address, line: ShownLine | None, now: datetime
    ) -> tuple[Envelope, list[ShownLine]]:
        """Return where a message belongs, and the lines of mails of which it tells what was left out."""
        section = self._section
        before = () if line is None else await book.before(address, line.number, limit=_BEFORE)
        thread, untold = list[str](), list[ShownLine]()
        left_out, other = list[str](), ""
        for each in before:
            stored = read_body(each)
            if word := stored.get("t"):
                thread.append(message_id(section.address, ReplyToken(each.number, word)).strip("<>"))
            elif mid := stored.get("mid"):
                thread.append(mid)
            if (stored.get("left") or stored.get("other")) and not stored.get("told"):
                untold.append(each)
                left_out.append(stored.get("left", ""))
                other = stored.get("other", "")
        envelope = Envelope(
            address=section.address,
            name=section.name,
            to=address.chat,
            now=now,
            token=None if line is None else ReplyToken(line.number, read_body(line)["t"]),
            plus=section.plus_addresses,
            thread=tuple(thread),
            left_out="\n".join(filter(None, left_out)),
            other_address=other,
        )
        return envelope, untold

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        found = parse_file_ref(file_ref)
        if found is None:
            raise Rejected("There is no such file.")
        index, key, chat = found
        raw = await (await self._book()).file(Address(platform=PLATFORM, chat=chat), key)
        if raw is None:
            raise Rejected("There is no such file.")
        try:
            _, content = await self._readers.read("mail-file", raw, {"index": index}, person=chat)
        except Busy:
            raise TryLater("Too many emails are waiting to be read.") from None
        except SourceError:
            raise Rejected("There is no such file.") from None
        if len(content) > limit:
            raise TooLarge(f"A file of {len(content)} bytes is over {limit}.")
        return content

    @asynccontextmanager
    async def listening(self, address: Address) -> AsyncIterator[ListeningLine]:
        """Show nothing: a mail cannot be changed."""
        yield _NoLine()

    @asynccontextmanager
    async def typing(self, address: Address) -> AsyncIterator[None]:
        """Show nothing: nobody sits before their mailbox and waits."""
        yield

    async def forget(self, address: Address) -> None:
        """Delete the lines of the chat, its whole mails and its tokens with them."""
        self._sent.pop(address.chat, None)
        self._asked.pop(address.chat, None)
        if self._inbox is not None:
            with suppress(StorageError):
                await self._inbox.shown.forget(address)

    async def _answered(self, tokens: tuple[ReplyToken, ...]) -> OurMessage | None:
        """Return the message of ours that the first valid token names."""
        book = await self._book()
        for token in tokens[:50]:
            found = await book.holder(PLATFORM, token.number)
            if found is None:
                continue
            address, line = found
            word = str(read_body(line).get("t", ""))
            if word and hmac.compare_digest(word.encode(), token.word.encode()):
                return OurMessage(address=address, line=line)
        return None

    async def _note_refusal(self, contents: MailContents, raw: bytes, arrived: datetime) -> None:
        """Note that somebody cannot be written to any more, if a message of ours is what came back."""
        text = raw.decode("ascii", "replace")
        ours = await self._answered((*tokens_in_headers(raw), *tokens_in_text(text)))
        if ours is None or self._inbox is None:
            return
        event = Incoming(
            event_id=f"{PLATFORM}:refused:{ours.line.number}:{contents.message_id[:200]}",
            address=ours.address,
            sender=Sender(id=ours.address.chat),
            content=ChatClosed(),
            sent_at=arrived,
        )
        await self._inbox.accept(event)

    def _may_ask(self, chat: str) -> bool:
        """Return whether somebody may be asked now to answer one of our messages instead: once a day."""
        now = self._clock.now().timestamp()
        if now - self._asked.get(chat, float("-inf")) < _DAY:
            return False
        self._asked[chat] = now
        self._asked.move_to_end(chat)
        while len(self._asked) > _REMEMBERED:
            self._asked.popitem(last=False)
        return True

    def _pace(self, chat: str) -> None:
        """Raise TryLater where an address has had as many mails as it may have in an hour."""
        now, sent = self._clock.now().timestamp(), self._sent.get(chat, deque())
        while sent and not 0 <= now - sent[0] < _HOUR:
            sent.popleft()
        if len(sent) >= self._section.hourly_limit:
            raise TryLater("This address has had its limit of email for this hour.", after=_HOUR - (now - sent[0]))

    def _count(self, chat: str) -> None:
        self._sent.setdefault(chat, deque()).append(self._clock.now().timestamp())
        self._sent.move_to_end(chat)
        while len(self._sent) > _REMEMBERED:
            self._sent.popitem(last=False)

    async def _book(self) -> ShownBook:
        try:
            async with asyncio.timeout(_START_PATIENCE):
                await self._running.wait()
        except TimeoutError:
            raise TryLater("The mailbox is not attended yet.") from None
        if self._inbox is None or self._ended:
            raise TryLater("The mailbox is not attended any more.")
        return self._inbox.shown


class _NoLine:
    """The line of a listening, which nobody sees."""

    lost = False

    def show(self, text: str) -> None:
        """Show nothing."""


def check_mail_section(section: MailSection) -> None:
    """Raise ConfigurationError where something is missing that a served mailbox needs."""
    for key in ("address", "imap_host", "smtp_host"):
        if not getattr(section, key):
            raise ConfigurationError(f"mail.{key} has to be set where mail.token is (docs/mail.md).")


def _is_automated(contents: object) -> bool:
    return isinstance(contents, MailContents) and bool(contents.automated or contents.refuses)


def _body(saying: Say | SendDocument | SendVoice) -> str:
    """Return what is kept of a message: its token, its words, and what can be chosen under it."""
    words = saying.text if isinstance(saying, Say) else saying.caption
    choices = [[choice.label, choice.data] for choice in saying.choices] if isinstance(saying, Say) else []
    kept = {"t": new_word(), "text": replace_surrogates(words)[:LONGEST_KEPT], "choices": choices}
    return json.dumps(kept, ensure_ascii=False)
