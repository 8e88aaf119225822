/*
 * @exit 1
 */
struct s { int a; };
BEGIN { trace(offsetof(struct s, b)); ((struct s *)arg0)->c; }
