/*
 * xlate as a struct and as a pointer; members of every kind; a translation in
 * a translation and through an inline; only used members are compiled.
 */
#pragma D option quiet

struct inner { int tid; long twice; };
typedef struct inner inner_t;
struct outer {
	int8_t low;
	string name;
	char comm[16];
	struct task_struct *task;
	inner_t in;
	inner_t *ptr;
	int unused;
};

translator inner_t < struct task_struct *T > {
	tid = T->pid;
	twice = T->pid * 2L;
};
translator struct outer < struct task_struct *T > {
	low = 0x1ff;
	name = T->comm;
	comm = T->comm;
	task = T;
	in = xlate <inner_t> (T);
	ptr = xlate <inner_t *> (T);
	unused = arg0;
};
inline struct outer *me = xlate <struct outer *> (curthread);

BEGIN
{
	printf("%d %s %s\n", me->low, me->name, me->comm);
	printf("%d %d\n", me->task == curthread, me->task->tgid == pid);
	printf("%d %d\n", me->in.tid == tid, me->ptr->twice == 2 * tid);
	printf("%d\n", xlate <struct outer> (curthread).low);
	printf("%d %d\n", sizeof(me->comm), sizeof(me->low));
}
BEGIN / me->comm == "dtrace" / { @[me->name, me->low] = sum(me->ptr->tid == tid); }
BEGIN { printa("%s %d %@d\n", @); exit(0); }
