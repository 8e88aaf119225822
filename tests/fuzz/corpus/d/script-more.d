0typedef struct s { int a:3; struct { char c[4]; }; } s_t; s_t x; translator a < int *p > { x = 1; }; inline string F[int a] = "x"; #x
 BEGIN{ x[1,2].a->b++ ? `foo : xlate<s_t>(x); $$1; $3; "\x41" }