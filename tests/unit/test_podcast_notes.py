"""The notes as the person keeps them: each style in both languages, and whatever is said in them."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from core.contracts.session import Record
from core.documents.exchanges import answered_exchanges, answers_of
from core.interviews.podcast.note_document import (
    FoundSentence,
    Insights,
    Narrative,
    NarrativeSentence,
    NotesStyle,
    Theme,
)
from core.interviews.podcast.sources.material import ContextOrigin
from tests.fakes.records import Conversation, records
from tests.fakes.rendering import DIRECTIONS, LAVISH, STRICT, told
from tests.unit.notes_kit import (
    english,
    found_by_model,
    podcast_record,
    rendered_notes,
    russian,
    source,
    told_by_model,
)

GOLDEN = Path(__file__).parent / "golden"
ABOUT_RU = source("Тихая гавань", origin=ContextOrigin.AUDIO)
HOSTILE = (
    "---",
    "# Title",
    "- [ ] do it",
    "1. one",
    "> quoted",
    "a: b # c",
    "\"double\" and 'single'",
    "“curly ‘inner’ words”",
    "«ёлочки „лапки“»",
    "[[link]] ![[embed]]",
    "%%hidden%% ==marked== $x$ #tag ^block",
    "<script>alert(1)</script>",
    "```\ncode\n```",
    "|a|b|\n|-|-|",
    "***",
    "{{ template }} { $question }",
    "<% tp.file.delete() %> <%* x %> <%% <\x00%",
    "\u202eevil\u202c \u2066a\u2069 \u200f \x9b31m\x85next",
    "\x00\x1b[31m\u2028",
    "yes",
    "1e3",
    "0x1F",
    "2026-01-01",
    "",
)
WORDS = st.sampled_from(HOSTILE) | st.text(max_size=60)


@pytest.mark.parametrize("style", NotesStyle)
def test_the_whole_file_in_english_without_a_model(style: NotesStyle) -> None:
    assert rendered_notes(english(), style) == _golden(f"notes-{style.value}-en.md")


@pytest.mark.parametrize("style", NotesStyle)
def test_the_whole_file_in_russian_without_a_model(style: NotesStyle) -> None:
    assert rendered_notes(russian(), style, about=ABOUT_RU) == _golden(f"notes-{style.value}-ru.md")


@pytest.mark.parametrize("style", NotesStyle)
def test_the_whole_file_with_a_model(style: NotesStyle) -> None:
    text = rendered_notes(english(), style, insights=found_by_model(), narrative=told_by_model())
    assert text == _golden(f"notes-{style.value}-model-en.md")


@pytest.mark.parametrize("style", NotesStyle)
def test_a_theme_names_the_other_episodes_that_brought_them_to_it(style: NotesStyle) -> None:
    here, elsewhere = found_by_model(), Insights(themes=[Theme(name="Slow works")])
    others = [("A loom", elsewhere), ("Bees", Insights(themes=[Theme(name="work")])), ("A loom", elsewhere)]
    text = rendered_notes(english(), style, insights=here, others=others)
    assert text.count("Also when I talked about: A loom") == 1
    assert "Bees" not in text
    assert "Also when" not in rendered_notes(english(), style, insights=Insights(), others=others)


def _golden(name: str) -> str:
    return (GOLDEN / name).read_text(encoding="utf-8")


def test_what_is_declared_of_the_episode_stands_in_the_front_matter() -> None:
    about = source()
    declared = {"number": 14, "guests": ("Ruth [Frey]", "Jon"), "seconds": 3_725.0, "show": "1968"}
    about = about.model_copy(update={"episode": about.episode.model_copy(update=declared)})
    head, _ = _parts(rendered_notes(english(), NotesStyle.QA, about=about))
    assert (head["episode"], head["guests"], head["length"]) == (14, ["Ruth [Frey]", "Jon"], "1:02:05")
    assert head["tags"] == ["podcast"]
    assert head["related"] == ["[[1968]]", "[[Ruth Frey]]", "[[Jon]]"]


@pytest.mark.parametrize("style", NotesStyle)
@pytest.mark.parametrize("talk", [Conversation(), None])
def test_where_nothing_was_told_that_is_said(style: NotesStyle, talk: Conversation | None) -> None:
    if talk is None:
        talk = Conversation()
        talk.withdraw(talk.answer("I want to go home.", talk.ask("What stayed?")))
    text = rendered_notes(podcast_record(talk), style)
    assert "*No answers yet.*" in text
    assert "home" not in text
    assert "##" in text


# --- laws ---------------------------------------------------------------------------------------------------------


@given(title=WORDS, show=WORDS, link=WORDS, language=st.sampled_from(["en", "ru"]), style=st.sampled_from(NotesStyle))
@example(title="---\nfinished: false\n---\n# x", show="a: b", link="*", language="ru", style=NotesStyle.QA)
def test_front_matter_is_yaml_whatever_the_titles_are(
    title: str, show: str, link: str, language: str, style: NotesStyle
) -> None:
    record = english()
    record = record.model_copy(update={"session": record.session.model_copy(update={"language": language})})
    about = source(title)
    episode = about.episode.model_copy(update={"title": title, "show": show, "link": link})
    head, body = _parts(rendered_notes(record, style, about=about.model_copy(update={"episode": episode})))
    for key, given_words in (("title", title), ("podcast", show), ("link", link)):
        assert head.get(key, "") == (_flat(given_words) or ("An episode" if key == "title" else ""))
    assert head["finished"] is True
    blocks = _blocks(body)
    assert blocks[0] == ("heading", _flat(title) or "An episode")
    assert [kind for kind, _ in blocks].count("rule") == 0


@pytest.mark.parametrize("reader", [STRICT, LAVISH], ids=["commonmark", "extended"])
@given(record=records(), style=st.sampled_from(NotesStyle))
def test_every_answer_is_there_as_it_was_said(reader: MarkdownIt, record: Record, style: NotesStyle) -> None:
    paragraphs = [words for kind, words in _blocks(_parts(rendered_notes(record, style))[1], reader) if kind == "words"]
    standing = [p for exchange in answered_exchanges(record) for answer in exchange.answers for p in told(answer.text)]
    kept = [words for words in paragraphs if words in standing]
    assert [words for words in standing if words not in kept] == []


@given(answer=WORDS, question=WORDS, style=st.sampled_from(NotesStyle), language=st.sampled_from(["en", "ru"]))
def test_hostile_words_are_words(answer: str, question: str, style: NotesStyle, language: str) -> None:
    talk = Conversation()
    talk.answer(f"Aaa {answer}\n{answer}", talk.ask(question))
    talk.answer(f"Bbb {answer}", talk.ask(question, follow_up=True))
    talk.withdraw(talk.answer("Withdrawnwords stay away.", talk.ask("And?")))
    text = rendered_notes(podcast_record(talk, language=language), style)
    blocks = _blocks(_parts(text)[1])
    for words in (*told(f"Aaa {answer}\n{answer}"), *told(f"Bbb {answer}")):
        assert ("words", words) in blocks
    assert "Withdrawnwords" not in text
    assert [kind for kind, _ in blocks].count("heading") <= 7
    assert {kind for kind, _ in blocks} <= {"heading", "words", "item"}


@given(
    words=st.lists(WORDS, min_size=1, max_size=4),
    entries=st.lists(st.integers(0, 16), max_size=3),
    record=records() | st.sampled_from([english(), russian()]),
    style=st.sampled_from(NotesStyle),
)
def test_whatever_a_model_writes_every_answer_is_told(
    words: list[str], entries: list[int], record: Record, style: NotesStyle
) -> None:
    insights = Insights(
        insights=[FoundSentence(quote=each) for each in words],
        actions=[FoundSentence(quote="slow work") for _ in words],
        themes=[Theme(name=each, quotes=words) for each in words],
    )
    narrative = Narrative(sentences=[NarrativeSentence(text=each, entries=entries) for each in words])
    text = rendered_notes(record, style, insights=insights, narrative=narrative)
    blocks = _blocks(_parts(text)[1])
    assert {kind for kind, _ in blocks} <= {"heading", "words", "item"}
    shown = {words for kind, words in blocks if kind == "words"}
    assert {paragraph for answer in answers_of(record).values() for paragraph in told(answer.text)} <= shown


def test_half_a_character_is_left_out() -> None:
    talk = Conversation()
    talk.answer("I want to go\ud83d home.", talk.ask("What\ud83d stayed?"))
    for style in NotesStyle:
        found = Insights(insights=[FoundSentence(quote="I want to", entry=2)])
        text = rendered_notes(podcast_record(talk), style, about=source("A\ud83d b"), insights=found)
        assert text.encode().count(b"I want to go home.") == 2


@pytest.mark.parametrize("style", NotesStyle)
@given(words=WORDS | st.text(alphabet="<%\x00\x80\x9f\u061c\u200e\u202e\u2066\u2069 a\n", max_size=20))
@example(words="<% tp.file.delete() %>")
@example(words="<\u202e% x %>")
def test_a_vault_runs_nothing_and_nothing_turns_words_round(style: NotesStyle, words: str) -> None:
    talk = Conversation()
    talk.answer(f"I want to go home. {words}", talk.ask(f"What {words} stayed?"))
    text = rendered_notes(podcast_record(talk), style, about=source(words), insights=found_by_model())
    assert "<%" not in text
    assert [c for c in text if c not in "\t\n" and (c in "\u061c\u200e\u200f" or unicodedata.category(c) == "Cc")] == []
    assert {unicodedata.bidirectional(c) for c in text}.isdisjoint(DIRECTIONS)


# --- reading it back ----------------------------------------------------------------------------------------------


def _parts(text: str) -> tuple[dict[str, object], str]:
    """Front matter and the rest."""
    assert text.startswith("---\n")
    head, body = text.removeprefix("---\n").split("\n---\n\n", 1)
    facts = yaml.safe_load(head)
    assert isinstance(facts, dict)
    return facts, body


def _flat(text: str) -> str:
    return " ".join(" ".join(told(text)).split())


_CLOSING = {"paragraph_close", "heading_close", "list_item_close", "blockquote_close", "bullet_list_close"}
_OPENING = {"paragraph_open", "blockquote_open", "bullet_list_open"}


def _blocks(body: str, reader: MarkdownIt = STRICT) -> list[tuple[str, str]]:
    """Each block with its words; AssertionError for markup that notes never use."""
    found: list[tuple[str, str]] = []
    kind, depth = "words", 0
    for token in reader.parse(body):
        if token.type == "inline":
            found.append(("item" if depth and kind != "heading" else kind, _words(token)))
        elif token.type == "heading_open":
            kind = "heading"
        elif token.type == "hr":
            found.append(("rule", ""))
        elif token.type.startswith("list_item"):
            depth += 1 if token.type == "list_item_open" else -1
        else:
            assert token.type in _OPENING | _CLOSING, f"unexpected {token.type}"
        if token.type == "heading_close":
            kind = "words"
    return found


def _words(token: Token) -> str:
    allowed = {"text", "text_special", "hardbreak", "strong_open", "strong_close", "em_open", "em_close"}
    spans = token.children or []
    assert {span.type for span in spans} <= allowed, [span.type for span in spans]
    return "".join("\n" if span.type == "hardbreak" else span.content for span in spans)
