/* @args providers */
typedef struct S S;
typedef struct S *T;
typedef struct { int dummy; } U;
typedef struct S { int a; struct { int b; } c; union { int d; long e; }; } *V;
typedef void (*F)(void *);
typedef const uint8_t *W;
typedef foo_t bar_t;
struct tcl { int x:3; char y[1 << 2]; enum { ONE, TWO = 2, } z; };
provider p { probe x(S *a, T b, U *c, V d, F e, W f, bar_t g, struct tcl *h, struct late *i); };
struct late { struct tcl t; };
