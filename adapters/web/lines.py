"""Convert lines of the page between their stored form, which is JSON, and what the browser gets."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from core.contracts.messages import Outgoing, Say, SendDocument, SendVoice
from core.contracts.page_lines import FreshLine, ShownLine
from core.delivery.fitting import replace_surrogates

Shown = dict[str, Any]
"""A line as JSON, in the shape that docs/page.md gives."""
PHOTO = "photo"
"""The kind of a line that shows a photograph."""
MINE = "me/"
"""The keys of a person's own lines begin with this, followed by the id that their browser made."""


def interviewer_line(message: Outgoing, at: datetime) -> FreshLine:
    """Return the line of an interviewer's message."""
    saying = message.saying
    match saying:
        case Say():
            body = _say(saying)
        case SendDocument():
            file = {"name": saying.name, "size": len(saying.body), "type": saying.media_type}
            words = _say(Say(text=saying.caption, choices=saying.choices))
            body = words | {"kind": "file", "file": file}
        case SendVoice():
            body = _say(Say(text=saying.caption, choices=saying.choices))
    body |= {"who": "bot", "language": message.language}
    return FreshLine(
        key=message.key, at=at, body=dump_body(body), file=saying.body if isinstance(saying, SendDocument) else None
    )


def person_line(client_id: str, at: datetime, body: Shown) -> FreshLine:
    """Return the line of what the person did; `body` has at least `kind` and `text`."""
    return FreshLine(key=f"{MINE}{client_id}", at=at, body=dump_body(body | {"who": "me"}))


def updated_body(line: ShownLine, **values: Any) -> str:
    """Return the body of a line with some values replaced."""
    return dump_body(load_body(line.body) | values)


def load_body(body: str) -> Shown:
    found: Shown = json.loads(body)
    return found


def dump_body(body: Shown) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def display_line(line: ShownLine) -> Shown:
    """Return a line as the browser gets it."""
    body = load_body(line.body)
    file = body.get("file")
    if file is not None:
        # Of what the person sent only photographs are handed out again.
        href = None if line.key.startswith(MINE) else f"/documents/{line.number}"
        body["file"] = file | {"href": f"/photos/{line.number}" if body.get("kind") == PHOTO else href}
    if line.heard:
        body.setdefault("heard", line.heard)
    if line.left_out:
        body["left_out"] = True
    if line.taken_back:
        body["taken_back"] = True
    if body.get("speech") or line.sounds:
        body["speech"] = f"/speech/{line.number}"
    return {
        "n": line.number,
        "key": line.key,
        "at": line.at.isoformat(timespec="seconds"),
        **_NOTHING,
        **body,
    }


_NOTHING: Shown = {
    "kind": "say",
    "text": "",
    "spans": [],
    "choices": [],
    "progress": None,
    "asks": False,
    "file": None,
    "speech": None,
    "heard": "",
    "left_out": False,
    "taken_back": False,
    "edited": False,
    "pressed": "",
    "language": "",
}


def _say(say: Say) -> Shown:
    body: Shown = {"kind": "say", "text": replace_surrogates(say.text)}
    if say.spans:
        body["spans"] = [[span.start, span.end, span.style.value] for span in say.spans]
    if say.choices:
        body["choices"] = [
            {
                "label": replace_surrogates(choice.label),
                "data": choice.data,
                "editor": replace_surrogates(choice.editor),
                "about": replace_surrogates(choice.about),
            }
            for choice in say.choices
        ]
    if (progress := say.course or say.progress) is not None:
        body["progress"] = {
            "done": progress.done,
            "total": progress.total,
            "chapters_done": progress.chapters_done,
            "chapters": progress.chapters,
        }
    if say.asks:
        body["asks"] = True
    return body
