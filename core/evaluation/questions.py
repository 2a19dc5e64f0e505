"""How an interviewer words what it says: one thing at a time, short, open, and little beside the person."""

from __future__ import annotations

import re

from core.evaluation.plain_stems import asking, without_quotes
from core.evaluation.talk import Talk, Who
from core.evaluation.tally import Measure, Tally, TallyForm, among
from core.interviews.guard.text import count_words, marks, tokens

LONGEST_QUESTION = 30
LONGEST_MESSAGE = 60
"""Words."""

MEASURES = (
    Measure(name="marks", title="question marks a message", form=TallyForm.MEAN, good="1"),
    Measure(name="doubled", title="messages that ask more than one thing", form=TallyForm.OF, good="0"),
    Measure(name="question_words", title="words a question", form=TallyForm.MEAN, good="30 or fewer"),
    Measure(name="long_questions", title=f"questions over {LONGEST_QUESTION} words", form=TallyForm.OF, good="0"),
    Measure(name="message_words", title="words a message", form=TallyForm.MEAN, good="60 or fewer"),
    Measure(name="long_messages", title=f"messages over {LONGEST_MESSAGE} words", form=TallyForm.OF, good="0"),
    Measure(
        name="share", title="share of the talk that is the interviewer's", form=TallyForm.SHARE, good="20 % or less"
    ),
    Measure(name="yes_no", title="yes/no openings", form=TallyForm.SHARE, good="under 10 %"),
    Measure(name="why", title="why openings", form=TallyForm.SHARE, good="under 5 %"),
    Measure(name="no_question", title="messages without a question", form=TallyForm.OF),
)

_LEAD = re.compile(r"^(?:\W*(?:and|so|then|but|or|well|now|и|а|но|ну|тогда)\b[\s,]*)+", re.IGNORECASE)
_AUXILIARY = re.compile(
    r"(?:did|do|does|was|were|is|are|am|have|has|had|could|would|can|will|should|shall|may|might)(?:n't|n’t)?\b",
    re.IGNORECASE,
)
_WH = frozenset("what how who whom whose where when why which".split())  # noqa: SIM905 - to be read as words
_WH_RU = re.compile(
    r"^(?:что|чем|чего|чему|как|кто|кого|кому|кем|ком|где|куда|откуда|когда|почему|зачем|отчего|сколько|чей|чья|чье|чьи|"
    r"как(?:ой|ая|ое|ие|ого|ом|ую|их|им|ими)|котор\w+)$"
)
_WHY = frozenset({"why", "почему", "зачем", "отчего"})


def wording(talk: Talk) -> dict[str, Tally]:
    """The measures of this file, over what was said after each answer."""
    turns = range(1, talk.turns + 1)
    said = {turn: text for turn in turns if (text := talk.heard(turn))}
    asked = [(turn, question) for turn in turns for question in asking(talk.heard(turn))]
    lengths = [(turn, count_words(question)) for turn, question in asked]
    sizes = {turn: count_words(text) for turn, text in said.items()}
    ours = sum(count_words(line.text) for line in talk.lines if line.who is Who.INTERVIEWER and line.turn >= 0)
    theirs = sum(count_words(line.text) for line in talk.lines if line.who is Who.PERSON and line.answer)
    marked = {turn: marks(without_quotes(text)) for turn, text in said.items()}
    return {
        "marks": Tally(n=sum(marked.values()), of=len(said)),
        "doubled": among((t for t, text in said.items() if marked[t] > 1 or len(asking(text)) > 1), len(said)),
        "question_words": Tally(n=sum(size for _, size in lengths), of=len(lengths)),
        "long_questions": among((turn for turn, size in lengths if size > LONGEST_QUESTION), len(lengths)),
        "message_words": Tally(n=sum(sizes.values()), of=len(sizes)),
        "long_messages": among((turn for turn, size in sizes.items() if size > LONGEST_MESSAGE), len(sizes)),
        "share": Tally(n=ours, of=ours + theirs),
        "yes_no": among((turn for turn, question in asked if closed(question)), len(asked)),
        "why": among((turn for turn, question in asked if asks_why(question)), len(asked)),
        "no_question": among((turn for turn, text in said.items() if not asking(text)), len(said)),
    }


def closed(question: str) -> bool:
    """Whether yes or no would be an answer to it."""
    if "?" not in question:
        return False
    words = tokens(without_quotes(question))
    opening = _LEAD.sub("", question.strip())
    if any(_WH_RU.match(word) for word in words) or "ли" in words:
        return "ли" in words[:4]
    return _AUXILIARY.match(opening) is not None or not _WH.intersection(words)


def asks_why(question: str) -> bool:
    """Whether its first word that asks is "why"."""
    first = next((word for word in tokens(question) if word in _WH or _WH_RU.match(word)), "")
    return first in _WHY
