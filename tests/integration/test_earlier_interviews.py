"""What earlier conversations about podcasts show: told to the next one, shown in /privacy, and forgotten there."""

from __future__ import annotations

import pytest

from core.contracts.messages import Button, Press, encode_button
from core.contracts.session import Status
from core.interviews.podcast.interview import Podcast
from core.languages.messages import say
from core.store.schema import entries
from tests.fakes.app import Running
from tests.fakes.model import ScriptedModel, new_question
from tests.fakes.platform import FakePerson
from tests.fakes.podcasts import ANSWER, does, labels, talking

SCRIPTS = Podcast().scripts
WISH = "shorter questions, please"
TOLD = f"In earlier interviews they wished: {WISH}."


def wishing() -> ScriptedModel:
    """A model whose books note the same wish each time that somebody speaks of questions."""
    return ScriptedModel(
        talk=new_question, books=lambda prompt: {"wishes": [WISH]} if "Shorter questions" in prompt.user else {}
    )


async def held(app: Running, anna: FakePerson, *answers: str, language: str = "en") -> None:
    """Anna begins a conversation about an episode, says this, and ends it."""
    if (await app.sessions())[-1].status is not Status.ACTIVE:
        await anna.write("/interview podcast")
    await does(app, anna, "The Long Walk. A man walks home.", "3", f"[{say(language, 'template-reflective')}]")
    await does(app, anna, *answers, "/done")
    if (await app.sessions())[-1].status is Status.ACTIVE:
        await does(app, anna, "/done")
    assert (await app.sessions())[-1].status is Status.COMPLETED


def newest_prompt(model: ScriptedModel, purpose: str) -> str:
    return [prompt.user for prompt in model.prompts if prompt.purpose == purpose][-1]


def newest_talk(model: ScriptedModel) -> str:
    return newest_prompt(model, "talk")


async def test_the_next_conversation_is_told_and_after_forgetting_it_no_more() -> None:
    model = wishing()
    async with talking(model=model) as (app, anna, _web):
        await held(app, anna, ANSWER.format(n=1), "/skip", f"{ANSWER.format(n=2)} Shorter questions, please.")
        assert "In earlier interviews" not in newest_talk(model)
        await held(app, anna, ANSWER.format(n=3))
        assert TOLD in newest_talk(model)
        assert "How they took questions in earlier interviews: Reflective: " in newest_talk(model)
        assert "1 left unanswered" in newest_talk(model)
        shown = (await does(app, anna, "/privacy"))[-1]
        assert say("en", "earlier-shown", used="yes") in shown
        assert say("en", "earlier-wish", wish=WISH) in shown
        assert labels(anna.received[-1]) == [say("en", "button-forget-earlier")]
        told = await does(app, anna, f"[{say('en', 'button-forget-earlier')}]")
        assert told == [say("en", "earlier-forgotten")]
        assert WISH not in (await does(app, anna, "/privacy"))[-1]
        assert labels(anna.received[-1]) == []
        await held(app, anna, ANSWER.format(n=4))
        assert "In earlier interviews" not in newest_talk(model)
        assert (await app.record()).session.state["wishes"] == [WISH], "the interview itself stays as it was"


async def test_the_notes_name_other_episodes_but_nothing_kept_back() -> None:
    themes = {"themes": [{"name": "patience", "quotes": [ANSWER.format(n=n) for n in range(1, 5)]}]}
    finding = ScriptedModel(lambda prompt, _s: themes if prompt.purpose == "insights" else {}, talk=new_question)
    answers = [ANSWER.format(n=n) for n in range(1, 5)]
    also = "Also when I talked about: The Long Walk"
    async with talking(model=finding) as (app, anna, _web):
        await held(app, anna, *answers)
        assert also not in anna.documents[-1].body.decode()
        assert "earlier_theme" not in newest_prompt(finding, "insights")
        await held(app, anna, *answers)
        assert also in anna.documents[-1].body.decode()
        assert "<earlier_theme>patience</earlier_theme>" in newest_prompt(finding, "insights")
        await keep_everything_back(app)
        await does(app, anna, "/transcript")
        assert also not in anna.documents[-1].body.decode()
        await does(app, anna, "/privacy", f"[{say('en', 'button-forget-earlier')}]")
        await held(app, anna, *answers)
        assert also not in anna.documents[-1].body.decode()
        assert "earlier_theme" not in newest_prompt(finding, "insights")


async def keep_everything_back(app: Running) -> None:
    """All answers of the first conversation are kept out of every document."""
    session = (await app.record()).session
    await app.store.write(
        lambda c: c.execute(entries.update().where(entries.c.session_id == session.id).values(kept_back=True))
    )


async def test_wishes_of_one_person_are_told_to_nobody_else() -> None:
    model = wishing()
    async with talking(model=model) as (app, anna, _web):
        await held(app, anna, f"{ANSWER.format(n=1)} Shorter questions, please.")
        bert = app.platform.person("2")
        await bert.begin("podcast")
        await does(app, bert, "The Short Walk. A man stays.", "3", f"[{say('en', 'template-reflective')}]")
        await does(app, bert, ANSWER.format(n=2))
        assert "In earlier interviews" not in newest_talk(model)
        assert WISH not in (await does(app, bert, "/privacy"))[-1]


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_without_a_model_it_is_shown_and_can_be_forgotten(language: str) -> None:
    async with talking(model=ScriptedModel(offline=True), language=language) as (app, anna, _web):
        await held(app, anna, "/skip", ANSWER.format(n=1), language=language)
        shown = (await does(app, anna, "/privacy"))[-1]
        assert say(language, "earlier-shown", used="no") in shown
        chapter = SCRIPTS.speak(language).chapters[0].title
        assert say(language, "earlier-questions", chapter=chapter, length=1, unanswered=1) in shown
        assert await does(app, anna, f"[{say(language, 'button-forget-earlier')}]") == [
            say(language, "earlier-forgotten")
        ]
        assert chapter not in (await does(app, anna, "/privacy"))[-1]


async def test_only_the_button_forgets_and_pressed_twice_it_says_the_same() -> None:
    async with talking(model=ScriptedModel(offline=True)) as (app, anna, _web):
        await held(app, anna, "/skip", ANSWER.format(n=1))
        await does(app, anna, "/privacy =forget")
        assert say("en", "button-forget-earlier") in labels(anna.received[-1])
        press = Press(data=encode_button(Button(command="privacy", argument="=forget")))
        for _ in range(2):
            await app.handled(anna.tell(press))
            assert anna.said[-1] == say("en", "earlier-forgotten")
