/*
 * @exit 1
 */
BEGIN { if (pid) trace(1); commit(1); }
