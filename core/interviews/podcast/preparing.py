"""Find out about an episode before a conversation about it begins, with a model and without one."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Final, Self

import structlog
from pydantic import Field

from core.contracts.errors import ModelError
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.script import ScriptSet, primary_language
from core.documents.quotations import find_quotation
from core.interviews.message_check import CheckContext, broken_laws
from core.interviews.podcast.episode_intake import EpisodeIntake
from core.interviews.podcast.sources.bounds import fit_context, quotes_in_text, source_prompt
from core.interviews.podcast.sources.material import (
    Concept,
    ContextOrigin,
    EpisodeContext,
    Material,
    Quote,
    Source,
    SourcePassage,
    Transcript,
)
from core.interviews.podcast.state import chapter_of
from core.interviews.scripted_base.books import FilledIn
from core.languages import fold
from core.languages.lexicon import any_word
from core.text.invented import has_invented_facts
from core.text.quoting import cut_to_line, one_line, plain_tag, quote_in_tag, quote_to_fit
from core.text.text import Secret, count_words, same_question, sentences, tokens

log = structlog.get_logger()
TEMPLATES = ("reflective", "analytical", "creative")
TEMPERATURES: Final = {"reflective": 0.7, "analytical": 0.8, "creative": 0.9}
_FOLDER = Path(__file__).parent / "prompts"


@dataclass(frozen=True, slots=True)
class PodcastPrompts:
    texts: Mapping[str, str]
    """By the name of the file; each template has one of its own name."""

    @classmethod
    def load(cls) -> Self:
        """Load the prompts. Raises OSError when a file cannot be read."""
        return cls({path.stem: path.read_text(encoding="utf-8").strip() for path in _FOLDER.glob("*.md")})

    def filled(self, name: str, **values: str) -> str:
        return Template(self.texts[name]).substitute(values)


def known_template(template: str) -> str:
    """Return the template whose prompt is used: the one that is named, else the first."""
    return template if template in TEMPLATES else TEMPLATES[0]


TRANSCRIPT_ROOM = 60_000
"""Characters of a transcript, escapes included, that a model sees: of a longer one its beginning, middle and end."""
_PORTION_TAGS = 60  # characters that the tags around a part of it take
_SUMMARY = 1_500
_FEWEST_NOTES = 200  # characters of show notes from which a model is asked to read them
_MOST_QUOTES = 8
_MOST_BY_RULE = 5
_MOST_PASSAGES = 1_000  # passages that are looked at for quotes; of more only every second, third and so on
_QUOTE_WORDS = range(8, 31)
_RULE_SUMMARY = 700
_NOTES_SENTENCES = 4
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_CLUTTER = re.compile(
    rf"https?:|www\.|@|#\w|^\W*\(?\d{{1,2}}:\d{{2}}|{any_word('podcast', 'advertising')}", re.MULTILINE
)
_NAME = re.compile(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,3}")
_NO_NAME = re.compile(any_word("podcast", "unnamed_speaker"))
_LEAST_WORD = 5


class ConceptFound(FilledIn):
    name: str = ""
    meaning: str = ""


class QuoteFound(FilledIn):
    text: str = ""


class FoundInEpisode(FilledIn):
    """The model's account of an episode; described to it in `prompts/context.md`."""

    summary: str = ""
    quotes: list[QuoteFound] = Field(default_factory=list)
    concepts: list[ConceptFound] = Field(default_factory=list)
    books: list[str] = Field(default_factory=list)
    tools: list[str] = Field(default_factory=list)
    people: list[str] = Field(default_factory=list)


class Opening(FilledIn):
    """The first question; told to the model in `prompts/opening.md`."""

    question: str = ""


