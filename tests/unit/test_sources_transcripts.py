"""Transcripts of every kind, as they are met, and as nobody should meet them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents.quotations import find_quotation
from core.interviews.podcast.formats.transcripts import LARGEST, MOST_LINES, read_transcript
from core.interviews.podcast.sources.material import Transcript
from core.interviews.podcast.sources.pieces import LONGEST, is_name, parse_time_code
from core.readers.source_errors import Empty, Heavy, SourceError, Unreadable

EXAMPLES = Path(__file__).parents[2].parent / "shared" / "data" / "podcast"
SRT = (
    "1\n00:00:01,000 --> 00:00:02,500\nAnna: Where were\nyou born?\n\n"
    "2\n00:00:03,000 --> 00:00:05,000\nBob: In a village.\n"
)
DIALOGUE = [("Anna", "Where were you born?"), ("Bob", "In a village.")]


def read(text: str | bytes, name: str = "", media_type: str = "") -> Transcript:
    return read_transcript(text.encode() if isinstance(text, str) else text, media_type, name)


def said(transcript: Transcript) -> list[tuple[str, str]]:
    return [(passage.speaker, passage.text) for passage in transcript.passages]


def starts(transcript: Transcript) -> list[float | None]:
    return [passage.start for passage in transcript.passages]


# --- JSON ---------------------------------------------------------------------------------------------------------

SEGMENTS = [
    {"speaker": "Anna", "startTime": 0.5, "endTime": 1, "body": "Where were"},
    {"speaker": "Anna", "startTime": 1.5, "endTime": 2, "body": "you born?"},
    {"speaker": "Bob", "startTime": 2.5, "endTime": 3, "body": "In a village."},
]


@pytest.mark.parametrize(
    "data",
    [
        {"version": "1.0.0", "segments": SEGMENTS},
        SEGMENTS,
        {
            "language": "en",
            "text": "all of it",
            "segments": [{"start": s["startTime"], "text": s["body"], "speaker": s["speaker"]} for s in SEGMENTS],
        },
        {"transcript": [{"time": "00:00.5", "content": s["body"], "name": s["speaker"]} for s in SEGMENTS]},
        {
            "results": {
                "utterances": [{"start": 0.5, "transcript": s["body"], "speaker": s["speaker"]} for s in SEGMENTS]
            }
        },
    ],
    ids=["namespace", "list", "whisper", "times-as-text", "nested"],
)
def test_json_of_several_kinds(data: object) -> None:
    transcript = read(json.dumps(data), media_type="text/plain")
    assert said(transcript) == DIALOGUE
    assert transcript.passages[0].start == 0.5


def test_json_with_numbers_that_are_no_times_and_half_a_letter() -> None:
    odd = '{"startTime":NaN,"body":"One \\ud800"},{"startTime":1e999,"body":"two"},{"startTime":true,"body":"three"}'
    transcript = read(f'{{"segments":[{odd}]}}')
    assert transcript.text == "One \ufffd two three"
    assert starts(transcript) == [None]
    transcript.model_dump_json().encode()


@pytest.mark.parametrize("text", ["{", "{}", "[]", '{"a": 1}', "[1, 2]", "[" * 100_000, '{"segments": [{"body": 7}]}'])
def test_json_without_words(text: str) -> None:
    with pytest.raises((Empty, Unreadable)):
        read(text, "talk.json")


# --- HTML ---------------------------------------------------------------------------------------------------------


def test_the_html_of_the_namespace() -> None:
    transcript = read(
        "<cite>Anna:</cite>\n<time>0:05</time>\n<p>Where were <b>you</b> born &amp; raised?</p>"
        "<p><cite>Bob</cite><time>1:00:07</time> In a village.</p><p>By a lake.</p>",
        media_type="text/plain",
    )
    assert said(transcript) == [("Anna", "Where were you born & raised?"), ("Bob", "In a village. By a lake.")]
    assert starts(transcript) == [5.0, 3607.0]


def test_another_page_gives_what_it_is_about() -> None:
    talk = "".join(
        f"<p><b>{'Anna' if i % 2 else 'Bob'}:</b> This is what was said as number {i} of all.</p>" for i in range(20)
    )
    head = "<!doctype html><html lang='en'><head><title>T</title><script>bad()</script></head>"
    page = f"{head}<body><nav><a href='/'>Home</a></nav><article><h1>Talk</h1>{talk}</article></body></html>"
    transcript = read(page)
    assert transcript.language == "en"
    assert {passage.speaker for passage in transcript.passages} >= {"Anna", "Bob"}
    assert "bad()" not in transcript.text
    assert find_quotation("This is what was said as number 7 of all.", transcript.text)


# --- text and Markdown --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("Anna: Where were you born?\nBob: In a village.\n", [None, None]),
        ("[00:01] Anna: Where were you born?\n[01:00:03] Bob: In a village.\n", [1, 3603]),
        ("Anna (00:01): Where were you born?\nBob (00:03): In a village.\n", [1, 3]),
        ("Anna  00:01\nWhere were you born?\n\nBob  00:03\nIn a village.\n", [1, 3]),
        (">> Anna: Where were you born?\n>> Bob: In a village.\n", [None, None]),
        ("# Talk\n\n**Anna** [00:01]: Where were you born?\n\n> **Bob** [00:03]: In a *village*.\n", [1, 3]),
        (
            "---\ntitle: Talk\n---\n## Anna (00:01)\n\nWhere were you born?\n\n## Bob (00:03)\n\n- In a village.\n",
            [1, 3],
        ),
    ],
)
def test_names_and_times_in_all_places(text: str, times: list[float | None]) -> None:
    transcript = read(text, "talk.md")
    assert said(transcript) == DIALOGUE
    assert starts(transcript) == times


@pytest.mark.parametrize(
    "text",
    [
        "I said to him. Remember: we were poor. That is all.",
        "12:30 was when we ate.\nThen we slept.\nSo it went.",
        "We had 3 * 4 sheep and 2 * 2 cows - all white.",
        "# Heading\n\nsnake_case_words and 2*3*4 stay",
    ],
)
def test_words_are_left_as_they_are(text: str) -> None:
    body = text.removeprefix("# Heading\n\n")
    assert read(text, "talk.md").text == " ".join(body.split())
    assert read(text, "talk.md").passages[0].speaker == ""


def test_times_amid_the_words_are_no_words() -> None:
    transcript = read("It was late [00:12] and dark. Anna (born 1938) slept (01:02:03).")
    assert transcript.text == "It was late and dark. Anna (born 1938) slept (01:02:03)."


def test_a_speaker_goes_on_until_the_next_is_named() -> None:
    text = "Anna: One.\nTwo.\n\nBob: Three.\n>> Four.\nАнна Петровна: Пять.\nАнна Петровна: Шесть."
    assert said(read(text)) == [
        ("Anna", "One. Two."),
        ("Bob", "Three."),
        ("", "Four."),
        ("Анна Петровна", "Пять. Шесть."),
    ]


@pytest.mark.parametrize("name", ["Anna", "Speaker 1", "SPEAKER_00", "Dr. Jan van Dyk", "Ведущая", "J. Smith", "田中"])
def test_names(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(
    "text", ["", "and so", "I went there", "12", "What?", "Title", "the Man", "A B C D E F", "A" * 61]
)
def test_no_names(text: str) -> None:
    assert not is_name(text)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("12:34", 754.0),
        ("1:02:03.5", 3723.5),
        ("1:2:3:4", None),
        ("٣:٠٠", None),
    ],
)
def test_time_codes(text: str, seconds: float | None) -> None:
    assert parse_time_code(text) == seconds


# --- bytes --------------------------------------------------------------------------------------------------------

RUSSIAN = "Анна: Где вы родились?\nПётр: В деревне, у озера. Там было тихо."


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "windows-1251", "koi8-r"]
)
def test_russian_in_every_encoding(encoding: str) -> None:
    assert said(read(RUSSIAN.encode(encoding))) == [
        ("Анна", "Где вы родились?"),
        ("Пётр", "В деревне, у озера. Там было тихо."),
    ]


def test_an_encoding_that_is_stated_counts() -> None:
    assert read("ŚŁĄ".encode("iso-8859-2"), media_type="text/plain; charset=ISO-8859-2").text == "ŚŁĄ"


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_lines_of_other_systems(ending: str) -> None:
    assert said(read(SRT.replace("\n", ending))) == DIALOGUE


def test_what_nobody_sees_is_left_out() -> None:
    assert read("so\u200b it\u202e is\x07 \ufeffhere e\u0301").text == "so it is here é"


@pytest.mark.parametrize(
    "body", [b"%PDF-1.7 x", b"PK\x03\x04 zip", b"\x89PNG\r\n", b"{\\rtf1 hello}", bytes(range(256)) * 8, b"\0" * 100]
)
def test_what_is_no_text_is_unreadable(body: bytes) -> None:
    with pytest.raises(Unreadable):
        read(body, "talk.txt", "text/plain")


@pytest.mark.parametrize(
    "text",
    ["", " \n\t", "---\n***", "WEBVTT", "WEBVTT\n\n00:01.000 --> 00:02.000\n[Music]\n", "# Title", "♪ ♪", "<p></p>"],
)
def test_a_text_without_words_is_empty(text: str) -> None:
    with pytest.raises(Empty):
        read(text, "talk.md")


def test_too_much_is_refused() -> None:
    for body in (b"a" * (LARGEST + 1), b"a\n" * (MOST_LINES + 2), b"<p>a" + b"<b></b>" * 4 * MOST_LINES):
        with pytest.raises(Heavy):
            read(body)


@pytest.mark.parametrize(
    "text",
    [
        "1\n00:00:01,000 --> 00:00:02,000\n" + " " * 400_000 + "x",
        "00:00:01,000 " + "-" * 400_000,
        "99999999999:00:01,000 --> 99999999999:00:02,000\nx\n" + SRT,
        "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n" + "<v " * 100_000,
        "<p>" + "<span>" * 20_000 + "words",
        " *a" * 100_000,
        "Anna [00:1" * 40_000,
        "---\n" + "a: " * 100_000 + "\n---\nwords",
    ],
    ids=["blanks", "dashes", "late", "voices", "nested", "stars", "times", "front"],
)
@pytest.mark.timeout(60)
def test_hostile_texts_come_to_an_end(text: str) -> None:
    try:
        assert all(len(passage.text) <= LONGEST for passage in read(text).passages)
    except SourceError:
        return


PARTS = st.sampled_from(
    [
        "WEBVTT\n\n",
        "1\n",
        "00:00:01,000 --> 00:00:02,000\n",
        "00:01.000 --> 00:02.000\n",
        "<v Anna>",
        "Anna: ",
        "[00:12] ",
        "words ",
        "\n\n",
        "{",
        '"',
        "[",
        '{"segments":[{"body":"x","startTime":1}]}',
        "<p>",
        "<cite>",
        "</p>",
        "<time>0:1",
        "**",
        "# ",
        "---\n",
        "\\",
        "&#xD800;",
        "\ufeff",
        "…",
        "。",
    ]
)
BODIES = st.binary(max_size=300) | st.lists(PARTS, max_size=30).map(lambda parts: "".join(parts).encode())


@given(
    BODIES,
    st.sampled_from(["", "text/html", "text/vtt", "application/json", "text/plain; charset=idna"]),
    st.sampled_from(["", "a.md", "a.vtt", "a.json"]),
)
def test_nothing_but_a_source_error_comes_of_any_bytes(body: bytes, media_type: str, name: str) -> None:
    try:
        transcript = read_transcript(body, media_type, name)
    except SourceError:
        return
    assert transcript.passages
    assert all(passage.text.strip() and "\n" not in passage.text for passage in transcript.passages)
    assert Transcript.model_validate_json(transcript.model_dump_json()) == transcript


# --- as they are met ----------------------------------------------------------------------------------------------


@pytest.mark.skipif(not EXAMPLES.is_dir(), reason="the examples are not here")
@pytest.mark.parametrize(
    ("name", "speakers", "words"),
    [
        (
            "pc20_example.srt",
            {"Travis", "Sarah", "Gilon"},
            "almost guaranteed that you're going to make a handful of rookie mistakes",
        ),
        (
            "pc20_example.html",
            {"Travis", "Sarah", "Gilon"},
            "almost guaranteed that you're going to make a handful of rookie mistakes",
        ),
        ("pc20_example.vtt", {"Sarah", "Gillian"}, "Welcome to Podcasting Q&A, where you learn the best tips"),
        ("pc20_example.json", {"Darth Vader", "Luke"}, "I am your father."),
    ],
)
def test_the_examples_of_the_namespace(name: str, speakers: set[str], words: str) -> None:
    transcript = read((EXAMPLES / name).read_bytes())
    assert {passage.speaker for passage in transcript.passages} == speakers
    assert find_quotation(words, transcript.text)
    times = [start for start in starts(transcript) if start is not None]
    assert times == sorted(times)
