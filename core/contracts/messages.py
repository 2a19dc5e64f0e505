"""Messages between a platform and the interviewer: plain, frozen, serialisable, of no platform's SDK.

An `Incoming` is stored in the mailbox before it is acknowledged, an `Outgoing` in the outbox before it is sent.

A press of a button comes back from outside, so `decode_button` trusts nothing in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final

from core.contracts.fences import FencedPassage, fenced_passages

LIMIT = 64
PICK = "pick"
"""The command of a button that answers the open question."""
KEEP = "=keep"
"""The argument of a button that leaves everything as it is."""
LISTED = "=list"
"""The argument of a button that shows what there is to choose from."""
_ARGUMENT = r"[a-z0-9=-]{1,24}"
_SHAPE = re.compile(rf"([a-z]{{1,16}})(?:~({_ARGUMENT}))?(?:@([a-z0-9]{{1,24}})\.([0-9]{{1,9}}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    command: str
    argument: str = ""
    session_id: str = ""
    """With `seq`: the question that the button was shown under. Empty for a button that is good at any time."""
    seq: int = 0


def fits_button(argument: str) -> bool:
    """Return whether a button can carry an argument."""
    return re.fullmatch(_ARGUMENT, argument) is not None


def encode_button(button: Button) -> str:
    """Return `command~argument@session.seq`, without the parts that are empty. Raises ValueError if it does not fit."""
    data = button.command
    if button.argument:
        data += f"~{button.argument}"
    if button.session_id:
        data += f"@{button.session_id}.{button.seq}"
    if len(data) > LIMIT or not _SHAPE.fullmatch(data):
        raise ValueError(f"no button can carry {data!r}")
    return data


def decode_button(data: str) -> Button | None:
    """Undo `encode_button`; return None for what no button of ours carries."""
    found = _SHAPE.fullmatch(data)
    if found is None:
        return None
    command, argument, session_id, seq = found.groups()
    return Button(command=command, argument=argument or "", session_id=session_id or "", seq=int(seq or 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A chat on a platform: where a person can be reached, and how they are known there."""

    platform: str
    """The adapter's name; opaque to core."""
    chat: str
    """The chat's id in the platform's own writing."""

    def __str__(self) -> str:
        return f"{self.platform}:{self.chat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """The writer, as the platform tells it."""

    id: str
    """The person's id on the platform; what `access.allowed` names as `platform:id`."""
    name: str = ""
    """The first name that the platform shows; may be empty."""
    language: str = ""
    """BCP 47 tag of the platform's interface, for example "ru" or "pt-BR"; may be empty."""


# --- what a person does -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Words written by the person."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command such as `/resume`; `name` without the slash and in lower case, `argument` what followed it."""

    name: str
    argument: str = ""


LEAVING = "leaving"
"""The argument of a `/pause` that a platform hands in for somebody who goes away and can press nothing any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A button that the person pressed; `data` is the pressed `Choice.data`, unchanged."""

    data: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """The person changed an earlier message: `ref` is that message's `Incoming.ref`, `text` all its new words."""

    ref: str
    text: str
    heard: bool = False
    """They are the words of its recording as they were meant, in place of those that were heard; else those that stand
    beside it are changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """The person deleted an earlier message: `ref` is that message's `Incoming.ref`."""

    ref: str


class UnusableKind(StrEnum):
    """The reason that a message cannot be taken as an answer; each has a sentence of its own that says what to do."""

    STICKER = "sticker"
    LOCATION = "location"
    FILE = "file"
    TOO_LARGE = "too-large"
    EMPTY = "empty"
    UNPROVEN = "unproven"
    """A mail that anybody could have written in the person's name."""
    OTHER = "other"

    @classmethod
    def _missing_(cls, value: object) -> UnusableKind:
        """Accept a kind that another version knew and that is kept in a mailbox."""
        return cls.OTHER


