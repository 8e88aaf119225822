/* @args typed -- -5 */
enum e { A = -1, B = 1 << 4, C };
inline int LIMIT = B * 2;
inline string NAME = "n";
BEGIN
{
	trace(1 + 2 * 3); trace(-7 / 2); trace(-7 % 2); trace(7U / 2); trace(-1 > 0U); trace(-1 > 0);
	trace(2147483647 + 1); trace(0xffffffff + 1); trace(4294967296); trace(0x80000000); trace(2147483648);
	trace((char)300); trace((uint8_t)-1); trace((bool)5); trace(1 << 31); trace(1L << 40); trace(-8 >> 1); trace(~0U); trace(~4294967295u);
	trace(!5); trace(1 && 0); trace(2 || 0); trace(1 ^^ 1); trace(1 ? 2 : 3L);
	trace(A); trace(B); trace(C); trace(LIMIT); trace(NAME);
	trace("a" < "b"); trace("a" == "a"); trace(NULL); trace('nbytes'); trace('\xff');
	trace(sizeof (int)); trace(sizeof (struct { char a; long b; int c:3; })); trace(sizeof pid); trace(sizeof "abc"); trace(sizeof NAME);
	trace(-9223372036854775808 / -1); trace((int)3000000000); trace($1);
}
