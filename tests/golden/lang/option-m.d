/* @args ast -m */
sched:vmlinux /1/ {}
