/*
 * @exit 1
 */
int a[2147483647];
typedef char c[2000000000]; c d[4];
BEGIN {}
