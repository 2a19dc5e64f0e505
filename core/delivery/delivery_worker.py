"""The delivery worker: delivers the outbox, in order for each address, addresses side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial

import structlog

from core.contracts.commits import Commit, MarkUnreachable, OutboxMessage
from core.contracts.errors import DeliveryError, SoundForbidden, TooLarge, TryLater, Unreachable
from core.contracts.messages import Address, ChatClosed, Incoming, Outgoing, Receipt, Say, SendDocument, Sender
from core.contracts.ports import Bell, Clock, Platform
from core.contracts.session import Status
from core.contracts.watching import NOBODY, SENT, Delivery, Watch
from core.delivery.fitting import fit_buttons, fit_document
from core.languages.messages import say
from core.store.access import DENIED
from core.store.arrivals import accept_event, set_silent
from core.store.changes import commit
from core.store.claims import LETTERS, Claim
from core.store.letter_hooks import WAITS, SendingMoment, letter_hooks
from core.store.mailbox_rows import session_with_person
from core.store.outbox import (
    WaitingMessage,
    discard_message,
    drop_file,
    mark_dead,
    mark_sent,
    next_letter,
    postpone_message,
    put_letter,
    retry_in_doubt,
    still_asked,
    take_following,
    take_letter,
    waiting_writer,
)
from core.store.store import Connection, Queue, Store, Unit, Wake
from core.timing.rules import TimerRules

log = structlog.get_logger()
SCRUBS = 5
SCRUB_WAIT = 2.0
"""Tries to empty the database's log of what was deleted, and seconds between them."""


def parse_address(key: str) -> Address:
    """Undo `str(address)`."""
    platform, _, chat = key.partition(":")
    return Address(platform=platform, chat=chat)


