/tmp/w/lang/build-san/tests/triggers/forks.o: tests/triggers/forks.c \
 /tmp/w/lang/build-san/tests/triggers/forks.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/forks.h:
include/sys/sdt.h:
