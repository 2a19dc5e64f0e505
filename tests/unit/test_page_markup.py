"""What anybody writes stays text on the page."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.web.articles import line_article
from adapters.web.markup import interviewer_html, person_html
from adapters.web.pages import TalkPage, conversation_page, markdown_to_html
from core.contracts.fences import fenced_passages

OURS = {"article", "header", "span", "time", "button", "div", "p", "blockquote", "pre", "code", "strong", "em"}
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</article></main><form action=https://evil.example>",
    "&lt;b&gt; &amp; &#x3c;script&#x3e;",
    "\u202egnirts eht sdrawkcab\u202c",
    "{{constructor}} ${alert(1)} <!-- --> ]]>",
)
TEXTS = st.text(max_size=200) | st.lists(st.sampled_from(HOSTILE) | st.text(max_size=20)).map("\n\n".join)
STYLES = st.sampled_from(["bold", "italic", "code", "quote", "block", "unknown"])
SPANS = st.lists(st.tuples(st.integers(-3, 220), st.integers(-3, 220), STYLES), max_size=6)


class Seen(HTMLParser):
    """The elements of some HTML, their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.names: set[str] = set()
        self.attributes: dict[str, set[str]] = {}
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        for name, value in attrs:
            self.attributes.setdefault(name, set()).add(value or "")
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def squeezed(text: str) -> str:
    """Without white space, and without what HTML has no place for."""
    return re.sub(r"[\s\x00-\x1f\x7f\ud800-\udfff\ufffd]", "", text)


def line(**values: Any) -> dict[str, Any]:
    blank = {"kind": "say", "spans": [], "choices": [], "progress": None, "file": None, "speech": None, "heard": ""}
    return {"n": 7, "key": "k", "at": "2026-11-22T14:00:00+00:00", "who": "bot", "text": "", **blank, **values}


@given(text=TEXTS, spans=SPANS)
def test_words_of_the_interviewer_are_shown_whole_and_hold_no_markup(text: str, spans: list[Any]) -> None:
    seen = Seen(interviewer_html(text, spans))
    assert seen.names <= OURS
    assert squeezed(seen.text) == squeezed(text)


@given(text=TEXTS)
def test_words_of_a_person_are_shown_whole_and_hold_no_markup(text: str) -> None:
    seen = Seen(person_html(text))
    assert seen.names <= OURS
    assert squeezed(seen.text) == squeezed("".join(passage.text for passage in fenced_passages(text)))


@given(text=TEXTS, label=TEXTS, key=TEXTS, who=st.sampled_from(["me", "bot"]))
def test_a_line_holds_no_markup_but_ours(text: str, label: str, key: str, who: str) -> None:
    choices = [{"label": label, "data": key, "editor": ""}, {"label": label, "data": "", "editor": label}]
    seen = Seen(line_article(line(text=text, key=key, who=who, choices=choices), "en"))
    assert seen.names <= OURS
    assert not {name for name in seen.attributes if name.startswith("on") or name in {"style", "src", "href"}}
    assert seen.attributes["id"] == {"line-7"}


def test_styles_nest_and_overlap() -> None:
    found = interviewer_html("one two three", [(0, 7, "bold"), (4, 13, "italic")])
    assert found == '<p dir="auto"><strong>one </strong><em><strong>two</strong></em><em> three</em></p>'


def test_a_quotation_and_code_stand_apart() -> None:
    found = interviewer_html("I heard:\n\nA <blue> door.\n\nx = 1", [(10, 24, "quote"), (26, 31, "block")])
    assert found == (
        '<p dir="auto">I heard:</p><blockquote><p dir="auto">A &lt;blue&gt; door.</p></blockquote>'
        '<pre tabindex="0"><code>x = 1</code></pre>'
    )


def test_a_command_is_shown_by_what_it_does() -> None:
    assert "Take a break" in line_article(line(who="me", text="/pause"), "en")
    assert "Говорить на другом языке: ru" in line_article(line(who="me", text="/language ru"), "ru")
    assert "/no-command" in line_article(line(who="me", text="/no-command at all"), "en")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_document_can_be_read_and_had(language: str) -> None:
    file = {"name": "story.md", "size": 4_211, "type": "text/markdown", "href": "/documents/7"}
    seen = Seen(line_article(line(kind="file", file=file), language))
    assert seen.attributes["href"] == {"/documents/7", "/documents/7/read"}
    assert "4 kB" in seen.text


@given(text=TEXTS)
def test_a_document_to_be_read_holds_no_markup_of_its_writer(text: str) -> None:
    assert not Seen(markdown_to_html(f"# {text}\n\n{text}\n\n[x](javascript:alert(1))")).names & {
        "script",
        "img",
        "form",
    }


def test_links_of_a_document_lead_only_to_pages() -> None:
    found = markdown_to_html(
        "[a](javascript:alert(1)) [b](data:text/html,x) [c](https://example.org) ![d](https://example.org/p)"
    )
    assert Seen(found).attributes["href"] <= {"https://example.org", "https://example.org/p"}
    assert "img" not in Seen(found).names


def test_what_a_document_says_to_other_programs_is_not_read_out() -> None:
    made = markdown_to_html('---\ntitle: "Notes"\nminutes: 0\ntags:\n- "podcast"\n---\n\n# Notes\n\n---\n\nThe end.\n')
    assert "minutes" not in made
    assert "podcast" not in made
    assert re.search(r'<h1 dir="auto">Notes</h1>\s*<hr ?/?>\s*<p dir="auto">The end.</p>', made)
    for kept in ("---\n\nA line of mine.\n\n---\n", "---\nA word: of mine.\nAnd more.\n---\n"):
        assert "of mine" in markdown_to_html(kept)


def test_what_is_to_be_done_has_a_box() -> None:
    made = markdown_to_html("- [ ] Plant a tree.\n- [x] Ring her.\n\n1. [ ] Loose.\n\n2. Not [ ] here.\n")
    assert " ".join(Seen(made).text.split()) == "☐ Plant a tree. ☑ Ring her. ☐ Loose. Not [ ] here."


def test_buttons_about_an_answer_stand_at_it_without_scripts_too() -> None:
    answer = {"n": 1, "who": "me", "key": "me/a", "at": "2026-01-02T03:04:05", "kind": "say", "text": "By the sea."}
    ours = answer | {"n": 2, "who": "bot", "key": "k2", "text": "And then?", "asks": True}
    ours["choices"] = [
        {"label": "Skip", "data": "skip@s.4", "editor": "", "about": ""},
        {"label": "Send to my family", "data": "share~s-1", "editor": "", "about": "me/a"},
    ]
    talk = TalkPage(
        language="en", chat="c", lines=[answer, ours], more=False, after=2, time="", menu="", token="", client_id=""
    )
    first, second = conversation_page(talk).split("<article")[1:]
    assert "Send to my family" in first
    assert 'value="2 share~s-1"' in first
    assert "Send to my family" not in second
    assert "Skip" in second
    alone = conversation_page(replace(talk, lines=[ours]))
    assert alone.index("Send to my family") < alone.index("And then?"), "where the answer is not shown"
