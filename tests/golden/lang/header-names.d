/* @args typed
 *
 * What C headers may have and D has not: arrays of length 0, members with the name string, semicolons without a member,
 * enumerators that are longs. Enumerators may be computed, also with parentheses.
 */
# 1 "script.d"
# 1 "/usr/include/x.h" 1 3 4
struct padded { long a; char fill[20 - 2 * sizeof(long) - sizeof(int)]; char none[0]; int b; ; char *string; };
enum masks { FIRST, NEXT = (1 << (FIRST + 3)), SOME = (NEXT - 1) | (NEXT), LARGE = 0xfffffUL << 32 };
# 2 "script.d" 2
struct padded *p;
BEGIN { trace(sizeof(struct padded)); trace(offsetof(struct padded, b)); trace(p->string); trace(SOME); trace(LARGE); trace(sizeof(enum masks)); }
