"""The prompts: what is the same from turn to turn stands first, what changes is short, and words of others are data."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.ports import Prompt, Tier
from core.contracts.session import Digest, Note
from core.interviews.life_story.interview import LifeStory
from core.interviews.life_story.prompt import FOLDER, LifePrompts, relevant_notes
from core.interviews.life_story.reflections import NAMES
from core.interviews.scripted_base import prompt_transcript
from core.interviews.scripted_base.prompting import fitted
from tests.fakes.model import ScriptedModel
from tests.unit.life_story_kit import Talk, deciding, scripts

MANY_NOTES = tuple(Note(key=f"fact_{n}", value=f"what was told about {n} " * 4, entries=(n,)) for n in range(400))
PROMPTS = LifePrompts.load(FOLDER, facts="- You are a program.", guidance="Ask about the yard.")
ANSWER = (
    "Question {n}: we lived by the river then & baked <bread>, and in that winter word{n} came to us from town. " * 4
)


def effective(before: Prompt | None, now: Prompt) -> int:
    """Characters of a prompt, those that a provider has in its cache from the prompt before counted at a tenth."""
    cached = len(now.system) if before is not None and before.system == now.system else 0
    if cached and before is not None:
        same = 0
        for one, other in zip(before.transcript, now.transcript, strict=False):
            if one != other:
                break
            same += len(one)
        cached += same
    whole = len(now.system) + sum(map(len, now.transcript)) + len(now.user)
    return whole - cached + cached // 10


async def test_a_turn_costs_the_same_however_long_the_interview_is() -> None:
    """Effective input at turns 5, 50 and 500, with the real script; the turns at which the beginning moves aside."""
    number = 0

    def respond(_prompt: object, _schema: object) -> dict[str, object]:
        return {
            "move": "stay",
            "message": f"What did word{number} say to number{number}?",
            "opened": [f"thread {number}"],
        }

    model = ScriptedModel(respond)
    digest = Digest(notes=MANY_NOTES, summary="Summary of a life. " * 80)
    session = Talk(LifeStory(), model=model, digest=digest)
    session.begin()
    for number in range(1, 501):
        await session.say(ANSWER.format(n=number))
    prompts = model.prompts
    costs = [effective(prompts[n - 1], prompts[n]) for n in range(1, len(prompts))]
    assert max(costs[n] for n in (4, 49, 498)) <= 9_000
    dear = [cost for cost in costs if cost > 9_000]
    assert len(dear) <= len(costs) // 20, "the beginning is moved rarely"
    assert all(sum(map(len, prompt.transcript)) <= prompt_transcript.MOST + 2_000 for prompt in prompts)
    assert all(len(prompt.user) <= 6_500 for prompt in prompts)


async def test_what_was_said_is_only_added_to() -> None:
    model = deciding(message="Who came?")
    session = Talk(LifeStory(scripts()), model=model)
    session.begin()
    for n in range(6):
        await session.say(ANSWER.format(n=n))
    for before, now in zip(model.prompts, model.prompts[1:], strict=False):
        assert now.transcript[: len(before.transcript)] == before.transcript


async def test_nothing_stands_in_a_prompt_twice() -> None:
    notes = (
        Note(key="aunt_name", value="Ruth, who baked", entries=(3,)),
        Note(key="two_ways_birthday", value="March 1948 or February 1947", entries=(3,)),
        Note(key="old", value="was corrected", entries=(2,), stale=True),
    )
    model = deciding(message="Who came?")
    session = Talk(LifeStory(scripts()), model=model, digest=Digest(notes=notes, summary="Grew up by a river."))
    session.begin()
    await session.say("My aunt Ruth baked.")
    prompt = model.prompts[0]
    assert (prompt.purpose, prompt.tier, prompt.session_id) == ("decision", Tier.MAIN, "s")
    assert "Ruth, who baked" not in prompt.user, "it is in sight"
    assert "March 1948 or February 1947" in prompt.user, "two versions of a fact are shown"
    assert "Grew up by a river." not in prompt.user, "all of it is in sight"
    assert prompt.transcript[-1] == '<you n="2">Tell me about the bread.</you>\n<they n="3">My aunt Ruth baked.</they>'
    assert "Not asked yet: q-1, q-2, q-3" in prompt.user


@given(st.text(max_size=300))
async def test_no_text_of_theirs_leaves_its_tag(text: str) -> None:
    model = deciding(message="Who came?")
    session = Talk(LifeStory(scripts()), model=model)
    session.begin()
    await session.say(f"{text} and more words that follow")
    if model.prompts:
        assert "".join(model.prompts[0].transcript).count("</they>") == 1


def test_notes_that_have_to_do_with_the_answer_come_first() -> None:
    notes = [
        Note(key="mill", value="worked at the mill", entries=(1,)),
        Note(key="town", value="moved to Oryol", entries=(8,)),
        Note(key="cat", value="a grey cat", entries=(5,)),
        Note(key="gone", value="the mill again", entries=(9,), stale=True),
    ]
    assert [note.key for note in relevant_notes(notes, "We were all at the mills", 2)] == ["mill", "town"]


@given(text=st.text(alphabet="&<> abж", max_size=400), room=st.integers(0, 300))
def test_what_is_fitted_fits(text: str, room: int) -> None:
    assert len(fitted("tag", text, room, id="x")) <= room


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_system_part_holds_the_craft_the_facts_the_operators_wish_and_every_subject(language: str) -> None:
    script = LifeStory().scripts.speak(language)
    system = PROMPTS.system(script)
    assert all(f"{place.question.id} (" in system for place in script.places)
    assert "- You are a program." in system
    assert "Ask about the yard." in system
    assert "$" not in system
    assert "You are a program" not in PROMPTS.secret, "facts may be told"


def test_every_finding_has_its_lens() -> None:
    assert PROMPTS.texts.keys() >= set(NAMES)
