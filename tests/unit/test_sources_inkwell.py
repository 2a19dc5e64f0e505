"""An Inkwell folder, whole, old, broken and hostile."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents.quotations import find_quotation
from core.interviews.podcast.formats.inkwell import read_inkwell_folder
from core.interviews.podcast.sources.material import Concept, ContextOrigin, Episode, EpisodeContext, Material, Quote
from core.readers.source_errors import Empty, SourceError, Unreadable
from tests.fakes import inkwell


def read(**texts: str) -> EpisodeContext:
    return read_inkwell_folder({f"{name.replace('_', '-')}.md": text.encode() for name, text in texts.items()}).context


def test_everything_in_a_folder_is_read() -> None:
    material = read_inkwell_folder(inkwell.folder())
    assert material.origin is ContextOrigin.INKWELL
    assert material.episode == Episode(
        title="Bees: why they matter",
        show="Garden Talk",
        link="https://garden.example/bees",
        seconds=1830.0,
        published=datetime(2026, 1, 31, 6, tzinfo=UTC),
    )
    context = material.context
    assert context.summary == "Ann keeps bees.\n\nShe tells\nwhy."
    assert context.concepts == (
        Concept(name="The waggle dance", meaning="How a bee tells the others where flowers are."),
        Concept(name="Superorganism", meaning="Many that live as one."),
        Concept(name="Lake Balaton", meaning="where the hives stand"),
    )
    assert context.tools == ("Smoker", "Hive tool")
    assert context.books == ("Walden", "The Life of the Bee")
    assert context.people == ("Karl von Frisch", "Пётр")


def test_other_markdown_files_are_read_or_named() -> None:
    files = {
        **inkwell.folder(),
        "Practices.md": b"## Morning inspection\n\nLook at the entrance first.\n",
        "diary.md": b"We drove there in the rain.\n",
        "my-notes.md": b"## What I came to see\n\nBees forgive nothing.\n",
        "sub/elsewhere.md": b"## Not of this folder\n\nWords.\n",
    }
    material = read_inkwell_folder(files)
    assert Concept(name="Morning inspection", meaning="Look at the entrance first.") in material.context.concepts
    assert material.unread == ("diary.md",)
    assert not {"What I came to see", "Not of this folder"} & {each.name for each in material.context.concepts}


@pytest.mark.parametrize(
    ("stated", "number", "guests"),
    [
        ("episode_number: 7\nguests: [Ann Lee, 'Пётр', [x], '']", 7, ("Ann Lee", "Пётр")),
        ("episode_number: seven\nguest: Ann Lee", None, ("Ann Lee",)),
    ],
)
def test_number_and_guests_are_those_that_are_stated(stated: str, number: int | None, guests: tuple[str, ...]) -> None:
    files = {".metadata.yaml": f"episode_title: Bees\n{stated}\n".encode(), "summary.md": b"Bees."}
    episode = read_inkwell_folder(files).episode
    assert (episode.number, episode.guests) == (number, guests)


def test_quotes_are_kept_in_the_words_of_the_transcript() -> None:
    material = read_inkwell_folder(inkwell.folder())
    assert material.context.quotes == (
        Quote(text="Ideas are cheap; shipping is not", speaker="Ann Lee", time="12:34"),
        Quote(text="I keep bees because they “forgive” nothing - and nobody", speaker="Ann Lee"),
        Quote(text="Пчела знает дорогу домой", speaker="Пётр", time="12:40"),
    )
    # "Bees never sleep." stands in the summary above the transcript, where nobody has said it.
    assert material.transcript is not None
    assert "never sleep" not in material.transcript.text


def test_without_a_transcript_all_quotes_stand() -> None:
    quotes = read(quotes=inkwell.QUOTES).quotes
    assert [quote.speaker for quote in quotes] == ["Ann Lee", "Ann Lee", "Пётр", "Ann Lee"]
    assert quotes[3] == Quote(text="Bees never sleep.", speaker="Ann Lee", time="13:00")


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        (
            inkwell.OLD_QUOTES,
            [("Ideas are cheap; shipping is not.", "Ann Lee", "12:34"), ("They forgive nothing.", "", "")],
        ),
        ('> "Ideas"\n> — Ann [12:34]\n', [("Ideas", "Ann", "12:34")]),
        ("> One thing\n\n> Another\n\n— Ann (5:00)\n", [("One thing", "", ""), ("Another", "Ann", "5:00")]),
        ('> "One"\n> "Two"\n> — Bob\n> "Three"\n', [("One", "", ""), ("Two", "Bob", ""), ("Three", "", "")]),
        (
            '- "One thing" — Ann (1:00)\n2. «Другое» - Пётр\n- no quote\n',
            [("One thing", "Ann", "1:00"), ("Другое", "Пётр", "")],
        ),
        ("> «Да», — сказал он, — «нет».\n> — Пётр\n", [("«Да», — сказал он, — «нет».", "Пётр", "")]),
        ("> — Ты идёшь?\n> — Иду и не вернусь.\n", [("— Ты идёшь? — Иду и не вернусь.", "", "")]),
        ("No quotes found.", []),
    ],
)
def test_quotes_in_all_shapes(text: str, quotes: list[tuple[str, str, str]]) -> None:
    found = read(quotes=text, summary="It is there.").quotes
    assert [(quote.text, quote.speaker, quote.time) for quote in found] == quotes


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (inkwell.OLD_CONCEPTS, ["The waggle dance", "Superorganism"]),
        ("# Key Concepts\n\n## Flow\n\nBeing in it.\n\n**Context:** work\n", ["Flow"]),
        (
            "# Concepts\n\n## Ideas\n\n### Flow\n\n**Definition:** x\n\n### Rest\n\n**Definition:** y\n",
            ["Flow", "Rest"],
        ),
        ("**Definition:** alone\n", []),
        ("- [[Flow]]\n- [Rest](https://example.com/x)\n", ["Flow", "Rest"]),
    ],
)
def test_a_definition_is_no_concept(text: str, names: list[str]) -> None:
    assert [concept.name for concept in read(key_concepts=text, summary="It is there.").concepts] == names


@pytest.mark.parametrize("missing", sorted(inkwell.folder()))
def test_any_part_may_be_missing_or_broken(missing: str) -> None:
    files = inkwell.folder()
    whole = read_inkwell_folder(files)
    for body in (None, b"", b"---\nepisode: [\n", b"\xff\xfe\0", b"---\n!!bool maybe: {\n---\n"):
        files.pop(missing, None)
        if body is not None:
            files[missing] = body
        material = read_inkwell_folder(files)
        assert material.episode.title == whole.episode.title
        assert set(material.context.books) <= set(whole.context.books)


def test_a_front_matter_that_is_no_yaml_is_read_by_its_lines() -> None:
    files = {"summary.md": b"---\npodcast: Garden: Talk\nepisode: Bees: why\n---\nWords."}
    assert read_inkwell_folder(files).episode == Episode(title="Bees: why", show="Garden: Talk")


def test_of_several_folders_one_is_read() -> None:
    files = {f"a/{name}": body for name, body in inkwell.folder().items()}
    files |= {"b/summary.md": b"Another.", "b/quotes.md": b"> Another", "readme.md": b"# Read me"}
    assert read_inkwell_folder(files) == read_inkwell_folder(inkwell.folder())


def test_a_transcript_alone_is_a_folder_too() -> None:
    material = read_inkwell_folder({"Transcript.SRT": b"1\n00:00:01,000 --> 00:00:02,000\nAnn: Good morning.\n"})
    assert material.transcript is not None
    assert material.transcript.text == "Good morning."


def test_what_is_no_such_folder_says_so() -> None:
    for files in ({}, {"readme.md": b"# Read me"}, {"photo.jpg": b"\xff\xd8"}):
        with pytest.raises(Unreadable):
            read_inkwell_folder(files)
    with pytest.raises(Empty):
        read_inkwell_folder({"summary.md": b"", "quotes.md": b"# Quotes\n"})


PARTS = st.sampled_from(
    [
        '> "',
        '"',
        "\n",
        "> ",
        "— ",
        "**Ann**",
        " (1:00)",
        "words ",
        "- ",
        "# ",
        "| a | b |\n",
        "---\n",
        "x: *a\n",
        "&a [",
        "«да»",
        "**Speaker:** A",
    ]
)


@given(
    st.dictionaries(
        st.sampled_from(sorted(inkwell.folder())),
        st.binary(max_size=80) | st.lists(PARTS, max_size=20).map(lambda parts: "".join(parts).encode()),
    )
)
def test_nothing_but_a_source_error_comes_of_any_bytes(files: dict[str, bytes]) -> None:
    try:
        material = read_inkwell_folder(files)
    except SourceError:
        return
    assert Material.model_validate_json(material.model_dump_json()) == material


@given(st.lists(PARTS, max_size=30).map("".join))
def test_quotes_stand_in_the_transcript(quotes: str) -> None:
    files = inkwell.folder() | {"quotes.md": (quotes + inkwell.QUOTES).encode()}
    material = read_inkwell_folder(files)
    assert material.transcript is not None
    for quote in material.context.quotes:
        assert find_quotation(quote.text, material.transcript.text) is not None
        assert quote.text in " ".join(material.transcript.text.split())
