"""How well text is read, against annotated data: `make eval DATA=FOLDER`. One module for each set, one table."""
