/*
 * @exit 1
 */
int char x;
long long long y;
int struct { int a; } z;
BEGIN {}
