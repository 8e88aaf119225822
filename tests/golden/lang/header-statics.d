/* @args typed
 *
 * The static variables of a header file are skipped, with their values.
 */
# 1 "script.d"
# 1 "x.h" 1
static const int limit = 5;
static const char *names[] = { "a", "b;" };
const static struct pair { int a, b; } pairs[] = { { 1, 2 }, { .a = 3 } }, *first = pairs;
static int plain;
inline int HEADER = 6;
int after;
# 2 "script.d" 2
BEGIN { after = HEADER; trace(sizeof(struct pair)); }
