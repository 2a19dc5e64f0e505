"""Questions spoken: who hears them, what is spoken, and that no word ever waits for its sound."""

from __future__ import annotations

import asyncio

import pytest

from core.contracts.errors import (
    Rejected,
    SoundForbidden,
    SpeakingFailed,
    SpeakingUnavailable,
    TryLater,
    Unreachable,
)
from core.contracts.messages import Outgoing, Press, Say, SendVoice
from core.contracts.session import AloudWish, Status
from core.languages.messages import say
from core.store.schema import documents
from core.store.store import Listener, MemoryStore, Queue
from tests.fakes.app import running, until
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePlatform
from tests.fakes.stores import count
from tests.features.read_aloud.speaking_kit import beginning, forbidding, kept, settings, unsent, voices
from tests.features.read_aloud.synthesizer import FakeSynthesizer

# --- who hears what -----------------------------------------------------------------------------------------------


async def test_a_question_is_followed_by_its_sound_and_nothing_else_is_spoken() -> None:
    synthesizer = FakeSynthesizer()
    async with running(settings=settings(), ports={"read_aloud": synthesizer}) as r:
        person = await beginning(r)
        await r.says(person, "We lived by the river.", "/help", "/transcript")
        assert synthesizer.spoken == [
            ("We begin. Question 1 in en?", "en"),
            ("I see. Question 2 in en?", "en"),
        ]
        for voice in voices(person):
            asked = next(m for m in person.received if m.key == voice.of)
            assert isinstance(asked.saying, Say)
            assert asked.saying.asks
            assert person.received.index(asked) < [m.saying for m in person.received].index(voice)
        assert [voice.seconds for voice in voices(person)] == [2.7, 2.4]


async def test_who_was_not_asked_is_told_once_that_they_need_not_listen() -> None:
    async with running(settings=settings(), ports={"read_aloud": FakeSynthesizer()}) as r:
        person = await beginning(r)
        first = voices(person)[0]
        assert (first.caption, [c.label for c in first.choices]) == (say("en", "aloud-first"), ["Text only"])
        assert (await kept(r)).aloud is AloudWish.TOLD
        await r.says(person, "One.")
        assert (voices(person)[1].caption, voices(person)[1].choices) == ("", ())
        await r.handled(person.tell(_press(first)))
        assert person.said[-1] == say("en", "aloud-off")
        await r.says(person, "Two.")
        assert len(voices(person)) == 2
        assert (await kept(r)).aloud is AloudWish.OFF


class Noticing(MemoryStore):
    """Notes which questions are looked up to be spoken."""

    def __init__(self) -> None:
        super().__init__()
        self.looked_up: list[str] = []

    def on_wake(self, room: str, listener: Listener) -> None:
        def notice(keys: list[str]) -> None:
            self.looked_up.extend(keys)
            listener(keys)

        super().on_wake(room, notice if room is Queue.SPEAKING else listener)


@pytest.mark.parametrize(("wish", "looks"), [("asked", 0), ("off", 0), ("always", 3)])
async def test_who_has_not_asked_to_hear_costs_no_look_into_the_tables(wish: str, looks: int) -> None:
    store = Noticing()
    async with running(settings=settings(wish), ports={"read_aloud": FakeSynthesizer()}, store=store) as r:
        person = await beginning(r)
        await r.says(person, "We lived by the river.", "In a house.")
        assert (len(store.looked_up), len(voices(person))) == (looks, looks)


def _press(voice: SendVoice) -> Press:
    return Press(data=voice.choices[0].data)


