"""Asks questions in the terminal, one at a time; Enter alone takes the usual answer."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Mapping
from typing import Final

import typer

from bot.formatting import format_finding
from core.contracts.findings import Finding, Verdict
from core.languages.phrases import is_listed

WIDTH: Final = 100


class SetupScreen:
    """Talks with whoever sets the bot up. Raises typer.Abort at Ctrl-C and at the end of the input."""

    def title(self, text: str) -> None:
        typer.echo(f"\n{text}")

    def say(self, text: str) -> None:
        typer.echo(textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False))

    def show(self, findings: Iterable[Finding]) -> bool:
        """Show findings, and return whether none of them is wrong."""
        well = True
        for finding in findings:
            well = well and finding.mark is not Verdict.WRONG
            typer.echo(textwrap.indent(format_finding(finding), "  "))
        return well

    def ask(self, question: str, usual: str = "", *, secret: bool = False) -> str:
        """Return what was typed, or what is usual. A secret is not shown while it is typed."""
        shown = f"  {question} [{usual}]" if usual else f"  {question}"
        hidden = secret and sys.stdin.isatty()
        answer: str = typer.prompt(shown, default=usual, show_default=False, hide_input=hidden)
        return answer.strip()

    def agreed(self, question: str, *, usual: bool) -> bool:
        while True:
            answer = self.ask(f"{question} (yes/no)", "yes" if usual else "no")
            if is_listed(answer, "small_words", "yes", "no"):
                return is_listed(answer, "small_words", "yes")
            self.say("Please write yes or no.")

    def choice(self, question: str, ways: Mapping[str, str], usual: str) -> str:
        """Offer some ways, and return the key of the chosen one."""
        keys = tuple(ways)
        for number, words in enumerate(ways.values(), 1):
            self.say(f"{number}  {words}")
        while True:
            answer = self.ask(question, str(keys.index(usual) + 1))
            if answer.isdecimal() and 1 <= int(answer) <= len(keys):
                return keys[int(answer) - 1]
            self.say(f"Please write a number from 1 to {len(keys)}.")
