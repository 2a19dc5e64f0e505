"""The prompts: bounded at any turn, with the person's words as data and our own as they stand in the files."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.interviews.common.prompting import fitted
from core.interviews.life_story.course import Ground
from core.interviews.life_story.interview import LifeStory
from core.interviews.life_story.prompt import WHOLE, Prompts, decision_prompt, relevant_notes
from core.interviews.life_story.reflections import NAMES
from core.interviews.life_story.state import LifeState
from core.ports import Tier
from core.session import Digest, EntryKind, Note, Role
from tests.unit.life_story_kit import Talk, deciding, entry, scripts

LONG_ANSWER = "В тот год мы <жили> у реки & пекли хлеб, а потом пришла зима и реку закрыло льдом. " * 90
MANY_NOTES = tuple(Note(key=f"fact_{n}", value=f"what was told about {n} " * 4, entries=(n,)) for n in range(400))
PROMPTS = Prompts.load()


@pytest.mark.parametrize("turns", [5, 50, 500])
async def test_a_prompt_has_one_size_however_long_the_interview_is(turns: int) -> None:
    model = deciding(action="next")
    interview = LifeStory(scripts(repeat=51))
    digest = Digest(notes=MANY_NOTES, summary="Summary of a life. " * 40)
    session = Talk(interview, language="ru", model=model, digest=digest)
    session.begin()
    for _ in range(turns):
        await session.say(LONG_ANSWER)
    sizes = [len(prompt.system) + len(prompt.user) for prompt in model.prompts]
    assert len(sizes) == turns
    assert max(sizes) <= WHOLE
    assert min(sizes) > WHOLE * 0.8, "what room there is, is used"
    assert len(session.session.state["acknowledgements"] or ()) <= 6  # type: ignore[arg-type]  # a JSON list


@settings(max_examples=80, deadline=None)
@given(
    answer=st.text(alphabet=st.sampled_from("a &<>\"'жé\U0001f600\n"), max_size=200).map(lambda t: t * 60),
    note=st.text(alphabet="&<a", max_size=300),
    summary=st.text(alphabet="&<a ", max_size=900),
    name=st.text(max_size=200),
    said=st.lists(st.text(alphabet='&"b', max_size=240), max_size=6),
    entries=st.lists(st.text(alphabet="<c ", max_size=2_000), max_size=30),
)
def test_no_text_makes_a_prompt_longer(
    answer: str, note: str, summary: str, name: str, said: list[str], entries: list[str]
) -> None:
    notes = tuple(Note(key=f"k_{n}", value=note, entries=(n,)) for n in range(30))
    session = Talk(LifeStory(scripts()), digest=Digest(notes=notes, summary=summary))
    session.person = session.person.model_copy(update={"name": name})
    session.entries = [entry(n, Role.PERSON, EntryKind.ANSWER, text) for n, text in enumerate(entries, 1)]
    state = LifeState(index=4, question_id="q-4", acknowledgements=tuple(said), declined=("q-1", "q-2"))
    prompt = decision_prompt(PROMPTS.decision, ground(session, state, answer))
    assert len(prompt.system) + len(prompt.user) <= WHOLE
    assert prompt.user.count("<answer>") == prompt.user.count("</answer>") <= 1


def ground(session: Talk, state: LifeState, answer: str) -> Ground:
    return Ground(
        situation=session.situation(answer),
        state=state,
        script=session.interview.scripts.speak("en"),
        language="en",
    )


def test_what_the_model_is_told() -> None:
    notes = (
        Note(key="aunt_name", value="Ruth, who baked", entries=(3,)),
        Note(key="old", value="was corrected", entries=(2,), stale=True),
    )
    session = Talk(LifeStory(scripts(per_chapter=10)), digest=Digest(notes=notes, summary="Grew up by a river."))
    session.begin()
    before = entry(9, Role.PERSON, EntryKind.ANSWER, "Before that we had an oven.")
    session.entries.append(before)
    state = LifeState(
        index=0, follow_ups=1, covered=(2,), declined=("q-7",), acknowledgements=("So there was an oven.",)
    )
    prompt = decision_prompt(PROMPTS.decision, ground(session, state, "Aunt Ruth baked it."))
    assert (prompt.purpose, prompt.tier, prompt.session_id) == ("decision", Tier.MAIN, "s")
    assert "Language: en. Question 1 of 10. Follow-up: allowed (1 left, 300 s left)." in prompt.user
    assert '<open_question id="q-0" objective="A scene with 0.">Tell me about the bread.</open_question>' in prompt.user
    assert '<note key="aunt_name">Ruth, who baked</note>' in prompt.user
    assert "was corrected" not in prompt.user
    assert "<summary>Grew up by a river.</summary>" in prompt.user
    assert "<id>q-7</id>" in prompt.user
    assert "<bridge>So there was an oven.</bridge>" in prompt.user
    assert "<person>Before that we had an oven.</person>" in prompt.user
    assert "<answer>Aunt Ruth baked it.</answer>" in prompt.user
    assert re.findall(r'<q id="([^"]+)"', prompt.user) == ["q-1", "q-3", "q-4", "q-5", "q-6"]
    assert prompt.user.count("Tell me about the bread.") == 1, "the open question stands once"


def test_of_a_long_answer_the_gap_is_marked() -> None:
    session = Talk(LifeStory(scripts()))
    session.begin()
    prompt = decision_prompt(PROMPTS.decision, ground(session, LifeState(), f"First. {'and then ' * 2_000}Last."))
    assert "First." in prompt.user
    assert "Last.</answer>" in prompt.user
    assert "characters left out" in prompt.user


def test_notes_that_have_to_do_with_the_answer_come_first() -> None:
    notes = [
        Note(key="mill", value="worked at the mill", entries=(1,)),
        Note(key="town", value="moved to Oryol", entries=(8,)),
        Note(key="cat", value="a grey cat", entries=(5,)),
        Note(key="gone", value="the mill again", entries=(9,), stale=True),
    ]
    assert [note.key for note in relevant_notes(notes, "We were milling at the mill", 2)] == ["mill", "town"]


@given(text=st.text(alphabet="&<> abж", max_size=400), room=st.integers(0, 300))
def test_what_is_fitted_fits(text: str, room: int) -> None:
    assert len(fitted("tag", text, room, id="x")) <= room


@pytest.mark.parametrize("name", ["decision", "notes", "reflection"])
def test_a_prompt_is_headed_by_what_it_must_return(name: str) -> None:
    found = {
        "decision": PROMPTS.decision,
        "notes": PROMPTS.notes.template,
        "reflection": PROMPTS.reflection.template,
    }
    assert found[name].startswith("# Returns one `")


def test_every_finding_has_its_lens() -> None:
    assert tuple(PROMPTS.lenses) == NAMES
    assert len(PROMPTS.decision) < 2_600, "the system part leaves room for the talk"
