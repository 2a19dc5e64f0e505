"""A strict stand-in for Anthropic's Messages API."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from itertools import accumulate, pairwise
from typing import Any

from pydantic import SecretStr

from bot.config import LlmSection, Settings
from core.contracts.ports import PromptLine
from tests.fakes.model_behaviours import Asked, Fails, FakeModelServer, TokenUse, Whole, reject
from tests.fakes.model_schemas import Json, checked_schema
from tests.fakes.model_streams import event, in_pieces

_PARAMETERS = frozenset(
    {"model", "max_tokens", "messages", "system", "output_config", "metadata", "thinking", "temperature", "stream"}
)
_LEAST_THINKING = 1_024
_OUTPUT_CONFIG = frozenset({"format", "effort"})
_EFFORTS = frozenset({"low", "medium", "high", "xhigh", "max"})
_LEAST_CACHED = 4_096
_LOOKED_BACK = 20
"""Characters of a prefix that is worth keeping, about, and blocks before a breakpoint at which one is looked for."""
REDACTED = "redacted:"
"""A thought that begins so is sent in a block that nobody can read."""
_HEAD: Json = {"id": "msg_1", "type": "message", "role": "assistant", "stop_sequence": None}
_STOPS = {"whole": "end_turn", "cut": "max_tokens", "refused": "refusal"}


class FakeAnthropic(FakeModelServer):
    """`base_url` is for `llm.base_url` with the provider "anthropic"."""

    path = "/v1/messages"

    without_effort: frozenset[str] = frozenset()
    """Older models, which do not know `effort`."""

    counts: bool = False
    """Whether a request takes the tokens that it has, four characters each, with what the cache has of it."""

    warm: bool = False
    """Whether its models may be told a temperature; the newer ones may not."""
    counts_at_the_end: bool = False
    """Whether a stream tells what the prompt took with its end alone."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._cache: set[str] = set()

    @property
    def base_url(self) -> str:
        return self.origin

    def understand(self, body: Json, headers: Mapping[str, str]) -> Asked:
        self._check_headers(headers)
        unknown = body.keys() - _PARAMETERS
        if unknown:
            raise reject(f"{sorted(unknown)[0]}: Extra inputs are not permitted")
        if body.get("model") not in self.models:
            raise reject(f"model: {body.get('model')}", status=404, kind="not_found_error")
        limit = body.get("max_tokens")
        if not isinstance(limit, int) or limit < 1:
            raise reject("max_tokens: must be a whole number above 0")
        _check_cache(body)
        self._check_thinking(body, limit)
        *before, last = _checked_messages(body.get("messages"))
        return Asked(
            model=body["model"],
            system=_text_of(body.get("system", "")),
            conversation=tuple(PromptLine(message["role"], _words_of(message["content"])) for message in before),
            user=_text_of(last["content"]),
            schema=self._schema(body),
            body=body,
            headers=dict(headers),
        )

    def error_body(self, fails: Fails) -> Json:
        return {"type": "error", "error": {"type": fails.kind, "message": fails.message}, "request_id": "req_1"}

    def answer_body(self, asked: Asked, whole: Whole) -> Json:
        thoughts = [_thought(each) for each in whole.thoughts or ("",)]
        body: Json = {
            **_HEAD,
            "model": asked.model,
            "content": [*thoughts, {"type": "text", "text": whole.text}] if whole.text else [],
            "stop_reason": _STOPS[whole.ending],
        }
        usage = self._counted(asked.body) if self.counts else whole.usage
        return body if usage is None else body | {"usage": _used(usage)}

    def answer_events(self, asked: Asked, whole: Whole) -> list[bytes]:
        usage = self._counted(asked.body) if self.counts else whole.usage
        used = _used(usage) if usage is not None else {}
        start = {**_HEAD, "model": asked.model, "content": [], "stop_reason": None}
        if not self.counts_at_the_end and used:
            start["usage"] = used | {"output_tokens": 1}
        blocks = [_thought_events(each) for each in whole.thoughts]
        if whole.text:
            blocks.append(_text_events(whole.text))
        events: list[Json] = [{"type": "message_start", "message": start}, {"type": "ping"}]
        events += [each | {"index": index} for index, block in enumerate(blocks) for each in block]
        change = {"stop_reason": _STOPS[whole.ending], "stop_sequence": None}
        end: Json = {"type": "message_delta", "delta": change}
        if used:
            end["usage"] = used if self.counts_at_the_end else {"output_tokens": used["output_tokens"]}
        return [event(each, each["type"]) for each in (*events, end, {"type": "message_stop"})]

    def error_event(self, fails: Fails) -> bytes:
        return event(self.error_body(fails), "error")

    def _counted(self, body: Json) -> TokenUse:
        """A breakpoint writes all that stands before it; what one of them wrote is read where it stands again."""
        blocks = blocks_of(body)
        prefixes = [body["model"] + each for each in accumulate(block["text"] for block in blocks)]
        points = [n for n, block in enumerate(blocks) if "cache_control" in block]
        near = (n for point in points for n in range(max(0, point - _LOOKED_BACK + 1), point + 1))
        read = max((len(prefixes[n]) for n in near if prefixes[n] in self._cache), default=0)
        kept = [prefixes[n] for n in points if len(prefixes[n]) >= _LEAST_CACHED]
        written = max(0, max(map(len, kept), default=0) - read)
        self._cache.update(kept)
        rest = len(prefixes[-1]) - read - written
        return TokenUse(input=rest // 4, cached=read // 4, written=written // 4)

    def _check_headers(self, headers: Mapping[str, str]) -> None:
        if "anthropic-version" not in headers:
            raise reject("anthropic-version: header is required")
        key = headers.get("x-api-key") or headers.get("Authorization", "").removeprefix("Bearer ")
        if self.api_key is not None and key != self.api_key:
            # Unkindly, with the key in it: nothing of ours may pass it on.
            raise reject(f"invalid key {key}", status=401, kind="authentication_error")

    def _check_thinking(self, body: Json, limit: int) -> None:
        thinking = body.get("thinking", {"type": "disabled"})
        enabled = thinking.get("type") == "enabled"
        if enabled and not _LEAST_THINKING <= thinking.get("budget_tokens", 0) < limit:
            raise reject("`max_tokens` must be greater than `thinking.budget_tokens`, which is at least 1024")
        if "temperature" not in body:
            return
        if not self.warm:
            raise reject("`temperature` is deprecated for this model.")
        if enabled and body["temperature"] != 1:
            raise reject("`temperature` may only be set to 1 when thinking is enabled.")
        if not 0 <= body["temperature"] <= 1:
            raise reject("temperature: range: 0..1")

    def _schema(self, body: Json) -> Json | None:
        config = body.get("output_config", {})
        if config.keys() - _OUTPUT_CONFIG:
            raise reject("output_config: Extra inputs are not permitted")
        if "effort" in config and (config["effort"] not in _EFFORTS or body["model"] in self.without_effort):
            raise reject("This model does not support the effort parameter.")
        if "format" not in config:
            return None
        if config["format"].get("type") != "json_schema":
            raise reject("output_config.format.type: must be json_schema")
        return checked_schema(config["format"].get("schema"))


def with_model(server: FakeAnthropic) -> Settings:
    """Return settings by which the program asks this server."""
    llm = LlmSection(
        provider="anthropic",
        model="model-main",
        fast_model="model-fast",
        base_url=server.base_url,
        api_key=SecretStr(server.api_key or ""),
    )
    return Settings(llm=llm)


def _used(usage: TokenUse) -> Json:
    return {
        "input_tokens": usage.input,
        "cache_read_input_tokens": usage.cached,
        "cache_creation_input_tokens": usage.written,
        "output_tokens": usage.output,
    }


def _thought(thought: str) -> Json:
    if thought.startswith(REDACTED):
        return {"type": "redacted_thinking", "data": thought}
    return {"type": "thinking", "thinking": thought, "signature": signature(thought)}


def signature(thought: str) -> str:
    """What shows that a thought was thought here."""
    return b64encode(sha256(f"signed {thought}".encode(errors="replace")).digest()).decode()


def _thought_events(thought: str) -> list[Json]:
    if thought.startswith(REDACTED):
        return [
            {"type": "content_block_start", "content_block": {"type": "redacted_thinking", "data": thought}},
            {"type": "content_block_stop"},
        ]
    return [
        {"type": "content_block_start", "content_block": {"type": "thinking", "thinking": "", "signature": ""}},
        *(_delta(type="thinking_delta", thinking=piece) for piece in in_pieces(thought)),
        _delta(type="signature_delta", signature=signature(thought)),
        {"type": "content_block_stop"},
    ]


def _text_events(text: str) -> list[Json]:
    return [
        {"type": "content_block_start", "content_block": {"type": "text", "text": ""}},
        *(_delta(type="text_delta", text=piece) for piece in in_pieces(text)),
        {"type": "content_block_stop"},
    ]


def _delta(**delta: str) -> Json:
    return {"type": "content_block_delta", "delta": delta}


def blocks_of(body: Json) -> list[Json]:
    """The blocks of a request in their order; what is a mere string is none."""
    contents = [body.get("system"), *(message.get("content") for message in body.get("messages", []))]
    return [block for content in contents if isinstance(content, list) for block in content]


def _check_cache(body: Json) -> None:
    blocks = blocks_of(body)
    points = [block["cache_control"] for block in blocks if "cache_control" in block]
    if len(points) > 4:
        raise reject("A maximum of 4 blocks with cache_control may be provided")
    if any("cache_control" in block and not block.get("text", "").strip() for block in blocks):
        raise reject("cache_control cannot be set for empty text blocks")
    for point in points:
        if point.get("type") != "ephemeral" or point.get("ttl", "5m") not in {"5m", "1h"}:
            raise reject("cache_control: unknown type or ttl")


def _checked_messages(messages: object) -> list[Json]:
    if not isinstance(messages, list) or not messages:
        raise reject("messages: at least one message is required")
    roles = [message.get("role") for message in messages]
    if roles[0] != "user" or roles[-1] != "user" or any(before == after for before, after in pairwise(roles)):
        raise reject("messages: roles must alternate, from user to user")
    if set(roles) - {"user", "assistant"}:
        raise reject("messages: unknown role")
    for number, message in enumerate(messages):
        _check_content(message.get("content"), number, its_own=message["role"] == "assistant")
    return messages


def _check_content(content: object, number: int, *, its_own: bool) -> None:
    blocks = content if isinstance(content, list) else []
    thoughts = [block for block in blocks if block.get("type") in {"thinking", "redacted_thinking"}]
    if thoughts and (not its_own or blocks[: len(thoughts)] != thoughts):
        raise reject(f"messages.{number}: thinking blocks must stand first in an assistant message")
    for place, block in enumerate(thoughts):
        if block != _thought(block.get("thinking", block.get("data"))):
            raise reject(f"messages.{number}.content.{place}: Invalid `signature` in `thinking` block")
    _text_of([block for block in blocks if block not in thoughts] if isinstance(content, list) else content)


def _words_of(content: str | list[Json]) -> str:
    """The words of a message, without its thoughts."""
    return _text_of(content if isinstance(content, str) else [b for b in content if b["type"] == "text"])


def _text_of(content: object) -> str:
    if isinstance(content, str):
        return content
    if not isinstance(content, list) or any(block.get("type") != "text" for block in content):
        raise reject("content: blocks must be text")
    if any(not block.get("text", "").strip() for block in content):
        raise reject("content: text blocks must be non-empty")
    return "".join(block["text"] for block in content)
