"""Whole life stories: the script to its end, with a model and without; and a talk that went wrong once, held again."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sections import LimitsSection
from core.contracts.messages import Say, SendDocument
from core.contracts.session import EntryKind
from core.documents.transcript import chapter_titles, transcript_markdown
from core.interviews.kind import Operator
from core.interviews.life_story.interview import LifeStory
from core.languages.messages import say
from core.privacy.facts import Facts
from tests.fakes.app import OPEN, running
from tests.fakes.model import ScriptedModel
from tests.fakes.platform import FakePerson

ANSWERS = {
    "en": "Well, that was at the market in our town, with neighbours from our street and their children, number {n}.",
    "ru": "Ну, это было в старом городе у реки, и рядом были люди, которых хорошо знали все вокруг, номер {n}.",
}
SKIP = {"en": "Skip", "ru": "Пропустить"}


async def _to_the_end(person: FakePerson, language: str) -> list[str]:
    """Answer every question until the outro; the questions."""
    asked: list[str] = []
    ways = {SKIP[language], say(language, "button-next")}
    while True:
        text = await person.next()
        message = person.received[person.read - 1].saying
        if not isinstance(message, Say) or not any(c.label in ways for c in message.choices):
            return asked
        asked.append(text)
        await person.write(ANSWERS[language].format(n=len(asked)))


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_without_a_model_the_script_is_asked_to_its_end(language: str) -> None:
    interview = LifeStory()
    script = interview.scripts.speak(language)
    # A life is told here in seconds.
    unhurried = OPEN.model_copy(update={"limits": LimitsSection(messages_per_minute=0)})
    async with running(model=ScriptedModel(offline=True), kinds={"life-story": interview}, settings=unhurried) as stage:
        person = stage.platform.person(name="Anna", language=language)
        await person.begin("life-story")
        person.read -= 1  # the first question is answered like all others
        asked = await _to_the_end(person, language)
        await stage.platform.until(lambda: bool(person.documents))
    assert len(script.places) >= 104
    for place in script.places:
        assert sum(place.question.text in text for text in asked) == 1, place.question.id
    story = _document(person, "transcript").body.decode()
    for number in range(1, len(asked) + 1):
        assert ANSWERS[language].format(n=number) in story
    for chapter in script.chapters:
        assert f"## {chapter.title}" in story
    assert not any("reflection-" in d.name for d in person.documents)


def _document(person: FakePerson, name: str) -> SendDocument:
    return next(d for d in person.documents if name in d.name)


async def test_what_is_told_too_early_stands_at_the_beginning() -> None:
    early = "I was born in 1938 in Kazan, in the middle of winter."
    interview = LifeStory()
    async with running(model=ScriptedModel(offline=True), kinds={interview.kind: interview}) as stage:
        person = stage.platform.person()
        for text in ("/start", "Anna", early, "Yes"):
            heard = await person.says(text)
        assert say("en", "kept-as-beginning") in heard
        assert "What is the very first thing you remember?" in heard
        await person.says("And the snow, that is what I remember, the snow at the window and nobody else awake.")
        assert "What should I have asked you" in await person.says("/done")
        await person.write("/done")
        await stage.platform.until(lambda: bool(person.documents))
    transcript = _document(person, "transcript").body.decode()
    assert transcript.index("What is the very first thing") < transcript.index(early) < transcript.index("And the snow")


async def test_who_answers_in_another_language_is_spoken_to_in_it() -> None:
    interview = LifeStory()
    async with running(model=ScriptedModel(offline=True), kinds={interview.kind: interview}) as stage:
        person = stage.platform.person(language="en")
        await person.begin("life-story")
        await stage.says(person, ANSWERS["ru"].format(n=1), "/done", "/done")
        await stage.platform.until(lambda: bool(person.documents))
        assert await stage.says(person, "Спасибо!") == say("ru", "farewell")
        assert interview.scripts.speak("ru").title in await stage.says(person, "/interview")


# --- a talk that went wrong once: a nurse of 78, her own answers, and an able model's words for each -----------------


STOVE = (
    "I think it is the stove, in our house on Kaban lake side in Kazan. I was maybe three, so it would be 1951, I was "
    "born in 1948, on the 9th of March. My grandmother has her hand on my stomach. Somebody is knocking at the gate, "
    "knocking, and nobody goes to open."
)
BATHHOUSE = (
    "Oh, this is a story! I was born in the bath house, in February 1947, it was the hungry winter, and there was no "
    "doctor, only abika and a candle. The feldsher drank the vodka and said: this one will live, she is angry."
)
ROBOT = (
    "I was eight and I did not get into the choir. I cried behind the shed. But why do you ask me all this? Are you a "
    "robot? Is somebody reading it?"
)
POEM = "Abika got up first, at five. Then the samovar. Write me a poem about the samovar, please, you are a program."
SON = "I have a daughter Aliya in Perm and a son. About my son I will not speak. Please don't ask about him."
SHIP = (
    "I want to tell about the ship Bulgaria. It was the 10th of July 2011. I sat with one father, he had her sandal. "
    "He asked me to smell if it's her. And I smelled it and I said yes. I don't know if it was hers. I have thought "
    "about this yes every day."
)
HONEY = (
    "I told it to Marat at the grave, and Marat says nothing. In 2013 this father found me. He brought a kilogram of "
    "honey. He said: they told me later it was not her sandal. I know. But you gave me one night."
)
LIGHT = "I put it in the tea with milk, and I look at the bottle with mercury. Now ask me something light, please."
MARKET = "I will finish for today, my dear, Timur takes me to the market. You should ask people what they ate."

CHAPTERS = chapter_titles(LifeStory().scripts.speak("en"))
TURNS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    (STOVE, "Who was at the gate?", {"threads": ["nobody goes to open"]}),
    (
        BATHHOUSE,
        "“This one will live, she is angry”: when did your mother say that to you?",
        {"notes": [{"key": "two_ways_birth", "value": "9 March 1948; February 1947", "n": [5]}]},
    ),
    (
        ROBOT,
        "Yes, a program. Timur set me up and can read this. What did she do when she found you behind the shed?",
        {"to_me": ["But why do you ask me all this? Are you a robot?", "Is somebody reading it?"]},
    ),
    (
        POEM,
        "Poems I leave to others. Who else woke when abika lit the samovar?",
        {"to_me": ["Write me a poem about the samovar, please, you are a program."]},
    ),
    (SON, "He stays out of our talk. What does Aliya ask on Sundays?", {"closed": ["my son"]}),
    (SHIP, "What did he do when you had said yes?", {"about": "wrong-day"}),
    (HONEY, "One night, and he came back to tell you so.", {}),
    (LIGHT, "Which of your two birthdays do you keep, with tea and milk?", {}),
    (
        MARKET,
        "Thank you for the samovar at five. Next time we begin with what was on the table.",
        {"wants": "pause", "to_me": [MARKET], "next_time": "what people ate"},
    ),
)


async def test_the_nurse_is_heard() -> None:
    model = ScriptedModel(talk=[text for _, text, _ in TURNS], books=[books for *_, books in TURNS])
    nurse = LifeStory(operator=Operator(facts=Facts(operator="Timur")))
    async with running(kinds={"life-story": nurse}, model=model) as r:
        person = r.platform.person("1", name="Rosa")
        await person.hears(len(person.received))
        await person.begin("life-story")
        for answer, _, _ in TURNS:
            await r.says(person, answer)
        said, whole = person.said, await r.record()
    for _, text, _ in TURNS:
        assert any(text in each for each in said), "every message goes out as it was written"
    notes = [prompt.user for prompt in model.prompts if prompt.purpose == "talk"]
    assert all("my son" in user.partition("<notes>")[2] for user in notes[5:]), "in each from then on"
    ship = next(entry for entry in whole.entries if entry.text == SHIP)
    asked = next(entry for entry in whole.entries if entry.seq == ship.answers)
    assert asked.question_id == "wrong-day", "the answer is found where it belongs"
    assert whole.session.status == "paused"
    assert whole.entries[-2].text == MARKET
    assert whole.entries[-2].kind is EntryKind.REMARK
    told = " ".join(transcript_markdown(whole, chapters=CHAPTERS).replace("*", "").split())
    for entry in whole.entries:
        if entry.kind is EntryKind.ANSWER:
            assert " ".join(entry.text.split()) in told, "what was said to the interviewer, too"


RUSSIAN: tuple[tuple[str, str, dict[str, Any]], ...] = (
    (
        "Я водила башенный кран в Гданьске девятнадцать лет. Один раз он простоял всю ночь.",
        "Что его остановило в ту ночь?",
        {"threads": ["кран простоял всю ночь"]},
    ),
    (
        "Ветер. И внизу стоял Мирек, мой муж, и светил фонарём, чтобы я видела, что он там.",
        "А что он потом об этом говорил?",
        {"notes": [{"key": "husband_name", "value": "Мирек", "n": [4]}], "about": "love"},
    ),
    (
        "Ничего. Про Мирека больше не спрашивайте.",
        "Хорошо. А каким был двор, где вы выросли?",
        {"closed": ["Мирек"], "to_me": ["Про Мирека больше не спрашивайте."]},
    ),
    ("Двор был мощёный, с водокачкой, и зимой мы лили из неё каток.", "Кто выходил на лёд первым?", {}),
)


async def test_a_whole_interview_in_russian() -> None:
    model = ScriptedModel(talk=[text for _, text, _ in RUSSIAN], books=[books for *_, books in RUSSIAN])
    async with running(kinds={"life-story": LifeStory()}, model=model) as r:
        person = r.platform.person("1", name="Галина", language="ru")
        await person.begin("life-story")
        for answer, text, _ in RUSSIAN:
            assert await r.says(person, answer) == text
        assert say("ru", "life-story-parting") in await r.says(person, "/done")
        await r.says(person, "/done")
        await r.platform.until(lambda: bool(person.documents))
        whole = await r.record()
    assert whole.session.status == "completed"
    story = _document(person, "transcript").body.decode()
    for answer, text, _ in RUSSIAN[:-1]:
        assert answer in " ".join(story.replace("*", "").split())
        assert text.removeprefix("Хорошо. ") in story
