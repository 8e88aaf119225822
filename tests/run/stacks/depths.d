/*
 * Stacks of different depths in one aggregation, variable and array: each has
 * the frames that its clause asked for, and is the same key wherever it comes
 * from.
 * @trigger nest 1
 * @filter off
 */
#pragma D option quiet

syscall::exit_group:entry /pid == $target/ {
	@[stack(1)] = count(); @[stack(2)] = count(); @[stack(2)] = count();
	self->s = stack(2); way[stack(2)] = 2;
}
syscall::exit_group:entry /pid == $target/ {
	self->s = stack(1); way[stack(1)] = 1; way[stack(4)] = 4;
	printf("%k", self->s);
	@[self->s] = count(); @from[self->s] = count();
	printf("%d %d %d\n", way[self->s], way[stack(2)], way[stack(4)]);
}
syscall::exit_group:entry /pid == $target/ { @from[stack(3)] = count(); }
END { printa(@); }
