 /* hi */
#include <foo.h>
#pragma D attributes Evolving/Stable/Common provider pg name
typedef struct S S; typedef unknown_t bar;
provider pg {
	# libvirt comment 'x
	probe	lock__wait(int a, const char *, struct foo **x, EventCapNo cap) : (string a, EventCapNo cap);
	probe new(); probe free(void)
	probe cb(int (*f)(int, void *), char buf[16], char const *const *s, string self, char *string);
	probe foo(uint64_t a,uint64_t b,int flags);
}
