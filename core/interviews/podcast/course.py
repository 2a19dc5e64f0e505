"""Tell where a conversation about an episode is, and where it can go from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

from core.contracts.messages import Progress
from core.contracts.script import Chapter, QuestionRef
from core.interviews.podcast.sources.material import Source
from core.interviews.podcast.state import PodcastState, chapter_of, count_asked_subjects
from core.interviews.scripted_base.base_state import bit_numbers
from core.interviews.scripted_base.base_turns import ScriptedContext
from core.text.text import same_question, stems

WINDOW = 6
"""Questions of the bank that a model is given as ideas."""
MESSAGES = 4
"""Messages for each main subject after which the last question is due, whatever has been had."""
_COMMON = 3
"""A word in more of the bank's questions than this says nothing about any of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PodcastStanding(ScriptedContext[PodcastState]):
    marks_follow_ups: ClassVar[bool] = True
    """Follow-ups are not among the main questions, which are counted out."""
    source: Source | None = None

    @property
    def agenda(self) -> Sequence[QuestionRef]:
        """The main subjects of the template; the conclusion is none of them."""
        return [self.script.by_id[each.id] for each in self.chapter.questions[:-1]]

    @property
    def title(self) -> str | None:
        return None if self.source is None else self.source.episode.title

    @property
    def chapter(self) -> Chapter:
        return chapter_of(self.script, self.state.template)

    @property
    def conclusion(self) -> QuestionRef:
        return self.script.by_id[self.chapter.questions[-1].id]

    @property
    def concluding(self) -> bool:
        return self.state.question_id == self.conclusion.question.id

    @property
    def mains(self) -> int:
        return count_asked_subjects(self.state, self.script)

    @property
    def had_enough(self) -> bool:
        counters = self.situation.session.counters
        long = counters.questions + counters.follow_ups >= MESSAGES * self.state.total
        return long or self.mains >= self.state.total

    @property
    def window(self) -> tuple[QuestionRef, ...]:
        """Return what can be asked next, the planned ones first; empty at the end."""
        if self.concluding:
            return ()
        goes_on = not self.state.closing and self.mains < self.state.total
        between = [each.id for each in self.chapter.questions[1:-1]]
        known = set(between)
        order = dict.fromkeys((*(each for each in self.state.plan if each in known), *between))
        taken, asked = bit_numbers(self.state.taken_up), self.asked
        left = (place for each in order if (place := self.script.by_id[each]).index not in taken)
        new = (
            place
            for place in left
            if self.allowed(place) and not any(same_question(place.question.text, each) for each in asked)
        )
        return (tuple(islice(new, WINDOW)) if goes_on else ()) or (self.conclusion,)

    @property
    def may_stay(self) -> bool:
        """The last question is never followed up."""
        return not self.concluding

    def state_at(self, place: QuestionRef, text: str) -> PodcastState:
        return self.state

    def state_deeper(self, text: str) -> PodcastState:
        return self.state

    def progress_at(self, place: QuestionRef) -> Progress | None:
        """Return the number of a main question: there are few."""
        return None if place == self.conclusion else Progress(done=self.mains + 1, total=self.state.total)

    @property
    def reached(self) -> Progress:
        return Progress(done=min(self.mains, self.state.total), total=self.state.total)


def plan_podcast_questions(chapter: Chapter, total: int, guidelines: str) -> tuple[str, ...]:
    """Return the bank's questions of an interview with `total` main questions, without its opening one.

    First those that share a word with what the person wants to talk about; the rest are spread over the whole bank,
    which goes from what is easy and near to what lies ahead.
    """
    between = chapter.questions[1:-1]
    words = [stems(f"{each.text} {each.objective}") for each in between]
    often = Counter(word for found in words for word in found)
    told = {word for word in stems(guidelines) if often[word] <= _COMMON}
    wanted = [question for question, found in zip(between, words, strict=True) if told & found][: total - 1]
    others = [each for each in between if each not in wanted]
    count = min(total - 1 - len(wanted), len(others))
    spread = [others[(2 * n + 1) * len(others) // (2 * count)] for n in range(count)]
    return tuple(each.id for each in (*wanted, *spread))
