"""Watching a run: one message in each chat that watches, changed with everything that is said, gone when it is over.

It follows the tables and not the driver, so that it shows runs of any process, and goes on after a restart. Whoever
speaks with the platforms shows them; what another process holds is looked at every two seconds, since a chat bears no
more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, suppress

import structlog

from core.contracts.messages import Address
from core.contracts.ports import Bell, Clock, ListeningLine, Platform
from core.delivery.fitting import replace_surrogates, split_text, utf16_length
from core.documents.readable import remove_invisible
from core.features.chamber.messages import Speaker, Utterance, turn_of
from core.features.chamber.run_endings import run_label
from core.features.chamber.run_reads import Watched, watched_run
from core.features.chamber.runs import ChamberRun
from core.languages.messages import say
from core.store.store import Store
from core.timing.clock import with_timeout

log = structlog.get_logger()
LAST = 8
"""Utterances that are looked at; as many of them are shown as fit."""
LOOK = 2.0
"""Seconds between two looks at a run that another process holds."""
LEAST = 200
"""UTF-16 units of an older utterance that is worth showing in part."""


class Watching:
    """Shows runs, one call of `drain` for each at a time."""

    def __init__(
        self, store: Store, platforms: Mapping[str, Platform], clock: Clock, is_held: Callable[[str], bool]
    ) -> None:
        """`is_held`: whether this process holds a run, and rings with everything that is said in it."""
        self._store = store
        self._platforms = platforms
        self._clock = clock
        self._is_held = is_held

    async def drain(self, run_id: str, bell: Bell) -> None:
        """Show a run to those who watch it, until it does not run any more or nobody does."""
        windows = _Windows(self._platforms)
        try:
            while True:
                bell.clear()
                seen = await self._store.read(lambda c: watched_run(c, run_id, most=LAST))
                if seen is None:
                    return
                await windows.show(seen)
                if self._is_held(run_id):
                    await bell.wait()
                else:
                    with suppress(TimeoutError):
                        await with_timeout(self._clock, LOOK, bell.wait())
        finally:
            await windows.close()


class _Windows:
    """The messages in which one run is shown."""

    def __init__(self, platforms: Mapping[str, Platform]) -> None:
        self._platforms = platforms
        self._open: dict[Address, tuple[AsyncExitStack, ListeningLine]] = {}

    async def show(self, seen: Watched) -> None:
        for address in [each for each in self._open if each not in seen.watchers]:
            await self._close(address)
        for address, language in seen.watchers.items():
            platform = self._platforms.get(address.platform)
            if platform is not None:
                stack, line = self._open.get(address, (None, None))
                if line is None or line.lost:
                    await self._close(address)
                    stack = AsyncExitStack()
                    line = await stack.enter_async_context(platform.listening(address))
                    self._open[address] = stack, line
                # Markdown may take more room than the words.
                line.show(watch_message(seen.run, seen.last, language, platform.capabilities.text_limit * 3 // 4))

    async def close(self) -> None:
        for address in list(self._open):
            await self._close(address)

    async def _close(self, address: Address) -> None:
        if found := self._open.pop(address, None):
            await found[0].aclose()


def watch_message(run: ChamberRun, last: tuple[Utterance, ...], language: str, limit: int) -> str:
    """Say how a run stands, with its newest public words, in `limit` UTF-16 units: the newest whole where they fit."""
    said = last[-1].seq if last else 0
    head = say(language, "chamber-watching", name=run_label(run), turn=turn_of(said), most=run.setup.rules.max_turns)
    left = limit - utf16_length(head)
    shown: list[str] = []
    for utterance in reversed(last):
        who = "prime" if utterance.speaker is Speaker.PRIME else "candidate"
        words = remove_invisible(replace_surrogates(utterance.public.text)).strip()
        text = f"{say(language, f'chamber-file-{who}')}: {words}"
        if (length := utf16_length(text) + 2) > left:
            if not shown or left >= LEAST:
                start, end = split_text(text, max(1, left - 4))[0]
                shown.append(f"{text[start:end]} …")
            break
        left -= length
        shown.append(text)
    return "\n\n".join([head, *reversed(shown)])
