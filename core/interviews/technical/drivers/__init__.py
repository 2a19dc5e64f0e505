"""Drivers that run after a candidate's code in the sandbox: they call the function case by case, and print the results.

Nothing of this package is imported: `harness.py` reads it as text. All drivers write the same lines, which begin with
the marker of their run: `begin N`, `end N {...}`, and `missing` where there is no such function.
"""
