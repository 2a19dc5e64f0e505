"""Lead the intake of an interview about an episode: each step follows from what a person does or was found. Pure."""

from __future__ import annotations

from core.contracts.about import (
    About,
    BeginNow,
    ChoreEnded,
    Edited,
    FileSent,
    Followed,
    IntakeEvent,
    IntakeMove,
    IntakeScene,
    Opened,
    Pressed,
    Removed,
    Reopened,
    Resumption,
    SoundRef,
    StepBack,
    TooLargeSent,
    WordsSaid,
)
from core.contracts.messages import Say, StyledMessage
from core.contracts.session import INTAKE, Session
from core.interviews.podcast import intake_steps as steps
from core.interviews.podcast.episode_intake import (
    PAGE,
    EpisodeIntake,
    IntakeStep,
    SentEpisode,
    clean_title,
    episode_code,
    intake_of,
    title_from_memory,
)
from core.interviews.podcast.intake_pages import (
    AGAIN,
    ANEW,
    BEGIN,
    COUNT,
    COUNTS,
    MORE,
    OLD,
    OTHER,
    IntakeTalk,
    podcast_intake_page,
)
from core.interviews.podcast.intake_reading import READ, apply_understood
from core.interviews.podcast.pasted import PastedDetails
from core.interviews.podcast.prompt import TEMPLATES
from core.interviews.podcast.settings import PodcastSettings
from core.interviews.podcast.sources.material import SideRemark, Source
from core.interviews.podcast.typed import bare_number, is_refused_link, link_and_rest
from core.languages.messages import say
from core.languages.phrases import Phrase, find_phrase

_FEW = 8
"""Words beside a link; who writes more is telling."""


class EpisodeFlow:
    """Implements `core.contracts.about.IntakeFlow`."""

    def __init__(self, settings: PodcastSettings) -> None:
        self._settings = settings

    def page(self, scene: IntakeScene) -> Say:
        return podcast_intake_page(IntakeTalk(scene, _known(scene.session)))

    def has_told(self, session: Session) -> bool:
        return bool(_known(session).told)

    def invited_by(self, text: str) -> bool:
        link, rest = link_and_rest(text)
        return link != "" and len(rest.split()) <= _FEW

    def step(self, scene: IntakeScene, event: IntakeEvent) -> IntakeMove | None:
        if isinstance(event, Opened):
            talk = IntakeTalk(scene, EpisodeIntake(questions=self._settings.questions))
            about = PastedDetails(ref="", text=event.about, at=scene.now)
            return steps.start_podcast_intake(talk, about, tuple(map(steps.details_in, event.messages)), event.files)
        intake = _known(scene.session)
        talk = IntakeTalk(scene, intake)
        match event:
            case WordsSaid(messages=messages):
                return _words(talk, intake, tuple(map(steps.details_in, messages)))
            case Pressed(code=code):
                return _pressed(talk, intake, code)
            case Edited() | Removed():
                return _changed(talk, intake, event)
            case FileSent(file=file):  # a transcript, or an Inkwell folder as a ZIP
                return steps.next_intake_step(talk, intake.with_file(steps.sent_episode(file)))
            case SoundRef(voice=voice):  # the episode's recording, which may be long
                heard = (voice.text or "").strip()
                sent = SentEpisode(file_ref=voice.file_ref, sound=True, heard=heard)
                if not heard:
                    sent = sent.model_copy(update={"media_type": voice.media_type, "size": voice.size})
                return steps.next_intake_step(talk, intake.about(file=sent, step=IntakeStep.SOURCE))
            case TooLargeSent():
                page = StyledMessage().add(say(talk.language, "source-heavy")).add(say(talk.language, "intake-instead"))
                return talk.tell(page.say())
            case ChoreEnded():
                if (move := apply_understood(talk, intake)) is not None:
                    return move
                outcome = steps.outcome_of(talk, intake)
                waits = intake.step in {IntakeStep.FINDING, IntakeStep.PREPARING}
                return steps.continue_with_outcome(talk, intake, outcome) if outcome is not None and waits else None
            case Reopened():
                return steps.resume_podcast_intake(talk, intake)
            case BeginNow():
                return steps.begin_now(talk, intake)
            case StepBack():
                return _back(talk, intake)

    def followed(self, about: About, ref: str, text: str, gone: tuple[str, ...]) -> Followed | None:
        """Update the wishes, and a title that somebody wrote, in what the interview is about."""
        source = Source.model_validate_json(about.value)
        changed = source
        if ref:
            said = (SideRemark(ref=ref, text=text) if each.ref == ref else each for each in source.wishes)
            wishes = tuple(each for each in said if each.text)
            update: dict[str, object] = {}
            if wishes != source.wishes:
                update = {"wishes": wishes, "guidelines": "; ".join(each.text for each in wishes)}
            if source.named_by == ref:
                update["episode"] = source.episode.model_copy(update={"title": title_from_memory(text)})
            changed = source.model_copy(update=update)
        if gone:
            # When these interviews began, what was told stood in the source itself.
            memory = changed.memory
            for words in filter(str.strip, gone):
                memory = memory.replace(words.strip(), "")
            changed = changed.model_copy(update={"memory": memory.strip()})
        if changed == source:
            return None
        title = changed.episode.title
        return Followed(value=changed.model_dump_json(), title=title if title != source.episode.title else None)


