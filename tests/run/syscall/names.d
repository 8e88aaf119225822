/*
 * The name of the call is that of the number, also of one that is unknown.
 * @trigger calls 1
 * @filter cpu pid
 */
syscall::sched_get_priority_m*:entry,
syscall::syscall_1000:entry,
syscall::syscall_1000:return
/pid == $target/
{
}
