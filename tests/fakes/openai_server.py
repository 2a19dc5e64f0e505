"""A strict stand-in for servers that speak OpenAI's chat completions, with the gaps that such servers have."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from core.contracts.ports import PromptLine
from tests.fakes.model_behaviours import Asked, Fails, FakeModelServer, TokenUse, Whole, reject
from tests.fakes.model_schemas import Json, checked_schema
from tests.fakes.model_streams import event, in_pieces

_PARAMETERS = frozenset(
    {
        "model",
        "messages",
        "max_tokens",
        "max_completion_tokens",
        "response_format",
        "temperature",
        "seed",
        "stream",
        "stream_options",
        "reasoning_effort",
    }
)
_STOPS = {"whole": "stop", "cut": "length", "refused": "content_filter"}
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


class FakeOpenAI(FakeModelServer):
    """`base_url` is for `llm.base_url` with the provider "openai"."""

    path = "/v1/chat/completions"

    formats: frozenset[str] = frozenset({"json_schema", "json_object"})
    """The kinds of `response_format` that the server takes; others are answered with 400."""
    limits: frozenset[str] = frozenset({"max_tokens", "max_completion_tokens"})
    """The names for the limit of tokens that it takes."""

    warm: bool = True
    """Whether it may be told a temperature; models that think answer that with 400."""

    seeds: bool = True
    """Whether it takes a seed."""
    streams: bool = True
    """Whether it may be asked to stream; a service wants to know who one is before some models do."""
    counts_in_streams: bool = True
    """Whether it knows `stream_options`."""
    thinks_in: str = "reasoning_content"
    """Where its thoughts stand, or "parts" for a content that is a list, as Mistral has it."""

    @property
    def base_url(self) -> str:
        return f"{self.origin}/v1"

    def understand(self, body: Json, headers: Mapping[str, str]) -> Asked:
        self._check_key(headers)
        unknown = body.keys() - _PARAMETERS
        if unknown:
            raise reject(f"Unrecognized request argument supplied: {sorted(unknown)[0]}")
        if body.get("model") not in self.models:
            raise reject(f"The model {body.get('model')} does not exist", status=404, kind="model_not_found")
        self._check_limit(body)
        self._check_temperature(body)
        self._check_stream(body)
        if "seed" in body and not (self.seeds and isinstance(body["seed"], int)):
            raise reject("Unsupported parameter: 'seed' is not supported with this model.")
        system, messages = _texts(body.get("messages"))
        *before, last = messages
        return Asked(
            model=body["model"],
            system=system,
            conversation=tuple(PromptLine(message["role"], message["content"]) for message in before),
            user=last["content"],
            schema=self._schema(body) or _schema_in(system),
            body=body,
            headers=dict(headers),
        )

    def error_body(self, fails: Fails) -> Json:
        return {"error": {"message": fails.message, "type": fails.kind, "param": None, "code": fails.kind}}

    def answer_body(self, asked: Asked, whole: Whole) -> Json:
        message: Json = {"role": "assistant", "content": whole.text or None, "refusal": None}
        if whole.ending == "refused":
            message["refusal"] = "I cannot help with that."
        if whole.thoughts:
            message |= self._thought("\n\n".join(whole.thoughts), whole.text)
        choice = {"index": 0, "message": message, "finish_reason": _STOPS[whole.ending], "logprobs": None}
        body: Json = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": asked.model}
        return body | {"choices": [choice]} | ({"usage": _counted(whole.usage)} if whole.usage else {})

    def answer_events(self, asked: Asked, whole: Whole) -> list[bytes]:
        deltas: list[Json] = [{"role": "assistant", "content": ""}]
        deltas += [self._thought(piece, None) for thought in whole.thoughts for piece in in_pieces(thought)]
        deltas += [{"content": piece} for piece in in_pieces(whole.text)]
        if whole.ending == "refused":
            deltas += [{"refusal": piece} for piece in in_pieces("I cannot help with that.")]
        chunks: list[Json] = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
        chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": _STOPS[whole.ending]}]})
        if asked.body.get("stream_options", {}).get("include_usage"):
            chunks = [chunk | {"usage": None} for chunk in chunks]
            if whole.usage is not None:
                chunks.append({"choices": [], "usage": _counted(whole.usage)})
        head: Json = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": asked.model}
        return [*(event(head | chunk) for chunk in chunks), b"data: [DONE]\n\n"]

    def error_event(self, fails: Fails) -> bytes:
        return event(self.error_body(fails))

    def _thought(self, thought: str, text: str | None) -> Json:
        """A thought, beside what is said, of which there is none in a stream."""
        if self.thinks_in != "parts":
            return {self.thinks_in: thought}
        parts: list[Json] = [{"type": "thinking", "thinking": [{"type": "text", "text": thought}]}]
        return {"content": parts if text is None else [*parts, {"type": "text", "text": text}]}

    def _check_key(self, headers: Mapping[str, str]) -> None:
        scheme, _, key = headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer" or not key or (self.api_key is not None and key != self.api_key):
            # Unkindly, with the key in it: nothing of ours may pass it on.
            raise reject(f"Incorrect API key provided: {key}", status=401, kind="invalid_api_key")

    def _check_temperature(self, body: Json) -> None:
        wanted = body.get("temperature", 1)
        if not isinstance(wanted, int | float) or not 0 <= wanted <= 2:
            raise reject("Invalid value for 'temperature': expected a number between 0 and 2.")
        if "temperature" in body and not self.warm:
            raise reject("Unsupported value: 'temperature' does not support this with this model.")

    def _check_stream(self, body: Json) -> None:
        if "stream_options" in body and not (body.get("stream") is True and self.counts_in_streams):
            raise reject("stream_options: Extra inputs are not permitted")
        if body.get("stream") and not self.streams:
            raise reject("Your organization must be verified to stream this model.", kind="unsupported_value")

    def _check_limit(self, body: Json) -> None:
        given = body.keys() & {"max_tokens", "max_completion_tokens"}
        if len(given) != 1:
            raise reject("Give one limit of tokens")
        name = given.pop()
        if name not in self.limits:
            other = ", ".join(sorted(self.limits))
            raise reject(f"Unsupported parameter: '{name}' is not supported with this model. Use '{other}' instead.")
        if not isinstance(body[name], int) or body[name] < 1:
            raise reject(f"{name} must be a whole number above 0")

    def _schema(self, body: Json) -> Json | None:
        form = body.get("response_format")
        if form is None:
            return None
        if form.get("type") not in self.formats:
            raise reject("'response_format.type' is not supported by this server")
        if form["type"] == "json_object":
            if "json" not in json.dumps(body["messages"]).lower():
                raise reject("'messages' must contain the word 'json' to use a json_object")
            return None
        named = form.get("json_schema", {})
        if not _NAME.fullmatch(named.get("name", "")) or named.get("strict") is not True:
            raise reject("response_format.json_schema: needs a name and strict")
        return checked_schema(named.get("schema"))


def _counted(usage: TokenUse) -> Json:
    prompt = usage.input + usage.cached + usage.written
    return {
        "prompt_tokens": prompt,
        "completion_tokens": usage.output,
        "total_tokens": prompt + usage.output,
        "prompt_tokens_details": {"cached_tokens": usage.cached},
    }


def _texts(messages: object) -> tuple[str, list[Json]]:
    """Return what the system says, and the messages after it, whose roles alternate."""
    if not isinstance(messages, list) or any(message.keys() != {"role", "content"} for message in messages):
        raise reject("messages: each has a role and a content, and nothing else")
    if any(not isinstance(message["content"], str) or not message["content"] for message in messages):
        raise reject("messages: content must be text")
    system = messages[0]["content"] if messages and messages[0]["role"] == "system" else ""
    roles = [message["role"] for message in messages[1 if system else 0 :]]
    if not roles or roles != ["assistant" if n % 2 else "user" for n in range(len(roles))] or roles[-1] != "user":
        raise reject("messages: after the system, roles must alternate, from user to user")
    return system, messages[1 if system else 0 :]


def _schema_in(system: str) -> Json | None:
    """A schema on the last line of a prompt."""
    try:
        found = json.loads(system.rpartition("\n")[2])
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
