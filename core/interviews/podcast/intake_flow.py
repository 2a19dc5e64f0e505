"""The intake of an interview about an episode: what follows from what a person does, and from what was found. Pure."""

from __future__ import annotations

from core.contracts.about import (
    INTAKE,
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
    Sound,
    StepBack,
    TooLargeSent,
    WordsSaid,
)
from core.contracts.messages import Say
from core.contracts.page import Page
from core.contracts.session import Session
from core.interviews.podcast.episode_intake import (
    PAGE,
    Intake,
    IntakeStep,
    PodcastSettings,
    Sent,
    episode_code,
    intake_of,
    title_of,
)
from core.interviews.podcast.first_words import is_question, leaves_it
from core.interviews.podcast.intake_pages import AGAIN, ANEW, BEGIN, MORE, OLD, OTHER, IntakeTalk, page_of
from core.interviews.podcast.intake_steps import (
    begin_now,
    choose_episode,
    find,
    go,
    go_on,
    hear,
    offer,
    opening,
    outcome_of,
    resumed,
    sent_of,
    sourced,
    told_in,
    with_template,
)
from core.interviews.podcast.pasted import Told
from core.interviews.podcast.prompt import TEMPLATES
from core.interviews.podcast.requests import is_refused_link, ordinal, read_wish
from core.interviews.podcast.sources.material import Aside, Source
from core.interviews.signals.courtesy import agrees, refuses
from core.words import say

_FEW = 8
"""Words beside a link; who writes more is telling."""


class EpisodeFlow:
    """`core.contracts.about.IntakeFlow`."""

    def __init__(self, settings: PodcastSettings) -> None:
        self._settings = settings

    def page(self, scene: IntakeScene) -> Say:
        return page_of(IntakeTalk(scene, _known(scene.session)))

    def has_told(self, session: Session) -> bool:
        return bool(_known(session).told)

    def invited_by(self, text: str) -> bool:
        found = read_wish(text, {})
        return found.link != "" and len(found.rest.split()) <= _FEW

    def step(self, scene: IntakeScene, event: IntakeEvent) -> IntakeMove | None:
        if isinstance(event, Opened):
            talk = IntakeTalk(scene, Intake(questions=self._settings.questions))
            about = Told(ref="", text=event.about, at=scene.now)
            return opening(talk, about, tuple(map(told_in, event.messages)), event.files)
        intake = _known(scene.session)
        talk = IntakeTalk(scene, intake)
        match event:
            case WordsSaid(messages=messages):
                return _words(talk, intake, tuple(map(told_in, messages)))
            case Pressed(code=code):
                return _pressed(talk, intake, code)
            case Edited() | Removed():
                return _changed(talk, intake, event)
            case FileSent() | Sound() | TooLargeSent():
                return _sent(talk, intake, event)
            case ChoreEnded():
                outcome = outcome_of(talk, intake)
                waits = intake.step in {IntakeStep.FINDING, IntakeStep.PREPARING}
                return go_on(talk, intake, outcome) if outcome is not None and waits else None
            case Reopened():
                return resumed(talk, intake)
            case BeginNow():
                return begin_now(talk, intake)
            case StepBack():
                return _back(talk, intake)

    def followed(self, about: About, ref: str, text: str, gone: tuple[str, ...]) -> Followed | None:
        """What was wished, and a title that somebody wrote, stand in what the interview is about."""
        source = Source.model_validate_json(about.value)
        changed = _with(source, ref, text)
        changed = changed.model_copy(update={"memory": _less(changed.memory, gone)}) if gone else changed
        if changed == source:
            return None
        title = changed.episode.title
        return Followed(value=changed.model_dump_json(), title=title if title != source.episode.title else None)


def _known(session: Session) -> Intake:
    intake = intake_of(session)
    if intake is None:
        raise ValueError(f"session {session.id!r} has no {INTAKE!r}")
    return intake


# --- words --------------------------------------------------------------------------------------------------------


