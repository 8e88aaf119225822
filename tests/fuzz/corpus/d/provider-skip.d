 translator a < b *p > { x = y; };
inline int X = 5; import foo;
provider foo { probe x(int (*)(int), struct { int a; } b); };
