/*
 * @exit 1
 */
struct s a;
struct t { struct t b; };
BEGIN {}
