"""Take the steps of an intake that follow from what a person did, or from what was found."""

from __future__ import annotations

from core.contracts.about import Beginning, IntakeMessage, IntakeMove
from core.contracts.messages import Attachment, Say, StyledMessage
from core.contracts.session import Status
from core.documents.readable import excerpt
from core.interviews.podcast.episode_chores import FIND, PREPARE
from core.interviews.podcast.episode_intake import (
    LONGEST_MEMORY,
    LONGEST_PASTED,
    EpisodeIntake,
    EpisodeOutcome,
    IntakeStep,
    SentEpisode,
    episode_code,
)
from core.interviews.podcast.intake_pages import (
    AGAIN,
    IntakeTalk,
    page_with,
    show_episodes,
    template_buttons,
    with_wish,
)
from core.interviews.podcast.pasted import PastedDetails
from core.interviews.podcast.preparing import source_from_material
from core.interviews.podcast.prompt import TEMPLATES
from core.interviews.podcast.sources.material import ContextOrigin, Episode, Material, Source, source_in
from core.interviews.podcast.typed import apply_typed
from core.languages.messages import say

_UNFINISHED = frozenset({Status.ACTIVE, Status.PAUSED, Status.ABANDONED})
_NAMED = 8
"""Files that are named where they could not be read."""
_TELLING = 8
"""Words from which on something that was told is enough to talk about."""


# --- on from there ------------------------------------------------------------------------------------------------


def next_intake_step(talk: IntakeTalk, intake: EpisodeIntake, *lines: str) -> IntakeMove:
    before = talk.intake
    if intake.questions != before.questions:
        lines = (*lines, say(talk.language, "intake-count", questions=intake.questions))
    changed = before.step is not intake.step or before.request != intake.request
    new = intake.told[len(before.told) :]
    if before.transcript and before.title == intake.title and new and all(each.pasted for each in new):
        # Only a further part of a transcript has come: they know what is known of it, and it is not worth a word.
        talk.keep(intake)
        talk.chores.extend((PREPARE,) if intake.step is IntakeStep.PREPARING else ())
        return talk.move()
    if intake.step is IntakeStep.FINDING:
        if changed:
            return start_lookup(talk, intake, *lines)
    elif intake.has_source and intake.step in {IntakeStep.SOURCE, IntakeStep.TEMPLATE}:
        brief = before.step is IntakeStep.TEMPLATE and before.title == intake.title
        return continue_with_source(talk, intake, *lines, brief=brief)
    elif intake.step is IntakeStep.PREPARING and changed:
        talk.chores.append(PREPARE)
    talk.keep(intake)
    if intake.step is IntakeStep.PREPARING and before.title == intake.title and before.template == intake.template:
        return talk.tell(with_wish(page_with((*lines, say(talk.language, "intake-noted"))), talk))
    return talk.show(*lines)


def start_lookup(talk: IntakeTalk, intake: EpisodeIntake, *lines: str) -> IntakeMove:
    """Look for what is behind the link. For a feed that was just looked at it takes no time worth a word."""
    talk.keep(intake.model_copy(update={"step": IntakeStep.FINDING}))
    talk.chores.append(FIND)
    if lines or not (intake.search or intake.page):
        talk.show(*lines)
    return talk.move()


def continue_with_source(talk: IntakeTalk, intake: EpisodeIntake, *lines: str, brief: bool = False) -> IntakeMove:
    """Prepare the source, unless an interview about it is unfinished or no template is chosen."""
    if not intake.anew and (unfinished := _same_episode(talk, intake.key)) is not None:
        return offer_unfinished(talk, intake.model_copy(update={"step": IntakeStep.TEMPLATE}), unfinished)
    if not intake.template:
        talk.keep(intake.model_copy(update={"step": IntakeStep.TEMPLATE}))
        return talk.show(*lines, brief=brief)
    talk.keep(intake.model_copy(update={"step": IntakeStep.PREPARING}))
    talk.chores.append(PREPARE)
    return talk.show(*lines)


