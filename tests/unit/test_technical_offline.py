"""The technical interview without a model: what is asked further, and how an exercise is talked about."""

from __future__ import annotations

import pytest

from core.contracts.session import EntryKind
from core.interviews.technical.machine import Step
from core.interviews.technical.subject import Focus, TechnicalSubject
from core.words import say
from tests.unit.technical_talk import Candidate

TALK = TechnicalSubject(focus=Focus.TALK)


def asks_own(language: str) -> set[str]:
    return {say(language, f"technical-ask-own-{number}") for number in range(1, 5)}


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "We used Kafka and Redis there, and the team liked it."),
        ("en", "At the bank we ran Django, and our lead Pavel insisted on Kafka."),
        ("ru", "Мы использовали Kafka и Redis, команде понравилось."),
        ("ru", "Тимлид Павел настоял на Kafka, а мы внедряли."),
    ],
)
async def test_who_names_no_reason_and_no_decision_is_asked_for_one_once(language: str, answer: str) -> None:
    talk = Candidate(TALK, language=language)
    turn = await talk.say(answer)
    assert turn.question is not None
    assert turn.question.text in asks_own(language)
    assert (talk.phase, turn.question.kind) == (Step.FOLLOWUP, EntryKind.FOLLOW_UP)
    turn = await talk.say(answer)
    assert turn.question is not None
    assert turn.question.kind is EntryKind.QUESTION


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "I killed the parent process because its child had died 3 times."),
        ("en", "My brother and I wrote it in 2019; it was a disaster, since the master died."),
        ("ru", "Убили родительский процесс, потому что дочерний умер 3 раза."),
        ("ru", "Это был кошмар: мастер умер, мы потеряли 2 часа данных."),
    ],
)
async def test_grounds_lead_to_the_written_probe_and_nobody_is_consoled_over_a_process(
    language: str, answer: str
) -> None:
    talk = Candidate(TALK, language=language)
    turn = await talk.say(answer)
    first = talk.interview.scripts.speak(language).places[0].question
    assert turn.question is not None
    assert (turn.question.text, turn.remark) == (first.probes[0], "")


async def test_a_list_of_names_changes_no_language() -> None:
    talk = Candidate(TALK, language="ru")
    for answer in ("Python, FastAPI, PostgreSQL, Redis", "Docker, Kubernetes, GitLab", "Kafka, RabbitMQ, Celery"):
        assert (await talk.say(answer)).language is None
    for answer in ("I moved the sums into SQL because it was slow.", "Then I measured it again, and it was fine."):
        turn = await talk.say(answer)
    assert turn.language == "en"


async def test_what_is_asked_for_beside_an_exercise_is_given() -> None:
    talk = Candidate(TechnicalSubject(focus=Focus.CODE))
    while not talk.state.exercise:
        talk.skip()
    first = talk.state.exercise
    turn = await talk.say("Can you give me a hint please?")
    assert talk.state.hints == 1
    assert turn.remark
    slots = talk.state.taken_up
    await talk.say("Another exercise please")
    assert talk.state.exercise not in {"", first}
    assert (talk.state.hints, talk.state.taken_up) == (0, slots), "in the same place of the plan"


async def test_who_gets_nowhere_is_told_how_then_helped_then_asked_something_else() -> None:
    talk = Candidate(TechnicalSubject(focus=Focus.CODE))
    while not talk.state.exercise:
        talk.skip()
    first = talk.state.exercise
    told = [(await talk.say(words)).remark for words in ("Hmm, let me see.", "No clue how.", "Still none, sorry.")]
    assert told[0] == say("en", "technical-send-code")
    assert talk.state.hints == 2
    assert talk.state.exercise == first
    await talk.say("It does not work out.")
    assert talk.state.exercise != first
