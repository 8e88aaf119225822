/* @args providers */
provider node {
	probe a(int fd, char *buf) : (string buf, int fd);
	probe b(node_dtrace_connection_t *c, const char *a, int p) :
		(node_connection_t *c, string a, int p);
	probe c(int x, int y) : (int other);
	probe d(int x) : ();
};
