"""Batch ingestion: transcript files in, turns out, each remembered once.

`files` finds them, `detect` tells their format, `readers` make turns of them, `runner` writes those in
batches.
"""
