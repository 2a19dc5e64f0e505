"""What follows an answer without a model.

It never pretends to understand. It obeys, answers what it is asked, takes up a name or a thing of theirs, asks what the
script's author put beside the question, and goes on; after something hard it leaves room and asks nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from core.contracts.script import Place
from core.contracts.session import EntryKind, Role
from core.interviews.guard import stems, touches
from core.interviews.guard.text import count_words
from core.interviews.scripted_base import base_turns, replies, wording
from core.interviews.scripted_base.base_state import marked, numbers_in
from core.interviews.scripted_base.base_turns import Log, moved_on
from core.interviews.scripted_base.books import closed
from core.interviews.scripted_base.handles import Handle, handles
from core.interviews.scripted_base.prompt_transcript import between_us
from core.interviews.scripted_base.replies import TakenApart
from core.interviews.scripted_base.standing import G, Standing
from core.interviews.scripted_base.wording import varied
from core.interviews.signals import Signals, hard, hear
from core.privacy.facts import Facts
from core.words import say

SHORT = 12
"""In an answer to a probe with fewer words only names are looked for."""
SCENE = 25
"""An answer of so many words, of a life, tells a scene: it is stayed in before anything else. After an answer to a
probe with fewer words only what they have named is asked about.
"""
MUCH = 30
"""Who tells so much at once is asked further as often as `MOST`, else as `USUAL`."""
USUAL = 2
MOST = 4
_KEPT_NAMES = 16
_NAME = 3
"""Words of the longest that is kept, so that it is not taken up again."""
_SOMEBODY = frozenset(["person", "name", "kin"])
_POINTS = re.compile(
    r"\b(?:it|its|that|this|these|those|then|there|they|them|their|he|she|him|her|his|afterwards|"
    r"это\w*|тот|того|том|тому|той|тогда|там|потом|он|она|они|его|её|ему|ей|ним|ней|них|им|ими)\b",
    re.IGNORECASE,
)
"""A probe with such a word rests on something that was told."""

_AND_NO_TOPIC = re.compile(
    r"\s+(?:instead|rather|please|now|пожалуйста|лучше|спрашивай\w*|спросите)\b.*", re.IGNORECASE
)
"""What may stand behind the subject that somebody asks for."""

Probe = Callable[[G, str], tuple[G, str]]
"""A kind's own further question to what was told, and the ground that remembers it; empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineStep:
    """What the rules chose. Nothing: on to the next question of the script."""

    lead: str = ""
    """Said before the question."""
    probe: str = ""
    """Asked in place of the script's question, of `target` or else further into the open subject."""
    room: bool = False
    """The probe asks nothing and leaves the floor to them."""
    target: Place | None = None
    """The subject to go to."""
    stays: bool = False
    """What is open stays open: only the lead is said."""
    kept_back: tuple[int, ...] = ()
    log: Log = ()


def step(ground: G, signals: Signals, heard: TakenApart, facts: Facts, *, first: Probe[G]) -> tuple[G, OfflineStep]:
    """What follows an answer. `first`: what the kind would ask before the common probes."""
    language = ground.language
    platform = ground.situation.session.address.platform
    lead = replies.reply(heard.asks, facts, platform=platform, language=language)
    kept: tuple[int, ...] = ()
    if heard.keep_back:
        kept = _meant(ground, heard)
        lead = _spaced(lead, say(language, "interview-kept-back", operator=facts.operator or "none"))
    if heard.asides and heard.told:
        signals = hear(heard.told)
    ground, found = _wished(ground, heard.wish or signals) or (
        _unasked(ground, heard) if not heard.told else _told(ground, signals, heard, first=first)
    )
    return ground, replace(found, lead=_spaced(lead, found.lead), kept_back=kept)


def _spaced(*parts: str) -> str:
    return " ".join(part for part in parts if part)


# --- wishes -------------------------------------------------------------------------------------------------------


def _wished(ground: G, signals: Signals) -> tuple[G, OfflineStep] | None:
    """Where they wish to go; None where they wish nothing."""
    if signals.refuses:
        ground, line, log = base_turns.refused(ground, signals.subject, for_now=signals.hesitates)
        return ground, OfflineStep(lead=line, log=log)
    if signals.topic:
        return _to_topic(ground, signals.topic)
    if signals.lighter:
        ground, line = varied(ground, "lighter")
        return ground, OfflineStep(lead=line, target=next((p for p in ground.window if p.question.light), None))
    if signals.already_told:
        ground, line = varied(ground, "told-already")
        return ground, OfflineStep(lead=line, log=moved_on(ground))
    return (ground, OfflineStep(log=moved_on(ground))) if signals.onward else None


