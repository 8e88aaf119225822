/*
 * @exit 1
 */
int a[int, ...];
BEGIN {}
