"""The choice between interviews: what each is, and every way in which people name the one they want."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.config import AccessSection, PodcastSection, Settings
from core.access.gate import Policy
from core.contracts.messages import Say
from core.contracts.turn import Interview
from core.conversation.phases.consent import AGREE
from core.interviews.life_story.interview import LifeStory
from core.interviews.podcast.interview import Podcast
from core.languages import LANGUAGES
from core.languages.messages import say
from core.llm.build import OfflineModel
from tests.fakes.app import OPEN, Running, running
from tests.fakes.platform import FakePerson

BOTH: dict[str, Interview] = {"life-story": LifeStory(), "podcast": Podcast()}
LINKS = say("en", "consent-links")


async def _choosing(r: Running, *, language: str = "en") -> FakePerson:
    """Somebody who has said a name and reads which interviews there are."""
    person = r.platform.person(language=language)
    await person.says("/start")
    await person.presses("Anna")
    return person


def _labels(person: FakePerson) -> list[str]:
    saying = person.received[-1].saying
    return [choice.label for choice in saying.choices] if isinstance(saying, Say) else []


async def _agrees(r: Running, person: FakePerson) -> str:
    await r.handled(person.press(say("en", "button-agree")))
    return person.said[-1]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_is_told_in_a_few_words_above_its_button(language: str) -> None:
    async with running(kinds=BOTH, model=OfflineModel()) as r:
        person = await _choosing(r, language=language)
        scripts = [kind.scripts.speak(language) for kind in BOTH.values()]
        assert person.said[-1].startswith(say(language, "choose-interview", name="Anna"))
        assert all(script.title in person.said[-1] and script.about in person.said[-1] for script in scripts)
        assert all(len(script.about.split()) <= 35 for script in scripts), "somebody has to read this"
        assert _labels(person) == [script.title for script in scripts]


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("1", "My life story"),
        ("My life story.", "My life story"),
        ("my life", "My life story"),
        ("История моей жизни", "My life story"),
        ("2.", "A conversation about a podcast"),
        ("podcast", "A conversation about a podcast"),
        ("Podcast, please!", ""),
        ("подкаст", "A conversation about a podcast"),
        ("the episode", ""),
        ("3", ""),
        ("yes", ""),
        ("in your own words", ""),
    ],
)
async def test_it_may_be_named_in_words(written: str, title: str) -> None:
    """`title`: of the one that is asked about; empty where it cannot be known which one is meant."""
    async with running(kinds=BOTH, model=OfflineModel()) as r:
        person = await _choosing(r)
        told = await r.says(person, written)
        if title:
            assert say("en", "consent-before", name="none", title=title) in told
        else:
            assert told == say("en", "no-session")
            assert _labels(person) == ["My life story", "A conversation about a podcast"]


async def test_who_sends_a_link_wants_to_talk_about_what_is_behind_it() -> None:
    async with running(kinds=BOTH, model=OfflineModel()) as r:
        person = await _choosing(r)
        told = await r.says(person, "http://10.0.0.1/feed.xml, and 3 questions")
        assert "Before we begin with “A conversation about a podcast”" in told
        assert await r.sessions() == []
        await _agrees(r, person)
        assert (await r.sessions())[0].kind == "podcast"
        assert say("en", "source-forbidden") in person.said[-1], "the link was kept"


# --- what they agree to -------------------------------------------------------------------------------------------


async def _asked_about(r: Running, person: FakePerson, kind: str) -> str:
    """What they are asked to agree to; empty where they are not asked."""
    before = len(person.received)
    await r.says(person, f"/interview {kind}")
    asked = [message.saying for message in person.received[before:] if isinstance(message.saying, Say)]
    return next((each.text for each in asked if any(AGREE in choice.data for choice in each.choices)), "")


async def test_of_links_only_those_hear_who_will_send_some() -> None:
    async with running(kinds=BOTH, model=OfflineModel()) as r:
        person = await _choosing(r)
        assert LINKS not in await _asked_about(r, person, "life-story")
        await _agrees(r, person)
        assert LINKS in await _asked_about(r, person, "podcast"), "that they were not told"
        await _agrees(r, person)
        assert await _asked_about(r, person, "life-story") == ""
        assert await _asked_about(r, person, "podcast") == ""


async def test_who_agreed_to_more_is_not_asked_about_less() -> None:
    async with running(kinds=BOTH, model=OfflineModel()) as r:
        person = await _choosing(r)
        await _asked_about(r, person, "podcast")
        await _agrees(r, person)
        assert await _asked_about(r, person, "life-story") == ""
        assert [session.kind for session in await r.sessions()] == ["podcast", "life-story"]


async def test_where_notes_are_copied_they_are_told_at_both_times(tmp_path: Path) -> None:
    copying = Settings(access=AccessSection(policy=Policy.OPEN), podcast=PodcastSection(notes_dir=tmp_path))
    for settings in (copying, OPEN):
        async with running(kinds=BOTH, model=OfflineModel(), settings=settings) as r:
            person = await _choosing(r)
            told = [await _asked_about(r, person, "podcast")]
            await _agrees(r, person)
            told += [await r.says(person, "/privacy"), await r.says(person, "/delete")]
            stays = say("en", "delete-copies-stay", which="all")
            words = (say("en", "consent-copied", which="all"), say("en", "privacy-copied", which="all"), stays)
            assert [each in text for each, text in zip(words, told, strict=True)] == [settings is copying] * 3


async def test_the_life_story_alone_is_begun_as_ever() -> None:
    async with running(kinds={"life-story": LifeStory()}, model=OfflineModel()) as r:
        person = await _choosing(r)
        assert say("en", "consent-before", name="Anna", title="My life story") in person.said[-1]
        assert LINKS not in person.said[-1]
        assert LINKS not in await r.says(person, "/privacy")
