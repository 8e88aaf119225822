/tmp/w/lang/build-san/obj/runtime/consume/svg_heat.o: \
 runtime/consume/svg_heat.c runtime/consume/svg.h base/strbuf.h
runtime/consume/svg.h:
base/strbuf.h:
