/tmp/w/lang/build-san/obj/cmd/trace.o: cmd/trace.c cmd/trace.h cmd/args.h \
 base/strbuf.h base/vec.h base/alloc.h cmd/options.def base/cleanup.h \
 base/file.h cmd/preprocess.h cmd/say.h base/diag.h base/arena.h \
 base/src.h runtime/session.h
cmd/trace.h:
cmd/args.h:
base/strbuf.h:
base/vec.h:
base/alloc.h:
cmd/options.def:
base/cleanup.h:
base/file.h:
cmd/preprocess.h:
cmd/say.h:
base/diag.h:
base/arena.h:
base/src.h:
runtime/session.h:
