/tmp/w/lang/build-san/tests/triggers/objects.o: tests/triggers/objects.c \
 /tmp/w/lang/build-san/tests/triggers/objects.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/objects.h:
include/sys/sdt.h:
