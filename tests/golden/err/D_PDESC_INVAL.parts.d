/*
 * @exit 1
 */
a:b:c:d:e {}
