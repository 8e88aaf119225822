#!/usr/sbin/dtrace -wqs
/*
 * chill(): the process takes at least the requested time.
 * @trigger clock 1
 */
clock$target:::before
{
	self->at = timestamp;
	chill(2000000);
}

clock$target:::after
/self->at/
{
	printf("%s\n", timestamp - self->at >= 2000000 ? "2 ms and more" : "less");
}
