"""Transcription: fetch what was spoken, keep it, have it turned into words, and give these to the desk.

The table of recordings is the record of what is to be heard; each step that took time is written down before the next,
so that after a crash nothing is done twice that need not be. One person's recordings are heard one after the other;
people do not wait for each other, but for their turn at the transcriber.
"""

from __future__ import annotations

import asyncio
import errno
import re
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from weakref import WeakValueDictionary

import structlog

from core.contracts.errors import (
    AudioTooLong,
    AudioTruncated,
    AudioUnreadable,
    DeliveryError,
    HearingError,
    HearingFailed,
    LanguageUnheard,
    NoAudio,
    RaconteurError,
    StorageError,
    TooLarge,
    TryLater,
    VoiceAbsent,
    WeightsAbsent,
    loggable_error,
)
from core.contracts.ports import Bell, HearingProgress, Platform, Recognised, Recording, Transcriber
from core.contracts.script import primary_language
from core.contracts.session import Status
from core.conversation.context import Runtime
from core.files.keeping import KeptFiles
from core.languages import LANGUAGES
from core.languages.messages import match_locale, say
from core.store import recording_rows
from core.store.recording_rows import ABSENT, HEARD, LATER, UNHEARD, WAITING, StoredRecording
from core.store.speakers import Circumstances, speaker_circumstances
from core.store.store import Queue, Unit, Wake
from core.timing.clock import Backoff, TimeLimit

log = structlog.get_logger()
ROOM = 200
"""Characters of all names together: what a model is told before it listens must not outweigh what it hears."""
SHORT = 40
"""A note that is no longer than this is a name itself, with what little is said of it."""
_NAME = re.compile(r"[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*)*")


def spelling_hints(name: str, notes: Iterable[str]) -> str:
    """Return the person's name and the names in the values of notes, in the order in which they are given.

    Of a short note all of it, where it begins as a name does; of a longer one the words that are written like names and
    do not begin a sentence.
    """
    found: dict[str, None] = {}
    room = ROOM
    parts = [name]
    for note in notes:
        plain = " ".join(note.split()).rstrip(".")
        if len(plain) <= SHORT and _NAME.fullmatch(plain) and plain[:1].isupper():
            parts.append(plain)
        else:
            parts += [part for sentence in re.split(r"[.!?…]\s+", plain) for part in _within(sentence)]
    for each in parts:
        word = " ".join(each.split())
        if word and word not in found and len(word) + 2 <= room:
            found[word] = None
            room -= len(word) + 2
    return ", ".join(found)


def _within(sentence: str) -> list[str]:
    """Return the names in a sentence: words with a capital that follow one another are one."""
    names: list[str] = []
    going_on = False
    for number, word in enumerate(sentence.split()):
        bare = word.strip(",;:()[]«»“”\"'’")
        capital = number > 0 and bare[:1].isupper() and any(letter.islower() for letter in bare)
        if capital and going_on:
            names[-1] += f" {bare}"
        elif capital:
            names.append(bare)
        going_on = capital and word.endswith(bare)
    return names


DOWNLOADS = 8
"""Files that are fetched at one time."""
DOWNLOAD_SECONDS = 120.0
WAITS = (5.0, 25.0)
"""Seconds between the tries before the person is told that it will take longer."""
AGAIN_AT_MOST = 3600.0
AGAIN = Backoff(first=60.0, longest=AGAIN_AT_MOST, growth=2.0)
"""Until the next try after that."""
MOST = 200
"""Tries; then only the operator has it tried again."""
SOON = 60.0
"""Seconds for which a try is waited for here; what is due later is found by the sweep."""
OVERHEARD = 1_500
"""Characters of what was heard last that are shown while it goes on."""
LONG = 30.0
"""Seconds of speech from which on it is shown how far the listening is."""
_TROUBLES: tuple[tuple[type[RaconteurError], str], ...] = (
    (TooLarge, "too-large"),
    (AudioTooLong, "too-long"),
    (AudioTruncated, "truncated"),
    (NoAudio, "no-audio"),
    (AudioUnreadable, "unreadable"),
    (HearingFailed, "failed"),
    (VoiceAbsent, ABSENT),
    (WeightsAbsent, ABSENT),
    (LanguageUnheard, ABSENT),
)


class _Deleted(Exception):
    """The person has had the recording deleted while it was worked on."""


