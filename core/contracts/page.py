"""A message that is put together from paragraphs."""

from __future__ import annotations

import re
from typing import Final

from core.contracts.fences import FencedPassage, fenced_passages
from core.contracts.messages import Badge, Choice, Progress, Say, Span, Style

_CODE: Final = re.compile(r"(?<!`)`(?!`)([^`\n]+)`(?!`)")


class StyledMessage:
    """A message put together from paragraphs; the offsets of styled ones are kept right."""

    def __init__(self) -> None:
        self._text = ""
        self._spans: list[Span] = []

    def add(self, paragraph: str, style: Style | None = None) -> StyledMessage:
        """Add a paragraph; an empty one adds nothing."""
        if not paragraph:
            return self
        if self._text:
            self._text += "\n\n"
        start = len(self._text)
        self._text += paragraph
        if style is not None:
            self._spans.append(Span(start=start, end=len(self._text), style=style))
        return self

    def add_told(self, text: str) -> StyledMessage:
        """Add words in which code may stand between fences, and names of it between single backticks."""
        if "`" not in text:
            return self.add(text)
        for passage in fenced_passages(text) if "```" in text else (FencedPassage(text),):
            if passage.is_code:
                self.add(passage.text.strip("\n"), Style.BLOCK)
            else:
                plain = _CODE.sub(r"\1", passage.text)
                self.add(plain)
                start = len(self._text) - len(plain)
                for number, found in enumerate(_CODE.finditer(passage.text)):
                    # Of each before it both backticks are gone.
                    at = start + found.start() - 2 * number
                    self._spans.append(Span(start=at, end=at + len(found[1]), style=Style.CODE))
        return self

    def say(
        self,
        choices: tuple[Choice, ...] = (),
        progress: Progress | None = None,
        *,
        asks: bool = False,
        badge: Badge | None = None,
        course: Progress | None = None,
    ) -> Say:
        spans = tuple(self._spans)
        return Say(
            text=self._text, spans=spans, choices=choices, progress=progress, asks=asks, badge=badge, course=course
        )
