/*
 * BEGIN and END by all their names: provider and name, a name with empty
 * fields, globs, the three-part form.
 * @filter cpu
 */
dtrace:::BEGIN { trace(1); }
:::BEGIN { trace(2); }
dtrace::BEGIN { trace(3); }
dtr*:::BEG?N { trace(4); }
dtrace:::[A-C]EGIN { trace(5); }
BEGIN, dtrace:::END { trace(6); }
BEGIN { exit(0); }
