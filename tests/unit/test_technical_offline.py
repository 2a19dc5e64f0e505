"""The technical interview without a model: questions and follow-ups people wrote, and exercises with their buttons."""

from __future__ import annotations

import pytest

from core.contracts.session import EntryKind
from core.interviews.technical.code_submissions import EVALUATION, REVIEW, RUN
from core.interviews.technical.course import EXERCISES
from core.interviews.technical.interview import HINT, TASK
from core.interviews.technical.subject import Focus, Length, TechnicalSubject
from core.languages.messages import say
from tests.unit.technical_talk import Candidate

TALK = TechnicalSubject(focus=Focus.TALK)
LONG = (
    "We moved the invoices to a queue in the spring, since the nightly run took three hours and nobody could say "
    "which of the invoices had been sent. I wrote the worker, and then the checks, and the whole team came to like it, "
    "although the first month was rough for everybody there."
)


def in_an_exercise(language: str = "en") -> Candidate:
    talk = Candidate(TechnicalSubject(focus=Focus.CODE), language=language)
    while not talk.state.exercise:
        talk.skip()
    return talk


@pytest.mark.parametrize("language", ["en", "ru"])
def test_it_begins_with_a_greeting_by_name_and_with_what_it_is(language: str) -> None:
    talk = Candidate(TALK, language=language)
    turn = talk.last
    assert turn.remark.startswith(say(language, "technical-hello", name="Anna"))
    assert turn.remark.endswith(talk.interview.scripts.speak(language).opening)
    assert turn.question is not None
    assert turn.question.kind is EntryKind.QUESTION


@pytest.mark.parametrize(
    ("answer", "length"), [("A billing service.", "short"), (LONG, "long")], ids=["a short answer", "a long answer"]
)
async def test_one_written_follow_up_that_fits_the_length(answer: str, length: str) -> None:
    talk = Candidate(TALK)
    turn = await talk.say(answer)
    first = talk.interview.scripts.speak("en").places[0].question
    assert turn.question is not None
    assert turn.question.text == next(each.text for each in first.probes if each.after == length)
    assert turn.question.kind is EntryKind.FOLLOW_UP
    turn = await talk.say(LONG)
    assert turn.question is not None
    assert (turn.question.kind, turn.question.id) == (EntryKind.QUESTION, talk.state.plan[1])


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "I killed the parent process because its child had died 3 times."),
        ("en", "It was a disaster, since the master died."),
        ("ru", "Убили родительский процесс, потому что дочерний умер 3 раза."),
        ("ru", "Это был кошмар: мастер умер, мы потеряли 2 часа данных."),
    ],
)
async def test_nobody_is_consoled_over_a_process(language: str, answer: str) -> None:
    talk = Candidate(TALK, language=language)
    turn = await talk.say(answer)
    assert turn.question is not None
    assert (turn.question.kind, turn.remark, turn.after) == (EntryKind.FOLLOW_UP, "", "")


async def test_who_is_in_danger_gets_the_help_text_beside_code_too() -> None:
    talk = in_an_exercise()
    for turn in (
        await talk.say("I want to kill myself."),
        await talk.say("I want to kill myself.\n```\nprint(1)\n```"),
    ):
        assert "Call Ruth" in turn.after
        assert turn.distress
    assert talk.state.submissions == 1


async def test_a_list_of_names_changes_no_language() -> None:
    talk = Candidate(TALK, language="ru")
    for answer in ("Python, FastAPI, PostgreSQL, Redis", "Docker, Kubernetes, GitLab", "Kafka, RabbitMQ, Celery"):
        assert (await talk.say(answer)).language is None
    for answer in ("I moved the sums into SQL because it was slow.", "Then I measured it again, and it was fine."):
        turn = await talk.say(answer)
    assert turn.language == "en"


async def test_words_leave_an_exercise_open_and_say_how_code_is_sent() -> None:
    talk = in_an_exercise()
    first = talk.state.exercise
    for words in ("Hmm, let me see.", "Can you give me a hint please?", "Another exercise please"):
        turn = await talk.say(words)
        assert (turn.question, turn.remark) == (None, say("en", "technical-send-code"))
        assert len(turn.own) == 3
    assert (talk.state.exercise, talk.state.hints) == (first, 0)


def test_a_button_gives_a_hint_and_another_exercise() -> None:
    talk = in_an_exercise()
    first, slots = talk.state.exercise, talk.state.taken_up
    assert talk.press(HINT) is not None
    assert talk.state.hints == 1
    assert talk.press(TASK) is not None
    assert talk.state.exercise not in {"", first}
    assert (talk.state.hints, talk.state.taken_up) == (0, slots), "in the same place of the plan"


async def test_a_whole_interview_asks_the_plan_and_ends_with_the_evaluation() -> None:
    talk = Candidate(TechnicalSubject(length=Length.SHORT))
    for _ in range(20):
        if talk.last.closes:
            break
        if talk.state.exercise and not talk.state.solved:
            await talk.code("def f():\n    return 1")
            assert talk.found(RUN) is not None
            assert talk.state.solved
            assert talk.news(REVIEW) is None, "without a model the run is all there is"
        else:
            await talk.say(LONG)
    assert talk.last.closes
    assert talk.last.chores == (EVALUATION,)
    script = talk.interview.scripts.speak("en")
    asked = [entry.question_id for entry in talk.asked if entry.kind is EntryKind.QUESTION]
    assert asked == list(talk.state.plan)
    assert sum(script.by_id[each].chapter.id == EXERCISES for each in asked) == len(talk.state.given) == 1
