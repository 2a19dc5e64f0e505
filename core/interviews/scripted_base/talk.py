"""The talk call: a short system prompt, the conversation as messages, and a few lines about what matters now.

Everything before the newest words is only added to from turn to turn, so that providers find it in their cache. The
beginning is moved rarely and far, where the whole has become too long.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from string import Template

from pydantic import Field

from core.contracts.lessons import Lessons, QuestionCount
from core.contracts.ports import Prompt, PromptLine, Tier
from core.contracts.script import Script
from core.contracts.session import QUESTIONS, Entry, EntryKind, Record, Role
from core.interviews.scripted_base.books import MOST_WISHES, FilledIn, Texts, normalize_quote
from core.privacy.facts import Facts, interviewer_facts, who_reads_lines
from core.text.quoting import LONGEST_QUESTION, one_line, said_by_another, shorten_middle
from core.text.text import is_substantive

_FOLLOW_UPS = ""


class _Noted(FilledIn):
    """The wishes in a session's state, whatever else any version keeps there."""

    wishes: Texts = Field(default_factory=list)


def lessons(earlier: Iterable[Record], script: Script) -> Lessons:
    """Return what the interviews show, the one begun first first; questions that the script has no more don't count."""
    wishes: dict[str, str] = {}
    at_length: Counter[str] = Counter()
    unanswered: Counter[str] = Counter()
    for record in earlier:
        for wish in _Noted.model_validate(record.session.state).wishes:
            wishes.pop(normalize_quote(wish), None)
            wishes[normalize_quote(wish)] = wish
        told: dict[int | None, str] = {}
        for entry in record.entries:
            if entry.kind is EntryKind.ANSWER and not entry.withdrawn:
                told[entry.answers] = f"{told.get(entry.answers, '')}\n{entry.text}"
        asked = [entry for entry in record.entries if entry.kind in QUESTIONS and not entry.withdrawn]
        begun: set[str] = set()
        for entry in asked:
            place, follows = script.by_id.get(entry.question_id), entry.question_id in begun
            begun.add(entry.question_id)
            # The last question of all was not passed over: the interview ended with it.
            if place is None or entry.kind is EntryKind.ROOM or (entry is asked[-1] and entry.seq not in told):
                continue
            chapter = _FOLLOW_UPS if follows else place.chapter.title
            if entry.seq not in told:
                unanswered[chapter] += 1
            elif is_substantive(told[entry.seq]):
                at_length[chapter] += 1
    kinds = (*(chapter.title for chapter in script.chapters), _FOLLOW_UPS)
    counts = (QuestionCount(chapter=each, at_length=at_length[each], unanswered=unanswered[each]) for each in kinds)
    return Lessons(
        wishes=tuple(wishes.values())[-MOST_WISHES:],
        questions=tuple(each for each in counts if each.at_length or each.unanswered),
    )


def as_notes(found: Lessons, wishes: Iterable[str]) -> Iterator[str]:
    """Yield the lines for the talk; `wishes`: those of this interview, which it is told already."""
    known = set(map(normalize_quote, wishes))
    if earlier := [each for each in found.wishes if normalize_quote(each) not in known]:
        yield f"In earlier interviews they wished: {'; '.join(earlier)}."
    if found.questions:
        counts = "; ".join(
            f"{each.chapter or 'follow-up questions'}: {each.at_length} answered at length, {each.unanswered} left "
            "unanswered"
            for each in found.questions
        )
        yield f"How they took questions in earlier interviews: {counts}."


LEFT = 4_800
"""Characters that stay when the beginning is moved: the model reads all of them again then."""
ENTRY_ROOM = 8_000
"""Characters of one message; of a longer one its beginning and its end are shown."""
NOTES_ROOM = 2_600
TALK_TOKENS = 600
TALK_SECONDS = 45.0
_PAUSE = timedelta(hours=6)
"""A longer silence is told."""
_NOTES_TAG = re.compile(r"<(?=\s*/?\s*notes)", re.IGNORECASE)
_PROMPTS = Path(__file__).parent / "prompts"


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkPrompts:
    """The system prompt of a kind of interview, filled in for each language once."""

    aim: str
    """The subject of this kind of interview, in the first paragraph."""
    how: str
    """The interviewer's way to listen and ask."""
    facts: Facts = field(default_factory=Facts)
    """The facts about who keeps and reads what is told."""
    guidance: str = ""
    """The operator's wishes for every interview."""
    _filled: dict[tuple[str, str], str] = field(default_factory=dict)

    def system(self, language: str, more: str = "") -> str:
        """Return the system prompt; `more`: what is true of this interview alone, such as its episode."""
        found = self._filled.get((language, more))
        if found is None:
            if len(self._filled) > 64:
                self._filled.clear()
            wanted = f"The person who runs this asks of you: {self.guidance.strip()}" if self.guidance.strip() else ""
            found = Template((_PROMPTS / "talk.md").read_text(encoding="utf-8").strip()).substitute(
                aim="\n\n".join(part for part in (self.aim, more) if part),
                how="\n\n".join(part for part in (self.how, wanted) if part),
                who_reads=who_reads_lines(self.facts, language),
                facts=interviewer_facts(self.facts),
            )
            self._filled[(language, more)] = found
        return found

    @property
    def secret(self) -> str:
        """The text that must not be recited: the instructions, without the facts, which may be told."""
        return f"{self.aim}\n{self.how}\n{(_PROMPTS / 'talk.md').read_text(encoding='utf-8')}"


