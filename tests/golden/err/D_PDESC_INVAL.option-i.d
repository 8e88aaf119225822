/*
 * @args ast -i
 * @exit 1
 */
x
