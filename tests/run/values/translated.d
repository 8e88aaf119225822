/*
 * Translated structs copied as a whole into variables: members that the
 * translator does not mention are 0.
 */
#pragma D option quiet
struct in { int a; char name[8]; };
typedef struct out { int twice; string text; int untold; char short_text[4]; } out_t;
translator out_t < struct in *I > {
	twice = I->a * 2;
	text = stringof(I->name);
	short_text = I->name;
};
out_t kept;
self out_t last;
BEGIN
{
	this->in = (struct in *)alloca(sizeof(struct in));
	this->in->a = 21;
	this->in->name = "seven77";
	kept.untold = 4;
	kept = *xlate <out_t *> (this->in);
	printf("%d %s %d %s\n", kept.twice, kept.text, kept.untold,
	    kept.short_text);
	this->in->a++;
	self->last = xlate <out_t> (this->in);
	all[1] = *xlate <out_t *> (this->in);
	printf("%d %d %s\n", self->last.twice, all[1].twice, all[1].text);
	me = *curpsinfo;
	printf("%d %s %d\n", me.pr_pid == pid, me.pr_fname, me.pr_uid == uid);
	exit(0);
}
