"""Several instances as one server: what one of them does, the others learn.

=====================  ====================================================================================
``membership.py``      heartbeats in the database: who lives, and whether we do
``leases.py``          who looks after which table
``table_sync.py``      entries, chat and watchers of the tables that several instances have in memory
``presence_sync.py``   who is on the site
``announcements.py``   messages whose sender waits until all others have acted on them
``people_sync.py``     people and credentials that have changed
``limit_sync.py``      what is limited for all instances together
``cluster.py``         all of these, in the right order
=====================  ====================================================================================

Whatever is heard on the bus is a hint. What counts is in the database, and is looked up there every two seconds too.
"""
