"""Laws of the conversation about an episode: no answer, no message and no state can break them."""

from __future__ import annotations

from itertools import cycle

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.contracts.turn import Turn
from core.interviews.podcast.preparing import TEMPLATES
from core.interviews.podcast.sources.material import Source
from tests.fakes.effort import tries
from tests.fakes.model import ScriptedModel
from tests.unit.life_story_kit import offline
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
BOOKS = st.fixed_dictionaries(
    {
        "closed": st.lists(WORDS, max_size=1),
        "wants": st.sampled_from(["go_on", "go_on", "go_on", "pause", "Go On"]),
        "danger": st.sampled_from([False, False, False, True]),
        "language": st.sampled_from(["en", "ru", "de", ""]),
        "about": IDS,
        "told": st.lists(IDS, max_size=2),
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


def _model(messages: list[str], books: list[dict[str, object]]) -> ScriptedModel:
    if not messages:
        return offline()
    texts, noted = cycle(messages), cycle(books or [{}])
    return ScriptedModel(talk=lambda _prompt: next(texts), books=lambda _prompt: next(noted))


@settings(
    max_examples=tries(15, soak=600),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(
    about=SOURCES,
    messages=st.lists(WORDS, max_size=8),
    books=st.lists(BOOKS, max_size=5),
    moves=st.lists(MOVES, max_size=40),
)
async def test_any_course_keeps_its_bounds_and_ends(
    about: Source, messages: list[str], books: list[dict[str, object]], moves: list[str]
) -> None:
    talk = Conversation(about, model=_model(messages, books))
    for move in moves:
        if talk.last.closes:
            break
        _hold(talk.skip() if move == "skip" else await talk.say(move))
    for _ in range(40):
        if talk.last.closes:
            break
        _hold(talk.skip())
    assert talk.last.closes, "skipping alone ends it"
    assert talk.asked[-1].question_id.endswith("-conclusion")
    assert PODCAST.progress(talk.session, PODCAST.scripts).done <= about.questions
    assert len(str(dict(talk.last.state))) < 40_000


def _hold(turn: Turn) -> None:
    assert turn.notice or turn.remark or turn.question is not None, "something is always said"
    if turn.question is not None:
        assert turn.question.text.strip()
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
            "closing": st.booleans(),
        }
    ),
)


@settings(max_examples=tries(25, soak=1_200), deadline=None)
@given(state=STATES, books=BOOKS, message=WORDS, language=st.sampled_from(["en", "ru", "de", ""]), known=st.booleans())
async def test_no_state_breaks_it(
    state: dict[str, object], books: dict[str, object], message: str, language: str, *, known: bool
) -> None:
    talk = Conversation(source(), model=_model([message], [books]))
    talk.about = talk.about if known else None
    talk.set(state=state, language=language)
    _hold(await talk.say(LONG))
    _hold(talk.skip())
    _hold(PODCAST.finish(talk.situation(), offline=False))
    assert 0 <= PODCAST.progress(talk.session, PODCAST.scripts).done <= 30
