"""Reading aloud: behind a question goes its sound, to whoever wants to hear it.

The program talks to `local_voice.LocalSynthesizer`, which keeps a worker process and what was spoken lately. Only that
process imports what is heavy (`synthesis`, and the libraries under it). This package loads nothing by itself.
"""
