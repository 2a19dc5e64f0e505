"""Code that nobody vouches for, run where it can reach nothing.

`build.build_sandbox` tries which layers stand on this machine, and gives the strongest. `boot.py` is what runs inside:
it takes everything away from itself, then becomes the program.
"""
