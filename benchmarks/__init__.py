"""Measurements. Each prints a table; the README says how to run them."""
