"""Training of the parts that are learnt. Not shipped: the package holds what comes out of it."""
