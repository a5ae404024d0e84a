"""The parts of reading a question, one each: what holds or held, what is denied, who spoke, what is compared."""
