/* @args typed
 *
 * Enumerators of a C header, after cpp: up to UINT_MAX.
 */
# 1 "script.d"
# 1 "/usr/include/x.h" 1 3 4
enum large { LARGE = 1u << 31, NEXT, LAST = 0xffffffff };
# 2 "script.d" 2
BEGIN { trace(LARGE); trace(NEXT); trace(LAST); }
