"""The way in: who may come in, how much one person may bring, and into whose mailbox it goes."""
