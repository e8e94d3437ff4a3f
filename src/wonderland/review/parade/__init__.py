"""The review of a Parade game (docs/formats.md, ``wonderland analyse``).

- ``report.py``: the report, as typed structs
"""
