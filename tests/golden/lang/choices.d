/* @args typed */
/* `?:` with a known condition is folded: the operand that is not taken may name what does not exist. */
inline int YES = 1;
inline int NO = 0;
inline string WORD = "w";
BEGIN
{
	YES ? @a["k"] = count() : 1;
	NO ? @b = sum(nothing) : (@c = sum(3));
	YES ? printf("%d\n", pid) : printf("%d\n", nothing);
	NO ? trace(1) : NO ? trace(2) : trace(3);
	NO ? 1 : YES ? @d = max(pid) : 2;
	x = NO ? self->nothing : pid;
	trace(YES && WORD == "w" ? x : this->nothing[1]);
	YES ? ustack() : 1;
	"" == NULL ? trace("none") : trace(nothing);
	@[NO ? nothing : "key"] = count();
}
END /YES ? 1 : nothing/ { x ? (y = 1) : (y = 2); }
