"""The first hello: greeting, name, language, and the way into an interview."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.clock import SystemClock
from bot.config import AccessSection, Settings
from core.access.gate import Policy
from core.contracts.messages import NOTHING_ASKED, Press, Progress, Say
from core.contracts.session import Stage, Status
from core.conversation.phases.new import clean_name
from core.interviews.life_story.interview import LifeStory
from core.languages.messages import say
from core.llm.build import OfflineModel
from tests.fakes.app import Running, running
from tests.fakes.interview import PlainInterview
from tests.fakes.platform import FakePerson, FakePlatform

AGREE = say("en", "button-agree")


class OtherInterview(PlainInterview):
    kind = "other"


async def _greeted(r: Running, *, name: str = "Anna", language: str = "en") -> FakePerson:
    person = r.platform.person(name=name, language=language)
    await person.says("/start")
    return person


async def _known(r: Running) -> tuple[str, Stage]:
    """What the only person is called, and how well they are known."""
    await r.beginning()
    person = (await r.record()).person
    return person.name, person.stage


# --- greeting -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "first"), [("en", "Hello."), ("ru-RU", "Здравствуйте."), ("xx", "Hello.")])
async def test_the_greeting_says_who_this_is_and_asks_for_a_name(language: str, first: str, r: Running) -> None:
    person = await _greeted(r, language=language)
    assert person.said[0].startswith(first)
    assert say(language, "ask-name") in person.said[0]
    assert person.labels == ["Anna", say(language, "button-no-name")]


@pytest.mark.parametrize("hello", ["Hello", "hi!", "Good evening.", "Здравствуйте!", "Привет"])
async def test_somebody_new_who_only_says_hello_is_greeted_too(hello: str, r: Running) -> None:
    person = r.platform.person()
    assert say("en", "ask-name") in await person.says(hello)
    assert "Anna" in await person.says("Anna")


@pytest.mark.parametrize("name", ["", "🌸", "   ", "\u200b", "x" * 80])
async def test_a_name_that_cannot_be_said_is_not_offered(name: str, r: Running) -> None:
    person = await _greeted(r, name=name)
    assert person.labels == [say("en", "button-no-name")]


# --- the name -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Anna", "Anna"),
        ("anna.", "anna"),
        ("My name is Anna", "Anna"),
        ("my name's Anna!", "Anna"),
        ("I'm Anna", "Anna"),
        ("I’m Anna", "Anna"),
        ("I am Anna Maria Schmidt", "Anna Maria Schmidt"),
        ("Please call me Anna, thank you", "Anna"),
        ("You can call me Anna", "Anna"),
        ("Hello, I'm Anna", "Anna"),
        ("Good morning! My name is Anna.", "Anna"),
        ("It's Anna", "Anna"),
        ("just Anna", "Anna"),
        ("Dr. Anna O’Neill-Smith", "Dr. Anna O’Neill-Smith"),
        ("«Анна»", "Анна"),
        ("Анна Петровна", "Анна Петровна"),
        ("Зовите меня Анна Петровна", "Анна Петровна"),
        ("Можете звать меня Анна", "Анна"),
        ("Меня зовут Пётр.", "Пётр"),
        ("Здравствуйте, меня зовут Пётр", "Пётр"),
        ("Я Мария", "Мария"),
        ("просто Мария", "Мария"),
        ("Яна", "Яна"),
        ("Имани", "Имани"),
        ("An\nna", "An na"),
        ("安娜", "安娜"),
        ("{ $name } %s {0}", "{ $name } %s {0}"),
        ("Robert'); DROP TABLE persons;--", "Robert'); DROP TABLE persons;--"),
    ],
)
def test_a_name_is_found_in_what_people_write(written: str, name: str) -> None:
    assert clean_name(written) == name


@pytest.mark.parametrize("written", ["Hello, I'm Anna", "Меня зовут Anna"])
async def test_the_name_is_used_and_kept(written: str, r: Running) -> None:
    person = await _greeted(r)
    assert (await person.says(written)).startswith("Thank you, Anna.")
    assert await _known(r) == ("Anna", Stage.KNOWN)


@pytest.mark.parametrize(
    "written",
    [
        "🌸🌸",
        "...",
        "x" * 61,
        "I was born in a small village by the river in 1938",
        "What is this?",
        "Who are you?",
        "А вы кто?",
        "12345",
    ],
)
def test_what_can_be_no_name_is_none(written: str) -> None:
    assert clean_name(written) == ""


async def test_what_can_be_no_name_is_asked_again(r: Running) -> None:
    person = await _greeted(r)
    for written in ("🌸🌸", "x" * 61, "What do you want from me, please?"):
        assert await person.says(written) == say("en", "ask-name-again")
        assert person.labels == ["Anna", say("en", "button-no-name")]
    assert (await person.says("Anna")).startswith("Thank you, Anna.")


async def test_a_story_in_place_of_a_name_is_kept(r: Running) -> None:
    person = await _greeted(r)
    stories = ["I was born in a small village by the river in 1938.", "My mother was alone with all of us."]
    for story, kept in zip(stories, ("kept-for-later", "kept-too"), strict=True):
        assert await person.says(story) == "\n\n".join((say("en", kept), say("en", "ask-name-again")))
    await person.presses("Anna")
    await r.handled(person.press(AGREE))
    assert await r.told() == [("q1", stories)]


@pytest.mark.parametrize("first", ["Hello again", "It's me", "Здравствуйте, это снова я", "Anna", "Are you there"])
async def test_nobody_is_called_by_words_that_came_before_the_greeting(first: str, r: Running) -> None:
    person = r.platform.person()
    assert say("en", "ask-name") in await person.says(first)


async def test_what_is_told_before_the_greeting_is_kept(r: Running) -> None:
    person = r.platform.person()
    assert say("en", "kept-for-later") in await person.says("I was born in a small village by the river in 1938.")
    await person.presses("Anna")
    await r.handled(person.press(AGREE))
    assert await r.told() == [("q1", ["I was born in a small village by the river in 1938."])]


@pytest.mark.parametrize(("label", "name"), [("Anna", "Anna"), ("I'd rather not say", "")])
async def test_a_name_by_button(label: str, name: str, r: Running) -> None:
    person = await _greeted(r)
    assert (await person.presses(label)).startswith("Thank you, Anna." if name else "Before we begin")
    assert await _known(r) == (name, Stage.KNOWN)


async def test_a_forged_name_button_names_nobody(r: Running) -> None:
    person = await _greeted(r)
    await person.tell(Press(data="name~hacker"))
    await person.next()
    assert await _known(r) == ("", Stage.KNOWN)


async def test_the_name_can_be_changed_at_any_time(r: Running, person: FakePerson) -> None:
    assert await person.says("/name Anna Petrovna") == say("en", "name-kept", name="Anna Petrovna")
    assert "/name" in await person.says("/name")
    assert await person.says("/name 🌸") == say("en", "how-to-name")
    whole = await r.record()
    assert (whole.person.name, whole.session.counters.answers) == ("Anna Petrovna", 0)


# --- choosing an interview ----------------------------------------------------------------------------------------


async def test_there_is_one_button_for_each_interview() -> None:
    kinds = {"plain": PlainInterview(), "other": OtherInterview()}
    async with running(kinds=kinds) as r:
        person = await _greeted(r)
        assert await person.says("Anna") == say("en", "choose-interview", name="Anna")
        saying = person.received[-1].saying
        assert isinstance(saying, Say)
        assert [c.data for c in saying.choices] == ["interview~plain", "interview~other"]
        await person.tell(Press(data="interview~other"))
        await person.next()
        assert "Question 1 in en?" in await person.presses(AGREE)
        assert [s.kind for s in await r.sessions()] == ["other"]


async def test_the_first_question_comes_with_the_opening(r: Running) -> None:
    person = await _greeted(r, language="ru")
    await person.presses("Anna")
    assert await person.presses("Да, начнём") == "Вопрос 1 примерно из 5\n\nWe begin.\n\nQuestion 1 in ru?"
    assert person.labels == ["Пропустить"]


@pytest.mark.parametrize("written", ["/interview", "/interview nonsense", "/interview {0}"])
async def test_which_interviews_there_are(written: str, r: Running) -> None:
    person = r.platform.person()
    await person.says(written)
    assert person.labels == ["Plain en"]
    assert await r.sessions() == []


async def test_somebody_who_begins_to_tell_is_taken_at_their_word(r: Running) -> None:
    person = await _greeted(r)
    await person.says("Anna")
    await asyncio.gather(person.write("I was born in 1938."), person.write("In the spring."))
    await r.settled()
    await r.handled(person.press(AGREE))
    assert say("en", "kept-as-beginning") in person.said[-1]
    assert "Question 1 in en?" in person.said[-1]
    assert await r.told() == [("q1", ["I was born in 1938.", "In the spring."])]


async def test_before_another_is_begun_they_hear_what_becomes_of_the_first(person: FakePerson) -> None:
    assert say("en", "interview-kept", title="Plain en") in await person.says("/interview")


async def test_somebody_new_who_names_an_interview_is_greeted_first() -> None:
    async with running(kinds={"plain": PlainInterview(), "other": OtherInterview()}) as r:
        person = r.platform.person()
        assert say("en", "ask-name") in await person.says("/start other")
        assert say("en", "consent-question") in await person.says("Anna")
        await r.handled(person.press(AGREE))
        assert [s.kind for s in await r.sessions()] == ["other"]


async def test_naming_the_interview_that_they_are_amid_begins_no_second_one() -> None:
    async with running(kinds={"plain": PlainInterview(), "other": OtherInterview()}) as r:
        person = await r.beginning()
        assert await person.says("/start plain") == say("en", "in-the-middle", title="Plain en")
        await person.says("/start other")
        assert [(s.kind, s.status) for s in await r.sessions()] == [
            ("plain", Status.PAUSED),
            ("other", Status.ACTIVE),
        ]


# --- /start in each state -----------------------------------------------------------------------------------------


async def _start(person: FakePerson) -> tuple[str, list[str]]:
    return await person.says("/start"), person.labels


async def test_start_in_each_state(r: Running) -> None:
    person = await _greeted(r)
    assert say("en", "ask-name") in (await _start(person))[0]
    await person.presses("Anna")
    text, labels = await _start(person)
    assert text.startswith("Before we begin with “Plain en”:")
    assert labels == [AGREE, say("en", "button-decline")]
    await person.presses(AGREE)
    place: dict[str, str | int | float] = {"title": "Plain en", "done": 1, "total": 5}
    assert await _start(person) == (say("en", "in-the-middle", **place), ["Continue", "Finish"])
    await person.says("/pause")
    assert await _start(person) == (say("en", "was-paused", **place), ["Continue", "Start a new one"])
    await person.presses("Continue")
    await person.write("/done")
    await person.hears(5)
    assert await _start(person) == (say("en", "was-completed", **place), ["Continue", "Start a new one"])
    assert "Question 1 in en?" in await person.presses("Start a new one")
    assert [s.status for s in await r.sessions()] == [Status.COMPLETED, Status.ACTIVE]


# --- courtesy -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["Thank you!", "Good night.", "bye", "👋"])
@pytest.mark.parametrize("left", ["/pause", "/done"])
async def test_without_a_model_thanks_and_goodbyes_are_answered(left: str, written: str) -> None:
    async with running(model=OfflineModel()) as r:
        person = await r.beginning()
        await r.says(person, "One.", left)
        status = (await r.sessions())[0].status
        assert await r.says(person, written) == say("en", "farewell")
        assert (await r.sessions())[0].status is status
        assert (await r.told())[:2] == [("q1", ["One."]), ("q2", [])]


@pytest.mark.parametrize("written", ["dear", "and", "ok", "Good night was what she always said.", "Спасибо деду."])
async def test_what_is_more_or_less_than_a_goodbye_is_an_answer(written: str, r: Running, person: FakePerson) -> None:
    await r.says(person, "/pause", written)
    assert (await r.told())[0] == ("q1", [written])


async def test_a_hello_after_the_end_is_met_with_the_ways_to_go_on() -> None:
    async with running(model=OfflineModel()) as r:
        person = await r.beginning()
        await r.says(person, "/done", "Hello!")
        assert person.said[-1] == say("en", "was-completed", title="Plain en")
        assert person.labels == ["Continue", "Start a new one"]


# --- language -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["/language ru", "/language Русский", "/language РУССКИЙ"])
async def test_another_language_by_command(written: str, person: FakePerson) -> None:
    assert await person.says(written) == say("ru", "language-now")
    assert (await person.says("Ответ.")).endswith("Question 2 in ru?")
    assert "примерно" in await person.says("/status")


async def test_after_the_end_another_language_is_spoken_from_its_first_words_on(r: Running, person: FakePerson) -> None:
    await r.says(person, "/done", "/language ru")
    assert person.said[-1] == say("ru", "language-now")
    assert r.platform.sent[-1].language == "ru"


async def test_another_language_by_button(person: FakePerson) -> None:
    assert await person.says("/language") == say("en", "choose-language")
    assert person.labels == ["Deutsch", "English", "Español", "Русский"]
    assert await person.presses("Русский") == say("ru", "language-now")


async def test_an_unknown_language_names_those_that_there_are(r: Running) -> None:
    person = r.platform.person()
    assert "Deutsch, English, Español, Русский" in await person.says("/language klingon")


async def test_a_paused_interview_goes_on_in_the_language_chosen_meanwhile(person: FakePerson) -> None:
    await person.write("/pause")
    await person.write("/language ru")
    await person.write("/resume")
    await person.hears(2)
    assert "С возвращением" in await person.next()


@pytest.mark.parametrize(
    ("carrier", "admins", "told"), [("Post", (), False), ("Post", ("fake:1",), True), ("", (), False)]
)
async def test_only_who_runs_it_is_told_how_a_model_is_set_up(
    carrier: str, admins: tuple[str, ...], told: bool
) -> None:
    settings = Settings(access=AccessSection(policy=Policy.OPEN, admins=admins))
    platform = FakePlatform(SystemClock())
    platform.capabilities = replace(platform.capabilities, carrier=carrier)
    kinds = {"life-story": LifeStory()}
    async with running(settings=settings, kinds=kinds, model=OfflineModel(), platform=platform) as app:
        anna = app.platform.person("1")
        await anna.begin("life-story")
        assert any(say("en", "interview-offline") in text for text in anna.said)
        assert any("raconteur setup" in text for text in anna.said) is told


# --- how far it is, on a page -------------------------------------------------------------------------------------


async def test_how_far_one_was_is_not_shown_beside_the_next_ones_beginning() -> None:
    kinds = {"plain": PlainInterview(), "other": OtherInterview()}
    async with running(kinds=kinds) as r:
        person = await r.beginning()
        await r.says(person, "/status")
        assert courses(person)[-1] is None
        await r.says(person, "/done")
        await r.says(person, "/interview")
        assert courses(person)[-2:] == [NOTHING_ASKED] * 2


def courses(person: FakePerson) -> list[Progress | None]:
    return [out.saying.course for out in person.received if isinstance(out.saying, Say)]
