/*
 * @args ast -P
 * @exit 1
 */
a:b
