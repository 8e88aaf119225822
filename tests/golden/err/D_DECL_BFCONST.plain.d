/*
 * @exit 1
 */
struct s { int a:0; int b:pid; };
BEGIN {}
