"""Render the pages: the conversation, documents to read, and short notices.

Reading and writing an answer work without JavaScript; the modules in `static` add the rest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from aiohttp import web
from markdown_it import MarkdownIt

from adapters.web import microphone
from adapters.web.articles import (
    Line,
    buttons_about,
    is_answer,
    line_article,
    progress_counts,
    progress_words,
)
from adapters.web.markup import escape_html, tag, void
from adapters.web.microphone import HearingSettings
from core.languages.messages import say

LIVE = (
    *("thinking", "waiting", "sending", "offline", "shut", "refused", "too-long", "again", "full"),
    *("below", "new", "save", "cancel", "changing", "changed-later"),
    *("chapter", "kept"),
    *("push-ask", "push-yes", "push-no", "push-failed"),
)
"""Messages that the browser shows."""
LONGEST_CAPTION = 240
"""Characters of what is written to a photo before it is sent."""
_FRONT = re.compile(r"\A---\n(?:(?:[\w-]+:|- |  ).*\n)+---\n")
_TO_DO = re.compile(r'<li dir="auto">(\n<p>)?\[([ x])\] ')
_BLOCKS = {"paragraph_open", "heading_open", "blockquote_open"}
_ITEMS = {"list_item_open", "td_open", "th_open"}
_BOXES = {" ": "☐", "x": "☑"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkPage:
    """The contents of a conversation's page."""

    language: str
    chat: str
    """The name under which the browser keeps its drafts; it opens nothing."""
    lines: Sequence[Line]
    """The newest lines, or those before another line, in order."""
    more: bool
    """There are older lines."""
    after: int
    """The largest `ShownLine.moved` of these lines, after which the browser asks for news."""
    time: str
    """How long the interview has taken, in words; may be empty."""
    menu: str
    """The dialogs of the menu, and their form."""
    token: str
    """The token in each form, so that no other site can send one."""
    client_id: str
    """The id of an answer sent by the form, new for each page, so that a repeat is taken once."""
    hearing: HearingSettings = field(default_factory=HearingSettings)
    records: bool = True
    """A browser lets people record here, as it does over https and on this computer."""
    talks: bool = False
    """The interview can be spoken hands free."""


def conversation_page(talk: TalkPage) -> str:
    """Return the page of a conversation: its newest lines, and the field for the answer."""
    language = talk.language
    waiting = tag("div", "", id="waiting")
    thinking = tag("p", _word(language, "page-live-thinking"), id="thinking", role="status", hidden=True)
    below = tag("button", _word(language, "page-live-below"), type="button", id="below", hidden=True)
    body = (
        tag("a", _word(language, "page-skip-to-answer"), href="#answer", class_="skip")
        + _top(talk)
        + tag(
            "main",
            _history(talk) + waiting + thinking + below,
            id="talk",
            class_="folded" if any("past" in more for more in _looks(talk)) else None,
        )
        + microphone.file_form(_hidden(talk))
        + _answer_form(talk)
        + tag("form", _hidden(talk), id="press", method="post", action="/press", hidden=True)
        + talk.menu
        + _photo_preview(language)
        + _editor(language)
        + (microphone.talk_dialog(language) if talk.talks else "")
    )
    words = {
        name: say(language, f"page-live-{name}", minutes="{minutes}")  # which the browser fills in
        for name in (*LIVE, *microphone.browser_message_keys())
    }
    return document(
        language,
        say(language, "page-title"),
        body,
        script="app.js",
        data_chat=talk.chat,
        data_after=talk.after,
        data_words=json.dumps(words, ensure_ascii=False),
    )


def document_reading_page(name: str, markdown: str, *, language: str, href: str) -> str:
    """Return a Markdown document to read and print. HTML in it, and pictures from elsewhere, stay text."""
    return _to_print(name, markdown_to_html(markdown), language=language, href=href)


