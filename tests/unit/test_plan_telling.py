"""What is next in a mailbox while something is told freely."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from core.contracts.messages import Button, Command, Content, Press, Text, Voice, encode_button, position_of
from core.contracts.session import Digest, Entry, EntryKind, Person, Stage, Status
from core.conversation.plan import Act, Answer, KeepTelling, Plan, Wait, plan_next_step
from core.store.mailbox_rows import Delivered, MailboxView, MailItem, QuestionScene
from tests.fakes.interview import PlainInterview
from tests.fakes.stores import answer, event, new_session, question

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Telling(PlainInterview):
    tells = True


KINDS = {"plain": Telling()}
WORDS, HELP, TOLD = Text(text="We had a goat."), Command(name="help"), Command(name="told")
UNHEARD = Voice(file_ref="f", seconds=5)
SEEN, ON_ITS_WAY = Delivered("", 0.0, None), Delivered(None, None, None, in_flight=True)
LINES = (question(1), answer(2, 1), question(3))
FLOOR = LINES[2].model_copy(update={"kind": EntryKind.ROOM, "title": "Told freely"})


def look(
    *contents: Content,
    asked: Entry = FLOOR,
    status: Status = Status.ACTIVE,
    told: bool = False,
    delivered: Delivered = SEEN,
) -> MailboxView:
    """Somebody who has the floor; `told`: and has said something already."""
    items = tuple(
        MailItem(
            n,
            replace(
                event(f"e{n}", content, ref=str(n)),
                sent_at=NOON + timedelta(seconds=10 * n),
                position=position_of(10 * n),
            ),
            content != UNHEARD,
            NOON.timestamp() + 10 * n,
        )
        for n, content in enumerate(contents, 1)
    )
    person = Person(id="p", created_at=NOON, stage=Stage.KNOWN)
    session = new_session(kind="plain", status=status, open_question=3, last_seq=4)
    session = session.model_copy(update={"counters": session.counters.model_copy(update={"answers": 2})})
    answers = (answer(4, 3),) if told else ()
    return MailboxView(person, items, session, QuestionScene(asked, answers, LINES[:2], Digest(), delivered))


def planned(seen: MailboxView) -> Plan:
    return plan_next_step(seen, KINDS, offline=False)


def test_words_are_kept_and_nobody_thinks_about_them() -> None:
    for status in (Status.ACTIVE, Status.PAUSED):
        seen = look(WORDS, WORDS, status=status)
        assert planned(seen) == KeepTelling(items=seen.items)


def test_who_begins_before_they_are_told_that_they_may_has_begun() -> None:
    seen = look(WORDS, delivered=ON_ITS_WAY)
    assert planned(seen) == KeepTelling(items=seen.items)
    anew = LINES[2].model_copy(update={"retells": (1,)})
    assert planned(look(WORDS, asked=anew, delivered=ON_ITS_WAY)) == Answer(items=seen.items)


def test_all_of_it_is_answered_when_they_have_told_it() -> None:
    seen = look(WORDS, TOLD, WORDS)
    assert planned(seen) == Answer(items=seen.items[:2])
    alone = look(TOLD, told=True)
    assert planned(alone) == Answer(items=alone.items)


def test_what_is_still_being_heard_is_waited_for() -> None:
    seen = look(WORDS, UNHEARD, TOLD, told=True)
    assert planned(seen) == Wait(items=seen.items[:1])


def test_who_has_told_nothing_is_not_answered() -> None:
    seen = look(TOLD)
    assert planned(seen) == Act(item=seen.items[0])


def test_a_button_of_another_telling_is_no_end() -> None:
    for seq, ends in ((3, True), (1, False)):
        press = Press(data=encode_button(Button(command="told", session_id="s1", seq=seq)))
        seen = look(press, told=True)
        assert isinstance(planned(seen), Answer) is ends


def test_commands_act_at_once() -> None:
    seen = look(WORDS, HELP)
    assert planned(seen) == Act(item=seen.items[1])


def test_no_words_of_theirs_stand_for_a_command() -> None:
    for words in ("That's all.", "Stop", "Let me tell that again.", "Next question, please."):
        seen = look(Text(text=words), told=True)
        assert planned(seen) == KeepTelling(items=seen.items)