def continue_with_outcome(talk: IntakeTalk, intake: EpisodeIntake, outcome: EpisodeOutcome) -> IntakeMove:
    if intake.unfinished:
        return talk.move()  # they are asked something first
    if outcome.source is not None:
        return _ready(talk, intake, outcome.source, outcome.language)
    if outcome.file is not None:
        files = ", ".join(excerpt(name, 60) for name in outcome.file.unread[:_NAMED])
        more = len(outcome.file.unread) - _NAMED
        lines = (say(talk.language, "intake-unread", files=files, more=max(0, more)),) if files else ()
        return continue_with_source(talk, intake.about(file=outcome.file), *lines)
    if outcome.episode is not None:
        return choose_found_episode(talk, intake, outcome.episode, lacks=outcome.lacks, origin=outcome.origin)
    if outcome.episodes:
        talk.keep(intake.model_copy(update={"step": IntakeStep.CHOOSING}))
        return show_episodes(talk, outcome)
    language = talk.language
    if intake.search and not outcome.trouble:
        talk.keep(intake.model_copy(update={"step": IntakeStep.CHOOSING}))
        return talk.tell(Say(text=say(language, "intake-not-in-feed", words=excerpt(intake.search, 80))))
    plain = say(language, outcome.trouble or "source-source")
    if len(intake.memory.split()) >= _TELLING:
        return continue_with_source(talk, intake.about(step=IntakeStep.SOURCE), plain)
    failed = intake.link or (intake.file.name if intake.file is not None else "") or "file"
    talk.keep(intake.about(step=IntakeStep.SOURCE, failed=failed))
    again = outcome.again and intake.link != ""
    ways = (talk.button(AGAIN, say(language, "button-again-source")),) if again else ()
    page = StyledMessage().add(plain).add(say(language, "intake-instead"))
    return talk.tell(page.say((*ways, *template_buttons(talk))))


def resume_podcast_intake(talk: IntakeTalk, intake: EpisodeIntake) -> IntakeMove:
    """Go on with what was found while they were away, else say what the intake waits for."""
    outcome = outcome_of(talk, intake)
    waits = intake.step in {IntakeStep.FINDING, IntakeStep.CHOOSING, IntakeStep.PREPARING}
    if intake.unfinished:
        return offer_unfinished(talk, intake, intake.unfinished)
    if outcome is not None and waits:
        return continue_with_outcome(talk, intake, outcome)
    if intake.step in {IntakeStep.FINDING, IntakeStep.CHOOSING}:
        return start_lookup(talk, intake)
    if intake.step is IntakeStep.PREPARING:
        return continue_with_source(talk, intake)
    return talk.show()


def outcome_of(talk: IntakeTalk, intake: EpisodeIntake) -> EpisodeOutcome | None:
    """Return what was found for just this request."""
    outcome = talk.outcome
    return outcome if outcome is not None and outcome.request == intake.request else None


# --- an episode ---------------------------------------------------------------------------------------------------


def choose_episode(talk: IntakeTalk, intake: EpisodeIntake, code: str) -> IntakeMove | None:
    """Choose the episode of a button; None where it was never shown here."""
    outcome = talk.outcome
    listed = () if outcome is None else outcome.listed
    chosen = next((episode for episode in listed if episode_code(episode) == code), None)
    if chosen is None:
        return None
    if intake.episode == chosen:
        return talk.show()
    return choose_found_episode(talk, intake, chosen)


def choose_found_episode(
    talk: IntakeTalk,
    intake: EpisodeIntake,
    episode: Episode,
    *,
    lacks: tuple[str, ...] = (),
    origin: ContextOrigin = ContextOrigin.SHOW_NOTES,
) -> IntakeMove:
    """Go on with this episode, unless there is an unfinished interview about it."""
    lines = [say(talk.language, f"intake-lacks-{code}") for code in lacks]
    if not episode.title:
        # Only the podcast is known: they write which episode it is and what they remember.
        talk.keep(intake.about(step=IntakeStep.SOURCE, failed=intake.link))
        which = say(talk.language, "intake-which", show=episode.show or "none")
        return talk.tell(page_with(lines).add(which).say())
    seen = {"link": intake.link, "search": intake.search, "page": intake.page}
    intake = intake.about(episode=episode, origin=origin, **seen)
    return continue_with_source(talk, intake, *lines)


def _same_episode(talk: IntakeTalk, key: str) -> str | None:
    """Return the id of an unfinished interview about the same episode."""
    if not key:
        return None
    mine = talk.scene.session
    for other, about in talk.scene.others:
        if other.kind == mine.kind and other.id != mine.id and other.status in _UNFINISHED:
            source = source_in(about)
            if source is not None and source.episode.key == key:
                return other.id
    return None


