"""Laws of the technical interview: whatever a model says, and whatever comes in what order, nothing is lost."""

from __future__ import annotations

from itertools import cycle
from typing import get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.contracts.session import EntryKind
from core.contracts.turn import Turn
from core.interviews.technical.code_submissions import CODE, REVIEW, RUN, finding_numbers
from core.interviews.technical.course import COUNTS, EXERCISES
from core.interviews.technical.exercises.exercise import BANK, load_exercises
from core.interviews.technical.interview import HINT, TASK, Intent
from core.interviews.technical.state import TechnicalState
from core.interviews.technical.subject import Focus, Length, Seniority, TechnicalSubject
from tests.fakes.effort import tries
from tests.fakes.model import ScriptedModel
from tests.unit.life_story_kit import offline
from tests.unit.technical_talk import TECHNICAL, Candidate

# --- whole histories ----------------------------------------------------------------------------------------------

WORDS = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "What did you measure before you changed the query?",
            "Which of these did you decide yourself?",
            "That part is right. What does `x[0]` give for an empty list?",
            "Tell me about the queue.",
            "You may use the standard library.",
            "What was it? And then?",
            "word " * 130,
            "Here is one.\n[exercise]",
            "[hint]",
            "[exercise]",
            "You measured first. Thank you.\n[end]",
        ]
    ),
)
IDS = st.one_of(
    st.sampled_from([each.question.id for each in TECHNICAL.scripts.speak("en").places]), st.text(max_size=6)
)
BOOKS = st.fixed_dictionaries(
    {
        "intent": st.one_of(st.sampled_from(get_args(Intent)), st.text(max_size=8)),
        "struggles": st.booleans(),
        "about": IDS,
        "told": st.lists(IDS, max_size=2),
        "wants": st.sampled_from(["go_on"] * 9 + ["pause"]),
        "closed": st.lists(st.sampled_from(["my employer", "queue"]), max_size=1),
    }
)
EXERCISE_IDS = sorted(load_exercises(BANK))[:6]
ANSWERS = st.sampled_from(
    [
        "I moved the sums into one query, because the nightly run took three hours.",
        "I don't know",
        "Can you give me a hint?",
        "Another exercise please",
        "Next",
        "I'd rather not talk about that.",
        "Let's talk about Kafka",
        "?",
        "Я перенёс расчёт в один запрос, потому что ночью он шёл три часа.",
    ]
)
MOVES = st.one_of(
    st.tuples(st.just("say"), ANSWERS),
    st.tuples(st.just("code"), st.sampled_from(["def f():\n    return 1", "print(1)"])),
    st.tuples(st.just("file"), st.sampled_from(["a.py", "a.go", "cv.pdf"])),
    st.tuples(st.just("found"), st.sampled_from([RUN, REVIEW])),
    st.tuples(st.just("failed"), st.sampled_from([RUN, REVIEW])),
    st.tuples(st.just("press"), st.sampled_from([HINT, TASK])),
    st.tuples(st.sampled_from(["skip", "leave", "back", "say"]), st.just("I decided it, and measured it twice.")),
)
SUBJECTS = st.builds(
    TechnicalSubject,
    level=st.sampled_from(Seniority),
    length=st.sampled_from([Length.SHORT, Length.USUAL]),
    focus=st.sampled_from(Focus),
)


def endless(messages: list[str], books: list[dict[str, object]]) -> ScriptedModel:
    """A model that says these messages and notes these books, over and over."""
    if not messages or not books:
        return offline()
    said, noted = cycle(messages), cycle(books)
    return ScriptedModel(talk=lambda _prompt: next(said), books=lambda _prompt: next(noted))


async def moved(talk: Candidate, move: str, what: str) -> None:
    if move == "say":
        await talk.say(what)
    elif move == "code":
        await talk.code(what)
    elif move == "file":
        talk.file(what)
    elif move == "found":
        talk.found(what, solved=len(talk.entries) % 2 == 0)
    elif move == "failed":
        talk.news(what)
    elif move == "press":
        talk.press(what)
    elif move == "leave":
        await talk.leave_and_return()
    elif move == "back":
        talk.back()
    else:
        talk.skip()


