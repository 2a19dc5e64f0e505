"""The line that tells how far the listening is: one message that changes, not too often, and goes."""

from __future__ import annotations

import asyncio

import pytest

from core.contracts.errors import DeliveryError, Rejected, StorageError, TryLater, Unreachable
from core.contracts.messages import Address
from core.contracts.ports import LeftLine, ListeningLine
from core.delivery import typing_indicator
from core.delivery.typing_indicator import PAUSE, StatusLines
from core.languages.messages import say
from tests.contract.platform_kit import MemoryLines
from tests.fakes.app import until
from tests.fakes.manual_clock import ManualClock

LIMIT = 40


class FakeBoard:
    """`Board` in memory: what stands in a chat, and every call that was made."""

    def __init__(self) -> None:
        self.shown: dict[str, str] = {}
        self.calls: list[tuple[str, str]] = []
        """(method, words), the words of what was removed included."""
        self.trouble: dict[str, list[DeliveryError]] = {"put": [], "change": [], "remove": []}
        """What goes wrong with the next calls of a method."""
        self.flow = asyncio.Event()
        """Cleared by a test to let every call hang."""
        self.flow.set()

    async def put(self, chat: str, text: str) -> str:
        await self._called("put", text)
        message = f"{chat}/{len(self.calls)}"
        self.shown[message] = text
        return message

    async def change(self, chat: str, message: str, text: str) -> None:
        assert message.startswith(f"{chat}/")
        await self._called("change", text)
        self.shown[message] = text

    async def remove(self, chat: str, message: str) -> None:
        assert message.startswith(f"{chat}/")
        await self._called("remove", self.shown[message])
        del self.shown[message]

    def words(self, method: str) -> list[str]:
        return [words for called, words in self.calls if called == method]

    async def _called(self, method: str, words: str) -> None:
        self.calls.append((method, words))
        await self.flow.wait()
        if self.trouble[method]:
            raise self.trouble[method].pop(0)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def board() -> FakeBoard:
    return FakeBoard()


@pytest.fixture
def lines(board: FakeBoard, clock: ManualClock) -> StatusLines:
    return StatusLines(board, clock, LIMIT)


async def showing(board: FakeBoard, line: ListeningLine, words: str) -> None:
    line.show(words)
    await until(lambda: words in board.shown.values())


async def tried(board: FakeBoard, method: str, times: int) -> None:
    await until(lambda: len(board.words(method)) == times)


async def rested(clock: ManualClock, seconds: float = PAUSE) -> None:
    """Let the pause pass that the line makes after each change."""
    await clock.sleepers(1)
    clock.advance(seconds)


async def test_only_the_newest_words_are_shown_and_not_too_often(
    lines: StatusLines, board: FakeBoard, clock: ManualClock
) -> None:
    async with lines.line("7") as line:
        await showing(board, line, "Listening…")
        for percent in range(100):
            line.show(f"Listening… {percent} %")
        await clock.sleepers(1)
        assert board.words("change") == []
        await rested(clock)
        await until(lambda: board.words("change") == ["Listening… 99 %"])
        line.show("Listening… 99 %")
        await rested(clock)
        await showing(board, line, "Done listening")
    assert board.words("put") == ["Listening…"]
    assert board.words("change") == ["Listening… 99 %", "Done listening"]
    assert board.shown == {}


async def test_a_line_that_cannot_be_shown_says_so(lines: StatusLines, board: FakeBoard) -> None:
    board.trouble["put"] = [TryLater("The network failed.")]
    async with lines.line("7") as line:
        assert not line.lost
        line.show("Prime: Where were you born?")
        await until(lambda: line.lost)
    async with lines.line("7") as another:
        await showing(board, another, "Prime: And then?")
        assert not another.lost


async def test_when_nothing_is_shown_nothing_is_sent(lines: StatusLines, board: FakeBoard) -> None:
    async with lines.line("7") as line:
        line.show(" \n")
    assert board.calls == []


async def test_words_that_are_too_long_or_broken_are_shown_as_far_as_they_go(
    lines: StatusLines, board: FakeBoard
) -> None:
    async with lines.line("7") as line:
        line.show("\ud83d word" + " word" * 20)
        await until(lambda: bool(board.shown))
        [text] = board.shown.values()
        assert text.startswith("\ufffd word word")
        assert len(text) <= LIMIT


@pytest.mark.parametrize("method", ["put", "change"])
async def test_when_it_is_asked_to_wait_it_waits_and_then_shows_the_newest(
    lines: StatusLines, board: FakeBoard, clock: ManualClock, method: str
) -> None:
    async with lines.line("7") as line:
        if method == "change":
            await showing(board, line, "zero")
            await rested(clock)
        board.trouble[method] = [TryLater("Busy.", after=30)]
        line.show("one")
        await until(lambda: board.words(method) == ["one"])
        line.show("two")
        await rested(clock, 29)
        assert board.words(method) == ["one"]
        await rested(clock, 1)
        await until(lambda: board.words(method) == ["one", "two"])
    assert board.shown == {}


async def test_a_first_message_that_may_stand_there_is_not_sent_twice(lines: StatusLines, board: FakeBoard) -> None:
    board.trouble["put"] = [TryLater("The answer was lost.", maybe_delivered=True)]
    async with lines.line("7") as line:
        line.show("one")
        await until(lambda: board.words("put") == ["one"])
        line.show("two")
    assert board.calls == [("put", "one")]


