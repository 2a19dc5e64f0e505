"""Writes the notes on an interview, and what background work has read in it, as Markdown files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import Field, ValidationError

from core.contracts.frozen import Frozen
from core.contracts.session import Record
from core.documents import markdown
from core.documents.exchanges import answers_of
from core.documents.quotations import find_quotation, in_quotation_marks
from core.documents.transcript import session_document_title
from core.documents.visibility import kept_back_answers
from core.languages.lexicon import entries, languages_with, lexicon
from core.languages.messages import say
from core.text.invented import has_invented_facts
from core.text.text import count_words, in_alphabet_of, sentences, stems, tokens

LANGUAGES = languages_with("documents")  # the languages in which a reading can be checked
MOST = 12  # observations of a reading
_MOST_ENTRIES = 3  # answers that an observation may rest on: with all of them it would rest on nothing
_SHORTEST_QUOTE = 2


class Observation(Frozen):
    """Something seen in a person's words."""

    quote: str = ""
    entries: list[int] = Field(default_factory=list)  # `seq` of the answers that it rests on
    text: str = ""


class Reading(Frozen):
    """The observations of a model that reads a story through the eyes of a profession; kept as a finding."""

    observations: list[Observation] = Field(default_factory=list)


def check_reading(reading: Reading, record: Record) -> Reading:
    """Return what of a reading rests on the words as they stand now, each quotation in the letters of its answer.

    A sentence may use the words of the answers that it names, and plain words of reading from a list. In a language
    without such a list nothing can be checked, and no reading is made.
    """
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


_UNCERTAIN = "uncertain_"


def session_notes_markdown(record: Record) -> str:
    """Return the summary and every note, in the session's language, as plain text: a model wrote it from words."""
    language = record.session.language
    parts = [markdown.heading(1, say(language, "documents-notes-title", title=record.session.title))]
    if summary := markdown.markdown_paragraphs(record.digest.summary):
        parts += [markdown.heading(2, say(language, "documents-notes-summary")), summary]
    if record.digest.notes:
        lines = []
        for note in sorted(record.digest.notes, key=lambda n: n.key):
            remarks = [say(language, "documents-notes-uncertain")] if note.key.startswith(_UNCERTAIN) else []
            remarks += [say(language, "documents-notes-stale")] if note.stale else []
            value = f"{note.value} ({'; '.join(remarks)})" if remarks else note.value
            lines.append(markdown.fact_line(note.key.removeprefix(_UNCERTAIN).replace("_", " "), value))
        parts += [markdown.heading(2, say(language, "documents-notes-known")), "\n".join(lines)]
    if len(parts) == 1:
        parts.append(markdown.italic(say(language, "documents-notes-none")))
    return "\n\n".join(parts) + "\n"


def ready_readings(record: Record, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the findings of which something can be shown."""
    return tuple(name for name in names if any(_blocks(record, name)))


def readings_markdown(record: Record, names: Sequence[str]) -> str:
    """Return the findings called `names`, in that order, as Markdown in the session's language.

    Each name has its title in the words under `documents-<name>`. A finding is a `Reading`, checked against the words
    as they stand now; or plain paragraphs. Nothing in either is taken as markup. What is missing is named in one line.
    """
    language = record.session.language
    titles = {name: say(language, f"documents-{name}") for name in names}
    parts = [
        markdown.heading(1, say(language, "documents-reflections-title", title=session_document_title(record))),
        markdown.italic(say(language, "documents-reflections-note")),
    ]
    missing = []
    for name, title in titles.items():
        blocks = list(_blocks(record, name))
        if blocks:
            parts += [markdown.heading(2, title), *blocks]
        else:
            missing.append(title)
    if missing:
        names_of_missing = ", ".join(missing)
        parts.append(markdown.italic(say(language, "documents-reflections-missing", titles=names_of_missing)))
    return "\n\n".join(parts) + "\n"


def _blocks(record: Record, name: str) -> Iterator[str]:
    """Yield a finding in Markdown: each quotation with what is seen in it."""
    finding = record.findings.get(name, "")
    try:
        reading = check_reading(Reading.model_validate_json(finding), record)
    except ValidationError:
        # Of plain paragraphs nobody can tell whether they hold what is kept back now.
        text = "" if kept_back_answers(record) else markdown.markdown_paragraphs(finding)
        yield from filter(None, (text,))
        return
    for each in reading.observations:
        yield f"> {markdown.markdown_line(in_quotation_marks(each.quote, record.session.language))}"
        yield markdown.markdown_line(each.text)
