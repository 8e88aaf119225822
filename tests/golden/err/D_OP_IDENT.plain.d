/*
 * @exit 1
 */
struct s { int x; } s;
BEGIN { trace(s.x); trace(s."x"); trace((&s)->5); trace(s.y); }