class DeliveryWorker:
    """Serves the outbox of an address, one call of `drain` for each at a time."""

    def __init__(
        self,
        store: Store,
        platforms: Mapping[str, Platform],
        clock: Clock,
        rules: TimerRules,
        *,
        owner: str,
        tidy: Callable[[], Awaitable[object]] | None = None,
        watch: Watch = NOBODY,
        wakes: Callable[[WaitingMessage], Iterable[Wake]] = lambda waiting: (),
    ) -> None:
        """`owner`: of the claims on what is sent. `tidy` deletes the recordings that no table names any more.

        `wakes` returns whom to wake when a message was delivered. `watch` is told of each try.
        """
        self._store = store
        self._platforms = platforms
        self._clock = clock
        self._rules = rules
        self._owner = owner
        self._tidy = tidy
        self._watch = watch
        self._wakes = wakes
        self._unwritten: dict[int, Receipt] = {}
        """Of messages that have gone out, until that is written down: on a full disk they would go out again."""

    async def drain(self, key: str, bell: Bell) -> None:
        """Deliver everything that waits for an address, unless another process does."""
        address = parse_address(key)
        platform = self._platforms.get(address.platform)
        if platform is None:
            # Its adapter is not running: the messages wait until it is.
            return
        waiting = await self._next(address)
        while waiting is not None:
            if (gone_out := self._unwritten.get(waiting.id)) is not None:
                waiting = await self._sent(waiting, address, gone_out)
                continue
            if waiting.not_before is not None and (left := waiting.not_before - self._clock.now().timestamp()) > 0:
                await self._clock.sleep(left)
                waiting = await self._next(address)  # it may have been dropped meanwhile
                continue
            if await self._is_withdrawn(waiting, platform):
                waiting = await self._next(address)
                continue
            if waiting.forget:
                waiting = await self._part(waiting, platform, address)
                continue
            if waiting.denied:
                # While it was on its way, or after something was begun that ends in words.
                dead = partial(mark_dead, row=waiting.id, now=self._claim().now, error=DENIED)
                waiting = await self._settle(waiting, address, dead)
                continue
            if not await self._is_in_time(waiting):
                log.info("letter-too-late", session=waiting.session_id, sound=waiting.speaks is not None)
                dropped = partial(_pass_over, waiting=waiting, now=self._claim().now)
                waiting = await self._settle(waiting, address, dropped)
                continue
            try:
                if waiting.not_before is not None:
                    await self._store.write(partial(retry_in_doubt, row=waiting.id))
                receipt = await _send(platform, waiting.outgoing)
            except Unreachable:
                self._tell(waiting, Unreachable.code)
                await self._unreachable(waiting, address)
                return
            except DeliveryError as error:
                self._tell(waiting, error.code)
                waiting = await self._not_delivered(waiting, address, error)
            else:
                self._tell(waiting, SENT)
                self._unwritten[waiting.id] = receipt
                waiting = await self._sent(waiting, address, receipt)

    async def _sent(self, waiting: WaitingMessage, address: Address, receipt: Receipt) -> WaitingMessage | None:
        """Write down that a message has gone out; return the next one."""
        sent = partial(_mark_sent, waiting=waiting, receipt=receipt, now=self._claim().now)
        following = await self._settle(waiting, address, sent, wakes=self._wakes(waiting))
        self._unwritten.pop(waiting.id)
        return following

    def _tell(self, waiting: WaitingMessage, outcome: str) -> None:
        """Report a finished attempt to whoever watches."""
        self._watch.delivery(
            Delivery(
                key=waiting.outgoing.key,
                session_id=waiting.session_id,
                platform=waiting.outgoing.address.platform,
                asks=waiting.asks,
                written_at=waiting.created_at,
                ended_at=self._claim().now,
                outcome=outcome,
            )
        )

    async def _next(self, address: Address) -> WaitingMessage | None:
        claim = self._claim()
        waiting = await self._store.read(lambda c: next_letter(c, address))
        if waiting is None or claim.holds(waiting):
            return waiting
        return await self._store.write(lambda c: take_letter(c, address, claim))

    def _claim(self) -> Claim:
        return Claim(self._owner, self._clock.now().timestamp())

    async def _is_withdrawn(self, waiting: WaitingMessage, platform: Platform) -> bool:
        """Return whether a message may not be sent now by what has happened meanwhile, as whoever wrote it says."""
        hooks = letter_hooks(waiting.outgoing.key)
        if hooks is None:
            return False
        claim = self._claim()
        moment = SendingMoment(rules=self._rules, now=self._clock.now(), once=platform.capabilities.once)
        return await self._store.write(
            lambda c: not LETTERS.renew(c, claim, waiting.id) or hooks.withdraw(c, waiting, moment)
        )

    async def _is_in_time(self, waiting: WaitingMessage) -> bool:
        """Return whether a message may still be said, as late as it is by now.

        A reminder is sent once, by day, if its question still waits for an answer; a sound once, if its question does.
        """
        if (sound := waiting.speaks) is not None:
            return not waiting.in_doubt and await self._store.read(lambda c: still_asked(c, sound.of))
        if not waiting.reminds:
            return True
        session_id = waiting.session_id
        if waiting.in_doubt or session_id is None:
            return False
        found = await self._store.read(lambda c: session_with_person(c, session_id))
        if found is None:
            return False
        session, person = found
        waits = session.status is Status.ACTIVE and session.open_question == waiting.seq
        return waits and not self._rules.is_quiet(person, self._clock.now())

    async def _part(self, waiting: WaitingMessage, platform: Platform, address: Address) -> WaitingMessage | None:
        """Say the last word to somebody who had everything deleted, and keep nothing of it; return the next message."""
        if waiting.attempts == 0:
            # At a further try the person may have begun anew, and this would take what is theirs now.
            await platform.forget(address)
            try:
                if self._tidy is not None:
                    await self._tidy()
            except OSError as error:  # deleting the recordings is tried again every hour
                log.warning("recordings-not-deleted", error=error.strerror)
            await self._scrub()
        try:
            await platform.send(waiting.outgoing)
        except TryLater as error:
            return await self._not_delivered(waiting, address, error)
        except DeliveryError as error:
            log.info("farewell-not-delivered", error=error.code)
        following = await self._settle(waiting, address, lambda c: discard_message(c, waiting.id))
        await self._scrub()
        return following

    async def _scrub(self) -> None:
        """Leave no copy of what was deleted in the database's log. If that cannot be done, it is tried again later."""
        for _ in range(SCRUBS):
            if await self._store.scrub():
                return
            await self._clock.sleep(SCRUB_WAIT)
        log.warning("not-scrubbed", reason="another program reads the database")

    async def _settle(
        self, waiting: WaitingMessage, address: Address, unit: Unit[object], *, wakes: Iterable[Wake] = ()
    ) -> WaitingMessage | None:
        """Write down what became of a message, unless it is another's by now or gone, and wake who wrote meanwhile."""
        claim = self._claim()

        def settled(c: Connection) -> tuple[list[str], WaitingMessage | None]:
            if not LETTERS.renew(c, claim, waiting.id):
                return [], take_letter(c, address, claim)
            unit(c)
            return waiting_writer(c, waiting.id), take_following(c, address, claim)

        _, following = await self._store.write(
            settled, wake=lambda result: [*wakes, *(Wake(Queue.DESK, person) for person in result[0])]
        )
        return following

    async def _not_delivered(
        self, waiting: WaitingMessage, address: Address, error: DeliveryError
    ) -> WaitingMessage | None:
        now = self._clock.now().timestamp()
        hooks = letter_hooks(waiting.outgoing.key)
        take_back = None if hooks is None else hooks.take_back
        match error:
            case TryLater() if take_back is not None:
                log.info("delivery-taken-back", address=str(address), error=error.code)
                return await self._settle(waiting, address, lambda c: take_back(c, waiting, error, now))
            case TryLater():
                wait = WAITS.after(waiting.attempts + 1) if error.after is None else max(WAITS.first, error.after)
                log.info("delivery-postponed", address=str(address), seconds=round(wait, 1))
                return await self._settle(
                    waiting,
                    address,
                    lambda c: postpone_message(
                        c, waiting.id, not_before=now + wait, error=error.code, in_doubt=error.maybe_delivered
                    ),
                )
            case _ if waiting.speaks is not None:
                log.info("sound-not-delivered", address=str(address), error=error.code)
            case _:
                log.warning("delivery-impossible", address=str(address), error=error.code, reason=str(error))
        return await self._settle(waiting, address, lambda c: _give_up(c, waiting, error, now))

    async def _unreachable(self, waiting: WaitingMessage, address: Address) -> None:
        """Give the address up, and tell the mailbox of its person, so that the session is paused in its turn."""
        now, claim = self._clock.now().timestamp(), self._claim()
        log.info("person-unreachable", address=str(address))
        event = Incoming(
            event_id=f"unreachable:{waiting.id}",
            address=address,
            sender=Sender(id=""),
            content=ChatClosed(),
            sent_at=self._clock.now(),
        )

        def unit(c: Connection) -> str:
            if not LETTERS.renew(c, claim, waiting.id):
                return ""  # it is another's, or was deleted with everything else of its person
            mark_dead(c, waiting.id, now=now, error=Unreachable.code)
            owner = accept_event(c, event, person_id="", language="en", now=now)
            commit(c, Commit(person_id=owner, effects=(MarkUnreachable(address),)), now=now)
            return owner

        await self._store.write(unit, wake=lambda owner: (Wake(Queue.DESK, owner),) if owner else ())


