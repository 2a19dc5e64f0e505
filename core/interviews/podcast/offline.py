"""The offline way: the bank's questions as they are written, and follow-ups by rules on the answer's own words.

It never pretends to understand. A word of doubt, of disagreement, of memory brings the one plain question that goes
with it, once in a conversation; else the bank's own probe is asked. Twice on one question is enough.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.interviews.common.offline import LONG, echoed, thanked
from core.interviews.podcast.course import Ground, repeats
from core.interviews.podcast.state import PodcastState
from core.interviews.signals import Signals, hard
from core.substance import words_told
from core.words import LANGUAGES, say

MOST_BY_RULE = 2


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
    "person": _cue(
        r"my (?:wife|husband|mother|father|mum|mom|dad|sister|brother|son|daughter|friend|boss|teacher|neighbour)",
        r"(?:моя|моей|мою|мой|моего|моему|моим|моём) (?:жен\w+|муж\w*|мам\w+|пап\w+|мат\w+|отец|отц\w+|сестр\w+|брат\w*"
        r"|сын\w*|доч\w+|друг\w*|подруг\w+|начальни\w+|учител\w+|сосед\w*)",
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


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineStep:
    """What the rules chose."""

    state: PodcastState
    lead: str = ""
    """A quotation or a thank-you, to be said first."""
    probe: str = ""
    """The follow-up; empty: on to the next question."""


def choose(ground: Ground, signals: Signals) -> OfflineStep:
    """The step after an answer that is neither a wish nor distress."""
    answer = ground.fresh
    told_hard = hard(answer)
    long = words_told(answer) >= LONG
    if not told_hard and not long and not signals.nothing and _may_probe(ground):
        state, probe = _probe(ground, answer)
        if probe:
            state, lead = echoed(state, ground.language, answer)
            return OfflineStep(state=state, lead=lead, probe=probe)
    if told_hard or long:
        state, lead = thanked(ground)
        return OfflineStep(state=state, lead=lead)
    return OfflineStep(state=ground.state)


def _may_probe(ground: Ground) -> bool:
    if ground.situation.session.timing.calm:
        return False  # after a sign of distress nothing is asked further by rule
    return ground.scripted and ground.may_follow_up and ground.state.follow_ups < MOST_BY_RULE


def _probe(ground: Ground, answer: str) -> tuple[PodcastState, str]:
    """The question that goes with a word of the answer; else, as a first follow-up, the bank's own probe."""
    state = ground.state
    for cue, pattern in CUES.items():
        if cue not in state.cues and ground.language in LANGUAGES and pattern.search(answer):
            text = say(ground.language, f"podcast-ask-{cue}")
            if not repeats(text, state.asked):
                return state.model_copy(update={"cues": (*state.cues, cue)}), text
    if state.follow_ups == 0:
        for text in ground.place.question.probes:
            if not repeats(text, state.asked):
                return state, text
    return state, ""
