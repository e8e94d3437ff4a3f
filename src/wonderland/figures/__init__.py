"""Figures and how sure they are, as words, tables and drawings: what a simulation and an arena tell alike.

================  =====================================================================
``measure.py``    a mean and its 95 % confidence interval
``words.py``      figures as people read them, in every language
``tables.py``     the one look of our tables in a terminal
``drawing.py``    our own SVG, which a page or a picture can hold
================  =====================================================================
"""
