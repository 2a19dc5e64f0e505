"""Lead the intake of an interview about an episode: each step follows from what a person does or was found.

Nothing is guessed from typed words: only a link, a pasted transcript, a bare number and the exact name of a template
act at once. Everything else is kept as written, and a model may understand it as wishes, never as commands.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Final

from pydantic import BeforeValidator, Field, ValidationError

from core.contracts.about import (
    About,
    Beginning,
    BeginNow,
    ChoreEnded,
    Edited,
    FileSent,
    Followed,
    IntakeEvent,
    IntakeMessage,
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
    intake_button,
)
from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.messages import Attachment, Choice, Say, Style, StyledMessage
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.session import INTAKE, Session, Status
from core.documents.readable import excerpt
from core.interviews.podcast.episode_chores import FIND, PREPARE
from core.interviews.podcast.episode_intake import (
    LONGEST_MEMORY,
    LONGEST_PASTED,
    OUTCOME,
    PAGE,
    EpisodeIntake,
    EpisodeOutcome,
    IntakeStep,
    PastedDetails,
    SentEpisode,
    clean_title,
    episode_code,
    intake_of,
    outcome_in,
    title_from_memory,
)
from core.interviews.podcast.preparing import TEMPLATES, PodcastPrompts, source_from_material
from core.interviews.podcast.settings import MOST_QUESTIONS, PodcastSettings
from core.interviews.podcast.sources.material import ContextOrigin, Episode, Material, SideRemark, Source, source_in
from core.interviews.scripted_base.books import FilledIn, Numbers, Text, word_validator
from core.interviews.submissions import link_in
from core.languages import LANGUAGES
from core.languages.messages import say
from core.languages.phrases import Phrase, find_phrase
from core.text.quoting import quote_in_tag, shorten_middle
from core.timing.time_formatting import format_day

MORE, OTHER, ANEW, BEGIN, AGAIN, OLD, COUNT = "more", "other", "anew", "go", "retry", "old", "n"
"""Codes of buttons; `MORE` with the number of a page, `COUNT` with that of questions. There are also "t0" for a
template, and "e" with six digits for an episode."""
COUNTS = (3, 5, 10)


@dataclass(slots=True)
class IntakeTalk:
    scene: IntakeScene
    intake: EpisodeIntake
    kept: bool = False
    says: list[Say] = field(default_factory=list)
    chores: list[str] = field(default_factory=list)
    begins: Beginning | None = None
    resumes: Resumption | None = None

    @property
    def language(self) -> str:
        return self.scene.language

    @property
    def outcome(self) -> EpisodeOutcome | None:
        return outcome_in(self.scene.findings.get(OUTCOME))

    def keep(self, intake: EpisodeIntake) -> None:
        self.intake, self.kept = intake, True

    def tell(self, saying: Say) -> IntakeMove:
        self.says.append(saying)
        return self.move()

    def show(self, *lines: str, brief: bool = False) -> IntakeMove:
        """Say where the intake is, and what it waits for; returns the step so far."""
        return self.tell(podcast_intake_page(self, *lines, brief=brief))

    def button(self, code: str, label: str) -> Choice:
        return intake_button(self.scene.session.id, code, label)

    def move(self) -> IntakeMove:
        return IntakeMove(
            value=self.intake.model_dump(mode="json") if self.kept else None,
            says=tuple(self.says),
            chores=tuple(self.chores),
            findings=((OUTCOME, ""),) if self.begins is not None else (),
            begins=self.begins,
            resumes=self.resumes,
        )


def podcast_intake_page(talk: IntakeTalk, *lines: str, brief: bool = False) -> Say:
    """Show where an intake is. `lines` come first; `brief`: they have read it all a moment ago."""
    language, intake = talk.language, talk.intake
    title = intake.title or "none"
    page = page_with(lines)
    templates = "\n".join(f"– {say(language, f'template-{name}-about')}" for name in TEMPLATES)
    if intake.unfinished:
        ways = (talk.button(OLD, say(language, "button-resume")), talk.button(ANEW, say(language, "button-anew")))
        outcome = talk.outcome
        if not intake.title and outcome is not None and outcome.source is not None:
            title = outcome.source.episode.title or "none"
        return page.add(say(language, "intake-unfinished", title=title)).say(ways)
    match intake.step:
        case IntakeStep.SOURCE:
            if intake.template:
                template = say(language, f"template-{intake.template}")
                page.add(say(language, "intake-source-now", template=template))
            else:
                page.add(say(language, "intake-source"))
                page.add(say(language, "intake-template-too")).add(templates)
        case IntakeStep.FINDING:
            page.add(say(language, "intake-looking"))
        case IntakeStep.CHOOSING:
            page.add(say(language, "intake-choose-episode"))
        case IntakeStep.TEMPLATE:
            if brief:
                page.add(say(language, "intake-choose-again"))
            else:
                if intake.episode is not None or intake.file is not None:
                    known = intake.stated
                    show = excerpt(known.show, 80) if known is not None and known.title else ""
                    page.add(say(language, "intake-found", title=title, show=show or "none"))
                else:
                    page.add(say(language, "intake-pasted" if intake.transcript else "intake-taken", title=title))
                page.add(say(language, "intake-choose-template")).add(templates)
                page.add(say(language, "intake-wishes", questions=intake.questions))
        case IntakeStep.PREPARING:
            if intake.episode is None and intake.file is None and not intake.transcript:
                page.add(say(language, "intake-preparing-told"))
            else:
                page.add(say(language, "intake-preparing", title=title))
    return with_wish(page, talk)


def page_with(lines: Iterable[str]) -> StyledMessage:
    page = StyledMessage()
    for line in lines:
        page.add(line, Style.ITALIC)
    return page


def with_wish(page: StyledMessage, talk: IntakeTalk) -> Say:
    if wish := talk.intake.guidelines:
        page.add(say(talk.language, "intake-guidelines", wish=excerpt(wish)), Style.ITALIC)
    other = talk.button(OTHER, say(talk.language, "button-other-source"))
    match talk.intake.step:
        case IntakeStep.SOURCE:
            return page.say(template_buttons(talk))
        case IntakeStep.TEMPLATE:
            counts = (
                talk.button(f"{COUNT}{count}", say(talk.language, "button-count", questions=count))
                for count in COUNTS
                if count != talk.intake.questions
            )
            return page.say((*template_buttons(talk), *counts, other))
        case IntakeStep.PREPARING:
            return page.say((talk.button(BEGIN, say(talk.language, "button-begin-now")), other))
        case _:
            return page.say((other,))


def show_episodes(talk: IntakeTalk, outcome: EpisodeOutcome) -> IntakeMove:
    language = talk.language
    page = page_with(say(language, f"intake-lacks-{code}") for code in outcome.lacks)
    page.add(say(language, "intake-episodes", show=excerpt(outcome.show, 120) or "none"))
    lines: list[str] = []
    choices: list[Choice] = []
    for number, episode in enumerate(outcome.episodes[:PAGE], start=1):
        day = format_day(language, episode.published, talk.scene.zone) if episode.published is not None else ""
        lines.append(f"{number}. {excerpt(episode.title, 70)}{f' ({day})' if day else ''}")
        choices.append(talk.button(episode_code(episode), f"{number}. {excerpt(episode.title, 40)}"))
    page.add("\n".join(lines))
    if outcome.more:
        choices.append(talk.button(f"{MORE}{talk.intake.page + 1}", say(language, "button-more-episodes")))
    choices.append(talk.button(OTHER, say(language, "button-other-source")))
    return talk.tell(page.add(say(language, "intake-search")).say(tuple(choices)))


def template_buttons(talk: IntakeTalk) -> tuple[Choice, ...]:
    if talk.intake.template:
        return ()
    return tuple(
        talk.button(f"t{number}", say(talk.language, f"template-{name}")) for number, name in enumerate(TEMPLATES)
    )


LONGEST_SEARCH: Final = 12  # words; somebody who writes more isn't looking for a title, but tells what they remember
LONGEST_WISH: Final = 300  # characters; a longer text, or a recording, tells about the episode
_SENTENCE = 3  # words; nobody looks for a title with more of them and a full stop
_LONGEST_LINK = 2_000
_FEW = 12  # words beside a link that cannot be opened; somebody who writes more is telling
_REFUSED = re.compile(
    r"(?<![\w:/.-])(?:file|ftps?|sftp|javascript|vbscript|data|blob|about|view-source|chrome|resource|jar|smb|ssh|telnet|gopher|wss?|"
    r"ldaps?|magnet|intent|content|tel|sms|mailto|tg|spotify|itms?|itmss|podcasts?-app):[^\s<>]+",
    re.IGNORECASE,
)


def apply_typed(intake: EpisodeIntake, told: PastedDetails) -> EpisodeIntake:
    """Return the intake after somebody has written this: `FINDING` when there is now something to look for."""
    after = intake.telling(told)
    if after.told[-1].pasted:
        # Whatever addresses and numbers are in it, the person did not write them.
        return after.about(step=IntakeStep.SOURCE) if after.failed or after.step is IntakeStep.CHOOSING else after
    text = told.text.strip()
    link, rest = link_and_rest(text)
    if link:
        intake = intake.about(step=IntakeStep.FINDING, link=link, linked_by=told.ref, anew=False)
        return intake.telling(told.model_copy(update={"text": rest})) if rest else intake
    template = _template_names().get(clean_title(text).casefold(), "")
    if template and intake.step is not IntakeStep.CHOOSING:
        return intake.model_copy(update={"template": template})
    known = intake.step in {IntakeStep.TEMPLATE, IntakeStep.PREPARING}
    if known and (number := bare_number(text)) is not None:
        return intake.model_copy(update={"questions": min(max(number, 1), MOST_QUESTIONS), "counted": True})
    if intake.step is IntakeStep.CHOOSING:
        words = len(text.split())
        is_sentence = words > _SENTENCE and text.endswith((".", "!", "…"))
        if words <= LONGEST_SEARCH and not is_sentence:
            return intake.model_copy(update={"step": IntakeStep.FINDING, "search": text, "page": 0})
        intake = intake if words <= LONGEST_SEARCH else intake.about(step=IntakeStep.SOURCE)
    elif intake.failed:
        intake = intake.about()
    wish = intake.step is IntakeStep.TEMPLATE and len(text) <= LONGEST_WISH and not told.seconds
    return intake.telling(told.model_copy(update={"text": text, "wish": wish}))


def link_and_rest(text: str) -> tuple[str, str]:
    """Return the first address in a text, and the text without it; no address and the text where there is none."""
    link = link_in(_REFUSED.sub("", text))
    if link is None and (bare := re.fullmatch(r"(?:[a-z0-9-]+\.)+[a-z]{2,24}/?", text.strip(), re.IGNORECASE)):
        return bare[0], ""
    if link is None or len(link) > _LONGEST_LINK:
        return "", text
    return link, text.replace(link, " ", 1).strip()


def is_refused_link(text: str) -> bool:
    """Return whether it is an address of a kind that is never opened: a local file, a script, another program."""
    if len(text) > _LONGEST_LINK or len(text.split()) > _FEW:
        return False
    others = _REFUSED.sub("", text)
    return len(others) < len(text) and link_in(others) is None


def bare_number(text: str) -> int | None:
    bare = text.strip().rstrip(".")
    return int(bare) if bare.isdecimal() and len(bare) <= 3 else None


@cache
def _template_names() -> dict[str, str]:
    named = {say(language, f"template-{name}").casefold(): name for language in LANGUAGES for name in TEMPLATES}
    return {**{name: name for name in TEMPLATES}, **named}


_UNFINISHED = frozenset({Status.ACTIVE, Status.PAUSED, Status.ABANDONED})
_NAMED = 8  # files that are named where they could not be read
_TELLING = 8  # words from which on something that was told is enough to talk about


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
    if intake.unfinished:
        return offer_unfinished(talk, intake, intake.unfinished)
    if intake.step not in {IntakeStep.FINDING, IntakeStep.CHOOSING, IntakeStep.PREPARING}:
        return talk.show()
    if (outcome := outcome_of(talk, intake)) is not None:
        return continue_with_outcome(talk, intake, outcome)
    if intake.step is IntakeStep.PREPARING:
        return continue_with_source(talk, intake)
    return start_lookup(talk, intake)


def outcome_of(talk: IntakeTalk, intake: EpisodeIntake) -> EpisodeOutcome | None:
    outcome = talk.outcome
    return outcome if outcome is not None and outcome.request == intake.request else None


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
    mine = talk.scene.session
    for other, about in talk.scene.others if key else ():
        if other.kind == mine.kind and other.id != mine.id and other.status in _UNFINISHED:
            source = source_in(about)
            if source is not None and source.episode.key == key:
                return other.id
    return None


def offer_unfinished(talk: IntakeTalk, intake: EpisodeIntake, unfinished: str) -> IntakeMove:
    talk.keep(intake.model_copy(update={"unfinished": unfinished}))
    return talk.show()


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
    with_template = wanted.model_copy(update={"template": wanted.template or TEMPLATES[0]})
    if wanted.step is not IntakeStep.PREPARING:
        return next_intake_step(talk, with_template)
    if (episode := wanted.stated) is not None:
        origin = wanted.origin if episode.notes else ContextOrigin.TITLE
    else:
        episode = Episode(title=wanted.title)
        origin = ContextOrigin.MEMORY if wanted.memory else ContextOrigin.TITLE
    known = Material(episode=episode, origin=origin)
    return begin_podcast(talk, wanted, source_from_material(known, with_template))


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


READ: Final = "intake-read"
"""The chore, and the finding with what it understood."""
_ENTRY_ROOM = 1_500
_MOST_READ = 20  # messages, the newest ones


class IntakeRead(FilledIn):
    """Each field is explained to the model in `prompts/intake.md`."""

    wishes: Numbers = Field(default_factory=list)
    template: Annotated[str, BeforeValidator(word_validator(TEMPLATES, ""))] = ""
    questions: Text = ""

    @property
    def count(self) -> int:
        """The number of questions that they ask for; 0 for none that there can be."""
        number = bare_number(self.questions) or 0
        return number if number <= MOST_QUESTIONS else 0


class _Kept(FilledIn):
    """The model's understanding, and a digest of the words that it understood."""

    request: str
    read: IntakeRead


