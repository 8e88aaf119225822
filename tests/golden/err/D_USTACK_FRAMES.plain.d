/*
 * @exit 1
 */
BEGIN { ustack(0); jstack(pid, 3); }