@dataclass(frozen=True, slots=True)
class Preparation:
    """The two model calls, at most, that prepare an interview about an episode."""

    prompts: PodcastPrompts
    scripts: ScriptSet
    secret: Secret

    async def prepare(self, material: Material, source: Source, *, language: str, model: LanguageModel) -> Source:
        """Return `source`, as `source_from_material` makes it, with a better context and an opening question.

        Raises ModelError where the context cannot be made; a failure at the opening leaves that to the bank.
        """
        tag = primary_language(language)
        known, notes = material.context, material.episode.notes.strip()
        is_read = known.summary and known.quotes and known.concepts
        has_words = material.transcript is not None and material.transcript.text.strip() != ""
        if not is_read and (has_words or len(notes) >= _FEWEST_NOTES):
            # A long transcript takes a second to read, and nobody else should wait for that.
            prompt = await asyncio.to_thread(_context_prompt, self.prompts, material, tag)
            found = await model.ask(prompt, FoundInEpisode)
            context = fit_context(await asyncio.to_thread(_merged, material, found, source.context))
            source = source.model_copy(update={"context": context})
        words = f"{source.episode.title}{material.memory}{source.guidelines}"
        if source.context == EpisodeContext() and not words.strip():
            return source
        told = source.model_copy(update={"memory": material.memory})
        template = known_template(told.template)
        instructions = self.prompts.filled("opening", language=plain_tag(tag))
        prompt = Prompt(
            purpose="opening",
            system=f"{instructions}\n\n{self.prompts.texts[template]}",
            user=f"{source_prompt(told)}\nAsk the first question.",
            tier=Tier.MAIN,
            max_tokens=300,
            timeout=45.0,
            temperature=TEMPERATURES[template],
        )
        try:
            opening = await model.ask(prompt, Opening)
        except ModelError as error:
            log.info("opening-left-to-the-bank", error=error.code)
            return source
        # Questions that come later must not be taken away.
        ahead = [question.text for question in chapter_of(self.scripts.speak(tag), source.template).questions[1:]]
        question = opening.question.strip()
        laws = broken_laws(question, CheckContext(language=tag, secret=self.secret))
        early = any(same_question(question, each) for each in ahead)
        if laws or early or has_invented_facts(question, tag, quotable=told.quotable, known=told.known):
            log.info("opening-left-to-the-bank", laws=laws)
            return source
        return source.model_copy(update={"opening": question})


