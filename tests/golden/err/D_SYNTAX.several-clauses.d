/*
 * @exit 1
 */
BEGIN /foo/ { trace(bar) }
END { trace(1 +); trace(baz); }
