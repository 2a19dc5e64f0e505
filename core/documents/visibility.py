"""What of an interview its documents may show: the one place that decides it.

An answer is in them with every word of it, also where it was said to the interviewer. One that is kept back is in none
of them, nor is a line of ours that gives its words away; where only passages of it are, gaps stand in their place. Of
what we said documents show what asks for something told, and what speaks of it: no greeting or goodbye, nothing about
the machine, the file or how the talk goes on, and no reply to what was said to the interviewer. Of what was told
several times one telling is shown (`chosen_entries`). All of it stays in the record.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence, Set

from core.contracts.session import QUESTIONS, Entry, EntryKind, Record, Role, words_without_photos
from core.text.text import count_question_marks, sentences, stems

GAP = "[…]"  # stands in a document where something of an answer is left out
_MARKS = "\"'«»‹›“”„‟‘’‚‛`´"
_DASHES = "-‐‑‒–—―−"
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
"""Letters of the languages that leave no space between words."""


def find_passage(quote: str, text: str) -> str:
    """Return the first place in `text` that `quote` stands for, in its own letters; empty where there is none.

    Case, white space, and the kinds of quotation marks and dashes may differ. Words are whole.
    """
    spans = _spans(quote.strip(f"{_MARKS} \t\r\n…"), text)
    return text[slice(*spans[0])] if spans else ""


def without_passages(passages: Iterable[str], text: str) -> str:
    """Return `text` with a gap for every place of each passage; empty where one is not in it, or no word is left."""
    found: list[tuple[int, int]] = []
    for passage in passages:
        places = _spans(passage, text)
        if not places:
            return ""
        found += places
    if not found:
        return ""
    joined = [min(found)]
    for start, end in sorted(found):
        before, last = joined[-1]
        if has_words(text[last:start]):
            joined.append((start, end))
        else:
            joined[-1] = (before, max(last, end))
    edges = [0, *(edge for span in joined for edge in span), len(text)]
    left = [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
    return GAP.join(left) if any(map(has_words, left)) else ""


def has_words(text: str) -> bool:
    """Tell whether anything but punctuation and white space stands in a text."""
    return any(character.isalnum() for character in text)


def _spans(passage: str, text: str) -> list[tuple[int, int]]:
    """Return where a passage stands in a text; places that overlap are all among them."""
    words = passage.split()
    if not has_words(passage):
        return []
    pattern = r"\s+".join("".join(map(_alike, word)) for word in words)
    if _is_word(passage.strip()[0]):
        pattern = rf"(?<!\w){pattern}"
    if _is_word(passage.strip()[-1]):
        pattern = rf"{pattern}(?!\w)"
    # Looked at from each character, so that no place is hidden by one that overlaps it.
    return [each.span(1) for each in re.finditer(f"(?=({pattern}))", text, re.IGNORECASE)]


def _alike(character: str) -> str:
    """Return a pattern for a character and those that people type instead of it."""
    same = next((marks for marks in (_MARKS, _DASHES) if character in marks), "")
    return f"[{re.escape(same)}]" if same else re.escape(character)


def _is_word(character: str) -> bool:
    return (character.isalnum() or character == "_") and not _UNSPACED.match(character)


def original_seq(entry: Entry) -> int:
    """Return the place of a question among the others, by `seq`: one asked again has that of the first it repeats."""
    return min(entry.retells) if entry.retells and not entry.set_aside else entry.seq


def chosen_entries(entries: Sequence[Entry], answered: Collection[int]) -> tuple[Entry, ...]:
    """Return the entries without tellings that are not shown, and questions asked again to which nothing was told.

    `answered`: the questions to which something was told that may be shown. What was only said to the interviewer when
    one was asked again stays, without the question.
    """
    hidden: set[int] = set()
    untold: set[int] = set()
    for question in (entry for entry in entries if entry.retells):
        if question.set_aside:
            hidden.add(question.seq)
        elif question.seq not in answered:
            untold.add(question.seq)
        else:
            hidden.update(question.retells)

    def stays(entry: Entry) -> bool:
        if entry.kind is not EntryKind.ANSWER:
            return entry.seq not in hidden and entry.seq not in untold
        return entry.answers not in hidden and (entry.answers not in untold or not (entry.withdrawn or entry.kept_back))

    return tuple(filter(stays, entries))


def repeated_tellings(entries: Sequence[Entry], answered: Collection[int]) -> tuple[tuple[Entry, ...], ...]:
    """Return what was told more than once: for each, the questions to which it was told, the oldest first.

    The first of them stands for all that was asked at first. In the order in which it was last told.
    """
    questions = {entry.seq: entry for entry in entries}
    groups: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.retells and entry.seq in answered:
            groups.setdefault(min(entry.retells), []).append(entry)
    ordered = sorted(groups.items(), key=lambda group: group[1][-1].seq)
    return tuple((questions[first], *later) for first, later in ordered)


def shown_question(telling: Sequence[Entry]) -> Entry:
    """Return the question whose telling is shown, of one of `repeated_tellings`."""
    return next((entry for entry in reversed(telling[1:]) if not entry.set_aside), telling[0])


def own_titles(entries: Iterable[Entry]) -> dict[str, str]:
    """Return the heading of what was told freely, by the id that its questions have."""
    return {entry.question_id: entry.title for entry in entries if entry.title}


_FEW = 2
"""So many words of what is kept back make a later line of ours give it away; right behind it one is enough."""


def answer_text(answer: Entry) -> str:
    """The words of a message without those that were said to the interviewer; empty where that is all of them."""
    text = answer.text
    for passage in remaining_asides(answer):
        text = text.replace(passage, " ", 1)
    if text == answer.text:
        return text
    left = re.sub(r"[^\S\n]*\n[^\S\n]*", "\n", re.sub(r"[^\S\n]{2,}", " ", text)).strip()
    return left if has_words(left) else ""


def count_told_words(answer: Entry) -> int:
    """Return how many words an answer has in documents; a gap in it is none."""
    words = words_without_photos(answer.text) if answer.photo else answer.text
    return sum(GAP not in word for word in words.split())


def answered_questions(entries: Sequence[Entry], *, everything: bool = False) -> frozenset[int]:
    """The questions, by `seq`, to which something was told that stands; `everything`: what is kept back, too.

    What was only said to the interviewer takes the place of no earlier telling.
    """
    there = (e for e in entries if e.kind is EntryKind.ANSWER and not e.withdrawn and (everything or not e.kept_back))
    return frozenset(e.answers for e in there if e.answers is not None and answer_text(e).strip())


def kept_back_answers(record: Record) -> tuple[Entry, ...]:
    """The answers that their person keeps out of every document until they release them."""
    return tuple(e for e in record.entries if e.kept_back and not e.withdrawn and e.text.strip())


def kept_passages(entry: Entry) -> tuple[str, ...]:
    """Return the passages that are kept back of an entry; empty where none of it may be shown."""
    return entry.kept_passages if _shown_in_part(entry) is not None else ()


def _shown_in_part(entry: Entry) -> Entry | None:
    """Return an entry without the passages that are kept back; None where that leaves nothing, or all is kept back.

    All of it is where a passage was edited, or is that of a photograph, which may show it. A recording has it too.
    """
    if not (entry.kept_back and entry.kept_passages) or entry.photo:
        return None
    text = without_passages(entry.kept_passages, entry.text)
    values = {
        "kept_back": False,
        "kept_passages": (),
        "audio": "",
        "asides": tuple(each for each in entry.asides if each in text),
        "revisions": (entry.newest.model_copy(update={"text": text}),),
    }
    shown = entry.model_copy(update=values)
    return shown if has_words(answer_text(shown)) else None


def side_remarks(record: Record) -> tuple[Entry, ...]:
    """Return what the person said that is no answer, such as words after a goodbye, for readers of quoted words."""
    theirs = (e for e in record.entries if e.role is Role.PERSON and e.kind is EntryKind.REMARK)
    shown = (_shown_in_part(e) or e for e in theirs)
    return tuple(e for e in shown if not (e.withdrawn or e.kept_back) and e.text.strip())


def visible_record(record: Record, *, everything: bool = False) -> Record:
    """The interview with nothing in it that its documents may not show. Shown once more it is the same.

    `everything`: with what is kept back, for a file that goes to nobody but the person.
    """
    parts = {} if everything else {e.seq: part for e in record.entries if (part := _shown_in_part(e)) is not None}
    quotes = {} if everything else {e.seq: e.kept_passages for e in record.entries if e.kept_back and e.kept_passages}
    without = tuple(parts.get(e.seq, e) for e in record.entries)
    taken = chosen_entries(without, answered_questions(without, everything=everything))
    record = record.model_copy(update={"entries": taken})
    hidden = frozenset() if everything else frozenset(e.seq for e in record.entries if e.kept_back)
    passages = {e.seq: quotes[e.seq] for e in record.entries if e.seq in quotes}
    gone = hidden | _betraying(record.entries, hidden, passages)
    ours = _of_the_story(record, hidden, passages.keys())
    left = [ours.get(e.seq, e) for e in record.entries if e.seq not in gone]
    left = [e for e in left if e.kind is not EntryKind.REMARK]
    kept = [e for e in left if e.role is not Role.PERSON or e.text.strip() or e.withdrawn]
    still = {e.answers for e in kept}
    # A question to which nothing is left was not passed over, so it is not shown as if it had been.
    emptied = {e.answers for e in record.entries if e.seq in hidden} - still
    entries = tuple(e for e in kept if e.kind not in QUESTIONS or e.seq not in emptied)
    return record.model_copy(update={"entries": entries})


def remaining_asides(answer: Entry) -> tuple[str, ...]:
    """Return the passages said to the interviewer that an edit has left where they were."""
    return tuple(passage for passage in answer.asides if passage.strip() and passage in answer.text)


def _of_the_story(record: Record, hidden: frozenset[int], in_part: Set[int]) -> dict[int, Entry]:
    """Return our questions and what else waits for an answer, by `seq`, with only what is part of the story.

    Anything is left out only where the floor was left to them, or something was kept back or said to the interviewer.
    `in_part`: answers of which passages are kept back.
    """
    found: dict[int, Entry] = {}
    answers: list[Entry] = []
    ours_before = True
    for entry in sorted(record.entries, key=lambda e: e.seq):
        if entry.role is Role.PERSON:
            answers = [entry] if ours_before else [*answers, entry]
        elif entry.kind in QUESTIONS:
            standing = [answer for answer in answers if not answer.withdrawn]
            if entry.kind is EntryKind.ROOM or any(
                remaining_asides(a) or a.kept_back or a.seq in in_part for a in standing
            ):
                words = " ".join(answer_text(answer) for answer in standing if answer.seq not in hidden)
                newest = entry.newest.model_copy(update={"text": _about(entry, words)})
                found[entry.seq] = entry.model_copy(update={"revisions": (*entry.revisions[:-1], newest)})
        ours_before = entry.role is not Role.PERSON
    return found


def _about(ours: Entry, words: str) -> str:
    """The sentences of our message that ask for something, and those that speak of what was told in `words`."""
    parts, about = sentences(ours.text), stems(words)
    asking: set[str] = set()
    if ours.kind is not EntryKind.ROOM:
        # "Tell me about the mill.": without a question mark it's the last sentence that asks.
        asking = {part for part in parts if count_question_marks(part)} or set(parts[-1:])
    kept = [part for part in parts if part in asking or stems(part) & about]
    return ours.text if len(kept) == len(parts) else " ".join(kept)


def _betraying(
    entries: Sequence[Entry], hidden: frozenset[int], passages: Mapping[int, tuple[str, ...]]
) -> frozenset[int]:
    """Return our lines, by `seq`, that say words which nobody has told but in what is kept back.

    `hidden`: answers that are not shown; `passages`: what is meant of answers, by `seq`, where that is not all of it.
    A question that people wrote before the interview gives nothing away, whatever words it has in common with a secret.
    """
    secrets = hidden | passages.keys()
    if not secrets:
        return frozenset()
    first = min(secrets)
    quotes = [passage for each in passages.values() for passage in each]
    secret = stems(" ".join([*(e.text for e in entries if e.seq in hidden), *quotes]))
    elsewhere = " ".join(e.text for e in entries if e.seq not in hidden and (e.role is Role.PERSON or e.seq < first))
    secret -= stems(elsewhere)
    quotes = [passage for passage in quotes if not find_passage(passage, elsewhere)]
    found, right_behind, ours_before = set(), False, True
    for entry in entries:
        if entry.role is Role.PERSON:
            # Of several messages in a row any may be hidden: our next line answers all of them.
            right_behind = entry.seq in secrets or (right_behind and not ours_before)
        elif (entry.seq > first and not entry.by_people) and (
            len(stems(entry.text) & secret) >= (1 if right_behind else _FEW)
            or any(find_passage(passage, entry.text) for passage in quotes)
        ):
            found.add(entry.seq)
        ours_before = entry.role is not Role.PERSON
    return frozenset(found)
