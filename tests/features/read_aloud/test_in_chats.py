"""A question as a voice message, in Telegram and in Discord, with the real clients."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.contracts.ports import Speech
from tests.fakes.opus import OPUS
from tests.features.read_aloud.synthesizer import FakeSynthesizer
from tests.integration.chats_kit import Stage, discord, telegram


class Humming(FakeSynthesizer):
    """What it gives is what a chat takes for sound."""

    async def speak(self, text: str, language: str) -> Speech:
        return replace(await FakeSynthesizer.speak(self, text, language), audio=OPUS)


@pytest.mark.parametrize("chat", [telegram, discord])
async def test_a_question_is_heard_as_a_voice_message_by_who_asks_for_it(
    chat: Callable[[Path, dict[str, Any]], AbstractAsyncContextManager[Stage]], tmp_path: Path
) -> None:
    async with chat(tmp_path, {"read_aloud": Humming()}) as stage:
        anna = stage.anna
        await stage.begun()
        stage.command("voice")
        assert (await anna.next_message()).labels == ("Read aloud",)
        anna.press("Read aloud")
        again = await anna.next_message()
        assert "What is the very first thing you remember?" in again.text
        sound = await anna.next_message()
        assert (sound.body, sound.seconds > 0, sound.text, sound.labels) == (OPUS, True, "", ())
        anna.send("I remember a pear tree behind the house.")
        assert "pear tree smell" in (await anna.next_message()).text
        assert (await anna.next_message()).body == OPUS
