"""Pages as HTML, made on the server; every word of a person is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from adapters.web.lines import Shown
from core.words import say


def whole(lines: Sequence[Shown], *, language: str, token: str, after: int, client_id: str, more: bool) -> str:
    """The page of a chat. `after`: how far the browser has come with these; `client_id`: of an answer by the form."""
    earlier = f'<p><a href="/?before={lines[0]["n"]}">{_word(language, "page-earlier")}</a></p>' if more else ""
    body = (
        f'<main id="lines" data-after="{after}">{earlier}{"".join(map(_line, lines))}</main>'
        f'<form id="answer" method="post" action="/say"><input type="hidden" name="form" value="{escape(token)}">'
        f'<input type="hidden" name="id" value="{escape(client_id)}">'
        f'<label for="text">{_word(language, "page-answer")}</label>'
        f'<textarea id="text" name="text" rows="4" required></textarea>'
        f'<button type="submit">{_word(language, "page-send")}</button></form>'
    )
    return _document(body, language=language)


def onward(*, language: str, to: str = "/") -> str:
    """A page that goes on by itself: a redirect from another site would arrive without the cookie."""
    place = escape(to)
    return _document(
        f'<main><p><a href="{place}">{_word(language, "page-go-on")}</a></p></main>',
        language=language,
        head=f'<meta http-equiv="refresh" content="0; url={place}">',
    )


def invited(*, language: str, code: str, token: str) -> str:
    """The way in with an invitation: a button, since programs look at links before people do."""
    return _document(
        f"<main><p>{_word(language, 'page-invited')}</p>"
        f'<form method="post" action="/i/{escape(code)}"><input type="hidden" name="form" value="{escape(token)}">'
        f'<button type="submit">{_word(language, "page-come-in")}</button></form></main>',
        language=language,
    )


def sentence(key: str, *, language: str) -> str:
    """A page that says one thing, by the key of its words."""
    return _document(f"<main><p>{_word(language, key)}</p></main>", language=language)


def _line(line: Shown) -> str:
    text = escape(str(line["text"]))
    file = line["file"]
    if file is not None:
        text += f' <a href="{escape(file["href"])}" download>{escape(file["name"])}</a>'
    asks = " asks" if line["asks"] else ""
    return f'<article class="line {escape(line["who"])}{asks}" id="line-{line["n"]}"><div>{text}</div></article>'


def _document(body: str, *, language: str, head: str = "") -> str:
    return (
        f'<!doctype html><html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_word(language, 'page-title')}</title>"
        '<link rel="stylesheet" href="/static/page.css"><script type="module" src="/static/page.js"></script>'
        f"{head}</head><body>{body}</body></html>"
    )


def _word(language: str, key: str) -> str:
    return escape(say(language, key))
