"""Consent: asked once, before the first question, and kept with its text; nothing begins without, no word is lost."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.clock import SystemClock
from bot.config import AccessSection, InterviewsSection, Settings
from core.access.gate import Policy
from core.contracts.messages import Button, Press, Text, encode_button
from core.contracts.session import Status
from core.conversation.phases.consent import AGREE, DECLINE
from core.languages.messages import say
from core.privacy.facts import consent_digest, consent_text
from core.store.schema import consents, mailbox, persons
from core.store.store import Connection
from tests.fakes.app import OPEN, Running, running
from tests.fakes.interview import PlainInterview
from tests.fakes.other_stores import store_at
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.stores import new_database

YES, NO = say("en", "button-agree"), say("en", "button-decline")
KEPT = say("en", "kept-for-later")
AGAIN = say("en", "consent-again", title="Plain en")
DECLINED = say("en", "consent-declined")
STORY = "I was born in Kazan in the winter."
ALLOWED = AccessSection(policy=Policy.OPEN)
STUDY = Settings(access=ALLOWED, interviews=InterviewsSection(consent_text={"en": "Part of the study of 2026."}))


class OtherInterview(PlainInterview):
    kind = "other"


TWO = {"plain": PlainInterview(), "other": OtherInterview()}
_LIVES = itertools.count(1)


def _life(path: str, settings: Settings = OPEN) -> AbstractAsyncContextManager[Running]:
    """The app on a file, while the platform goes on counting from life to life."""
    platform = FakePlatform(SystemClock(), first=1_000 * next(_LIVES))
    return running(store=store_at(path), settings=settings, platform=platform)


async def _asked(r: Running, *, chat: str = "1", language: str = "en") -> FakePerson:
    """Somebody who has just read what they are asked to agree to."""
    person = r.platform.person(chat, language=language)
    await person.says("/start")
    await person.presses("Anna")
    return person


async def _agreements(r: Running) -> list[tuple[str, str, str]]:
    """(digest, language, text) of everything that was agreed to, oldest first."""

    def unit(c: Connection) -> list[tuple[str, str, str]]:
        rows = c.execute(sa.select(consents).order_by(consents.c.id))
        return [(row.digest, row.language, row.text) for row in rows]

    return await r.store.read(unit)


async def _awaits(r: Running) -> str:
    awaits: str = await r.store.read(lambda c: c.execute(sa.select(persons.c.awaits)).scalar_one())
    return awaits


async def _mail(r: Running) -> str:
    """Everything in the mailbox, handled or not, as it lies there."""
    return await r.store.read(lambda c: "\n".join(c.execute(sa.select(mailbox.c.payload)).scalars()))


# --- before they have read it -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["yes", "no"])
async def test_what_was_sent_before_the_question_was_there_is_no_answer_to_it(text: str, r: Running) -> None:
    person = r.platform.person()
    await person.says("/start")
    r.platform.hold.clear()
    await person.press("Anna")
    await r.desk_settled()
    await person.write(text)
    await r.desk_settled()
    r.platform.hold.set()
    await r.settled()
    assert person.said[-1] == AGAIN
    assert await r.sessions() == []
    assert await _agreements(r) == []
    assert "Question 1 in en?" in await r.says(person, "yes")


# --- once, and word for word --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_they_agree_to_a_text_that_is_kept_with_them(language: str) -> None:
    async with running(settings=STUDY) as r:
        person = await _asked(r, language=language)
        facts = r.app.desk._runtime.privacy
        text = consent_text(facts, "", language)
        assert text in person.said[-1]
        assert "Part of the study of 2026." in text
        assert await r.sessions() == []
        assert f"Question 1 in {language}?" in await person.presses(say(language, "button-agree"))
        assert await _agreements(r) == [(consent_digest(facts, ""), language, text)]
        assert await _awaits(r) == ""


async def test_nobody_is_asked_twice_also_not_in_another_language(r: Running, person: FakePerson) -> None:
    assert "Question 1 in en?" in await r.says(person, "/interview plain")
    assert "Question 1 in ru?" in await r.says(person, "/language ru", "/interview plain")
    assert len(await r.sessions()) == 3
    assert len(await _agreements(r)) == 1


async def test_they_are_asked_again_when_what_they_agreed_to_is_not_so_any_more(tmp_path: Path) -> None:
    path = new_database(tmp_path)
    async with _life(path) as r:
        await r.beginning()
    for settings, asked in ((STUDY, True), (STUDY, False), (OPEN, False)):
        async with _life(path, settings) as r:
            person = r.platform.person()
            before = len(await r.sessions())
            await r.says(person, "/interview plain")
            assert (person.labels[0] == YES) == asked
            assert len(await r.sessions()) == before + (not asked)
            if asked:
                assert (await r.sessions())[-1].status is Status.PAUSED, "a yes would be an answer in it"
                await r.handled(person.press(YES))
            assert "Question 1 in en?" in person.said[-1]
            assert len(await _agreements(r)) == 2


async def test_nobody_is_asked_in_the_middle_of_an_interview(tmp_path: Path) -> None:
    path = new_database(tmp_path)
    async with _life(path) as r:
        await r.beginning()
        await r.store.write(_as_by_an_older_version)
    async with _life(path, STUDY) as r:
        person = r.platform.person()
        assert (await r.says(person, "One.")).endswith("Question 2 in en?")
        assert (await r.says(person, "/pause", "/resume")).endswith("Question 2 in en?")
        await r.says(person, "/done", "/interview plain")
        assert person.labels == [YES, NO]


def _as_by_an_older_version(c: Connection) -> None:
    c.execute(persons.update().values(agreed=""))
    c.execute(consents.delete())


async def test_what_has_changed_since_they_were_asked_is_told_before_it_counts(tmp_path: Path) -> None:
    path = new_database(tmp_path)
    async with _life(path) as r:
        await _asked(r)
    answers = (Text(text="yes"), Text(text=STORY), Press(data=encode_button(Button(command="privacy", argument=AGREE))))
    for number, answer in enumerate(answers):
        terms = f"Terms number {number}."
        settings = Settings(access=ALLOWED, interviews=InterviewsSection(consent_text={"en": terms}))
        async with _life(path, settings) as r:
            person = r.platform.person()
            await r.handled(person.tell(answer))
            assert terms in person.said[-1]
            assert (KEPT in person.said[-1]) == (number == 1)
            assert person.labels == [YES, NO]
            assert await r.sessions() == []
            assert await _agreements(r) == []
    async with _life(path, settings) as r:
        assert "Question 1" in await r.says(r.platform.person(), "yes")
        assert terms in (await _agreements(r))[0][2]
        assert await r.told() == [("q1", [STORY])]


async def test_the_question_follows_into_another_language(r: Running) -> None:
    person = await _asked(r)
    await r.says(person, "/language ru")
    assert person.said[-2] == say("ru", "language-now")
    assert say("ru", "consent-question") in person.said[-1]
    assert "Question 1 in ru?" in await r.says(person, "да")
    assert [language for _, language, _ in await _agreements(r)] == ["ru"]


# --- every way in -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["/interview plain", "/start", STORY, "Plain en", "yes"])
async def test_nothing_begins_without_a_yes_whatever_way_they_come(written: str, r: Running) -> None:
    person = await _asked(r)
    await person.press(NO)
    await r.says(person, written)
    assert person.labels == [YES, NO]
    assert await r.sessions() == []
    await r.handled(person.press(YES))
    assert len(await r.sessions()) == 1


async def test_pressing_yes_again_and_again_begins_one_interview(r: Running) -> None:
    person = await _asked(r)
    for _ in range(4):
        await person.press(YES)
    await r.settled()
    await r.handled(person.press(YES))
    assert len(await r.sessions()) == 1
    assert len(await _agreements(r)) == 1
    assert sum("Question 1" in text for text in person.said) == 1
    assert person.said[-1].endswith("Question 1 in en?")


@pytest.mark.parametrize("argument", [AGREE, DECLINE])
async def test_a_button_that_answers_nothing_changes_nothing(argument: str, r: Running, person: FakePerson) -> None:
    await r.says(person, "One.")
    await r.handled(person.tell(Press(data=encode_button(Button(command="privacy", argument=argument)))))
    assert len(await r.sessions()) == 1
    assert await r.told() == [("q1", ["One."]), ("q2", [])]


async def test_yes_in_front_of_nothing_begins_nothing(r: Running) -> None:
    person = r.platform.person()
    await r.handled(person.tell(Press(data=encode_button(Button(command="privacy", argument=AGREE)))))
    assert say("en", "ask-name") in person.said[-1]
    assert await r.sessions() == []


# --- no -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("no", [NO, "no", "Нет, спасибо", "I want to stop"])
async def test_after_a_no_nothing_begins_and_what_was_told_is_gone(no: str, r: Running) -> None:
    person = await _asked(r)
    ref = await person.write(STORY)
    await r.settled()
    await r.handled(person.edit(ref, "I was born in Kazan in the spring."))
    assert "Kazan" in await _mail(r)
    if no == NO:
        await r.handled(person.press(NO))
    else:
        await r.says(person, no)
    assert person.said[-1] == DECLINED
    assert "Kazan" not in await _mail(r)
    assert await _awaits(r) == ""
    assert await r.sessions() == []
    assert "Question 1" in await r.says(person, "/start", "yes")
    assert await r.told() == [("q1", [])]


async def test_who_says_no_to_another_interview_can_go_on_with_the_first(tmp_path: Path) -> None:
    path = new_database(tmp_path)
    async with _life(path) as r:
        person = await r.beginning()
        await r.says(person, "One.")
    async with _life(path, STUDY) as r:
        person = r.platform.person()
        await r.says(person, "/interview plain")
        await r.handled(person.press(NO))
        assert person.said[-1] == DECLINED
        await r.handled(person.press("Continue"))
        assert person.said[-1].endswith("Question 2 in en?")
        assert await r.told() == [("q1", ["One."]), ("q2", [])]


async def test_going_on_with_another_lets_go_of_the_one_asked_about(tmp_path: Path) -> None:
    path = new_database(tmp_path)
    async with _life(path) as r:
        await r.beginning()
    async with _life(path, STUDY) as r:
        person = r.platform.person()
        await r.says(person, "/interview plain", "/resume")
        assert await _awaits(r) == ""
        assert (await r.says(person, "Yes.")).endswith("Question 2 in en?")
        await r.handled(person.press(YES))
        assert len(await r.sessions()) == 1


# --- what is told before the yes ----------------------------------------------------------------------------------


async def test_what_is_told_before_the_yes_stands_mended_at_the_beginning(r: Running) -> None:
    person = await _asked(r)
    first = await person.write("I was born in Kazna in the winter.")
    await r.settled()
    assert person.said[-1] == f"{KEPT}\n\n{AGAIN}"
    assert person.labels == [YES, NO]
    assert await r.says(person, "It snowed.") == f"{say('en', 'kept-too')}\n\n{AGAIN}"
    await r.says(person, "My grandmother told me so, and she was never wrong.")
    await r.handled(person.edit(first, STORY))
    assert await r.sessions() == []
    await r.handled(person.press(YES))
    assert person.said[-1].startswith(say("en", "kept-as-beginning"))
    assert person.said[-1].endswith("Question 1 in en?")
    told = [STORY, "It snowed.", "My grandmother told me so, and she was never wrong."]
    assert await r.told() == [("q1", told)]
    assert (await r.record()).session.counters.answers == 3
    assert (await r.says(person, "And I was the third.")).endswith("Question 2 in en?")
    assert await r.told() == [("q1", [*told, "And I was the third."]), ("q2", [])]


async def test_what_became_a_part_of_the_story_can_still_be_mended(r: Running) -> None:
    person = await _asked(r)
    ref = await person.write("I was born in Kazna in the winter.")
    await r.settled()
    await r.handled(person.press(YES), person.edit(ref, STORY))
    assert await r.told() == [("q1", [STORY])]


async def test_words_that_come_along_with_the_yes_are_not_lost(r: Running) -> None:
    person = await _asked(r)
    await asyncio.gather(person.write(STORY), person.press(YES), person.write("It snowed."))
    await r.settled()
    assert (await r.told())[0] == ("q1", [STORY, "It snowed."])
    assert len(await r.sessions()) == 1


async def test_what_was_told_outlives_a_restart(tmp_path: Path) -> None:
    path = new_database(tmp_path)
    async with _life(path) as r:
        await r.says(await _asked(r), STORY)
    async with _life(path) as r:
        assert "Question 1" in await r.says(r.platform.person(), "да")
        assert await r.told() == [("q1", [STORY])]


async def test_what_is_told_before_an_interview_is_chosen_waits_for_it() -> None:
    async with running(kinds=TWO) as r:
        person = await _asked(r)
        assert await r.says(person, STORY) == f"{KEPT}\n\n{say('en', 'no-session')}"
        assert len(person.labels) == 2
        await r.says(person, "/interview other", "yes")
        assert [s.kind for s in await r.sessions()] == ["other"]
        assert await r.told() == [("q1", [STORY])]


async def test_who_agreed_before_and_begins_to_tell_has_begun(tmp_path: Path) -> None:
    path = new_database(tmp_path)
    async with _life(path) as r:
        await _asked(r)
        facts = r.app.desk._runtime.privacy
        digest = consent_digest(facts, "")
        await r.store.write(lambda c: c.execute(persons.update().values(agreed=digest, awaits="")).close())
        assert "Question 1" in await r.says(r.platform.person(), STORY)
        assert await r.told() == [("q1", [STORY])]


@pytest.mark.parametrize("written", ["What is this?", "1", "Hello", "Plain en", "In 1938.", "/nonsense"])
async def test_a_few_words_are_answered_with_the_question_in_short(written: str, r: Running) -> None:
    person = await _asked(r)
    heard = await r.says(person, written)
    if written != "/nonsense":
        assert heard == AGAIN
        assert person.labels == [YES, NO]
    assert await r.sessions() == []
    assert "Question 1" in await r.says(person, "yes")
    assert await r.told() == [("q1", [])]


@pytest.mark.parametrize("command", ["/skip", "/back", "/undo", "/done", "/pause", "/resume", "/status", "/transcript"])
async def test_no_command_gets_around_the_question(command: str, r: Running) -> None:
    person = await _asked(r)
    await r.says(person, command)
    assert await r.sessions() == []
    assert "Question 1" in await r.says(person, "I agree")


async def test_words_beside_an_interview_that_was_left_answer_what_was_asked(tmp_path: Path) -> None:
    path = new_database(tmp_path)
    async with _life(path) as r:
        await r.beginning()
    async with _life(path, STUDY) as r:
        person = r.platform.person()
        await r.says(person, "/interview plain", STORY)
        assert person.labels[0] == YES
        assert "Question 1" in await r.says(person, "Yes, I agree.")
        assert await r.told(0) == [("q1", [])]
        assert await r.told(1) == [("q1", [STORY])]
