/tmp/w/lang/build-san/tests/triggers/nest.o: tests/triggers/nest.c \
 /tmp/w/lang/build-san/tests/triggers/nest.h include/sys/sdt.h \
 tests/triggers/gate.h
/tmp/w/lang/build-san/tests/triggers/nest.h:
include/sys/sdt.h:
tests/triggers/gate.h:
