/*
 * @exit 1
 */
int f(int, void);
int a[void];
BEGIN {}
