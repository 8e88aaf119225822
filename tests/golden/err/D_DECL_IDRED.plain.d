/*
 * @exit 1
 */
int pid;
inline int trace = 1;
int a;
long a;
enum { A, A };
struct { int m, m; } s;
BEGIN {}
