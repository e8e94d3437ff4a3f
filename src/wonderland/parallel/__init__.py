"""Independent tasks in this process, in several, or on a Ray cluster: the same results in the same order.

- ``executor.py``: what is to be done (``Work``), and what does it (``Executor``)
- ``task_queue.py``: hands tasks out in order and gives their results back in order, whichever is done first
- ``this_process.py``, ``processes.py``: on one machine; ``child.py`` is one of the processes
- ``ray_cluster.py``: on several; ``ray_run.py`` does one work there, ``ray_workers.py`` starts and ends workers, and
  ``ray_worker.py`` runs in each of them
- ``versions.py``: whether two machines would compute the same
- ``addresses.py``: what ``--ray`` may be told
- ``signals.py``: ends a computation cleanly on SIGTERM and SIGHUP
"""
