"""The books of an interview lose nothing but what was taken, opened again, or is beyond their stated bounds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.interviews.scripted_base.books import (
    LONGEST_SUBJECT,
    MOST_HOOKS,
    MOST_REFUSED,
    MOST_WISHES,
    Refusal,
    bounded,
    closed,
    hooks_after,
    refused_after,
    unsettled_after,
    wishes_after,
)
from core.interviews.scripted_base.decision import Decision

_WORDS = st.text(alphabet="abc дея", min_size=1, max_size=6).filter(str.strip)
_NUMBERS = st.lists(st.integers(-2, 25), max_size=3)
_HEAVY = {"skip": 0, "not_now": 1, "never": 2}
_TURNS = st.lists(st.tuples(st.lists(_WORDS, max_size=4), _NUMBERS), max_size=14)


def _plain(texts: tuple[str, ...] | list[str]) -> list[str]:
    return [" ".join(text.casefold().split()) for text in texts]


@given(turns=_TURNS)
def test_a_thread_goes_only_when_it_is_taken_or_there_are_too_many(turns: list[tuple[list[str], list[int]]]) -> None:
    hooks: tuple[str, ...] = ()
    for opened, taken in turns:
        before, hooks = hooks, hooks_after(hooks, Decision(opened=opened, taken=taken))
        left = [hook for number, hook in enumerate(before, 1) if number not in taken]
        assert len(hooks) <= MOST_HOOKS
        assert len(set(_plain(hooks))) == len(hooks)
        assert set(_plain(opened)[:MOST_HOOKS]) <= set(_plain(hooks))
        if len(hooks) < MOST_HOOKS:
            assert set(_plain(hooks)) == set(_plain(opened)) | set(_plain(left))


def test_a_thread_is_kept_once_with_the_newest_words_first() -> None:
    hooks = hooks_after(("the goat", "my uncle"), Decision(opened=["the  oars", "My Uncle"], taken=[1]))
    assert hooks == ("the oars", "My Uncle")
    assert hooks_after(hooks, Decision()) == hooks
    assert unsettled_after(("March or May",), Decision(disagree=["two brothers or three"], settled=[1])) == (
        "two brothers or three",
    )


@given(
    turns=st.lists(
        st.tuples(st.lists(st.tuples(_WORDS, st.sampled_from(sorted(_HEAVY))), max_size=3), _NUMBERS), max_size=12
    )
)
def test_a_refusal_stays_as_heavy_as_it_was_until_it_is_opened(
    turns: list[tuple[list[tuple[str, str]], list[int]]],
) -> None:
    books: tuple[Refusal, ...] = ()
    for seq, (new, reopened) in enumerate(turns, 1):
        before = books
        decision = Decision.model_validate(
            {"refused": [{"subject": subject, "kind": kind} for subject, kind in new], "reopened": reopened}
        )
        books = refused_after(before, decision, said="", seq=seq)
        now = {each.subject: each.kind for each in books}
        weights = [_HEAVY[kind] for kind in now.values()]
        # Nobody has spoken of it, so what is closed for good stays, under its own words or those of the newest refusal.
        for each in before:
            if each.kind == "never":
                assert each.subject in now or any(subject.split() for subject, _ in new)
        assert weights.count(2) >= sum(each.kind == "never" for each in before)
        assert len(books) <= MOST_REFUSED


def test_what_is_closed_for_good_is_not_opened_by_putting_it_off() -> None:
    books = refused_after((Refusal(subject="my son", seq=1),), _refusing("my sons", "not_now"), said="", seq=9)
    assert books == (Refusal(subject="my sons", kind="never", seq=9),)
    assert closed(books) == ("my sons",)
    books = refused_after((Refusal(subject="the war", kind="skip"),), _refusing("the war", "never"), said="", seq=9)
    assert [each.kind for each in books] == ["never"]


def test_subjects_that_say_nothing_by_themselves_are_still_two() -> None:
    books = refused_after((Refusal(subject="this"),), _refusing("about that one", "never"), said="", seq=2)
    assert [each.subject for each in books] == ["this", "about that one"]
    assert [each.subject for each in refused_after(books, _refusing("This", "skip"), said="", seq=3)] == [
        "about that one",
        "This",
    ]


def test_only_the_persons_own_words_open_what_was_closed_for_good() -> None:
    books = (Refusal(subject="my son"), Refusal(subject="the debt", kind="not_now"))
    opens = Decision(reopened=[1, 2, 7, 0, -1])
    assert refused_after(books, opens, said="The weather was fine.", seq=2) == books[:1]
    assert refused_after(books, opens, said="My sons were born in spring.", seq=2) == ()


def test_of_too_many_refusals_the_lightest_and_oldest_go_first() -> None:
    heavy = [Refusal(subject=f"never {n}") for n in range(MOST_REFUSED)]
    light = [Refusal(subject="s", kind="skip"), Refusal(subject="n", kind="not_now")]
    assert bounded([*light, *heavy]) == tuple(heavy)
    assert bounded([*heavy, Refusal(subject="newest")]) == (*heavy[1:], Refusal(subject="newest"))
    long = refused_after((), _refusing("x" * 500, "never"), said="", seq=1)
    assert [len(each.subject) for each in long] == [LONGEST_SUBJECT]


@given(turns=st.lists(st.lists(_WORDS, max_size=3), max_size=10))
def test_wishes_stay_and_of_too_many_the_oldest_go(turns: list[list[str]]) -> None:
    wishes: tuple[str, ...] = ()
    wished: list[str] = []
    for new in turns:
        wishes = wishes_after(wishes, Decision(wishes=new))
        for wish in _plain(new):
            wished = [each for each in wished if each != wish] + [wish]
    assert _plain(wishes) == wished[-MOST_WISHES:]


def _refusing(subject: str, kind: str) -> Decision:
    return Decision.model_validate({"refused": [{"subject": subject, "kind": kind}]})
