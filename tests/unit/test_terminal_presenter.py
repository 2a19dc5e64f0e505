"""How the conversation looks."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType

from adapters.terminal import presenter
from adapters.terminal.presenter import TerminalRow
from adapters.terminal.safe import visible_text
from core.contracts.messages import Choice, Progress, Say, Span, Style


def drawn(block: RenderableType, width: int = 80) -> str:
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=False).print(Group(block), crop=False)
    return out.getvalue()


def said(saying: Say, width: int = 80) -> str:
    return drawn(presenter.say_block(Console(width=width), saying, "en"), width)


def test_a_question_stands_apart_and_set_in() -> None:
    assert said(Say(text="Where did you live?\n\nAnd with whom?")) == "\n  Where did you live?\n\n  And with whom?\n"


def test_lines_are_no_longer_than_can_be_read_with_ease() -> None:
    lines = said(Say(text="word " * 100), width=200).splitlines()
    assert max(map(len, lines)) in range(80, 89)


def test_a_list_of_choices_is_numbered() -> None:
    choices = (Choice(label="Life story", data="a"), Choice(label="[bold]Podcast", data="b"))
    assert said(Say(text="Which?", choices=choices)) == (
        "\n  Which?\n\n  [1] Life story\n  [2] [bold]Podcast\n\n  Type a number and press Enter.\n"
    )


def test_a_single_choice_beside_a_question_is_a_hint() -> None:
    assert said(Say(text="Where?", choices=(Choice(label="Skip", data="s"),), asks=True)) == (
        "\n  Where?\n\n  (You can also type “Skip” and press Enter.)\n"
    )


def test_a_single_choice_of_something_has_a_number() -> None:
    drawn = said(Say(text="Which?", choices=(Choice(label="My life", data="s"),)))
    assert drawn == "\n  Which?\n\n  [1] My life\n\n  Type a number and press Enter.\n"


def test_a_quotation_is_a_block_that_is_seen_without_colours() -> None:
    text = "You said: «I was a child» — and later?"
    quote = Span(start=text.index("«"), end=text.index("»") + 1, style=Style.QUOTE)
    bold = Span(start=0, end=3, style=Style.BOLD)
    assert said(Say(text=text, spans=(bold, quote))) == "\n  You said:\n\n      «I was a child»\n\n  — and later?\n"


def test_styles_reach_a_terminal_that_can_show_them() -> None:
    console = Console(file=io.StringIO(), width=80, force_terminal=True, color_system="standard")
    with console.capture() as capture:
        console.print(
            presenter.say_block(console, Say(text="a b", spans=(Span(start=0, end=1, style=Style.BOLD),)), "en")
        )
    assert "\x1b[1ma\x1b[0m b" in capture.get()


def test_what_the_person_said_begins_with_a_mark() -> None:
    assert drawn(presenter.echo_block(Console(width=80), "one\n\n[red]two")) == "\n› one\n\n  [red]two\n"


@given(st.text(), st.integers(20, 100))
def test_wrapping_loses_no_character(text: str, width: int) -> None:
    shown = drawn(presenter.echo_block(Console(width=width), text), width)
    assert "".join(shown.replace(presenter.MARK.strip(), "", 1).split()) == "".join(visible_text(text).split())
    assert all(cell_len(line) <= width for line in shown.splitlines())


@pytest.mark.parametrize("block", ["\x1b[2Jgone", "\x1b]0;title\x07gone"])
def test_no_text_carries_an_escape_sequence(block: str) -> None:
    console = Console(width=80)
    path = Path(f"/documents/{block}")
    for drawing in (
        said(Say(text=block, choices=(Choice(label=block, data="a"),))),
        said(Say(text="?", choices=(Choice(label=block, data="a"), Choice(label=block, data="b")))),
        drawn(presenter.echo_block(console, block)),
        drawn(presenter.document_block(console, block, path, "en")),
        drawn(presenter.table_block(console, [TerminalRow(question=block, answer=block, at=_AT)], "en", UTC)),
    ):
        assert "gone" in drawing
        assert "\x1b" not in drawing
        assert "\x07" not in drawing


def test_a_path_stays_whole_on_one_line() -> None:
    path = Path("/home/anna/" + "a long folder/" * 12 + "transcript.md")
    shown = drawn(presenter.document_block(Console(width=60), "Your transcript.", path, "en"), 60)
    assert shown == f"\n  Your transcript.\n\n  Saved here:\n  {path}\n"


_AT = datetime(2026, 3, 8, 21, 15, tzinfo=UTC)


def test_the_table_shows_when_what_and_the_beginning_of_the_answer() -> None:
    row = TerminalRow(question="Where did you live?", answer="In a [b]village[/b].\n" + "far away " * 100, at=_AT)
    shown = drawn(presenter.table_block(Console(width=100), [row], "en", UTC), 100)
    flat = " ".join(shown.split())
    for words in ("When", "Your answer", "08.03. 21:15", "Where did you live?", "In a [b]village[/b]. far away"):
        assert words in flat
    assert flat.endswith("…")
    assert shown.count("far") < 30


def test_the_toolbar_draws_how_far_the_interview_is() -> None:
    bar, how = presenter.toolbar(Progress(done=52, total=104), thinking=False, language="en").split("\n")
    assert bar == "  " + "█" * 12 + "░" * 12 + "   52 of about 104"
    assert "press Enter twice" in how


@pytest.mark.parametrize(("done", "filled"), [(0, 0), (1, 1), (103, 24), (104, 24), (130, 24)])
def test_the_bar_begins_with_the_first_answer_and_never_overflows(done: int, filled: int) -> None:
    shown = presenter.toolbar(Progress(done=done, total=104), thinking=False, language="en")
    assert (shown.count("█"), shown.count("░")) == (filled, 24 - filled)


def test_choices_that_are_numbers_have_none_beside_them() -> None:
    choices = tuple(Choice(label=label, data=f"p:{label}") for label in ("3", "4", "5", "Skip"))
    assert "[3]  [4]  [5]  Skip" in said(Say(text="How much?", choices=choices, asks=True))
