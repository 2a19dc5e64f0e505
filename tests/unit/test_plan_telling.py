"""What is next in a mailbox while something is told freely; and words that stand for a command."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from core.contracts.buttons import Button, write
from core.contracts.messages import Command, Content, Press, Text, Voice, position_of
from core.contracts.session import Digest, Entry, EntryKind, Person, Stage, Status
from core.conversation.plan import Act, Answer, KeepTelling, Plan, Wait, plan
from core.conversation.spoken_wishes import understood
from core.store.desk_reads import Delivered, MailItem, Scene, View
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
) -> View:
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
    return View(person, items, session, Scene(asked, answers, LINES[:2], Digest(), delivered))


def planned(seen: View) -> Plan:
    return plan(seen, KINDS, offline=False)


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
        press = Press(data=write(Button(command="told", session_id="s1", seq=seq)))
        seen = look(press, told=True)
        assert isinstance(planned(seen), Answer) is ends


def test_commands_act_at_once() -> None:
    seen = look(WORDS, HELP)
    assert planned(seen) == Act(item=seen.items[1])


def named(seen: View) -> list[object]:
    return [item.incoming.content for item in understood(seen, KINDS).items]


def test_words_stand_for_a_command_only_where_it_can_be_done() -> None:
    find, again = Text(text="What did I tell you about my brother?"), Text(text="Let me tell that again.")
    tell, told = Text(text="Let me just tell it in my own way."), Text(text="That's all.")
    finds, ends = Command(name="find", argument="my brother"), Command(name="told")
    asked = LINES[2]
    assert named(look(find, again, tell, told, asked=asked)) == [
        finds,
        Command(name="again"),
        Command(name="tell"),
        told,
    ]
    assert named(look(find, tell, told)) == [finds, tell, ends]
    assert named(look(find, again, tell, asked=asked, status=Status.COMPLETED)) == [finds, again, tell]
    assert named(look(WORDS, UNHEARD)) == [WORDS, UNHEARD]


def test_where_answers_are_weighed_only_looking_is_heard() -> None:
    find, again = Text(text="What did I tell you about my brother?"), Text(text="Let me tell that again.")
    seen = understood(look(find, again, asked=LINES[2]), {"plain": PlainInterview()})
    assert [type(item.incoming.content) for item in seen.items] == [Command, Text]


def test_the_words_themselves_are_remembered() -> None:
    seen = look(Text(text="That's all."))
    [item] = understood(seen, KINDS).items
    assert item.said == seen.items[0].incoming
