/tmp/w/lang/build-san/tests/triggers/blocks.o: tests/triggers/blocks.c
