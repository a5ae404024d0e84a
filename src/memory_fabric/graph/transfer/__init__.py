"""A namespace as a file and back: our own JSON Lines, which hold it all, and the reference server's `memory.jsonl`."""

from memory_fabric.graph.transfer.exporting import ExportReport, export_records, replacing
from memory_fabric.graph.transfer.formats import EXPORT_FORMATS, JSONL, MEMORY_JSONL
from memory_fabric.graph.transfer.importing import ImportReport, import_file

__all__ = [
    "EXPORT_FORMATS",
    "JSONL",
    "MEMORY_JSONL",
    "ExportReport",
    "ImportReport",
    "export_records",
    "import_file",
    "replacing",
]
