"""Opening what the command line names: a file, or ``-`` for standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO

import typer

from wonderland.records.writing import encode


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
    else:
        with open(name, "rb") as file:
            yield file


def print_json(data: Mapping[str, Any]) -> None:
    """One line of UTF-8, whatever the terminal's encoding."""
    try:
        sys.stdout.buffer.write(encode(data) + b"\n")
    except BrokenPipeError:
        discard_output()
        raise typer.Exit from None


def discard_output() -> None:
    """The reader has closed the pipe (``| head``), which is no error: send what is still written at exit to nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