class Transcription:
    """Serves recording_rows, one call of `drain` for the event of each at a time."""

    def __init__(
        self, runtime: Runtime, platforms: Mapping[str, Platform], transcriber: Transcriber | None, files: KeptFiles
    ) -> None:
        """Without a `transcriber` what was spoken is only fetched and kept."""
        self._runtime = runtime
        self._platforms = platforms
        self._transcriber = transcriber
        self._files = files
        self._downloads = asyncio.Semaphore(DOWNLOADS)
        self._busy = 0
        """How many recordings are heard or wait for that."""
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def adopt(self) -> None:
        """Make due, at the start, what could not be heard because nobody heard, or something was in the way."""
        if self._transcriber is not None:
            now = self._runtime.now()
            await self._runtime.store.write(lambda c: recording_rows.retry_waiting_recordings(c, now=now))

    async def sweep(self) -> list[str]:
        """Return the events whose recordings are due, for a tick to wake."""
        claim, hearing = self._runtime.claim(), self._transcriber is not None
        return await self._runtime.store.read(lambda c: recording_rows.due_recordings(c, claim, hearing=hearing))

    async def drain(self, event_id: str, bell: Bell) -> None:
        """Try one recording until it is settled, or due only much later."""
        while (which := await self._due(event_id)) is not None:
            # One recording of a person at a time; of those that nobody waits for, one among those that do.
            # The locks are kept in names: each lives as long as somebody holds or awaits it.
            behind = self._turns.setdefault(f"{which.person_id}/late", asyncio.Lock())
            turn = self._turns.setdefault(which.person_id, asyncio.Lock())
            async with nullcontext() if which.awaited else behind, turn:
                await self._attempt(which)

    async def _due(self, event_id: str) -> StoredRecording | None:
        """Return the recording when it is due, claimed; None where that is not soon, or another process is at it."""
        while True:
            which = await self._runtime.store.read(lambda c: recording_rows.recording_of_event(c, event_id))
            if which is None or which.due_at is None or which.state == HEARD:
                return None
            if self._transcriber is None and which.state == UNHEARD and which.audio:
                return None
            left = which.due_at - self._runtime.now()
            if left <= 0:
                claim = self._runtime.claim()
                take = partial(recording_rows.take_recording, event_id=event_id, claim=claim)
                return which if claim.holds(which) else await self._runtime.store.write(take)
            if left > SOON:
                return None
            await self._runtime.clock.sleep(left)

    async def words_so_far(self, person_id: str, audio: bytes) -> str:
        """Return the words in the beginning of a recording that is still being spoken.

        Empty where they cannot be heard, and while anything else is heard or waits for that.
        """
        if self._transcriber is None or self._busy:
            return ""
        around = await self._runtime.store.read(lambda c: speaker_circumstances(c, person_id))
        if around is None or self._busy:
            return ""
        self._busy += 1
        try:
            heard = await self._transcriber.hear(replace(self._order(around, audio, person_id), is_partial=True))
        except HearingError:
            return ""
        finally:
            self._busy -= 1
        return heard.text.strip()

    # --- one try --------------------------------------------------------------------------------------------------

    async def _attempt(self, which: StoredRecording) -> None:
        trouble = ""
        if not which.audio:
            # What is over the limits need not be fetched.
            platform = self._platforms.get(which.address.platform)
            if platform is not None and which.size is not None and which.size > platform.capabilities.fetch_limit:
                trouble = "too-large"
            elif which.seconds is not None and which.seconds > self._runtime.voice.max_seconds:
                trouble = "too-long"
        if trouble:
            await self._settle_unheard(which, trouble, due_at=None)
        elif self._transcriber is None:
            await self._keep_for_later(which)
        else:
            self._busy += 1
            try:
                heard, name = await self._hear(which, self._transcriber)
            except _Deleted:
                log.info("recording-deleted-meanwhile")
            except StorageError:
                raise
            except Exception as error:  # noqa: BLE001 - the task's boundary: a mistake must not hold up the person
                await self._not_heard(which, error)
            else:
                await self._heard(which, heard, name)
            finally:
                self._busy -= 1

    async def _hear(self, which: StoredRecording, transcriber: Transcriber) -> tuple[Recognised, str]:
        """Return what was said, and the name of the file. Raises _Deleted, and whatever may go wrong."""
        around = await self._runtime.store.read(lambda c: speaker_circumstances(c, which.person_id))
        if around is None:
            raise _Deleted
        session = around.session
        if session is not None and session.status is Status.ACTIVE and session.language in LANGUAGES:
            language = session.language
        else:
            language = match_locale(around.language)
        platform = self._platforms.get(which.address.platform)
        # Who does not wait for their words is shown no line.
        shown = nullcontext() if platform is None or not which.awaited else platform.listening(which.address)
        async with shown as line:
            if line is not None:
                line.show(_shown(language, which, HearingProgress(ahead=0, done=0.0)))
            name = await self._file_of(which)

            def progress(hearing: HearingProgress) -> None:
                if line is not None:
                    words = hearing.words if platform is not None and platform.capabilities.overhears else ""
                    if len(words) > OVERHEARD:
                        words = f"… {words[-OVERHEARD:].partition(' ')[2]}"
                    line.show(_shown(language, which, hearing) + (f"\n{words}" if words else ""))

            async with self._files.local([name]) as there:
                recording = self._recording(which, around, there.get(name))
                return await transcriber.hear(recording, progress=progress), name

    def _recording(self, which: StoredRecording, around: Circumstances, audio: Path | None) -> Recording:
        if audio is None:
            raise FileNotFoundError(errno.ENOENT, "A recording is gone that was there just now.")
        return replace(self._order(around, audio, which.person_id), declared_seconds=which.seconds)

    def _order(self, around: Circumstances, audio: bytes | Path, person_id: str) -> Recording:
        session = around.session
        language = primary_language(around.language if session is None else session.language)
        first = session is None or session.counters.answers == 0
        return Recording(
            audio=audio,
            person=person_id,
            language=language,
            among=tuple(dict.fromkeys((language, *LANGUAGES))) if first else (),
            names=spelling_hints(around.name, around.notes),
            max_seconds=self._runtime.voice.max_seconds,
        )

    # --- the file -------------------------------------------------------------------------------------------------

    async def _file_of(self, which: StoredRecording) -> str:
        """Fetch the file and return its name. Raises DeliveryError, OSError, _Deleted."""
        if which.audio and await self._files.size(which.audio) is not None:
            return which.audio
        platform = self._platforms.get(which.address.platform)
        if platform is None:
            raise TryLater("The platform that it came from is not served now.")
        kept = False

        async def claim(name: str) -> bool:
            nonlocal kept
            kept = await self._runtime.store.write(lambda c: recording_rows.set_recording_file(c, which, name))
            return kept

        async with self._downloads:
            fetching = platform.fetch(which.file_ref, limit=platform.capabilities.fetch_limit)
            late = partial(TryLater, f"The file did not come within {DOWNLOAD_SECONDS:.0f} s.")
            audio = await TimeLimit(self._runtime.clock, DOWNLOAD_SECONDS, late=late).bound(fetching)
            name = await self._files.put(audio, which.media_type, claim=claim)
        if not kept:
            await self._files.release(self._runtime.store, [name])
            raise _Deleted
        return name

    async def _keep_for_later(self, which: StoredRecording) -> None:
        """Nobody can hear it here: say so at once, and have it here when somebody can, if the platform forgets it."""
        if which.state == WAITING:
            await self._settle_unheard(which, ABSENT, due_at=self._runtime.now() + AGAIN_AT_MOST)
        try:
            await self._file_of(which)
        except _Deleted:
            log.info("recording-deleted-meanwhile")
        except (DeliveryError, OSError) as error:
            log.info("recording-not-fetched", error=loggable_error(error))
            until = None if which.attempts >= MOST else self._runtime.now() + AGAIN_AT_MOST
            await self._runtime.store.write(lambda c: recording_rows.postpone_recording(c, which, until=until))

    # --- what becomes of it ---------------------------------------------------------------------------------------

    async def _heard(self, which: StoredRecording, heard: Recognised, name: str) -> None:
        text = heard.text.strip()
        if not text:
            await self._settle_unheard(which, "silent", due_at=None)
            return
        now, keep = self._runtime.now(), self._runtime.voice.keep_audio
        words = replace(heard, text=text)
        await self._settle(lambda c: recording_rows.save_heard(c, which, words, file=name, keep=keep, now=now))
        if not keep and not heard.doubtful:
            try:
                await self._files.release(self._runtime.store, [name])
            except OSError as error:  # it is found by `tidy`
                log.warning("recording-not-deleted", error=loggable_error(error))

    async def _not_heard(self, which: StoredRecording, error: Exception) -> None:
        trouble = next((trouble for kind, trouble in _TROUBLES if isinstance(error, kind)), LATER)
        tries = which.attempts + 1
        write = log.info if isinstance(error, RaconteurError | OSError) else log.error
        write("not-heard", recording=which.id, trouble=trouble, tries=tries, error=loggable_error(error))
        if trouble == LATER and which.awaited and tries <= len(WAITS):
            until = self._runtime.now() + WAITS[tries - 1]
            await self._runtime.store.write(lambda c: recording_rows.postpone_recording(c, which, until=until))
            return
        due_at = self._runtime.now() + AGAIN_AT_MOST if trouble == ABSENT else None
        if trouble == LATER and tries < MOST:
            due_at = self._runtime.now() + AGAIN.after(max(1, tries - len(WAITS)))
        await self._settle_unheard(which, trouble, due_at=due_at)

    async def _settle_unheard(self, which: StoredRecording, trouble: str, *, due_at: float | None) -> None:
        await self._settle(lambda c: recording_rows.save_unheard(c, which, trouble=trouble, due_at=due_at))

    async def _settle(self, unit: Unit[str | None]) -> None:
        await self._runtime.store.write(
            unit, wake=lambda person_id: [] if person_id is None else [Wake(Queue.DESK, person_id)]
        )


def _shown(language: str, which: StoredRecording, hearing: HearingProgress) -> str:
    long = which.seconds is None or which.seconds > LONG
    percent = str(int(hearing.done * 100)) if long and 0 < hearing.done < 1 else "none"
    return say(language, "voice-listening", ahead=hearing.ahead, percent=percent)
