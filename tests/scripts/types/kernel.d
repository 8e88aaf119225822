/*
 * Structures of the kernel: the thread, its process, its file system.
 * @trigger work getppid:1
 */
#pragma D option quiet

syscall::getppid:entry
/pid == $target/
{
	printf("%s %d %d\n", stringof(curthread->comm), curthread->pid == tid, curthread->tgid == pid);
	printf("%d %d\n", curthread->real_parent->tgid == ppid, curthread->signal->nr_threads);
	printf("%s\n", ((struct task_struct *)curthread)->group_leader == curthread ? "leads" : "is one of more");
	printf("%d\n", curthread->cred->uid.val);
}