@dataclass(frozen=True, slots=True, kw_only=True)
class Unusable:
    """Something that the interviewer cannot take as an answer, with the reference by which it could be had later."""

    kind: UnusableKind
    file_ref: str = ""
    """The platform's own reference to the file; may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """A voice note, an audio file, or the sound of a video. The platform gives the first four, listening the rest."""

    file_ref: str
    """The platform's own reference, by which `Platform.fetch` gets the file."""
    seconds: float | None = None
    """The length that the platform declared."""
    size: int | None = None
    """Bytes, as far as the platform tells."""
    media_type: str = ""
    text: str | None = None
    """What was heard; None as long as it was not."""
    trouble: str = ""
    """Why it could not be heard; the last part of a key of words ("voice-silent")."""
    audio: str = ""
    """The name under which the recording is kept; empty where it is not."""
    prepared: bool = False
    """A recording that was there before it was sent, such as a file: it tells nothing of when the person began."""
    late: bool = False
    """It was heard after the person had been told that it could not be."""
    doubtful: bool = False
    """A place in it was hard to hear: its words may not be right, or not all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    """A photograph as a part of what is told: it is kept beside the words, and nobody here sees what is on it.

    What was written with it is an event of its own, before this one, with the same `Incoming.ref`.
    """

    file_ref: str
    """The platform's own reference, by which `Platform.fetch` gets the file."""
    size: int | None = None
    """Bytes, as far as the platform tells."""


PHOTOGRAPHS = frozenset({"image/jpeg", "image/png", "image/webp", "image/heic", "image/heif"})
"""The media types of pictures that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file that is no recording, such as a transcript; an answer is it never."""

    file_ref: str
    """The platform's own reference, by which `Platform.fetch` gets the file."""
    name: str = ""
    """As its sender called it; never a path."""
    media_type: str = ""
    size: int | None = None
    """Bytes, as far as the platform tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatClosed:
    """The person can no longer be written to (they blocked the bot or closed the chat)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """A session's deadline has come; made by the program itself. What is due is found out when it is handled."""

    session_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """Background work that a session waited for is done; made by the program itself."""

    session_id: str
    chore: str = ""


Content = Text | Voice | Photo | Command | Press | Edit | Removal | Attachment | Unusable | ChatClosed | Timer | Ready


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """One event from a platform.

    `event_id` is unique for ever and made of the platform's own id, so that what is delivered twice is taken once.
    `position` orders the messages of one chat, both sides': an answer with a lower one than a question was written
    before that was seen. It is any text that sorts so by its characters: a number goes through `position_of`.
    """

    event_id: str
    address: Address
    sender: Sender
    content: Content
    sent_at: datetime
    """When the person sent it, by the platform's clock, aware and in UTC."""
    position: str = ""
    """Empty where the platform does not tell."""
    ref: str = ""
    """The platform's id of the message; edits name it. Empty for what is not a message."""
    order: str = ""
    """Orders what happened in one chat, also what is no message, where it may come in another order; as `position`."""


ZONE = "zone"
"""The command by which a page says in which time zone its browser is; nothing is answered."""
LEAVE_OUT = "leaveout"
"""The command by which a page leaves an answer out of the files; its argument is the `Incoming.ref` of the message."""
PUT_BACK = "putin"
"""The command by which a page puts such an answer back."""


def is_new_action(incoming: Incoming) -> bool:
    """Return whether its person says or wishes something new in that chat, and does not only change what they said."""
    content = incoming.content
    if isinstance(content, Voice):
        return not content.late
    if isinstance(content, Command) and content.name == ZONE:
        return False
    return isinstance(content, Text | Photo | Command | Press | Attachment | Unusable)


def position_of(number: int) -> str:
    """Return a platform's number as an `Incoming.position`: as texts they sort like the numbers. 0 tells none."""
    return f"{number:020}" if number else ""


# --- what the interviewer says ------------------------------------------------------------------------------------


class Style(StrEnum):
    BOLD = "bold"
    ITALIC = "italic"
    CODE = "code"
    QUOTE = "quote"
    """A block of the person's own words."""
    BLOCK = "block"
    """Lines of code, whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A styled stretch of a text, counted in Python characters: `text[start:end]`."""

    start: int
    end: int
    style: Style


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A button. `data` comes back in a `Press`: at most 64 bytes of ASCII."""

    label: str
    data: str
    editor: str = ""
    """The label, a short line, of a field with many lines that opens when it is pressed, for code. It begins with the
    block of code that the message ends with, where it does. What was written comes as `Text`, between fences, and no
    `Press`: `data` is empty. Where a platform has no editors (`Buttons.editors`), the button is left out.
    Empty: a plain button."""
    about: str = ""
    """The platform's id of the person's message that it is about; empty for a button about its own message.
    A page shows it at that message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """An interview's progress: `done` of about `total` questions of the script."""

    done: int
    total: int
    chapters_done: int = 0
    chapters: int = 0
    """0 where the interview has none."""


NOTHING_ASKED = Progress(done=0, total=0)
"""Beside what is said while no interview is at its questions: whatever was shown of one before is over."""


