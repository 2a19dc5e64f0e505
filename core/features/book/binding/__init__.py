"""Books are bound in a process of their own, which can be killed: typst and a library for pictures work there."""
