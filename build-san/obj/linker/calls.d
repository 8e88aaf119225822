/tmp/w/lang/build-san/obj/linker/calls.o: linker/calls.c linker/calls.h
linker/calls.h:
