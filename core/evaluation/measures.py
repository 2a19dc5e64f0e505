"""Every measure of a talk, and talks added up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from core.contracts.script import ScriptSet
from core.evaluation import listening, promises, questions, spending
from core.evaluation.people import SimulatedPerson
from core.evaluation.plain_stems import content
from core.evaluation.talk import Talk
from core.evaluation.tally import Measure, Tally, TallyForm, together

MEASURES = (*promises.MEASURES, *listening.MEASURES, *questions.MEASURES, *spending.MEASURES)
Tallies = Mapping[str, Tally]


def measured(talk: Talk, person: SimulatedPerson, vocabulary: frozenset[str] = frozenset()) -> dict[str, Tally]:
    """What a talk was like, by the names of `MEASURES`."""
    return {
        **promises.keeping(talk, person),
        **listening.listening(talk, person, vocabulary),
        **questions.wording(talk),
        **spending.costs(talk),
    }


def vocabulary_of(sets: Iterable[ScriptSet]) -> frozenset[str]:
    """The stems of what scripts ask in: words that are the interviewer's own trade."""
    scripts = (script for each in sets for script in each.scripts.values())
    texts = (
        text
        for script in scripts
        for place in script.places
        for text in (place.chapter.intro, place.question.text, place.question.objective, *place.question.probes)
    )
    return content("\n".join(texts))


def groups(talks: Sequence[tuple[SimulatedPerson, Tallies]]) -> dict[str, Tallies]:
    """Everybody together, and by language where there are several."""
    languages = sorted({person.language for person, _ in talks})
    found: dict[str, Tallies] = {"all": together(tallies for _, tallies in talks)}
    if len(languages) > 1:
        for language in languages:
            found[language] = together(tallies for person, tallies in talks if person.language == language)
    return found


def shown(measure: Measure, tally: Tally | None) -> str:
    """A tally for reading; empty where there was nothing to count."""
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


def as_data(talks: Sequence[tuple[SimulatedPerson, Talk, Tallies]]) -> dict[str, object]:
    """Every figure for programs: of all, by language and by person; `turns` say where something was counted."""
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
    return {"groups": {name: _plain(tallies) for name, tallies in groups(pairs).items()}, "people": people}


def _plain(tallies: Tallies) -> dict[str, object]:
    return {
        name: {"n": tally.n, "of": tally.of, "value": tally.value, "turns": list(tally.turns)}
        for name, tally in tallies.items()
    }
