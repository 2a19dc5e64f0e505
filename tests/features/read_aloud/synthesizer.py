"""A `Synthesizer` whose sound is the words themselves."""

from __future__ import annotations

import asyncio

from core.contracts.errors import LanguageUnspoken, SpeakingError
from core.contracts.ports import Speech


class FakeSynthesizer:
    """Speaks at once, unless `gate` is closed."""

    def __init__(self, *languages: str) -> None:
        self.languages = frozenset(languages or ("en", "ru"))
        self.spoken: list[tuple[str, str]] = []
        """(text, language) of everything that was asked for."""
        self.troubles: list[SpeakingError] = []
        """What goes wrong, the first time, the second time..."""
        self.gate = asyncio.Event()
        self.gate.set()
        self.forgotten = 0
        self.closed = False

    async def speak(self, text: str, language: str) -> Speech:
        self.spoken.append((text, language))
        await self.gate.wait()
        if self.troubles:
            raise self.troubles.pop(0)
        if language not in self.languages:
            raise LanguageUnspoken(language)
        return Speech(audio=text.encode(), seconds=len(text) / 10, waveform=b"\x01\xff")

    async def forget(self) -> None:
        self.forgotten += 1

    async def close(self) -> None:
        self.closed = True
