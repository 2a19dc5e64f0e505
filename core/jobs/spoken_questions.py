"""Questions spoken: behind the words, which it never delays, goes their sound.

It begins when the words were delivered. The tables tell what is still to be spoken: a question that is open and has no
sound. What could not be spoken is read.
"""

from __future__ import annotations

from collections.abc import Mapping

import structlog

from core.contracts.commits import OutboxMessage
from core.contracts.errors import SpeakingError, loggable_error
from core.contracts.messages import SOUND, SendVoice
from core.contracts.ports import Bell, Platform, Speech, Synthesizer
from core.contracts.script import primary_language
from core.contracts.session import AloudWish
from core.conversation.rendering import command_button
from core.conversation.runtime import Aloud, Runtime
from core.languages.messages import say
from core.speaking.aloud import words_to_speak
from core.store.sound_rows import (
    SOUND_KEY,
    SaidQuestion,
    count_erased,
    delivered_question,
    put_sound,
    recently_delivered,
)
from core.store.store import Connection, Queue, Wake

log = structlog.get_logger()
FRESH = 600.0
"""Seconds for which a question that has no sound is looked for: later nobody waits for it any more."""
_GIVEN_UP = 1_000
"""Keys that are remembered of questions that cannot be spoken."""


class QuestionSpeaking:
    """Serves delivered questions, one call of `drain` for the key of each at a time."""

    def __init__(self, runtime: Runtime, platforms: Mapping[str, Platform], synthesizer: Synthesizer | None) -> None:
        self._runtime = runtime
        self._platforms = platforms
        self._synthesizer = synthesizer
        self._given_up: dict[str, None] = {}
        self._erased: int | None = None
        self._clear = 0
        """How often what was spoken is still to be forgotten: once more than needed, for what is just being spoken."""

    async def close(self) -> None:
        if self._synthesizer is not None:
            await self._synthesizer.close()

    async def sweep(self) -> list[str]:
        """Return the keys of questions that a dead process has left unspoken, for a tick to wake."""
        if self._synthesizer is None:
            return []
        since, unasked = self._runtime.now() - FRESH, self._runtime.voice.speak is Aloud.ALWAYS
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
        speakable = primary_language(said.spoken) in synthesizer.languages
        if not speakable or not self.is_heard(said.address.platform, said.aloud):
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

    def is_heard(self, platform_name: str, aloud: str) -> bool:
        """Return whether questions are spoken on a platform to somebody with such a wish (`Person.aloud`)."""
        platform = self._platforms.get(platform_name)
        if self._synthesizer is None or platform is None or not platform.capabilities.speaks:
            return False
        match self._runtime.voice.speak:
            case Aloud.ALWAYS:
                return aloud != AloudWish.OFF
            case Aloud.ASKED:
                return aloud == AloudWish.ON
            case Aloud.OFF:
                return False

    async def _put(self, said: SaidQuestion, speech: Speech) -> None:
        runtime = self._runtime
        tells = said.aloud == AloudWish.NONE
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
