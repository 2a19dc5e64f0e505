"""A model that lies about what somebody said: nothing of it gets into the notes, in no style; what is true does.

The lies and the honest findings are data: `sentences/lies.txt`, `sentences/honest.txt`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.session import Record
from core.documents.exchanges import answers_of
from core.interviews.podcast.documents.found import Insights, Narrative, checked_insights
from core.interviews.podcast.documents.notes_file import NotesStyle
from core.interviews.podcast.sources.material import EpisodeContext, Quote
from tests.fakes.records import Conversation
from tests.unit.notes_kit import podcast_record, rendered_notes, source

SENTENCES = Path(__file__).parent / "sentences"
HEARD = ("The tide waits for nobody at all", "Время никого не ждёт на берегу")
"""Words of the episode."""


def _rows(name: str) -> list[tuple[str, ...]]:
    lines = (SENTENCES / name).read_text(encoding="utf-8").splitlines()
    return [tuple(part.strip() for part in line.split("|")) for line in lines if line and not line.startswith("#")]


LIES = _rows("lies.txt")
HONEST = _rows("honest.txt")


def _talk(language: str, told: str) -> Record:
    talk = Conversation()
    talk.answer("Gulls. Ten of them, and then a bell, and then the rain.", talk.ask("What was there to hear?"))
    talk.answer(told, talk.ask("What stayed with you?"))
    return podcast_record(talk, language=language)


def _found(quote: str, claim: str) -> Insights:
    """As a model sends it, with words of its own."""
    point = {"text": claim, "quote": quote, "entry": 4}
    theme = {"name": claim, "entries": [2, 4], "quotes": [quote, quote]}
    return Insights.model_validate({"insights": [point], "actions": [point], "themes": [theme]})


def _written(claim: str, quote: str) -> Narrative:
    sentences = [{"text": claim, "entries": [4]}, {"text": f"I said “{quote}”.", "entries": [2, 4]}]
    return Narrative.model_validate({"sentences": sentences})


@pytest.mark.parametrize(("language", "told", "quote", "claim"), LIES)
def test_no_lie_is_written_down(language: str, told: str, quote: str, claim: str) -> None:
    record = _talk(language, told)
    found = checked_insights(_found(quote, claim), record, HEARD)
    assert (found.insights, found.actions, found.themes) == ([], [], [])
    about = source(context=EpisodeContext(quotes=tuple(Quote(text=words) for words in HEARD)))
    for style in NotesStyle:
        text = rendered_notes(
            record, style, about=about, insights=_found(quote, claim), narrative=_written(claim, quote)
        )
        conversation = text.replace("\n> ", "\n")
        assert told in conversation
        assert claim not in text.replace(told, "")


@pytest.mark.parametrize(("kind", "language", "told", "quote"), HONEST)
def test_what_is_true_is_kept_as_the_sentence_in_which_it_stands(
    kind: str, language: str, told: str, quote: str
) -> None:
    record = _talk(language, told)
    point = {"quote": quote, "entry": 4}
    found = checked_insights(Insights.model_validate({f"{kind}s": [point]}), record, HEARD)
    (kept,) = found.insights if kind == "insight" else found.actions
    assert kept.entry == 4
    assert quote.casefold() in kept.quote.casefold()
    assert kept.quote in told
    assert f"“{kept.quote}”" in rendered_notes(record, NotesStyle.QA, insights=found) or language == "ru"


@given(
    st.lists(st.sampled_from([row[3] for row in LIES]) | st.text(max_size=30), max_size=4),
    st.sampled_from(LIES),
)
def test_the_narrative_has_no_word_but_what_was_told_and_asked(claims: list[str], lie: tuple[str, ...]) -> None:
    language, told = lie[:2]
    record = _talk(language, told)
    narrative = Narrative.model_validate({"sentences": [{"text": claim, "entries": [2, 4]} for claim in claims]})
    with_model = rendered_notes(record, NotesStyle.NARRATIVE, narrative=narrative)
    for entry in answers_of(record).values():
        assert entry.text in with_model
    without = rendered_notes(record, NotesStyle.NARRATIVE)
    assert set(with_model.split()) <= set(without.split())


def test_of_a_long_answer_the_narrative_tells_what_is_meant_with_what_stands_beside_it() -> None:
    rows = " ".join(f"Row {n} of the nets was white with salt and heavy." for n in range(20))
    told = f"{rows} He said that I must mend them all. Nonsense. {rows} I loved it."
    narrative = Narrative.model_validate({"sentences": [{"text": "I must mend them all", "entries": [4]}]})
    text = rendered_notes(_talk("en", told), NotesStyle.NARRATIVE, narrative=narrative)
    kept = r"\[…\] Row 19 of the nets was white with salt and heavy. He said that I must mend them all. Nonsense. \[…\]"
    assert kept in text
    assert "Where “[…]” stands" in text.replace("\\", "")


def test_a_language_that_the_rules_cannot_read_is_held_to_the_marks_of_speech() -> None:
    told = "Ich will ihn anrufen. „Ich gehe fort“, sagt er. Soll ich gehen?"
    record = _talk("de", told)
    for quote, kept in (("Ich will ihn anrufen", 1), ("Ich gehe fort", 0), ("Soll ich gehen", 0)):
        point = {"quote": quote, "entry": 4}
        assert len(checked_insights(Insights.model_validate({"actions": [point]}), record).actions) == kept