def _words(talk: IntakeTalk, intake: Intake, messages: tuple[Told, ...]) -> IntakeMove:
    if len(messages) == 1 and (move := _plain_word(talk, intake, messages[0].text)) is not None:
        return move
    after = intake
    for message in messages:
        after = hear(talk, after, message)
    return _replied(talk, intake, after)


def _replied(talk: IntakeTalk, intake: Intake, after: Intake) -> IntakeMove:
    """On with words; nobody is asked the same thing a third time because they have written something else."""
    asked = intake.step is IntakeStep.TEMPLATE and after.step is IntakeStep.TEMPLATE
    if after.unfinished and after.has_source:
        if intake.urged:
            return _anew(talk, after)
        return offer(talk, after.model_copy(update={"urged": True}), after.unfinished, after.title)
    if not asked or after.template:
        return go(talk, after)
    new = after.told[len(intake.told) :]
    if new and all(each.pasted for each in new):
        return go(talk, after)
    if all(each.wish for each in new) and not intake.urged:
        return go(talk, after.model_copy(update={"urged": True}))
    return _by_default(talk, after)


def _by_default(talk: IntakeTalk, intake: Intake) -> IntakeMove:
    chosen = with_template(intake)
    return go(talk, chosen, say(talk.language, f"intake-default-{chosen.template}"))


def _plain_word(talk: IntakeTalk, intake: Intake, text: str) -> IntakeMove | None:
    """A yes or a no, a number, the words of a button; None for everything else."""
    if intake.unfinished and agrees(text):
        return _old(talk, intake)
    if intake.unfinished and refuses(text):
        return _anew(talk, intake)
    if text.strip(" .!").casefold() == say(talk.language, "button-other-source").casefold():
        return another(talk, intake)
    if is_refused_link(text):
        return talk.tell(Say(text=say(talk.language, "intake-refused-link")))
    if intake.step is IntakeStep.CHOOSING and (number := ordinal(text)) is not None:
        outcome = talk.outcome
        # Where nothing was found, the list before that is the one that they see.
        shown = () if outcome is None else outcome.episodes or outcome.earlier[:PAGE]
        if 1 <= number <= len(shown):
            return choose_episode(talk, intake, episode_code(shown[number - 1]))
    if intake.step is IntakeStep.TEMPLATE and not intake.template and (agrees(text) or leaves_it(text)):
        return _by_default(talk, intake)
    asked = intake.step in {IntakeStep.SOURCE, IntakeStep.TEMPLATE} and not intake.urged
    if agrees(text) or (asked and is_question(text, named=intake.step is IntakeStep.TEMPLATE)):
        talk.keep(intake.model_copy(update={"urged": intake.step is IntakeStep.TEMPLATE}))
        return talk.show()
    return None


# --- files, and messages that were changed ------------------------------------------------------------------------


def _sent(talk: IntakeTalk, intake: Intake, event: FileSent | Sound | TooLargeSent) -> IntakeMove:
    """A transcript, an Inkwell folder as a ZIP, or the episode's recording, which may be long."""
    match event:
        case FileSent(file=file):
            return go(talk, intake.with_file(sent_of(file)))
        case Sound(voice=voice):
            heard = (voice.text or "").strip()
            sent = Sent(file_ref=voice.file_ref, sound=True, heard=heard)
            if not heard:
                sent = sent.model_copy(update={"media_type": voice.media_type, "size": voice.size})
            return go(talk, intake.about(file=sent, step=IntakeStep.SOURCE))
        case TooLargeSent():
            page = Page().add(say(talk.language, "source-heavy")).add(say(talk.language, "intake-instead"))
            return talk.tell(page.say())


def _changed(talk: IntakeTalk, intake: Intake, event: Edited | Removed) -> IntakeMove | None:
    """Nothing of a message stays that was deleted; None for one that is none of the intake's."""
    ref, linked = event.ref, intake.linked_by == event.ref
    sought = isinstance(event, Removed) and intake.sought is not None and intake.sought.ref == ref
    if not ref or not (linked or sought or any(each.ref == ref for each in intake.told)):
        return None
    after = intake.without(ref)
    if linked:
        after = after.about(step=IntakeStep.SOURCE, linked_by="")
    if isinstance(event, Edited):
        return go(talk, hear(talk, after, Told(ref=ref, text=event.text, at=event.at)))
    if intake.has_source and not after.has_source:
        after = after.model_copy(update={"step": IntakeStep.SOURCE})
    talk.keep(after)
    talk.tell(Say(text=say(talk.language, "removed-unused")))
    if after.step is IntakeStep.SOURCE:
        talk.show()
    elif after.step is IntakeStep.PREPARING and after.request != intake.request:
        return sourced(talk, after)
    return talk.move()


