/*
 * @exit 1
 */
struct m`s { int a; };
BEGIN {}
