"""Laws of the life-story interview: no decision of a model and no state can break them."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.guard.text import count_words, marks
from core.interviews.life_story.interview import LifeStory
from core.interviews.life_story.state import LifeState, load
from core.session import EntryKind
from core.turn import Turn
from tests.unit.life_story_kit import Talk, deciding, scripts
from tests.unit.test_life_story_interview import HELP, STORY

WORDS = st.one_of(
    st.text(max_size=120),
    st.sampled_from(["What was it? And then?", "Tell me.", "Wasn't it sad?", "word " * 70, "I'm sorry.", "**Hm?**"]),
)
IDS = st.one_of(st.integers(0, 12).map("q-{}".format), st.text(max_size=8))
DECISIONS = st.fixed_dictionaries(
    {
        "declined": st.booleans(),
        "wants": st.sampled_from(["go_on", "next", "pause", "stop", "Go On", "GO-ON"]),
        "distress": st.booleans(),
        "language": st.one_of(st.sampled_from(["en", "ru", "de", "en-GB", ""]), st.text(max_size=5)),
        "action": st.sampled_from(["follow_up", "next", "close", "Follow-up"]),
        "skipped": st.lists(st.fixed_dictionaries({"id": IDS, "reason": st.text(max_size=9)}), max_size=12),
        "next_id": IDS,
        "bridge": WORDS,
        "question": WORDS,
    }
)
STATES: st.SearchStrategy[dict[str, object]] = st.one_of(
    st.just({}),
    st.dictionaries(st.text(max_size=5), st.integers()),
    st.fixed_dictionaries(
        {
            "index": st.integers(-1, 14),
            "follow_ups": st.integers(0, 5),
            "block_start": st.floats(0, 900),
            "covered": st.lists(st.integers(0, 14), max_size=14),
            "acknowledgements": st.lists(st.text(max_size=30), max_size=9),
            "vote": st.sampled_from(["", "ru", "de"]),
            "variants": st.dictionaries(st.sampled_from(["declined", "quote", "x"]), st.integers(0, 9)),
            "declined": st.lists(st.text(max_size=9), max_size=20),
            "probes": st.sampled_from(["", "ff", "0", "xyz"]),
            "said": st.lists(st.sampled_from(["fallback", "odd"]), max_size=2),
            "met": st.integers(0, 99),
            "met_question": st.integers(0, 9),
        }
    ),
)
INTERVIEW = LifeStory(scripts(follow_ups=2), help_texts=HELP)
ANSWERS = st.one_of(st.text(max_size=200), st.sampled_from([STORY, "Next", "Не хочу об этом говорить", "Stop", "No."]))


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(decision=DECISIONS, state=STATES, answer=ANSWERS, language=st.sampled_from(["en", "ru", "de", ""]))
async def test_no_decision_and_no_state_break_the_interview(
    decision: dict[str, object], state: dict[str, object], answer: str, language: str
) -> None:
    session = Talk(INTERVIEW, model=deciding(**decision))
    session.begin()
    session.set(state=state, language=language)
    before = load(session.session.state, INTERVIEW.scripts.speak("en"), session.question)
    turn = await session.say(answer)
    _hold(turn, session)
    after = LifeState.model_validate(turn.state)
    onward = turn.question is not None and turn.question.kind is EntryKind.QUESTION
    assert after.index - before.index in (range(1, 7) if onward else {0})
    for left in (session.skip(), INTERVIEW.finish(session.situation(), offline=False)):
        _hold(left, session)


def _hold(turn: Turn, session: Talk) -> None:
    question = turn.question
    assert turn.notice or turn.remark or question is not None, "something is always said"
    if question is not None:
        assert question.text.strip()
        assert marks(question.text) + marks(turn.remark) <= 1
        assert count_words(question.text) <= 30
        assert question.id in session.interview.scripts.speak("en").by_id
    assert len(str(dict(turn.state))) < 6_000


@settings(max_examples=60, deadline=None)
@given(decisions=st.lists(DECISIONS, min_size=1, max_size=12))
async def test_the_interview_never_goes_back_and_never_over_its_budget(decisions: list[dict[str, object]]) -> None:
    session = Talk(INTERVIEW)
    session.begin()
    index, follow_ups = 0, 0
    for decision in decisions:
        session.model = deciding(**decision)
        turn = await session.say(STORY)
        state = LifeState.model_validate(turn.state)
        assert state.index >= index
        follow_ups = 0 if state.index > index else follow_ups
        if turn.question is not None and turn.question.kind is EntryKind.FOLLOW_UP:
            follow_ups += 1
        assert follow_ups <= 2
        index = state.index
        if turn.closes:
            assert index == 9
            break
