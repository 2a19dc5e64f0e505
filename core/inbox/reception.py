"""The reception: what an adapter received goes past the gate and into the mailbox of its person."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import structlog

from core.access.gate import Admission, Gate, InboxLimits, MessagePace, Over, is_passive_event, sender_id
from core.contracts.commits import OutboxMessage
from core.contracts.giving import Giving
from core.contracts.live_hearing import LiveHearing
from core.contracts.messages import Command, Edit, Incoming, Say, Text, is_unheard, position_of
from core.contracts.page_feature import PageFeature
from core.contracts.page_lines import EventOutcome, PageUpdate
from core.contracts.page_menu import PersonMenus
from core.contracts.ports import Clock, Platform
from core.contracts.welcome import Welcome
from core.files.keeping import KeptFiles
from core.inbox.page_book import PageBook
from core.inbox.strangers import OtherProcesses, Strangers
from core.languages.detection import detect_language
from core.languages.messages import match_locale, say
from core.store.arrivals import Allowance, Received, kept_positions, receive_event
from core.store.claims import Claim
from core.store.device_rows import put_key
from core.store.feature_hooks import sent_files
from core.store.outbox import put_letter
from core.store.page_rows import change_line, next_line_number, put_line, shown_line
from core.store.progress_lines import StoredLines
from core.store.store import Connection, Queue, Store, Wake

log = structlog.get_logger()
DAY = 86_400
_NO_UPDATE = PageUpdate()


@dataclass(slots=True)
class Reception:
    """`Inbox` for all platforms."""

    store: Store
    gate: Gate
    clock: Clock
    platforms: Mapping[str, Platform]
    new_id: Callable[[], str]
    owner: str
    """Of the claims on whom it wakes."""
    limits: InboxLimits = field(default_factory=InboxLimits)
    photos: KeptFiles | None = None
    """Where photographs are kept, to be shown again on a page."""
    recordings: KeptFiles | None = None
    """The same for recordings."""
    welcome: Welcome | None = None
    """What a page shows somebody before they begin."""
    menus: PersonMenus | None = None
    """What a page shows that can be done now."""
    giving: Giving | None = None
    """What makes gifts on a page, and opens them; None where there are none."""
    live: LiveHearing | None = None
    """What follows people on a page while they speak."""
    pages: Sequence[PageFeature] = ()
    """What features add to a page."""
    others: OtherProcesses | None = None
    """Where several processes receive, and one of them speaks."""
    lines: StoredLines = field(init=False)
    shown: PageBook = field(init=False)
    strangers: Strangers = field(init=False)
    _pace: MessagePace = field(init=False)

    def __post_init__(self) -> None:
        self.lines = StoredLines(self.store)
        self.shown = PageBook(
            self.store, self._accept, gate=self.gate, clock=self.clock, photos=self.photos, recordings=self.recordings
        )
        self.strangers = Strangers(self.platforms, self.clock, self.others)
        self._pace = MessagePace(self.limits.messages_per_minute)

    async def accept(self, incoming: Incoming) -> None:
        await self._accept(incoming, _NO_UPDATE)

    async def _accept(self, incoming: Incoming, update: PageUpdate) -> EventOutcome:
        if is_passive_event(incoming) or self.gate.trusts(incoming):
            place = None
        else:
            now = self.clock.now().timestamp()
            place = self._pace.take(str(incoming.address), sent_at=incoming.sent_at.timestamp(), now=now)
        try:
            received, number = await self._receive(incoming, update, place)
        except BaseException:
            self._give_back(place)
            raise
        if not received.new:
            self._give_back(place)
        if received.over is not None and received.tell:
            log.info("person-limited", person=sender_id(incoming), limit=received.over.value)
            if received.over is Over.PACE and place is not None:
                self._pace.close(place)
        if received.stranger and not is_passive_event(incoming):
            self.strangers.met(incoming, _language_of(incoming), answer=received.answer, anew=received.anew)
        return EventOutcome(kept=bool(received.owner), stranger=received.stranger, number=number)

    async def seen(self, platform: str) -> Mapping[str, str]:
        return await self.store.read(lambda c: kept_positions(c, platform))

    def _give_back(self, place: Admission | None) -> None:
        if place is not None:
            self._pace.give_back(place)

    async def _receive(self, incoming: Incoming, update: PageUpdate, place: Admission | None) -> tuple[Received, int]:
        """Return the outcome of an event, and the number of its line."""
        now = self.clock.now().timestamp()
        claim = Claim(self.owner, now)
        language = _language_of(incoming)
        person_id = self.new_id()
        platform = self.platforms.get(incoming.address.platform)
        history = platform is not None and platform.capabilities.history
        most, unknown = self.limits.bytes_per_day, 0 if platform is None else platform.capabilities.fetch_limit
        allowance = None if place is None else Allowance(place=place, bytes_per_day=most, unknown=unknown)

        def unit(c: Connection) -> tuple[Received, int]:
            if update.line is None:
                number = 0
            else:
                there = shown_line(c, incoming.address, update.line.key)
                number = next_line_number(c) if there is None else there.number
            received = receive_event(
                c,
                _placed(incoming, update, number),
                gate=self.gate,
                person_id=person_id,
                language=language,
                now=now,
                history=history,
                allowance=allowance,
                claim=claim,
            )
            if received.over is not None and received.tell:
                hours = int(-(-(DAY - now % DAY) // 3600))
                put_letter(
                    c,
                    OutboxMessage(
                        key=f"{incoming.event_id}/limit",
                        address=incoming.address,
                        saying=Say(text=say(received.language, received.over.value, hours=hours)),
                        language=received.language,
                    ),
                    now=now,
                    claim=claim,
                )
            if received.new:
                if update.line is not None:
                    put_line(c, incoming.address, update.line, number=number)
                if update.changed is not None:
                    change_line(c, incoming.address, *update.changed)
            if received.owner and update.digest:
                put_key(c, update.digest, incoming.address, now=now, device=update.device)
            return received, number if received.owner else 0

        files = sent_files(type(incoming.content))
        beside = () if files is None else (Wake(files.queue, incoming.event_id),)
        if is_unheard(incoming):
            beside = (Wake(Queue.TRANSCRIPTION, incoming.event_id),)

        def wakes(result: tuple[Received, int]) -> list[Wake]:
            received, _ = result
            if received.tell:
                return [Wake(Queue.DELIVERY, str(incoming.address))]
            if not received.owner:
                return []
            return [Wake(Queue.DESK, received.owner), *beside]

        return await self.store.write(unit, wake=wakes)


def _placed(incoming: Incoming, update: PageUpdate, number: int) -> Incoming:
    """Put the event where its line stands, or behind what its writer had seen: it is no answer to what came since."""
    if not number:
        return incoming
    place = position_of(number)
    if 0 < update.seen < number:
        place = f"{position_of(update.seen)}.{place}"
    return replace(incoming, position=place)


def _language_of(incoming: Incoming) -> str:
    """Return the language of the bot's words to somebody new: the platform's, else that of their own words."""
    match incoming.content:
        case Text(text=words) | Edit(text=words) | Command(argument=words):
            pass
        case _:
            words = ""
    return match_locale(incoming.sender.language or detect_language(words))
