"""What the interviewer costs: `python -m bench` measures it and prints one table. `docs/benchmarks.md` keeps the last."""
