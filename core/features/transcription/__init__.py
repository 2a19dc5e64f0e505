"""Hearing: recordings into words.

The program talks to `local.LocalTranscriber`, which keeps a line and a worker process. Only that process imports what
is heavy (`audio`, `speech`, `hearing`, the engines, and the libraries under them); everything else here is light.
"""
