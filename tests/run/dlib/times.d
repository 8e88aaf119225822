/*
 * Structs of user programs that the kernel no longer has come from the library, unless the script defines them.
 */
#pragma D option quiet

struct timeval {
	long tv_sec;
	int mine;
};
struct timespec now;

BEGIN
{
	this->t = (struct timespec *)alloca(sizeof(struct timespec));
	this->t->tv_sec = -5;
	this->t->tv_nsec = 1 << 40;
	now = *this->t;
	printf("%d %d %d\n", now.tv_sec, now.tv_nsec, offsetof(struct timespec, tv_nsec));
	this->i = (struct itimerspec *)alloca(32);
	this->i->it_value = now;
	printf("%d %d\n", this->i->it_value.tv_sec, sizeof(struct itimerspec));
	printf("%d %d\n", offsetof(struct timeval, mine), sizeof(struct itimerval));
	exit(0);
}
