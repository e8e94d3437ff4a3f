"""The report on a Nimble round: what ``wonderland analyse --json`` prints and what the browser shows."""

from __future__ import annotations
