/*
 * @exit 1
 */
struct s { char *a:3; };
BEGIN {}
