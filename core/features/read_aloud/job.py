"""Questions spoken: behind the words, which it never delays, goes their sound.

It begins when the words were delivered. The tables tell what is still to be spoken: a question that is open and has no
sound. What could not be spoken is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import structlog

from core.contracts.commits import OutboxMessage
from core.contracts.errors import SpeakingError, loggable_error
from core.contracts.messages import SOUND, Address, SendVoice
from core.contracts.ports import Bell, Platform, Speech, Synthesizer
from core.contracts.script import primary_language
from core.contracts.session import AloudWish
from core.conversation.context import Runtime
from core.conversation.draft import command_button
from core.features.read_aloud.aloud import words_to_speak
from core.features.read_aloud.sound_rows import (
    SOUND_KEY,
    SaidQuestion,
    count_erased,
    delivered_question,
    open_question_at,
    put_sound,
    recently_delivered,
)
from core.languages.messages import say
from core.store.outbox import WaitingMessage
from core.store.store import Connection, Queue, Wake

log = structlog.get_logger()
FRESH = 600.0
"""Seconds for which a question that has no sound is looked for: later nobody waits for it any more."""
TALKING = 1_800.0
"""Seconds for which somebody still talks hands free after their page was last heard from."""
_GIVEN_UP = 1_000
"""Keys that are remembered of questions that cannot be spoken."""


class Aloud(StrEnum):
    """When questions are spoken."""

    OFF = "off"
    ASKED = "asked"
    """To whoever has asked for it."""
    ALWAYS = "always"
    """To whoever has not asked for silence."""


class QuestionSpeaking:
    """Serves delivered questions, one call of `drain` for the key of each at a time."""

    def __init__(
        self, runtime: Runtime, platforms: Mapping[str, Platform], synthesizer: Synthesizer | None, aloud: Aloud
    ) -> None:
        """`synthesizer`: None where nothing can speak. `aloud`: what the operator has set."""
        self.aloud = Aloud.OFF if synthesizer is None else aloud
        self._runtime = runtime
        self._platforms = platforms
        self._synthesizer = synthesizer
        self._given_up: dict[str, None] = {}
        self._talking: dict[Address, float] = {}
        """When each chat in which somebody talks hands free was last heard from."""
        self._erased: int | None = None
        self._clear = 0
        """How often what was spoken is still to be forgotten: once more than needed, for what is just being spoken."""

    async def close(self) -> None:
        if self._synthesizer is not None:
            await self._synthesizer.close()

    async def forget(self) -> None:
        """Keep no copy of what was spoken lately. Raises OSError."""
        if self._synthesizer is not None:
            await self._synthesizer.forget()

    def wakes_after(self, waiting: WaitingMessage) -> tuple[Wake, ...]:
        """Return the wake-up for a question that has come to its person, and is to be spoken now."""
        outgoing = waiting.outgoing
        heard = waiting.asks and self._is_heard(outgoing.address, waiting.aloud)
        return (Wake(Queue.SPEAKING, outgoing.key),) if heard else ()

    def speaks(self, language: str) -> bool:
        """Return whether a language can be spoken."""
        return self._synthesizer is not None and primary_language(language) in self._synthesizer.languages

    def is_audible_on(self, platform_name: str) -> bool:
        """Return whether sounds can be heard on a platform."""
        platform = self._platforms.get(platform_name)
        return platform is not None and platform.capabilities.speaks

    async def sweep(self) -> list[str]:
        """Return the keys of questions that a dead process has left unspoken, for a tick to wake."""
        if self._synthesizer is None:
            return []
        since, unasked = self._runtime.now() - FRESH, self.aloud is Aloud.ALWAYS
        found = await self._runtime.store.read(lambda c: recently_delivered(c, since=since, unasked=unasked))
        return [key for key in found if key not in self._given_up]

    async def tidy(self) -> None:
        """Forget what was spoken when somebody has deleted something: their words may be in it. Also at the start."""
        if self._synthesizer is None:
            return
        erased = await self._runtime.store.read(count_erased)
        if erased != self._erased:
            self._erased, self._clear = erased, 2
        if self._clear:
            try:
                await self._synthesizer.forget()
            except OSError as error:
                log.warning("spoken-not-forgotten", error=error.strerror)
            else:
                self._clear -= 1

    async def drain(self, key: str, bell: Bell) -> None:
        """Speak one question, if it is still wanted."""
        synthesizer = self._synthesizer
        said = None if synthesizer is None else await self._runtime.store.read(lambda c: delivered_question(c, key))
        if synthesizer is None or said is None or said.silent or not said.say.asks:
            return
        if not self.speaks(said.spoken) or not self._is_heard(said.address, said.aloud):
            return
        words = words_to_speak(said.say)
        if not words:
            self._give_up(key)
            return
        try:
            speech = await synthesizer.speak(words, said.spoken)
        except SpeakingError as error:
            log.warning("question-not-spoken", error=error.code, reason=str(error))
            if not error.retryable:
                self._give_up(key)
        else:
            await self._put(said, speech)

    def _is_heard(self, address: Address, wish: str) -> bool:
        """Return whether questions are spoken in a chat to somebody with such a wish (`Person.aloud`)."""
        talks = self._talks(address) and wish != AloudWish.OFF
        return self.is_audible_on(address.platform) and (talks or self.is_spoken_to(wish))

    async def begin_talk(self, address: Address) -> bool:
        """Speak to whoever talks hands free in this chat: the open question, and those that follow for a while.

        Return whether they can be spoken.
        """
        if self.aloud is Aloud.OFF or not self.is_audible_on(address.platform):
            return False
        found = await self._runtime.store.read(lambda c: open_question_at(c, address))
        if found is None or not self.speaks(found.spoken) or found.aloud == AloudWish.OFF:
            return False
        self._talking[address] = self._runtime.clock.monotonic()
        await self._runtime.store.write(lambda _: None, wake=[Wake(Queue.SPEAKING, found.key)])
        return True

    def end_talk(self, address: Address) -> None:
        self._talking.pop(address, None)

    def _talks(self, address: Address) -> bool:
        now = self._runtime.clock.monotonic()
        return now - self._talking.get(address, now - TALKING) < TALKING

    def is_spoken_to(self, wish: str) -> bool:
        """Return whether questions are spoken to somebody with such a wish (`Person.aloud`)."""
        match self.aloud:
            case Aloud.ALWAYS:
                return wish != AloudWish.OFF
            case Aloud.ASKED:
                return wish == AloudWish.ON
            case Aloud.OFF:
                return False

    async def _put(self, said: SaidQuestion, speech: Speech) -> None:
        runtime = self._runtime
        tells = said.aloud == AloudWish.NONE and not self._talks(said.address)
        voice = SendVoice(
            of=said.key,
            body=speech.audio,
            seconds=speech.seconds,
            waveform=speech.waveform,
            caption=say(said.language, "aloud-first") if tells else "",
            choices=(
                command_button(said.language, "voice", AloudWish.OFF, label=say(said.language, "button-aloud-off")),
            )
            if tells
            else (),
        )
        letter = OutboxMessage(
            key=f"{said.key}/{SOUND_KEY}",
            address=said.address,
            saying=voice,
            language=said.language,
            session_id=said.session_id,
        )

        async def put(file: str) -> bool:
            def unit(c: Connection) -> bool:
                return put_sound(c, said, letter, now=runtime.now(), file=file, tells=tells)

            wake = Wake(Queue.DELIVERY, str(said.address))
            return await runtime.store.write(unit, wake=lambda there: [wake] if there else [])

        if runtime.audio is None or not runtime.voice.keep_audio:
            await put("")
            return
        try:
            await runtime.audio.put(speech.audio, SOUND, claim=put)
        except OSError as error:
            log.warning("spoken-not-kept", error=loggable_error(error))
            await put("")

    def _give_up(self, key: str) -> None:
        self._given_up[key] = None
        while len(self._given_up) > _GIVEN_UP:
            del self._given_up[next(iter(self._given_up))]