@settings(
    max_examples=tries(25, soak=1_000),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(
    subject=SUBJECTS,
    messages=st.lists(WORDS, max_size=6),
    books=st.lists(BOOKS, max_size=6),
    moves=st.lists(MOVES, max_size=30),
)
async def test_any_history_loses_nothing_and_ends(
    subject: TechnicalSubject, messages: list[str], books: list[dict[str, object]], moves: list[tuple[str, str]]
) -> None:
    talk = Candidate(subject, model=endless(messages, books))
    handed = 0
    for move, what in moves:
        before, turns = talk.state, len(talk.turns)
        await moved(talk, move, what)
        if move != "back":
            hold_states(before, talk.state)
        for turn in talk.turns[turns:]:
            hold_turn(turn)
        assert talk.state.submissions >= before.submissions
        assert talk.state.reviewed >= before.reviewed
        assert talk.state.given[: len(before.given)] == before.given
        handed += move == "code" or (move == "file" and what != "cv.pdf")
        assert len(finding_numbers(talk.findings, CODE)) == handed == talk.state.submissions
        if talk.last.closes:
            break
    if not any(move == "back" for move, _ in moves):
        hold_whole(talk, subject)
    for _ in range(20):
        if talk.last.closes:
            break
        talk.skip()
    assert talk.last.closes, "skipping alone ends it"


async def test_who_goes_back_to_a_question_does_not_hand_its_code_in_again() -> None:
    talk = Candidate()
    await talk.code("def f():\n    return 1")
    talk.found(RUN)
    await talk.say("It is linear, since each number is looked at once.")
    talk.back()
    talk.back()
    assert talk.question == talk.asked[0]
    await talk.say("And I would measure it first.")
    assert finding_numbers(talk.findings, CODE) == (1,)
    await talk.code("def g():\n    return 2")
    assert finding_numbers(talk.findings, CODE) == (1, 2)


def hold_states(before: TechnicalState, after: TechnicalState) -> None:
    """Hold what is true from one turn to the next."""
    assert after.asked[: len(before.asked)] == before.asked
    assert after.exercise in {"", *after.given}
    assert len(set(after.given)) == len(after.given)
    assert 0 <= after.hints <= 3


def hold_turn(turn: Turn) -> None:
    assert turn.notice or turn.remark or turn.question is not None, "something is always said"
    said = f"{turn.remark}{turn.question.text if turn.question is not None else ''}"
    assert TECHNICAL.marker is not None
    assert TECHNICAL.marker.search(said) is None
    assert turn.question is None or turn.question.id in TECHNICAL.scripts.speak("en").by_id


def hold_whole(talk: Candidate, subject: TechnicalSubject) -> None:
    script = TECHNICAL.scripts.speak("en")
    asked = [entry for entry in talk.asked if entry.kind is EntryKind.QUESTION]
    questions = [e for e in asked if script.by_id[e.question_id].chapter.id != EXERCISES and "```" not in e.text]
    assert len({entry.question_id for entry in questions}) == len(questions), "nothing is asked twice"
    assert len(questions) <= COUNTS[subject.focus][subject.length][0]


STATES: st.SearchStrategy[dict[str, object]] = st.one_of(
    st.just({}),
    st.dictionaries(st.text(max_size=5), st.integers()),
    st.fixed_dictionaries(
        {
            "phase": st.sampled_from(["code_review", "odd"]),
            "plan": st.lists(IDS, max_size=9),
            "asked": st.lists(st.text(max_size=30), max_size=9),
            "submissions": st.integers(-1, 40),
            "reviewed": st.integers(-1, 40),
            "exercise": st.sampled_from(["", "odd", *EXERCISE_IDS]),
            "given": st.lists(st.sampled_from(["odd", *EXERCISE_IDS]), max_size=40),
            "hints": st.integers(-1, 9),
            "struggles": st.integers(-1, 9),
            "follow_ups": st.integers(-1, 9),
            "question_id": IDS,
            "taken_up": st.sampled_from(["", "ff", "ffffffffffffffff"]),
        }
    ),
)


@settings(max_examples=tries(25, soak=1_500), deadline=None)
@given(state=STATES, message=WORDS, books=BOOKS, language=st.sampled_from(["en", "ru", "de", ""]), move=MOVES)
async def test_no_state_breaks_it(
    state: dict[str, object], message: str, books: dict[str, object], language: str, move: tuple[str, str]
) -> None:
    talk = Candidate(model=endless([message], [books]))
    talk.set(state=state, language=language)
    before = len(talk.turns)
    await moved(talk, *move)
    await talk.say("I decided it, because it took three hours.")
    talk.skip()
    for turn in talk.turns[before:]:
        hold_turn(turn)
    assert TECHNICAL.finish(talk.situation(), offline=False).closes
    assert TECHNICAL.progress(talk.session, TECHNICAL.scripts).done <= 40
