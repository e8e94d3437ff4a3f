"""Training the deep network, which plays with all numbers of players, and card networks beside it, by expert iteration.

``torch_learner.py`` says what is learned from what. It needs torch; on an NVIDIA GPU it takes minutes, on a CPU days.
"""
