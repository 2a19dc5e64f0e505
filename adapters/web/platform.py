"""The page as a `Platform`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import structlog

from adapters.web import WebSection
from adapters.web.account import record_address, write_addresses
from adapters.web.events import Streams
from adapters.web.home_network import home_addresses
from adapters.web.lines import MINE, display_line, interviewer_line, updated_body
from adapters.web.microphone import HearingSettings
from adapters.web.operator.entering import ENTRANCE, TO_SETUP
from adapters.web.pace import Pace
from adapters.web.push import Push, PushRules
from adapters.web.reaching import Reach
from adapters.web.security import Doors, key_digest, new_key
from adapters.web.server import build_web_app, serve_web
from adapters.web.sockets import bind_socket
from adapters.web.spool import WHOLE, Spool
from adapters.web.talking import FollowedRecordings
from adapters.web.visits import PLATFORM, PageSettings, browser_event_id
from core.contracts.errors import ConfigurationError, Rejected, StorageError, TooLarge, TryLater
from core.contracts.messages import Address, Outgoing, Receipt, Say, SendDocument, SendVoice, position_of
from core.contracts.operator_desk import OperatorDesk
from core.contracts.page_lines import ShownBook, ShownLine
from core.contracts.platform_spec import Contact, Menu
from core.contracts.ports import Buttons, Capabilities, Clock, Inbox, ListeningLine
from core.delivery.fitting import is_blank, replace_surrogates
from core.languages.messages import match_locale, say

FILE_LIMIT: Final = 100_000_000
"""The most bytes of one document, which is kept in the database while it is shown."""
_EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - only compared
CONTACT: Final = "https://raconteur.invalid"
"""What push services are told of a sender who has no address of their own."""
_LEAST_TOKEN: Final = 32
_START_PATIENCE: Final = 5.0
"""Seconds that a message waits for the server to start."""

_log = structlog.get_logger()


class WebPlatform:
    """The page as core's `Platform`: lines are stored in the inbox's `ShownBook`, and browsers are notified.

    A message that is sent before `run` waits for it a moment; after its end `send` raises TryLater.
    """

    name = PLATFORM
    # A page has no limit: more than this nobody reads in one piece.
    capabilities = Capabilities(
        text_limit=16_000,
        file_limit=FILE_LIMIT,
        fetch_limit=WHOLE,
        buttons=Buttons(most=100, label=200, editors=True),
        speaks=True,
        edits=True,
        in_browser=True,
        overhears=True,
        once=True,
        pace=50,
        carrier="",
    )

    def __init__(
        self,
        section: WebSection,
        *,
        clock: Clock,
        data_dir: Path,
        menus: Mapping[str, Menu] | None = None,
        on_accepted: Callable[[], None] = lambda: None,
        on_contact: Callable[[Contact], None] = lambda _: None,
        tell: Callable[[str], None] = lambda _: None,
        show: Callable[[str], None] = lambda _: None,
        operator: OperatorDesk | None = None,
        guides: bool = False,
        hearing: HearingSettings | None = None,
        find_home: Callable[[], Sequence[str]] = home_addresses,
        push: PushRules | None = None,
    ) -> None:
        """`tell` is called with the link for the person at this computer, `show` with one that works for one browser.

        With `guides`, `tell` also gets a link to the operator's page. Raises ConfigurationError.
        """
        if section.secret and len(section.secret) < _LEAST_TOKEN:
            raise ConfigurationError(f"web.token has to have at least {_LEAST_TOKEN} characters; or leave it out.")
        self._section = section
        self._clock = clock
        self._menus = dict(menus or {})
        self._on_accepted = on_accepted
        self._on_contact = on_contact
        self._tell = tell
        self._show = show
        self._operator = operator
        self._guides = guides
        self._hearing = hearing or HearingSettings()
        self._find_home = find_home
        self._streams = Streams()
        self._data_dir = data_dir
        self._spool = Spool(data_dir / "web-uploads", clock)
        self._followed = FollowedRecordings(self._spool, self._streams, self._clock)
        self._push = Push(
            data_dir=data_dir,
            clock=clock,
            contact=section.public_url or CONTACT,
            rules=push or PushRules(),
        )
        self._inbox: Inbox | None = None
        self._running = asyncio.Event()
        self.link = ""
        """The link for the person at this computer, once the page is served."""

    async def run(self, inbox: Inbox) -> None:
        """Serve until cancelled; raises ConfigurationError if no port is free."""
        place = bind_socket(self._section)
        host, port = place.getsockname()[:2]
        token = self._section.secret or new_key()
        doors = Doors(
            host=host,
            port=port,
            public_url=self._section.public_url,
            token=token,
            clock=self._clock,
            trusted_proxies=self._section.trusted_proxies,
            renewable=not self._section.secret,
        )
        reach = Reach(doors=doors, port=port, everywhere=host in _EVERYWHERE, find=self._find_home)
        page = PageSettings(
            clock=self._clock,
            inbox=inbox,
            streams=self._streams,
            doors=doors,
            menus=self._menus,
            push=self._push,
            operator=self._operator,
            spool=self._spool,
            pace=Pace(self._clock),
            followed=self._followed,
            hearing=self._hearing,
            data_dir=self._data_dir,
            reach=reach,
        )
        self._inbox = inbox
        try:
            async with serve_web(build_web_app(page), place, self._full) as more:
                reach.listen = more.replace
                await reach.change(home_network=self._section.home_network, public_url=self._section.public_url)
                self._running.set()
                _log.info("web.serving", host=host, port=port)
                origin = doors.home
                entrance = f"{origin}/in/"
                self.link = f"{entrance}{token}"
                self._on_accepted()
                self._on_contact(Contact.MADE)
                good = "" if self._section.secret else " and until the next start"
                self._tell(f"The page is at {self.link} (this link works on this computer only{good}).")
                near = next((link for link in reach.links if link.startswith("http:")), "")
                if near:
                    self._tell(f"In your home network it is at {near}; `raconteur invite` prints a link for somebody.")
                elif self._section.home_network:
                    self._tell("web.home_network is set, but this computer has no address in a home network now.")
                self._show(f"{entrance}{doors.single()}")
                if self._guides and self._operator is not None:
                    await self._guide(origin, self._operator)
                try:
                    with record_address(self._data_dir, origin, reach.links):
                        reach.note = partial(write_addresses, self._data_dir, origin)
                        await asyncio.gather(
                            self._spool.tidy(self._coming), self._spool.let_go(self._coming), self._push.prepare()
                        )
                finally:
                    self._streams.close()
                    await self._followed.close()
                    await self._push.close()
        finally:
            self._on_contact(Contact.LOST)
            self._inbox = None

    def _full(self, is_full: bool) -> None:
        self._on_contact(Contact.LOST if is_full else Contact.MADE)

    async def _guide(self, origin: str, operator: OperatorDesk) -> None:
        """Tell the link to the settings, which works once."""
        key = new_key()
        try:
            await operator.keys.admit(key_digest(key))
        except StorageError as error:
            _log.error("web.not_kept", error=error.code)
            return
        link = f"{origin}{ENTRANCE}/{key}{TO_SETUP}"
        self._tell(
            f"To set up Telegram, Discord, a model or a voice, type `make setup` or open {link} "
            "(it lets in one browser, within the hour)."
        )

    async def send(self, message: Outgoing) -> Receipt:
        saying = message.saying
        if isinstance(saying, Say) and is_blank(saying.text):
            raise Rejected("This message has no words in it.")
        if isinstance(saying, SendDocument) and len(saying.body) > FILE_LIMIT:
            raise TooLarge(f"A file of {len(saying.body)} bytes is over the page's {FILE_LIMIT}.")
        book = await self._book()
        if isinstance(saying, SendVoice) and not await self._spoken(book, message.address, saying):
            return Receipt(sent_at=self._clock.now())
        now = self._clock.now()
        line = interviewer_line(message, now)
        stands = await book.put(message.address, line)
        if stands is None:
            # The person is not known, or not any more: the line is kept nowhere.
            passing = ShownLine(number=0, moved=0, key=line.key, at=now, body=line.body)
            self._streams.pass_by(message.address.chat, display_line(passing))
            return Receipt(sent_at=now)
        self._streams.ring(message.address.chat)
        if isinstance(saying, Say) and saying.asks:
            language = match_locale(message.language)
            question = saying.text.strip().rpartition("\n\n")[2]
            self._push.notify(book, message.address, say(language, "push-title"), question)
        return Receipt(ref=str(stands.number), position=position_of(stands.number), sent_at=stands.at)

    async def _spoken(self, book: ShownBook, address: Address, voice: SendVoice) -> bool:
        """Attach a sound to the line with its words; return whether there is a caption to show as well."""
        line = await book.line(address, voice.of)
        if line is None:
            return False
        await book.change(address, voice.of, updated_body(line, speech=True), file=voice.body)
        self._streams.ring(address.chat)
        return not is_blank(voice.caption)

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        return await self._spool.fetch(file_ref, limit=limit)

    @asynccontextmanager
    async def listening(self, address: Address) -> AsyncIterator[ListeningLine]:
        line = _Line(streams=self._streams, chat=address.chat)
        try:
            yield line
        finally:
            line.close()

    @asynccontextmanager
    async def typing(self, address: Address) -> AsyncIterator[None]:
        chat = self._streams.chat(address.chat)
        chat.thinking += 1
        self._streams.ring(address.chat)
        try:
            yield
        finally:
            chat.thinking -= 1
            self._streams.ring(address.chat)

    async def forget(self, address: Address) -> None:
        """Delete the lines of the chat and the keys that open it, and notify open browsers."""
        self._streams.part_with(address.chat)
        if self._inbox is not None:
            await self._inbox.shown.forget(address)
        await self._spool.forget(address.chat)
        self._streams.forget(address.chat)

    async def _coming(self, chat: str, upload: str) -> bool:
        """Return whether a photograph is still to be processed."""
        book = await self._book()
        address = Address(platform=PLATFORM, chat=chat)
        return await book.is_coming(address, browser_event_id(chat, upload), f"{MINE}{upload}")

    async def _book(self) -> ShownBook:
        try:
            async with asyncio.timeout(_START_PATIENCE):
                await self._running.wait()
        except TimeoutError:
            raise TryLater("The page is not served yet.") from None
        if self._inbox is None:
            raise TryLater("The page is not served any more.")
        return self._inbox.shown


@dataclass(slots=True, kw_only=True)
class _Line:
    """The status line of a recording; the newest of several is shown."""

    streams: Streams
    chat: str
    lost: bool = False
    _text: str = ""
    _closed: bool = False

    def show(self, text: str) -> None:
        if self._closed:
            return
        self._replace(replace_surrogates(text).strip())

    def close(self) -> None:
        self._replace("")
        self._closed = True

    def _replace(self, text: str) -> None:
        texts = self.streams.chat(self.chat).listening
        if self._text in texts:
            texts.remove(self._text)
        if text:
            texts.append(text)
        self._text = text
        self.streams.ring(self.chat)
