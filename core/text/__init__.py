"""Words, sentences, names and quotations in texts of any language."""
