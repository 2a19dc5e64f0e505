"""The great soak: a house of real processes, many people in it, and everything that can go wrong.

python -m tests.soak --help
"""
