"""For whoever watches over the program from outside: health, figures, traces, and the service manager's watchdog.

Loaded where it is configured, or where a service manager waits for word.
"""
