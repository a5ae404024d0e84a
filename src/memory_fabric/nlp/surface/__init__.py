"""The surface of a text: characters, markup and segments, with every offset one of the text as it was given."""
