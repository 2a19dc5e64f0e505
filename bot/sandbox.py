"""The sections `[sandbox]` and `[technical]`: where programs that people send are run, and what asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from core.contracts.platform_spec import File

if TYPE_CHECKING:
    from core.sandbox.settings import SandboxSettings

AUTO, OFF = "auto", "off"


class SandboxSection(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    layer: Literal["auto", "container", "bubblewrap", "landlock", "off"] = "auto"
    """Auto: the strongest that stands."""
    python: File | None = None
    """None: the one that runs us."""
    container: str = ""
    """The command of Docker or Podman."""
    image: str = ""
    cpu_seconds: Annotated[int, Field(ge=1, le=600)] = 5
    wall_seconds: Annotated[int, Field(ge=1, le=600)] = 10
    memory_mb: Annotated[int, Field(ge=64, le=16_384)] = 256
    output_kb: Annotated[int, Field(ge=1, le=1_024)] = 64
    """Of standard output, and as many of standard error."""
    file_mb: Annotated[int, Field(ge=1, le=64)] = 8

    @model_validator(mode="after")
    def _whole(self) -> SandboxSection:
        if bool(self.container) != bool(self.image):
            raise ValueError("container and image belong together: set both, or neither")
        if self.layer == "container" and not self.container:
            raise ValueError('layer "container" needs the keys container and image')
        return self

    def settings(self) -> SandboxSettings:
        """Return the settings for core, which is loaded only now."""
        from core.sandbox.settings import Layer, RunLimits, SandboxSettings

        if self.layer == AUTO:
            layers = tuple(each for each in Layer if each is not Layer.CONTAINER or self.container)
        else:
            layers = () if self.layer == OFF else (Layer(self.layer),)
        limits = RunLimits(
            cpu_seconds=self.cpu_seconds,
            wall_seconds=self.wall_seconds,
            memory=self.memory_mb,
            output=self.output_kb,
            file=self.file_mb,
        )
        return SandboxSettings(
            layers=layers, limits=limits, python=self.python, container=self.container, image=self.image
        )


class TechnicalSection(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    exercises_dir: File | None = None
    """A folder with exercises of one's own, beside those that there are."""
    rubric: File | None = None
    """A file that says what is weighed, in place of ours."""
