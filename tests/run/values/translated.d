/*
 * Translated structs copied as a whole into variables and memory: members that the
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
struct pair { int before; out_t out; };
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
	this->me = (psinfo_t *)alloca(2 * sizeof(psinfo_t));
	*this->me = *curpsinfo;
	this->me[1] = *curpsinfo;
	printf("%d %s %d\n", this->me->pr_pid == pid, this->me->pr_fname, this->me[1].pr_uid == uid);
	this->pair = (struct pair *)alloca(sizeof(struct pair));
	this->pair->out.untold = 4;
	this->pair->out = *xlate <out_t *> (this->in);
	printf("%d %s %d\n", this->pair->out.twice, this->pair->out.text, this->pair->out.untold);
	exit(0);
}
