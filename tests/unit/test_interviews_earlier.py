"""What earlier interviews show: the wishes that the books noted, and how each kind of question was taken."""

from __future__ import annotations

from core.contracts.lessons import Lessons, QuestionCount
from core.contracts.session import Entry, EntryKind, Record, Revision, Role, Status
from core.interviews.scripted_base.books import MOST_WISHES
from core.interviews.scripted_base.talk import as_notes, lessons
from tests.unit.life_story_kit import NOW, Talk, entry, offline
from tests.unit.podcast_kit import LONG, PODCAST, Conversation, source

SCRIPT = PODCAST.scripts.speak("en")


def asked(seq: int, subject: str, kind: EntryKind = EntryKind.QUESTION) -> Entry:
    return entry(seq, Role.INTERVIEWER, kind, "What was it like?", question_id=subject)


def told(seq: int, to: int, text: str = LONG) -> Entry:
    return entry(seq, Role.PERSON, EntryKind.ANSWER, text, answers=to)


def over(*entries: Entry, wishes: object = ()) -> Record:
    """An interview that has ended."""
    talk = Talk(PODCAST, model=offline())
    talk.set(status=Status.COMPLETED, state={"wishes": wishes})
    return Record(person=talk.person, session=talk.session, entries=entries)


def count(chapter: str, at_length: int, unanswered: int) -> QuestionCount:
    return QuestionCount(chapter=chapter, at_length=at_length, unanswered=unanswered)


def test_wishes_are_gathered_each_once_and_of_too_many_the_oldest_go() -> None:
    first, second = over(wishes=["shorter questions", "no small talk"]), over(wishes=["Shorter  questions"])
    assert lessons([first, second], SCRIPT).wishes == ("no small talk", "Shorter  questions")
    many = [over(wishes=[f"wish {n}"]) for n in range(MOST_WISHES + 2)]
    assert lessons(many, SCRIPT).wishes == tuple(f"wish {n}" for n in range(2, MOST_WISHES + 2))


def test_a_state_that_says_nothing_readable_of_wishes_has_none() -> None:
    assert lessons([over(wishes=17), over(wishes=None)], SCRIPT) == Lessons()
    assert not Lessons()


def test_questions_are_counted_by_chapter_and_follow_ups_apart() -> None:
    record = over(
        asked(1, "reflective-opening"),
        told(2, 1),
        asked(3, "reflective-opening", EntryKind.FOLLOW_UP),
        told(4, 3, "Nets."),
        asked(5, "reflective-where", EntryKind.FOLLOW_UP),
        asked(6, "reflective-where", EntryKind.FOLLOW_UP),
        told(7, 6, "In the kitchen, before"),
        told(8, 6, "anybody else in the house was awake."),
        asked(9, "creative-opening"),
        asked(10, "reflective-words", EntryKind.ROOM),
        asked(11, "made-up"),
        asked(12, "creative-conclusion"),
    )
    expected = (count("Reflective", 1, 1), count("Creative", 0, 1), count("", 1, 0))
    assert lessons([record], SCRIPT).questions == expected
    assert lessons([record, record], SCRIPT).questions[0] == count("Reflective", 2, 2)


def test_what_was_taken_back_is_neither_asked_nor_told() -> None:
    gone = Revision(number=2, text=LONG, withdrawn=True, at=NOW)
    record = over(
        asked(1, "reflective-opening"),
        told(2, 1).model_copy(update={"revisions": (gone,)}),
        asked(3, "reflective-where").model_copy(update={"revisions": (gone,)}),
        asked(4, "reflective-words"),
    )
    assert lessons([record], SCRIPT).questions == (count("Reflective", 0, 1),)


def test_the_notes_leave_out_what_this_interview_knows_itself() -> None:
    found = Lessons(wishes=("shorter questions", "no small talk"), questions=(count("", 2, 1),))
    assert list(as_notes(found, ["Shorter questions"])) == [
        "In earlier interviews they wished: no small talk.",
        "How they took questions in earlier interviews: follow-up questions: 2 answered at length, 1 left unanswered.",
    ]
    assert list(as_notes(Lessons(), ["Shorter questions"])) == []


async def test_skipped_and_answered_questions_are_found_in_the_entries() -> None:
    talk = Conversation(source(questions=3), model=offline())
    talk.skip()
    await talk.to_the_end()
    record = Record(person=talk.person, session=talk.session, entries=tuple(talk.entries))
    [main, *_] = PODCAST.lessons([record], "ru").questions
    assert (main.chapter, main.unanswered) == ("Размышление", 1)
    assert main.at_length > 0
