/*
 * @exit 1
 */
