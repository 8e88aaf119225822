/*
 * Inlines are typed: their value is converted. Constant ones may be used where
 * a constant is required.
 */
#pragma D option quiet

inline int TEN = 2 * 5;
inline uint8_t small = 0x1ff;
inline string word = "word";
inline int next = TEN + 1;
inline uint64_t zero = 0;

int table[TEN];
struct sized { char text[next]; };
enum { LAST = TEN };

BEGIN
{
	table[TEN - 1] = 3;
	printf("%d %d %s %d %d\n", TEN, small, word, next, LAST);
	printf("%d %d %d\n", sizeof(struct sized), table[9], 1 / (TEN - 9));
	printf("%d\n", sizeof(zero));
}
BEGIN { @["x"] = lquantize(3, zero, TEN, small - 250); }
BEGIN / word == "word" && TEN == 10 / { trace(word); trace("\n"); exit(0); }