def talk_prompt(
    *,
    session_id: str,
    system: str,
    name: str,
    talk: Sequence[Entry],
    notes: Iterable[str],
    window: int,
    now: datetime,
    temperature: float | None = None,
    occasion: str = "They have come back",
) -> Prompt:
    """Ask for the next message. `talk`: the entries in sight, oldest first, the newest words of the person last.

    `notes`: one line each. `window`: characters of the conversation that may be shown. `occasion`: why a message is
    due where the newest words are ours; `now` tells how long they have been the newest.
    """
    lines = conversation(talk, name=name, window=window)
    away = f"{_span(now - talk[-1].at)} later" if talk and now - talk[-1].at >= _PAUSE else "now"
    newest = lines.pop() if lines[-1].role == "user" else PromptLine("user", f"({occasion}, {away}.)")
    told = "\n".join(f"- {_quoted_tags(one_line(note))}" for note in notes if note)
    return Prompt(
        purpose="talk",
        system=system,
        conversation=tuple(lines),
        user=f"{newest.text}\n\n<notes>\n{told[:NOTES_ROOM]}\n</notes>" if told else newest.text,
        tier=Tier.MAIN,
        max_tokens=TALK_TOKENS,
        session_id=session_id,
        timeout=TALK_SECONDS,
        temperature=temperature,
    )


def conversation(talk: Sequence[Entry], *, name: str, window: int) -> list[PromptLine]:
    """Return the entries as messages in turn, beginning with the user's; of too many the newest."""
    called = f" Their name is {_quoted_tags(one_line(name)[:60])}." if name else ""
    lines: list[PromptLine] = [PromptLine("user", f"(They have come into the chat.{called})")]
    last: Entry | None = None
    # Only the newest entries that fit are shown, should the beginning not have been moved in time.
    room, first = window * 5 // 4, len(talk)
    while first > 0 and room >= min(len(talk[first - 1].text), ENTRY_ROOM):
        first -= 1
        room -= min(len(talk[first].text), ENTRY_ROOM)
    for entry in talk[min(first, len(talk) - 1) :]:
        gone = "" if last is None or entry.at - last.at < _PAUSE else f"{_span(entry.at - last.at)} later"
        text = shorten_middle(entry.text, ENTRY_ROOM)
        if entry.asker:
            theirs = said_by_another("family_asks", entry.text, entry.asker, LONGEST_QUESTION)
            _add(lines, PromptLine("user", f"(Their family had this asked: {theirs})"), joint="\n")
        elif entry.role is Role.PERSON:
            _add(
                lines, PromptLine("user", f"({gone}) {_quoted_tags(text)}" if gone else _quoted_tags(text)), joint="\n"
            )
        else:
            if gone and lines[-1].role == "assistant":
                lines.append(PromptLine("user", f"(They have come back, {gone}.)"))
            _add(lines, PromptLine("assistant", text), joint="\n\n")
        last = entry
    return lines


def _add(lines: list[PromptLine], line: PromptLine, *, joint: str) -> None:
    if lines[-1].role == line.role:
        lines[-1] = PromptLine(line.role, f"{lines[-1].text}{joint}{line.text}")
    else:
        lines.append(line)


def _quoted_tags(text: str) -> str:
    """Keep the person's words from opening or closing our notes."""
    return _NOTES_TAG.sub("‹", text)


def next_window_start(talk: Sequence[Entry], since: int, window: int) -> int:
    """Return the entry from which the next turn sees every word: the same, until the whole is too long."""
    sizes = [min(len(entry.text), ENTRY_ROOM) for entry in talk]
    if sum(sizes) <= window:
        return since
    kept, left = since, 0
    for entry, size in zip(reversed(talk), reversed(sizes), strict=True):
        left += size
        if left > LEFT and kept != since:
            break
        if entry.kind in QUESTIONS:
            kept = entry.seq
    return kept


def _span(gap: timedelta) -> str:
    hours = round(gap.total_seconds() / 3600)
    return f"{hours} hours" if hours < 36 else f"{round(hours / 24)} days"
