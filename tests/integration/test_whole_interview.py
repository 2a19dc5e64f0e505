"""Whole life stories: the script to its end, with a model and without; and a talk that went wrong once, held again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from bot.sections import LimitsSection
from core.contracts.messages import Say, SendDocument
from core.contracts.ports import Prompt
from core.contracts.session import EntryKind
from core.documents.transcript import chapter_titles, transcript
from core.interviews.life_story.interview import LifeStory
from core.privacy.facts import Facts
from core.words import say
from tests.fakes.app import OPEN, running
from tests.fakes.deciding import goes_on, whole
from tests.fakes.model import Reply, Respond, ScriptedModel, plain_answer
from tests.fakes.platform import FakePerson

ANSWERS = {
    "en": "Well, that was in the old town by the river, and I was with people whom I knew quite well then, number {n}.",
    "ru": "Ну, это было в старом городе у реки, и рядом были люди, которых хорошо знали все вокруг, номер {n}.",
}
QUOTE = {"en": "in the old town by the river", "ru": "в старом городе у реки"}
READ = {"en": "The town and the river hold the story.", "ru": "В старом городе у реки."}
SKIP = {"en": "Skip", "ru": "Пропустить"}


def _mind(language: str) -> Respond:
    """Goes on to the next question, and reads the telling by quoting it."""

    def respond(prompt: Prompt, schema: type[BaseModel]) -> Reply:
        if prompt.purpose == "decision":
            return goes_on(whole(prompt))
        if prompt.purpose.startswith("reflection-"):
            return {"observations": [{"text": READ[language], "quote": QUOTE[language]}]}
        return plain_answer(prompt, schema)

    return respond


async def _to_the_end(person: FakePerson, language: str) -> list[str]:
    """Answer every question until the outro; the questions."""
    asked: list[str] = []
    while True:
        text = await person.next()
        message = person.received[person.read - 1].saying
        if not isinstance(message, Say) or not any(c.label == SKIP[language] for c in message.choices):
            return asked
        asked.append(text)
        await person.write(ANSWERS[language].format(n=len(asked)))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("offline", [False, True], ids=["model", "offline"])
async def test_the_script_is_asked_to_its_end(language: str, offline: bool) -> None:
    interview = LifeStory()
    script = interview.scripts.speak(language)
    model = ScriptedModel(_mind(language), offline=offline)
    # A life is told here in seconds.
    unhurried = OPEN.model_copy(update={"limits": LimitsSection(messages_per_minute=0)})
    async with running(model=model, kinds={interview.kind: interview}, settings=unhurried) as stage:
        person = stage.platform.person(name="Anna", language=language)
        await person.begin("life-story")
        person.read -= 1  # the first question is answered like all others
        asked = await _to_the_end(person, language)
        await stage.platform.until(lambda: len(person.documents) >= (1 if offline else 2))
    assert len(script.places) >= 104
    assert len(asked) >= len(script.places)
    assert offline or len(set(asked)) == len(asked), "by rules, the same answer brings the same question"
    for place in script.places:
        assert sum(place.question.text in text for text in asked) == 1, place.question.id
    if not offline:
        assert model.calls["decision"] == len(asked)
    transcript = _document(person, "transcript").body.decode()
    for number in range(1, len(asked) + 1):
        assert ANSWERS[language].format(n=number) in transcript
    for chapter in script.chapters:
        assert f"## {chapter.title}" in transcript
    assert any("reflection-" in d.name for d in person.documents) is not offline


def _document(person: FakePerson, name: str) -> SendDocument:
    return next(d for d in person.documents if name in d.name)


async def test_what_is_told_too_early_stands_at_the_beginning() -> None:
    early = "I was born in 1938 in Kazan, in the middle of winter."
    interview = LifeStory()
    async with running(model=ScriptedModel(offline=True), kinds={interview.kind: interview}) as stage:
        person = stage.platform.person()
        for text in ("/start", "Anna", early, "Yes, let us begin."):
            heard = await person.says(text)
        assert say("en", "kept-as-beginning") in heard
        assert "What is the very first thing you remember?" in heard
        await person.says("And the snow, that is what I remember, the snow at the window and nobody else awake.")
        assert "What should I have asked you" in await person.says("/done")
        await person.write("/done")
        await stage.platform.until(lambda: bool(person.documents))
    transcript = _document(person, "transcript").body.decode()
    assert transcript.index("What is the very first thing") < transcript.index(early) < transcript.index("And the snow")


async def test_who_answers_in_another_language_is_spoken_to_in_it_also_after_the_end() -> None:
    interview = LifeStory()
    async with running(model=ScriptedModel(offline=True), kinds={interview.kind: interview}) as stage:
        person = stage.platform.person(language="en")
        await person.begin("life-story")
        await stage.says(person, ANSWERS["ru"].format(n=1), "/done", "/done")
        await stage.platform.until(lambda: bool(person.documents))
        assert await stage.says(person, "Спасибо!") == say("ru", "you-are-welcome")
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
DECISIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        STOVE,
        {"move": "stay", "opened": ["nobody goes to open"], "message": "Who was at the gate?"},
    ),
    (
        BATHHOUSE,
        {
            "move": "stay",
            "disagree": ["born on the 9th of March 1948; born in February 1947"],
            "message": "“This one will live, she is angry”: tell me about one time your mother said that to you.",
        },
    ),
    (
        ROBOT,
        {
            "to_me": ["But why do you ask me all this? Are you a robot?", "Is somebody reading it?"],
            "move": "stay",
            "message": "Yes, a program, not a person; Timur set me up and can read what you write here. I ask so that "
            "your story is kept in your own words. What did she do when she found you behind the shed?",
        },
    ),
    (
        POEM,
        {
            "to_me": ["Write me a poem about the samovar, please, you are a program."],
            "move": "stay",
            "message": "Poems I leave to others, gladly as I would hear one you know. Who else woke when abika lit "
            "the samovar?",
        },
    ),
    (
        SON,
        {
            "to_me": ["Please don't ask about him."],
            "refused": [{"subject": "my son", "kind": "never"}],
            "move": "turn",
            "message": "He stays out of our talk. What happened to your son? What does Aliya ask on Sundays?",
        },
    ),
    (
        SHIP,
        {"move": "stay", "about": "wrong-day", "message": "What did he do when you had said yes?"},
    ),
    (HONEY, {"move": "receive", "message": "One night, and he came back to tell you so."}),
    (
        LIGHT,
        {"move": "easier", "settled": [], "message": "Which of your two birthdays do you keep, with tea and milk?"},
    ),
    (
        MARKET,
        {
            "move": "close",
            "wants": "pause",
            "message": "Thank you for the samovar at five. Next time we could begin with what was on the table.",
            "on_return": "We had come to the tea with milk. What was on the table on a feast day?",
        },
    ),
)


def words() -> ScriptedModel:
    left: Iterator[dict[str, Any]] = iter([decision for _, decision in DECISIONS])

    def respond(prompt: Prompt, _schema: object) -> Reply:
        return next(left) if prompt.purpose == "decision" else {}

    return ScriptedModel(respond)


async def test_the_nurse_is_heard() -> None:
    model = words()
    async with running(kinds={"life-story": LifeStory(facts=Facts(operator="Timur"))}, model=model) as r:
        person = r.platform.person("1", name="Rosa")
        await person.hears(len(person.received))
        await person.begin("life-story")
        for answer, _ in DECISIONS:
            await r.says(person, answer)
        said, whole = person.said, await r.record()
    for _, decision in DECISIONS:
        if "your son" not in decision["message"]:
            assert decision["message"] in said, "nothing of it was spoiled"
    assert "He stays out of our talk. What does Aliya ask on Sundays?" in said
    assert not any("son" in text.split() or "your son" in text for text in said)
    decisions = [prompt.user for prompt in model.prompts if prompt.purpose == "decision"]
    assert all("my son" in user.split("</closed>")[0] for user in decisions[5:]), "shown first, and in every one"
    assert "born on the 9th of March 1948; born in February 1947" in decisions[-1]
    asides = {passage for entry in whole.entries for passage in entry.asides}
    assert "Write me a poem about the samovar, please, you are a program." in asides
    assert "Is somebody reading it?" in asides
    ship = next(entry for entry in whole.entries if entry.text == SHIP)
    after = [entry for entry in whole.entries if entry.seq > ship.seq and entry.kind is not EntryKind.ANSWER]
    assert [entry.question_id for entry in after[:2]] == ["wrong-day", "wrong-day"], "the ship is stayed with"
    assert after[1].kind is EntryKind.ROOM
    assert whole.session.status == "paused"
    story, _, _ = transcript(whole, chapters=CHAPTERS).partition("## Said beside the story")
    assert [line.strip("*") for line in story.splitlines() if line.startswith("*")] == [
        "What is the very first thing you remember?",
        "Who was at the gate?",
        "“This one will live, she is angry”: tell me about one time your mother said that to you.",
        "What did she do when she found you behind the shed?",
        "Who else woke when abika lit the samovar?",
        "What does Aliya ask on Sundays?",
        "What did he do when you had said yes?",
        "One night, and he came back to tell you so.",
        "Which of your two birthdays do you keep, with tea and milk?",
    ], "her daughter reads questions, and nothing about programs, poems, files and goodbyes"
    for beside in ("robot", "poem", "I will not speak", "something light"):
        assert beside not in story
