"""Render a line of the conversation as HTML, for the page with its history and for each new line."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from adapters.web.markup import Span, escape_html, interviewer_html, person_html, tag, void
from adapters.web.microphone import format_length
from core.languages.messages import match_locale, say

Line = Mapping[str, Any]
"""A line as `lines.display_line` makes it."""

READABLE: Final = (".md", "-transcript.zip")
"""Files whose names end like this can be read on a page."""
PICTURES: Final = {"image/png": ".png"}
"""Our own files that can be viewed on a page, by media type, with how their names end."""
_TAG = re.compile("<[^>]*>")
_ENDS_WITH_QUESTION = re.compile(r"<p[^>]*>(?:(?!</p>).)*</p>", re.DOTALL)
"""Nothing but a last paragraph: behind it stands neither code nor a quotation."""
_COMMAND = re.compile(r"/([a-z]{1,16})(?=\s|$)")
_OF_MENUS = {"resume"}
"""Commands to which a menu adds an id that tells people nothing."""
_TOLD = {"say", "photo"}
"""Kinds of lines that are an answer at once; a recording is one when it was heard."""
_OF_HEARD = ("fix~", "record~")
"""How the data of the buttons begins that put right what was heard."""
_LONG = 240
"""Characters before a question from which on they are folded."""
_SIZES = ((1 << 20, "MB"), (1 << 10, "kB"))


def line_with_html(line: Line, language: str) -> dict[str, Any]:
    """Return a line as the browser gets it, in its own language or else in `language`.

    `words` is the language of the page's own words in it.
    """
    spoken = str(line.get("language") or language)
    return {**line, "html": line_article(line, language), "words": match_locale(spoken)}


def line_article(
    line: Line, language: str, *, more: Sequence[str] = (), about: str = "", elsewhere: Container[str] = ()
) -> str:
    """Return an article, in the line's own language or else in `language`. Its buttons send the page's form `press`.

    `more` are classes besides those that the line has anyway, and `about` the buttons of a later line that are about
    this one. Of its own buttons, those about a line whose key is in `elsewhere` are shown there.
    """
    language = str(line.get("language") or language)
    mine = line["who"] == "me"
    command, meaning = _ordered(line, language)
    text = str(line.get("heard") or line.get("text") or "")
    if command and meaning:
        argument = "" if command[1] in _OF_MENUS else str(line["text"]).removeprefix(command[0]).strip()
        words = tag("div", person_html(f"{meaning}: {argument}" if argument else meaning), class_="words")
    elif mine:
        words = tag("div", person_html(text), class_="words", data_text=text) if text.strip() else ""
    else:
        spans: list[Span] = [(int(start), int(end), str(style)) for start, end, style in line.get("spans") or ()]
        body = interviewer_html(text, spans)
        if line.get("asks") and "<p" in body:
            body = _question_first(body, language)
        words = tag("div", body, class_="words") if body else ""
    inside = _head(line, language, mine=mine, edits=not meaning) + words + _media(line, language)
    if not mine:
        apart = "".join(block for key, block in buttons_about(line, language).items() if key not in elsewhere)
        inside = apart + inside + _choices(line, language)
    elif line.get("left_out"):
        note = escape_html(say(language, "page-left-out"))
        inside += tag("p", f"{note} {_line_button(line, language, 'page-put-back', '/put-back')}", class_="note out")
    inside += about
    kinds = {
        "asks": line.get("asks"),
        "order": meaning,
        "left-out": line.get("left_out"),
        "taken-back": line.get("taken_back"),
    }
    looks = ["line", "me" if mine else "bot", *(name for name, holds in kinds.items() if holds)]
    progress = line.get("progress") or {}
    done, total = progress_counts(progress)
    return tag(
        "article",
        inside,
        class_=" ".join((*looks, *more)),
        id=f"line-{line['n']}",
        lang=line.get("language") or None,
        data_n=line["n"],
        data_key=line.get("key"),
        data_at=line["at"],
        data_progress=progress_words(progress, language) if progress else None,
        data_done=done if progress else None,
        data_total=total if progress else None,
        data_chapters=progress.get("chapters") or None,
    )


def is_answer(line: Line, language: str) -> bool:
    """Return whether a line is what somebody told and did not take back, and no command."""
    return line["who"] == "me" and not line.get("taken_back") and not _ordered(line, language)[1]


def _ordered(line: Line, language: str) -> tuple[re.Match[str] | None, str]:
    """Return the command that a line of the person's is, and what that means; empty for other lines."""
    command = _COMMAND.match(str(line.get("text") or "")) if line["who"] == "me" else None
    if command is not None:
        with suppress(KeyError):
            return command, say(str(line.get("language") or language), f"command-{command[1]}")
    return None, ""


