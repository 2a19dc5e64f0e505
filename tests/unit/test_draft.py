"""One step of an interview in the making: entries, counters, and the words of a person kept as they are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.chore import ChoreResult
from core.contracts.commits import AskForChore, KeepNotes, Mark, Revise
from core.contracts.messages import LISTED, Content, Edit, Incoming, Say, Text, Voice
from core.contracts.session import Counters, EntryKind, KeptPart, Note, Reason, Role, Session, Status
from core.contracts.turn import NewQuestion, Occurrence, Turn
from core.conversation.draft import LONGEST_GAP, Draft, UserMessage, group_messages
from tests.fakes.effort import tries
from tests.fakes.stores import event, new_session

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def _session() -> Session:
    return new_session(open_question=1, last_seq=1, created_at=NOON, touched_at=NOON)


def _said(text: str, *, at: datetime = NOON, ref: str = "r") -> UserMessage:
    return UserMessage((text,), ref, at)


def _incoming(content: Content, ref: str, *, event_id: str = "") -> Incoming:
    return event(event_id or f"e{ref}", content, ref=ref)


# --- what was said ------------------------------------------------------------------------------------------------


def test_a_message_and_its_edits_are_one_with_several_wordings() -> None:
    found = group_messages([_incoming(Text(text="a"), "1"), _incoming(Edit(ref="1", text="b"), "1", event_id="x")])
    assert [s.texts for s in found] == [("a", "b")]


def test_an_edit_of_something_else_is_left_out() -> None:
    assert [
        s.text for s in group_messages([_incoming(Text(text="a"), "1"), _incoming(Edit(ref="2", text="b"), "2")])
    ] == ["a"]


def test_two_messages_of_the_same_name_are_both_kept() -> None:
    found = group_messages([_incoming(Text(text="a"), "1", event_id="x"), _incoming(Text(text="b"), "1", event_id="y")])
    assert [s.text for s in found] == ["a", "b"]


def test_messages_without_a_name_are_all_kept() -> None:
    found = group_messages([_incoming(Text(text="a"), "", event_id="x"), _incoming(Text(text="b"), "", event_id="y")])
    assert [s.text for s in found] == ["a", "b"]


def test_what_is_spoken_has_its_length_and_its_recording() -> None:
    voice = Voice(file_ref="f", seconds=4.0, text=" a \n", audio="x.ogg")
    (message,) = group_messages([_incoming(voice, "1")])
    assert (message.text, message.seconds, message.audio) == ("a", 4.0, "x.ogg")
    (unknown,) = group_messages([_incoming(Voice(file_ref="f", text="a"), "1")])
    assert unknown.seconds > 0


@pytest.mark.parametrize(
    ("messages", "active"),
    [
        # (seconds after the question, length)
        ([(30, 0)], 30),
        ([(500, 0)], LONGEST_GAP),
        ([(330, 300)], 330),
        ([(900, 300)], 300 + LONGEST_GAP),
        ([(100, 300)], 300),
        ([(100, 60), (200, 60)], 200),
    ],
)
def test_what_is_spoken_counts_whole(messages: list[tuple[int, float]], active: float) -> None:
    draft = Draft(_session(), NOON)
    said = tuple(UserMessage(("a",), "r", NOON + timedelta(seconds=at), length) for at, length in messages)
    draft.hear(said, to=1, question_id="q1")
    assert draft.session.counters.active_seconds == active


def test_what_was_heard_is_shown_before_all_else() -> None:
    draft = Draft(_session(), NOON)
    draft.tell(Say(text="What follows."), key="e/0", language="en")
    draft.hear(
        (UserMessage(("a",), "r", NOON, 4.0), _said("written"), UserMessage(("b",), "r", NOON, 4.0)),
        to=1,
        question_id="q1",
    )
    draft.show_heard(key="e/heard", language="en")
    letters = draft.change().letters
    assert [letter.saying.text for letter in letters if isinstance(letter.saying, Say)] == ["a", "b", "What follows."]
    assert [letter.key for letter in letters] == ["e/heard-2", "e/heard-4", "e/0"]


def test_taken_back_and_restored_count_as_if_nothing_was() -> None:
    draft = Draft(_session(), NOON)
    draft.hear((_said("two words"),), to=1, question_id="q1")
    before = draft.session.counters
    (entry,) = draft.added
    draft.withdraw(entry)
    assert draft.session.counters.words == 0
    draft.restore(entry)
    assert draft.session.counters == before


@settings(max_examples=tries(10, soak=400))
@given(st.lists(st.text(max_size=80), max_size=6))
def test_every_word_is_kept_in_order(texts: list[str]) -> None:
    draft = Draft(_session(), NOON)
    draft.hear(tuple(_said(text) for text in texts), to=1, question_id="q1")
    change = draft.change()
    assert [e.text for e in change.entries] == texts
    assert [e.seq for e in change.entries] == list(range(2, len(texts) + 2))
    assert {(e.role, e.kind, e.answers, e.question_id) for e in change.entries} <= {
        (Role.PERSON, EntryKind.ANSWER, 1, "q1")
    }
    counters = draft.session.counters
    assert (counters.answers, counters.words) == (len(texts), sum(len(t.split()) for t in texts))


# --- time ---------------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(-10, 100_000), max_size=8))
def test_active_time_counts_gaps_of_two_minutes_at_most(gaps: list[int]) -> None:
    draft, at, expected, last = Draft(_session(), NOON), NOON, 0.0, NOON
    for gap in gaps:
        at += timedelta(seconds=gap)
        draft.hear((_said("x", at=at),), to=1, question_id="q1")
        expected += min(LONGEST_GAP, max(0, (at - last).total_seconds()))
        last = max(last, at)
    assert draft.session.counters.active_seconds == expected


# --- a turn -------------------------------------------------------------------------------------------------------


def test_a_turn_appends_what_is_said_and_opens_its_question() -> None:
    draft = Draft(_session(), NOON)
    turn = Turn(
        state={"index": 1},
        notice="Offline.",
        remark="I see.",
        question=NewQuestion(id="q2", text="Why?"),
        chores=("notes", "notes"),
        log=(Occurrence(name="message-asked-again-several"), Occurrence(name="message-asked-again-command")),
    )
    draft.apply(turn, key="k", language="en")
    change = draft.change(done=(7,))
    assert [(e.kind, e.text, e.question_id) for e in change.entries] == [
        (EntryKind.REMARK, "I see.", "q2"),
        (EntryKind.QUESTION, "Why?", "q2"),
    ]
    assert change.entries[1].state == {"index": 1}
    assert change.session is not None
    assert change.session.open_question == change.entries[1].seq
    assert change.session.counters == Counters(questions=1, mended=1)
    (letter,) = change.letters
    assert isinstance(letter.saying, Say)
    assert letter.saying.text == "Offline.\n\nI see.\n\nWhy?"
    assert letter.seq == change.session.open_question
    assert (change.of(AskForChore), change.done) == ((AskForChore("notes"),), (7,))


def test_what_the_books_found_goes_with_the_turn_and_help_is_said_last() -> None:
    draft = Draft(_session(), NOON)
    learned = ChoreResult(notes=(Note(key="aunt", value="baked", entries=(2,)),), summary="She baked.")
    draft.hear((_said("Keep it out. Hi!"),), to=1, question_id="q1")
    turn = Turn(
        state={},
        question=NewQuestion(id="q2", text="Why?"),
        asides=("Hi!",),
        kept_back=(KeptPart(seq=2, passages=("Keep it out.",)),),
        about="q7",
        learned=learned,
        after="Call somebody.",
    )
    draft.apply(turn, key="k", language="en")
    change = draft.change()
    assert change.of(KeepNotes) == (KeepNotes(learned),)
    assert set(change.of(Mark)) == {
        Mark(seq=1, question_id="q7"),
        Mark(seq=2, asides=("Hi!",)),
        Mark(seq=2, kept_back=True, kept_passages=("Keep it out.",)),
    }
    (letter,) = change.letters
    assert isinstance(letter.saying, Say)
    assert letter.saying.text == "Why?\n\nCall somebody."
    button = letter.saying.choices[-1]
    assert (button.label, button.data) == ("Kept out of your file: 1", f"private~{LISTED}")
    assert [entry.text for entry in change.entries] == ["Keep it out. Hi!", "Why?"], "help is in no transcript"


def test_a_goodbye_is_no_answer() -> None:
    draft = Draft(_session(), NOON)
    draft.hear((_said("Gotta go, bye!"),), to=1, question_id="q1", beside=True)
    (entry,) = draft.added
    assert (entry.role, entry.kind, entry.answers) == (Role.PERSON, EntryKind.REMARK, None)
    assert (draft.session.counters.answers, draft.session.counters.words) == (0, 0)


def test_a_closing_turn_leaves_the_question_where_it_is() -> None:
    draft = Draft(_session(), NOON)
    draft.apply(Turn(state={}, remark="Thank you.", closes=True), key="k", language="en")
    assert (draft.session.status, draft.session.ended_at, draft.session.open_question) == (Status.COMPLETED, NOON, 1)
    (letter,) = draft.change().letters
    assert letter.seq is None


@given(st.lists(st.text(max_size=20), min_size=1, max_size=6), st.sampled_from([Reason.UNDO, Reason.DELETED]))
def test_withdrawing_undoes_the_counting(texts: list[str], reason: Reason) -> None:
    draft = Draft(_session(), NOON)
    draft.hear(tuple(_said(text) for text in texts), to=1, question_id="q1")
    for entry in draft.added:
        draft.withdraw(entry, reason)
    assert draft.withdrawn == {e.seq for e in draft.added}
    assert (draft.session.counters.answers, draft.session.counters.words) == (0, 0)
    revisions = [revised.revision for revised in draft.change().of(Revise)]
    assert all(revision.withdrawn and revision.reason is reason for revision in revisions)
    assert [revision.text for revision in revisions] == texts
