"""Language models: `build.build_model` is the way in, and `metered.MeteredModel` does what providers have in common:
budget, time, retries, reading of the answer and the ledger.
"""
