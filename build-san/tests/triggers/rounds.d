/tmp/w/lang/build-san/tests/triggers/rounds.o: tests/triggers/rounds.c \
 /tmp/w/lang/build-san/tests/triggers/rounds.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/rounds.h:
include/sys/sdt.h:
