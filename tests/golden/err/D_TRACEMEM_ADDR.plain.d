/*
 * @exit 1
 */
struct pair { int a; int b; };
BEGIN { tracemem(*(struct pair *)alloca(8), 8); }
