/*
 * @exit 1
 */
this int a[int];
BEGIN {}
