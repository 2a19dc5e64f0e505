"""What is next in a mailbox."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.messages import (
    ChatClosed,
    Command,
    Content,
    Edit,
    Incoming,
    Removal,
    Text,
    Timer,
    Unusable,
    UnusableKind,
    Voice,
    position_of,
)
from core.contracts.session import Awaited, Digest, InputPurpose, PendingInput, Person, Stage, Status
from core.conversation.plan import Act, Answer, KeepLate, Plan, Wait, plan_next_step
from core.store.mailbox_rows import Delivered, MailboxView, MailItem, Past, QuestionAsked, QuestionScene
from tests.fakes.interview import PlainInterview
from tests.fakes.stores import answer, event, new_session, question

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
T = NOON.timestamp()
KINDS = {"plain": PlainInterview()}
SEEN, ON_ITS_WAY = Delivered("", 0.0, None), Delivered(None, None, None, in_flight=True)
A, HELP, SKIP, START = Text(text="a"), Command(name="help"), Command(name="skip"), Command(name="start")
UNHEARD, HEARD = Voice(file_ref="f", seconds=5), Voice(file_ref="f", seconds=5, text="spoken")


def _mail(*contents: Content) -> tuple[MailItem, ...]:
    """What is spoken without any words is still being heard; a position is ten times the number."""
    return tuple(
        MailItem(n, _incoming(n, content), content != UNHEARD, T + 10 * n) for n, content in enumerate(contents, 1)
    )


def _incoming(n: int, content: Content) -> Incoming:
    sent_at = NOON + timedelta(seconds=10 * n)
    return replace(event(f"e{n}", content, ref=str(n)), sent_at=sent_at, position=position_of(10 * n))


LINES = (question(1), answer(2, 1), question(3))


def _view(
    items: tuple[MailItem, ...],
    status: Status | None = Status.ACTIVE,
    delivered: Delivered = SEEN,
    past: Past | None = None,
) -> MailboxView:
    """Somebody whose second question is open; `status` None: who has begun nothing."""
    person = Person(id="p", created_at=NOON, stage=Stage.KNOWN)
    past = past or Past()
    if status is None:
        return MailboxView(person, items, None, None, past)
    session = new_session(kind="plain", status=status, open_question=3, last_seq=3)
    return MailboxView(person, items, session, QuestionScene(LINES[2], (), LINES[:2], Digest(), delivered), past)


def _plan(seen: MailboxView, *, offline: bool = False) -> Plan:
    return plan_next_step(seen, KINDS, offline=offline)


def _told(step: Plan) -> tuple[object, ...]:
    match step:
        case Act(item=item, before=before):
            return ("act", item.id, *(i.id for i in before))
        case KeepLate(items=items, seq=seq):
            return ("late", seq, *(i.id for i in items))
        case Answer(items=items) | Wait(items=items):
            return ("answer" if isinstance(step, Answer) else "wait", *(i.id for i in items))


@pytest.mark.parametrize(
    ("contents", "status", "expected"),
    [
        ((A, A), Status.ACTIVE, ("answer", 1, 2)),
        ((A, SKIP), Status.ACTIVE, ("act", 2, 1)),
        ((A, START, HELP), Status.ACTIVE, ("answer", 1)),
        ((Timer(session_id="s1"), A, HELP), Status.ACTIVE, ("act", 3)),
        ((Timer(session_id="s1"), A), Status.ACTIVE, ("answer", 2)),
        ((A, UNHEARD), Status.ACTIVE, ("wait", 1)),
        ((UNHEARD, A, SKIP), Status.ACTIVE, ("act", 3)),
        ((A,), Status.PAUSED, ("answer", 1)),
        ((Text(text="hello"), HELP), Status.ABANDONED, ("act", 2)),
        ((Text(text="bye"),), Status.PAUSED, ("answer", 1)),
        ((A, HELP), Status.COMPLETED, ("act", 1)),
        ((A, HELP), None, ("act", 1)),
    ],
)
def test_the_next_step(contents: tuple[Content, ...], status: Status | None, expected: tuple[object, ...]) -> None:
    assert _told(_plan(_view(_mail(*contents), status))) == expected


@pytest.mark.parametrize(
    ("text", "answered", "minutes", "expected"),
    [
        ("PS. and a boat", True, 10, ("late", 3, 1)),
        ("PS. and a boat", True, 20, ("answer", 1)),
        ("PS. and a boat", False, 10, ("answer", 1)),
        ("Hello!", True, 10, ("act", 1)),
        ("bye", False, 20, ("act", 1)),
    ],
)
def test_without_a_model_words_soon_after_a_pause_go_on(
    text: str, answered: bool, minutes: int, expected: tuple[object, ...]
) -> None:
    seen = _view(_mail(Text(text=text)), Status.PAUSED)
    assert seen.session is not None
    assert seen.scene is not None
    paused_at = seen.items[0].incoming.sent_at - timedelta(minutes=minutes)
    seen = replace(
        seen,
        session=seen.session.model_copy(update={"touched_at": paused_at}),
        scene=replace(seen.scene, answers=(answer(4, 3),) if answered else ()),
    )
    assert _told(_plan(seen, offline=True)) == expected
    assert _told(_plan(seen)) == ("answer", 1), "a model hears for itself whether they have come back"


def test_words_before_a_question_was_seen_belong_to_the_last() -> None:
    items = _mail(A, A)
    assert _told(_plan(_view(items, delivered=Delivered(position_of(15), T, None)))) == ("late", 1, 1)
    assert _told(_plan(_view(items, delivered=ON_ITS_WAY))) == ("wait", 1, 2)


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        ((A, HELP), ("act", 2)),
        ((A, Edit(ref="9", text="b")), ("act", 2)),
        ((HEARD, HELP), ("act", 2)),
        ((A, SKIP), ("wait", 1)),
        ((HEARD, A, SKIP), ("wait", 1, 2)),
    ],
)
def test_what_acts_at_once_does_not_tell_which_words_are_late(
    contents: tuple[Content, ...], expected: tuple[object, ...]
) -> None:
    asked = (QuestionAsked("s1", 3, ON_ITS_WAY, Status.ACTIVE, None), QuestionAsked("s1", 1, SEEN, Status.ACTIVE, None))
    assert _told(_plan(_view(_mail(*contents), delivered=ON_ITS_WAY, past=Past(asked)))) == expected


def test_a_note_belongs_to_the_question_that_was_open_when_it_was_begun() -> None:
    asked = (
        QuestionAsked("s1", 3, Delivered(position_of(9), T + 9, None), Status.ACTIVE, None),
        QuestionAsked("s1", 1, Delivered(position_of(1), T - 60, None), Status.ACTIVE, None),
    )
    seen = _view(_mail(HEARD), past=Past(asked))
    assert _told(_plan(seen)) == ("late", 1, 1)
    undone = _mail(HEARD, Command(name="undo"))
    step = _plan(_view((replace(undone[0], overtaken=True),), past=Past(asked, undone[1:])))
    assert isinstance(step, KeepLate)
    assert step.taken_back


def test_words_are_no_answer_while_a_consent_is_awaited() -> None:
    seen = _view(_mail(A), Status.PAUSED)
    asked = seen.person.model_copy(update={"awaits": Awaited(kind="plain")})
    assert _told(_plan(replace(seen, person=asked))) == ("act", 1)


def test_what_was_asked_for_goes_before_all_else() -> None:
    for wanted, contents, expected in (
        (InputPurpose.WORDS, (UNHEARD, A, SKIP), ("act", 2)),
        (InputPurpose.AGAIN, (START, UNHEARD), ("act", 1)),
        (InputPurpose.AGAIN, (UNHEARD,), ("wait",)),
    ):
        mending = PendingInput(
            session_id="s1", seq=2, wanted=wanted, asked_at=NOON, after=1 if len(contents) > 1 else 0
        )
        seen = _view(_mail(*contents))
        assert _told(_plan(replace(seen, person=seen.person.model_copy(update={"mending": mending})))) == expected


# --- laws ---------------------------------------------------------------------------------------------------------

CONTENTS = st.sampled_from(
    [
        A,
        A,
        HEARD,
        UNHEARD,
        HELP,
        SKIP,
        START,
        ChatClosed(),
        Timer(session_id="s1"),
        Edit(ref="1", text="b"),
        Edit(ref="9", text="b"),
        Text(text="hello"),
        Unusable(kind=UnusableKind.STICKER),
        Command(name="undo"),
    ]
)
POSITIONS = st.sampled_from([SEEN, ON_ITS_WAY, Delivered(position_of(25), T + 25, None), Delivered(None, None, T + 25)])
ASKED = st.lists(
    st.builds(
        lambda seq, delivered, status: QuestionAsked("s1", seq, delivered, status, None),
        st.sampled_from([1, 3]),
        POSITIONS,
        st.sampled_from(Status),
    ),
    max_size=3,
).map(lambda asked: Past(tuple(asked)))
MAILS = st.lists(CONTENTS, min_size=1, max_size=7).map(lambda contents: _mail(*contents))
VIEWS = st.builds(_view, MAILS, st.none() | st.sampled_from(Status), POSITIONS, ASKED)


def _handled(step: Plan) -> tuple[MailItem, ...]:
    return (*step.before, step.item) if isinstance(step, Act) else step.items


@given(VIEWS)
def test_whoever_follows_the_plan_handles_each_item_once(seen: MailboxView) -> None:
    while seen.items:
        step = _plan(seen)
        if isinstance(step, Wait):
            in_flight = seen.scene is not None and seen.scene.delivered.in_flight
            assert in_flight or not all(item.ready for item in seen.items)
            return
        handled = [item.id for item in _handled(step)]
        assert handled
        assert handled == sorted(set(handled))
        assert all(item.ready for item in _handled(step))
        assert set(handled) <= {item.id for item in seen.items}
        seen = replace(seen, items=tuple(item for item in seen.items if item.id not in handled))


@given(VIEWS)
def test_a_deletion_goes_before_whatever_waits(seen: MailboxView) -> None:
    removal = replace(_mail(Removal(ref="1"))[0], id=99)
    assert _told(_plan(replace(seen, items=(*seen.items, removal)))) == ("act", 99)


@given(VIEWS)
def test_words_become_an_answer_only_with_all_that_was_said_before(seen: MailboxView) -> None:
    step = _plan(seen)
    if isinstance(step, Answer):
        said = [i for i in seen.items if i.id < step.items[-1].id and isinstance(i.incoming.content, Text | Voice)]
        assert set(said) <= set(step.items)
