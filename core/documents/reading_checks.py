"""Checks what a model reads in a life story: no sentence says more than the words that it rests on.

A sentence may use the words of the answers that it names, and plain words of reading from a list. In a language without
such a list nothing can be checked, and no reading is made.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from core.contracts.session import Record
from core.documents.exchanges import answers_of
from core.documents.quotations import find_quotation
from core.languages.lexicon import entries, languages_with, lexicon
from core.text.invented import has_invented_facts
from core.text.text import count_words, in_alphabet_of, sentences, stems, tokens

LANGUAGES = languages_with("documents")
"""The languages in which a reading can be checked."""
MOST = 12
"""Observations of a reading."""
_MOST_ENTRIES = 3
"""Answers that an observation may rest on: with all of them it would rest on nothing."""
_SHORTEST_QUOTE = 2


class Observation(BaseModel):
    """Something seen in a person's words."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    quote: str = ""
    entries: list[int] = []
    """`seq` of the answers that it rests on."""
    text: str = ""


class Reading(BaseModel):
    """The observations of a model that reads a story through the eyes of a profession; kept as a finding."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    observations: list[Observation] = []


def check_reading(reading: Reading, record: Record) -> Reading:
    """Return what of a reading rests on the words as they stand now, each quotation in the letters of its answer."""
    language = record.session.language.partition("-")[0]
    if language not in LANGUAGES:
        return Reading()
    answers = {seq: entry.text for seq, entry in answers_of(record).items()}
    founded = (_founded(each, answers, language) for each in reading.observations[:MOST])
    return Reading(observations=[each for each in founded if each is not None])


def reading_words(language: str) -> str:
    """Return the words of its own that a reading in this language may use, for a prompt."""
    return " ".join(sorted(lexicon("documents", language)["reader"])) if language in LANGUAGES else ""


def _founded(observation: Observation, answers: Mapping[int, str], language: str) -> Observation | None:
    named = [seq for seq in dict.fromkeys(observation.entries) if seq in answers][:_MOST_ENTRIES]
    if count_words(observation.quote) < _SHORTEST_QUOTE:
        return None
    for seq in dict.fromkeys((*named, *answers)):
        quote = find_quotation(observation.quote, answers[seq])
        if quote is not None:
            break
    else:
        return None
    entries = list(dict.fromkeys((seq, *named)))[:_MOST_ENTRIES]
    evidence = "\n".join(answers[each] for each in entries)
    kept = [sentence for sentence in sentences(observation.text) if _rests(sentence, evidence, language)]
    if not kept:
        return None
    return Observation(quote=" ".join(quote.split()), entries=entries, text=" ".join(" ".join(kept).split()))


def _rests(sentence: str, evidence: str, language: str) -> bool:
    """Return whether nothing stands in a sentence that neither its answers hold nor the list of a reader's words."""
    counted = frozenset(entries("documents", "counting"))
    return (
        in_alphabet_of(language, sentence)
        and stems(sentence, language) <= stems(evidence, language) | stems(reading_words(language), language)
        and counted.intersection(tokens(sentence)).issubset(tokens(evidence))
        and not has_invented_facts(sentence, language, quotable=(evidence,), known=(evidence,))
    )
