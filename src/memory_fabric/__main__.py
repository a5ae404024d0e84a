"""`python -m memory_fabric` is `memory-fabric`."""

from memory_fabric.cli import main

main()
