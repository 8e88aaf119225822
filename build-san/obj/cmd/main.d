/tmp/w/lang/build-san/obj/cmd/main.o: cmd/main.c cmd/args.h base/strbuf.h \
 base/vec.h base/alloc.h cmd/options.def cmd/build.h cmd/check.h \
 cmd/say.h base/diag.h base/arena.h base/src.h cmd/trace.h cmd/version.h
cmd/args.h:
base/strbuf.h:
base/vec.h:
base/alloc.h:
cmd/options.def:
cmd/build.h:
cmd/check.h:
cmd/say.h:
base/diag.h:
base/arena.h:
base/src.h:
cmd/trace.h:
cmd/version.h:
