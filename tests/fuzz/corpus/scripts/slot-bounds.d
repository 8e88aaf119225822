/* SPDX-License-Identifier: BSD-2-Clause */
enum colour { RED = 3 };
struct fuzz { int a; char b[8]; struct { short c:3; int d:7; } bits; };
this int *p;
this void *q;
string texts[int64_t, string];
inline int twice[int x] = x * 2;
loop$target:::
{
	trace((((+ arg1) ? 64 : rand()) ? texts[(char)epid, ((int64_t)this->p ? probemod : probename)] : copyinstr(arg2))); 
	printf(" %s %d\n", lltostr(arg5), strlen(dirname(probefunc))); 
	if (-9223372036854775807) { if (htons((twice[3] % htonll(gid)))) { inet_ntoa6(copyin(arg2, 4)); } else { tolower(dirname(curpsinfo->pr_psargs)); } } else { self->n = RED; } 
}
BEGIN
{
}
loop$target:::signed-value
{
	printf(" %5u %5u\n", ntohll(4294967296ULL), (int)(- ((struct fuzz *)this->q)->a)); 
	printf(" %s %-8o %s %p\n", "", ((struct task_struct *)curthread)->real_parent->pid, inet_ntoa(this->q), arg1); 
}
BEGIN
{
}
ERROR
{
}