async def test_a_change_that_failed_makes_way_for_the_next(
    lines: StatusLines, board: FakeBoard, clock: ManualClock
) -> None:
    board.trouble["change"] = [TryLater("The network failed.")]
    async with lines.line("7") as line:
        await showing(board, line, "one")
        await rested(clock)
        line.show("two")
        await until(lambda: board.words("change") == ["two"])
        await rested(clock)
        await showing(board, line, "three")
    assert board.words("change") == ["two", "three"]


async def test_what_will_never_do_is_not_tried_again_and_the_line_still_goes(
    lines: StatusLines, board: FakeBoard, clock: ManualClock
) -> None:
    board.trouble["change"] = [Rejected("There is no such message.")]
    async with lines.line("7") as line:
        await showing(board, line, "one")
        await rested(clock)
        line.show("two")
        await until(lambda: board.words("change") == ["two"])
        line.show("three")
    assert board.calls == [("put", "one"), ("change", "two"), ("remove", "one")]


async def test_taking_it_away_is_tried_again_as_long_as_that_may_help(
    lines: StatusLines, board: FakeBoard, clock: ManualClock
) -> None:
    board.trouble["remove"] = [TryLater("Busy.", after=7), *(TryLater("The network failed."),) * 9]

    async def listened() -> None:
        async with lines.line("7") as line:
            await showing(board, line, "one")

    listening_to = asyncio.create_task(listened())
    for tries in (1, 2, 3, 4):
        await tried(board, "remove", tries)
        await rested(clock, 7)
    await listening_to
    assert clock.asked[-4:] == [7, 2 * PAUSE, 3 * PAUSE, 4 * PAUSE]


async def test_what_can_never_be_taken_away_is_left(lines: StatusLines, board: FakeBoard) -> None:
    board.trouble["remove"] = [Unreachable("They are gone.")]
    async with lines.line("7") as line:
        await showing(board, line, "one")
    assert board.words("remove") == ["one"]


async def test_a_board_that_hangs_holds_up_nobody_and_the_line_still_goes(
    lines: StatusLines, board: FakeBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typing_indicator, "PATIENCE", 0.01)
    board.flow.clear()
    async with lines.line("7") as line:
        line.show("one")
        await until(lambda: board.words("put") == ["one"])
    assert board.words("remove") == []
    board.flow.set()
    await until(lambda: board.words("remove") == ["one"])


async def test_at_the_end_of_all_every_line_goes_and_none_comes(lines: StatusLines, board: FakeBoard) -> None:
    async with lines.line("7") as line:
        await showing(board, line, "one")
        await lines.close()
        assert board.shown == {}
        line.show("two")
    async with lines.line("7") as later:
        later.show("three")
    assert board.calls == [("put", "one"), ("remove", "one")]


# --- what a process that died has left ----------------------------------------------------------------------------


async def test_a_line_is_remembered_as_long_as_it_stands(lines: StatusLines, board: FakeBoard) -> None:
    book = MemoryLines()
    async with lines.line("6") as early:
        await showing(board, early, "Before the book came")
        await lines.attend(book, "here")
        assert book.standing == [("6", "6/1")]
        async with lines.line("7") as line:
            await showing(board, line, "Listening…")
            await until(lambda: ("7", "7/2") in book.standing)
        assert book.standing == [("6", "6/1")]
    assert (book.standing, board.shown) == ([], {})


async def test_what_another_process_has_left_is_taken_away(board: FakeBoard, lines: StatusLines) -> None:
    book = MemoryLines()
    book.standing = [("7", "7/old"), ("8", "8/old")]
    board.shown = {"7/old": "Listening…", "8/old": "Listening…", "8/words": "A question?"}
    await lines.attend(book, "here")
    assert (book.standing, board.shown) == ([], {"8/words": "A question?"})


async def test_what_cannot_be_taken_away_any_more_says_that_it_is_over(board: FakeBoard, lines: StatusLines) -> None:
    book = MemoryLines()
    book.standing = [("7", "7/old")]
    board.shown = {"7/old": "Listening…"}
    board.trouble["remove"] = [Rejected("It is too old.")]
    await lines.attend(book, "here")
    assert (book.standing, board.shown) == ([], {"7/old": say("en", "listening-over")})


async def test_what_could_not_be_taken_away_for_now_is_left_to_the_next_process(
    board: FakeBoard, clock: ManualClock
) -> None:
    book = MemoryLines()
    book.standing = [("7", "7/old")]
    board.shown = {"7/old": "Listening…"}
    board.trouble["remove"] = [TryLater("No network.") for _ in range(4)]
    attending = asyncio.create_task(StatusLines(board, clock, LIMIT).attend(book, "here"))
    for _ in range(4):
        await rested(clock, 10 * PAUSE)
        await asyncio.sleep(0)
    await attending
    assert book.standing == [("7", "7/old")]
    await StatusLines(board, clock, LIMIT).attend(book, "here")
    assert (book.standing, board.shown) == ([], {})


class _NoBook(MemoryLines):
    async def stands(self, address: Address, message: str) -> None:
        raise StorageError("The disk is full.")

    async def left(self, platform: str) -> tuple[LeftLine, ...]:
        if self.standing:
            raise StorageError("The disk is full.")
        return ()


@pytest.mark.parametrize("left", [[], [("7", "7/old")]])
async def test_without_a_book_the_line_is_shown_all_the_same(
    board: FakeBoard, lines: StatusLines, left: list[tuple[str, str]]
) -> None:
    book = _NoBook()
    book.standing = left
    await lines.attend(book, "here")
    async with lines.line("7") as line:
        await showing(board, line, "Listening…")
    assert board.shown == {}
