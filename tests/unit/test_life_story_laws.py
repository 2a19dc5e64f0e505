"""Laws of the life-story interview: no message, no books and no state can break them."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.contracts.session import EntryKind
from core.contracts.turn import Turn
from core.interviews.kind import Operator
from core.interviews.life_story.interview import LifeStory
from core.interviews.life_story.state import LifeState
from core.interviews.message_check import HARD, CheckContext, broken_laws, names_closed_subject, questions_in
from core.interviews.scripted_base.base_state import bit_numbers
from core.interviews.scripted_base.books import MOST_CLOSED, MOST_THREADS, MOST_WISHES
from tests.fakes.effort import tries
from tests.fakes.model import ScriptedModel
from tests.unit.life_story_kit import HELP, Talk, offline, scripts

STORY = "It was early, and we went out to the river to look for her."
WORDS = st.one_of(
    st.text(max_size=120),
    st.sampled_from(
        ["What was it? And then?", "Tell me.", "word " * 90, "https://a.b", "Who was at the river?", "[end]"]
    ),
)
IDS = st.one_of(st.integers(0, 12).map("q-{}".format), st.text(max_size=8))
SUBJECTS = st.sampled_from(["my son", "the river", "window", "сын", "", "q"])
NUMBERS = st.lists(st.integers(-3, 20), max_size=5)
BOOKS = st.fixed_dictionaries(
    {
        "wants": st.sampled_from(["go_on", "go_on", "pause", "stop", "GO-ON"]),
        "next_time": WORDS,
        "danger": st.booleans(),
        "closed": st.lists(SUBJECTS, max_size=4),
        "reopened": NUMBERS,
        "keep_back": st.lists(
            st.fixed_dictionaries(
                {"n": NUMBERS, "words": st.sampled_from(["early", "no", ""])},
                optional={"passages": st.lists(WORDS, max_size=3) | WORDS},
            )
        ),
        "to_me": st.lists(WORDS | st.just(STORY), max_size=3),
        "about": IDS,
        "told": st.lists(IDS, max_size=12),
        "threads": st.lists(WORDS, max_size=20),
        "settled": NUMBERS,
        "wishes": st.lists(WORDS, max_size=9),
        "asked_for": NUMBERS,
        "notes": st.lists(st.fixed_dictionaries({"key": WORDS, "value": WORDS, "n": NUMBERS}), max_size=3),
        "dropped": st.lists(WORDS, max_size=2),
        "summary": WORDS,
        "language": st.one_of(st.sampled_from(["en", "ru", "de", "en-GB", ""]), st.text(max_size=5)),
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
            "refused": st.lists(
                st.fixed_dictionaries({"subject": SUBJECTS, "kind": st.sampled_from(["never", "skip"])}), max_size=9
            ),
            "vote": st.sampled_from(["", "ru", "de"]),
            "variants": st.dictionaries(st.sampled_from(["hard", "quote", "x"]), st.integers(0, 9)),
            "probes": st.sampled_from(["", "ff", "0", "xyz"]),
            "said": st.lists(st.sampled_from(["fallback", "odd"]), max_size=2),
            "since": st.integers(0, 9),
            "met": st.integers(0, 99),
            "met_question": st.integers(0, 9),
            "parting": st.booleans(),
        }
    ),
)
INTERVIEW = LifeStory(scripts(), operator=Operator(help_texts=HELP))
ANSWERS = st.one_of(
    st.text(max_size=200), st.sampled_from([STORY, "Next", "He hit me.", "Stop", "No.", "who are you?"])
)


def saying_always(message: str, books: dict[str, object]) -> ScriptedModel:
    return ScriptedModel(talk=lambda _prompt: message, books=lambda _prompt: books)


@settings(max_examples=tries(25, soak=2_000), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    message=WORDS,
    books=BOOKS,
    state=STATES,
    answer=ANSWERS,
    language=st.sampled_from(["en", "ru", "de", ""]),
    absent=st.booleans(),
)
async def test_no_message_no_books_and_no_state_break_the_interview(
    message: str, books: dict[str, object], state: dict[str, object], answer: str, language: str, absent: bool
) -> None:
    session = Talk(INTERVIEW, model=offline() if absent else saying_always(message, books))
    session.begin()
    session.set(state=state, language=language)
    turn = await session.say(answer)
    _hold(turn, session)
    assert all(passage in answer for passage in turn.asides)
    assert {part.seq for part in turn.kept_back} <= {e.seq for e in session.entries if e.kind is EntryKind.ANSWER}
    for left in (session.skip(), INTERVIEW.finish(session.situation(), offline=False)):
        _hold(left, session)
    _hold(await INTERVIEW.welcome(session.situation(), session.model), session)


def _hold(turn: Turn, session: Talk) -> None:
    question = turn.question
    assert turn.notice or turn.remark or question is not None, "something is always said"
    if question is not None:
        assert question.text.strip()
        assert question.id in session.interview.scripts.speak("en").by_id
    state = LifeState.model_validate(turn.state)
    assert len(state.threads) <= MOST_THREADS
    assert len(state.refused) <= MOST_CLOSED
    assert len(state.wishes) <= MOST_WISHES
    assert len(str(dict(turn.state))) < 9_000


@settings(max_examples=tries(25, soak=2_000), deadline=None)
@given(message=WORDS, closed=st.lists(SUBJECTS, max_size=2))
async def test_a_message_is_sent_as_it_was_written_or_not_at_all(message: str, closed: list[str]) -> None:
    session = Talk(INTERVIEW, model=saying_always(message, {"closed": closed}))
    session.begin()
    asked = tuple(entry.text for entry in session.asked)
    turn = await session.say(STORY)
    laws = broken_laws(message, CheckContext(language="en", asked=asked, closed=tuple(closed), theirs=STORY))
    assert turn.question is not None
    assert (turn.question.text == message.strip()) is HARD.isdisjoint(laws)
    assert session.model.calls["talk"] == (2 if laws else 1)  # type: ignore[attr-defined]  # it is a ScriptedModel
    assert turn.remark == ""


@settings(max_examples=tries(15, soak=600), deadline=None)
@given(turns=st.lists(st.tuples(WORDS, BOOKS), min_size=1, max_size=10))
async def test_nothing_told_is_forgotten_and_nothing_closed_is_asked(
    turns: list[tuple[str, dict[str, object]]],
) -> None:
    session = Talk(INTERVIEW)
    session.begin()
    told: frozenset[int] = frozenset()
    for message, books in turns:
        session.model = saying_always(message, books)
        turn = await session.say(STORY)
        state = LifeState.model_validate(turn.state)
        assert told <= bit_numbers(state.told)
        told = bit_numbers(state.told)
        question = turn.question
        if question is not None and turn.language is None:
            assert not any(names_closed_subject(each, state.closed) for each in questions_in(question.text))
