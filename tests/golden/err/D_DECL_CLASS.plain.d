/*
 * @exit 1
 */
self this int x;
BEGIN {}
