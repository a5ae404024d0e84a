"""How well a question finds what was said. Run with `make eval-search DATA=FOLDER`."""
