/*
 * stop(): the process is stopped until it is continued; here by the command
 * that waits for the stop.
 * @trigger loop 3
 */
#pragma D option destructive
#pragma D option quiet

loop$target:::tick { printf("tick %d\n", arg0); }
loop$target:::tick
/arg0 == 1/
{
	stop();
	system("until grep 'State:.T' /proc/%d/status; do :; done; kill -CONT %d", pid, pid);
}
loop$target:::done { printf("done\n"); }
