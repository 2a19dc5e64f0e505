"""Sending notices to everybody: one step a second, as long as there is something to send."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from core.contracts.buttons import Button, encode_button
from core.contracts.commits import OutboxMessage
from core.contracts.messages import Address, Choice, Say, Style
from core.contracts.notices import NoticeButton
from core.contracts.page import StyledMessage
from core.contracts.ports import Bell, Platform
from core.contracts.session import Person
from core.conversation.runtime import Runtime
from core.features.announcements.notices import Announcement, AnnouncementTally
from core.features.announcements.quiet import NO_NOTICES
from core.features.announcements.sending import Sending, advance_sending, notices_in_progress
from core.languages.messages import match_locale, say
from core.store.store import Queue, Wake

STEP = 1.0
"""Seconds between two steps; in each, what `Capabilities.pace` allows in one."""
SOON = 20.0
"""What is due later than in so many seconds is found again by the regular look."""
_NOWHERE = Address(platform="", chat="")


class Announcer:
    """Serves notices, one call of `drain` for each at a time."""

    def __init__(self, runtime: Runtime, platforms: Mapping[str, Platform]) -> None:
        self._runtime = runtime
        paces = {name: platform.capabilities.pace for name, platform in platforms.items()}
        self._how = Sending(paces, runtime.rules, _letter, _over)

    async def sweep(self) -> list[str]:
        """Return those under way that no process sends."""
        claim = self._runtime.claim()
        return await self._runtime.store.read(lambda c: notices_in_progress(c, claim))

    async def drain(self, announcement_id: str, bell: Bell) -> None:
        """Send a notice until nothing more of it is due soon."""
        while True:
            bell.clear()
            claim = self._runtime.claim()
            done = await self._runtime.store.write(
                partial(advance_sending, claim=claim, announcement_id=announcement_id, how=self._how),
                wake=lambda done: [Wake(Queue.DELIVERY, str(address)) for address in done.woken],
            )
            if done.again is None or done.again - claim.now > SOON:
                return
            await self._runtime.clock.sleep(max(STEP, done.again - claim.now))


def _letter(found: Announcement, person: Person) -> OutboxMessage:
    language = match_locale(person.language)
    return OutboxMessage(
        key="", address=_NOWHERE, saying=notice_message(found.text(language), language, found.button), language=language
    )


def notice_message(text: str, language: str, button: NoticeButton | None = None) -> Say:
    """Return the message, with the way to get no more of them, and with its own button."""
    none = Choice(
        label=say(language, "button-no-notices"), data=encode_button(Button(command="quiet", argument=NO_NOTICES))
    )
    page = StyledMessage().add(text)
    if button is None:
        return page.add(say(language, "announce-foot"), Style.ITALIC).say((none,))
    does = encode_button(Button(command=button.command, argument=button.argument))
    own = Choice(label=say(language, button.label), data=does)
    return page.add(say(language, button.foot), Style.ITALIC).say((own, none))


def _over(found: Announcement, tally: AnnouncementTally) -> OutboxMessage | None:
    if found.address is None:
        return None
    text = say(found.language, "announce-over") + " " + format_tally_line(found.language, tally)
    return OutboxMessage(
        key=f"announced/{found.id}", address=found.address, saying=Say(text=text), language=found.language
    )


def format_tally_line(language: str, tally: AnnouncementTally) -> str:
    words = {"sent": tally.sent, "waiting": tally.waiting, "failed": tally.failed}
    line = say(language, "announce-figures", **words)
    return f"{line} {say(language, 'announce-unsure', people=tally.unsure)}" if tally.unsure else line
