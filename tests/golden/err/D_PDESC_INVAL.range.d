/*
 * @args ast -i
 * @exit 1
 */
3-1
