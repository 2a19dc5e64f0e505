"""Laws of the conversation about an episode: no answer, no decision and no state can break them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.contracts.ports import Prompt
from core.contracts.session import EntryKind
from core.contracts.turn import Turn
from core.interviews.guard import GuardLimits
from core.interviews.guard.repeats import same_question
from core.interviews.guard.text import count_words, marks
from core.interviews.podcast.prompt import TEMPLATES
from core.interviews.podcast.sources.material import Source
from tests.fakes.model import Reply, ScriptedModel
from tests.unit.life_story_kit import deciding, offline
from tests.unit.podcast_kit import LONG, PODCAST, Conversation, source

WORDS = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        [
            "What was it? And then?",
            "What did the nets look like?",
            "What did these nets look like to you?",
            "Tell me about your uncle's hands.",
            "How did the harbour smell in winter?",
            "Which words from the episode can you still hear?",
            "Of all that we have talked about, what would you like to keep?",
            "Wasn't it sad?",
            "word " * 70,
            "**Hm?**",
        ]
    ),
)
IDS = st.one_of(st.sampled_from([each.question.id for each in PODCAST.scripts.speak("en").places]), st.text(max_size=8))
DECISIONS = st.fixed_dictionaries(
    {
        "refused": st.lists(st.fixed_dictionaries({"subject": WORDS}), max_size=1),
        "wants": st.sampled_from(["go_on", "go_on", "go_on", "pause", "Go On"]),
        "distress": st.sampled_from([False, False, False, True]),
        "language": st.sampled_from(["en", "ru", "de", ""]),
        "move": st.sampled_from(["stay", "stay", "receive", "turn", "close"]),
        "about": IDS,
        "message": WORDS,
    }
)
MOVES = st.sampled_from(
    [
        "skip",
        LONG,
        LONG,
        "Short.",
        "I'd rather not.",
        "Next",
        "Не хочу об этом говорить",
        "Let's pause",
        "???",
        "港口" * 15,
    ]
)
SOURCES = st.builds(
    lambda template, questions, guidelines: source(template=template, questions=questions, guidelines=guidelines),
    st.sampled_from([*TEMPLATES, "unknown"]),
    st.integers(1, 30),
    st.sampled_from(["", "memories", "focus on what I could use at work", "<b>"]),
)


def _model(decisions: list[dict[str, object]]) -> ScriptedModel:
    if not decisions:
        return offline()

    def endless() -> Iterator[dict[str, object]]:
        while True:
            yield from decisions

    turns = endless()

    def respond(_prompt: Prompt, _schema: object) -> Reply:
        return next(turns)

    return ScriptedModel(respond)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(about=SOURCES, decisions=st.lists(DECISIONS, max_size=8), moves=st.lists(MOVES, max_size=40))
async def test_any_course_keeps_its_bounds_and_ends(
    about: Source, decisions: list[dict[str, object]], moves: list[str]
) -> None:
    talk = Conversation(about, model=_model(decisions))
    for move in moves:
        if talk.last.closes:
            break
        _hold(talk.skip() if move == "skip" else await talk.say(move))
    for _ in range(40):
        if talk.last.closes:
            break
        _hold(talk.skip())
    assert talk.last.closes, "skipping alone ends it"
    refused = any(decision["refused"] for decision in decisions)
    assert len(talk.mains) == about.questions or (refused and len(talk.mains) < about.questions)
    assert talk.asked[-1].question_id.endswith("-conclusion")
    assert all(
        len(list(run)) <= 3 for kind, run in groupby(each.kind for each in talk.asked) if kind is EntryKind.FOLLOW_UP
    )
    texts = [each.text for each in talk.asked if each.kind is not EntryKind.ROOM]  # "Take your time" may come again
    assert not [(a, b) for n, a in enumerate(texts) for b in texts[:n] if same_question(a, b)]
    assert len({each.question_id for each in talk.asked if each.kind is EntryKind.QUESTION}) == len(talk.mains) + 1
    assert len(str(dict(talk.last.state))) < 40_000


def _hold(turn: Turn) -> None:
    assert turn.notice or turn.remark or turn.question is not None, "something is always said"
    if turn.question is not None:
        assert turn.question.text.strip()
        assert marks(turn.question.text) + marks(turn.remark) <= 1
        assert count_words(turn.question.text) <= GuardLimits().message
        assert turn.question.id in PODCAST.scripts.speak("en").by_id


STATES: st.SearchStrategy[dict[str, object]] = st.one_of(
    st.just({}),
    st.dictionaries(st.text(max_size=5), st.integers()),
    st.fixed_dictionaries(
        {
            "template": st.sampled_from([*TEMPLATES, "", "odd"]),
            "total": st.integers(-1, 40),
            "main": st.integers(-1, 40),
            "question_id": IDS,
            "follow_ups": st.integers(-1, 5),
            "plan": st.lists(IDS, max_size=9),
            "used": st.lists(IDS, max_size=9),
            "asked": st.lists(st.text(max_size=30), max_size=9),
            "cues": st.lists(st.text(max_size=5), max_size=3),
        }
    ),
)


@settings(max_examples=120, deadline=None)
@given(state=STATES, decision=DECISIONS, language=st.sampled_from(["en", "ru", "de", ""]), known=st.booleans())
async def test_no_state_breaks_it(
    state: dict[str, object], decision: dict[str, object], language: str, *, known: bool
) -> None:
    talk = Conversation(source(), model=deciding(**decision))
    talk.about = talk.about if known else None
    talk.set(state=state, language=language)
    _hold(await talk.say(LONG))
    _hold(talk.skip())
    _hold(PODCAST.finish(talk.situation(), offline=False))
    assert 0 <= PODCAST.progress(talk.session, PODCAST.scripts).done <= 30