def _to_topic(ground: G, topic: str) -> tuple[G, OfflineStep]:
    """To what they want to talk about, in their own word; the script's subject that is nearest counts as asked."""
    topic = _AND_NO_TOPIC.split(topic)[0]
    wanted = stems(topic)
    fitting = sorted(((_nearness(place, wanted), -place.index, place) for place in ground.agenda), key=lambda f: f[:2])
    near, _, place = fitting[-1] if fitting else (0, 0, ground.place)
    ground, line = varied(ground, "topic", topic=_with_preposition(ground, topic))
    return ground.remembering(follow_ups=0), OfflineStep(
        probe=line, target=place if near and place in ground.window else None
    )


def _nearness(place: Place, wanted: frozenset[str]) -> int:
    """How much a subject of the script has to do with what is wanted; most where its question names it."""
    question = place.question
    parts = ((question.text, 8), (question.objective, 3), (place.chapter.title, 2), (" ".join(question.probes), 1))
    return sum(weight for text, weight in parts if wanted and wanted <= stems(text))


def _with_preposition(ground: Standing[Any], topic: str) -> str:
    """As they said it where they did, since in Russian the word would have to change: "о работе", "про работу"."""
    if ground.language != "ru":
        return f"about {topic}"
    said = re.search(rf"\b(?:о|об|обо|про) {re.escape(topic)}", ground.fresh, re.IGNORECASE)
    return said.group() if said is not None else f"про «{topic}»"


# --- what was said to the interviewer alone -----------------------------------------------------------------------


def _unasked(ground: G, heard: TakenApart) -> tuple[G, OfflineStep]:
    """Nothing was told: what is open stays open, and is asked again only for those who did not understand it."""
    if "mean" in heard.asks and (again := _in_other_words(ground)):
        ground, probe = again
        return ground, OfflineStep(lead=say(ground.language, "reply-mean"), probe=probe)
    if {"mean", "repeat"} & set(heard.asks) and ground.situation.question is not None:
        once_more = wording.joined(say(ground.language, "reply-repeat"), ground.situation.question.text)
        return ground, OfflineStep(lead=once_more, stays=True)
    return ground, OfflineStep(stays=True)


def _in_other_words(ground: G) -> tuple[G, str] | None:
    """The open question another way: one of the script's by its next probe, one of ours by its next wording."""
    question = ground.situation.question
    if question is None or question.kind is EntryKind.QUESTION:
        return _unused_probe(ground, pointing=False)
    situation = ground.situation
    before = {
        e.seq: e.text for e in (*situation.tail, *situation.talk) if e.role is Role.PERSON and e.seq < question.seq
    }
    for _, told in sorted(before.items(), reverse=True):
        for handle in handles(told, ground.language):
            kind = f"probe-{handle.kind}"
            if question.text in wording.variants(ground.language, kind, **handle.values):
                after, words = varied(ground, kind, **handle.values)
                # It is the same question still.
                return after.remembering(follow_ups=ground.state.follow_ups - 1), words
    return None


def _meant(ground: Standing[Any], heard: TakenApart) -> tuple[int, ...]:
    """The messages that they want kept back."""
    situation = ground.situation
    lines = {entry.seq: entry for entry in (*situation.tail, *situation.talk)}
    return between_us(lines.values(), situation.question, alone=not heard.told)


# --- what was told ------------------------------------------------------------------------------------------------


def _told(ground: G, signals: Signals, heard: TakenApart, *, first: Probe[G]) -> tuple[G, OfflineStep]:
    told = heard.told
    may_stay = ground.may_stay and not ground.situation.session.timing.calm  # after distress nothing is asked by rule
    if signals.nothing or signals.fine:
        return _little(ground, smaller=signals.fine, may_stay=may_stay)
    if ground.just_told_freely:
        return _after_telling(ground, told, signals, may_stay=may_stay)
    if not ground.freely:
        ground = ground.remembering(told=marked(ground.state.told, ground.place.index))
    if _left_room(ground):
        return _leave_room(ground, "go-on") if may_stay and _goes_on(ground, told) else _leave(ground)
    if signals.loss or (ground.of_a_life and hard(told)):
        return _after_something_hard(ground, signals.loss) if may_stay else _leave(ground)
    if not may_stay or heard.keep_back:
        return ground, OfflineStep()
    for probe in _probes(ground, told, first):
        ground, words = probe(ground, told)
        if words:
            return ground, OfflineStep(probe=words)
    return ground, OfflineStep()


def _after_telling(ground: G, told: str, signals: Signals, *, may_stay: bool) -> tuple[G, OfflineStep]:
    """What they have told unasked is asked about once, by somebody or something in it; what is hard is left in peace.

    Which questions of the script were told with it no rule can tell: who is asked one says so.
    """
    if may_stay and not (signals.loss or hard(told)):
        ground, question = _handle_probe(ground, told)
        if question:
            return ground, OfflineStep(probe=question)
    ground, line = varied(ground, "loss") if signals.loss else varied(ground, "left")
    return ground, OfflineStep(lead=line)


