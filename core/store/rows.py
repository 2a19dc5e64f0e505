"""Rows of the tables as values of the domain, and back: unchecked, since they are our own and checking costs a turn."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from dataclasses import fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from pydantic import BaseModel, TypeAdapter
from pydantic_core import from_json

from core.contracts.errors import StorageError
from core.contracts.messages import (
    Address,
    Choice,
    Content,
    Incoming,
    Say,
    Saying,
    SendDocument,
    Sender,
    SendVoice,
    position_of,
)
from core.contracts.session import (
    AloudWish,
    Awaited,
    Counters,
    Entry,
    EntryKind,
    Note,
    PendingInput,
    Person,
    Reason,
    Revision,
    Role,
    Session,
    Stage,
    Status,
    Timing,
)

_ADAPTERS: dict[str, TypeAdapter[Any]] = {kind.__name__.lower(): TypeAdapter(kind) for kind in get_args(Content)}
"""By the tag of a content: the name of its class, which is kept in mailboxes and so never changes."""
_SAY = TypeAdapter(Say)
_CHOICES = TypeAdapter(tuple[Choice, ...])
_UNREADABLE = (KeyError, TypeError, ValueError, OverflowError, OSError)
"""What wrong values lead to; a moment that no calendar has is one of the last two."""


def to_datetime(value: float) -> datetime:
    return datetime.fromtimestamp(value, UTC)


def dump_incoming(incoming: Incoming) -> str:
    """Return `Incoming` as JSON, its content tagged by name. Raises StorageError for a content of an unknown type.

    Half of a surrogate pair, which no database can hold, becomes a question mark: else it would come again for ever.
    """
    name = type(incoming.content).__name__.lower()
    if name not in _ADAPTERS:
        raise StorageError(f"A message of the type {type(incoming.content).__name__} cannot be kept.")
    text = json.dumps(
        {
            "event_id": incoming.event_id,
            "address": [incoming.address.platform, incoming.address.chat],
            "sender": [incoming.sender.id, incoming.sender.name, incoming.sender.language],
            "sent_at": incoming.sent_at.timestamp(),
            "position": incoming.position,
            "ref": incoming.ref,
            "order": incoming.order,
            "type": name,
            "content": _ADAPTERS[name].dump_python(incoming.content, mode="json"),
        },
        ensure_ascii=False,
    )
    return text.encode("utf-8", "replace").decode()


def load_incoming(text: str) -> Incoming:
    """Undo `dump_incoming`. Raises StorageError, without a word of the message."""
    try:
        data = json.loads(text)
        platform, chat = data["address"]
        sender_id, name, language = data["sender"]
        return Incoming(
            event_id=data["event_id"],
            address=Address(platform=platform, chat=chat),
            sender=Sender(id=sender_id, name=name, language=language),
            sent_at=to_datetime(data["sent_at"]),
            position=stored_position(data["position"]),
            ref=data["ref"],
            order=data.get("order", ""),
            content=_ADAPTERS[data["type"]].validate_python(data["content"]),
        )
    except _UNREADABLE:
        raise StorageError("A message in the mailbox cannot be read; a newer Raconteur may have written it.") from None


def stored_position(value: int | str) -> str:
    """Return a position in a mailbox item; a version before wrote numbers."""
    return position_of(value) if isinstance(value, int) else value


def dump_saying(saying: Saying) -> str:
    """Return a `Say` as JSON; of the others all but their file, which has a row of its own."""
    if isinstance(saying, SendVoice):
        told = {
            "type": "voice",
            "of": saying.of,
            "seconds": saying.seconds,
            "waveform": base64.b64encode(saying.waveform).decode(),
            "caption": saying.caption,
            "choices": _CHOICES.dump_python(saying.choices, mode="json"),
        }
        return json.dumps(told, ensure_ascii=False)
    if isinstance(saying, SendDocument):
        about = {"type": "document", "caption": saying.caption}
        choices = {"choices": _CHOICES.dump_python(saying.choices, mode="json")} if saying.choices else {}
        return json.dumps(about | choices, ensure_ascii=False)
    return json.dumps({"type": "say", "say": _SAY.dump_python(saying, mode="json")}, ensure_ascii=False)


def load_say(data: Any) -> Say:
    """Undo `dump_saying` for a `Say`. Raises StorageError, without a word of the message."""
    try:
        return _SAY.validate_python(data)
    except _UNREADABLE:
        raise StorageError("A message in the outbox cannot be read; a newer Raconteur may have written it.") from None


def load_choices(data: Any) -> tuple[Choice, ...]:
    """Return the buttons under a document. Raises StorageError, without a word of the message."""
    try:
        return _CHOICES.validate_python(data.get("choices", ()))
    except _UNREADABLE:
        raise StorageError("A file in the outbox cannot be read; a newer Raconteur may have written it.") from None


def load_voice(data: Any, body: bytes) -> SendVoice:
    """Undo `dump_saying` for a `SendVoice`. Raises StorageError, without a word of the message."""
    try:
        return SendVoice(
            of=data["of"],
            body=body,
            seconds=data["seconds"],
            waveform=base64.b64decode(data["waveform"]),
            caption=data["caption"],
            choices=_CHOICES.validate_python(data["choices"]),
        )
    except _UNREADABLE:
        raise StorageError("A sound in the outbox cannot be read; a newer Raconteur may have written it.") from None


if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Model = TypeVar("Model", bound=BaseModel)
Value = TypeVar("Value", bound="DataclassInstance")
_REASONS = {reason.value: reason for reason in Reason}
_ROLES = {role.value: role for role in Role}
_NO_TIMING = Timing()
_KINDS = {kind.value: kind for kind in EntryKind}


def _made(kind: type[Model], /, **values: Any) -> Model:
    """Make what `model_construct` makes of all fields, in a fifth of the time: a turn reads dozens of them."""
    model = kind.__new__(kind)
    object.__setattr__(model, "__dict__", values)
    object.__setattr__(model, "__pydantic_fields_set__", set(values))
    object.__setattr__(model, "__pydantic_extra__", None)
    object.__setattr__(model, "__pydantic_private__", None)
    return model


def from_row(kind: type[Value], row: Any, /, **others: Any) -> Value:
    """Make a dataclass whose fields are columns of a row, but for `others`."""
    names = (field.name for field in fields(kind))
    return kind(**{name: getattr(row, name) for name in names if name not in others}, **others)


def person_of(row: Any) -> Person:
    return _made(
        Person,
        id=row.id,
        name=row.name,
        language=row.language,
        stage=Stage(row.stage),
        created_at=to_datetime(row.created_at),
        timezone=row.timezone,
        quiet_hours=row.quiet_hours,
        agreed=row.agreed,
        awaits=Awaited.model_validate_json(row.awaits) if row.awaits else None,
        mending=PendingInput.model_validate_json(row.mending) if row.mending else None,
        aloud=AloudWish(row.aloud),
        no_notices=bool(row.no_notices),
        joined_at=None if row.joined_at is None else to_datetime(row.joined_at),
        forgotten_before=None if row.forgotten_before is None else to_datetime(row.forgotten_before),
    )


def person_values(person: Person) -> dict[str, Any]:
    return {
        **vars(person),
        "stage": person.stage.value,
        "created_at": person.created_at.timestamp(),
        "awaits": "" if person.awaits is None else person.awaits.model_dump_json(),
        "mending": "" if person.mending is None else person.mending.model_dump_json(),
        "aloud": person.aloud.value,
        "joined_at": None if person.joined_at is None else person.joined_at.timestamp(),
        "forgotten_before": None if person.forgotten_before is None else person.forgotten_before.timestamp(),
    }


def session_of(row: Any) -> Session:
    return _made(
        Session,
        id=row.id,
        person_id=row.person_id,
        kind=row.kind,
        title=row.title,
        status=Status(row.status),
        language=row.language,
        script_digest=row.script_digest,
        address=Address(platform=row.platform, chat=row.chat),
        state=from_json(row.state),
        open_question=row.open_question,
        last_seq=row.last_seq,
        revision=row.revision,
        counters=Counters.model_construct(**from_json(row.counters)),
        created_at=to_datetime(row.created_at),
        touched_at=to_datetime(row.touched_at),
        ended_at=None if row.ended_at is None else to_datetime(row.ended_at),
        timing=_NO_TIMING if row.timing == "{}" else Timing.model_validate_json(row.timing),
        family_id=row.family_id,
    )


def session_values(session: Session) -> dict[str, Any]:
    values = {
        **vars(session),
        "status": session.status.value,
        "platform": session.address.platform,
        "chat": session.address.chat,
        "state": json.dumps(session.state, ensure_ascii=False),
        "counters": session.counters.model_dump_json(),
        "created_at": session.created_at.timestamp(),
        "touched_at": session.touched_at.timestamp(),
        "ended_at": None if session.ended_at is None else session.ended_at.timestamp(),
        "timing": session.timing.model_dump_json(exclude_defaults=True),
    }
    del values["address"]
    return values


def entry_values(session_id: str, entry: Entry) -> dict[str, Any]:
    values = {
        **vars(entry),
        "session_id": session_id,
        "role": entry.role.value,
        "kind": entry.kind.value,
        "at": entry.at.timestamp(),
        "state": None if entry.state is None else json.dumps(entry.state, ensure_ascii=False),
        "asides": json.dumps(entry.asides, ensure_ascii=False),
        "kept_passages": json.dumps(entry.kept_passages, ensure_ascii=False),
        "retells": json.dumps(entry.retells),
        "platform": "" if entry.address is None else entry.address.platform,
        "chat": "" if entry.address is None else entry.address.chat,
    }
    del values["revisions"], values["address"]
    return values


def revision_values(session_id: str, seq: int, revision: Revision) -> dict[str, Any]:
    return {
        "session_id": session_id,
        "seq": seq,
        "text": revision.text,
        "reason": revision.reason.value,
        "withdrawn": revision.withdrawn,
        "at": revision.at.timestamp(),
    }


def entries_of(rows: Iterable[Any]) -> tuple[Entry, ...]:
    """Make entries from rows of `entries` joined with `revisions`, ordered by seq and then by the revision's number."""
    found: list[Entry] = []
    for row in rows:
        at = to_datetime(row.at)
        revision = _made(
            Revision,
            number=row.number,
            text=row.text,
            reason=_REASONS[row.reason],
            withdrawn=bool(row.withdrawn),
            at=at if row.revised_at == row.at else to_datetime(row.revised_at),
        )
        if found and found[-1].seq == row.seq:
            found[-1] = found[-1].model_copy(update={"revisions": (*found[-1].revisions, revision)})
            continue
        found.append(
            _made(
                Entry,
                seq=row.seq,
                role=_ROLES[row.role],
                kind=_KINDS[row.kind],
                question_id=row.question_id,
                answers=row.answers,
                ref=row.ref,
                address=Address(platform=row.platform, chat=row.chat) if row.platform else None,
                at=at,
                state=None if row.state is None else from_json(row.state),
                spoken_seconds=row.spoken_seconds,
                audio=row.audio,
                photo=row.photo,
                asides=() if row.asides == "[]" else tuple(from_json(row.asides)),
                kept_back=bool(row.kept_back),
                kept_passages=() if row.kept_passages == "[]" else tuple(from_json(row.kept_passages)),
                retells=() if row.retells == "[]" else tuple(from_json(row.retells)),
                set_aside=bool(row.set_aside),
                title=row.title,
                asker=row.asker,
                revisions=(revision,),
            )
        )
    return tuple(found)


def note_of(row: Any) -> Note:
    return _made(Note, key=row.key, value=row.value, entries=tuple(from_json(row.entries)), stale=bool(row.stale))


def note_values(session_id: str, note: Note, at: float) -> dict[str, Any]:
    return {**vars(note), "session_id": session_id, "entries": json.dumps(note.entries), "updated_at": at}
