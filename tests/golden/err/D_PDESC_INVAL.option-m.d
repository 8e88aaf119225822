/*
 * @args ast -m
 * @exit 1
 */
a:b:c
