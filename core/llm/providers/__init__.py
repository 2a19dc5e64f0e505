"""The services that models are asked from: one entry here and one file with the client for each.

The entry says what the configuration, setup and the doctor need to know, so that none of them loads a client.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A company's models, or a protocol that many servers speak."""

    company: str
    host: str
    """Its own server, which is asked where no other address is configured, and the only one its key is meant for."""
    key_variable: str  # the variable of the environment in which its own programs look for a key
    client: str  # the module and the class of its `core.llm.sdk_client.SdkClient`, with a colon between them
    always_needs_key: bool = True
    """False where servers of other operators speak the same protocol, and some of them ask for no key."""
    usual_models: tuple[str, str]
    """The models that setup proposes: the one that asks, and the one that keeps the notes (empty for the same)."""
    usual_address: str = ""  # the address that setup proposes; empty where it asks for none
    highest_temperature: float = 2.0

    @property
    def client_class(self) -> Any:
        """Return the class of its client. Loads the module, but not the SDK."""
        return pkgutil.resolve_name(self.client)


PROVIDERS: Final[Mapping[str, Service]] = {
    "anthropic": Service(
        company="Anthropic",
        host="api.anthropic.com",
        key_variable="ANTHROPIC_API_KEY",
        client="core.llm.providers.anthropic:AnthropicClient",
        usual_models=("claude-opus-5-5", "claude-haiku-5-5"),
        highest_temperature=1.0,
    ),
    "openai": Service(
        company="OpenAI",
        host="api.openai.com",
        key_variable="OPENAI_API_KEY",
        client="core.llm.providers.openai:OpenAIClient",
        always_needs_key=False,
        usual_models=("qwen3:14b", ""),
        usual_address="http://127.0.0.1:11434/v1",
    ),
}
"""By the name that the configuration uses, which is also the name of the SDK's package."""

OURS: Final = frozenset({
    "messages", "prompt", "input", "system", "instructions", "model", "stream", "stream_options", "temperature", "seed",
    "max_tokens", "max_completion_tokens", "n",
})  # fmt: skip
"""Parameters that a configuration can't add to requests: they have keys of their own, are the conversation, or would
cost more than is reserved."""

if TYPE_CHECKING:
    InterviewProvider = str
    ChatProviderName = str
else:
    # The names that the configuration may use, listed in the error for any other one.
    InterviewProvider = Literal["offline", *PROVIDERS]
    ChatProviderName = Literal[*PROVIDERS, "custom"]