def _context_prompt(prompts: PodcastPrompts, material: Material, language: str) -> Prompt:
    episode = material.episode
    parts = [
        quote_in_tag("title", cut_to_line(episode.title, 200)),
        quote_in_tag("show", cut_to_line(episode.show, 200)),
        *quote_portions("show_notes", episode.notes, TRANSCRIPT_ROOM // 10),
        *(quote_portions("transcript", material.transcript.text, TRANSCRIPT_ROOM) if material.transcript else ()),
        "Read this and return what is found.",
    ]
    return Prompt(
        purpose="context",
        system=prompts.filled("context", language=language),
        user="\n".join(parts),
        tier=Tier.FAST,
        max_tokens=2_500,
        timeout=120.0,
    )


def quote_portions(tag: str, text: str, room: int) -> list[str]:
    """Quote `text` in at most `room` characters: of a longer one its beginning, middle and end, equally long."""
    text = text.strip()
    if not text:
        return []
    whole = quote_in_tag(tag, text)
    if len(whole) <= room:
        return [whole]
    share = room // 3
    size = share - _PORTION_TAGS
    starts = {"beginning": 0, "middle": max(0, (len(text) - size) // 2), "end": max(0, len(text) - size)}
    return [quote_to_fit(tag, text[start : start + size], share, part=part) for part, start in starts.items()]


def _merged(material: Material, found: FoundInEpisode, ruled: EpisodeContext) -> EpisodeContext:
    """Keep what exists already; the model fills the gaps, as far as the source has it."""
    existing, transcript = material.context, material.transcript
    quotes = existing.quotes
    if not quotes and transcript is not None:
        given = quotes_in_text((Quote(text=each.text) for each in found.quotes), transcript.text)
        if len(given) < len(found.quotes):
            log.info("quotes-struck", count=len(found.quotes) - len(given))
        quotes = tuple(_placed(each, transcript) for each in given[:_MOST_QUOTES])
    elif transcript is not None:
        quotes = quotes_in_text(quotes, transcript.text)
    concepts = tuple(Concept(name=each.name, meaning=each.meaning) for each in found.concepts if each.name.strip())
    basis = f"{material.episode.title}\n{material.episode.notes}\n{material.words}"
    return EpisodeContext(
        summary=existing.summary or cut_to_line(found.summary, _SUMMARY) or ruled.summary,
        quotes=quotes or ruled.quotes,
        concepts=existing.concepts or concepts,
        books=existing.books or _named_in(found.books, basis),
        tools=existing.tools or _named_in(found.tools, basis),
        people=existing.people or tuple(dict.fromkeys((*ruled.people, *_named_in(found.people, basis)))),
    )


def _named_in(names: Iterable[str], basis: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one_line(name) for name in names if find_quotation(name, basis) is not None))


def source_from_material(material: Material, intake: EpisodeIntake) -> Source:
    """Return what an interview about it may know without a model. Blocking: a long transcript takes a second."""
    episode = material.episode
    if material.origin is ContextOrigin.MEMORY:
        episode = episode.model_copy(update={"notes": ""})  # they are what the person remembers
    return Source(
        episode=episode,
        origin=material.origin,
        context=offline_context(material),
        template=intake.template,
        guidelines=intake.guidelines,
        questions=intake.questions,
        folder=material.folder,
    )


def offline_context(material: Material) -> EpisodeContext:
    """Return what can be said without a model: what exists already, the show notes' first sentences, quotes by rule."""
    existing, transcript = material.context, material.transcript
    quotes = existing.quotes
    if transcript is not None:
        quotes = quotes_in_text(quotes, transcript.text) or _quotes_by_rule(transcript)
    # Those named as speakers, in the order in which they speak first.
    passages = transcript.passages if transcript is not None else ()
    named = dict.fromkeys(one_line(passage.speaker) for passage in passages)
    speakers = tuple(name for name in named if _NAME.fullmatch(name) and not _NO_NAME.search(fold(name)))
    summary, people = existing.summary or _first_sentences(material), existing.people or speakers
    return fit_context(existing.model_copy(update={"summary": summary, "quotes": quotes, "people": people}))


def _first_sentences(material: Material) -> str:
    """Return the show notes' first sentences without addresses, times and advertisement; empty for memories."""
    if material.origin is ContextOrigin.MEMORY:
        return ""
    told: list[str] = []
    # An address is made one word first, so that its full stops end no sentence.
    notes = _ADDRESS.sub("https:", material.episode.notes[: 10 * _RULE_SUMMARY])
    for sentence in sentences(notes):
        flat = one_line(sentence)
        if count_words(flat) >= 4 and not _CLUTTER.search(fold(flat)):
            told.append(flat)
        if len(told) == _NOTES_SENTENCES:
            break
    return cut_to_line(" ".join(told), _RULE_SUMMARY)


def _quotes_by_rule(transcript: Transcript) -> tuple[Quote, ...]:
    """Return whole sentences with the words that come back most, at most one of each fifth of the episode."""
    heard = transcript.passages[:: max(1, -(-len(transcript.passages) // _MOST_PASSAGES))]
    said = [(sentence, passage) for passage in heard for sentence in sentences(passage.text)]
    often = Counter(word for sentence, _ in said for word in set(tokens(sentence)) if len(word) >= _LEAST_WORD)
    found: list[Quote] = []
    for part in range(_MOST_BY_RULE):
        share = said[part * len(said) // _MOST_BY_RULE : (part + 1) * len(said) // _MOST_BY_RULE]
        best, most = None, -1.0
        for text, passage in share:
            whole = text[:1].isupper() and text.rstrip("»”\"'’)").endswith((".", "!", "…"))
            if whole and count_words(text) in _QUOTE_WORDS and not _CLUTTER.search(fold(text)):
                words = [word for word in set(tokens(text)) if len(word) >= _LEAST_WORD]
                weight = sum(often[word] - 1 for word in words) / (1 + len(words))
                if weight > most:
                    best, most = _quote(text, passage), weight
        if best is not None:
            found.append(best)
    return quotes_in_text(found, transcript.text)


def _quote(text: str, passage: SourcePassage) -> Quote:
    time = ""
    if passage.start is not None:
        minutes, seconds = divmod(max(0, int(passage.start)), 60)
        hours, minutes = divmod(minutes, 60)
        time = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return Quote(text=one_line(text), speaker=one_line(passage.speaker), time=time)


def _placed(quote: Quote, transcript: Transcript) -> Quote:
    """Add who said a quote and when, where one passage contains it."""
    telling = max(quote.text.split(), key=len)
    for passage in transcript.passages:
        if telling in passage.text and find_quotation(quote.text, passage.text) is not None:
            return _quote(quote.text, passage)
    return quote
