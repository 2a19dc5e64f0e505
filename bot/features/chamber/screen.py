"""A run on the terminal, as it goes on. Whatever a model writes, the terminal obeys none of it."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import NamedTuple, TextIO

from rich.console import Console
from rich.text import Text

from adapters.terminal.safe import visible_text
from core.contracts.chat import Piece
from core.features.chamber.messages import ReplyCost, SideNote, Speaker, Utterance
from core.features.chamber.runs import ChamberRun, RunListener
from core.features.chamber.thought_patterns import Dimming, Patterns, Shade

MICROS = 1_000_000
COLOURS = {Speaker.PRIME: "bold cyan", Speaker.CANDIDATE: "bold green"}
THOUGHT = "dim"
ALWAYS = frozenset({"failed", "money"})
"""Notes that are shown whether or not everything is to be."""


class Paper:
    """A stream that is written on, with colours where it is a screen. That it is gone harms nobody: a run goes on."""

    def __init__(self, out: TextIO) -> None:
        # It draws into memory: rich would end the program when the terminal is gone.
        self._console = Console(file=io.StringIO(), force_terminal=out.isatty(), highlight=False, soft_wrap=True)
        self._out = out
        self._begun = False
        self.is_screen = out.isatty()

    def put(self, text: str, style: str = "") -> None:
        text = visible_text(text)
        if not text:
            return
        with self._console.capture() as capture:
            self._console.print(Text(text, style), end="", soft_wrap=True)
        self._write(capture.get() if self.is_screen else text)
        self._begun = not text.endswith("\n")

    def fresh(self) -> None:
        """End a line that was begun."""
        if self._begun:
            self.put("\n")

    def line(self, text: str = "", style: str = "") -> None:
        """Write a text on a line of its own."""
        self.fresh()
        self.put(text, style)
        self._write("\n")
        self._begun = False

    def _write(self, text: str) -> None:
        encoding = self._out.encoding or "utf-8"
        try:
            self._out.write(text.encode(encoding, "replace").decode(encoding))
            self._out.flush()
        except (OSError, ValueError):  # ValueError: the file is closed
            self._out = io.StringIO()


class _Kind(NamedTuple):
    """The kind of some words; a line begins where the kind changes."""

    is_thought: bool = False
    beside: bool = False


class ChamberScreen(RunListener):
    """Shows one run: what is said on `talk`, what happens beside it on `aside`.

    Where `talk` is a screen words appear as they come in; else each utterance at once, when it is kept. `verbose` adds
    thoughts, notes, tokens and costs.
    """

    def __init__(self, talk: Paper, aside: Paper, run: ChamberRun, *, verbose: bool) -> None:
        self._talk = talk
        self._aside = aside
        self._verbose = verbose
        self._patterns = {speaker: run.setup.patterns(speaker) for speaker in Speaker}
        self._dimming = Dimming(Patterns.of(()))
        self._shown = False
        """Something of the present attempt."""
        self._public = False
        """Public words, too."""
        self._kind = _Kind()
        """Of what was shown last."""

    def asked(self, speaker: Speaker, turn: int) -> None:
        self._dimming = Dimming(self._patterns[speaker])
        self._turn = turn
        self._shown = self._public = False

    def piece(self, speaker: Speaker, piece: Piece) -> None:
        if self._talk.is_screen:
            shades = [Shade(piece.text, is_thought=True)] if piece.thinking else self._dimming.heard(piece.text)
            self._show(speaker, self._turn, shades, beside=piece.thinking)

    def said(self, utterance: Utterance) -> None:
        speaker = utterance.speaker
        if self._shown:
            self._show(speaker, utterance.turn, self._dimming.ended())
        else:
            if self._verbose and (thoughts := utterance.private.thoughts):
                # Without colours, nothing else would tell them from the words.
                self._talk.line(f"{_heading(speaker, utterance.turn)} (thinking)", COLOURS[speaker])
                self._talk.line(f"{thoughts}\n", THOUGHT)
            self._show(speaker, utterance.turn, [Shade(utterance.public.text, is_thought=False)])
        self._shown = self._public = False
        if self._verbose and (figures := reply_cost_line(utterance.taken)):
            self._talk.line(figures, THOUGHT)
        self._talk.line()

    def noted(self, note: SideNote) -> None:
        if self._verbose or note.kind in ALWAYS:
            whose = "" if note.speaker is None else f"{note.speaker.value.title()}: "
            if self._talk.is_screen:
                self._talk.fresh()
            self._aside.line(f"! {whose}{note.text}", "yellow")

    def _show(self, speaker: Speaker, turn: int, shades: Iterable[Shade], *, beside: bool = False) -> None:
        """`beside`: these came beside the text, as the provider's own thinking."""
        for text, is_thought in shades:
            if is_thought and not self._verbose:
                continue
            kind = _Kind(is_thought=is_thought, beside=beside)
            goes_over = self._shown and kind != self._kind
            words = text.lstrip() if goes_over or not (self._public or is_thought) else text
            if not words:
                continue
            if not self._shown:
                self._talk.line(_heading(speaker, turn), COLOURS[speaker])
            elif goes_over:
                self._talk.fresh()
            self._shown, self._kind = True, kind
            self._public = self._public or not is_thought
            self._talk.put(words, THOUGHT if is_thought else "")


def _heading(speaker: Speaker, turn: int) -> str:
    return f"{speaker.value.upper()}, turn {turn}"


def reply_cost_line(taken: ReplyCost) -> str:
    """Return what a reply took, in a line; empty for what no model has said."""
    if not (taken.input_tokens or taken.output_tokens):
        return ""
    parts = [f"{taken.input_tokens:,} tokens in, {taken.output_tokens:,} out", f"{taken.latency_ms / 1000:.1f} s"]
    if taken.cost_micros:
        parts.append(f"cost {format_cost(taken.cost_micros)}")
    return f"({' · '.join(parts)})"


def format_cost(micros: int) -> str:
    return f"{micros / MICROS:.4f}" if micros < MICROS else f"{micros / MICROS:.2f}"
