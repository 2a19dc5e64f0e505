"""What the interviewer costs: `python -m bench` measures it, and `docs/benchmarks.md` keeps the last table."""
