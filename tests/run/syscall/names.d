/*
 * The name of the call belongs to its number, even if the number is unknown.
 * @trigger calls 1
 * @filter cpu pid
 */
syscall::sched_get_priority_m*:entry,
syscall::syscall_1000:entry,
syscall::syscall_1000:return
/pid == $target/
{
}
