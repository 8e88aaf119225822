/*
 * @args typed -- 1 foo
 * @exit 1
 */
BEGIN { trace($1); }
