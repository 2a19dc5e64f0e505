"""Builds the terminal: the conversation with whoever sits here."""

from __future__ import annotations

from collections.abc import Iterable

import typer

from adapters.terminal.platform import TerminalPlatform
from adapters.terminal.presenter import TerminalRow
from adapters.terminal.scene import HERE, terminal_sender
from bot.clock import SystemClock
from bot.config import Settings
from core.commands import command_list
from core.contracts.ports import Inbox
from core.contracts.session import QUESTIONS, Entry
from core.conversation.draft import join_messages
from core.languages.messages import match_locale
from core.store.reports import newest_at
from core.store.store import Store


def build_terminal(settings: Settings, store: Store) -> TerminalPlatform:
    """Make the terminal, alone or beside the chats of the configuration."""

    async def history() -> tuple[TerminalRow, ...]:
        return answered_rows(await store.read(lambda c: newest_at(c, HERE)))

    made = TerminalBeside if settings.served else TerminalPlatform
    return made(
        clock=SystemClock(),
        documents=settings.storage.data_dir.resolve() / "documents",
        history=history,
        commands=command_list(match_locale(terminal_sender().language)),
        history_file=settings.storage.data_dir / "history",
    )


class TerminalBeside(TerminalPlatform):
    """The terminal where chats are served too: leaving it ends only the conversation."""

    async def run(self, inbox: Inbox) -> None:
        await super().run(inbox)
        # Standard output belongs to the conversation.
        typer.echo("The conversation here is over; the bot keeps running. Ctrl-C stops it.", err=True)


def answered_rows(entries: Iterable[Entry]) -> tuple[TerminalRow, ...]:
    """Return each question that was answered, in order, with all that was said to it and not taken back."""
    questions: dict[int, Entry] = {}
    answers: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.kind in QUESTIONS:
            questions[entry.seq] = entry
        elif entry.answers is not None and not entry.withdrawn:
            answers.setdefault(entry.answers, []).append(entry)
    return tuple(
        TerminalRow(question=questions[seq].text, answer=join_messages(e.text for e in said), at=said[-1].at)
        for seq, said in sorted(answers.items())
        if seq in questions
    )
