/*
 * Arrays of characters as keys are strings.
 */
#pragma D option quiet

BEGIN
{
	a[curthread->comm] = 1;
	printf("%d %d %d\n", a["dtrace"], a[curthread->comm], a["other"]);
	a["dtrace"]++;
	printf("%d\n", a[curthread->comm]);
	@[curthread->comm, curthread->comm] = count();
	exit(0);
}
