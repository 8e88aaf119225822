/*
 * Symbols of the kernel: their addresses and values.
 */
#pragma D option quiet

BEGIN
{
	printf("%d\n", (uintptr_t)&`schedule >> 48 == 0xffff);
	printf("%d\n", &`schedule == &vmlinux`schedule);
	printf("%d\n", &`schedule != &`do_exit);
	printf("%d\n", *(unsigned char *)&`schedule == *((unsigned char *)&`schedule + 0));
	printf("%d\n", (uintptr_t)`schedule == (uintptr_t)&`schedule);
	exit(0);
}