def buttons_about(line: Line, language: str) -> dict[str, str]:
    """Return the buttons of a line that are about earlier ones, by the keys of those."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for choice in line.get("choices") or ():
        if _is_apart(choice):
            found.setdefault(str(choice["about"]), []).append(choice)
    language = str(line.get("language") or language)
    return {
        key: tag("div", _buttons(line, choices), class_="choices about", data_about=key, lang=language)
        for key, choices in found.items()
    }


def _is_apart(choice: Mapping[str, Any]) -> bool:
    """Return whether a button is shown with the answer that it is about.

    What puts right the words that were heard stays below those words.
    """
    return bool(choice.get("about")) and not str(choice["data"]).startswith(_OF_HEARD)


def _question_first(body: str, language: str) -> str:
    """Return the words of a question with what comes before it folded, if that is long."""
    at = body.rindex("<p")
    before, question = body[:at], body[at:]
    if len(_TAG.sub("", before)) < _LONG or _ENDS_WITH_QUESTION.fullmatch(question) is None:
        return body
    summary = tag("summary", escape_html(say(language, "page-about")))
    return tag("details", summary + before, class_="about") + question


def progress_words(progress: Mapping[str, int], language: str) -> str:
    """Return how far the interview is, by chapters if it has any: a count of a hundred questions frightens."""
    if not progress:
        return ""
    if chapters := progress.get("chapters"):
        now = max(1, progress.get("chapters_done", 0))
        return say(language, "page-chapters", now=now, all=chapters)
    if not progress.get("total"):
        return ""
    return say(language, "page-questions", now=progress.get("done", 0), all=progress["total"])


def progress_counts(progress: Mapping[str, int]) -> tuple[int, int]:
    """Return how much is done and how much there is, in chapters if there are any."""
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
    # The last words of all are kept nowhere, and have neither a number nor a time.
    if line["n"]:
        at = str(line["at"])
        parts.append(tag("time", escape_html(at[11:16]), datetime=at))
    if line.get("edited"):
        parts.append(tag("span", escape_html(say(language, "page-edited")), class_="edited"))
    if mine and edits and (line["kind"] == "say" or line.get("heard")):
        label = escape_html(say(language, "page-edit"))
        parts.append(tag("button", label, type="button", class_="edit quiet scripted", data_line=line["n"]))
    told = line["kind"] in _TOLD or line.get("heard")
    if mine and edits and told and line["n"] and not line.get("left_out"):
        parts.append(_line_button(line, language, "page-leave-out", "/leave-out"))
    return tag("header", " ".join(parts), class_=None if mine else "unseen")


def _line_button(line: Line, language: str, key: str, address: str) -> str:
    """Return a button that sends the page's form `press` with the number of the line to another address."""
    return tag(
        "button",
        escape_html(say(language, key)),
        type="submit",
        form="press",
        formaction=address,
        name="line",
        value=line["n"],
        class_="quiet keeps",
        data_path=address,
    )


def _media(line: Line, language: str) -> str:
    """Return what comes with the words: a photo, the length of a recording, a file, and sound to play."""
    out = ""
    file = line.get("file") or {}
    href = str(file.get("href") or "")
    is_voice = line["kind"] == "voice"
    if line["kind"] == "photo" and href:
        image = void("img", src=href, alt=say(language, "page-photo"), loading="lazy")
        out += tag("figure", tag("a", image, href=href))
    elif is_voice:
        length = f"{say(language, 'page-recording')}, {format_length(float(line.get('seconds') or 0))}"
        out += tag("p", escape_html(length), class_="length")
    elif file:
        out += _file(file, language)
    if speech := line.get("speech"):
        label = say(language, "page-recording" if is_voice else "page-speech")
        out += tag("audio", "", class_="sound", controls=True, preload="none", src=str(speech), aria_label=label)
    return out


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


def _choices(line: Line, language: str) -> str:
    buttons = _buttons(line, [each for each in line.get("choices") or () if not _is_apart(each)])
    if buttons and line["kind"] == "file":
        # The file that most people want comes first; the others are folded away.
        inside = tag("summary", escape_html(say(language, "page-file-forms"))) + tag("div", buttons, class_="choices")
        return tag("details", inside, class_="forms")
    return tag("div", buttons, class_="choices") if buttons else ""


def _buttons(line: Line, choices: Sequence[Mapping[str, Any]]) -> str:
    buttons = ""
    for choice in choices:
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
                data_about=str(choice.get("about") or "") or None,
                aria_pressed=pressed,
            )
    return buttons
