/tmp/w/lang/build-san/obj/cmd/check.o: cmd/check.c cmd/check.h cmd/args.h \
 base/strbuf.h base/vec.h base/alloc.h cmd/options.def cmd/say.h \
 base/diag.h base/arena.h base/src.h sdt/file.h sdt/note.h sdt/site.h \
 sdt/typenote.h
cmd/check.h:
cmd/args.h:
base/strbuf.h:
base/vec.h:
base/alloc.h:
cmd/options.def:
cmd/say.h:
base/diag.h:
base/arena.h:
base/src.h:
sdt/file.h:
sdt/note.h:
sdt/site.h:
sdt/typenote.h:
