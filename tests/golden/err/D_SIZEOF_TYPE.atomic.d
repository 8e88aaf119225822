/*
 * @exit 1
 *
 * C aligns a small struct that is _Atomic to its size.
 */
typedef struct { int a, b; } pair_t;
struct counts { char c; _Atomic pair_t pair; };
BEGIN
{
	trace(sizeof (struct counts));
}
