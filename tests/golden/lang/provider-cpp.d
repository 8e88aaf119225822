/* @args headers */
# 1 "prov.d"
# 1 "/usr/include/x.h" 1 3 4
typedef unsigned long size_t;
typedef __builtin_va_list va;
extern int printf (const char *__restrict format, ...) __attribute__ ((__nothrow__ , __leaf__));
__extension__ typedef struct { int a; } __attribute__ ((packed)) hidden;
static __inline int f (int x) { return x + 1; }
extern void (*signal (int s, void (*h) (int))) (int);
# 3 "prov.d" 2
#pragma GCC whatever
typedef hidden *mine;
provider p {
	probe x(size_t a, mine b);
# 40 "prov.d"
};
