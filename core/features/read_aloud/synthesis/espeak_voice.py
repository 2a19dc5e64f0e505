"""A hundred languages, spoken by espeak-ng: plainly a machine, and always understood. The library is in the package.

Through its C interface, as `speak_lib.h` describes it.
"""

from __future__ import annotations

import ctypes
from typing import Any

import espeakng_loader
import numpy as np

_SYNCHRONOUS = 2
"""The sound is handed over, and nothing is played."""
_DO_NOT_EXIT = 0x8000
_OK = 0
_UTF8 = 1
_RATE, _WORD_GAP = 1, 7
"""Numbers of parameters."""
WORDS_IN_A_MINUTE = 145
"""175 is its own: people who hear less well ask for slower."""
_Listener = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


class _Properties(ctypes.Structure):
    """`espeak_VOICE`."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("languages", ctypes.c_char_p),
        ("identifier", ctypes.c_char_p),
        ("gender", ctypes.c_ubyte),
        ("age", ctypes.c_ubyte),
        ("variant", ctypes.c_ubyte),
        ("xx1", ctypes.c_ubyte),
        ("score", ctypes.c_int),
        ("spare", ctypes.c_void_p),
    )


class EspeakVoice:
    """A `Sounding`."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(espeakng_loader.get_library_path())
        data = espeakng_loader.get_data_path().encode()
        self.rate: int = self._library.espeak_Initialize(_SYNCHRONOUS, 0, data, _DO_NOT_EXIT)
        if self.rate <= 0:
            raise RuntimeError("espeak-ng does not begin")
        self._pieces: list[bytes] = []
        self._listener = _Listener(self._heard)  # it is called as long as the library lives
        self._library.espeak_SetSynthCallback(self._listener)

    def samples(self, text: str, language: str) -> Any:
        # By the name, which most have of their language, else by any of the languages that a voice names.
        wanted = _Properties(languages=language.encode())
        if (
            self._library.espeak_SetVoiceByName(language.encode()) != _OK
            and self._library.espeak_SetVoiceByProperties(ctypes.byref(wanted)) != _OK
        ):
            raise ValueError("espeak-ng does not speak this language")
        self._library.espeak_SetParameter(_RATE, WORDS_IN_A_MINUTE, 0)
        self._library.espeak_SetParameter(_WORD_GAP, 1, 0)
        words = text.encode("utf-8", "replace").replace(b"\0", b" ")
        self._pieces.clear()
        done = self._library.espeak_Synth(words, ctypes.c_size_t(len(words) + 1), 0, 1, 0, _UTF8, None, None)
        if done != _OK:
            raise RuntimeError("espeak-ng does not speak")
        return np.frombuffer(b"".join(self._pieces), dtype=np.int16)

    def _heard(self, sound: Any, samples: int, _events: Any) -> int:
        if samples > 0:
            self._pieces.append(ctypes.string_at(sound, samples * 2))
        return 0


def load() -> EspeakVoice:
    return EspeakVoice()
