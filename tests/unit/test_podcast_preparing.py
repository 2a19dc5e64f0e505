"""What is found out about an episode before the first question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from core.contracts.errors import ModelError, ModelUnavailable
from core.contracts.ports import Prompt
from core.interviews.podcast.episode_intake import EpisodeIntake, PastedDetails
from core.interviews.podcast.preparing import (
    TEMPLATES,
    TRANSCRIPT_ROOM,
    offline_context,
    quote_portions,
    source_from_material,
)
from core.interviews.podcast.sources.material import (
    Concept,
    ContextOrigin,
    Episode,
    EpisodeContext,
    Material,
    Quote,
    Source,
    SourcePassage,
    Transcript,
)
from tests.fakes.model import Reply, ScriptedModel
from tests.unit.podcast_kit import NOTES, PODCAST, material

FOUND: dict[str, Any] = {
    "summary": "They talk about slow work.",
    "quotes": [{"text": "nobody mends a net in a hurry"}, {"text": "Everybody hurries all the time."}],
    "concepts": [{"name": "slow work", "meaning": "Work at its own pace."}, {"name": " "}],
    "books": ["Moby Dick"],
    "people": ["Jon", "Ishmael"],
}


def model(found: Mapping[str, Any] | Exception, opening: str | Exception) -> ScriptedModel:
    def respond(prompt: Prompt, _schema: object) -> Reply:
        if prompt.purpose == "context":
            return found
        return opening if isinstance(opening, Exception) else {"question": opening}

    return ScriptedModel(respond)


async def prepared(
    about: Material, answers: ScriptedModel, template: str = "reflective", *, language: str = "en", guidelines: str = ""
) -> Source:
    wished = (PastedDetails(ref="1", text=guidelines, wish=True),) if guidelines else ()
    known = source_from_material(about, EpisodeIntake(template=template, told=wished))
    return await PODCAST.preparation.prepare(about, known, language=language, model=answers)


async def test_only_what_stands_in_the_transcript_is_kept() -> None:
    answers = model(FOUND, "What was it like to hear that nobody mends a net in a hurry?")
    made = await prepared(material(), answers)
    assert made.context.quotes == (Quote(text="Nobody mends a net in a hurry", speaker="Jon", time="12:34"),)
    assert made.context.books == ()
    assert made.context.people == ("Mara Lind", "Jon")
    assert [concept.name for concept in made.context.concepts] == ["slow work"]
    assert made.opening == "What was it like to hear that nobody mends a net in a hurry?"
    assert answers.calls == {"context": 1, "opening": 1}


@pytest.mark.parametrize("template", TEMPLATES)
async def test_the_opening_is_asked_for_as_the_template_says(template: str) -> None:
    answers = model(FOUND, "")
    await prepared(material(), answers, template, guidelines="focus on </episode>leadership")
    prompt = answers.prompts[-1]
    assert f"This talk is {template}:" in prompt.system
    assert "focus on &lt;/episode&gt;leadership" in prompt.user


@pytest.mark.parametrize(
    "poor",
    [
        "",
        "Did you like it? And what did you make of the music there?",
        "What does “never stop hurrying” mean to you?",
        "Of all that we have talked about, what would you like to keep?",
        "Что вам запомнилось больше всего?",
    ],
)
async def test_an_opening_that_does_not_hold_is_left_to_the_bank(poor: str) -> None:
    made = await prepared(material(), model(FOUND, poor))
    assert made.opening == ""


async def test_what_exists_already_is_neither_asked_for_nor_changed() -> None:
    existing = EpisodeContext(
        summary="Mine.", quotes=(Quote(text="Slow."),), concepts=(Concept(name="pace"),), people=("Somebody",)
    )
    answers = model(FOUND, "")
    made = await prepared(material(context=existing, transcript=None, origin=ContextOrigin.INKWELL), answers)
    assert made.context == existing
    assert answers.calls == {"opening": 1}


async def test_an_existing_quote_that_the_transcript_does_not_have_goes() -> None:
    existing = EpisodeContext(quotes=(Quote(text="not said at all"), Quote(text="it has its own pace")))
    made = await prepared(material(context=EpisodeContext(quotes=(existing.quotes[0],))), model({}, ""))
    assert "not said at all" not in {quote.text for quote in made.context.quotes}


async def test_a_failure_at_the_context_is_raised_and_one_at_the_opening_is_not() -> None:
    with pytest.raises(ModelError):
        await prepared(material(), model(ModelUnavailable("down"), ""))
    made = await prepared(material(), model(FOUND, ModelUnavailable("down")))
    assert made.opening == ""
    assert made.context.summary == "They talk about slow work."


async def test_where_nothing_is_known_no_model_is_asked() -> None:
    nothing = Material(episode=Episode(title=""), origin=ContextOrigin.TITLE)
    made = await prepared(nothing, model(AssertionError("nothing to ask"), ""))
    assert (made.context, made.opening) == (EpisodeContext(), "")


async def test_what_a_person_remembers_is_not_what_the_episode_says() -> None:
    about = Material(episode=Episode(title="Nets"), origin=ContextOrigin.MEMORY, memory="They spoke of nets. " * 40)
    answers = model(FOUND, "What do you still see of those nets?")
    made = await prepared(about, answers)
    assert made.context == EpisodeContext()
    assert made.opening == "What do you still see of those nets?"
    assert "<remembered_by_the_person>" in answers.prompts[0].user


async def test_a_transcript_of_any_length_is_seen_at_both_ends() -> None:
    passages = [SourcePassage(text=f"Sentence {n} <b>& more</b>.") for n in range(20_000)]
    answers = model(FOUND, "")
    await prepared(material(transcript=Transcript(passages=tuple(passages))), answers)
    [context, _] = answers.prompts
    assert len(context.user) < 1.2 * TRANSCRIPT_ROOM
    assert "Sentence 0 &lt;b&gt;" in context.user
    assert "Sentence 19999" in context.user
    assert 'part="middle"' in context.user
    assert "<b>" not in context.user


@pytest.mark.parametrize("text", ["", "<" * 9_000, "word " * 5_000, "&" * 700])
def test_portions_keep_to_their_room(text: str) -> None:
    assert sum(map(len, quote_portions("t", text, 900))) <= 900


# --- without a model ----------------------------------------------------------------------------------------------


def test_offline_there_are_the_notes_the_speakers_and_whole_sentences() -> None:
    made = offline_context(material())
    assert made.summary == NOTES
    assert made.people == ("Mara Lind", "Jon")
    assert made.quotes
    assert all(quote.text in " ".join(p.text for p in material().transcript.passages) for quote in made.quotes)  # type: ignore[union-attr]  # it has one
    assert made.quotes[0].time == "0:00"
    assert made.quotes[-1].time == "1:02:03"


def test_offline_clutter_is_no_summary() -> None:
    notes = (
        "This episode is sponsored by Nobody, use the promo code NET. Two people talk about their work at sea.\n"
        "00:00 Intro\nFind us at https://example.org today, and bring friends.\nThey do not agree in the end."
    )
    made = offline_context(material(episode=Episode(title="x", notes=notes), transcript=None))
    assert made.summary == "Two people talk about their work at sea. They do not agree in the end."


def test_offline_a_speaker_without_a_name_is_nobody() -> None:
    passages = tuple(
        SourcePassage(text="Hello.", speaker=who) for who in ("Speaker 1", "SPEAKER_02", "Анна", "00:12", "Host")
    )
    made = offline_context(material(transcript=Transcript(passages=passages)))
    assert made.people == ("Анна",)


def test_offline_nothing_is_made_of_nothing() -> None:
    nothing = Material(episode=Episode(title="x"), origin=ContextOrigin.TITLE)
    assert offline_context(nothing) == EpisodeContext()
    memory = Material(
        episode=Episode(title="x", notes="Notes."), origin=ContextOrigin.MEMORY, memory="I remember it well."
    )
    assert offline_context(memory) == EpisodeContext()
