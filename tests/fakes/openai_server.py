"""A strict stand-in for servers that speak OpenAI's chat completions, with the gaps that such servers have."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from tests.fakes.model_behaviours import Asked, Fails, FakeModelServer, Json, TokenUse, checked_schema, reject

_PARAMETERS = frozenset({"model", "messages", "max_tokens", "max_completion_tokens", "response_format", "temperature"})
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
        system, user = _texts(body.get("messages"))
        return Asked(
            model=body["model"],
            system=system,
            user=user,
            schema=self._schema(body) or _schema_in(system),
            body=body,
            headers=dict(headers),
        )

    def error_body(self, fails: Fails) -> Json:
        return {"error": {"message": fails.message, "type": fails.kind, "param": None, "code": fails.kind}}

    def answer_body(self, asked: Asked, text: str, usage: TokenUse | None, *, ending: str) -> Json:
        message: Json = {"role": "assistant", "content": text or None, "refusal": None}
        if ending == "refused":
            message["refusal"] = "I cannot help with that."
        body: Json = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": asked.model,
            "choices": [{"index": 0, "message": message, "finish_reason": _STOPS[ending], "logprobs": None}],
        }
        if usage is not None:
            prompt = usage.input + usage.cached + usage.written
            body["usage"] = {
                "prompt_tokens": prompt,
                "completion_tokens": usage.output,
                "total_tokens": prompt + usage.output,
                "prompt_tokens_details": {"cached_tokens": usage.cached},
            }
        return body

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


def _texts(messages: object) -> tuple[str, str]:
    if not isinstance(messages, list) or [message.get("role") for message in messages] != ["system", "user"]:
        raise reject("messages: expected one of the system and one of the user")
    system, user = (message.get("content") for message in messages)
    if not isinstance(system, str) or not isinstance(user, str) or not user:
        raise reject("messages: content must be text")
    return system, user


def _schema_in(system: str) -> Json | None:
    """A schema on the last line of a prompt."""
    try:
        found = json.loads(system.rpartition("\n")[2])
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
