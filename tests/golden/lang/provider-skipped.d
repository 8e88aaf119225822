/* @args providers */
inline int X = UNKNOWN + 1;
import something;
translator a_t < b_t *p > { x = p->x; y = (foo *)p; };
#pragma D depends_on library io.d
provider p { probe x(); };
BEGIN, END /x/ { trace((foo *)1); "}" }
