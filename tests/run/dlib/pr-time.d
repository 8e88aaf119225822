/*
 * The time that a process and a thread have run is what getrusage(2) tells:
 * not less, and more only by what the thread has used since.
 * @trigger spent
 */
#pragma D option quiet

syscall::getppid:entry
/pid == $target/
{
	this->all = curpsinfo->pr_time.tv_sec * 1000000000 + curpsinfo->pr_time.tv_nsec;
	this->own = curlwpsinfo->pr_time.tv_sec * 1000000000 + curlwpsinfo->pr_time.tv_nsec;
	printf("process: at least 150 ms %d, not less %d, not more %d\n", this->all >= 150000000,
	    this->all >= arg0 * 1000, this->all < (arg0 + 20000) * 1000);
	printf("thread: at least 30 ms %d, not less %d, not more %d\n", this->own >= 30000000,
	    this->own >= arg1 * 1000, this->own < (arg1 + 20000) * 1000);
	printf("of others: %d\n", this->all >= this->own + 120000000);
}
