"""Language models. Each service is an entry of `providers`, and one client for interviews and for the chamber alike.

`build.build_model` makes the `LanguageModel` that interviews ask for messages and structured answers, and
`build.build_chat` the `ChatModel` of a conversation, one request at a time. Both send through `MeteredProvider`, which
books each request in the ledger.
"""
