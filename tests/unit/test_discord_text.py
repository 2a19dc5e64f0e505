"""How words become Discord messages: shown as they are, whatever they look like, styled only where we style them."""

from __future__ import annotations

import re

import discord
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adapters.discord.markdown import escape_discord, render_discord, replace_unsendable
from adapters.discord.outbound import NONCE_LENGTH, message_nonce, upload_file_name
from adapters.discord.presenter import TEXT_LIMIT, DiscordPart, button_view, caption, parts
from core.contracts.messages import Choice, Say, Span, Style
from core.delivery.fitting import utf16_length
from tests.contract.platform_kit import HARD_TEXT, squeezed
from tests.fakes.discord_markdown import displayed

SCRAPS = (
    "*", "**", "***", "_", "__", "~", "~~", "|", "||", "`", "``", "```", "\\", "\\\\", "\\*", "#", "## ", "-# ", "- ",
    "+ ", "> ", ">>> ", ">", "1. ", "1984.", "12) ", "[", "]", "](", "(", ")", "[a](https://b.example)", "<", "<@1>",
    "<@&2>", "<#3>", "<:x:4>", "<a:x:5>", "<t:6:R>", "</done:7>", "<id:guide>", "<https://e.example>", "@everyone",
    "@here", ":smile:", ":+1:", "10:30:45", ":", "://", "http", "https://", "https://e.example/a_b_c",
    "https://e.example/*x*?a=1&b=2#c.", "xhttps://e.example/a_b_", "HTTPS://E.EXAMPLE/_x_", "ftp://e.example/_x_",
    "steam://run_me_", "(https://e.example/a_(b))", "«https://e.example/_»", "¯\\_(ツ)_/¯", "word", "a", "1", "Ж", "é",
    "e\u0301", "😀", "👩‍👩‍👧‍👦", "🇷🇺", "مرحبا", "\u202b", "\u200b", " ", "  ", "\n", "\n\n", "\r\n", "\r", "\t",
    "\u00a0", "\u2003", ".", ",", "!", '"',
)  # fmt: skip
"""What Discord makes something of, and what it may stand beside."""
scraps = st.lists(st.sampled_from(SCRAPS), max_size=30).map("".join)
texts = st.one_of(scraps, st.text(max_size=60), st.text(alphabet="*_`~|\\<>[]()#-+1.: \na@", max_size=40))
STYLES = list(Style)


def read(text: str) -> list[str]:
    """The lines as a reader sees them: Discord trims a message, and white space at the end of a line is not seen."""
    return [line.rstrip() for line in replace_unsendable(text).strip().split("\n")]


@st.composite
def styled(draw: st.DrawFn) -> tuple[str, tuple[Span, ...]]:
    text = draw(texts)
    index = st.integers(0, len(text))
    edges = draw(st.lists(st.tuples(index, index, st.sampled_from(STYLES)), max_size=4))
    return text, tuple(Span(start=min(a, b), end=max(a, b), style=style) for a, b, style in edges)


# --- words stay words ---------------------------------------------------------------------------------------------


@given(texts)
@example(HARD_TEXT)
@example("# no heading\n- no list\n> no quote\n1984. It was cold.\n-# not small\n>>> nothing")
@example("https://e.example/a:b_c_ and ~~that~~ https://e.example<https://e.example>")
def test_what_is_shown_is_the_text(text: str) -> None:
    assert read(displayed(escape_discord(text).strip())) == read(text)


@given(styled())
@example(("ab cd", (Span(start=0, end=2, style=Style.BOLD), Span(start=2, end=5, style=Style.ITALIC))))
@example(("see https://e.example/a_b now", (Span(start=8, end=14, style=Style.BOLD),)))
@example(("a\nb", (Span(start=0, end=3, style=Style.CODE), Span(start=2, end=3, style=Style.QUOTE))))
def test_spans_change_no_word(given_text: tuple[str, tuple[Span, ...]]) -> None:
    text, spans = given_text
    shown = displayed(render_discord(text, spans, 0, len(text)).strip())
    assert squeezed(shown) == squeezed(replace_unsendable(text))


@given(st.text(st.characters(exclude_categories=()), max_size=30))
def test_what_no_message_can_hold_is_replaced_one_for_one(text: str) -> None:
    mended = replace_unsendable(text)
    mended.encode()
    assert len(mended) == len(text)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", mended)


@pytest.mark.parametrize(
    "text",
    [
        "Look at https://e.example/a_b_c?x=1&y=~z#part.",
        "(see https://e.example/wiki/Tea_(drink))",
        "https://e.example",
        'called "http://e.example/_x"',
    ],
)
def test_a_plain_address_can_be_clicked(text: str) -> None:
    assert re.search(r"https?://[^\s)\"]+", text)[0].rstrip(".") in escape_discord(text)  # type: ignore[index]  # it is there
    assert "\\" not in escape_discord(text)


