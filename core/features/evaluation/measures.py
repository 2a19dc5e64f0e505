"""Measures of a talk, counted without a guess at what anybody meant; its expense; and talks added up.

A provider can take what a prompt shares with the one before it, from its first letter on, out of its cache; that counts
a tenth. Letters are counted, since they are there for every model, and tokens where the provider tells them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from core.simulation.people import SimulatedPerson
from core.simulation.talks import BEFORE, CACHED, RecordedTalk, Who, effective_inputs
from core.text.text import count_question_marks, count_words


class TallyForm(StrEnum):
    MEAN = "mean"
    SHARE = "share"
    OF = "of"
    SUM = "sum"


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A number of a total; `turns` are those in which it was counted, where that says anything."""

    n: float = 0
    of: float = 0
    turns: tuple[int, ...] = ()

    @property
    def value(self) -> float | None:
        """The share of the total; None where there was nothing to count."""
        return self.n / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class Measure:
    """A count with its name, and what is good."""

    name: str
    title: str
    form: TallyForm
    good: str = ""


LONGEST_MESSAGE: Final = 60  # words
TALKED = (
    Measure("facts", "facts that came out", TallyForm.OF),
    Measure("hidden", "hidden facts that came out", TallyForm.OF, "many"),
    Measure("marks", "question marks a message", TallyForm.MEAN, "1"),
    Measure("message_words", "words a message", TallyForm.MEAN, "60 or fewer"),
    Measure("long_messages", f"messages over {LONGEST_MESSAGE} words", TallyForm.OF, "0"),
    Measure("repeated", "messages said before, word for word", TallyForm.OF, "0"),
    Measure("share", "share of the talk that is the interviewer's", TallyForm.SHARE, "20 % or less"),
)
SPENT = (
    Measure("calls", "model calls", TallyForm.SUM),
    Measure("failed", "model calls that failed", TallyForm.OF, "0"),
    Measure("turn_calls", "calls between an answer and the next message", TallyForm.MEAN, "1 or fewer"),
    Measure("prompt", "characters of a prompt", TallyForm.MEAN),
    Measure("effective", "effective input of a turn, characters", TallyForm.MEAN, "9,000 or fewer"),
    Measure("effective_tokens", "effective input of a turn, tokens", TallyForm.MEAN),
    Measure("output", "tokens of an answer", TallyForm.MEAN),
    Measure("cost", "cost, in millionths", TallyForm.SUM),
)
MEASURES = (*TALKED, *SPENT)
Tallies = Mapping[str, Count]
TURNS = frozenset({"talk", "plain"})  # purposes of calls between an answer and what is said next


def measure_talk(talk: RecordedTalk, person: SimulatedPerson) -> dict[str, Count]:
    """Return what a talk was like, by the names of `MEASURES`."""
    said = {turn: text for turn in range(1, talk.turns + 1) if (text := talk.heard(turn))}
    sizes = {turn: count_words(text) for turn, text in said.items()}
    ours = sum(count_words(line.text) for line in talk.lines if line.who is Who.INTERVIEWER and line.turn >= 0)
    theirs = sum(count_words(line.text) for line in talk.lines if line.who is Who.PERSON and line.answer)
    earlier = {turn: {talk.heard(0), *(text for other, text in said.items() if other < turn)} for turn in said}
    # Facts count as told to the letter, as people who answer by rules tell them; where none was, nothing is counted.
    told = "\n".join(talk.told(turn) for turn in range(1, talk.turns + 1))
    facts = hidden = Count()
    if any(fact.tell in told for fact in person.every_fact()):
        facts, hidden = (
            Count(n=sum(fact.tell in told for fact in some), of=len(some))
            for some in (person.facts, [found for fact in person.facts for found in fact.below()])
        )
    return {
        "facts": facts,
        "hidden": hidden,
        "marks": Count(n=sum(map(count_question_marks, said.values())), of=len(said)),
        "message_words": Count(n=sum(sizes.values()), of=len(sizes)),
        "long_messages": tally_turns((turn for turn, size in sizes.items() if size > LONGEST_MESSAGE), len(sizes)),
        "repeated": tally_turns((turn for turn, text in said.items() if text in earlier[turn]), len(said)),
        "share": Count(n=ours, of=ours + theirs),
        **spending_measures(talk),
    }


