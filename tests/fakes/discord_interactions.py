"""Interactions of the fake Discord: commands, presses and modals, their acknowledgement, and the answers to them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from tests.fakes import discord_rules as rules
from tests.fakes.discord_gateway import Gateway
from tests.fakes.discord_markdown import displayed
from tests.fakes.discord_rest import NOTHING, Answer, Rest, Route, uploaded
from tests.fakes.discord_wire import ApiError, Json, Request, invalid
from tests.fakes.discord_world import EPHEMERAL, LOADING, Message, World, utf16

ACKNOWLEDGE_WITHIN = timedelta(seconds=3)
TOKEN_LIFE = timedelta(minutes=15)
_COMMAND, _COMPONENT, _SUBMISSION = 2, 3, 5
_ANSWER, _DEFERRED, _DEFERRED_UPDATE, _UPDATE, _MODAL = 4, 5, 6, 7, 9
_FOR: dict[int, tuple[int, ...]] = {
    _COMMAND: (_ANSWER, _DEFERRED, _MODAL),
    _COMPONENT: (_ANSWER, _DEFERRED, _DEFERRED_UPDATE, _UPDATE, _MODAL),
    _SUBMISSION: (_ANSWER, _DEFERRED, _DEFERRED_UPDATE, _UPDATE),
}
_ANSWER_FLAGS = 1 << 2 | 1 << 12 | EPHEMERAL


@dataclass(slots=True, kw_only=True)
class SlashResult:
    """What a person sees of a command that they gave, a button that they pressed, or a modal that they sent."""

    id: int
    token: str
    acknowledged: bool = False
    kind: int = 0
    """The type of the acknowledgement: 4 an answer, 5 one to come, 6 and 7 of a button, 9 a modal."""
    private: list[str] = field(default_factory=list)
    """Answers that only they saw, as displayed; a changed one again, with its new words."""
    public: list[str] = field(default_factory=list)
    """Answers that everybody in the channel saw."""
    raw: list[Json] = field(default_factory=list)
    """The same answers as the API tells of them."""
    deleted: bool = False
    """The first answer is gone again."""
    modal: Json | None = None
    """The modal that opened."""

    @property
    def field(self) -> Json:
        """The text field of the modal."""
        assert self.modal is not None, "no modal is open"
        field: Json = self.modal["components"][0]["component"]
        return field


@dataclass(slots=True, kw_only=True, eq=False)
class Interaction:
    """One of them, as long as it lives."""

    id: int
    token: str
    kind: int
    created: datetime
    channel_id: int
    metadata: Json
    source: Message | None
    """The message whose button was pressed, for the modal that it opened too."""
    result: SlashResult
    original: Message | None = None
    """The first answer."""
    answers: dict[int, Message] = field(default_factory=dict)

    @property
    def acknowledged(self) -> bool:
        return self.result.acknowledged


class Interactions:
    """All of them, and their routes."""

    def __init__(self, world: World, gateway: Gateway, rest: Rest) -> None:
        self._world = world
        self._gateway = gateway
        self._rest = rest
        self._by_token: dict[str, Interaction] = {}

    def routes(self) -> Iterable[Route]:
        hook = "/webhooks/{webhook_id}/{webhook_token}"
        table = [
            ("POST", "/interactions/{interaction_id}/{interaction_token}/callback", self._callback),
            ("POST", hook, self._follow_up),
        ]
        for place in ("@original", "{message_id}"):
            at = f"{hook}/messages/{place}"
            table += [("GET", at, self._get), ("PATCH", at, self._edit), ("DELETE", at, self._delete)]
        return [Route(method=method, template=path, answer=answer, open=True) for method, path, answer in table]

    def submit(self, opened: SlashResult, text: str, *, place: Json, user: Json) -> SlashResult:
        """Somebody sent the modal that their press has opened, with these words in its field."""
        modal, field, opener = opened.modal, opened.field, self._by_token[opened.token]
        assert modal is not None
        assert 1 <= utf16(text) <= (field.get("max_length") or 4000), "a client sends no such text"
        value = {"type": 4, "id": 2, "custom_id": field["custom_id"], "value": text}
        data = {"custom_id": modal["custom_id"], "components": [{"type": 18, "id": 1, "component": value}]}
        return self.begin(kind=_SUBMISSION, data=data, place=place, user=user, source=opener.source, opener=opener)

    def begin(
        self,
        *,
        kind: int,
        data: Json,
        place: Json,
        user: Json,
        source: Message | None = None,
        opener: Interaction | None = None,
    ) -> SlashResult:
        """Somebody did something: tell the bot. `place` is where (see `discord_people`)."""
        world = self._world
        interaction_id = world.time.snowflake()
        token = f"interaction-token-{interaction_id}"
        owners = place["authorizing_integration_owners"]
        metadata: Json = {"id": str(interaction_id), "type": kind, "user": user}
        metadata |= {"authorizing_integration_owners": owners}
        if opener:
            metadata["triggering_interaction_metadata"] = opener.metadata
        elif source:
            metadata["interacted_message_id"] = str(source.id)
        interaction = Interaction(
            id=interaction_id,
            token=token,
            kind=kind,
            created=world.time.now(),
            channel_id=int(place["channel_id"]),
            metadata=metadata,
            source=source,
            result=SlashResult(id=interaction_id, token=token),
        )
        self._by_token[token] = interaction
        event: Json = {
            "id": str(interaction_id),
            "application_id": str(world.application_id),
            "type": kind,
            "token": token,
            "version": 1,
            "data": data,
            "entitlements": [],
            "attachment_size_limit": world.file_limit,
            **place,
        }
        if source:
            event["message"] = source.payload(world.cdn)
        self._gateway.dispatch("INTERACTION_CREATE", event)
        return interaction.result

    # --- the acknowledgement ---

    def _callback(self, request: Request) -> Answer:
        interaction = self._by_token.get(request.params["interaction_token"])
        if interaction is None or request.params["interaction_id"] != str(interaction.id):
            raise ApiError(404, 10062)
        if interaction.acknowledged:
            raise ApiError(400, 40060)
        if self._world.time.now() - interaction.created > ACKNOWLEDGE_WITHIN:
            raise ApiError(404, 10062)
        body = request.json or {}
        kind = body.get("type")
        if kind not in _FOR[interaction.kind]:
            raise invalid("type", "BASE_TYPE_CHOICES", f"Value must be one of {_FOR[interaction.kind]}.")
        self._acknowledge(interaction, kind, body.get("data") or {}, request)
        if request.query.get("with_response") not in ("1", "true", "True"):
            return NOTHING
        return 200, self._callback_answer(interaction, kind)

    def _acknowledge(self, interaction: Interaction, kind: int, data: Json, request: Request) -> None:
        if kind == _ANSWER:
            interaction.original = self._answer(interaction, data, request)
        elif kind == _DEFERRED:
            interaction.original = self._thinking(interaction, data)
        elif kind in (_UPDATE, _DEFERRED_UPDATE):
            interaction.original = interaction.source
        elif kind == _MODAL:
            interaction.result.modal = rules.modal(data)
        if kind == _UPDATE and interaction.source:
            self._rest.rewrite(interaction.source, request, data)
            self._rest.changed(interaction.source)
        interaction.result.acknowledged = True
        interaction.result.kind = kind

    def _callback_answer(self, interaction: Interaction, kind: int) -> Json:
        told: Json = {"id": str(interaction.id), "type": interaction.kind, "channel_id": str(interaction.channel_id)}
        original = interaction.original
        if original is None:
            return {"interaction": told}
        ephemeral, loading = bool(original.flags & EPHEMERAL), bool(original.flags & LOADING)
        told |= {"response_message_id": str(original.id)}
        told |= {"response_message_loading": loading, "response_message_ephemeral": ephemeral}
        if kind not in (_ANSWER, _UPDATE):
            return {"interaction": told}
        message = original.payload(self._world.cdn)
        return {"interaction": told, "resource": {"type": kind, "message": message}}

    # --- answers ---

    def _answer(self, interaction: Interaction, body: Json, request: Request) -> Message:
        text, flags = rules.content(body), rules.flags(body, allowed=_ANSWER_FLAGS)
        rows = rules.components(body)
        files = uploaded(self._world, interaction.channel_id, body, request.files)
        if not (text or files or rows or body.get("embeds")):
            raise ApiError(400, 50006)
        message = self._new(interaction, content=text, flags=flags, components=rows, files=files)
        self._show(interaction, message)
        return message

    def _thinking(self, interaction: Interaction, data: Json) -> Message:
        flags = rules.flags(data, allowed=EPHEMERAL) | LOADING
        message = self._new(interaction, flags=flags)
        self._place(interaction, message)
        return message

    def _new(self, interaction: Interaction, **fields: Any) -> Message:
        message = self._world.message(interaction.channel_id, self._world.bot, **fields)
        known = str(self._world.application_id)
        message.more = {"webhook_id": known, "application_id": known, "interaction_metadata": interaction.metadata}
        message.more["type"] = 20 if interaction.kind == _COMMAND else 0
        return message

    def _show(self, interaction: Interaction, message: Message) -> None:
        self._place(interaction, message)
        self._seen(interaction, message)

    def _place(self, interaction: Interaction, message: Message) -> None:
        """Where it stands: in the bot's own channel with a person for good, elsewhere only for this interaction."""
        interaction.answers[message.id] = message
        if not message.flags & EPHEMERAL and message.channel_id in self._world.channels:
            self._rest.publish(message)

    def _seen(self, interaction: Interaction, message: Message) -> None:
        seen = interaction.result.private if message.flags & EPHEMERAL else interaction.result.public
        seen.append(displayed(message.content))
        interaction.result.raw.append(message.payload(self._world.cdn))

    # --- afterwards, through the token ---

    def _interaction(self, request: Request) -> Interaction:
        interaction = self._by_token.get(request.params["webhook_token"])
        mine = request.params["webhook_id"] == str(self._world.application_id)
        if interaction is None or not mine or not interaction.acknowledged:
            raise ApiError(404, 10015)
        if self._world.time.now() - interaction.created > TOKEN_LIFE:
            raise ApiError(401, 50027)
        return interaction

    def _found(self, interaction: Interaction, request: Request) -> Message:
        wanted = request.params.get("message_id")
        if wanted is None:
            found = interaction.original
        else:
            found = interaction.answers.get(int(wanted)) if wanted.isdecimal() else None
        if found is None:
            raise ApiError(404, 10008)
        return found

    def _follow_up(self, request: Request) -> Answer:
        interaction = self._interaction(request)
        original = interaction.original
        if original and original.flags & LOADING:
            return self._settle(interaction, original, request)
        message = self._answer(interaction, request.json or {}, request)
        return 200, message.payload(self._world.cdn)

    def _get(self, request: Request) -> Answer:
        return 200, self._found(self._interaction(request), request).payload(self._world.cdn)

    def _edit(self, request: Request) -> Answer:
        interaction = self._interaction(request)
        return self._settle(interaction, self._found(interaction, request), request)

    def _settle(self, interaction: Interaction, message: Message, request: Request) -> Answer:
        thinking = bool(message.flags & LOADING)
        self._rest.rewrite(message, request)
        if thinking:
            message.flags &= ~LOADING
        if message is not interaction.source:
            self._seen(interaction, message)
        if self._stands(message):
            self._rest.changed(message)
        return 200, message.payload(self._world.cdn)

    def _delete(self, request: Request) -> Answer:
        interaction = self._interaction(request)
        message = self._found(interaction, request)
        if self._stands(message):
            self._rest.remove(message)
        interaction.answers.pop(message.id, None)
        if message is interaction.original:
            interaction.original = None
            interaction.result.deleted = True
        return NOTHING

    def _stands(self, message: Message) -> bool:
        channel = self._world.channels.get(message.channel_id)
        return channel is not None and message.id in channel.messages
