"""What is kept back is in no table of a study; every other word of an answer is."""

from __future__ import annotations

from hypothesis import given

from core.contracts.session import EntryKind, Record
from core.features.research.tables import ParticipantProgress, Participation, TableRow, study_answer_rows
from tests.fakes.records import Conversation, record_of, small_scripts
from tests.unit.test_documents_shown import answers_with_asides, answers_with_passages, words_in


def _rows(record: Record) -> list[TableRow]:
    standing = ParticipantProgress.FINISHED
    return [*study_answer_rows([Participation(code="P001", standing=standing, record=record, scripts=small_scripts())])]


@given(talk=answers_with_asides())
def test_every_word_of_an_answer_is_in_them(talk: Conversation) -> None:
    record = record_of(talk)
    standing = [e for e in record.entries if e.kind is EntryKind.ANSWER and not (e.withdrawn or e.kept_back)]
    told = [word for entry in standing for word in words_in(entry.text)]
    rows = _rows(record)
    assert sorted(word for row in rows for word in words_in(row.answer)) == sorted(told)
    assert sum(row.words for row in rows) == len(told)


@given(told=answers_with_passages())
def test_they_have_no_word_of_a_passage_that_is_kept_back(told: tuple[Conversation, set[str]]) -> None:
    talk, secrets = told
    for row in _rows(record_of(talk).without_parts()):
        assert not secrets.intersection(words_in(f"{row.question} {row.answer}".casefold()))
