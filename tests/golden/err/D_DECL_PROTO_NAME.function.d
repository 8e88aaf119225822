/*
 * @exit 1
 */
int f(int x, int x);
int g(int x, int y, char *y);
typedef void (*callback_t)(int a, string b, int a);
struct s { int (*f)(int x, int x); };
inline int same[int n, int n] = n;
int array[int k, string k];
int fine(int, int, int x, int y);
int one(int x, int (*f)(int x));
BEGIN {}
