/*
 * @exit 1
 */
typedef int f(self int x);
BEGIN {}
