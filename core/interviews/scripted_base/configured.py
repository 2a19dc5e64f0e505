"""A scripted interview for which the operator has settings of its own kind."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Generic, Self, TypeVar

from core.contracts.script import ScriptSet
from core.interviews.kind import Operator
from core.interviews.scripted_base.scripted import ScriptedInterview
from core.interviews.scripted_base.standing import G
from core.privacy.facts import Facts

S = TypeVar("S")


class ConfiguredInterview(ScriptedInterview[G], Generic[G, S]):
    def __init__(
        self,
        scripts: ScriptSet | None = None,
        *,
        help_texts: Mapping[str, str] | None = None,
        facts: Facts | None = None,
        guidance: str = "",
        settings: S | None = None,
    ) -> None:
        """As its base. `settings`: None for those that hold where nothing is set."""
        super().__init__(scripts, help_texts=help_texts, facts=facts, guidance=guidance)
        self.settings = settings if settings is not None else self._settings_are()()
        self._begin_with_settings()

    @classmethod
    def of(cls, operator: Operator) -> Self:
        settings, kind = operator.settings, cls._settings_are()
        if settings is not None and not isinstance(settings, kind):
            raise TypeError(f"these are no {kind.__name__}")
        return cls(help_texts=operator.help_texts, facts=operator.facts, guidance=operator.guidance, settings=settings)

    # --- what a kind brings ---------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def _settings_are(cls) -> type[S]:
        """Their type."""

    @abstractmethod
    def _begin_with_settings(self) -> None:
        """Make what depends on them; once. Raises ConfigurationError."""
