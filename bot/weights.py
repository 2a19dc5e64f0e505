"""Where the weights are that the engine of the configuration needs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.contracts.errors import WeightsAbsent
from core.transcription.weights import faster_weights, whisper_weights

if TYPE_CHECKING:
    from bot.config import VoiceSection

OFF = "off"
WHISPER = "whisper"


def weights_file(voice: VoiceSection, folder: Path) -> Path:
    """Where the weights are, after a look at them: seconds for a large model. Blocks.

    Raises WeightsAbsent, whose sentence says what to put where, and ConfigurationError for a model that there is not.
    """
    find = whisper_weights if voice.engine == WHISPER else faster_weights
    try:
        return find(voice.model, folder)
    except OSError as error:
        raise WeightsAbsent(f"the weights in {folder} cannot be read: {error.strerror}") from error