async def _send(platform: Platform, outgoing: Outgoing) -> Receipt:
    """Deliver a message; a file that is too large goes as several. Raises a DeliveryError.

    The parts are no letters of their own, so that what waits behind the file stays behind all of them. After a failure
    midway they are made again, the same under the same keys.
    """
    if isinstance(outgoing.saying, Say):
        outgoing = replace(outgoing, saying=fit_buttons(outgoing.saying, platform.capabilities.buttons))
    try:
        return await platform.send(outgoing)
    except TooLarge:
        document = outgoing.saying
        if not isinstance(document, SendDocument):
            raise
        limit = platform.capabilities.file_limit
        if len(document.body) <= limit:
            limit = len(document.body) // 2  # less is taken here than elsewhere, and nobody says how much
        files = await asyncio.to_thread(fit_document, document, limit, outgoing.language)
        if not files:
            raise
    log.info("document-fitted", address=str(outgoing.address), files=len(files))
    receipts = [
        await platform.send(replace(outgoing, key=f"{outgoing.key}/fitted-{number}", saying=file))
        for number, file in enumerate(files, 1)
    ]
    return replace(receipts[-1], position=receipts[0].position)


def _mark_sent(c: Connection, waiting: WaitingMessage, receipt: Receipt, now: float) -> None:
    mark_sent(c, waiting.id, receipt, now=now)
    if waiting.speaks is not None:
        # Nobody asks for it again: it would only lie there, a question after the other.
        drop_file(c, waiting.id)


def _pass_over(c: Connection, waiting: WaitingMessage, now: float) -> None:
    """Drop what comes too late; of a sound it stays known that there was one, so that no other is made."""
    if waiting.speaks is None:
        discard_message(c, waiting.id)
    else:
        _mark_sent(c, waiting, Receipt(), now)


def _give_up(c: Connection, waiting: WaitingMessage, error: DeliveryError, now: float) -> None:
    """Drop a sound, whose words are there, and mark anything else dead; a line says so of a file that is too large."""
    if waiting.speaks is not None:
        _pass_over(c, waiting, now)
        if isinstance(error, SoundForbidden):
            set_silent(c, waiting.outgoing.address, silent=True)
        return
    mark_dead(c, waiting.id, now=now, error=error.code)
    outgoing = waiting.outgoing
    if isinstance(error, TooLarge) and isinstance(outgoing.saying, SendDocument):
        letter = OutboxMessage(
            key=f"{outgoing.key}/too-large",
            address=outgoing.address,
            saying=Say(text=say(outgoing.language, "error-too-large", name=outgoing.saying.name)),
            language=outgoing.language,
            session_id=waiting.session_id,
        )
        put_letter(c, letter, now=now)