def _known(session: Session) -> EpisodeIntake:
    intake = intake_of(session)
    if intake is None:
        raise ValueError(f"session {session.id!r} has no {INTAKE!r}")
    return intake


# --- words --------------------------------------------------------------------------------------------------------


def _words(talk: IntakeTalk, intake: EpisodeIntake, messages: tuple[PastedDetails, ...]) -> IntakeMove:
    if len(messages) == 1 and (move := _plain_word(talk, intake, messages[0].text)) is not None:
        return move
    after = intake
    for message in messages:
        after = steps.add_details(talk, after, message)
    if talk.scene.understands and any(not each.pasted for each in after.told if each not in intake.told):
        talk.chores.append(READ)
    if after.unfinished and after.has_source:
        return steps.offer_unfinished(talk, after, after.unfinished)
    asked = after.step is intake.step and after.step in {IntakeStep.CHOOSING, IntakeStep.TEMPLATE}
    told = asked and any(not each.wish for each in after.told[len(intake.told) :])
    return steps.next_intake_step(talk, after, *((say(talk.language, "intake-noted"),) if told else ()))


def _plain_word(talk: IntakeTalk, intake: EpisodeIntake, text: str) -> IntakeMove | None:
    """Act on a known phrase, a number in a list, or the words of a button; None for everything else."""
    known = find_phrase(text, talk.language)
    if intake.unfinished and known in {Phrase.YES, Phrase.GO_ON}:
        return _old(talk, intake)
    if intake.unfinished and known is Phrase.NO:
        return _anew(talk, intake)
    if clean_title(text).casefold() == say(talk.language, "button-other-source").casefold():
        return choose_other_episode(talk, intake)
    if is_refused_link(text):
        return talk.tell(Say(text=say(talk.language, "intake-refused-link")))
    if intake.step is IntakeStep.CHOOSING and (number := bare_number(text)) is not None:
        outcome = talk.outcome
        # Where nothing was found, the list before that is the one that they see.
        shown = () if outcome is None else outcome.episodes or outcome.earlier[:PAGE]
        if 1 <= number <= len(shown):
            return steps.choose_episode(talk, intake, episode_code(shown[number - 1]))
    return talk.show() if known is not None else None


# --- messages that were changed -----------------------------------------------------------------------------------


