"""Where the files are that ship with the package: inside it when installed, at the top of the checkout when edited."""

from __future__ import annotations

from pathlib import Path


def resource_folder(name: str) -> Path:
    """Return the folder `patterns` or `models` that belongs to this code.

    Raises:
        FileNotFoundError: the installation is incomplete.
    """
    package = Path(__file__).parent
    for folder in (package / "data" / name, package.parent.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"memory-fabric was installed without its {name!r} folder; install it again")
