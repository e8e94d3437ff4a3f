"""Game records as files: reading, checking, replaying and writing them. The formats are in docs/formats.md."""

from wonderland.records.reading import LIMIT, decode, read_lines, read_whole
from wonderland.records.replaying import replay, replay_lines
from wonderland.records.writing import encode, save

__all__ = ["LIMIT", "decode", "encode", "read_lines", "read_whole", "replay", "replay_lines", "save"]
