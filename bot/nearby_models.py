"""Offer a model that another program serves on this computer: at the first start and in `raconteur setup`. The
operator's page and the doctor say the same."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final

import typer

from bot.config import Settings
from bot.config_file import ConfigFile, Value
from bot.setup_screen import SetupScreen
from core.contracts.errors import ConfigurationError
from core.languages.messages import say
from core.llm import nearby
from core.llm.nearby import LEAST_CONTEXT, NearbyModel, NearbyServer

WINDOW: Final = 12_000
"""`llm.window` for a model on this computer: what 8,192 tokens have room for in any language."""
_LANGUAGE: Final = "en"


def settings_for_model(model: str, base_url: str) -> dict[str, Value]:
    """Return the settings with which a model found here asks the questions; a key for another server is dropped."""
    return {
        "llm.provider": "openai",
        "llm.model": model,
        "llm.fast_model": None,
        "llm.base_url": base_url,
        "llm.api_key": None,
        "llm.api_key_file": None,
        "llm.window": WINDOW,
    }


def describe_model(model: NearbyModel, found: Iterable[NearbyModel], language: str) -> tuple[str, ...]:
    """Return what the operator reads before they accept `model`, one of those found."""
    others = ", ".join(f"{other.name} ({other.program})" for other in found if other != model)
    return (
        say(language, "setup-nearby-found", program=model.program, model=model.name),
        *([say(language, "setup-nearby-others", others=others)] if others else []),
        say(language, "setup-nearby-why"),
        describe_context_length(model, language),
    )


def describe_context_length(model: NearbyModel, language: str) -> str:
    """Return the context length that a model needs, and how to set it where it may be smaller."""
    if model.context is None:
        needs = say(language, "setup-nearby-needs", least=LEAST_CONTEXT)
    else:
        needs = say(language, "setup-nearby-takes", least=LEAST_CONTEXT, program=model.program, context=model.context)
    # The first two decide when they load a model, whatever it could read.
    if model.program in {NearbyServer.OLLAMA, NearbyServer.LM_STUDIO} or (model.context or 0) < LEAST_CONTEXT:
        name = model.program.name.lower().replace("_", "-")
        return f"{needs} {say(language, f'setup-nearby-set-{name}')}"
    return needs


def offer_model(file: ConfigFile, screen: SetupScreen, *, tries: bool) -> bool | None:
    """Offer the largest model found here. Blocks.

    Return True when it was accepted (it is in `file` then), False when it was declined, and None when there is none or
    it failed its test. `tries`: it is asked one question first.
    """
    if not file.settings().llm.takes_offers:
        return None
    found = asyncio.run(nearby.find_nearby_models())
    model = nearby.largest_model(found)
    if model is None:
        return None
    screen.title(say(_LANGUAGE, "setup-nearby"))
    for line in describe_model(model, found, _LANGUAGE):
        screen.say(line)
    if not screen.agreed(say(_LANGUAGE, "setup-nearby-ask"), usual=True):
        return False
    tried = ConfigFile(path=file.path, before=file.before, text=file.text)
    tried.set(settings_for_model(model.name, model.base_url))
    if tries:
        from bot.doctor_model import examine_model
        from bot.setup_questions import collect_findings

        well = screen.show(collect_findings(examine_model(tried.settings(), ask=True)))
        if not well and not screen.agreed("Use it anyway?", usual=False):
            return None
    file.text = tried.text
    return True


def settings_at_start(settings: Settings, path: Path) -> Settings:
    """Offer a model before the first start and write the decision down. Return the settings to start with. Blocks."""
    from bot.cli_settings import redirect_log

    redirect_log(settings)
    file = ConfigFile.at(path)
    accepted = offer_model(file, SetupScreen(), tries=True)
    if accepted is None:
        return settings
    if not accepted:
        file.set({"llm.provider": "offline"})
    try:
        file.save(datetime.now().astimezone())
        typer.echo(f"  Written to {file.path}. `raconteur setup` changes it.\n")
    except ConfigurationError as error:
        typer.echo(f"  {error} So this is only for now.\n")
    return file.settings()
