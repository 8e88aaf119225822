/*
 * @exit 1
 */
struct s { int a:33; char b:9; };
BEGIN {}
