"""The review of a Nimble round: rhythm, open chances, lost races and errors.

- ``report.py``: the report, as typed structs
"""
