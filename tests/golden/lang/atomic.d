/* @args typed
 *
 * _Atomic of C headers: a number or pointer has its usual layout, and so has a
 * struct that is aligned to its size already.
 */
typedef struct { char set; } byte_t;
typedef struct { int a, b; } pair_t;
typedef _Atomic _Bool atomic_bool_t;
struct counts {
	char c;
	_Atomic int a;
	atomic_bool_t b;
	_Atomic(int *) p;
	_Atomic uint16_t z[3];
	_Atomic byte_t f;
	int *_Atomic q;
	_Atomic(pair_t) *pair;
	const _Atomic char last;
};
_Atomic int x;
_Atomic(int) y;
self _Atomic long z;
BEGIN { x = y; self->z = 1; trace(sizeof(struct counts)); trace(offsetof(struct counts, a)); trace(offsetof(struct counts, last)); }
