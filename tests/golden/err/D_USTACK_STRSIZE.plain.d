/*
 * @exit 1
 */
BEGIN { ustack(1, -1); jstack(1, pid); }
