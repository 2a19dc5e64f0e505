"""All that a life of the program loads, and what it reads once: whoever forks from here begins at once.

`tests/unit/test_startup.py`, `test_wheel.py` and `test_nothing_dialled.py` begin with nothing.
"""

from __future__ import annotations

from importlib import import_module

import anthropic
import openai

from core.languages.sensitive import is_hard

for _name in (
    *("adapters.discord.account", "adapters.discord.platform", "adapters.mail.platform", "adapters.telegram.account"),
    *("adapters.telegram.platform", "adapters.web.platform", "alembic.command", "apscheduler.schedulers.asyncio"),
    *(
        "apscheduler.triggers.cron",
        "bot.app",
        "bot.features.chamber.command",
        "bot.features.chamber.own_sides",
        "bot.features.chamber.plan",
    ),
    *("bot.cli", "bot.doctor", "bot.simulation.talks", "bot.serve", "certifi", "core.delivery.downloads"),
    *("core.interviews.life_story.interview", "core.sandbox.settings", "httpcore", "rich.console", "snowballstemmer"),
    *("telegram.ext", "typst", "tzdata.zoneinfo"),
    *("tests.crash.bot_process", "tests.crash.chamber_app_process", "tests.crash.chamber_process"),
    *("tests.crash.claiming_process", "tests.crash.coding_process", "tests.crash.engine_process"),
    *("tests.crash.listening_process", "tests.crash.mail_process", "tests.fakes.command_line"),
):
    import_module(_name)

# Libraries that load most of themselves with the first use.
anthropic.AsyncAnthropic(api_key="-").beta.messages  # noqa: B018
openai.AsyncOpenAI(api_key="-").chat.completions  # noqa: B018
is_hard("", "")
