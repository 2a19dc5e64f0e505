"""Runs code that nobody vouches for where it can reach nothing.

`on_demand.build_sandbox` tries which layers hold on this machine, and takes the strongest. `boot.py` runs inside it:
it takes everything away from itself, then becomes the program.
"""
