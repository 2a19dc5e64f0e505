"""Where a conversation about an episode stands, and where it can go from there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import ClassVar

from core.contracts.messages import Progress
from core.contracts.script import Chapter, Place, ScriptQuestion
from core.interviews.guard.repeats import same_question
from core.interviews.podcast.sources.material import Source
from core.interviews.podcast.state import MOST_FOLLOW_UPS, PodcastState, chapter_of
from core.interviews.scripted_base.base_state import numbers_in
from core.interviews.scripted_base.standing import Standing
from core.interviews.substance import substantive
from core.words import LANGUAGES, say

WINDOW = 6
"""Questions of the bank that a model may choose from."""
_WORD = re.compile(r"[^\W\d_]{4,}")
_STEM = 4
"""Letters that tell a word, roughly."""
_COMMON = 3
"""A word in more of the bank's questions than this says nothing about any of them."""
_EMPTY_STEMS = """
    want wish like love would talk spea disc focu abou ques epis more most less plea some thin with what that this
    хочу хоте хотя хоче пого обсу вопр выпу боль мень пожа меня мной тема теме тему темы эпиз подк
"""
_EMPTY = frozenset(_EMPTY_STEMS.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class PodcastStanding(Standing[PodcastState]):
    scenes: ClassVar[bool] = False
    source: Source | None = None

    @property
    def agenda(self) -> Sequence[Place]:
        return self.window

    @property
    def title(self) -> str | None:
        return None if self.source is None else self.source.episode.title

    @property
    def chores(self) -> tuple[str, ...]:
        return ()

    @property
    def chapter(self) -> Chapter:
        return chapter_of(self.script, self.state.template)

    @property
    def conclusion(self) -> Place:
        return self.script.by_id[self.chapter.questions[-1].id]

    @property
    def concluding(self) -> bool:
        """Whether the last question is open."""
        return self.state.question_id == self.conclusion.question.id

    @property
    def mains_left(self) -> int:
        return 0 if self.concluding else max(0, self.state.total - self.state.main)

    @property
    def window(self) -> tuple[Place, ...]:
        """What can be asked next, the planned ones first; empty at the end."""
        if self.concluding:
            return ()
        return (self._unasked() if self.mains_left else ()) or (self.conclusion,)

    @property
    def follow_ups_left(self) -> int:
        return min(MOST_FOLLOW_UPS, self.place.question.follow_ups) - self.state.follow_ups

    @property
    def may_stay(self) -> bool:
        """Only a substantive answer is asked further, and never the last one."""
        return not self.concluding and self.follow_ups_left > 0 and substantive(self.fresh)

    def state_at(self, place: Place, text: str) -> PodcastState:
        main = self.state.main if place == self.conclusion else self.state.main + 1
        return self.state.model_copy(update={"main": main, "asked": self.state.asking(text)})

    def state_deeper(self, text: str) -> PodcastState:
        return self.state.model_copy(update={"asked": self.state.asking(text)})

    def progress_at(self, place: Place) -> Progress | None:
        """The number of a main question: there are few."""
        return None if place == self.conclusion else Progress(done=self.state.main + 1, total=self.state.total)

    def _unasked(self) -> tuple[Place, ...]:
        between = [each.id for each in self.chapter.questions[1:-1]]
        known = set(between)
        order = dict.fromkeys((*(each for each in self.state.plan if each in known), *between))
        taken = numbers_in(self.state.taken_up)
        left = (place for each in order if (place := self.script.by_id[each]).index not in taken)
        new = (each for each in left if not repeats(each.question.text, self.state.asked) and self.allowed(each))
        return tuple(islice(new, WINDOW))


def repeats(text: str, asked: Iterable[str]) -> bool:
    """Whether a question was asked before, in these words or nearly."""
    return any(same_question(text, old) for old in asked)


def plan(chapter: Chapter, total: int, guidelines: str) -> tuple[str, ...]:
    """The bank's questions of an interview with `total` main questions, without its opening one.

    First those that match what the person wants to talk about; the rest are spread over the whole bank, which goes from
    what is easy and near to what lies ahead.
    """
    between = chapter.questions[1:-1]
    wanted = _matching(between, guidelines)[: total - 1]
    others = [each for each in between if each not in wanted]
    return tuple(each.id for each in (*wanted, *_spread(others, total - 1 - len(wanted))))


def _spread(questions: Sequence[ScriptQuestion], count: int) -> list[ScriptQuestion]:
    count = min(count, len(questions))
    return [questions[(2 * n + 1) * len(questions) // (2 * count)] for n in range(count)]


def _matching(questions: Sequence[ScriptQuestion], guidelines: str) -> list[ScriptQuestion]:
    words = [_stems(" ".join((each.text, each.objective, *each.probes))) for each in questions]
    often = Counter(word for found in words for word in found)
    wanted = {word for word in _stems(guidelines) - _EMPTY if often[word] <= _COMMON}
    return [question for question, found in zip(questions, words, strict=True) if wanted & found]


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in _WORD.findall(text.casefold().replace("ё", "е"))}


def _cue(english: str, russian: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{english}|{russian})\b", re.IGNORECASE)


CUES = {
    "against": _cue(
        r"disagree\w*|(?:do not|don['’]t) agree|nonsense|not true",
        r"не соглас\w+|не согла[шс]\w+|спорно\w*|ерунд\w+|чушь|неправда",
    ),
    "doubt": _cue(
        r"not sure|unsure|doubt\w*|(?:do not|don['’]t) know (?:if|whether|how|what)",
        r"не уверен\w*|сомнева\w+|сомнени\w+|не знаю,? (?:что|как|стоит|правда)",
    ),
    "memory": _cue(
        r"remind\w+ me|remember\w*|when i was|back then|my childhood|years ago",
        r"напомни\w+|вспомни\w+|вспомина\w+|в детстве|в молодости|когда-то|лет назад",
    ),
    "plan": _cue(
        r"i want to|i['’]d like to|i would like to|i(?:['’]m| am) going to|i(?:['’]ll| will) try|i plan to",
        r"хочу|хотелось бы|попробую|собираюсь|планирую|попытаюсь|решил\w*",
    ),
    "feeling": _cue(
        r"i felt|i feel|it felt|made me (?:sad|happy|angry|anxious|calm|laugh|smile|cry)|touched me|moved me",
        r"почувствова\w+|чувству\w+|чувств\w|тронул\w*|задел\w*|взволнова\w+|обрадова\w+|разозли\w+",
    ),
}
"""What an answer may speak of, in the order in which it is looked for; `podcast-ask-<cue>` among the words."""


def cue_question(ground: PodcastStanding, told: str) -> tuple[PodcastStanding, str]:
    """The question that goes with a word of the answer, and the ground that remembers it; empty for none."""
    state = ground.state
    if ground.language not in LANGUAGES:
        return ground, ""
    for cue, pattern in CUES.items():
        if cue not in state.cues and pattern.search(told):
            text = say(ground.language, f"podcast-ask-{cue}")
            if not repeats(text, state.asked):
                return replace(ground, state=state.model_copy(update={"cues": (*state.cues, cue)})), text
    return ground, ""
