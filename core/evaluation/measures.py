"""Measures of a talk, counted without a guess at what anybody meant; and talks added up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from core.evaluation import spending
from core.evaluation.people import SimulatedPerson
from core.evaluation.talk import RecordedTalk, Who
from core.evaluation.tally import Count, Measure, TallyForm, sum_tallies, tally_turns
from core.text.text import count_question_marks, count_words

LONGEST_MESSAGE: Final = 60
"""Words."""
TALKED = (
    Measure(name="facts", title="facts that came out", form=TallyForm.OF),
    Measure(name="hidden", title="hidden facts that came out", form=TallyForm.OF, good="many"),
    Measure(name="marks", title="question marks a message", form=TallyForm.MEAN, good="1"),
    Measure(name="message_words", title="words a message", form=TallyForm.MEAN, good="60 or fewer"),
    Measure(name="long_messages", title=f"messages over {LONGEST_MESSAGE} words", form=TallyForm.OF, good="0"),
    Measure(name="repeated", title="messages said before, word for word", form=TallyForm.OF, good="0"),
    Measure(
        name="share", title="share of the talk that is the interviewer's", form=TallyForm.SHARE, good="20 % or less"
    ),
)
MEASURES = (*TALKED, *spending.MEASURES)
Tallies = Mapping[str, Count]


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
            for some in (person.facts, person.hidden_facts())
        )
    return {
        "facts": facts,
        "hidden": hidden,
        "marks": Count(n=sum(map(count_question_marks, said.values())), of=len(said)),
        "message_words": Count(n=sum(sizes.values()), of=len(sizes)),
        "long_messages": tally_turns((turn for turn, size in sizes.items() if size > LONGEST_MESSAGE), len(sizes)),
        "repeated": tally_turns((turn for turn, text in said.items() if text in earlier[turn]), len(said)),
        "share": Count(n=ours, of=ours + theirs),
        **spending.spending_measures(talk),
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
