"""Statistics with confidence intervals, as text, tables and charts: shared by the simulation and the arena.

================  =====================================================================
``measure.py``    a mean and its 95 % confidence interval
``text.py``       statistics as text, in every language
``tables.py``     tables in a terminal
``drawing.py``    charts as SVG, HTML or PNG
================  =====================================================================
"""
