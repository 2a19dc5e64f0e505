"""The bases of frozen values that are kept, sent between processes, or read from files that people write."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """Leaves out fields that it does not know: another version may have written them."""

    model_config = ConfigDict(frozen=True)


class Strict(Frozen):
    """Refuses fields that it does not know, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")
