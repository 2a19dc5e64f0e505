"""Decides who may talk to the bot, and how much."""
