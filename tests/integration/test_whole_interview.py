"""The whole life-story script, question by question to its end: in both languages, with a model and without."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from bot.sections import LimitsSection
from core.contracts.messages import Say, SendDocument
from core.contracts.ports import Prompt
from core.interviews.life_story.interview import LifeStory
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
