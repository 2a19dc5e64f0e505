"""Fit what has no room on a platform: texts and documents are split, and the words of buttons go into the text.

Lengths count in UTF-16 units, as chat platforms do; positions are indices of Python characters. `Remembered` is how far
a message of several parts has come.
"""

from __future__ import annotations

import re
import unicodedata
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import PurePath

import regex

from core.contracts.messages import Receipt, Say, SendDocument
from core.contracts.ports import Buttons
from core.documents.zips import ZIP, zip_files
from core.languages.messages import say

_SPACES = re.compile(r"\s+")
_SENTENCE_END = re.compile(r"""[.!?…。！？]["'’”»)\]]*\Z""")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_CHARACTER = regex.compile(r"\X")
"""As a reader sees it."""
_CLOSERS = 4
"""How far back a full stop may stand behind closing quotes and brackets."""
_UNSEEN = {"Cc", "Cf", "Zs", "Zl", "Zp"}
_BLANKS = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
"""Characters that look like nothing although they are letters or symbols."""


def utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def replace_surrogates(text: str) -> str:
    """Return the text with lone surrogates replaced one for one: they cannot be sent, or stored, as UTF-8."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def split_text(text: str, limit: int) -> list[tuple[int, int]]:
    """Return stretches `text[start:end]` of at most `limit` UTF-16 units each, in order; the text must be well formed.

    A cut is made at the last end of a paragraph in the second half of what fits, else of a line, of a sentence, of a
    word; else at the last white space that fits; else between two characters as a reader sees them. Left out is white
    space only, at both ends and at each cut; alone it gives no piece.
    """
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    found: list[tuple[int, int]] = []
    while start < end:
        window = text[start : min(end, start + limit)].encode("utf-16-le", "surrogatepass")
        reach = start + max(1, len(window[: 2 * limit].decode("utf-16-le", "ignore")))
        if reach == end:
            found.append((start, end))
            break
        cut, following = _cut(text, start, reach)
        found.append((start, cut))
        start = following
    return found


def _cut(text: str, start: int, reach: int) -> tuple[int, int]:
    """Return the end of the piece, and the beginning of the next."""
    half = start + (reach - start) // 2
    best: dict[int, tuple[int, int]] = {}
    anywhere: tuple[int, int] | None = None
    for run in _runs(text, start, reach):
        anywhere = run
        if run[0] >= half:
            best[_rank(text, start, run)] = run
    if best:
        return best[min(best)]
    if anywhere:
        return anywhere
    ends = [found.end() for found in _CHARACTER.finditer(text, start, reach + 1) if found.end() <= reach]
    cut = ends[-1] if ends else reach
    return cut, cut


def _runs(text: str, start: int, reach: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of white space that a piece from `start` can end at; the last may go on behind `reach`."""
    for found in _SPACES.finditer(text, start + 1, reach + 1):
        run = _SPACES.match(text, found.start())
        # An accent may stand on the last of the blanks.
        last = run and _CHARACTER.match(text, run.end() - 1)
        if run and last and last.end() == run.end():
            yield run.span()


def _rank(text: str, start: int, run: tuple[int, int]) -> int:
    """Return 0 for the end of a paragraph, 1 of a line, 2 of a sentence, 3 of a word."""
    lines = text.count("\n", *run)
    if lines:
        return 0 if lines > 1 else 1
    before = text[max(start, run[0] - _CLOSERS) : run[0]]
    return 2 if _SENTENCE_END.search(before) else 3


def is_blank(text: str) -> bool:
    """Return whether there is nothing in it that a reader could see."""
    return all(character in _BLANKS or unicodedata.category(character) in _UNSEEN for character in text)


@dataclass(slots=True, kw_only=True)
class PartsSent:
    """How far one message has come: the parts that the platform confirmed."""

    confirmed: int = 0
    receipt: Receipt = field(default_factory=Receipt)
    """Of the whole message: the position of its first part, the id and the time of the last."""

    def add(self, ref: str, position: str, sent_at: datetime | None) -> None:
        """Note that one more part was confirmed."""
        self.confirmed += 1
        self.receipt = Receipt(ref=ref, position=self.receipt.position or position, sent_at=sent_at)


class Remembered:
    """The progress of the latest `limit` messages, in memory."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._progress: OrderedDict[str, PartsSent] = OrderedDict()

    def of(self, key: str) -> PartsSent:
        """Return the progress of the message with this key, to be added to; a new one where none is remembered."""
        progress = self._progress.setdefault(key, PartsSent())
        self._progress.move_to_end(key)
        while len(self._progress) > self._limit:
            self._progress.popitem(last=False)
        return progress


_LONGEST_CHARACTER = 4
"""Bytes of a character in UTF-8."""


def fit_document(document: SendDocument, limit: int, language: str) -> tuple[SendDocument, ...]:
    """Return the document as files of `limit` bytes at most, in order, the same each time; () where nothing helps.

    What is over the limit goes as a ZIP, or else, if it is text, in parts that give the document when they are put
    behind each other. The captions say so in `language`. Blocks.
    """
    if len(document.body) <= limit:
        return (document,)
    packed = zip_files([(document.name, document.body)])
    if len(packed) <= limit:
        note = say(language, "documents-fitted-compressed", name=document.name)
        name = PurePath(document.name).with_suffix(".zip").name
        caption = _joined(document.caption, note)
        return (replace(document, name=name, media_type=ZIP, body=packed, caption=caption),)
    if not document.media_type.startswith("text/") or limit < _LONGEST_CHARACTER:
        return ()
    bodies, path = list(_parts(document.body, limit)), PurePath(document.name)
    return tuple(
        SendDocument(
            name=f"{path.stem}-{number}-of-{len(bodies)}{path.suffix}",
            media_type=document.media_type,
            body=body,
            caption=_joined(document.caption, say(language, "documents-fitted-part", number=number, total=len(bodies))),
        )
        for number, body in enumerate(bodies, 1)
    )


def _parts(text: bytes, limit: int) -> Iterator[bytes]:
    """Cut behind the last line end that fits; in a line that is longer than a part, between two characters."""
    start = 0
    while len(text) - start > limit:
        reach = start + limit
        end = text.rfind(b"\n", start, reach) + 1
        if not end:
            beginnings = range(reach, reach - _LONGEST_CHARACTER, -1)
            # In bytes that are no UTF-8 there may be none.
            end = next((at for at in beginnings if text[at] & 0b1100_0000 != 0b1000_0000), reach)
        yield text[start:end]
        start = end
    yield text[start:]


def _joined(caption: str, note: str) -> str:
    return f"{caption}\n\n{note}" if caption else note


def fit_buttons(saying: Say, buttons: Buttons) -> Say:
    """Put labels that have no room on their buttons into the text, as a list whose numbers are on the buttons.

    Buttons that open an editor are left out where there are no editors.
    """
    if not buttons.editors and any(choice.editor for choice in saying.choices):
        saying = replace(saying, choices=tuple(choice for choice in saying.choices if not choice.editor))
    if all(utf16_length(choice.label) <= buttons.label for choice in saying.choices):
        return saying
    listed = "\n".join(f"{number}. {choice.label}" for number, choice in enumerate(saying.choices, 1))
    numbered = tuple(replace(choice, label=str(number)) for number, choice in enumerate(saying.choices, 1))
    return replace(saying, text=f"{saying.text}\n\n{listed}", choices=numbered)
