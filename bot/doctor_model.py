"""The doctor's check of the model: it can be asked, and answers in the requested form."""

from __future__ import annotations

from collections.abc import AsyncIterator
from urllib.parse import urlsplit

from pydantic import BaseModel

from bot.config import Settings
from bot.model_calls import configured_model
from core.contracts.errors import ConfigurationError, ModelError, ModelMisread, ModelUnreachable
from core.contracts.findings import Finding, finding_note, finding_ok, finding_wrong
from core.contracts.ports import Prompt, Tier
from core.llm.build import ManagedModel
from core.llm.providers import PROVIDERS
from core.privacy.facts import ReadWhere, host_location

PATIENCE = 60.0
"""Seconds for the model to answer."""
UNTIL_THEN = "until that is fixed, interviews continue with prewritten questions"


class _Sum(BaseModel):
    total: int


async def examine_model(settings: Settings, *, ask: bool) -> AsyncIterator[Finding]:
    """Yield each finding. `ask`: the model is asked one question, which costs a little."""
    what, llm = "Model", settings.llm
    if llm.provider in PROVIDERS and not llm.base_url and not llm.api_key.get_secret_value():
        mend = "set llm.api_key, or llm.base_url where another server is asked"
        yield finding_wrong(what, f"{PROVIDERS[llm.provider].host} is asked, and there is no key", mend)
        return
    tiers = {llm.model: Tier.MAIN}
    tiers.setdefault(llm.fast_model or llm.model, Tier.FAST)
    unpriced = sorted(set(tiers) - set(llm.prices))
    budgets = (llm.session_budget, llm.day_budget, settings.person_budget)
    if unpriced and any(budget is not None for budget in budgets):
        mend = "add them under [llm.prices]; without a price a model counts as free, and no budget holds it"
        yield finding_wrong("Prices", f"there are none for {', '.join(unpriced)}", mend)
    try:
        async with configured_model(settings) as model:
            if ask:
                for name, tier in tiers.items():
                    yield await _asked(model, name, tier, has_own_address=bool(llm.base_url))
                return
    except ConfigurationError as error:
        yield finding_wrong(what, str(error), "correct the section [llm]")
        return
    host = urlsplit(llm.base_url or "").hostname
    is_own = host is not None and host_location(host) in {ReadWhere.HERE, ReadWhere.NEARBY}
    asks = "`raconteur doctor --model` asks it" + ("" if is_own else ", which costs a little")
    yield finding_ok(what, f"{llm.model}, {llm.key_origin}, not asked; {asks}")


async def _asked(model: ManagedModel, name: str, tier: Tier, *, has_own_address: bool) -> Finding:
    prompt = Prompt(
        purpose="doctor",
        system="You add numbers. Answer in the form that is asked for.",
        user="How much is 2 + 3?",
        tier=tier,
        max_tokens=200,
        timeout=PATIENCE,
    )
    try:
        answer = await model.ask(prompt, _Sum)
    except ModelUnreachable:
        why = "Nothing answers at this address. Is it running?"
        if not has_own_address:
            why = "The model service can't be reached. Is this computer online?"
        return finding_wrong("Model", f"{name}: {why}", UNTIL_THEN)
    except ModelMisread:
        why = "The model answered, but not in the form Raconteur needs. Try another model."
        return finding_wrong("Model", f"{name}: {why}", UNTIL_THEN)
    except ModelError as error:
        return finding_wrong("Model", f"{name}: {error}", UNTIL_THEN)
    if answer.total != 2 + 3:
        return finding_note(
            "Model", f"{name} answers, but can't add 2 and 3", "a larger model will ask better questions"
        )
    return finding_ok("Model", f"{name} answers in the requested form")
