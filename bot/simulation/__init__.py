"""People who are played talk to the real engine, through the port of every platform."""
