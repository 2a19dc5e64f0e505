"""Captions of every kind, as they are met: each word of them once and in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents.quotations import find_quotation
from core.interviews.podcast.sources.pieces import LONGEST
from tests.unit.test_sources_transcripts import DIALOGUE, SRT, read, said, starts


@pytest.mark.parametrize("name", ["talk.srt", "talk.txt", "talk.json", ""])
@pytest.mark.parametrize("media_type", ["application/x-subrip", "text/html", "application/octet-stream"])
def test_captions_are_known_by_their_times_whatever_they_are_called(name: str, media_type: str) -> None:
    transcript = read(SRT, name, media_type)
    assert said(transcript) == DIALOGUE
    assert starts(transcript) == [1.0, 3.0]


def test_webvtt_with_voices_of_which_two_share_a_cue() -> None:
    transcript = read(
        "WEBVTT - talk\nKind: captions\nLanguage: pt-BR\n\nNOTE nobody says this\n\nSTYLE\n::cue { color: red }\n\n"
        "intro\n00:01.000 --> 00:02.500 align:start\n<v.loud Anna Lee>Salt &amp; <i>pepper</i>,</v>\n"
        "<v Bob>please.\n\n01:00:02.500 --> 01:00:04.000\n<v Bob>Thank you.\n"
    )
    assert said(transcript) == [("Anna Lee", "Salt & pepper,"), ("Bob", "please. Thank you.")]
    assert starts(transcript)[0] == 1.0
    assert transcript.language == "pt-br"


ROLLING = """WEBVTT
Kind: captions

00:00:00.100 --> 00:00:02.310 align:start position:0%
 
hello<00:00:00.480><c> and</c><00:00:00.640><c> welcome</c>

00:00:02.310 --> 00:00:02.320 align:start position:0%
hello and welcome
 

00:00:02.320 --> 00:00:04.230 align:start position:0%
hello and welcome
to<00:00:02.480><c> the</c><00:00:02.639><c> show</c>

00:00:04.230 --> 00:00:04.240 align:start position:0%
to the show
 

00:00:04.240 --> 00:00:06.000 align:start position:0%
to the show
[Music]
"""  # noqa: W293 - so they are written


def test_captions_that_roll_up_the_screen_say_each_line_once() -> None:
    assert read(ROLLING).text == "hello and welcome to the show"


def test_captions_that_grow_word_by_word_say_each_word_once() -> None:
    words = ["we", "all", "live", "here"]
    cues = (f"00:00:0{i}.000 --> 00:00:0{i + 1}.000\n{' '.join(words[: i + 1])}\n\n" for i in range(len(words)))
    assert read("WEBVTT\n\n" + "".join(cues)).text == "we all live here"


def test_what_somebody_says_twice_is_said_twice() -> None:
    cues = ("No.", "No.", "I said no.", "And I meant it.", "No.", "No.")
    text = "".join(f"{i + 1}\n00:00:0{i},000 --> 00:00:0{i + 1},000\n{cue}\n\n" for i, cue in enumerate(cues))
    assert read(text).text == " ".join(cues)


def test_one_cue_that_stands_there_twice_is_said_once() -> None:
    cue = "1\n00:00:01,000 --> 00:00:02,000\nGood morning.\n\n"
    assert read(cue + cue + SRT).text.count("Good morning.") == 1


def test_captions_without_order_or_blank_lines_are_read() -> None:
    text = "2\n00:00:03,000 --> 00:00:05,000\nIn a village.\n1\n00:00:01.000 --> 00:00:02.500\n{\\an8}<i>Where?</i>\n"
    assert read(text).text == "Where? In a village."


@pytest.mark.parametrize(
    ("times", "start"),
    [
        ("00:00:07,250 --> 00:00:09,000", 7.25),
        ("0:0:7,5-->0:0:9,5", 7.5),
        ("00:00:07:500 --> 00:00:09:500", 7.5),
        ("01:00:07,000   -->   01:00:09,000  X1:40 X2:600 Y1:20 Y2:50", 3607.0),
        ("00:75:07,000 --> 00:75:09,000", 75 * 60 + 7.0),
    ],
)
@pytest.mark.parametrize("number", ["1\n", "0001\n", ""])
def test_times_as_careless_programs_write_them(number: str, times: str, start: float) -> None:
    transcript = read(f"{number}{times}\nWhere was that?\n\n{number}{times}\nAt the lake.\n", "a.srt")
    assert transcript.text == "Where was that? At the lake."
    assert starts(transcript) == [start]


def test_no_line_of_a_cue_is_lost() -> None:
    text = (
        "1\n00:00:01,000 --> 00:00:02,000\nIt was in\n\n1948\n\nor a year --> later.\n\n"
        "2\n00:00:03,000 --> 00:00:04,000\n1949\nI think,\n3\n4\n00:00:05,000 --> 00:00:06,000\nor so.\n"
        "00:00:07,000 --> 00:00:08,000\n1950\n\n00:00:09,000 --> 00:00:10,000\n1951\n"
    )
    assert read(text, "a.srt").text == "It was in 1948 or a year --> later. 1949 I think, 3 or so. 1950 1951"


def test_short_cues_are_joined_and_no_passage_is_long() -> None:
    cues = (
        f"{i}\n00:{i // 60:02}:{i % 60:02},000 --> 00:{i // 60:02}:{i % 60:02},900\nThis is cue {i}.\n\n"
        for i in range(500)
    )
    transcript = read("".join(cues))
    assert 10 < len(transcript.passages) < 60
    assert all(len(passage.text) <= LONGEST for passage in transcript.passages)
    assert transcript.text.replace("\n", " ") == " ".join(f"This is cue {i}." for i in range(500))


def test_chinese_lines_are_joined_without_spaces() -> None:
    assert read("1\n00:00:01,000 --> 00:00:02,000\n你好\n世界。\n").text == "你好世界。"


@given(
    st.lists(
        st.text("abcdeабвгд ,", min_size=3, max_size=300).map(lambda s: " ".join(s.split()) + "x."),
        min_size=1,
        max_size=8,
    )
)
def test_every_sentence_of_captions_stands_in_what_is_read(sentences: list[str]) -> None:
    cues = (f"{i}\n00:00:{i:02},000 --> 00:00:{i + 1:02},000\n{text}\n\n" for i, text in enumerate(sentences))
    text = read("".join(cues)).text
    assert all(find_quotation(sentence, text) is not None for sentence in sentences)