def _changed(talk: IntakeTalk, intake: EpisodeIntake, event: Edited | Removed) -> IntakeMove | None:
    """Take over an edited or deleted message, of which nothing stays; None for one that is none of the intake's."""
    ref, linked = event.ref, intake.linked_by == event.ref
    said = next((each for each in intake.told if each.ref == ref), None)
    if not ref or not (linked or said is not None):
        return None
    after = intake.without(ref)
    if linked:
        after = after.about(step=IntakeStep.SOURCE, linked_by="")
    if isinstance(event, Edited):
        if said is not None and not (linked or link_and_rest(event.text)[0]):
            return steps.next_intake_step(talk, after.telling(said.model_copy(update={"text": event.text})))
        return steps.next_intake_step(
            talk, steps.add_details(talk, after, PastedDetails(ref=ref, text=event.text, at=event.at))
        )
    if intake.has_source and not after.has_source:
        after = after.model_copy(update={"step": IntakeStep.SOURCE})
    talk.keep(after)
    talk.tell(Say(text=say(talk.language, "removed-unused")))
    if after.step is IntakeStep.SOURCE:
        talk.show()
    elif after.step is IntakeStep.PREPARING and after.request != intake.request:
        return steps.continue_with_source(talk, after)
    return talk.move()


# --- buttons ------------------------------------------------------------------------------------------------------


def _pressed(talk: IntakeTalk, intake: EpisodeIntake, code: str) -> IntakeMove | None:
    """Do what a button means; None where it means nothing any more."""
    if code.startswith("t") and code[1:].isdecimal() and int(code[1:]) < len(TEMPLATES):
        return steps.next_intake_step(talk, intake.model_copy(update={"template": TEMPLATES[int(code[1:])]}))
    if code.startswith(COUNT) and code[1:].isdecimal() and int(code[1:]) in COUNTS:
        return steps.next_intake_step(talk, intake.model_copy(update={"questions": int(code[1:]), "counted": True}))
    if code.startswith(MORE) and code[len(MORE) :].isdecimal() and intake.link:
        after = intake.about(link=intake.link, search=intake.search, page=int(code[len(MORE) :]))
        looking = intake.step in {IntakeStep.FINDING, IntakeStep.CHOOSING} and intake.page == after.page
        return talk.move() if looking else steps.start_lookup(talk, after)
    if code.startswith("e"):
        return steps.choose_episode(talk, intake, code)
    if code == OTHER:
        return choose_other_episode(talk, intake)
    if code in {ANEW, OLD} and intake.unfinished:
        return _anew(talk, intake) if code == ANEW else _old(talk, intake)
    if code == AGAIN and intake.failed:
        return steps.start_lookup(talk, intake.about(link=intake.failed))
    if code == BEGIN and intake.has_source and intake.template:
        return steps.begin_now(talk, intake)
    return None


def choose_other_episode(talk: IntakeTalk, intake: EpisodeIntake) -> IntakeMove:
    talk.keep(intake.other())
    return talk.show()


def _old(talk: IntakeTalk, intake: EpisodeIntake) -> IntakeMove:
    """Go on with the unfinished interview on the same episode; this one was never begun."""
    otherwise = _anew(IntakeTalk(talk.scene, intake), intake)
    talk.resumes = Resumption(session_id=intake.unfinished, erases=not intake.thoughts, otherwise=otherwise)
    return talk.move()


def _anew(talk: IntakeTalk, intake: EpisodeIntake) -> IntakeMove:
    after = intake.model_copy(update={"unfinished": "", "anew": True})
    outcome = steps.outcome_of(talk, after)
    if outcome is not None and outcome.source is not None:
        return steps.continue_with_outcome(talk, after, outcome)
    return steps.next_intake_step(talk, after)


def _back(talk: IntakeTalk, intake: EpisodeIntake) -> IntakeMove | None:
    """Go one step back: to the list of episodes, else to the question what it is to be about."""
    outcome = talk.outcome
    chosen = intake.step in {IntakeStep.TEMPLATE, IntakeStep.PREPARING} and intake.link != ""
    if chosen and outcome is not None and outcome.listed:
        return steps.start_lookup(talk, intake.about(link=intake.link, search=intake.search, page=intake.page))
    if intake.step is not IntakeStep.SOURCE:
        return choose_other_episode(talk, intake)
    if not intake.template:
        return None
    talk.keep(intake.model_copy(update={"template": ""}))
    return talk.show()
