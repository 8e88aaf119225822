/* @args providers */
typedef _Atomic _Bool atomic_flag_t;
struct refs { _Atomic(int) n; _Static_assert(1, "one"); };
extern _Thread_local int depth;
static inline float half(void) { return 0.5f; }
provider p {
	probe none(struct refs *r, atomic_flag_t f);
};
