/tmp/w/lang/build-san/tests/triggers/loop.o: tests/triggers/loop.c \
 /tmp/w/lang/build-san/tests/triggers/loop.h include/sys/sdt.h \
 tests/triggers/gate.h
/tmp/w/lang/build-san/tests/triggers/loop.h:
include/sys/sdt.h:
tests/triggers/gate.h:
