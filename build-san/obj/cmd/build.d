/tmp/w/lang/build-san/obj/cmd/build.o: cmd/build.c cmd/build.h cmd/args.h \
 base/strbuf.h base/vec.h base/alloc.h cmd/options.def base/cleanup.h \
 base/file.h cmd/preprocess.h cmd/say.h base/diag.h base/arena.h \
 base/src.h cmd/words.h dtrace-gen/header.h lang/ast.h lang/type.h \
 base/map.h lang/builtins.def lang/ops.def lang/stability.def \
 lang/parse.h lang/env.h lang/macros.def linker/link.h linker/probes.h \
 linker/target.h sdt/note.h linker/machine.def
cmd/build.h:
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
cmd/words.h:
dtrace-gen/header.h:
lang/ast.h:
lang/type.h:
base/map.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
lang/parse.h:
lang/env.h:
lang/macros.def:
linker/link.h:
linker/probes.h:
linker/target.h:
sdt/note.h:
linker/machine.def:
