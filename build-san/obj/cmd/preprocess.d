/tmp/w/lang/build-san/obj/cmd/preprocess.o: cmd/preprocess.c \
 cmd/preprocess.h cmd/args.h base/strbuf.h base/vec.h base/alloc.h \
 cmd/options.def base/cleanup.h base/file.h base/map.h cmd/say.h \
 base/diag.h base/arena.h base/src.h cmd/version.h cmd/words.h
cmd/preprocess.h:
cmd/args.h:
base/strbuf.h:
base/vec.h:
base/alloc.h:
cmd/options.def:
base/cleanup.h:
base/file.h:
base/map.h:
cmd/say.h:
base/diag.h:
base/arena.h:
base/src.h:
cmd/version.h:
cmd/words.h:
