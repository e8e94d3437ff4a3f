"""Parade as bits: one game at a time, compiled for the CPU or the GPU.

======================  ============================================================================
``layout.py``           where each number stands in the kernel's arrays
``compiling.py``        numba's decorators and the cache of machine code
``random_words.py``     random numbers as a function of seed, game and number
``intrinsics.py``       the operations that each processor does with its own instructions
``gpu_planes.py``       those operations on a GPU
``select_bit.py``       the n-th set bit, for processors without PDEP
``random_game.py``      a whole game of random players
``hands.py``            games with hands: turns, policies, hidden cards dealt anew
======================  ============================================================================
"""
