/*
 * @exit 1
 */
int f(void x);
int g(void);
BEGIN {}
