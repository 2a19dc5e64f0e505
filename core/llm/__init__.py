"""Language models: the providers, the ledger around each call, and the offline one.

`build.build_model` is the way in. A provider only carries one request to a service and tells how it ended; budget,
time, retries, reading of the answer and the ledger are the work of `metered.MeteredModel`, the same for all of them.
"""
