/*
 * Fields of a message.
 */
#pragma D option quiet

BEGIN
{
	this->j = "{\"user\":{\"name\":\"ada\",\"id\":7},\"list\":[1,2,{\"x\":\"y\"}],\"ok\":true}";
	printf("%s %s %s %s\n", json(this->j, "user.name"), json(this->j, "list[2].x"), json(this->j, "ok"),
	    json(this->j, "list[1]"));
	printf("%d\n", strtoll(json(this->j, "user.id")) + 1);
	printf("[%s]\n", json(this->j, "nothing"));
	exit(0);
}