# --- styles -------------------------------------------------------------------------------------------------------


def span(text: str, words: str, style: Style) -> Span:
    start = text.index(words)
    return Span(start=start, end=start + len(words), style=style)


@pytest.mark.parametrize(
    ("style", "content"),
    [
        (Style.BOLD, "She said **tea \\*and\\* honey**, often."),
        (Style.ITALIC, "She said *tea \\*and\\* honey*, often."),
        (Style.CODE, "She said `tea *and* honey`, often."),
        (Style.QUOTE, "She said\n> tea \\*and\\* honey\n, often."),
    ],
)
def test_a_span_becomes_markup(style: Style, content: str) -> None:
    text = "She said tea *and* honey, often."
    assert render_discord(text, [span(text, "tea *and* honey", style)], 0, len(text)) == content


def test_lines_of_code_are_a_block_as_they_stand_unless_they_would_end_it() -> None:
    code = "def f(x):\n    return *x  # _a_"
    text = f"So *far*:\n\n{code}\n\nRight?"
    shown = f"So \\*far\\*:\n\n```\n{code}\n```\n\nRight?"
    assert render_discord(text, [span(text, code, Style.BLOCK)], 0, len(text)) == shown
    ends = "a = '```'"
    assert render_discord(ends, [span(ends, ends, Style.BLOCK)], 0, len(ends)) == escape_discord(ends)
    within = "say x now"
    assert render_discord(within, [span(within, "x", Style.BLOCK)], 0, len(within)) == within


def test_styles_are_closed_at_the_end_of_each_line() -> None:
    text = "one two\n\n three four "
    spans = [Span(start=3, end=len(text), style=Style.BOLD)]
    assert render_discord(text, spans, 0, len(text)) == "one **two**\n\n **three four** "


def test_a_quotation_of_several_paragraphs_is_one_block() -> None:
    text = "You said:\n\nfirst\n\n# second\n\nRight?"
    quoted = span(text, "first\n\n# second", Style.QUOTE)
    assert render_discord(text, [quoted], 0, len(text)) == "You said:\n\n> first\n> \n> \\# second\n\nRight?"


def test_bold_and_italic_together_and_one_inside_the_other() -> None:
    text = "all of it"
    both = [Span(start=0, end=9, style=Style.BOLD), Span(start=0, end=9, style=Style.ITALIC)]
    assert render_discord(text, both, 0, 9) == "***all of it***"
    bold, italic = Span(start=0, end=5, style=Style.BOLD), Span(start=3, end=5, style=Style.ITALIC)
    assert render_discord("ab cd", [bold, italic], 0, 5) == "**ab** ***cd***"
    assert render_discord("ab-cd", [bold, italic], 0, 5) == "**ab-cd**"


# --- messages -----------------------------------------------------------------------------------------------------


@given(st.lists(styled(), min_size=1, max_size=6), st.integers(1, 60))
def test_every_part_fits_and_is_whole_in_itself(pairs: list[tuple[str, tuple[Span, ...]]], repeats: int) -> None:
    text, spans = "", []
    for _ in range(repeats):
        for written, its in pairs:
            spans += [Span(start=s.start + len(text), end=s.end + len(text), style=s.style) for s in its]
            text += written
    messages = parts(Say(text=text, spans=tuple(spans)))
    assert all(0 < utf16_length(part.content) <= TEXT_LIMIT for part in messages)
    assert squeezed("".join(displayed(part.content) for part in messages)) == squeezed(replace_unsendable(text))


def test_a_style_over_a_cut_goes_on_behind_it() -> None:
    text = "word " * 900
    messages = parts(Say(text=text, spans=(Span(start=0, end=len(text), style=Style.ITALIC),)))
    assert len(messages) == 3
    assert all(re.fullmatch(r"\*word.*word\*", part.content) for part in messages)


def test_a_message_is_filled_as_far_as_it_fits() -> None:
    assert [utf16_length(part.content) for part in parts(Say(text="x" * 4_500))] == [2_000, 2_000, 500]
    assert [utf16_length(part.content) for part in parts(Say(text="*" * 2_000))] == [2_000, 2_000]
    assert [utf16_length(part.content) for part in parts(Say(text="👵" * 1_500))] == [2_000, 1_000]


def test_white_space_alone_is_no_message_and_no_caption() -> None:
    assert parts(Say(text=" \n\n ", choices=(Choice(label="x", data="x"),))) == []
    assert caption(" " * 5_000) is None