# --- buttons ------------------------------------------------------------------------------------------------------


def _pressed(talk: IntakeTalk, intake: Intake, code: str) -> IntakeMove | None:
    """What a button does; None where it means nothing any more."""
    if code.startswith("t") and code[1:].isdecimal() and int(code[1:]) < len(TEMPLATES):
        return go(talk, intake.model_copy(update={"template": TEMPLATES[int(code[1:])]}))
    if code.startswith(MORE) and code[len(MORE) :].isdecimal() and intake.link:
        after = intake.about(link=intake.link, search=intake.search, page=int(code[len(MORE) :]))
        looking = intake.step in {IntakeStep.FINDING, IntakeStep.CHOOSING} and intake.page == after.page
        return talk.move() if looking else find(talk, after)
    if code.startswith("e"):
        return choose_episode(talk, intake, code)
    if code == OTHER:
        return another(talk, intake)
    if code in {ANEW, OLD} and intake.unfinished:
        return _anew(talk, intake) if code == ANEW else _old(talk, intake)
    if code == AGAIN and intake.failed:
        return find(talk, intake.about(link=intake.failed))
    if code == BEGIN and intake.has_source and intake.template:
        return begin_now(talk, intake)
    return None


def another(talk: IntakeTalk, intake: Intake) -> IntakeMove:
    talk.keep(intake.other())
    return talk.show()


def _old(talk: IntakeTalk, intake: Intake) -> IntakeMove:
    """Go on with the unfinished interview on the same episode; this one was never begun."""
    otherwise = _anew(IntakeTalk(talk.scene, intake), intake)
    talk.resumes = Resumption(session_id=intake.unfinished, erases=not intake.thoughts, otherwise=otherwise)
    return talk.move()


def _anew(talk: IntakeTalk, intake: Intake) -> IntakeMove:
    after = intake.model_copy(update={"unfinished": "", "anew": True})
    outcome = outcome_of(talk, after)
    if outcome is not None and outcome.source is not None:
        return go_on(talk, after, outcome)
    return go(talk, after)


def _back(talk: IntakeTalk, intake: Intake) -> IntakeMove | None:
    """One step back: the list of episodes, else the question what it is to be about."""
    outcome = talk.outcome
    chosen = intake.step in {IntakeStep.TEMPLATE, IntakeStep.PREPARING} and intake.link != ""
    if chosen and outcome is not None and outcome.listed:
        return find(talk, intake.about(link=intake.link, search=intake.search, page=intake.page))
    if intake.step is not IntakeStep.SOURCE:
        return another(talk, intake)
    if not intake.template:
        return None
    talk.keep(intake.model_copy(update={"template": ""}))
    return talk.show()


# --- after the beginning ------------------------------------------------------------------------------------------


def _with(source: Source, ref: str, text: str) -> Source:
    """A source in which a message says this, or nothing any more."""
    if not ref:
        return source
    said = (Aside(ref=ref, text=text) if each.ref == ref else each for each in source.wishes)
    wishes = tuple(each for each in said if each.text)
    update: dict[str, object] = {}
    if wishes != source.wishes:
        update = {"wishes": wishes, "guidelines": "; ".join(each.text for each in wishes)}
    if source.named_by == ref:
        update["episode"] = source.episode.model_copy(update={"title": title_of(text)})
    return source.model_copy(update=update)


def _less(text: str, gone: tuple[str, ...]) -> str:
    """For interviews that were begun when what was told stood in the source itself."""
    for words in gone:
        text = text.replace(words.strip(), "") if words.strip() else text
    return text.strip()
