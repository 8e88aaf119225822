/* Translated arguments are no matter of the header. */
typedef struct { int dummy; } raw_t;
typedef struct { string url; } shown_t;
provider p {
	probe request(raw_t *r, int fd) : (shown_t *r, int fd);
};
