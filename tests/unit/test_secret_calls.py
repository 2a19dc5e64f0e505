"""What the model was asked is shown without the words of answers that were left out."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.secret_calls import withhold_secrets
from core.contracts.operator_desk import LedgerCall, LedgerPage
from core.contracts.session import Record
from tests.fakes.records import BEGAN, Conversation, record_of

SECRET = 'We called it "the raft", and it sank.'


def interview(*, kept: bool) -> Record:
    talk = Conversation()
    talk.answer("By a mill.", talk.ask("Where did you live?"))
    talk.mark(talk.answer(SECRET, talk.ask("And then?")), kept_back=kept)
    return record_of(talk)


def shown(whole: Record, *texts: str) -> frozenset[int]:
    calls = tuple(
        LedgerCall(
            id=number,
            at=(BEGAN + timedelta(days=1)).timestamp(),
            purpose="talk",
            model="m",
            outcome="ok",
            prompt=text,
            answer="",
            input_tokens=1,
            cached_tokens=0,
            output_tokens=1,
            cost_micros=0,
            latency_ms=1,
        )
        for number, text in enumerate(texts)
    )
    page = withhold_secrets(whole, LedgerPage(calls=calls, behind=None))
    assert [call.prompt for call in page.calls if call.id in page.withheld] == [""] * len(page.withheld)
    return frozenset(call.id for call in page.calls) - page.withheld


@pytest.mark.parametrize("text", [SECRET, SECRET.replace('"', '\\"'), "What became of the raft?"])
def test_words_of_an_answer_that_was_left_out_are_not_shown(text: str) -> None:
    assert shown(interview(kept=True), "Tell me about the mill.", text) == {0}


def test_all_is_shown_where_nothing_was_left_out() -> None:
    assert shown(interview(kept=False), SECRET, "What became of the raft?") == {0, 1}
