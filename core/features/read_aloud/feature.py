"""What reading aloud adds to the program. Apart from the package: the process that speaks is to load nothing of it."""

from __future__ import annotations

from core.contracts.commands import CommandSpec, MenuGroup
from core.features.read_aloud.commands import HearAgain, set_voice
from core.features.registration import Feature
from core.store.arrivals import set_silent

FEATURE = Feature(
    name="read_aloud",
    commands=(
        CommandSpec(name="voice", handle=set_voice, place=270, takes_words=True, group=MenuGroup.PAGE, wanted=1),
    ),
    effects={HearAgain: lambda c, effect, _: set_silent(c, effect.address, silent=False)},
)
