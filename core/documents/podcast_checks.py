"""Checking what a model has written about an interview: only what stands in the person's answers is kept.

A quote is kept in the person's own letters; a sentence only where its names, numbers and quotations occur in the
answers that it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from core.documents.exchanges import answers_of, exchanges
from core.documents.phrases import content
from core.documents.podcast_evidence import borne_out, covers, nearest_sentence
from core.documents.podcast_findings import Action, Insight, Insights, Narrative, NarrativeSentence, Theme
from core.documents.podcast_offline import LONGEST, found
from core.guard.text import count_words, sentences
from core.session import Record
from core.sources.quoting import standing

MOST = 12
"""Of each kind; a model that finds more finds nothing."""
_SHORTEST_QUOTE = 2
"""Words; one alone may stand anywhere."""
_NEW = 2
"""Words of substance by which the person's own sentence must say more than what is told already."""
_Point = TypeVar("_Point", Insight, Action)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence of the narrative that may be shown."""

    words: str
    entries: tuple[int, ...]
    """`seq` of the answers that it stands for."""
    own: bool = False
    """The person's own words, letter for letter."""


def checked_insights(insights: Insights | None, record: Record) -> Insights:
    """What of a model's findings stands in the answers; of a kind of which nothing stands, what the rules find.

    Where the model has found something, a kind of which it found nothing stays empty: it has read the whole.
    """
    by_rule = found(record)
    if insights is None or not (insights.insights or insights.actions or insights.themes):
        return by_rule
    answers = _answers(record)
    return Insights(
        insights=_kept(insights.insights, answers) or (by_rule.insights if insights.insights else []),
        actions=_kept(insights.actions, answers) or (by_rule.actions if insights.actions else []),
        themes=list(_themes(insights.themes, answers, _questions(record)))[:MOST]
        or (by_rule.themes if insights.themes else []),
    )


def checked_narrative(narrative: Narrative | None, record: Record) -> tuple[Sentence, ...]:
    """The sentences that rest on what was said, in the order in which they were written.

    One that fails gives place to the sentence of the person that is nearest to it, where another sentence stands for
    that answer and does not say it already. An answer that none stands for is missing here: the caller shows it whole.
    """
    answers = _answers(record)
    drafts = [(each, _borne_out(each, answers)) for each in (narrative.sentences if narrative is not None else ())]
    told: dict[int, frozenset[str]] = {}
    for each in (kept for _, kept in drafts if kept is not None):
        for seq in each.entries:
            told[seq] = told.get(seq, frozenset()) | content(each.words)
    result: dict[str, Sentence] = {}
    for draft, kept in drafts:
        if kept is not None:
            result.setdefault(kept.words, kept)
            continue
        seq, words = nearest_sentence(draft.text, {seq: answers[seq] for seq in draft.entries if seq in told})
        if words and len(content(words) - told[seq]) >= _NEW:
            result.setdefault(words, Sentence(words=words, entries=(seq,), own=True))
    return tuple(result.values())


def _answers(record: Record) -> dict[int, str]:
    return {seq: entry.text for seq, entry in answers_of(record).items()}


def _questions(record: Record) -> dict[int, int]:
    """For each answer that stands the number of its exchange: several messages to a question are one answer."""
    return {answer.seq: number for number, exchange in enumerate(exchanges(record)) for answer in exchange.answers}


def _borne_out(draft: NarrativeSentence, answers: Mapping[int, str]) -> Sentence | None:
    entries = sorted(set(draft.entries))
    if not entries or any(seq not in answers for seq in entries):
        return None
    words = borne_out(draft.text, "\n".join(answers[seq] for seq in entries))
    stands_for = tuple(seq for seq in entries if covers(words, answers[seq]))
    return Sentence(words=words, entries=stands_for) if words and stands_for else None


# --- findings -----------------------------------------------------------------------------------------------------


def _kept(findings: Iterable[_Point], answers: Mapping[int, str]) -> list[_Point]:
    """Those whose quote stands, each quote once; words of the model's only where the answer bears them out."""
    kept: dict[str, _Point] = {}
    for finding in findings:
        for seq, quote in _place(finding.quote, finding.entry, answers):
            text = borne_out(finding.text, answers[seq])
            kept.setdefault(quote.casefold(), finding.model_copy(update={"text": text, "quote": quote, "entry": seq}))
    return list(kept.values())[:MOST]


def _place(quote: str, entry: int, answers: Mapping[int, str]) -> Iterator[tuple[int, str]]:
    """Where a quote stands, in the answer that is named or else in any, and the whole sentence there."""
    if count_words(quote) < _SHORTEST_QUOTE:
        return
    for seq in (*filter(answers.__contains__, (entry,)), *answers):
        words = standing(quote, answers[seq])
        if words is not None:
            yield seq, _whole(" ".join(words.split()), answers[seq])
            return


def _whole(words: str, text: str) -> str:
    """The sentence in which words stand, since a piece of it may say the contrary; only the words if it is long."""
    for sentence in sentences(text):
        flat = " ".join(sentence.split())
        if count_words(flat) <= LONGEST and standing(words, flat) == words:
            return flat
    return words


def _themes(themes: Iterable[Theme], answers: Mapping[int, str], questions: Mapping[int, int]) -> Iterator[Theme]:
    """Themes with words from the answers to at least two questions, and a name that these bear out."""
    for theme in themes:
        places: dict[int, str] = {}
        for quote in theme.quotes:
            for seq, words in _place(quote, 0, answers):
                places.setdefault(seq, words)
        name = borne_out(theme.name, "\n".join(answers[seq] for seq in places))
        if name and len({questions[seq] for seq in places}) > 1:
            entries = sorted(places)
            yield Theme(name=name, entries=entries, quotes=[places[seq] for seq in entries])
