/*
 * @exit 1
 */
int a[0];
int b[-1];
int c["x"];
BEGIN {}
