"""What a move of Parade costs: weights learned from rollouts (``weights.py``) and the compiled sum (``costs.py``)."""
