/tmp/w/lang/build-san/tests/triggers/pages.o: tests/triggers/pages.c
