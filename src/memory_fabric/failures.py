"""The last resort of every edge: an error that nobody foresaw becomes one that can be told, without texts."""

from __future__ import annotations

import logging
import traceback

from memory_fabric.errors import FabricError

logger = logging.getLogger(__name__)


def as_fabric_error(error: Exception, where: str) -> FabricError:
    """Return `error` itself if it is one of ours. Any other is logged as its type and the lines that it went
    through, without its message, which may quote a text; what comes back is an `internal_error` without it.
    """
    if isinstance(error, FabricError):
        return error
    frames = "".join(traceback.format_tb(error.__traceback__))
    logger.error("%s in %s\n%s", type(error).__name__, where, frames)
    return FabricError("This request failed inside Memory Fabric; the log tells where.")
