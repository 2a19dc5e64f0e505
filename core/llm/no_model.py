"""No model at all: every interview has an offline way."""

from __future__ import annotations

from core.contracts.errors import ModelAbsent
from core.contracts.ports import Answer, Prompt


class OfflineModel:
    """The `LanguageModel` of an operator without one."""

    offline = True

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        """Raises ModelAbsent."""
        raise ModelAbsent("No language model is configured; set llm.provider to ask one.")

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to close."""
