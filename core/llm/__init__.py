"""Language models. `build.build_model` is the way to messages and structured answers, and `metered.MeteredModel` does
what providers have in common: budget, time, retries, reading of the answer and the ledger. `chat_build.build_chat` is
the way to a conversation, one request at a time.
"""
