/*
 * Input types: numbers, strings, user structs; the operand may be any
 * expression.
 */
#pragma D option quiet

struct parts { int high, low; };
struct pair { int a; char b; };
struct text { int len; string twice; };

translator struct parts < long n > { high = n >> 8; low = n & 0xff; };
translator struct text < string s > { len = strlen(s); twice = strjoin(s, s); };
translator struct parts < struct pair *p > { high = p->a; low = p->b; };

BEGIN
{
	this->p = (struct pair *)alloca(sizeof(struct pair));
	this->p->a = 77;
	this->p->b = -1;
	printf("%x %x\n", xlate <struct parts> (0x1234L).high,
	    xlate <struct parts *> (0x1234L + 1)->low);
	/* an integer of another type is converted */
	printf("%x %x\n", xlate <struct parts> (0x1234).high,
	    xlate <struct parts> ((uint8_t)0x34).low);
	printf("%d %s\n", xlate <struct text> ("abc").len,
	    xlate <struct text> ("ab").twice);
	printf("%d %d\n", xlate <struct parts> (this->p).high,
	    xlate <struct parts *> (this->p)->low);
	exit(0);
}
