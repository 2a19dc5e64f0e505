"""What of a message is spoken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.messages import Say, Span, Style, StyledMessage
from core.features.read_aloud.aloud import LONGEST, words_to_speak


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("Where did you live in 1938?", "Where did you live in 1938?"),
        ("Где вы жили в 1938 году?", "Где вы жили в 1938 году?"),
        ("Thank you\n\nWhere was that", "Thank you. Where was that."),
        ("Think of:\n- the kitchen\n- the yard;\n2. the street", "Think of: the kitchen. the yard; the street."),
        ("– Один\n— Два", "Один. Два."),
        ("It is at https://example.org/a?b=c (see www.example.org).", "It is at (see"),
        ("*Really*, `she` said __that__?", "Really, she said that?"),
        ("Write /skip, or /pause.", "Write skip, or pause."),
        ("How lovely 🌷👵🏽!", "How lovely!"),
        ("It cost £5 and 20 % more", "It cost £5 and 20 % more."),
        ("You said: «I was six». Who was there?", "You said: «I was six». Who was there?"),
        ("she said 50/50", "she said 50/50."),
        ("🌷", ""),
        ("...", ""),
        ("", ""),
    ],
)
def test_only_what_is_for_the_ear_is_left(text: str, heard: str) -> None:
    found = words_to_speak(Say(text=text))
    assert found.startswith(heard) if heard.startswith("It is at") else found == heard
    assert "example" not in found


def test_notices_and_code_are_not_spoken() -> None:
    page = StyledMessage().add("Question 10 of about 100", Style.ITALIC).add("Thank you.").add("Look at this:")
    page.add_told("```python\nprint(1)\n```").add("What does it print?")
    assert words_to_speak(page.say(asks=True)) == "Thank you. Look at this: What does it print?"


def test_a_word_in_italics_is_spoken_with_its_sentence() -> None:
    say = Say(text="What did she do?", spans=(Span(start=9, end=12, style=Style.ITALIC),))
    assert words_to_speak(say) == "What did she do?"


def test_a_task_of_a_page_is_not_read_to_anybody() -> None:
    assert words_to_speak(Say(text="word " * LONGEST)) == ""


STYLED = st.builds(
    Say,
    text=st.text(max_size=200),
    spans=st.lists(
        st.builds(Span, start=st.integers(0, 200), end=st.integers(0, 220), style=st.sampled_from(list(Style))).filter(
            lambda span: span.start < span.end
        ),
        max_size=4,
    ).map(tuple),
)


@given(STYLED)
def test_whatever_is_said_it_is_one_line_of_words_or_nothing(say: Say) -> None:
    heard = words_to_speak(say)
    assert heard == heard.strip()
    assert len(heard.splitlines()) <= 1
    assert not set(heard) & set("*_`#<>|[]{}\\\n")
    assert heard == "" or any(map(str.isalnum, heard))
    assert words_to_speak(Say(text=heard)) == heard, "what is fit to be spoken stays as it is"


def test_names_of_code_between_backticks_are_heard_as_words() -> None:
    said = StyledMessage().add_told("Each of `beads` is ``one``, a ` alone.\n```\n`x`\n```\nAnd `n + 1`?").say()
    assert words_to_speak(said) == "Each of beads is one, a alone. And n + 1?"
