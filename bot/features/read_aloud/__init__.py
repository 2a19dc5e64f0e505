"""Reading aloud from outside: what speaks, the setup's question about it, and the doctor's check."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from bot.features import AppParts, EntryPoints

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.services import QueueWork
    from core.contracts.findings import Finding
    from core.contracts.ports import Clock, Synthesizer
    from core.contracts.setup_desk import Question

KEPT = "spoken"
"""The folder, in that of the data, of what was spoken lately."""
_WAYS = ("asked", "always", "off")


def build_synthesizer(settings: Settings, clock: Clock) -> Synthesizer | None:
    """Return what speaks the questions. What an earlier start has spoken is deleted, also where nothing speaks now."""
    import structlog

    from core.features.read_aloud.catalogue import installed, missing_packages
    from core.features.read_aloud.kept_sounds import KeptSounds
    from core.features.read_aloud.local_voice import LocalSynthesizer

    log = structlog.get_logger()
    kept = KeptSounds(settings.storage.data_dir / KEPT)
    try:
        kept.clear()
    except OSError as error:
        log.warning("spoken-not-forgotten", error=error.strerror)
    if settings.voice.speak == "off":
        return None
    voices = installed()
    if not voices:
        log.debug("speaking-absent", missing=missing_packages())
        return None
    return LocalSynthesizer(voices, clock=clock, kept=kept)


def _build_queue(parts: AppParts) -> QueueWork:
    from bot.services import QueueWork
    from core.contracts.live_hearing import SpokenQuestions
    from core.features.read_aloud.job import Aloud, QuestionSpeaking
    from core.store.store import Queue

    runtime, aloud = parts.runtime, Aloud(parts.settings.voice.speak)
    speaking = QuestionSpeaking(runtime, parts.platforms, parts.ports, aloud)
    runtime.services[QuestionSpeaking] = runtime.services[SpokenQuestions] = speaking
    return QueueWork(
        room=Queue.SPEAKING,
        drain=speaking.drain,
        find=speaking.sweep,
        wakes_after=speaking.wakes_after,
        tidy=speaking.tidy,
        forget=speaking.forget,
        close=speaking.close,
    )


def _ask_about_voice(settings: Settings, language: str) -> Question | None:
    from core.contracts.setup_desk import Asking, Question
    from core.features.read_aloud.catalogue import installed
    from core.languages.messages import say

    if not installed():
        return None
    return Question(
        name="voice.speak",
        words=say(language, "setup-ask-speak"),
        asking=Asking.CHOICE,
        usual=settings.voice.speak,
        ways=tuple((way, say(language, f"setup-speak-{way}")) for way in _WAYS),
        note=say(language, "setup-speak-why"),
    )


def _examine_voice(settings: Settings, speak: bool) -> AsyncIterator[Finding]:
    from bot.features.read_aloud.examination import examine_speaking

    return examine_speaking(settings, speak=speak)


ENTRY = EntryPoints(
    open_ports=build_synthesizer,
    build_queue=_build_queue,
    in_menu=("voice",),
    privacy="privacy-speaking",
    ask_about_voice=_ask_about_voice,
    examine_voice=_examine_voice,
)
