/*
 * @exit 1
 */
struct s { int one[1]; char two[2]; } s;
BEGIN { s.one[0] = s.two[1]; s.one[1] = 1; trace(s.two[2]); trace(s.one[-1]); }
