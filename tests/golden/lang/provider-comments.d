/* @args providers */
/* block */ // line
provider /* here */ p /* there */ {
	# file: a comment of its own, don't parse
	/* @annotated {json} */
	probe a(int /* first */ x, /* second */ int y); # behind
	/* probe hidden(int); */ probe b(int x); /* two
	lines */ probe c(int
		x // one
		,
		int y
	);
#define TYPE unsigned int
#if 0
	probe d(TYPE x);
#endif
};
#pragma D attributes Evolving/Evolving/Common provider p provider
/* #pragma D attributes Evolving/Evolving/Common provider nobody provider */
