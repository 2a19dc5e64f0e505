"""The codes of a study, as a researcher writes them: a TOML file with a name, a definition and examples of each."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from core.contracts.errors import ConfigurationError

MOST_CODES = 200


class Codeword(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)
    title: str = Field(min_length=1, max_length=120)
    definition: str = Field(min_length=1)
    """When it is given, and when not."""
    examples: tuple[str, ...] = ()
    within: str = ""
    """The code that it is a part of; empty at the top."""


class Codebook(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    codes: tuple[Codeword, ...] = Field(min_length=1, max_length=MOST_CODES)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(code.name for code in self.codes)

    @model_validator(mode="after")
    def _whole(self) -> Self:
        """Require every name once and each part after its whole, so that no code is a part of itself."""
        known: set[str] = set()
        for code in self.codes:
            if code.name in known:
                raise ValueError(f"the code {code.name!r} stands twice")
            if code.within and code.within not in known:
                raise ValueError(f"{code.name!r} is within {code.within!r}, which has to stand before it")
            known.add(code.name)
        return self


def read_codebook(path: Path) -> Codebook:
    """Read the file. Raises ConfigurationError, which names the file and what is wrong in it."""
    try:
        return Codebook.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeError) as error:
        raise ConfigurationError(f"{path} cannot be read: {error}.") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{path}: {error}.") from None
    except ValidationError as error:
        places = [(".".join(map(str, each["loc"])) or "the file", each["msg"]) for each in error.errors()]
        raise ConfigurationError(
            "\n".join([f"{path}: {place}: {said.removeprefix('Value error, ')}" for place, said in places])
        ) from None
