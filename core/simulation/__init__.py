"""People who are played: what is true of them, what they answer by rules, and what was said in a talk with them."""
