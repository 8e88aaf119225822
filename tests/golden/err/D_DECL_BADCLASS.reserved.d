/*
 * @exit 1
 */
auto int a;
register string r;
auto int *p[3];
self static int s;
static auto int t;
BEGIN {}
