/*
 * @exit 1
 */
struct s { int; };
BEGIN {}
