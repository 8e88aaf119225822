/*
 * @exit 1
 */
self unknown_t x;
self y;
BEGIN {}
