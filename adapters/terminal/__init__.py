"""The terminal: an interview with the one person at the keyboard. `platform.TerminalPlatform` is the adapter."""