def typed_words_digest(session: Session) -> str:
    """Return one word for what somebody has typed; empty where that is nothing, or the interview has begun."""
    return _typed_words(intake_of(session) or EpisodeIntake())


def _typed_words(intake: EpisodeIntake) -> str:
    said = "\n".join(f"{each.ref} {each.text}" for each in intake.told if not each.pasted)
    return hashlib.sha256(said.encode()).hexdigest()[:16] if said else ""


async def find_wishes(prompts: PodcastPrompts, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
    """Have the model say which words are wishes. Raises ModelError."""
    intake = intake_of(situation.session)
    if intake is None or model.offline:
        return ChoreResult()
    numbered = [(n, each) for n, each in enumerate(intake.told, 1) if not each.pasted][-_MOST_READ:]
    prompt = Prompt(
        purpose=READ,
        system=prompts.texts["intake"],
        user="\n".join(quote_in_tag("message", shorten_middle(each.text, _ENTRY_ROOM), n=n) for n, each in numbered),
        tier=Tier.FAST,
        max_tokens=300,
        session_id=situation.session.id,
        timeout=30.0,
    )
    read = await model.ask(prompt, IntakeRead)
    return ChoreResult(finding=_Kept(request=_typed_words(intake), read=read).model_dump_json())


def apply_understood(talk: IntakeTalk, intake: EpisodeIntake) -> IntakeMove | None:
    """Take over what was understood of the words that are there; None where nothing of it is new."""
    try:
        kept = _Kept.model_validate_json(talk.scene.findings.get(READ, ""))
    except ValidationError:
        return None
    if kept.request != _typed_words(intake):
        return None
    wishes = frozenset(kept.read.wishes)
    told = tuple(
        each if each.pasted else each.model_copy(update={"wish": each.wish or n in wishes})
        for n, each in enumerate(intake.told, 1)
    )
    after = intake.model_copy(
        update={
            "told": told,
            "template": intake.template or kept.read.template,
            "questions": intake.questions if intake.counted else kept.read.count or intake.questions,
        }
    )
    if after == intake:
        return None
    if after.unfinished:
        talk.keep(after)
        return talk.move()
    if intake.has_source and not after.has_source:
        after = after.model_copy(update={"step": IntakeStep.SOURCE})
    return next_intake_step(talk, after)


_FEW_BESIDE_LINK = 8  # words beside a link; who writes more is telling


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
        return link != "" and len(rest.split()) <= _FEW_BESIDE_LINK

    def step(self, scene: IntakeScene, event: IntakeEvent) -> IntakeMove | None:
        if isinstance(event, Opened):
            talk = IntakeTalk(scene, EpisodeIntake(questions=self._settings.questions))
            about = PastedDetails(ref="", text=event.about, at=scene.now)
            return start_podcast_intake(talk, about, tuple(map(details_in, event.messages)), event.files)
        intake = _known(scene.session)
        talk = IntakeTalk(scene, intake)
        match event:
            case WordsSaid(messages=messages):
                return _words(talk, intake, tuple(map(details_in, messages)))
            case Pressed(code=code):
                return _pressed(talk, intake, code)
            case Edited() | Removed():
                return _changed(talk, intake, event)
            case FileSent(file=file):  # a transcript, or an Inkwell folder as a ZIP
                return next_intake_step(talk, intake.with_file(sent_episode(file)))
            case SoundRef(voice=voice):  # the episode's recording, which may be long
                heard = (voice.text or "").strip()
                sent = SentEpisode(file_ref=voice.file_ref, sound=True, heard=heard)
                if not heard:
                    sent = sent.model_copy(update={"media_type": voice.media_type, "size": voice.size})
                return next_intake_step(talk, intake.about(file=sent, step=IntakeStep.SOURCE))
            case TooLargeSent():
                page = StyledMessage().add(say(talk.language, "source-heavy")).add(say(talk.language, "intake-instead"))
                return talk.tell(page.say())
            case ChoreEnded():
                if (move := apply_understood(talk, intake)) is not None:
                    return move
                outcome = outcome_of(talk, intake)
                waits = intake.step in {IntakeStep.FINDING, IntakeStep.PREPARING}
                return continue_with_outcome(talk, intake, outcome) if outcome is not None and waits else None
            case Reopened():
                return resume_podcast_intake(talk, intake)
            case BeginNow():
                return begin_now(talk, intake)
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


def _words(talk: IntakeTalk, intake: EpisodeIntake, messages: tuple[PastedDetails, ...]) -> IntakeMove:
    if len(messages) == 1 and (move := _plain_word(talk, intake, messages[0].text)) is not None:
        return move
    after = intake
    for message in messages:
        after = add_details(talk, after, message)
    if talk.scene.understands and any(not each.pasted for each in after.told if each not in intake.told):
        talk.chores.append(READ)
    if after.unfinished and after.has_source:
        return offer_unfinished(talk, after, after.unfinished)
    asked = after.step is intake.step and after.step in {IntakeStep.CHOOSING, IntakeStep.TEMPLATE}
    told = asked and any(not each.wish for each in after.told[len(intake.told) :])
    return next_intake_step(talk, after, *((say(talk.language, "intake-noted"),) if told else ()))


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
            return choose_episode(talk, intake, episode_code(shown[number - 1]))
    return talk.show() if known is not None else None


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
            return next_intake_step(talk, after.telling(said.model_copy(update={"text": event.text})))
        return next_intake_step(talk, add_details(talk, after, PastedDetails(ref=ref, text=event.text, at=event.at)))
    if intake.has_source and not after.has_source:
        after = after.model_copy(update={"step": IntakeStep.SOURCE})
    talk.keep(after)
    talk.tell(Say(text=say(talk.language, "removed-unused")))
    if after.step is IntakeStep.SOURCE:
        talk.show()
    elif after.step is IntakeStep.PREPARING and after.request != intake.request:
        return continue_with_source(talk, after)
    return talk.move()


def _pressed(talk: IntakeTalk, intake: EpisodeIntake, code: str) -> IntakeMove | None:
    """Do what a button means; None where it means nothing any more."""
    if code.startswith("t") and code[1:].isdecimal() and int(code[1:]) < len(TEMPLATES):
        return next_intake_step(talk, intake.model_copy(update={"template": TEMPLATES[int(code[1:])]}))
    if code.startswith(COUNT) and code[1:].isdecimal() and int(code[1:]) in COUNTS:
        return next_intake_step(talk, intake.model_copy(update={"questions": int(code[1:]), "counted": True}))
    if code.startswith(MORE) and code[len(MORE) :].isdecimal() and intake.link:
        after = intake.about(link=intake.link, search=intake.search, page=int(code[len(MORE) :]))
        looking = intake.step in {IntakeStep.FINDING, IntakeStep.CHOOSING} and intake.page == after.page
        return talk.move() if looking else start_lookup(talk, after)
    if code.startswith("e"):
        return choose_episode(talk, intake, code)
    if code == OTHER:
        return choose_other_episode(talk, intake)
    if code in {ANEW, OLD} and intake.unfinished:
        return _anew(talk, intake) if code == ANEW else _old(talk, intake)
    if code == AGAIN and intake.failed:
        return start_lookup(talk, intake.about(link=intake.failed))
    if code == BEGIN and intake.has_source and intake.template:
        return begin_now(talk, intake)
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
    outcome = outcome_of(talk, after)
    if outcome is not None and outcome.source is not None:
        return continue_with_outcome(talk, after, outcome)
    return next_intake_step(talk, after)


def _back(talk: IntakeTalk, intake: EpisodeIntake) -> IntakeMove | None:
    """Go one step back: to the list of episodes, else to the question what it is to be about."""
    outcome = talk.outcome
    chosen = intake.step in {IntakeStep.TEMPLATE, IntakeStep.PREPARING} and intake.link != ""
    if chosen and outcome is not None and outcome.listed:
        return start_lookup(talk, intake.about(link=intake.link, search=intake.search, page=intake.page))
    if intake.step is not IntakeStep.SOURCE:
        return choose_other_episode(talk, intake)
    if not intake.template:
        return None
    talk.keep(intake.model_copy(update={"template": ""}))
    return talk.show()
