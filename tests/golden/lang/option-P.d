/* @args ast -P */
sched
