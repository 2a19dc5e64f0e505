"""`python -m bot`, the same as `raconteur`."""

from bot.cli import main

main()
