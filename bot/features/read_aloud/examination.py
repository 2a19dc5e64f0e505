"""The doctor's check of the voices that read questions aloud."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.config import Settings
from core.contracts.errors import SpeakingError
from core.contracts.findings import Finding, finding_note, finding_ok, finding_wrong
from core.features.read_aloud.catalogue import installed, missing_packages, voice_for
from core.languages import LANGUAGES

WHAT, SAYING = "Speaking", "A spoken word"


async def examine_speaking(settings: Settings, *, speak: bool) -> AsyncIterator[Finding]:
    """Yield each finding. `speak`: a sentence is spoken in each of the bot's languages, which takes some seconds."""
    wish = settings.voice.speak
    if wish == "off":
        yield finding_ok(WHAT, "switched off; questions are only written. voice.speak changes that")
        return
    voices = installed()
    if not voices:
        absent = ", ".join(missing_packages())
        mend = 'run `make voice`, or set voice.speak to "off"'
        yield finding_note(WHAT, f"questions are only written: {absent} must be installed to read them aloud", mend)
        return
    to_whom = "to whoever says /voice on" if wish == "asked" else "to all but those who say /voice off"
    by_language = {language: voice_for(language, voices) for language in LANGUAGES}
    how = ", ".join(f"{language} by {voice.name}" for language, voice in by_language.items() if voice is not None)
    silent = [language for language, voice in by_language.items() if voice is None]
    if silent:
        yield finding_note(WHAT, f"{how or 'nothing'}; nobody speaks {', '.join(silent)}", "run `make voice` again")
    else:
        yield finding_ok(WHAT, f"questions are read aloud {to_whom}: {how}; all of it on this computer")
    if not speak:
        return
    from bot.clock import SystemClock
    from core.features.read_aloud.local_voice import LocalSynthesizer
    from core.languages.messages import say

    clock = SystemClock()
    synthesizer = LocalSynthesizer(voices, clock=clock)
    try:
        for language in (each for each in LANGUAGES if each not in silent):
            await synthesizer.speak("1.", language)  # the voice is loaded with its first word
            began = clock.monotonic()
            speech = await synthesizer.speak(say(language, "aloud-on"), language)
            took = clock.monotonic() - began
            yield finding_ok(
                f"{SAYING} ({language})", f"{speech.seconds:.1f} seconds of speech, made in {took:.1f} seconds"
            )
    except SpeakingError as error:
        yield finding_wrong(SAYING, str(error), "run `make voice` again; until that helps, questions are only written")
    finally:
        await synthesizer.close()
