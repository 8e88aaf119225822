/*
 * The details of a call are shown only if it fails: speculations, committed by errno, else discarded.
 * @trigger work open:3 missing:2 open:1
 */
#pragma D option quiet
#pragma D option nspec=4

syscall::openat:entry
/pid == $target/
{
	self->spec = speculation();
	speculate(self->spec);
	printf("open(%s)\n", copyinstr(arg1));
}

syscall::openat:return
/self->spec/
{
	speculate(self->spec);
	printf("  result %d\n", (int)arg0);
}

syscall::openat:return
/self->spec && errno != 0/
{
	commit(self->spec);
	committed++;
}

syscall::openat:return
/self->spec && errno == 0/
{
	discard(self->spec);
	discarded++;
}

syscall::openat:return
{
	self->spec = 0;
}

END
{
	printf("%d committed, %d discarded\n", committed, discarded);
}