def picture_page(name: str, *, language: str, href: str) -> str:
    """Return one of our own pictures to view and print."""
    shown = tag("h1", escape_html(name)) + tag("figure", void("img", src=href, alt=name))
    return _to_print(name, shown, language=language, href=href)


def _to_print(name: str, content: str, *, language: str, href: str) -> str:
    back = tag("a", _word(language, "page-reading-back"), href="/", class_="button")
    load = tag("a", _word(language, "page-file-download"), href=href, download=name, class_="button")
    printing = tag("button", _word(language, "page-reading-print"), type="button", class_="scripted", id="print")
    top = tag("nav", " ".join((back, load, printing)), class_="reading", aria_label=name)
    return document(language, name, top + tag("main", content, class_="document"), script="reading.js")


def redirect_page(*, language: str, to: str = "/") -> str:
    """Return a page that moves on by itself: a redirect from another site would arrive without the cookie."""
    way = tag("a", _word(language, "page-go-on"), href=to, class_="button")
    return _notice(language, tag("p", way), head=void("meta", http_equiv="refresh", content=f"0; url={to}"))


def invitation_page(*, language: str, code: str, token: str) -> str:
    """Return the page that accepts an invitation by a button, since programs open links before people do."""
    hidden = void("input", type="hidden", name="form", value=token)
    button = tag("button", _word(language, "page-come-in"), type="submit", class_="send")
    form = tag("form", hidden + button, method="post", action=f"/i/{code}")
    return _notice(language, tag("p", _word(language, "page-invited")) + form)


def used_link_page(*, language: str) -> str:
    """Return what somebody reads who opens a link that works once, after it was used on another device."""
    title = say(language, "used-link")
    words = "".join(tag("p", _word(language, f"used-link-{each}")) for each in ("why", "there", "here"))
    return document(language, title, tag("main", tag("h1", escape_html(title)) + words, class_="notice"))


def farewell_page(lines: Sequence[Line], *, language: str) -> str:
    """Return the last words to a person whose data was deleted."""
    title = say(language, "page-title")
    told = tag("section", "".join(line_article(line, language) for line in lines), id="lines")
    return document(language, title, tag("main", tag("h1", escape_html(title)) + told, class_="notice"))


def message_page(key: str, *, language: str) -> str:
    """Return a page that shows one message."""
    return _notice(language, tag("p", _word(language, key)))


def plain(title: str, content: str, *, language: str) -> str:
    """Return a page outside the conversation, with a link back; `title` is a message key."""
    back = tag("p", tag("a", _word(language, "page-reading-back"), href="/", class_="button"))
    inside = tag("h1", _word(language, title)) + content + back
    return document(language, say(language, title), tag("main", inside, class_="notice"))


def markdown_to_html(markdown: str) -> str:
    """Render Markdown as HTML with nothing but text, headings, lists, tables and links.

    Front matter is left out, and tasks get a box to tick on paper.
    """
    parsed = _MARKDOWN.parse(_FRONT.sub("", markdown, count=1))
    for token in parsed:
        # Each block runs in the direction of its own words. What is inside one has no direction, or it would not count.
        if token.type in _ITEMS or (token.type in _BLOCKS and token.level == 0):
            token.attrSet("dir", "auto")
    made = str(_MARKDOWN.renderer.render(parsed, _MARKDOWN.options, {}))
    return _TO_DO.sub(lambda found: f'<li class="task" dir="auto">{found[1] or ""}{_BOXES[found[2]]} ', made)


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "html_block", "html_inline"])


def html_response(text: str, *, status: int = 200) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html")


def _notice(language: str, content: str, *, head: str = "") -> str:
    title = say(language, "page-title")
    return document(language, title, tag("main", tag("h1", escape_html(title)) + content, class_="notice"), head=head)


