"""Game records as files: reading, checking, replaying and writing them. The formats are in docs/formats.md."""

from wonderland.records.reading import MAX_RECORD_BYTES, decode, read_lines, read_whole
from wonderland.records.replaying import replay, replay_lines
from wonderland.records.writing import encode, save

__all__ = ["MAX_RECORD_BYTES", "decode", "encode", "read_lines", "read_whole", "replay", "replay_lines", "save"]
