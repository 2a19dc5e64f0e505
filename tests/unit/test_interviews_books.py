"""The books of an interview: read as generously as models write, and nothing is lost but what they take away."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.session import Entry, EntryKind, KeptPart, Note, Role
from core.contracts.turn import Turn
from core.interviews.kind import Operator
from core.interviews.life_story.interview import LifeStory
from core.interviews.life_story.state import LifeState
from core.interviews.scripted_base.base_state import Refusal, SpokenState
from core.interviews.scripted_base.books import (
    LONGEST_SUBJECT,
    LONGEST_THREAD,
    MOST_CLOSED,
    MOST_THREADS,
    MOST_WISHES,
    Books,
    kept_back_in,
    normalize_quote,
    refused_after,
    threads_after,
    wishes_after,
)
from core.llm.chat_provider import provider_schema
from tests.fakes.model import ScriptedModel
from tests.fakes.model_schemas import FORBIDDEN_KEYWORDS
from tests.unit.life_story_kit import HELP, Talk, entry, saying, scripts

STORY = "My aunt Olga baked bread in the clay oven behind the house, and we children carried the wood for her."
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6) | st.just("²"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=5,
)
WORDS = st.text(alphabet="abc дея", min_size=1, max_size=6).filter(str.strip)
NUMBERS = st.lists(st.integers(-2, 25), max_size=3)


def talk(**books: object) -> Talk:
    """A talk whose model always says and notes the same."""
    model = ScriptedModel(talk=lambda _prompt: "Who baked?", books=lambda _prompt: dict(books))
    made = Talk(LifeStory(scripts(), operator=Operator(help_texts=HELP)), model=model)
    made.begin()
    return made


async def noted(answer: str = STORY, **books: object) -> tuple[Turn, LifeState]:
    """The turn to the first answer, and its state."""
    turn = await talk(**books).say(answer)
    return turn, LifeState.model_validate(turn.state)


# --- how they are read --------------------------------------------------------------------------------------------


def test_books_that_say_nothing_change_nothing() -> None:
    assert Books.model_validate({}) == Books.model_validate(dict.fromkeys(Books.model_fields)) == Books()
    state = SpokenState(threads=("a",), refused=(Refusal(subject="b"),), wishes=("c",))
    assert threads_after(state.threads, Books()) == state.threads
    assert refused_after(state.refused, Books(), seq=1) == state.refused
    assert wishes_after(state.wishes, Books()) == state.wishes


@pytest.mark.parametrize(
    ("given", "read"),
    [(3, [3]), (" 3 ", [3]), (["3", 4], [3, 4]), ("²", []), ("9" * 5_000, []), (True, []), ([None, {}, 2.5, 7], [7])],
)
def test_numbers_however_they_are_written(given: object, read: list[int]) -> None:
    assert Books.model_validate({"settled": given}).settled == read


@pytest.mark.parametrize(
    ("given", "read"), [("the goat", ["the goat"]), (["a", "", " ", 3, None, "b"], ["a", "b"]), (7, []), ({"a": 1}, [])]
)
def test_texts_however_they_are_written(given: object, read: list[str]) -> None:
    assert Books.model_validate({"threads": given}).threads == read


def test_words_of_a_list_in_any_form() -> None:
    written = ["PAUSE", " Go-on", "stop", "dance", ["pause"], {}]
    assert [Books.model_validate({"wants": each}).wants for each in written] == [
        "pause", "go_on", "stop", "go_on", "go_on", "go_on",
    ]  # fmt: skip


@given(field=st.sampled_from(sorted(set(Books.model_fields) - {"danger", "next_time", "about", "summary", "language"})),
       value=VALUES)  # fmt: skip
def test_no_value_of_a_field_spoils_the_others(field: str, value: object) -> None:
    books = Books.model_validate({field: value, "summary": "She baked.", "thoughts": value})
    assert books.summary == "She baked."


def test_every_provider_takes_their_schema() -> None:
    def keywords(schema: Any) -> set[str]:
        if isinstance(schema, list):
            return set().union(*map(keywords, schema))
        if not isinstance(schema, dict):
            return set()
        inner = [value for key, value in schema.items() if key != "properties"]
        return set(schema).union(*map(keywords, [*inner, *schema.get("properties", {}).values()]))

    schema = provider_schema(Books)
    assert set(schema["required"]) == set(Books.model_fields)
    assert not FORBIDDEN_KEYWORDS & keywords(schema)


# --- what they change ---------------------------------------------------------------------------------------------


@given(turns=st.lists(st.tuples(st.lists(WORDS, max_size=4), NUMBERS), max_size=14))
def test_a_thread_goes_only_when_it_is_settled_or_there_are_too_many(turns: list[tuple[list[str], list[int]]]) -> None:
    threads: tuple[str, ...] = ()
    for new, settled in turns:
        before, threads = threads, threads_after(threads, Books(threads=new, settled=settled))
        left = {normalize_quote(each) for number, each in enumerate(before, 1) if number not in settled}
        wanted = left | set(map(normalize_quote, new))
        assert len(threads) == len(set(map(normalize_quote, threads))) == min(len(wanted), MOST_THREADS)
        assert set(map(normalize_quote, threads)) <= wanted
        assert set(map(normalize_quote, new[:MOST_THREADS])) <= set(map(normalize_quote, threads))


@given(turns=st.lists(st.lists(WORDS, max_size=3), max_size=10))
def test_wishes_stay_and_of_too_many_the_oldest_go(turns: list[list[str]]) -> None:
    wishes: tuple[str, ...] = ()
    wished: list[str] = []
    for new in turns:
        wishes = wishes_after(wishes, Books(wishes=new))
        for wish in map(normalize_quote, new):
            wished = [each for each in wished if each != wish] + [wish]
    assert list(map(normalize_quote, wishes)) == wished[-MOST_WISHES:]


def test_the_newest_words_for_a_thread_and_for_a_closed_subject_count() -> None:
    assert threads_after(("the goat", "my uncle"), Books(threads=["the  oars", "My Uncle"], settled=[1])) == (
        "the oars",
        "My Uncle",
    )
    books = refused_after((Refusal(subject="my son", seq=1),), Books(closed=["my sons", "about that"]), seq=9)
    assert [(each.subject, each.seq) for each in books] == [("my sons", 9), ("about that", 9)]
    assert [each.subject for each in refused_after(books, Books(closed=["This"]), seq=10)][-2:] == [
        "about that",
        "This",
    ]


def test_a_closed_subject_opens_by_its_number_alone_and_all_is_bounded() -> None:
    books = tuple(Refusal(subject=f"never {n}") for n in range(MOST_CLOSED))
    assert refused_after(books, Books(reopened=[2, 0, -1, 99]), seq=1) == (books[0], *books[2:])
    newest = refused_after(books, Books(closed=["x" * 500]), seq=1)
    assert newest[:-1] == books[1:]
    assert len(newest[-1].subject) == LONGEST_SUBJECT
    assert [len(each) for each in threads_after((), Books(threads=["x" * 500]))] == [LONGEST_THREAD]


def test_only_answers_are_kept_back_where_the_newest_words_ask_it() -> None:
    old = entry(2, Role.PERSON, EntryKind.ANSWER, "I burnt the letters.")
    already = entry(4, Role.PERSON, EntryKind.ANSWER, "And the shed.", kept_back=True)
    question = entry(5, Role.INTERVIEWER, EntryKind.QUESTION, "Which shed?")
    new = entry(6, Role.PERSON, EntryKind.ANSWER, "That stays\nbetween us,  please.")

    def kept(*asked: dict[str, object], talked: tuple[Entry, ...] = (old, already, question)) -> list[int]:
        found = kept_back_in(Books.model_validate({"keep_back": list(asked)}), [new], talked)
        assert all(part.passages == () for part in found)
        return [part.seq for part in found]

    assert kept({"n": [2, 6, 4, 5, 99], "words": "stays between us, please"}) == [2, 6]
    assert kept({"n": [2], "words": "keep it secret"}, {"n": [6], "words": ""}) == []
    assert kept({"n": [2], "words": "I burnt the letters"}) == [], "nobody asks for it now"


MILL = "We lived by the mill.  The saw took my hand\nin 1961. Mother said “hush”, and baked."
BREAD = "She baked on Fridays. Nobody spoke of the hand."


def parts_of(*asked: dict[str, object], **marks: object) -> list[tuple[int, tuple[str, ...]]]:
    """What is kept back of MILL (2, with these marks) and BREAD (4) where both are asked for in a later message."""
    talked = [
        entry(2, Role.PERSON, EntryKind.ANSWER, MILL, answers=1, **marks),
        entry(4, Role.PERSON, EntryKind.ANSWER, BREAD, answers=3),
    ]
    new = entry(6, Role.PERSON, EntryKind.ANSWER, "Leave the hand out.", answers=5)
    requests = [{"words": "leave the hand out", **each} for each in asked]
    found = kept_back_in(Books.model_validate({"keep_back": requests}), [new], talked)
    return [(part.seq, part.passages) for part in found]


HAND = "The saw took my hand\nin 1961."


def test_a_passage_is_found_whatever_its_case_and_its_spaces() -> None:
    assert parts_of({"n": [2], "passages": ["the saw  took my HAND in 1961."]}) == [(2, (HAND,))]
    assert parts_of({"n": [2], "passages": ['"Mother said "hush", and baked."']}) == [
        (2, ("Mother said “hush”, and baked.",))
    ]
    both = {"n": [2, 4], "passages": [HAND, "Nobody spoke of the hand."]}
    assert parts_of(both) == [(2, (HAND,)), (4, ("Nobody spoke of the hand.",))]


def test_a_message_without_a_passage_is_meant_whole() -> None:
    assert parts_of({"n": [2, 4]}) == [(2, ()), (4, ())], "as earlier versions have asked"
    assert sorted(parts_of({"n": [2, 4], "passages": [HAND]})) == [(2, (HAND,)), (4, ())]
    assert parts_of({"n": [2], "passages": ["I lost a finger."]}) == [(2, ())]
    assert parts_of({"n": [2], "passages": [HAND, "I lost a finger."]}) == [(2, ())], "nobody knows where it is"


def test_a_passage_of_another_message_is_kept_back_there() -> None:
    assert parts_of({"n": [4], "passages": [HAND]}) == [(2, (HAND,)), (4, ())]
    assert parts_of({"n": [], "passages": [HAND]}) == [(2, (HAND,))]
    assert parts_of({"n": [], "passages": ["A finger."]}) == [(6, ())], "what asks for it, as without a passage"


def test_passages_add_up_and_all_of_it_stays_all_of_it() -> None:
    mill = "We lived by the mill."
    assert parts_of({"n": [2], "passages": [HAND]}, kept_back=True) == []
    assert parts_of({"n": [2], "passages": [HAND]}, kept_back=True, kept_passages=(HAND,)) == []
    assert parts_of({"n": [2], "passages": [HAND, mill]}, kept_back=True, kept_passages=(HAND,)) == [(2, (mill,))]
    assert parts_of({"n": [2]}, kept_back=True, kept_passages=(HAND,)) == [(2, ())]
    assert parts_of({"n": [2], "passages": [HAND]}, {"n": [2], "passages": [mill]}) == [(2, (HAND, mill))]
    assert parts_of({"n": [2], "passages": [HAND]}, {"n": [2]}) == [(2, ())]
    assert parts_of({"n": [2], "passages": [HAND]}, photo="3d.png") == [(2, ())], "it may show what the words tell"


async def test_what_they_say_goes_into_the_state() -> None:
    turn, state = await noted(
        closed=["my son"],
        threads=["a plate by the door"],
        wishes=["shorter questions"],
        next_time="  ask me about\nthe goat ",
        told=["q-3", " q-4", "no-such"],
        about="q-7",
    )
    assert (state.closed, state.threads, state.wishes) == (
        ("my son",),
        ("a plate by the door",),
        ("shorter questions",),
    )
    assert (state.next_time, state.question_id) == ("ask me about the goat", "q-7")
    assert int(state.told, 16) == 0b11000
    assert int(state.taken_up, 16) == 0b10000001
    assert [each.name for each in turn.log] == ["message-as-written", "declined"]


async def test_what_they_leave_out_stays_as_it_is() -> None:
    session = talk(closed=["my son"], threads=["a plate"], next_time="the goat", told=["q-3"])
    before = LifeState.model_validate((await session.say(STORY)).state)
    session.model = saying("Who lit the oven?", about="no-such")
    after = LifeState.model_validate((await session.say(STORY)).state)
    assert after.model_copy(update={"follow_ups": before.follow_ups}) == before


async def test_what_is_told_stays_told_whatever_follows() -> None:
    session = talk(told=["q-0", "q-1"])
    await session.say(STORY)
    walked = []
    while not session.last.closes:
        walked.append(session.skip())
    assert [turn.question.id for turn in walked if turn.question] == [f"q-{n}" for n in range(2, 10)]


async def test_closed_subjects_are_skipped_in_the_script() -> None:
    session = talk(closed=["the river"])
    await session.say(STORY)
    turn = session.skip()
    assert turn.question is not None
    assert turn.question.id == "q-2"


async def test_notes_are_learned_and_words_to_the_interviewer_are_asides() -> None:
    turn, _ = await noted(
        f"{STORY} Are you a robot?",
        notes=[{"key": "Aunt Name", "value": "Olga", "n": [3, 2]}, {"key": "last_time_x", "value": "no", "n": [3]}],
        to_me=["Are you a robot?", "never said"],
    )
    assert turn.learned is not None
    assert turn.learned.notes == (Note(key="aunt_name", value="Olga", entries=(3,)),)
    assert turn.asides == ("Are you a robot?",)
    assert not turn.beside


async def test_what_stays_out_of_the_file_goes_with_the_turn() -> None:
    asked = {"n": 3, "passages": "my aunt  OLGA baked bread", "words": "keep that between us"}
    turn, _ = await noted(f"{STORY} Keep that between us.", keep_back=[asked])
    assert turn.kept_back == (KeptPart(seq=3, passages=("My aunt Olga baked bread",)),)
    assert turn.kept_back_line == ""


# --- goodbyes and danger ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wants", ["pause", "stop"])
async def test_a_goodbye_alone_is_no_answer_and_leaves_the_question_open(wants: str) -> None:
    session = talk()
    session.model = saying("Sleep well, Anna.", wants=wants, to_me=["Gotta go", "bye"])
    turn = await session.say("Gotta go, bye!")
    assert (turn.beside, turn.pauses, turn.closes) == (True, True, False)
    assert (turn.remark, turn.question, turn.offers) == ("Sleep well, Anna.", None, ("resume", "done"))


async def test_a_goodbye_behind_a_story_leaves_the_story_an_answer() -> None:
    session = talk()
    session.model = saying("Sleep well, Anna.", wants="pause", to_me=["Gotta go."])
    turn = await session.say(f"{STORY} Gotta go.")
    assert (turn.beside, turn.pauses, turn.asides) == (False, True, ("Gotta go.",))
    assert (turn.remark, turn.question) == ("Sleep well, Anna.", None)


async def test_danger_brings_the_help_text_behind_the_message() -> None:
    calm, _ = await noted()
    turn, state = await noted(danger=True)
    assert turn.after.endswith(HELP["en"])
    assert turn.distress
    assert (turn.question, turn.remark, turn.notice, turn.offers, turn.pauses) == (
        calm.question, calm.remark, calm.notice, calm.offers, calm.pauses,
    )  # fmt: skip
    assert state == LifeState.model_validate(calm.state)


# --- states of older versions -------------------------------------------------------------------------------------


def test_older_states_are_read() -> None:
    old = {
        "version": 2,
        "question_id": "q-3",
        "hooks": ["the goat"],
        "on_return": "Who lit it?",
        "refused": [
            {"subject": "my son", "kind": "never", "seq": 3},
            {"subject": "the war", "kind": "not_now"},
            {"subject": "q-4", "kind": "skip"},
        ],
        "unsettled": ["March or May"],
        "dry": 2,
    }
    session = talk()
    session.set(state=old)
    state = LifeState.model_validate(old)
    assert (state.threads, state.next_time, state.closed) == (("the goat",), "Who lit it?", ("my son", "the war"))
    assert session.interview.closed(session.session) == state.closed
    assert LifeState.model_validate(state.dump()) == state
