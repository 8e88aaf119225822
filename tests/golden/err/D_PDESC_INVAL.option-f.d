/*
 * @args ast -f
 * @exit 1
 */
a:b:c:d
