int a;
unsigned b, *c;
long long int d;
char e[16], f[2][3];
void (*g)(int, char *);
int (*h[4])(void);
const char *const i;
self string j;
this uint64_t k;
int l[string, int];
self int m[int];
struct s { int x; } n;
int size_t;
int*o;
BEGIN {}
