"""A platform without any chat behind it: a program writes in it as a person, and reads what comes."""
