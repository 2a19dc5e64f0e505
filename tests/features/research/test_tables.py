"""The tables of a study: what stands in a row, what is never in one, and where people leave."""

from __future__ import annotations

from core.contracts.closed_questions import Value
from core.features.research.tables import (
    ParticipantProgress,
    Participation,
    participant_rows,
    question_rows,
    study_answer_rows,
)
from tests.features.research.interviews import MINUTE, Interview
from tests.unit.life_story_kit import NOW


def test_a_row_is_one_answer_with_how_it_was_given() -> None:
    told = (
        Interview()
        .ask("q-0", "Tell me about the bread.")
        .tell("It was dark.", spoken_seconds=12.5)
        .tell("And warm inside.")
        .probe("q-0", "Who baked it?")
        .tell("My aunt Rosa baked it.")
        .probe("q-0", "Where?")
        .tell("At home.")
        .ask("q-5", "Tell me about the winter.")
        .tell("Cold")
        .change("Very cold")
    )
    first, second, third, last = study_answer_rows([told.by("P007")])
    assert (first.participant, first.batch, first.number, first.chapter) == ("P007", "spring", 1, "c-0")
    assert (first.answer, first.words, first.messages) == ("It was dark.\nAnd warm inside.", 6, 2)
    assert (first.voice, first.spoken_seconds, first.probes, first.follow_up) == ("both", 12.5, 2, 0)
    assert (first.asked_at, first.answered_at) == (NOW + MINUTE, NOW + 2 * MINUTE)
    assert first.thinking_seconds == 60 - 12.5
    assert [(row.follow_up, row.probes, row.voice) for row in (second, third)] == [(1, 0, "text"), (2, 0, "text")]
    assert (last.chapter, last.answer, last.edited, first.edited) == ("c-1", "Very cold", True, False)


def test_what_no_document_shows_is_in_no_table() -> None:
    told = (
        Interview()
        .ask("q-0", "Tell me about the bread.")
        .tell("It was dark. Is this recorded?", asides=("Is this recorded?",))
        .ask("q-1", "Tell me about the river.")
        .tell("I hid the spoons there.", kept_back=True)
        .ask("q-2", "Tell me about the window.")
        .tell("It was broken.")
        .change("It was broken.", withdrawn=True)
    ).by("P001")
    assert [row.answer for row in study_answer_rows([told])] == ["It was dark. Is this recorded?"]
    (row,) = participant_rows([told])
    assert (row.answers, row.words, row.last_question) == (1, 6, "q-0")


def test_the_value_of_a_closed_answer_stands_beside_its_words() -> None:
    told = Interview().ask("q-0", "How many?").tell("about seven").probe("q-0", "Sure?").tell("Yes, seven")
    values = {"q-0": Value(number=7.0)}
    first, second = study_answer_rows([told.by("P001", values=values)])
    assert (first.value, first.value_number, second.value, second.value_number) == ("7", 7.0, "", None)
    chosen = Interview().ask("q-0", "Which?").tell("The first two").by("P1", values={"q-0": Value(options=("a", "b"))})
    assert [row.value for row in study_answer_rows([chosen])] == ["a;b"]


def test_who_never_began_and_who_is_gone_have_a_row_without_any_words() -> None:
    rows = [
        *participant_rows(
            [
                Participation(code="P001", standing=ParticipantProgress.INVITED, invited_at=NOW),
                Participation(code="P002", standing=ParticipantProgress.WITHDRAWN),
                Interview().ask("q-0", "Bread?").tell("Dark", spoken_seconds=3).by("P003", ParticipantProgress.BEGUN),
            ]
        )
    ]
    assert [(row.standing, row.answers, row.interview) for row in rows] == [
        ("invited", 0, ""),
        ("withdrawn", 0, ""),
        ("begun", 1, "life-story"),
    ]
    assert (rows[2].voice_share, rows[2].ended_at, rows[2].begun_at) == (1.0, None, NOW)


def test_it_is_seen_where_people_leave() -> None:
    def up_to(last: int, standing: ParticipantProgress, *, silent: bool = False) -> Participation:
        told = Interview()
        for number in range(last + 1):
            told.ask(f"q-{number}", "And this?")
            if not (silent and number == last):
                told.tell("one two three")
        return told.by(f"P{last}{silent}", standing)

    rows = question_rows(
        [
            up_to(9, ParticipantProgress.FINISHED),
            up_to(2, ParticipantProgress.BEGUN, silent=True),
            up_to(2, ParticipantProgress.BEGUN),
        ]
    )
    assert [row.question_id for row in rows] == [f"q-{n}" for n in range(10)]
    assert [(row.reached, row.answered, row.left) for row in rows[1:5]] == [(3, 3, 0), (3, 2, 2), (1, 1, 0), (1, 1, 0)]
    assert rows[0].median_words == 3.0
    assert rows[9].left == 0
