"""openai-whisper, which hears best. Imported in the worker process only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
import whisper
from whisper.tokenizer import LANGUAGES

from core.features.transcription.engines import whisper_weights
from core.features.transcription.hearing_messages import Load
from core.features.transcription.recognition.audio import RATE, Samples
from core.features.transcription.recognition.engine import Segment


class WhisperEngine:
    def __init__(self, file: Path, *, threads: int) -> None:
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.set_num_threads(threads)
        self._model = whisper.load_model(str(file), device=self.device)
        self.languages = frozenset(LANGUAGES) if self._model.is_multilingual else frozenset({"en"})
        # Write one token about nothing: what is made at the first use is made now, and not while a person waits.
        options = whisper.DecodingOptions(language="en", sample_len=1, fp16=self.device == "cuda")
        whisper.decode(self._model, self._spectrogram(np.zeros(RATE, dtype=np.float32)), options)

    def transcribe(self, samples: Samples, *, language: str, names: str, warmths: Sequence[float]) -> Sequence[Segment]:
        torch.manual_seed(0)  # what is heard twice shall be the same
        found = self._model.transcribe(
            samples,
            language=language,
            initial_prompt=names or None,
            condition_on_previous_text=False,
            temperature=tuple(warmths),
            compression_ratio_threshold=None,
            no_speech_threshold=None,
            fp16=self.device == "cuda",
            verbose=None,
        )
        return [
            Segment(
                text=each["text"],
                start=each["start"],
                end=each["end"],
                no_speech=each["no_speech_prob"],
                compression=each["compression_ratio"],
                sureness=each["avg_logprob"],
            )
            for each in found["segments"]
        ]

    def languages_heard(self, samples: Samples) -> Mapping[str, float]:
        if not self._model.is_multilingual:
            return {"en": 1.0}
        _, likely = self._model.detect_language(self._spectrogram(samples))
        return {str(language): float(probability) for language, probability in likely.items()}

    def _spectrogram(self, samples: Samples) -> torch.Tensor:
        mel = whisper.log_mel_spectrogram(whisper.pad_or_trim(samples), n_mels=self._model.dims.n_mels)
        moved: torch.Tensor = mel.to(self.device, torch.float16 if self.device == "cuda" else torch.float32)
        return moved


def load(wanted: Load) -> WhisperEngine:
    """Raises WeightsAbsent."""
    return WhisperEngine(whisper_weights(wanted.model, Path(wanted.folder)), threads=wanted.threads)