def group_tallies(talks: Sequence[tuple[SimulatedPerson, Tallies]]) -> dict[str, Tallies]:
    """Add up the tallies of everybody, and by language where there are several."""
    languages = sorted({person.language for person, _ in talks})
    found: dict[str, Tallies] = {"all": sum_tallies(tallies for _, tallies in talks)}
    if len(languages) > 1:
        for language in languages:
            found[language] = sum_tallies(tallies for person, tallies in talks if person.language == language)
    return found


def format_tally(measure: Measure, tally: Count | None) -> str:
    """Write a tally for reading; empty where there was nothing to count."""
    if tally is None or (measure.form is not TallyForm.SUM and tally.value is None):
        return ""
    if measure.form is TallyForm.SUM:
        return f"{tally.n:,.0f}"
    if measure.form is TallyForm.OF:
        return f"{tally.n:,.0f} of {tally.of:,.0f}"
    value = tally.value or 0.0
    if measure.form is TallyForm.SHARE:
        return f"{100 * value:.0f} %"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def evaluation_data(talks: Sequence[tuple[SimulatedPerson, RecordedTalk, Tallies]]) -> dict[str, object]:
    """Return every figure for programs: of all, by language and by person; `turns` say where it was counted."""
    pairs = [(person, tallies) for person, _, tallies in talks]
    people = {
        person.name: {
            "interviewer": talk.interviewer,
            "language": person.language,
            "answers": talk.turns,
            "measures": _plain(tallies),
        }
        for person, talk, tallies in talks
    }
    return {"groups": {name: _plain(tallies) for name, tallies in group_tallies(pairs).items()}, "people": people}


def _plain(tallies: Tallies) -> dict[str, object]:
    return {
        name: {"n": tally.n, "of": tally.of, "value": tally.value, "turns": list(tally.turns)}
        for name, tally in tallies.items()
    }


def spending_measures(talk: RecordedTalk) -> dict[str, Count]:
    """Return the measures of what a talk took: calls, what was read for each, and money."""
    turns = [call for call in talk.calls if call.purpose in TURNS]
    counted = [call for call in turns if call.input_tokens]
    sizes = list(effective_inputs(call.prompt for call in turns))
    # A model could be asked what to say after each answer, and for a beginning that is in no script.
    messages = talk.turns + (not any(line.turn == BEFORE for line in talk.lines))
    tokens = sum(call.input_tokens - (1 - CACHED) * call.cached_tokens for call in counted)
    return {
        "calls": Count(n=len(talk.calls)),
        "failed": Count(n=sum(call.outcome not in {"ok", "cancelled"} for call in talk.calls), of=len(talk.calls)),
        "turn_calls": Count(n=len(turns), of=messages if talk.calls else 0),
        "prompt": Count(n=sum(len(call.prompt) for call in turns), of=len(turns)),
        "effective": Count(n=sum(sizes), of=len(sizes)),
        "effective_tokens": Count(n=tokens, of=len(counted)),
        "output": Count(n=sum(call.output_tokens for call in counted), of=len(counted)),
        "cost": Count(n=sum(call.cost_micros for call in talk.calls)),
    }


def tally_turns(turns: Iterable[int], of: int) -> Count:
    """Count one for each of these turns."""
    found = tuple(turns)
    return Count(n=len(found), of=of, turns=found)


def sum_tallies(talks: Iterable[Mapping[str, Count]]) -> dict[str, Count]:
    """Add up the tallies of several talks by their names, without the turns, which are of one talk only."""
    added: dict[str, Count] = {}
    for name, tally in (item for tallies in talks for item in tallies.items()):
        before = added.get(name, Count())
        added[name] = Count(n=before.n + tally.n, of=before.of + tally.of)
    return added
