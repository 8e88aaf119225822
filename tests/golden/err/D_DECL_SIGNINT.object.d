/*
 * @exit 1
 */
struct s { int x; };
signed struct s a;
union u { int x; } unsigned b;
BEGIN {}
