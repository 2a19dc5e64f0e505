"""Measures what the interviewer costs: `python -m bench` prints a table; `docs/benchmarks.md` keeps the last one."""
