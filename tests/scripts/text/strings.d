/*
 * Parts of strings.
 */
#pragma D option quiet

BEGIN
{
	this->path = "/usr/local/lib/libthing.so.1";
	printf("%s %s\n", basename(this->path), dirname(this->path));
	printf("%s %s\n", substr(this->path, 5), substr(this->path, 5, 5));
	printf("%d %d %d\n", strlen(this->path), index(this->path, "lib"), rindex(this->path, "lib"));
	printf("%s %s\n", strchr(this->path, 't'), strrchr(this->path, '.'));
	printf("%s|%s\n", strstr(this->path, "thing"), strstr(this->path, "nothing"));
	printf("%s %s\n", toupper(substr(this->path, -4)), tolower("ABC"));
	printf("%s\n", cleanpath("/usr/./lib/../bin//x"));
	exit(0);
}