def document(
    language: str, title: str, body: str, *, head: str = "", script: str = "", style: str = "", **data: str | int
) -> str:
    """Return a whole HTML document in the page's style, with one more style sheet where `style` names it."""
    inside = (
        void("meta", charset="utf-8")
        + void(
            "meta", name="viewport", content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        )
        + tag("title", escape_html(title))
        + void("link", rel="icon", href="/static/icon.svg", type="image/svg+xml")
        + void("link", rel="manifest", href="/static/manifest.webmanifest")
        + void("link", rel="apple-touch-icon", href="/static/icon-192.png")
        + void("meta", name="theme-color", content="#fbf8f1", media="(prefers-color-scheme: light)")
        + void("meta", name="theme-color", content="#1b1916", media="(prefers-color-scheme: dark)")
        + void("link", rel="stylesheet", href="/static/tokens.css")
        + void("link", rel="stylesheet", href="/static/page.css")
        + void("link", rel="stylesheet", href="/static/welcome.css")
        + (void("link", rel="stylesheet", href=f"/static/{style}") if style else "")
        + tag("script", "", src="/static/look.js")
        + (tag("script", "", type="module", src=f"/static/{script}") if script else "")
        + head
    )
    return "<!doctype html>\n" + tag("html", tag("head", inside) + tag("body", body, **data), lang=language) + "\n"


def _word(language: str, key: str) -> str:
    return escape_html(say(language, key))


def _top(talk: TalkPage) -> str:
    progress: dict[str, int] = next((line["progress"] for line in reversed(talk.lines) if line.get("progress")), {})
    words = progress_words(progress, talk.language)
    told = tag("span", escape_html(words), id="progress")
    measure = ""
    if words:
        done, total = progress_counts(progress)
        measure = tag("progress", "", value=done, max=total, id="measure", aria_labelledby="progress")
    status = tag("p", told + measure + tag("span", escape_html(talk.time), id="elapsed"), class_="status")
    words = _word(talk.language, "page-menu")
    menu = tag("button", words, type="button", id="menu-button", class_="scripted")
    menu += tag("a", words, href="/menu", class_="button unscripted")
    return tag("header", tag("h1", _word(talk.language, "page-here")) + status + menu, class_="top")


def _history(talk: TalkPage) -> str:
    language = talk.language
    earlier = ""
    if talk.more and talk.lines:
        href = f"/?before={talk.lines[0]['n']}"
        earlier = tag("a", _word(language, "page-earlier"), href=href, id="earlier", class_="button")
    looks = _looks(talk)
    keys = {str(line["key"]) for line in talk.lines}
    about: dict[str, str] = {}
    for line in talk.lines:
        about |= buttons_about(line, language)
    lines = "".join(
        line_article(line, language, more=more, about=about.get(str(line["key"]), ""), elsewhere=keys)
        for line, more in zip(talk.lines, looks, strict=True)
    )
    heading = tag("h2", _word(language, "page-history"), class_="unseen", id="history")
    log = tag(
        "div", lines, id="lines", role="log", aria_live="polite", aria_relevant="additions", aria_labelledby="history"
    )
    told = tag(
        "button",
        _word(language, "page-history"),
        type="button",
        id="told",
        class_="quiet scripted",
        aria_expanded="false",
        aria_controls="older lines",
        hidden=not any("past" in more for more in looks),
    )
    return (
        heading + tag("p", earlier, class_="earlier") + tag("p", told, class_="told") + tag("div", "", id="older") + log
    )


