"""The `Fabric` of a running service: opened in the background, so that the service listens at once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Annotated, cast

from fastapi import Depends, Request

from memory_fabric.config import Settings
from memory_fabric.errors import GraphRejected, GraphUnavailable
from memory_fabric.http.problems import ServiceStarting

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric

_LONGEST_WAIT_SECONDS = 30.0

logger = logging.getLogger(__name__)


def open_fabric(settings: Settings) -> Fabric:
    """Open a Fabric. Importing it takes most of a second, so it is done here, when the service listens."""
    from memory_fabric.fabric import Fabric

    return Fabric.open(settings)


class Service:
    """Holds the fabric that the routes work on: given, or opened by `start` and closed by `stop`.

    A graph that cannot be reached is tried again and again; any other error ends the start. `loaded` is
    settled by the fabric or by that error.
    """

    def __init__(
        self,
        settings: Settings,
        fabric: Fabric | None = None,
        opener: Callable[[Settings], Fabric] = open_fabric,
        first_wait: float = 1.0,
    ) -> None:
        self.settings = settings
        self.loaded: Future[Fabric] = Future()
        self._opener = opener
        self._wait = first_wait
        self._stopping = threading.Event()
        self._unavailable: GraphUnavailable | None = None
        self._loader: threading.Thread | None = None
        if fabric is not None:
            self.loaded.set_result(fabric)

    @property
    def fabric(self) -> Fabric:
        """The open fabric.

        Raises:
            ServiceStarting: it is not open yet.
            GraphUnavailable: its graph could not be reached so far.
            FabricError: it cannot be opened at all.
        """
        if self.loaded.done():
            return self.loaded.result()
        if self._unavailable is not None:
            raise self._unavailable.with_traceback(None)
        raise ServiceStarting("The pipeline and the graph are being opened.")

    def start(self) -> None:
        """Begin to open the fabric, unless one was given."""
        if not self.loaded.done():
            self._loader = threading.Thread(target=self._load, name="fabric-loader", daemon=True)
            self._loader.start()

    def stop(self) -> None:
        """Close the fabric, if it was opened here. Waits for an opening that is under way."""
        self._stopping.set()
        if self._loader is None:
            return
        self._loader.join()
        if not self.loaded.cancel() and self.loaded.exception() is None:
            self.loaded.result().close()

    def _load(self) -> None:
        while not self._stopping.is_set():
            try:
                self.loaded.set_result(self._opener(self.settings))
            except GraphRejected as error:
                self.loaded.set_exception(error)  # what is there is no memory server, and will not become one
                return
            except GraphUnavailable as error:
                self._unavailable = error
                logger.warning("%s; trying again in %.0f s", error.detail, self._wait)
                self._stopping.wait(self._wait)
                self._wait = min(2 * self._wait, _LONGEST_WAIT_SECONDS)
            except Exception as error:
                self.loaded.set_exception(error)
                return
            else:
                return


async def _service(request: Request) -> Service:
    return cast(Service, request.app.state.service)


ServiceDep = Annotated[Service, Depends(_service)]
