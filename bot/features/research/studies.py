"""Reads a study out of the database: its participants with their interviews, as `core.features.research` has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.contracts.closed_questions import Value
from core.contracts.errors import ConfigurationError
from core.contracts.script import ScriptSet
from core.contracts.session import Agreement, EntryKind, Record, Status
from core.documents.exchanges import answered_exchanges
from core.features.research.rows import Study, WaveParticipant, all_studies, study, wave_participants
from core.features.research.tables import ParticipantProgress, Participation
from core.interviews.script.values import parse_value
from core.store.consents import agreements_of
from core.store.records import record_for_others
from core.store.rows import to_datetime
from core.store.store import Connection


def find_study(c: Connection, name: str) -> Study:
    """Raises ConfigurationError, which names those that there are."""
    found = study(c, name)
    if found is None:
        there = ", ".join(each.name for each in all_studies(c)) or "none yet"
        raise ConfigurationError(f"There is no study {name!r}; there are: {there}.")
    return found


def load_participations(c: Connection, name: str) -> Iterator[Participation]:
    """Yield everybody in every wave, one read after the other: a study need not fit into memory."""
    for part in wave_participants(c, name):
        held = None if part.session_id is None else record_for_others(c, part.session_id)
        agreed = None if held is None else consent_given(c, part, held[1])
        yield Participation(
            code=part.code,
            wave=part.wave,
            batch=part.batch,
            standing=participant_progress(part),
            invited_at=to_datetime(part.invited_at),
            consented_at=None if agreed is None else agreed.at,
            record=None if held is None else held[0],
            scripts=None if held is None else held[1],
            values={} if held is None else closed_values(*held),
        )


def participant_progress(part: WaveParticipant) -> ParticipantProgress:
    if part.withdrawn:
        return ParticipantProgress.WITHDRAWN
    if part.session_id is None:
        return ParticipantProgress.INVITED
    if part.screened_out:
        return ParticipantProgress.SCREENED_OUT
    return ParticipantProgress.FINISHED if part.status == Status.COMPLETED.value else ParticipantProgress.BEGUN


def consent_given(c: Connection, part: WaveParticipant, scripts: ScriptSet) -> Agreement | None:
    """Return what they had agreed to when they began; None for who has not begun, and whose words are gone.

    `scripts`: of their interview; of several agreements it is the last that has its terms.
    """
    if part.begun_at is None or part.person_id is None:
        return None
    begun = to_datetime(part.begun_at)
    given = [each for each in agreements_of(c, part.person_id) if each.at <= begun]
    terms = {each.consent.strip() for each in scripts.scripts.values() if each.consent.strip()}
    own = [each for each in given if any(term in each.text for term in terms)]
    return next(reversed(own or given), None)


def closed_values(whole: Record, scripts: ScriptSet) -> Mapping[str, Value]:
    """Return what was read of the answers to closed questions that stand, by the questions' ids."""
    script = scripts.speak(whole.session.language)
    found: dict[str, Value] = {}
    for exchange in answered_exchanges(whole):
        question = exchange.question
        place = None if question is None else script.by_id.get(question.question_id)
        if question is None or place is None or not place.question.closed or question.kind is not EntryKind.QUESTION:
            continue
        value = parse_value(place.question, [each.text for each in exchange.answers], language=script.language)
        if value is not None:
            found[place.question.id] = value
    return found
