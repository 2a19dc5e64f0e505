"""Speaking: the interviewer's words into sound.

The program talks to `local_voice.LocalSynthesizer`, which keeps a worker process and what was spoken lately. Only that
process imports what is heavy (`synthesis`, and the libraries under it); everything else here is light.
"""
