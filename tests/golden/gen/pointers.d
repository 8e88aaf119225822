/* Prototypes of the check: what pointers point to becomes const. */
struct item;
typedef void (*callback_t)(void *);
provider p {
	probe a(char *a, const char *b, char **c, const char **d, void *e);
	probe b(struct item *a, string b, callback_t c, const struct item *d);
};
