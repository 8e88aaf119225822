/*
 * @exit 1
 */
struct s { int x; };
long struct s a;
enum e { E };
short enum e b;
BEGIN {}
