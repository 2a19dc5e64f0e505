"""A Telegram Bot API server on loopback, as strict as the real one, with people who use the bot.

    async with FakeBotApi() as api:
        anna = api.user(7, "Anna", "ru")
        ... run a bot against api.url with api.token ...
        anna.send("/start")
        print((await anna.next_message()).text)
    assert api.violations == []

The bot may run in this process or in another. Every request is in `requests`. `fail_next`, `cut_next` and `hold` make
trouble; `redeliver` delivers an update a second time. The download of a file is a request of the method "download".
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from tests.fakes import bot_api_rules as rules
from tests.fakes.bot_api_download import download
from tests.fakes.bot_api_files import Shelf
from tests.fakes.bot_api_people import Received, User
from tests.fakes.bot_api_request import Request
from tests.fakes.bot_api_rules import ApiError, Json, bad
from tests.fakes.bot_api_spec import ApiSpec
from tests.fakes.bot_api_webhook import Postman
from tests.fakes.chat_server import ChatServer, Trouble, cut
from tests.fakes.opus import is_opus
from tests.fakes.waiting import stopped

TOKEN = "4242:fake-token_for-tests"
_BODY_LIMIT = 64 * 1024 * 1024


class FakeBotApi(ChatServer):
    """The server; use it as an async context manager."""

    def __init__(self, *, token: str = TOKEN, username: str = "RaconteurTestBot") -> None:
        super().__init__()
        self.token = token
        bot_id = int(token.partition(":")[0])
        self.bot: Json = {"id": bot_id, "is_bot": True, "first_name": "Raconteur", "username": username}
        self.violations: list[str] = []
        self.commands: dict[str, list[Json]] = {}
        self.users: dict[int, User] = {}
        self.acknowledged = 0
        """Every update with a lower id was confirmed by the bot."""
        self.last_update_id = 1000
        self.url = ""
        self.on_delivered: Callable[[User, Received], None] = lambda _user, _received: None
        self._spec = ApiSpec.at_hand()
        self._updates: dict[int, Json] = {}
        self._pending: set[int] = set()
        self._again: set[int] = set()
        """Pending once more, and not to be confirmed by an offset that was meant for the first time."""
        self._allowed: list[str] | None = None
        self._message_ids: dict[int, int] = {}
        self.files = Shelf()
        self._queries: dict[str, Json] = {}
        self._polls = 0
        self._closing = False
        self.postman = Postman(self)
        self._posting: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        application = web.Application(client_max_size=_BODY_LIMIT)
        application.router.add_get("/file/bot{token}/{path:.+}", partial(download, self))
        application.router.add_route("*", "/bot{token}/{method}", self._answer)
        self.url = f"http://{await self.open(application)}"
        self._posting = asyncio.create_task(self.postman.run(), name="postman")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing = True
        self.touch()
        if self._posting is not None:
            await stopped(self._posting)
        await self.close()

    # --- for tests ---

    def user(self, chat_id: int, name: str = "Anna", language: str = "en") -> User:
        """A person who has opened the chat with the bot."""
        user = User(self, chat_id=chat_id, name=name, language=language)
        self.users[chat_id] = user
        return user

    async def until_acknowledged(self, update_id: int | None = None) -> None:
        """Wait until the bot has confirmed an update, by default the newest."""
        wanted = self.last_update_id if update_id is None else update_id
        await self.until(lambda: self.acknowledged > wanted and wanted not in self._pending)

    def fail_next(
        self,
        method: str,
        status: int,
        description: str,
        *,
        retry_after: int | None = None,
        chat: int | None = None,
        times: int = 1,
        after: int = 0,
    ) -> None:
        """Answer calls of a method with an error, without effect: the next `times`, once `after` others went well."""
        parameters = {} if retry_after is None else {"retry_after": retry_after}
        error = ApiError(status, description, parameters)
        self._troubles.append(Trouble(route=method, chat=chat, times=times, after=after, error=error))

    def cut_next(self, method: str, *, chat: int | None = None, times: int = 1, late: bool = False) -> None:
        """Close the connection in place of an answer; `late` after the call took effect."""
        self._troubles.append(Trouble(route=method, chat=chat, times=times, late=late))

    def redeliver(self, update_id: int | None = None) -> None:
        """Deliver an update again, by default the newest."""
        again = self.last_update_id if update_id is None else update_id
        self._pending.add(again)
        self._again.add(again)
        self.touch()

    # --- for the postman ---

    def waiting(self) -> list[Json]:
        """The updates that were not taken yet, the oldest first."""
        return [self._updates[update_id] for update_id in sorted(self._pending)]

    def taken(self, update_id: int) -> None:
        """An update was answered well."""
        self._again.discard(update_id)
        self._pending.discard(update_id)
        self.acknowledged = min(self._pending, default=self.last_update_id + 1)

    async def changed(self) -> None:
        """Wait for the next change."""
        await self._changed.wait()

    # --- for the people ---

    def date(self) -> int:
        return int(time.time())

    def next_message_id(self, chat: int) -> int:
        self._message_ids[chat] = self._message_ids.get(chat, 0) + 1
        return self._message_ids[chat]

    def emit(self, kind: str, content: Json) -> int:
        """A new update for the bot, if it wants that kind; its id."""
        self.last_update_id += 1
        if self._allowed is None or kind in self._allowed:
            update: Json = {"update_id": self.last_update_id, kind: content}
            self._updates[self.last_update_id] = json.loads(json.dumps(update))
            self._pending.add(self.last_update_id)
        self.touch()
        return self.last_update_id

    def press(self, person: Json, message: Json, data: str) -> str:
        query: Json = {"id": str(self.last_update_id), "from": person, "message": message, "data": data}
        self._queries[query["id"]] = query
        self.emit("callback_query", query | {"chat_instance": "1"})
        return str(query["id"])

    # --- the server ---

    async def _answer(self, http: web.Request) -> web.Response:
        request = await self._read(http)
        self.requests.append(request)
        self.touch()
        try:
            if http.match_info["token"] != self.token:
                raise ApiError(401, "Unauthorized")
            result = await self._handle(http, request)
            answer: Json = {"ok": True, "result": result}
            request.status = 200
        except ApiError as error:
            request.status = error.status
            answer = error.answer()
        except Exception as error:
            self.violations.append(f"{request.method}: the fake server failed with {error!r}")
            raise
        self.touch()
        return web.json_response(answer, status=request.status)

    async def _read(self, http: web.Request) -> Request:
        params: dict[str, str] = {}
        files: dict[str, tuple[str, bytes]] = {}
        for name, value in [*http.query.items(), *(await http.post()).items()]:
            if isinstance(value, web.FileField):
                files[name] = (value.filename, await asyncio.to_thread(value.file.read))
            else:
                params[name] = value if isinstance(value, str) else bytes(value).decode()
        return Request(method=http.match_info["method"], params=params, files=files, at=time.monotonic())

    async def _handle(self, http: web.Request, request: Request) -> Any:
        if self._spec:
            self.violations += self._spec.violations(request.method, request.params, request.files)
        rules.check_parameters(request.method, request.params, request.files)
        if request.chat in self._holds:
            await self._holds[request.chat].wait()
        trouble = self.struck(request)
        if trouble and trouble.error:
            raise trouble.error
        if trouble and not trouble.late:
            cut(http)
        if request.method == "getUpdates":
            return await self._get_updates(request)
        result = getattr(self, f"_on_{request.method}")(request.params, request)
        if trouble:
            cut(http)
        return result

    # --- updates ---

    async def _get_updates(self, request: Request) -> list[Json]:
        params = request.params
        if self.postman.url:
            words = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
            raise ApiError(409, f"Conflict: {words}")
        self._confirm(rules.integer(params, "offset", 0))
        if (allowed := rules.decoded(params, "allowed_updates", list)) is not None:
            self._allowed = allowed or None
        limit = rules.integer(params, "limit", 100)
        if not 1 <= limit <= 100:
            raise bad("limit must be between 1 and 100")
        self._polls += 1
        turn = self._polls
        self.touch()
        until = time.monotonic() + rules.integer(params, "timeout", 0)
        while not self._pending and not self._closing and (left := until - time.monotonic()) > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
            if self.postman.url:
                raise ApiError(409, "Conflict: terminated by setWebhook request")
            if self._polls != turn:
                words = "terminated by other getUpdates request; make sure that only one bot instance is running"
                raise ApiError(409, f"Conflict: {words}")
        delivered = sorted(self._pending)[:limit]
        self._again -= set(delivered)
        return [self._updates[update_id] for update_id in delivered]

    def _confirm(self, offset: int) -> None:
        if offset < 0:
            raise bad("negative offsets drop updates: not here")
        self.acknowledged = max(self.acknowledged, offset)
        self._pending = {update_id for update_id in self._pending if update_id >= offset or update_id in self._again}

    # --- methods ---

    def _on_getMe(self, params: Mapping[str, str], request: Request) -> Json:
        features = ("can_join_groups", "can_read_all_group_messages", "supports_inline_queries")
        return self.bot | dict.fromkeys(features, False)

    def _on_deleteWebhook(self, params: Mapping[str, str], request: Request) -> bool:
        if params.get("drop_pending_updates", "false").lower() == "true":
            self.violations.append("deleteWebhook: pending updates would be dropped")
        self.postman.remove()
        return True

    def _on_setWebhook(self, params: Mapping[str, str], request: Request) -> bool:
        allowed = self.postman.set(params)
        if allowed is not None:
            self._allowed = allowed or None
        return True

    def _on_getWebhookInfo(self, params: Mapping[str, str], request: Request) -> Json:
        return self.postman.info(len(self._pending))

    def _on_sendMessage(self, params: Mapping[str, str], request: Request) -> Json:
        user = self._reachable(params)
        text, entities = rules.message_text(params)
        rules.decoded(params, "link_preview_options", dict)
        content: Json = {"text": text} | ({"entities": entities} if entities else {})
        silent = params.get("disable_notification", "").lower() == "true"
        return self._deliver(user, content, rules.checked_keyboard(params), silent=silent)

    def _on_sendDocument(self, params: Mapping[str, str], request: Request) -> Json:
        user = self._reachable(params)
        attached = params.get("document", "").removeprefix("attach://") or "document"
        if attached not in request.files:
            raise bad("there is no document in the request")
        name, body = request.files[attached]
        if len(body) > rules.UPLOAD_LIMIT:
            raise ApiError(413, "Request Entity Too Large")
        if not body:
            raise bad("file must be non-empty")
        content: Json = {"document": self.files.put(body) | {"file_name": name}}
        if caption := rules.caption_text(params):
            content["caption"] = caption
        return self._deliver(user, content, rules.checked_keyboard(params), body=body)

    def _on_sendVoice(self, params: Mapping[str, str], request: Request) -> Json:
        user = self._reachable(params)
        if user.takes_no_voice:
            raise bad(user.takes_no_voice)
        attached = params.get("voice", "").removeprefix("attach://") or "voice"
        if attached not in request.files:
            raise bad("there is no voice in the request")
        _, body = request.files[attached]
        if not is_opus(body):
            self.violations.append("sendVoice: it is no OGG with Opus, and would come as a plain file")
        seconds = rules.integer(params, "duration", 0)
        content: Json = {"voice": self.files.put(body) | {"duration": seconds, "mime_type": "audio/ogg"}}
        if caption := rules.caption_text(params):
            content["caption"] = caption
        return self._deliver(user, content, rules.checked_keyboard(params), body=body)

    def _on_sendChatAction(self, params: Mapping[str, str], request: Request) -> bool:
        self._reachable(params)
        rules.checked_action(params)
        return True

    def _on_sendMessageDraft(self, params: Mapping[str, str], request: Request) -> bool:
        self._reachable(params)
        rules.checked_draft(params)
        return True

    def _on_answerCallbackQuery(self, params: Mapping[str, str], request: Request) -> bool:
        if self._queries.pop(params["callback_query_id"], None) is None:
            raise bad("query is too old and response timeout expired or query ID is invalid")
        return True

    def _on_editMessageReplyMarkup(self, params: Mapping[str, str], request: Request) -> Json:
        message = self._of_the_bot(params)
        return self._changed_message(message, {}, rules.checked_keyboard(params))

    def _on_editMessageText(self, params: Mapping[str, str], request: Request) -> Json:
        message = self._of_the_bot(params)
        text, entities = rules.message_text(params)
        if "text" not in message:
            raise bad("there is no text in the message to edit")
        return self._changed_message(message, {"text": text, "entities": entities}, rules.checked_keyboard(params))

    def _on_setMyCommands(self, params: Mapping[str, str], request: Request) -> bool:
        self.commands[rules.language_code(params)] = rules.checked_commands(params)
        return True

    def _on_getMyCommands(self, params: Mapping[str, str], request: Request) -> list[Json]:
        return self.commands.get(rules.language_code(params), [])

    def _on_deleteMyCommands(self, params: Mapping[str, str], request: Request) -> bool:
        self.commands.pop(rules.language_code(params), None)
        return True

    def _on_deleteMessage(self, params: Mapping[str, str], request: Request) -> bool:
        user = self._reachable(params)
        user.lose(rules.integer(params, "message_id"))
        return True

    def _on_getFile(self, params: Mapping[str, str], request: Request) -> Json:
        return self.files.get_file(params["file_id"])

    def _reachable(self, params: Mapping[str, str]) -> User:
        user = self.users.get(rules.integer(params, "chat_id"))
        if user is None:
            raise bad("chat not found")
        if user.blocked:
            raise ApiError(403, "Forbidden: bot was blocked by the user")
        return user

    def _deliver(
        self, user: User, content: Json, keyboard: Json | None, *, body: bytes | None = None, silent: bool = False
    ) -> Json:
        message: Json = {"message_id": self.next_message_id(user.id), "date": self.date()}
        message |= {"chat": user.chat, "from": self.bot} | content
        if keyboard:
            message["reply_markup"] = keyboard
        received = Received(message=message, body=body, silent=silent)
        user.received.append(received)
        self.on_delivered(user, received)
        return message

    def _of_the_bot(self, params: Mapping[str, str]) -> Json:
        user = self._reachable(params)
        message_id = rules.integer(params, "message_id")
        for received in user.received:
            if received.id == message_id:
                return received.message
        raise bad("message to edit not found")

    @staticmethod
    def _changed_message(message: Json, content: Json, keyboard: Json | None) -> Json:
        changed = {name: value for name, value in (message | content).items() if name != "reply_markup" and value != []}
        changed |= {"reply_markup": keyboard} if keyboard else {}
        if changed == message:
            raise bad("message is not modified: specified new message content and reply markup are exactly the same")
        message.clear()
        message.update(changed)
        return message