async def test_by_default_nothing_is_spoken_until_somebody_asks_for_it() -> None:
    synthesizer = FakeSynthesizer()
    async with running(settings=settings("asked"), ports={"read_aloud": synthesizer}) as r:
        person = await beginning(r)
        other = await beginning(r, "2", "ru")
        assert await r.says(person, "/voice") == say("en", "aloud-is-off")
        assert person.labels == ["Read aloud"]
        await r.handled(person.press("Read aloud"))
        assert person.heard == ["Question 1 in en?"], "the open question, at once"
        assert say("en", "aloud-on-from-here") in person.said[-2]
        assert voices(person)[0].choices == ()
        await r.says(person, "We lived by the river.")
        await r.says(other, "Мы жили у реки.")
        assert person.heard == ["Question 1 in en?", "I see. Question 2 in en?"]
        assert other.heard == []
        assert await r.says(person, "/voice") == say("en", "aloud-is-on")
        assert await r.says(person, "/voice off") == say("en", "aloud-off")
        await r.says(person, "And by the wood.")
        assert len(person.heard) == 2
        told = await r.told()
        assert [answers for _, answers in told[:3]] == [["We lived by the river."], ["And by the wood."], []]


@pytest.mark.parametrize(
    ("language", "written", "wish"),
    [
        ("en", "on", AloudWish.ON),
        ("en", "Yes, please!", AloudWish.ON),
        ("ru", "вкл", AloudWish.ON),
        ("ru", "Включите.", AloudWish.ON),
        ("en", "off", AloudWish.OFF),
        ("en", "no", AloudWish.OFF),
        ("ru", "выключи", AloudWish.OFF),
        ("ru", "нет", AloudWish.OFF),
        ("ru", "текст", AloudWish.OFF),
        ("en", "loud as a train", AloudWish.NONE),
    ],
)
async def test_the_wish_is_understood_as_people_write_it(language: str, written: str, wish: AloudWish) -> None:
    async with running(settings=settings("asked"), ports={"read_aloud": FakeSynthesizer()}) as r:
        person = await beginning(r, language=language)
        said = await r.says(person, f"/voice {written}")
        assert (await kept(r)).aloud is wish
        if wish is AloudWish.NONE:
            assert said == say(language, "aloud-how")
            assert person.labels == ["Read aloud", "Text only"]


async def test_where_nothing_can_speak_the_command_says_so() -> None:
    for speak, synthesizer in (("always", None), ("off", FakeSynthesizer())):
        async with running(settings=settings(speak), ports={"read_aloud": synthesizer}) as r:
            person = await beginning(r)
            assert await r.says(person, "/voice on") == say("en", "aloud-absent")
            assert person.heard == []


async def test_where_nothing_is_heard_the_wish_is_kept_for_elsewhere() -> None:
    class Mute(FakePlatform):
        capabilities = _without_sound()

    platform = Mute(ManualClock())
    async with running(settings=settings(), ports={"read_aloud": FakeSynthesizer()}, platform=platform) as r:
        person = await beginning(r)
        assert await r.says(person, "/voice on") == say("en", "aloud-not-here")
        assert (await kept(r)).aloud is AloudWish.ON
        assert person.heard == []


def _without_sound() -> object:
    from dataclasses import replace

    return replace(FakePlatform.capabilities, speaks=False)


async def test_a_language_without_a_voice_is_only_written() -> None:
    async with running(settings=settings(), ports={"read_aloud": FakeSynthesizer("en")}) as r:
        person = await beginning(r, language="ru")
        assert await r.says(person, "/voice on") == say("ru", "aloud-no-voice")
        await r.says(person, "Мы жили у реки.")
        assert person.heard == []
        assert (await kept(r)).aloud is AloudWish.ON


# --- no word waits ------------------------------------------------------------------------------------------------


async def test_the_words_are_there_while_the_sound_is_still_made() -> None:
    synthesizer = FakeSynthesizer()
    synthesizer.gate.clear()
    async with running(settings=settings(), ports={"read_aloud": synthesizer}) as r:
        person = await r.beginning()
        await until(lambda: len(synthesizer.spoken) == 1)
        await person.write("We lived by the river.")
        assert "Question 2" in await person.next()
        await until(lambda: len(synthesizer.spoken) == 2)
        synthesizer.gate.set()
        await r.settled()
        assert person.heard == ["I see. Question 2 in en?"], "the sound of a question that is over is dropped"


