"""The chamber from outside: its files, its command line, and what of the rest of the program takes part in it."""
