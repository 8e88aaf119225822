/* @exit 1 */
int a[int]; int a[string, int];
int b; int b[int];
int c[int]; int c;
self int d[int]; self int d[string];
int e[int, string]; int e[int, string];
int f[int]; int f[long];
int g[3]; int g[int];
struct s *h[struct s *]; struct s *h[struct s *];
typedef int number_t; int k[int]; int k[number_t];
