/*
 * Words of a text, one call after the other.
 */
#pragma D option quiet

BEGIN
{
	this->line = "GET /index.html?x=1 HTTP/1.1";
	this->method = strtok(this->line, " ");
	this->uri = strtok(NULL, " ");
	this->version = strtok(NULL, " ");
	printf("%s|%s|%s|%d\n", this->method, this->uri, this->version, strtok(NULL, " ") == NULL);
	printf("%s %s\n", strtok(this->uri, "?"), strtok(NULL, "?"));
	exit(0);
}
