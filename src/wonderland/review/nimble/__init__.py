"""The review of a round of Nimble: everybody's rhythm, the chances that lay open, and the races for them.

- ``report.py``: the report as typed structs, also the JSON of ``wonderland analyse``
- ``reviewer.py``: makes the report of a record
- ``replaying.py``: the events of a record with their times, and whether there are any
- ``chances.py``: from when to when a seat's open card fitted a pile, and how that ended
- ``seat_rhythm.py``: what one seat did, its placements and the races it lost
- ``summary.py``: the figures of a seat
- ``tables.py``: the report's tables as text; ``wording.py``: times and chances in words
- ``table.py``: the report for people at a terminal
- ``picture.py``: the rhythm as SVG; ``marks.py``: its marks; ``left_chart.py``: cards left over time
- ``page.py``: the part of an HTML report
"""
