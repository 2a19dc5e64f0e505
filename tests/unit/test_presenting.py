"""Messages put together: styled stretches stay where they belong, and the number of a question is said sparingly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.messages import Badge, Button, Progress, Style, StyledMessage, decode_button
from core.contracts.session import EntryKind, Session
from core.contracts.turn import NewQuestion, Turn
from core.conversation.draft import progress_line, question_buttons, turn_message, visible_progress
from core.documents.readable import excerpt
from tests.fakes.stores import new_session


def _session(open_question: int | None = 3) -> Session:
    return new_session(open_question=open_question)


@given(st.lists(st.tuples(st.text(max_size=40), st.sampled_from([None, *Style])), max_size=8))
def test_styled_paragraphs_keep_their_offsets(paragraphs: list[tuple[str, Style | None]]) -> None:
    page = StyledMessage()
    for text, style in paragraphs:
        page.add(text, style)
    message = page.say()
    assert message.text == "\n\n".join(text for text, _ in paragraphs if text)
    styled = [(text, style) for text, style in paragraphs if text and style]
    assert [(message.text[s.start : s.end], s.style) for s in message.spans] == styled


def _turn(done: int, kind: EntryKind = EntryKind.QUESTION) -> Turn:
    return Turn(state={}, question=NewQuestion(id="q", text="Why?", kind=kind, progress=Progress(done=done, total=104)))


@pytest.mark.parametrize(("done", "said"), [(1, True), (2, False), (9, False), (10, True), (11, False), (104, False)])
def test_the_number_of_a_question_is_said_now_and_then(done: int, said: bool) -> None:
    message = turn_message(_turn(done), _session(), language="en")
    assert message is not None
    assert message.text.startswith("Question") == said
    assert message.progress == Progress(done=done, total=104)


def test_a_marked_question_begins_with_a_sign() -> None:
    question = NewQuestion(id="q", text="Why?", kind=EntryKind.FOLLOW_UP, marked=True)
    message = turn_message(Turn(state={}, remark="I see.", question=question), _session(), language="en")
    assert message is not None
    assert message.text == "I see.\n\n↳ Why?"
    assert question.text == "Why?"


@pytest.mark.parametrize(
    ("kind", "opens", "badge"),
    [
        (EntryKind.QUESTION, True, Badge.OVERVIEW),
        (EntryKind.QUESTION, False, Badge.QUESTION),
        (EntryKind.FOLLOW_UP, False, Badge.FOLLOW_UP),
        (EntryKind.ROOM, False, Badge.FOLLOW_UP),
    ],
)
def test_a_question_is_told_apart_by_its_kind(kind: EntryKind, opens: bool, badge: Badge) -> None:
    question = NewQuestion(id="q", text="Why?", kind=kind, opens=opens)
    message = turn_message(Turn(state={}, question=question), _session(), language="en")
    assert message is not None
    assert message.badge is badge


def test_a_turn_says_its_parts_in_order() -> None:
    turn = Turn(state={}, notice="I am offline.", remark="I see.", question=NewQuestion(id="q", text="Why?"))
    message = turn_message(turn, _session(), language="en")
    assert message is not None
    assert message.text == "I am offline.\n\nI see.\n\nWhy?"
    assert [message.text[s.start : s.end] for s in message.spans] == ["I am offline."]


def test_the_buttons_of_a_turn_belong_to_its_question() -> None:
    message = turn_message(_turn(2), _session(open_question=3), language="ru")
    assert message is not None
    assert [c.label for c in message.choices] == ["Пропустить"]
    assert [decode_button(c.data) for c in message.choices] == [Button(command="skip", session_id="s1", seq=3)]


def test_the_last_words_have_no_buttons() -> None:
    message = turn_message(Turn(state={}, remark="Thank you.", closes=True), _session(), language="en")
    assert message is not None
    assert message.choices == ()


def test_a_button_never_carries_more_than_its_question() -> None:
    (button,) = question_buttons("en", "s" * 24, 999_999_999, ("skip",))
    assert len(button.data) <= 64


@given(st.text(max_size=600), st.integers(20, 200))
def test_an_excerpt_is_one_line_and_its_beginning_is_the_persons(text: str, limit: int) -> None:
    short = excerpt(text, limit)
    assert len(short) <= limit + 2
    assert "\n" not in short
    flat = " ".join(text.split())
    if short != flat:
        assert short.endswith(" …")
        assert flat.startswith(short.removesuffix(" …"))


def test_a_long_agenda_is_told_by_chapters_and_never_counted_out() -> None:
    few, many = Progress(done=2, total=5), Progress(done=10, total=109, chapters_done=3, chapters=12)
    assert (progress_line("en", few), visible_progress(few)) == ("Question 2 of about 5", few)
    assert (progress_line("en", many), visible_progress(many)) == ("Chapters we’ve touched on: 3 of 12", None)