def _looks(talk: TalkPage) -> list[list[str]]:
    """Return the classes of each line: `past` for what waits behind a button, `last` for the last answer.

    What is `past` and `noise` (commands, remarks, questions without an answer) is not shown behind the button either.
    `fold` in history.js decides it in the same way when something comes. Here it is decided before the page is drawn,
    so that nothing moves while somebody begins to read.
    """
    asked = max((place for place, line in enumerate(talk.lines) if line.get("asks")), default=-1)
    after = next(
        (
            place
            for place, line in enumerate(talk.lines)
            if place > asked and line.get("progress") and not progress_words(line["progress"], talk.language)
        ),
        0,
    )
    until = max(0, asked) if after <= 0 or asked >= 0 else 0
    until = after if after > 0 and asked >= 0 else until
    answers = [place for place in range(until) if is_answer(talk.lines[place], talk.language)]
    questions = [place for place in range(until) if talk.lines[place].get("asks")]
    opened = max((place for place in questions if answers and place < answers[-1]), default=-1)
    looks: list[list[str]] = []
    for place, line in enumerate(talk.lines):
        if place >= until:
            looks.append(["focus"] if place == asked and after <= 0 else [])
            continue
        if line.get("asks"):
            following = min((each for each in questions if each > place), default=until)
            is_told = any(place < answer < following for answer in answers)
        else:
            is_told = place in answers or bool(line.get("file"))
        is_last = bool(answers) and place > opened and not line.get("asks") and (line["who"] == "bot" or is_told)
        looks.append(["last"] if is_last else ["past"] if is_told else ["past", "noise"])
    return looks


def _answer_form(talk: TalkPage) -> str:
    language = talk.language
    label = tag("label", _word(language, "page-answer"), for_="answer", class_="unseen")
    area = tag(
        "textarea",
        "",
        id="answer",
        name="text",
        rows=2,
        required=True,
        dir="auto",
        autocomplete="off",
        autocapitalize="sentences",
        spellcheck="true",
        aria_describedby="answer-hint",
    )
    hint = tag("span", _word(language, "page-answer-hint"), id="answer-hint", class_="hint")
    send = tag("button", _word(language, "page-send"), type="submit", class_="send", id="send")
    tools = microphone.input_tools(language, talk.hearing, talks=talk.talks)
    trouble = tag("p", "", id="trouble", role="status")
    anew = tag("a", _word(language, "page-anew"), href="/", class_="button unscripted")
    row = tag("div", tools + hint + anew + send, class_="row")
    seen = void("input", type="hidden", name="seen", value=talk.lines[-1]["n"] if talk.lines else 0)
    inside = _hidden(talk) + seen + label + area + row
    memo = "" if talk.records else tag("p", _word(language, "page-voice-memo"), class_="memo")
    return tag(
        "footer",
        trouble + microphone.status_line() + memo + tag("form", inside, method="post", action="/say", id="say"),
        class_="answer",
    )


def _hidden(talk: TalkPage) -> str:
    return void("input", type="hidden", name="form", value=talk.token) + void(
        "input", type="hidden", name="id", value=talk.client_id
    )


def _photo_preview(language: str) -> str:
    """Return the dialog that shows a photo before it is sent, with a field for what is in it."""
    inside = (
        tag("h2", _word(language, "page-photo-title"), id="photo-title")
        + tag("figure", void("img", alt="", id="photo-shown"))
        + tag("label", _word(language, "page-photo-caption"), for_="photo-caption")
        + tag("textarea", "", id="photo-caption", rows=2, dir="auto", maxlength=LONGEST_CAPTION)
        + tag(
            "div",
            tag("button", _word(language, "page-photo-send"), type="button", class_="send", id="photo-send")
            + tag("button", _word(language, "page-close"), type="button", class_="close"),
            class_="row",
        )
    )
    return tag("dialog", inside, id="photo", aria_labelledby="photo-title")


def _editor(language: str) -> str:
    field = tag(
        "textarea",
        "",
        id="code",
        spellcheck="false",
        autocomplete="off",
        autocapitalize="off",
        wrap="off",
        dir="ltr",
        aria_describedby="code-keys",
    )
    inside = (
        tag("h2", _word(language, "page-write-code"), id="code-title")
        + tag("label", _word(language, "page-code-label"), for_="code")
        + field
        + tag("p", _word(language, "page-code-keys"), id="code-keys", class_="hint")
        + tag(
            "div",
            tag("button", _word(language, "page-code-send"), type="button", class_="send", id="hand-in")
            + tag("button", _word(language, "page-close"), type="button", class_="close"),
            class_="row",
        )
    )
    return tag("dialog", inside, id="editor", aria_labelledby="code-title")