def _probes(ground: G, told: str, first: Probe[G]) -> tuple[Probe[G], ...]:
    """What may be asked further: all of it once, then as long as they give something to take up."""
    words, asked = count_words(told), ground.state.follow_ups
    if not ground.of_a_life:
        return () if asked else (first, _written_probe)
    if asked == 0:
        return first, _handle_probe, _written_probe, _and_then
    if asked >= (MOST if words >= MUCH else USUAL):
        return ()
    return (first, _handle_probe, _written_probe) if words >= SCENE else (_handle_probe,)


def _little(ground: G, *, smaller: bool, may_stay: bool) -> tuple[G, OfflineStep]:
    """They have nothing to say to it, or nothing more: once another way into the same scene, then on."""
    if _left_room(ground):
        return _leave(ground)
    found = _unused_probe(ground, pointing=False) if may_stay and not ground.state.follow_ups else None
    if found is None:
        return ground, OfflineStep()
    ground, probe = found
    if not smaller:
        return ground, OfflineStep(probe=probe)
    ground, line = varied(ground, "smaller")
    return ground, OfflineStep(lead=line, probe=probe)


def _left_room(ground: Standing[Any]) -> bool:
    question = ground.situation.question
    return question is not None and question.kind is EntryKind.ROOM


def _goes_on(ground: Standing[Any], told: str) -> bool:
    return count_words(told) >= SCENE and ground.state.follow_ups < MOST


def _after_something_hard(ground: G, loss: bool) -> tuple[G, OfflineStep]:
    """One humane sentence for a loss, and the floor is theirs; nothing is dug for."""
    ground, line = varied(ground, "loss") if loss else (ground, "")
    return _leave_room(ground, "room", line)


def _leave(ground: G) -> tuple[G, OfflineStep]:
    """On, after something that is not to be left without a word."""
    ground, line = varied(ground, "left")
    return ground, OfflineStep(lead=line)


def _leave_room(ground: G, kind: str, line: str = "") -> tuple[G, OfflineStep]:
    ground, room = varied(ground, kind)
    return ground, OfflineStep(probe=_spaced(line, room), room=True)


# --- probes -------------------------------------------------------------------------------------------------------


def _handle_probe(ground: G, told: str) -> tuple[G, str]:
    """A question about somebody or something of theirs that was not taken up before; to a scene, what came of it."""
    if not ground.scripted:
        return ground, ""
    words = count_words(told)
    scene = ground.scenes and words >= SCENE
    for handle in handles(told, ground.language):
        if handle.kind not in _SOMEBODY and ground.state.follow_ups and words < SHORT:
            continue
        stays = scene and (not ground.state.follow_ups or handle.kind not in _SOMEBODY)
        if stays and handle.kind == "year":
            break
        after, question = varied(ground, f"{'scene' if stays else 'probe'}-{handle.kind}", **handle.values)
        if stays:
            after, then = varied(after, "probe-then")
            question = _spaced(question, then)
        if _is_new(ground, handle) and question not in ground.asked:
            return _named(after, handle), question
    return varied(ground, "probe-then") if scene else (ground, "")


def _named(ground: G, handle: Handle) -> G:
    if len(handle.words.split()) > _NAME:
        return ground
    return ground.remembering(named=(*ground.state.named, handle.words.casefold())[-_KEPT_NAMES:])


def _is_new(ground: Standing[Any], handle: Handle) -> bool:
    words = " ".join((handle.words, *handle.values.values()))
    return not touches(words, (*closed(ground.state.refused), *ground.state.named))


def _and_then(ground: G, told: str) -> tuple[G, str]:
    return varied(ground, "probe-then") if ground.scenes and count_words(told) >= SCENE else (ground, "")


def _written_probe(ground: G, told: str) -> tuple[G, str]:
    return _unused_probe(ground) or (ground, "")


def _unused_probe(ground: G, *, pointing: bool = True) -> tuple[G, str] | None:
    """The first of the script's probes for the open question that was not asked and touches nothing closed.

    `pointing`: also one that rests on something told ("What became of it?").
    """
    if not ground.scripted or ground.freely:
        return None
    used = numbers_in(ground.state.probes)
    numbered = list(enumerate((p, text) for p in ground.script.places for text in p.question.probes))
    said = {stems(text) for number, (_, text) in numbered if number in used} | {stems(text) for text in ground.asked}
    for number, (place, text) in numbered:
        fits = place == ground.place and stems(text) not in said and (pointing or not _POINTS.search(text))
        if fits and not touches(text, closed(ground.state.refused)):
            return ground.remembering(probes=marked(ground.state.probes, number)), text
    return None
