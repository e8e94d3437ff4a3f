"""Work beside the server: jobs in a queue that the store keeps, and the workers that take them.

=========================  ==================================================================================
``kinds.py``               the kinds of jobs; a new one is a module with a handler, and one line there
``decide.py``              the kind ``decide``: a bot's decision
``job_results.py``         waiting for what workers make of jobs
``queued_decisions.py``    whom tables ask for a bot's decision: a worker if there is one, else the server itself
``worker.py``              takes jobs, keeps their leases, finishes them
``opening.py``             the queue, opened beside a server
``process.py``             ``wonderland worker``: the process, its signals, and a database that may be away
=========================  ==================================================================================
"""
