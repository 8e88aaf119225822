/*
 * The running task, with the kernel's types.
 */
#pragma D option quiet

BEGIN
{
	printf("%d %d\n", curthread->pid == tid, curthread->tgid == pid);
	printf("%s %d\n", curthread->comm, stringof(curthread->comm) == execname);
	printf("%c%c\n", curthread->comm[0], *(curthread->comm + 1));
	printf("%d\n", curthread->group_leader->tgid == pid);
	printf("%d\n", *(pid_t *)((char *)curthread + offsetof(struct task_struct, tgid)) == pid);
	printf("%d\n", &curthread->comm[5] - &curthread->comm[2]);
	printf("%d\n", (uintptr_t)&curthread->tgid - (uintptr_t)curthread == offsetof(struct task_struct, tgid));
	printf("%d\n", &curthread->comm[0] == curthread->comm);
	printf("%d\n", curthread->real_parent != NULL && curthread->real_parent->tgid == $ppid);
	printf("%d\n", sizeof(curthread->comm));
	printf("%d\n", curthread->mm->owner == curthread->group_leader);
	printf("%d\n", curthread->real_cred->uid.val);
	printf("%d\n", curthread->nsproxy->pid_ns_for_children->level >= 0);
	@[curthread->comm, curthread->tgid == pid] = count();
}

BEGIN
/curthread->comm == "dtrace"/
{
	exit(0);
}
