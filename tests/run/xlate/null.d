/*
 * A translated struct exists if its input does: as a condition, and compared with NULL.
 */
#pragma D option quiet

struct in { int a; };
struct out { int b; };
translator struct out < struct in *p > { b = p->a; };
inline struct out *none = xlate <struct out *> ((struct in *)NULL);
inline struct out *some = xlate <struct out *> ((struct in *)curthread);

BEGIN
/curpsinfo && curlwpsinfo != NULL/
{
	printf("%d %d %d %d\n", none == NULL, none != NULL, NULL == none, 0 != none);
	printf("%d %d %d %d\n", some == NULL, some != NULL, NULL == some, 0 != some);
	printf("%d %d %d %d\n", !none, !some, none || some, none && some);
	printf("%s %s %d\n", none ? "some" : "none", some ? "some" : "none", none ^^ some);
	if (none)
		printf("wrong\n");
	else
		printf("right\n");
	if (some && curpsinfo->pr_pid == pid)
		printf("right\n");
	exit(0);
}

BEGIN
/none/
{
	printf("wrong\n");
}
