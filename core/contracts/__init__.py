"""What crosses walls: messages, ports, errors, sessions, scripts, turns and changes. It imports nothing above it."""