class Badge(StrEnum):
    """The kind of question that a message ends with."""

    OVERVIEW = "overview"
    """The first one of a subject that has several."""
    QUESTION = "question"
    FOLLOW_UP = "follow-up"
    """It stays with what was just told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Words of the interviewer. `text` is plain; what is styled is in `spans`, never in the text itself."""

    text: str
    spans: tuple[Span, ...] = ()
    choices: tuple[Choice, ...] = ()
    progress: Progress | None = None
    """For a platform that draws it; the words already say what must be said."""
    asks: bool = False
    """A question of the interview: whatever is written next is an answer to it, a number too."""
    badge: Badge | None = None
    """Of a question, for a platform that shows it."""
    course: Progress | None = None
    """How far the interview is, its chapters too, for a platform that shows it quietly beside what is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SendDocument:
    """A file for the person, with a short plain caption."""

    name: str
    """A file name without any folder, made by us from safe characters."""
    media_type: str
    body: bytes = field(repr=False)
    caption: str = ""
    choices: tuple[Choice, ...] = ()
    """Other forms to have it in, each a button under the file where a platform has buttons."""


SOUND, SOUND_NAME = "audio/ogg", "question.ogg"
"""What a spoken question is, and what it is called where its name is seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SendVoice:
    """Words that were said already, once more as sound: OGG with Opus, mono."""

    of: str
    """The `Outgoing.key` of the words that it speaks. A page of our own puts it beside them."""
    body: bytes = field(repr=False)
    seconds: float
    waveform: bytes = field(repr=False)
    """How loud it is from beginning to end, 256 bytes at most."""
    caption: str = ""
    """Plain words under it; there are some with `choices`."""
    choices: tuple[Choice, ...] = ()


Saying = Say | SendDocument | SendVoice


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A message may have been delivered already: a platform that can look for it looks before it sends it again."""

    after: str = ""
    """The platform's id of the newest message known to be delivered there before; empty where none is."""
    since: datetime
    """When it was decided to be said: it cannot stand there since earlier."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """One thing to deliver. `key` is unique for ever, so that a platform with idempotent sends can use it."""

    key: str
    address: Address
    saying: Saying
    language: str = "en"
    """For the few words that an adapter adds itself."""
    doubt: Doubt | None = None
    """None: it was certainly never delivered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The platform's confirmation of a delivered message."""

    ref: str = ""
    """The platform's id of the (last) message."""
    position: str = ""
    """As `Incoming.position`; of the first message where a long text was split."""
    sent_at: datetime | None = None
    """By the platform's clock, where it tells."""


_CODE: Final = re.compile(r"(?<!`)`(?!`)([^`\n]+)`(?!`)")


class StyledMessage:
    """A message put together from paragraphs; the offsets of styled ones are kept right."""

    def __init__(self) -> None:
        self._text = ""
        self._spans: list[Span] = []

    def add(self, paragraph: str, style: Style | None = None) -> StyledMessage:
        """Add a paragraph; an empty one adds nothing."""
        if not paragraph:
            return self
        if self._text:
            self._text += "\n\n"
        start = len(self._text)
        self._text += paragraph
        if style is not None:
            self._spans.append(Span(start=start, end=len(self._text), style=style))
        return self

    def add_told(self, text: str) -> StyledMessage:
        """Add words in which code may stand between fences, and names of it between single backticks."""
        if "`" not in text:
            return self.add(text)
        for passage in fenced_passages(text) if "```" in text else (FencedPassage(text),):
            if passage.is_code:
                self.add(passage.text.strip("\n"), Style.BLOCK)
            else:
                plain = _CODE.sub(r"\1", passage.text)
                self.add(plain)
                start = len(self._text) - len(plain)
                for number, found in enumerate(_CODE.finditer(passage.text)):
                    # Of each before it both backticks are gone.
                    at = start + found.start() - 2 * number
                    self._spans.append(Span(start=at, end=at + len(found[1]), style=Style.CODE))
        return self

    def say(
        self,
        choices: tuple[Choice, ...] = (),
        progress: Progress | None = None,
        *,
        asks: bool = False,
        badge: Badge | None = None,
        course: Progress | None = None,
    ) -> Say:
        spans = tuple(self._spans)
        return Say(
            text=self._text, spans=spans, choices=choices, progress=progress, asks=asks, badge=badge, course=course
        )


def is_unheard(incoming: Incoming) -> bool:
    """Return whether this is something spoken that has yet to be listened to."""
    content = incoming.content
    return isinstance(content, Voice) and content.text is None and not content.trouble and not content.late
