inline int LIMIT = 1 + 2;
inline string NAME = "x";
inline int twice[int n] = n * 2;
BEGIN { LIMIT }
