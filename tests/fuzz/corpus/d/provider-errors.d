 provider a1 { probe x(); probe x(int); probe d-ash(); probe v(int, ...); probe big(int,int,int,int,int,int,int,int,int,int,int,int,int); probe w(void, int); probe z(int a, int a);
probe t(int a) : (int b, int c, int a); }
provider a1 { };
