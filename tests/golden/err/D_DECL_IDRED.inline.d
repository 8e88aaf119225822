/*
 * @exit 1
 */
inline int x = 1;
inline int x = 2;
inline int pid = 3;
int x;
