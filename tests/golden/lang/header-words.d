/* @args typed
 *
 * Words of C11 in headers: _Atomic changes no layout, the others say nothing about a type. Bodies of functions are
 * not read, so they may have constants that D has not.
 */
struct counters { char c; _Atomic int n; _Atomic(long) l; _Atomic(char *) p; _Static_assert(sizeof(int) == 4, "int"); short end; };
_Static_assert(sizeof(long) == 8, "long");
typedef _Atomic(short) atomic_short_t;
extern _Thread_local int per_thread;
extern __thread struct counters own;
void fill(_Atomic(int) *to, int from[static 4], _Atomic (char) c);
static inline double scale(int n) { return n * 1.5e3 + .5f + 0x1p3; }
BEGIN { trace(sizeof(struct counters)); trace(offsetof(struct counters, l)); trace(offsetof(struct counters, end)); trace(sizeof(atomic_short_t)); }
