"""A line of the conversation as HTML: for the page with its history, and for the browser with each new line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from adapters.web.markup import Span, escape_html, interviewer_html, person_html, tag, void
from adapters.web.microphone import format_length
from core.languages.messages import match_locale, say

Line = Mapping[str, Any]
"""As `lines.displayed` makes it."""

READABLE: Final = (".md", "-transcript.zip")
"""How the names of files end that have a page to be read on."""
PICTURES: Final = {"image/png": ".png"}
"""Of our own files those that have a page to be looked at on, by how their names end."""
_BADGES = {"overview", "question", "follow-up"}
_ORDER = re.compile(r"/([a-z]{1,16})(?=\s|$)")
_SIZES = ((1 << 20, "MB"), (1 << 10, "kB"))


def line_with_html(line: Line, language: str) -> dict[str, Any]:
    """A line as the browser gets it, in its own language or else in `language`.

    `words` is the language that the page's own words have beside it.
    """
    spoken = str(line.get("language") or language)
    return {**line, "html": line_article(line, language), "words": match_locale(spoken)}


def line_article(line: Line, language: str) -> str:
    """An article, in the line's own language or else in `language`. Its buttons send the form `press` of the page."""
    language = str(line.get("language") or language)
    mine = line["who"] == "me"
    order = _order(line, language)
    words = _ordered(line, *order) if order[0] else _words(line, mine=mine)
    inside = _head(line, language, mine=mine, edits=not order[0]) + words + _beside(line, language)
    if not mine:
        inside += _choices(line)
    looks = ["line", "me" if mine else "bot", *(["asks"] if line.get("asks") else ()), *(["order"] if order[0] else ())]
    progress = line.get("progress") or {}
    done, total = progress_counts(progress)
    return tag(
        "article",
        inside,
        class_=" ".join(looks),
        id=f"line-{line['n']}",
        lang=line.get("language") or None,
        data_n=line["n"],
        data_key=line.get("key"),
        data_at=line["at"],
        data_progress=progress_words(progress, language) if progress else None,
        data_done=done if progress else None,
        data_total=total if progress else None,
    )


def progress_words(progress: Mapping[str, int], language: str) -> str:
    """How far the interview is: by its chapters where it has some, since a count of a hundred questions frightens."""
    if not progress:
        return ""
    if chapters := progress.get("chapters"):
        now = max(1, progress.get("chapters_done", 0))
        return say(language, "page-chapters", now=now, all=chapters)
    if not progress.get("total"):
        return ""
    return say(language, "page-questions", now=progress.get("done", 0), all=progress["total"])


def progress_counts(progress: Mapping[str, int]) -> tuple[int, int]:
    """How much of how much is done: chapters where there are some."""
    if progress.get("chapters"):
        return progress.get("chapters_done", 0), progress["chapters"]
    return progress.get("done", 0), max(1, progress.get("total", 1))


def format_size(size: int) -> str:
    for unit, name in _SIZES:
        if size >= unit:
            return f"{size / unit:.0f} {name}"
    return f"{size} B"


def _head(line: Line, language: str, *, mine: bool, edits: bool) -> str:
    who = say(language, "page-you" if mine else "page-here")
    parts = [tag("span", escape_html(who), class_="who")]
    badge = line.get("badge") or ""
    if badge in _BADGES:
        parts.append(tag("span", escape_html(say(language, f"page-badge-{badge}")), class_=f"badge {badge}"))
    # The last words of all are kept nowhere, and have neither a number nor a time.
    if line["n"]:
        at = str(line["at"])
        parts.append(tag("time", escape_html(at[11:16]), datetime=at))
    if line.get("edited"):
        parts.append(tag("span", escape_html(say(language, "page-edited")), class_="edited"))
    if mine and edits and (line["kind"] == "say" or line.get("heard")):
        label = escape_html(say(language, "page-edit"))
        parts.append(tag("button", label, type="button", class_="edit quiet scripted", data_line=line["n"]))
    return tag("header", " ".join(parts))


def _order(line: Line, language: str) -> tuple[str, str]:
    """The command that a line of the person's begins with, and what it does; empty for words."""
    found = _ORDER.match(str(line.get("text") or "")) if line["who"] == "me" else None
    with suppress(KeyError):
        return (found[0], say(language, f"command-{found[1]}")) if found else ("", "")
    return "", ""


def _ordered(line: Line, order: str, does: str) -> str:
    """A command in words, with what was written behind it."""
    behind = str(line["text"]).removeprefix(order).strip()
    return tag("div", person_html(f"{does}: {behind}" if behind else does), class_="words")


def _words(line: Line, *, mine: bool) -> str:
    text = str(line.get("heard") or line.get("text") or "")
    if mine:
        return tag("div", person_html(text), class_="words", data_text=text) if text.strip() else ""
    spans: list[Span] = [(int(start), int(end), str(style)) for start, end, style in line.get("spans") or ()]
    body = interviewer_html(text, spans)
    return tag("div", body, class_="words") if body else ""


def _beside(line: Line, language: str) -> str:
    """What comes with the words: a file, a photo, a recording, the words spoken."""
    out = ""
    file = line.get("file") or {}
    href = str(file.get("href") or "")
    if line["kind"] == "photo" and href:
        alt = say(language, "page-photo")
        image = void("img", src=href, alt=alt, loading="lazy")
        out += tag("figure", tag("a", image, href=href))
    elif line["kind"] == "voice":
        out += tag(
            "p",
            escape_html(f"{say(language, 'page-recording')}, {format_length(float(line.get('seconds') or 0))}"),
            class_="length",
        )
    elif file:
        out += _file(file, language)
    if speech := line.get("speech"):
        out += _sound(str(speech), say(language, "page-recording" if line["kind"] == "voice" else "page-speech"))
    return out


def _sound(href: str, label: str) -> str:
    return tag("audio", "", class_="sound", controls=True, preload="none", src=href, aria_label=label)


def _file(file: Mapping[str, Any], language: str) -> str:
    name, href = str(file.get("name") or ""), str(file.get("href") or "")
    size = format_size(int(file.get("size") or 0))
    about = (
        tag("span", escape_html(name), class_="name", dir="auto") + " " + tag("span", escape_html(size), class_="size")
    )
    links = []
    pictured = name.lower().endswith(tuple(PICTURES.values()))
    if href and (pictured or name.lower().endswith(READABLE)):
        read = say(language, "page-file-look" if pictured else "page-file-read")
        links.append(tag("a", escape_html(read), href=f"{href}/read", class_="button", aria_label=f"{read}: {name}"))
    if href:
        load = say(language, "page-file-download")
        links.append(
            tag("a", escape_html(load), href=href, class_="button", download=name, aria_label=f"{load}: {name}")
        )
    return tag("div", tag("p", about) + tag("p", " ".join(links)), class_="file")


def _choices(line: Line) -> str:
    buttons = ""
    for choice in line.get("choices") or ():
        label, editor = escape_html(str(choice["label"])), str(choice.get("editor") or "")
        if editor:
            buttons += tag("button", label, type="button", class_="choice scripted", data_editor=editor)
        else:
            data = str(choice["data"])
            pressed = "true" if line.get("pressed") == data else None
            value = f"{line['n']} {data}"
            buttons += tag(
                "button",
                label,
                type="submit",
                form="press",
                name="press",
                value=value,
                class_="choice",
                data_data=data,
                aria_pressed=pressed,
            )
    return tag("div", buttons, class_="choices") if buttons else ""