@given(texts, st.integers(0, 150))
def test_a_caption_fits_and_says_when_it_was_cut(end: str, repeats: int) -> None:
    text = "слово_😀 *тут*\n" * repeats + end
    content = caption(text)
    if content is None:
        assert not replace_unsendable(text).strip()
        return
    assert 0 < utf16_length(content) <= TEXT_LIMIT
    shown, whole = displayed(content), replace_unsendable(text).strip()
    if read(shown) != read(whole):
        assert shown.endswith("…")
        assert squeezed(whole).startswith(squeezed(shown)[:-1])


# --- choices ------------------------------------------------------------------------------------------------------


def choices(count: int) -> tuple[Choice, ...]:
    return tuple(Choice(label=f"Label {number}", data=f"data-{number}") for number in range(count))


def shape(part: DiscordPart) -> list[tuple[str, int]]:
    return [("menu" if row.menu else "buttons", len(row.choices)) for row in part.view_rows]


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (0, []),
        (1, [("buttons", 1)]),
        (10, [("buttons", 5), ("buttons", 5)]),
        (11, [("menu", 11)]),
        (30, [("menu", 25), ("menu", 5)]),
    ],
)
def test_few_choices_are_buttons_and_many_are_menus(count: int, expected: list[tuple[str, int]]) -> None:
    [part] = parts(Say(text="Choose.", choices=choices(count)))
    assert shape(part) == expected


def test_choices_stand_under_the_last_part_and_none_is_left_out() -> None:
    messages = parts(Say(text="word " * 900, choices=choices(130)))
    assert [shape(part) for part in messages] == [[], [], [("menu", 25)] * 5, [("menu", 5)]]
    shown = [choice for part in messages for row in part.view_rows for choice in row.choices]
    assert tuple(shown) == choices(130)


async def test_what_is_pressed_brings_back_the_data_and_nothing_waits_for_it() -> None:
    [part] = parts(Say(text="Choose.", choices=choices(7)))
    shown = button_view(part.view_rows)
    assert shown is not None
    assert shown.is_finished()
    buttons = [item for item in shown.children if isinstance(item, discord.ui.Button)]
    assert [(button.label, button.custom_id) for button in buttons] == [
        (f"Label {number}", f"r:data-{number}") for number in range(7)
    ]
    assert [len(row["components"]) for row in shown.to_components()] == [5, 2]


async def test_of_several_menus_each_says_what_is_in_it() -> None:
    [part] = parts(Say(text="Choose.", choices=choices(30)))
    shown = button_view(part.view_rows)
    assert shown is not None
    menus = [item for item in shown.children if isinstance(item, discord.ui.Select)]
    assert [menu.placeholder for menu in menus] == ["Label 0 … Label 24", "Label 25 … Label 29"]
    assert [option.value for menu in menus for option in menu.options] == [f"data-{number}" for number in range(30)]
    [alone] = parts(Say(text="Choose.", choices=choices(20)))
    shown = button_view(alone.view_rows)
    assert shown is not None
    assert "placeholder" not in shown.to_components()[0]["components"][0]


@given(st.text(st.characters(exclude_categories=()), max_size=200), st.integers(1, 12))
def test_labels_fit_and_are_never_empty(label: str, count: int) -> None:
    [part] = parts(Say(text="x", choices=tuple(Choice(label=label, data=str(number)) for number in range(count))))
    shown = button_view(part.view_rows)
    assert shown is not None
    for row in shown.to_components():
        for item in row["components"]:
            for named in item.get("options", [item]):
                assert 0 < utf16_length(named["label"]) <= (100 if "options" in item else 80)
                assert named["label"] == named["label"].strip()


# --- what goes with it --------------------------------------------------------------------------------------------


def test_a_part_has_the_same_nonce_each_time_and_no_other_part_has_it() -> None:
    made = [message_nonce(key, number) for key in ("a", "b", "a/1", "длинный ключ " * 50) for number in range(12)]
    assert len(set(made)) == len(made)
    assert all(len(each) == NONCE_LENGTH and re.fullmatch("[A-Z2-7]+", each) for each in made)
    assert made == [
        message_nonce(key, number) for key in ("a", "b", "a/1", "длинный ключ " * 50) for number in range(12)
    ]


@given(st.text(st.characters(exclude_categories=()), max_size=400))
@example("../../etc/passwd")
@example('a"; filename="b\r\nX-Header: 1')
@example("CON" * 200 + ".md")
@example("SPOILER_secret.md")
def test_a_file_name_is_only_a_name(name: str) -> None:
    made = upload_file_name(name)
    assert 0 < len(made) <= 100
    assert not set(made) & set("/\\\"'\r\n\t<>|:*?`")
    assert not made.startswith(".")
    made.encode()


def test_a_usual_file_name_stays_and_a_long_one_keeps_its_extension() -> None:
    assert upload_file_name("история-7.md") == "история-7.md"
    assert upload_file_name("a" * 300 + ".zip") == "a" * 96 + ".zip"
