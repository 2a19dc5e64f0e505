"""A run on the terminal: who speaks, what is a thought, and that nothing a model writes is obeyed."""

from __future__ import annotations

import io
import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.features.chamber.screen import ChamberScreen, Paper
from core.contracts.chat import Piece
from core.features.chamber.messages import OfPrime, Public, ReplyCost, SaidByPrime, SideNote, Speaker
from core.features.chamber.thoughts import extract_thoughts
from tests.fakes.chamber import AT, new_run, setup

RUN = new_run(setup())
_STYLE = re.compile("\x1b\\[[0-9;]*m")


class Glass(io.StringIO):
    """A screen."""

    def isatty(self) -> bool:
        return True

    @property
    def plain(self) -> str:
        return _STYLE.sub("", self.getvalue())


class Gone(Glass):
    """A screen that was there."""

    def write(self, _: str) -> int:
        raise OSError("gone")


def said(text: str) -> SaidByPrime:
    found = extract_thoughts(text, RUN.setup.patterns(Speaker.PRIME))
    private = OfPrime(full=text, taken_out=found.thoughts)
    return SaidByPrime(seq=1, at=AT, public=Public(found.public.text), private=private)


def shown(*pieces: str, out: io.StringIO, verbose: bool) -> None:
    """One utterance of Prime's that comes in so many pieces."""
    screen = ChamberScreen(Paper(out), Paper(io.StringIO()), RUN, verbose=verbose)
    screen.asked(Speaker.PRIME, 1)
    for piece in pieces:
        screen.piece(Speaker.PRIME, Piece(text=piece))
    screen.said(said("".join(pieces)))


def test_words_appear_as_they_come_and_thoughts_do_not() -> None:
    glass = Glass()
    shown("<thin", "king>SEC", "RET</think", "ing>\n\nWhat", " do you", " see?", out=glass, verbose=False)
    assert glass.plain == "PRIME, turn 1\nWhat do you see?\n\n"
    assert "\x1b[1;36mPRIME" in glass.getvalue()


def test_verbose_dims_thoughts() -> None:
    glass = Glass()
    shown("<thinking>A plan.</thinking>What do you see?", out=glass, verbose=True)
    assert glass.plain == "PRIME, turn 1\n<thinking>A plan.</thinking>\nWhat do you see?\n\n"
    assert "\x1b[2mA plan.\x1b[0m" in glass.getvalue()


def test_thoughts_and_words_stand_on_lines_of_their_own() -> None:
    glass = Glass()
    shown("Well. <thin", "king>A plan.\n</thinking>\n\n Yes", ", I do.", out=glass, verbose=True)
    assert glass.plain == "PRIME, turn 1\nWell. \n<thinking>A plan.\n</thinking>\nYes, I do.\n\n"
    glass = Glass()
    shown("Well, <thinking>A plan.</thinking>I do.", out=glass, verbose=False)
    assert glass.plain == "PRIME, turn 1\nWell, I do.\n\n"


def test_a_note_begins_on_a_new_line_of_the_same_screen() -> None:
    glass = Glass()
    screen = ChamberScreen(Paper(glass), Paper(glass), RUN, verbose=True)
    screen.asked(Speaker.PRIME, 1)
    screen.piece(Speaker.PRIME, Piece(text="What do"))
    screen.noted(SideNote(at=AT, seq=1, speaker=Speaker.PRIME, kind="failed", text="It broke."))
    assert glass.plain == "PRIME, turn 1\nWhat do\n! Prime: It broke.\n"


def test_a_pipe_gets_whole_utterances_without_colours() -> None:
    out = io.StringIO()
    shown("<thinking>A plan.</thinking>", "What do you see?", out=out, verbose=False)
    assert out.getvalue() == "PRIME, turn 1\nWhat do you see?\n\n"
    shown("<thinking>A plan.</thinking>", "What do you see?", out=out, verbose=True)
    assert out.getvalue().endswith("PRIME, turn 1 (thinking)\nA plan.\n\nPRIME, turn 1\nWhat do you see?\n\n")


def test_the_thinking_of_a_provider_is_a_thought() -> None:
    for verbose, expected in ((False, "PRIME, turn 1\nYes.\n\n"), (True, "PRIME, turn 1\nHm. \nYes.\n\n")):
        glass = Glass()
        screen = ChamberScreen(Paper(glass), Paper(io.StringIO()), RUN, verbose=verbose)
        screen.asked(Speaker.PRIME, 1)
        screen.piece(Speaker.PRIME, Piece(text="Hm. ", thinking=True))
        screen.piece(Speaker.PRIME, Piece(text="Yes."))
        screen.said(said("Yes."))
        assert glass.plain == expected


def test_an_attempt_that_failed_is_followed_by_one_from_the_beginning() -> None:
    glass, aside = Glass(), io.StringIO()
    screen = ChamberScreen(Paper(glass), Paper(aside), RUN, verbose=False)
    screen.asked(Speaker.PRIME, 1)
    screen.piece(Speaker.PRIME, Piece(text="<thinking>a</thinking>What do"))
    screen.noted(SideNote(at=AT, seq=1, speaker=Speaker.PRIME, kind="failed", text="The connection broke."))
    screen.asked(Speaker.PRIME, 1)
    screen.piece(Speaker.PRIME, Piece(text="What do you see?"))
    screen.said(said("What do you see?"))
    assert glass.plain == "PRIME, turn 1\nWhat do\nPRIME, turn 1\nWhat do you see?\n\n"
    assert aside.getvalue() == "! Prime: The connection broke.\n"


def test_other_notes_and_figures_are_for_verbose() -> None:
    note = SideNote(at=AT, seq=1, speaker=None, kind="warning", text="A tag is not closed.")
    taken = ReplyCost(input_tokens=1200, output_tokens=30, cost_micros=12_300, latency_ms=3_140)
    for verbose in (False, True):
        out, aside = io.StringIO(), io.StringIO()
        screen = ChamberScreen(Paper(out), Paper(aside), RUN, verbose=verbose)
        screen.noted(note)
        screen.said(replace(said("Yes."), taken=taken))
        assert (aside.getvalue() == "! A tag is not closed.\n") is verbose
        assert ("(1,200 tokens in, 30 out · 3.1 s · cost 0.0123)" in out.getvalue()) is verbose


def test_what_is_said_without_being_asked_for_is_shown_too() -> None:
    glass = Glass()
    ChamberScreen(Paper(glass), Paper(io.StringIO()), RUN, verbose=False).said(said("Hello."))
    assert glass.plain == "PRIME, turn 1\nHello.\n\n"


def test_a_terminal_that_is_gone_harms_nobody() -> None:
    shown("What do you see?", out=Gone(), verbose=True)


@given(st.lists(st.text(alphabet="ab \n\r\t\x07\x08\x1b\x9b[]31;m0K?\x7f\u202e", max_size=6), max_size=8))
def test_no_words_of_a_model_are_obeyed(pieces: list[str]) -> None:
    glass, pipe = Glass(), io.StringIO()
    for out in (glass, pipe):
        shown(*pieces, out=out, verbose=True)
    for text in (glass.plain, pipe.getvalue()):
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", text)
