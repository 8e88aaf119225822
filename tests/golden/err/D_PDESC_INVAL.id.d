/*
 * @args ast -f
 * @exit 1
 */
42
