/* @args providers */
provider p {
	probe none(); probe none2(void);
	probe unnamed(int, char *);
	probe named(int a, const char *b);
	probe ints(char a, unsigned char b, short c, unsigned short d, int e, unsigned f, long g, unsigned long h, long long i, unsigned long long j, signed char k, size_t l);
	probe fixed(int8_t a, uint8_t b, int16_t c, uint16_t d, int32_t e, uint32_t f, int64_t g, uint64_t h, ssize_t i, uintptr_t j, pid_t k, bool l);
	probe other(float a, double b, string c, _Bool d, zoneid_t e, hwaddr f, EventCapNo g, st_quicly_conn_t *h);
	probe tagged(struct X *a, struct X **b, enum X c, union U *d, const struct X *e);
	probe pointers(const char **a, char **const b, void (*c)(int, void *), int d[4], char e[], char const *f);
	probe tight(int cpu_index,uint64_t pc,int flags);
	probe keywords(int self, int this, char *string, int counter, int probe, int provider, int inline, int translator);
	probe twelve(int, int, int, int, int, int, int, int, int, int, int, int);
};
