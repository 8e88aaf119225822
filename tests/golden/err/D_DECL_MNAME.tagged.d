/*
 * As in C, a struct with a tag is no anonymous member: a warning, except in headers of the system.
 */
struct o { struct i { int a; }; int b; };
union u { const union v { long a; }; enum e { A, B }; char c; };
struct p { struct { int a; }; int b; };
# 1 "/usr/include/x.h" 1 3 4
struct h { struct j { int a; }; int b; };
# 9 "D_DECL_MNAME.tagged.d" 2
struct i i;
BEGIN { i.a = 1; trace(sizeof(struct o)); trace(sizeof(union u)); trace(sizeof(struct p)); trace(sizeof(struct h)); }
