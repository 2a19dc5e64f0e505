"""Whatever somebody does: the words are the same with a voice and without, and each question is heard once at most."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.errors import DeliveryError, Rejected, SpeakingError, SpeakingFailed, SpeakingUnavailable, TryLater
from core.contracts.messages import Outgoing, Say, SendVoice
from tests.fakes.app import Running, running
from tests.fakes.effort import tries
from tests.fakes.interview import PlainInterview
from tests.fakes.platform import FakePerson
from tests.features.read_aloud.synthesizer import FakeSynthesizer
from tests.features.read_aloud.test_questions import settings as configured

DEEDS = ("We lived by the river.", "/pause", "/resume", "/skip", "/undo", "/back", "/now", "/status", "tick")
VOICE = ("/voice on", "/voice off", "/voice")
TROUBLES = (SpeakingFailed("it died"), SpeakingUnavailable("too much"))
REFUSALS = (None, None, None, Rejected("no"), TryLater("lost", maybe_delivered=True, after=0.0))


async def _do(r: Running, person: FakePerson, deed: str) -> None:
    await (r.app.tick() if deed == "tick" else person.write(deed))
    await r.settled()


async def _talk(
    deeds: Sequence[str], speak: str, troubles: Sequence[SpeakingError], refusals: Sequence[DeliveryError | None]
) -> tuple[FakePerson, FakeSynthesizer]:
    """What comes of it; what is said about the voice itself is left out where there is none."""
    synthesizer, left = FakeSynthesizer(), list(refusals)
    synthesizer.troubles = list(troubles)
    kinds = {"plain": PlainInterview(questions=30)}
    async with running(settings=configured(speak), ports={"read_aloud": synthesizer}, kinds=kinds) as r:

        def trouble(message: Outgoing) -> DeliveryError | None:
            return left.pop(0) if left and isinstance(message.saying, SendVoice) else None

        r.platform.trouble = trouble
        person = await r.beginning()
        await r.settled()
        for deed in deeds:
            await _do(r, person, deed)
    return person, synthesizer


def _words(person: FakePerson) -> list[str]:
    return [m.saying.text for m in person.received if isinstance(m.saying, Say)]


def _each_is_heard_once_behind_its_words(person: FakePerson) -> None:
    keys = [message.key for message in person.received]
    sounds = [m for m in person.received if isinstance(m.saying, SendVoice)]
    assert max(Counter(keys).values(), default=1) == 1
    for sound in sounds:
        assert isinstance(sound.saying, SendVoice)
        words = person.received[keys.index(sound.saying.of)].saying
        assert isinstance(words, Say)
        assert words.asks
        assert keys.index(sound.saying.of) < keys.index(sound.key)
    of = [m.saying.of for m in sounds if isinstance(m.saying, SendVoice)]
    assert len(set(of)) == len(of)


@settings(max_examples=tries(6, soak=300))
@given(
    deeds=st.lists(st.sampled_from(DEEDS), max_size=8),
    troubles=st.lists(st.sampled_from(TROUBLES), max_size=3),
    refusals=st.lists(st.sampled_from(REFUSALS), max_size=4),
)
def test_the_words_are_the_same_with_a_voice_and_without(
    deeds: list[str], troubles: list[SpeakingError], refusals: list[DeliveryError | None]
) -> None:
    spoken, _ = asyncio.run(_talk(deeds, "always", troubles, refusals))
    written, silent = asyncio.run(_talk(deeds, "off", (), ()))
    assert _words(spoken) == _words(written)
    assert silent.spoken == []
    assert written.heard == []
    _each_is_heard_once_behind_its_words(spoken)


@settings(max_examples=tries(6, soak=300))
@given(deeds=st.lists(st.sampled_from(DEEDS + VOICE * 2), max_size=10))
def test_only_who_wishes_hears_and_no_more_after_they_do_not(deeds: list[str]) -> None:
    person, synthesizer = asyncio.run(_talk(deeds, "asked", (), ()))
    _each_is_heard_once_behind_its_words(person)
    if "/voice on" not in deeds:
        assert synthesizer.spoken == []
    elif "/voice off" not in deeds:
        assert len(person.heard) == len(synthesizer.spoken) > 0 or "/pause" in deeds
