"""Asks the questions of `bot.setup_form` one after the other in the terminal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from bot.config_file import ConfigFile
from bot.setup_form import SetupForm, WrongAnswer
from bot.setup_screen import SetupScreen
from core.contracts.findings import Finding
from core.contracts.setup_desk import NO, YES, Asking, Question
from core.languages.messages import say

_LANGUAGE = "en"


def collect_findings(findings: AsyncIterator[Finding]) -> list[Finding]:
    """Return all findings. Blocks."""

    async def every() -> list[Finding]:
        return [finding async for finding in findings]

    return asyncio.run(every())


@dataclass(slots=True, kw_only=True)
class Questions:
    file: ConfigFile
    screen: SetupScreen
    checks: bool
    """Tokens are checked with their platforms, and the model is asked."""

    def ask(self, name: str) -> dict[str, str]:
        """Ask about a topic until the answers are well or wanted all the same; they are in the file then."""
        form = SetupForm(file=self.file, language=_LANGUAGE, tries=self.checks)
        topic = form.topic(name)
        self.screen.title(topic.title)
        if topic.whether and not self.screen.agreed(topic.whether, usual=False):
            return {}
        for note in topic.notes:
            self.screen.say(note)
        while True:
            answers: dict[str, str] = {}
            for question in topic.questions:
                if question.is_asked(answers):
                    answers[question.name] = self._answer(question)
            try:
                tried = form.taken(name, answers)
            except WrongAnswer as wrong:
                self.screen.say(str(wrong))
                continue
            trial = form.trial(name, answers, tried) if self.checks else None
            well = trial is None or self.screen.show(collect_findings(trial))
            if well or self.screen.agreed("Keep it anyway?", usual=False):
                self.file.text = tried.text
                return answers

    def _answer(self, question: Question) -> str:
        if question.note:
            self.screen.say(question.note)
        if question.asking is Asking.AGREED:
            return YES if self.screen.agreed(question.words, usual=question.usual == YES) else NO
        if question.asking is Asking.CHOICE:
            return self.screen.choice(question.words, dict(question.ways), question.usual)
        words = question.words
        if question.empty and not question.usual:
            words += ", " + say(_LANGUAGE, f"setup-enter-{question.empty}", variable=question.variable)
        return self.screen.ask(words, question.usual, secret=question.asking is Asking.SECRET)