async def test_a_sound_that_was_overtaken_on_its_way_is_dropped() -> None:
    async with running(settings=settings(), ports={"read_aloud": FakeSynthesizer()}) as r:
        held = asyncio.Event()
        sent = r.platform.send

        async def send(message: Outgoing) -> object:
            if isinstance(message.saying, Say) and "Question 1" in message.saying.text:
                receipt = await sent(message)
                r.platform.hold.clear()
                held.set()
                return receipt
            return await sent(message)

        r.platform.send = send  # type: ignore[method-assign, assignment]
        person = await r.beginning()
        await held.wait()
        await person.write("/pause")
        await r.desk_settled()
        r.platform.hold.set()
        await r.settled()
        assert (await r.sessions())[0].status is Status.PAUSED
        assert len(person.heard) <= 1, "at most what was under way already"


@pytest.mark.parametrize("error", [SpeakingFailed("it died"), SpeakingUnavailable("too much")])
async def test_what_cannot_be_spoken_is_read(error: Exception) -> None:
    synthesizer = FakeSynthesizer()
    synthesizer.troubles = [error]  # type: ignore[list-item]
    async with running(settings=settings(), ports={"read_aloud": synthesizer}) as r:
        person = await beginning(r)
        assert person.heard == []
        await r.app.tick()
        await r.settled()
        again = ["We begin. Question 1 in en?"] if error.retryable else []  # type: ignore[attr-defined]
        assert person.heard == again
        await r.says(person, "We lived by the river.")
        assert person.heard == [*again, "I see. Question 2 in en?"]


# --- the platform ---------------------------------------------------------------------------------------------------


async def test_who_takes_no_voice_messages_reads_and_is_not_tried_again() -> None:
    synthesizer = FakeSynthesizer()
    async with running(settings=settings(), ports={"read_aloud": synthesizer}) as r:
        forbidding(SoundForbidden("not here"), platform=r.platform)
        person = await beginning(r)
        assert person.said[-1].endswith("We begin.\n\nQuestion 1 in en?")
        await r.says(person, "One.", "Two.")
        assert person.heard == []
        assert len(synthesizer.spoken) == 1
        assert await unsent(r) == [], "nothing is marked as failed"
        await r.says(person, "/voice on")
        assert person.heard == ["Question 3 in en?"], "they may have changed their settings"


async def test_a_sound_that_is_refused_otherwise_is_dropped_alone() -> None:
    async with running(settings=settings(), ports={"read_aloud": FakeSynthesizer()}) as r:
        forbidding(Rejected("no"), platform=r.platform)
        person = await beginning(r)
        assert person.heard == []
        await r.app.tick()
        await r.settled()
        assert person.heard == []
        await r.says(person, "One.")
        assert person.heard == ["I see. Question 2 in en?"]
        assert await unsent(r) == []
        assert await r.store.read(lambda c: count(c, documents)) == 0, "no sound stays where it was delivered"


async def test_a_sound_waits_as_long_as_it_is_asked_to_and_may_never_come_twice() -> None:
    clock = ManualClock()
    async with running(settings=settings(), ports={"read_aloud": FakeSynthesizer()}, clock=clock) as r:
        forbidding(TryLater("busy", after=30), platform=r.platform)
        person = await r.beginning()
        await clock.sleepers(1)
        clock.advance(31)
        await until(lambda: len(person.heard) == 1)
        forbidding(TryLater("the answer was lost", maybe_delivered=True), platform=r.platform)
        await person.write("One.")
        await until(lambda: "Question 2" in person.said[-1])
        await clock.sleepers(1)
        clock.advance(31)
        await r.settled()
        await r.app.tick()
        await r.settled()
        assert len(person.heard) == 1


async def test_somebody_gone_is_noticed_by_a_sound_too() -> None:
    async with running(settings=settings(), ports={"read_aloud": FakeSynthesizer()}) as r:
        forbidding(Unreachable("gone"), platform=r.platform)
        await beginning(r)
        assert (await r.sessions())[0].status is Status.PAUSED