def offer_unfinished(talk: IntakeTalk, intake: EpisodeIntake, unfinished: str) -> IntakeMove:
    talk.keep(intake.model_copy(update={"unfinished": unfinished}))
    return talk.show()


# --- the beginning ------------------------------------------------------------------------------------------------


def _ready(talk: IntakeTalk, intake: EpisodeIntake, source: Source, language: str) -> IntakeMove:
    """Begin with everything prepared; what they have wished and told meanwhile is added."""
    if not intake.anew and (unfinished := _same_episode(talk, source.episode.key)) is not None:
        return offer_unfinished(talk, intake, unfinished)
    told: dict[str, object] = {"guidelines": intake.guidelines, "questions": intake.questions}
    if language != talk.scene.session.language:
        told["opening"] = ""  # worded in another language than the one that is spoken now
    return begin_podcast(talk, intake, source.model_copy(update=told))


def begin_podcast(talk: IntakeTalk, intake: EpisodeIntake, source: Source) -> IntakeMove:
    """Ask the first question. What they have told of the episode is the beginning of the transcript."""
    title = source.episode.title
    basis = say(talk.language, f"intake-basis-{source.origin.value}", title=title or "none")
    kept = say(talk.language, "intake-kept") if intake.thoughts else ""
    named = intake.names
    kept_source = source.model_copy(update={"wishes": intake.wishes, "named_by": "" if named is None else named.ref})
    talk.begins = Beginning(
        value=kept_source.model_dump_json(),
        title=title,
        told=tuple(
            IntakeMessage(ref=each.ref, text=each.text, at=each.at, seconds=each.seconds, audio=each.audio)
            for each in intake.thoughts
        ),
        notice="\n\n".join(filter(None, (basis, kept))),
    )
    return talk.move()


def begin_now(talk: IntakeTalk, intake: EpisodeIntake) -> IntakeMove:
    """Begin without waiting, with what is read by now, else with what is known without reading."""
    wanted = intake.model_copy(update={"unfinished": "", "anew": intake.anew or intake.unfinished != ""})
    outcome = outcome_of(talk, wanted)
    if outcome is not None and outcome.source is not None:
        return _ready(talk, wanted, outcome.source, outcome.language)
    if not wanted.has_source or wanted.step is IntakeStep.FINDING:
        return talk.show()
    if wanted.step is IntakeStep.PREPARING:
        read = wanted.stated
        if read is None:
            episode = Episode(title=wanted.title)
            origin = ContextOrigin.MEMORY if wanted.memory else ContextOrigin.TITLE
        else:
            episode, origin = read, wanted.origin if read.notes else ContextOrigin.TITLE
        known = Material(episode=episode, origin=origin)
        return begin_podcast(talk, wanted, source_from_material(known, with_default_template(wanted)))
    return next_intake_step(talk, with_default_template(wanted))


def with_default_template(intake: EpisodeIntake) -> EpisodeIntake:
    """Return the intake with a template: the first one, where they have chosen none."""
    return intake.model_copy(update={"template": intake.template or TEMPLATES[0]})


# --- the way in ---------------------------------------------------------------------------------------------------


def start_podcast_intake(
    talk: IntakeTalk, about: PastedDetails, told: tuple[PastedDetails, ...], files: tuple[Attachment, ...]
) -> IntakeMove:
    """Begin. `about`: what was said with the wish for it; `told` and `files`: what was sent before."""
    intake = talk.intake
    for each in (about, *told):
        if each.text.strip():
            intake = add_details(talk, intake, each)
    for file in files:
        intake = intake.with_file(sent_episode(file))
    return next_intake_step(talk, intake)


def details_in(message: IntakeMessage) -> PastedDetails:
    return PastedDetails(
        ref=message.ref, text=message.text, at=message.at, seconds=message.seconds, audio=message.audio
    )


def add_details(talk: IntakeTalk, intake: EpisodeIntake, told: PastedDetails) -> EpisodeIntake:
    """Return the intake with what somebody has written; what would be too much is left out, and they are told."""
    after = apply_typed(intake, told)
    if len(after.transcript) > LONGEST_PASTED:
        key = "intake-enough"
    elif len(after.memory) + len(after.guidelines) > LONGEST_MEMORY:
        key = "intake-too-much"
    else:
        return after
    talk.tell(Say(text=say(talk.language, key)))
    return intake


def sent_episode(file: Attachment) -> SentEpisode:
    return SentEpisode(file_ref=file.file_ref, name=file.name, media_type=file.media_type, size=file.size)
