"""Memory Fabric: text in, a typed knowledge graph out, plain questions answered, without a language model."""

from importlib.metadata import version

__version__ = version("memory-fabric")
