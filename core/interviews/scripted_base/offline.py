"""Choose the next step after an answer without a model: written questions, written follow-ups and buttons.

Nothing here pretends to understand. Words of the answer are looked at for one thing only: whether something hard may
have been told. That makes the interviewer gentler, and never does anything else.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.contracts.script import QuestionRef
from core.contracts.session import EntryKind
from core.interviews.message_check import names_closed_subject
from core.interviews.scripted_base.base_state import bit_numbers, set_bits
from core.interviews.scripted_base.base_turns import G, vary_wording
from core.languages.messages import say
from core.languages.phrases import Phrase, find_phrase
from core.languages.sensitive import is_danger, is_hard
from core.privacy.facts import Facts, describe_program, who_reads_lines
from core.text.text import count_words, stems

SHORT = 12
"""An answer of fewer words is a short one."""
LONG = 40
"""Words from which an answer tells a scene: it gets a second follow-up, a plain invitation."""
MOST_ROOMS = 4
"""Messages in a row without a question, for somebody who goes on telling."""
ROOM_OFFERS = ("more", "skip", "pause")
"""The buttons after something hard: continue with this, with something else, or pause."""
QUESTION_OFFERS = ("skip", "elsewhere", "pause")


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineStep:
    """The choice of the rhythm. An empty one goes on to the next question of the script."""

    lead: str = ""
    """Said before the question."""
    probe: str = ""
    """Asked in place of the script's next question."""
    room: bool = False
    """The probe asks nothing and leaves the floor to them."""
    stays: bool = False
    """Keep the open question open, and say only the lead."""
    danger: bool = False
    """The help text is sent too."""


def next_offline_step(ground: G, facts: Facts, *, probes: int = 2, gentle: bool = True) -> tuple[G, OfflineStep]:
    """Choose what follows an answer. `probes`: how many follow-ups this kind of interview asks at most.

    `gentle`: be so after anything hard, and not only where somebody may be in danger.
    """
    told, language = ground.fresh, ground.language
    if (found := _to_the_interviewer(ground, find_phrase(told, language), facts)) is not None:
        return found
    question = ground.situation.question
    in_room = question is not None and question.kind is EntryKind.ROOM
    danger = is_danger(told, language)
    if danger or (gentle and is_hard(told, language)):
        ground, line = vary_wording(ground, "hard")
        # Somebody who presses no button and has told much is asked the next question in the end.
        if in_room and ground.state.follow_ups >= MOST_ROOMS and not danger:
            return ground, OfflineStep(lead=line)
        return ground, OfflineStep(probe=line, room=True, danger=danger)
    if ground.just_told_freely:
        return ground, OfflineStep(lead=say(language, "interview-told"))
    words, asked = count_words(told), ground.state.follow_ups
    if in_room and words >= SHORT and asked < MOST_ROOMS:
        ground, line = vary_wording(ground, "room")
        return ground, OfflineStep(probe=line, room=True)
    if in_room:
        return ground, OfflineStep(lead=say(language, "interview-told"))
    if not ground.freely:
        ground = ground.remembering(told=set_bits(ground.state.told, ground.place.index))
    if not ground.may_stay or asked >= probes:
        return ground, OfflineStep()
    if asked == 0 and (written := _written_probe(ground, "short" if words < SHORT else "long")) is not None:
        ground, text = written
        return ground, OfflineStep(probe=text)
    if asked and words >= LONG:
        ground, line = vary_wording(ground, "more")
        return ground, OfflineStep(probe=line, room=True)
    return ground, OfflineStep()


def _to_the_interviewer(ground: G, asked: Phrase | None, facts: Facts) -> tuple[G, OfflineStep] | None:
    """Answer one of the few questions to the interviewer that are known word for word; None for anything else."""
    language = ground.language
    if asked is Phrase.WHAT_DO_YOU_MEAN:
        if (written := _written_probe(ground, "short")) is not None:
            ground, text = written
            return ground, OfflineStep(lead=say(language, "reply-mean"), probe=text)
        question = ground.situation.question
        return ground, OfflineStep(lead=question.text if question is not None else "", stays=True)
    if asked is Phrase.WHO_ARE_YOU:
        return ground, OfflineStep(lead=describe_program(facts, language), stays=True)
    if asked is Phrase.WHO_READS_THIS:
        return ground, OfflineStep(lead=who_reads_lines(facts, language), stays=True)
    if asked is Phrase.ARE_YOU_THERE:
        return ground, OfflineStep(lead=say(language, "reply-there"), stays=True)
    return None


def _written_probe(ground: G, length: str) -> tuple[G, str] | None:
    """Return the first follow-up to the open question that fits an answer of this length and was not asked yet."""
    if not ground.scripted or ground.freely:
        return None
    used = bit_numbers(ground.state.probes)
    before = {stems(text) for text in ground.asked}
    for number, (place, probe) in enumerate((p, each) for p in ground.script.places for each in p.question.probes):
        if place != ground.place or probe.after not in {"any", length} or number in used:
            continue
        if stems(probe.text) not in before and not names_closed_subject(probe.text, ground.state.closed):
            return ground.remembering(probes=set_bits(ground.state.probes, number)), probe.text
    return None


def next_elsewhere(ground: G) -> QuestionRef | None:
    """Return the next question of another chapter, for somebody who would rather be asked about something else."""
    here = ground.place.chapter.id
    return next((place for place in ground.window if place.chapter.id != here), next(iter(ground.window), None))
