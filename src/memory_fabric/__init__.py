"""Memory Fabric: text in, a typed knowledge graph out, plain questions answered, without a language model."""

import os
from importlib.metadata import version

# The matrices here are small: several threads only wait for one another, on cores that the rest of the service needs.
# It has to be said before numpy is imported; who has set it otherwise is not overruled.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = version("memory-fabric")
