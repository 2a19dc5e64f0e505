"""Without a model a word of doubt, of disagreement, of memory brings the one plain question that goes with it.

Once in a conversation.
"""

from __future__ import annotations

import re
from dataclasses import replace

from core.interviews.podcast.course import PodcastStanding, repeats
from core.words import LANGUAGES, say


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
