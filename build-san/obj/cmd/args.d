/tmp/w/lang/build-san/obj/cmd/args.o: cmd/args.c cmd/args.h base/strbuf.h \
 base/vec.h base/alloc.h cmd/options.def
cmd/args.h:
base/strbuf.h:
base/vec.h:
base/alloc.h:
cmd/options.def:
