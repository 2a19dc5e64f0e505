"""Words, questions and names in a text: how they are counted, compared and found."""
