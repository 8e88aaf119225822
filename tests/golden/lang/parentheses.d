/* @args typed
 *
 * Parentheses around a declared name, as in C headers, and around parameters
 * without a name.
 */
typedef int (fn_t)(int a);
typedef int(fn2_t)(const char *s, int (cb)(int, char *), pid_t (*q)(pid_t));
typedef struct pair { int a; } (pair_t);
typedef int (array_t)[3];
typedef int ((nested_t))(int);
typedef void (__attribute__((noreturn)) *ends_t)(int);
struct holder { fn_t *f; fn2_t *g; int (x); int *(y), (z)[2]; pair_t *(p); nested_t *n; ends_t e; };
int takes(int (pid_t), int (size_t));
extern int (declared)(int);
int (x);
self int (y);
int (table)[int, string];
BEGIN { x = self->y; table[1, "k"] = sizeof(array_t); trace(sizeof(struct holder)); trace(table[1, "k"]); }
