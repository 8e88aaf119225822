/*
 * @exit 1
 */
void a;
struct s { void b; };
void c[3];
BEGIN {}
