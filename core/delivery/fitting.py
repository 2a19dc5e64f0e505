"""Fit what has no room on a platform: documents are compressed or split, and the words of buttons go into the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath

from core.contracts.messages import Say, SendDocument
from core.contracts.ports import Buttons
from core.delivery.splitting import utf16_length
from core.documents.zips import ZIP, zip_files
from core.languages.messages import say

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
        return (SendDocument(name=name, media_type=ZIP, body=packed, caption=_joined(document.caption, note)),)
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
