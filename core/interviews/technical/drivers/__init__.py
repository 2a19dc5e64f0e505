"""What runs behind a candidate's code in the sandbox: it calls the function case by case, and tells what came back.

Nothing of this package is imported: `harness.py` reads it as text. All drivers write the same lines, which begin with
the marker of their run: `begin N`, `end N {...}`, and `missing` where there is no such function.
"""
