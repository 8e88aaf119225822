/*
 * @exit 1
 */
typedef int a;
typedef long a;
struct s { int x; };
struct s { int y; };
BEGIN {}
