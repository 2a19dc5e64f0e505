"""Laws of the life-story interview: no decision of a model and no state can break them."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.contracts.session import EntryKind
from core.contracts.turn import Turn
from core.interviews.guard import GuardLimits, touches
from core.interviews.guard.text import count_words, marks
from core.interviews.life_story.interview import LifeStory
from core.interviews.life_story.state import LifeState
from core.interviews.scripted_base.books import MOST_HOOKS, MOST_REFUSED, closed
from tests.unit.life_story_kit import Talk, deciding, scripts
from tests.unit.test_life_story_interview import HELP, STORY

WORDS = st.one_of(
    st.text(max_size=120),
    st.sampled_from(["What was it? And then?", "Tell me.", "Wasn't it sad?", "word " * 90, "I'm sorry.", "**Hm?**"]),
)
IDS = st.one_of(st.integers(0, 12).map("q-{}".format), st.text(max_size=8))
SUBJECTS = st.sampled_from(["my son", "the river", "window", "сын", "", "q"])
DECISIONS = st.fixed_dictionaries(
    {
        "to_me": st.lists(WORDS, max_size=3),
        "opened": st.lists(WORDS, max_size=20),
        "taken": st.lists(st.integers(-3, 20), max_size=5),
        "refused": st.lists(
            st.fixed_dictionaries(
                {"subject": SUBJECTS, "kind": st.sampled_from(["never", "not_now", "skip", "Not-Now"])}
            ),
            max_size=4,
        ),
        "wishes": st.lists(WORDS, max_size=9),
        "reopened": st.lists(st.integers(-3, 9), max_size=5),
        "keep_back": st.lists(st.integers(-3, 9), max_size=5),
        "release": st.lists(st.integers(-3, 9), max_size=5),
        "told": st.lists(IDS, max_size=12),
        "wants": st.sampled_from(["go_on", "pause", "stop", "Go On", "GO-ON"]),
        "distress": st.booleans(),
        "language": st.one_of(st.sampled_from(["en", "ru", "de", "en-GB", ""]), st.text(max_size=5)),
        "move": st.sampled_from(["stay", "door", "receive", "mean", "hand_back", "Hand-back", "turn", "close"]),
        "about": IDS,
        "message": WORDS,
        "on_return": WORDS,
    }
)
STATES: st.SearchStrategy[dict[str, object]] = st.one_of(
    st.just({}),
    st.dictionaries(st.text(max_size=5), st.integers()),
    st.fixed_dictionaries(
        {
            "version": st.sampled_from([1, 2]),
            "index": st.integers(-1, 14),
            "question_id": IDS,
            "covered": st.lists(st.integers(0, 14), max_size=14),
            "told": st.sampled_from(["", "ff", "3ff", "0", "xyz"]),
            "taken_up": st.sampled_from(["", "ff", "3ff", "1"]),
            "hooks": st.lists(st.text(max_size=30), max_size=9),
            "refused": st.lists(st.fixed_dictionaries({"subject": SUBJECTS}), max_size=9),
            "vote": st.sampled_from(["", "ru", "de"]),
            "variants": st.dictionaries(st.sampled_from(["declined", "quote", "x"]), st.integers(0, 9)),
            "probes": st.sampled_from(["", "ff", "0", "xyz"]),
            "said": st.lists(st.sampled_from(["fallback", "odd"]), max_size=2),
            "since": st.integers(0, 9),
            "met": st.integers(0, 99),
            "met_question": st.integers(0, 9),
        }
    ),
)
INTERVIEW = LifeStory(scripts(), help_texts=HELP)
ANSWERS = st.one_of(st.text(max_size=200), st.sampled_from([STORY, "Next", "Не хочу об этом говорить", "Stop", "No."]))


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(decision=DECISIONS, state=STATES, answer=ANSWERS, language=st.sampled_from(["en", "ru", "de", ""]))
async def test_no_decision_and_no_state_break_the_interview(
    decision: dict[str, object], state: dict[str, object], answer: str, language: str
) -> None:
    session = Talk(INTERVIEW, model=deciding(**decision))
    session.begin()
    session.set(state=state, language=language)
    turn = await session.say(answer)
    _hold(turn, session)
    assert all(passage in answer for passage in turn.asides)
    assert set(turn.kept_back) <= {e.seq for e in session.entries if e.kind is EntryKind.ANSWER}
    for left in (session.skip(), INTERVIEW.finish(session.situation(), offline=False)):
        _hold(left, session)


def _hold(turn: Turn, session: Talk) -> None:
    question = turn.question
    assert turn.notice or turn.remark or question is not None, "something is always said"
    if question is not None:
        assert question.text.strip()
        assert marks(question.text) + marks(turn.remark) <= 1
        assert count_words(question.text) <= GuardLimits().message
        assert question.id in session.interview.scripts.speak("en").by_id
    state = LifeState.model_validate(turn.state)
    assert len(state.hooks) <= MOST_HOOKS
    assert len(state.refused) <= MOST_REFUSED
    assert len(str(dict(turn.state))) < 9_000


@settings(max_examples=60, deadline=None)
@given(decisions=st.lists(DECISIONS, min_size=1, max_size=12))
async def test_nothing_told_is_forgotten_and_nothing_closed_is_asked(decisions: list[dict[str, object]]) -> None:
    session = Talk(INTERVIEW)
    session.begin()
    told: set[int] = set()
    for decision in decisions:
        session.model = deciding(**decision)
        turn = await session.say("It was early, and we went out to look for her.")
        state = LifeState.model_validate(turn.state)
        now = {n for n in range(12) if int(state.told or "0", 16) >> n & 1}
        assert told <= now
        told = now
        question = turn.question
        if question is not None and question.kind is not EntryKind.ROOM and turn.language is None:
            asking = [line for line in question.text.splitlines() if "?" in line]
            assert not any(touches(line, closed(state.refused)) for line in asking)
        if turn.closes:
            break
