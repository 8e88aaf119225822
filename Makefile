# SPDX-License-Identifier: BSD-2-Clause
#
# The only build file. New source files are found automatically (FOLDER/**/*.c); no source file is listed here.
#
#   FOLDER/**/*.c    -> $(BUILD)/lib/FOLDER.a      base elf lang sdt dtrace-gen linker runtime
#   cmd/*.c + libs   -> $(BUILD)/dtrace         cmd/merge/*.c -> $(BUILD)/dtrace-merge
#   tests/unit/*.c   -> $(BUILD)/tests/unit/*      one cmocka program each
#
# Variables: V=1 (show commands)  T=name (only tests whose name contains it)  J=2 (test jobs)
#   CC=clang  SAN=address,undefined  COV=1  HOSTILE=1  (each in its own folder build/VARIANT)
#   BUILD=dir  FOLDERS="base lang"  WERROR=-Werror  CFLAGS=  LDFLAGS=  PREFIX=/usr/local  DESTDIR=
#   FUZZ_SECONDS=60  DEPS=check (installs nothing; check leaves out tests that need root)
#   CC=aarch64-linux-gnu-gcc (cross build, into build/arm64)  SYSROOT=dir  CC_FOR_BUILD=gcc
#   CFLAGS_FOR_BUILD=  LDFLAGS_FOR_BUILD=  PKG_CONFIG=

# debian/changelog repeats the version (tests/lint/packages.sh compares them)
VERSION := 0.1

ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin AR),default)
AR := $(or $(patsubst %-gcc,%-ar,$(filter %-gcc,$(firstword $(CC)))),ar)
endif
CLANG   ?= clang
FLEX    ?= flex
BISON   ?= bison

# ---- variant and build folder ------------------------------------------------------------------
comma   := ,
VARIANT := $(subst $() ,-,$(strip \
	$(patsubst aarch64-linux-gnu-gcc,arm64,$(filter-out gcc cc,$(notdir $(firstword $(CC))))) \
	$(subst $(comma),-,$(SAN)) $(if $(COV),cov) $(if $(HOSTILE),hostile)))
BUILD   ?= build$(if $(VARIANT),/$(VARIANT))
GEN     := $(BUILD)/gen

# ---- the machine that is built for -------------------------------------------------------------
# If CC makes programs for another machine than this one, programs that run during the build are made by
# CC_FOR_BUILD, in a folder of their own.
MACHINE := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine 2>/dev/null)))
CROSS   := $(filter-out $(shell uname -m),$(MACHINE))
NATIVE  := $(BUILD)$(if $(CROSS),/native)
PKG_CONFIG   ?= $(if $(CROSS),$(MACHINE)-linux-gnu-)pkg-config
CC_FOR_BUILD ?= gcc
CFLAGS_FOR_BUILD ?= -O1 -g

# ---- missing tools and libraries ---------------------------------------------------------------
# Targets whose help text says so install what is missing. While a package is built, or with DEPS=check, nothing
# is installed, and `check`, which package builders run if it exists, leaves out tests that need root or a missing tool.
PACKAGE_VARS  := DEB_BUILD_ARCH DEB_BUILD_OPTIONS DEB_RULES_REQUIRES_ROOT DH_INTERNAL_OPTIONS \
	RPM_BUILD_ROOT RPM_PACKAGE_NAME EBUILD_PHASE NIX_BUILD_TOP
PACKAGE_BUILD := $(firstword $(foreach v,$(PACKAGE_VARS),$(if $(filter environment%,$(origin $v)),$v)))
DEPS    ?= $(if $(PACKAGE_BUILD),check,install)

# ---- flags -------------------------------------------------------------------------------------
# -O1 builds a third faster than -O2, and what dtrace does in user space takes 3 % longer; programs that run in the
# kernel and in traced programs have flags of their own (BPFFLAGS, DIRECT_FLAGS, AGENTFLAGS).
CFLAGS  ?= -O1 -g
# for developers: .ci/run and the targets that run tests build with -Werror, a release does not
WERROR  ?=
WARN    := -Wall -Wextra -Wswitch-enum -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
# code that flex and bison generate is not ours to fix
GENWARN := -Wno-switch-enum -Wno-shadow -Wno-unused-function -Wno-sign-compare \
	-Wno-missing-prototypes -Wno-unused-but-set-variable
SANFLAGS := $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer -fno-sanitize-recover=undefined) \
	$(if $(COV),--coverage -O0) $(if $(FUZZ),-fsanitize=fuzzer-no-link)
CPPFLAGS_OURS := -I. -I$(GEN) -D_GNU_SOURCE= $(if $(HOSTILE),-DHOSTILE)
# the output does not depend on the folder's path; gcov needs the real one
SAMEFLAGS     := $(if $(COV),,'-ffile-prefix-map=$(CURDIR)=.')
CFLAGS_OURS   := -std=gnu11 $(WARN) $(WERROR) $(SAMEFLAGS) $(CFLAGS) $(SANFLAGS)
ROOTFLAGS     := $(SYSROOT:%=--sysroot=%)
# libiberty is an archive: only its demanglers are linked in
LIBS_SYSTEM   := $(or $(shell $(PKG_CONFIG) --libs libdw libelf liblzma 2>/dev/null),-ldw -lelf -llzma) \
	-liberty -lm -lpthread
# The tables of texts are full of pointers: packing relative relocations in a bitmap makes the file a tenth smaller.
# glibc 2.36 and binutils 2.38 support this; a C library without support could not load the program.
RELR_TRIAL    := \043include <features.h>\n\043if !__GLIBC_PREREQ(2, 36)\n\043error\n\043endif\nint main(void) { return 0; }\n
LDFLAGS_OURS  := $(shell printf '$(RELR_TRIAL)' | $(CC) $(ROOTFLAGS) $(CFLAGS) $(LDFLAGS) -Wl,--fatal-warnings \
	-Wl,-z,pack-relative-relocs -xc - -o /dev/null 2>/dev/null && echo -Wl,-z,pack-relative-relocs)
COMPILE  = $(CC) -pipe $(ROOTFLAGS) $(CPPFLAGS_OURS) $(CPPFLAGS) $(CFLAGS_OURS) -MMD -MP
LINK     = $(CC) $(ROOTFLAGS) $(CFLAGS) $(SANFLAGS) $(LDFLAGS_OURS) $(LDFLAGS)

# `  CC   base/arena.c` unless V=1 or -s
Q   := $(if $(V),,@)
say  = $(if $(V)$(findstring s,$(filter-out -% %=%,$(firstword $(MAKEFLAGS)))),,@printf '  %-5s %s\n' '$1' '$2')

# ---- sources, objects and programs -------------------------------------------------------------
# link order: a folder uses only folders to its right
FOLDERS      ?= runtime linker dtrace-gen lang sdt elf base

# a folder with its subfolders; runtime/bpf is code for the kernel, linker/agent code for other programs
below      = $(foreach f,$(wildcard $1/*),$(if $(wildcard $f/.),$(call below,$f),$f))
sources_of = $(sort $(filter-out runtime/bpf/% linker/agent/%,$(filter %.c,$(call below,$1))))
generated_of = $(sort $(if $(filter lang,$1),$(patsubst %.y,%.tab.c,$(filter %.y,$(call below,lang))) \
	$(patsubst %.l,%.yy.c,$(filter %.l,$(call below,lang)))) \
	$(if $(filter runtime,$1),$(patsubst %.bpf.c,%_table.c,$(wildcard runtime/bpf/*.bpf.c)) \
	runtime/dlib/texts.c) $(if $(filter dtrace-gen,$1),dtrace-gen/sdt_text.c) \
	$(if $(filter linker,$1),linker/agent/table.c))
objects_of = $(patsubst %.c,$(BUILD)/obj/%.o,$(call sources_of,$1)) \
	$(patsubst %.c,$(GEN)/%.o,$(call generated_of,$1))
nonempty   = $(if $(strip $(call sources_of,$1) $(call generated_of,$1)),$1)

LIB_FOLDERS := $(foreach f,$(filter $(FOLDERS),runtime linker dtrace-gen lang sdt elf base),\
	$(call nonempty,$f))
LIBS        := $(LIB_FOLDERS:%=$(BUILD)/lib/%.a)
CMD_OBJS    := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard cmd/*.c)))
MERGE_OBJS  := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard cmd/merge/*.c)))
DTRACE      := $(if $(CMD_OBJS),$(BUILD)/dtrace)
MERGE       := $(if $(MERGE_OBJS),$(BUILD)/dtrace-merge)

UNIT_SRC    := $(sort $(wildcard tests/unit/test_*.c))
# tests/*.c is available to every test program (as a library: each program links only what it uses)
HELP_OBJS   := $(patsubst %.c,$(BUILD)/obj/%.o,$(filter-out $(UNIT_SRC),$(wildcard tests/*.c tests/unit/*.c)))
HELP_LIB    := $(if $(HELP_OBJS),$(BUILD)/lib/tests.a)
UNIT        := $(UNIT_SRC:%.c=$(BUILD)/%)
# with T=name only the programs that will run are built
UNIT        := $(if $(T),$(foreach u,$(UNIT),$(if $(findstring $(T),$(u:$(BUILD)/tests/%=%)),$u)),$(UNIT))

GEN_HEADERS := $(patsubst %.y,$(GEN)/%.tab.h,$(filter %.y,$(call below,lang))) \
	$(patsubst %.l,$(GEN)/%.yy.h,$(filter %.l,$(call below,lang)))
FLAGS_FILE  := $(BUILD)/flags

.PHONY: FORCE deps-build deps-test all lib unit triggers replay demo check check-fast check-run check-builds check-vm check-arm64 check-harm check-distros check-all \
	test-programs editor-files bless dist deb rpm check-packages lint fmt fmt-check bench bench-scale fuzz fuzz-programs compdb install uninstall clean help
.DELETE_ON_ERROR:
.SECONDARY:
MAKEFLAGS += --no-builtin-rules
# use all cores, unless the caller gave a number (or is a make, which shares its jobs)
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif

all: lib $(DTRACE) $(MERGE)    ## build the libraries and the commands, into build/ (default)
lib: $(LIBS)
unit: $(UNIT)                  ## build the unit test programs, without running them

# ---- rules: libraries and the command ----------------------------------------------------------
define library
$(BUILD)/lib/$1.a: $(call objects_of,$1)
	$$(call say,AR,$$@)
	@mkdir -p $$(@D)
	$$(Q)rm -f $$@ && $(AR) rcsD $$@ $$^
endef
$(foreach f,$(LIB_FOLDERS),$(eval $(call library,$f)))

$(BUILD)/obj/%.o: %.c $(FLAGS_FILE)
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(COMPILE) -c $< -o $@

# Code that is copied into traced programs: no calls, no data, no vector registers. Of CFLAGS, only options about
# debug information and paths are used: others could add calls (--coverage, -finstrument-functions).
DIRECT_FLAGS := -O2 -ffreestanding -fPIC -fno-lto -fno-stack-protector -fno-jump-tables -fno-exceptions \
	-fno-asynchronous-unwind-tables -U_FORTIFY_SOURCE \
	$(if $(filter x86_64,$(MACHINE)),-mgeneral-regs-only -fcf-protection=none)
$(BUILD)/obj/runtime/direct/native/%.o: private CFLAGS_OURS = -std=gnu11 $(WARN) $(WERROR) $(SAMEFLAGS) \
	$(filter -g% -m64 -ffile-prefix-map=% -fdebug-prefix-map=% -fmacro-prefix-map=%,$(CFLAGS)) $(DIRECT_FLAGS)

$(GEN)/%.o: $(GEN)/%.c $(FLAGS_FILE)
	$(call say,CC,$<)
	$(Q)$(COMPILE) $(GENWARN) -c $< -o $@

# files that may include the output of flex and bison
$(call objects_of,lang) $(patsubst tests/%.c,$(BUILD)/obj/tests/%.o,$(wildcard tests/unit/*.c \
	tests/fuzz/*.c)): | $(GEN_HEADERS)

# the pattern holds for cmd/merge/*.c as well
$(BUILD)/obj/cmd/%.o: private CPPFLAGS_OURS += -DDTRACE_BUILD_VERSION='"$(VERSION)"'

$(BUILD)/dtrace: $(CMD_OBJS) $(LIBS)
	$(call say,LINK,$@)
	$(Q)$(LINK) $^ $(LIBS_SYSTEM) $(LIBS_EXTRA) -o $@

$(BUILD)/dtrace-merge: $(MERGE_OBJS) $(LIBS)
	$(call say,LINK,$@)
	$(Q)$(LINK) $^ $(LIBS_SYSTEM) $(LIBS_EXTRA) -o $@

# If the flags differ from those of the last build, every object is rebuilt. WERROR does not count.
FLAGS_USED = $(subst ','\'',$(filter-out -Werror,$(COMPILE) $(CLANG) $(BPFFLAGS) $(DIRECT_FLAGS) $(AGENTFLAGS)))
$(FLAGS_FILE): FORCE | deps-build
	@mkdir -p $(@D)
	@printf '%s\n' '$(FLAGS_USED)' | cmp -s - $@ || printf '%s\n' '$(FLAGS_USED)' > $@

# ---- rules: the language (flex, bison) ---------------------------------------------------------
# lang/parse/parse.y -> gen/lang/parse/parse.tab.c + .tab.h;  lang/parse/lex.l -> gen/lang/parse/lex.yy.c + .yy.h
$(GEN)/%.tab.c $(GEN)/%.tab.h &: %.y | deps-build
	$(call say,BISON,$<)
	@mkdir -p $(@D)
	$(Q)$(BISON) -Wall --defines=$(GEN)/$*.tab.h -o $(GEN)/$*.tab.c $<

$(GEN)/%.yy.c $(GEN)/%.yy.h &: %.l | deps-build
	$(call say,FLEX,$<)
	@mkdir -p $(@D)
	$(Q)$(FLEX) --header-file=$(GEN)/$*.yy.h -o $(GEN)/$*.yy.c $<

# ---- rules: the in-kernel library (clang, then a table in C) -----------------------------------
# clang for bpf does not know the folder of the machine's own asm/*.h. Blocks must stay in their order: kernels
# before 6.2 refuse a loop whose end was placed before its beginning (tests/unit/test_bpf_back_edges.c)
BPFFLAGS := -target bpf -mcpu=v3 -O2 -g -Wall $(WERROR) -I. -mllvm -disable-block-placement \
	$(ROOTFLAGS) $(patsubst %,-idirafter %,$(wildcard $(SYSROOT)/usr/include/$(MACHINE)-linux-gnu))

$(BUILD)/bpf/%.bpf.o: runtime/bpf/%.bpf.c $(FLAGS_FILE)
	$(call say,BPF,$<)
	@mkdir -p $(@D)
	$(Q)$(CLANG) $(BPFFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/bpf/embed: $(BUILD)/obj/runtime/bpf/embed.o $(BUILD)/lib/base.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(LINK) $^ -lelf -o $@

$(GEN)/runtime/bpf/%_table.c: $(BUILD)/bpf/%.bpf.o $(NATIVE)/bpf/embed
	$(call say,EMBED,$@)
	@mkdir -p $(@D)
	$(Q)ASAN_OPTIONS=detect_leaks=0 $(NATIVE)/bpf/embed $< > $@

# ---- rules: the agent of direct probes (clang, then a table in C) ---------------------------------
# always for x86-64, on any target: clang, which the in-kernel library needs anyway, knows all machines
AGENTFLAGS := -target x86_64-linux-gnu -ffreestanding -fno-builtin -fPIC -O2 -std=gnu11 $(WARN) $(WERROR) -I. \
	-mgeneral-regs-only -fno-stack-protector -fno-jump-tables -fno-asynchronous-unwind-tables -fcf-protection=full

$(BUILD)/agent/agent.o: linker/agent/agent.c $(FLAGS_FILE)
	$(call say,AGENT,$<)
	@mkdir -p $(@D)
	$(Q)$(CLANG) $(AGENTFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/agent/embed: $(BUILD)/obj/linker/agent/embed.o
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(LINK) $^ -lelf -o $@

$(GEN)/linker/agent/table.c: $(BUILD)/agent/agent.o $(NATIVE)/agent/embed
	$(call say,EMBED,$@)
	@mkdir -p $(@D)
	$(Q)ASAN_OPTIONS=detect_leaks=0 $(NATIVE)/agent/embed $< > $@

# ---- rules: programs that run here during a cross build ------------------------------------------
# always remade, since only the other make knows whether they are out of date; one after the other
ifneq ($(CROSS),)
$(NATIVE)/bpf/embed $(NATIVE)/agent/embed $(NATIVE)/dtrace: FORCE | deps-build
	+$(Q)$(MAKE) --no-print-directory NODEPS=1 CC='$(CC_FOR_BUILD)' AR=ar PKG_CONFIG=pkg-config \
		CFLAGS='$(CFLAGS_FOR_BUILD)' LDFLAGS='$(LDFLAGS_FOR_BUILD)' CPPFLAGS= SYSROOT= SAN= COV= \
		LIBS_EXTRA= BUILD=$(NATIVE) $@
$(NATIVE)/agent/embed: | $(NATIVE)/bpf/embed
$(NATIVE)/dtrace: | $(NATIVE)/agent/embed
endif

# ---- rules: the D library (its files as C strings, with an index) --------------------------------
$(GEN)/runtime/dlib/texts.c: scripts/c-string.awk runtime/dlib/embed.awk $(wildcard runtime/dlib/*.d)
	$(call say,EMBED,$@)
	@mkdir -p $(@D)
	$(Q)LC_ALL=C awk $(patsubst %.awk,-f %.awk,$^) > $@

# ---- rules: sys/sdt.h as a C string (-h --with-sdt) ----------------------------------------------
$(GEN)/dtrace-gen/sdt_text.c: scripts/c-string.awk dtrace-gen/embed.awk include/sys/sdt.h
	$(call say,EMBED,$@)
	@mkdir -p $(@D)
	$(Q)LC_ALL=C awk $(patsubst %.awk,-f %.awk,$^) > $@

# ---- rules: unit tests -------------------------------------------------------------------------
$(BUILD)/lib/tests.a: $(HELP_OBJS)
	$(call say,AR,$@)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcsD $@ $^

$(BUILD)/tests/unit/%: $(BUILD)/obj/tests/unit/%.o $(HELP_LIB) $(LIBS)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(LINK) $^ -lcmocka $(LIBS_SYSTEM) $(LIBS_EXTRA) -o $@

# ---- rules: programs that are traced by tests (tests/triggers) ---------------------------------
# NAME.c alone, or with a provider NAME.d: NAME.h and NAME.prov.o come from our own -h and -G.
# NAME.flags holds additional compiler flags, NAME.MACHINE.flags those for one machine. Programs are built with -O1
# instead of the CFLAGS of the build, because tests depend on the code.
TRIGGER_BUILD := $(BUILD)/tests/triggers
TRIGGER_PROV  := $(wildcard tests/triggers/*.d)
TRIGGER_HDRS  := $(TRIGGER_PROV:tests/triggers/%.d=$(TRIGGER_BUILD)/%.h)
TRIGGERS      := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/triggers/*.c))
trigger_flags  = $(shell cat $(wildcard tests/triggers/$1.flags tests/triggers/$1.$(MACHINE).flags) /dev/null)
# (and on attributes that clang does not know)
TRIGGER_CC     = $(if $(findstring clang,$(notdir $(firstword $(CC)))),$(CC_FOR_BUILD),$(CC)) \
	$(ROOTFLAGS) -O1 -g -Wall $(WERROR) -Iinclude -I$(TRIGGER_BUILD)

# direct-tracer plays the tracer of direct probes; it uses our reader of notes
DIRECT_TRACER := $(if $(wildcard tests/run/direct/tracer.c),$(TRIGGER_BUILD)/direct-tracer)

triggers: $(TRIGGERS) $(DIRECT_TRACER) ## build the programs that tests trace

$(TRIGGER_BUILD)/%.h: tests/triggers/%.d $(NATIVE)/dtrace
	$(call say,HDR,$@)
	@mkdir -p $(@D)
	$(Q)$(NATIVE)/dtrace -h -s $< -o $@

$(TRIGGER_BUILD)/%.o: tests/triggers/%.c $(FLAGS_FILE) \
		| $(TRIGGER_HDRS)
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(TRIGGER_CC) $(call trigger_flags,$*) -MMD -MP -c $< -o $@

$(TRIGGER_BUILD)/%.prov.o: tests/triggers/%.d $(TRIGGER_BUILD)/%.o $(NATIVE)/dtrace
	$(call say,PROV,$@)
	$(Q)$(NATIVE)/dtrace -G -s $< -o $@ $(TRIGGER_BUILD)/$*.o

$(TRIGGERS): $(TRIGGER_BUILD)/%: $(TRIGGER_BUILD)/%.o
	$(call say,LINK,$@)
	$(Q)$(TRIGGER_CC) $(call trigger_flags,$*) $^ -lpthread -ldl -o $@

$(DIRECT_TRACER): $(BUILD)/obj/tests/run/direct/tracer.o $(BUILD)/lib/sdt.a $(BUILD)/lib/elf.a $(BUILD)/lib/base.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(LINK) $^ $(LIBS_SYSTEM) $(LIBS_EXTRA) -o $@

$(foreach p,$(TRIGGER_PROV:tests/triggers/%.d=$(TRIGGER_BUILD)/%),$(eval $p: $p.prov.o))
$(foreach f,$(wildcard tests/triggers/*.flags),\
	$(eval $(TRIGGER_BUILD)/$(firstword $(subst ., ,$(notdir $f))).o: $f))

# ---- rules: fuzz targets -----------------------------------------------------------------------
# tests/fuzz/fuzz_X.c, corpus tests/fuzz/corpus/X/, words tests/fuzz/X.dict. `make check` replays the
# corpus with the plain build; `make fuzz` searches with libFuzzer in its own build folder.
FUZZ_SECONDS ?= 60
FUZZ_SEED    ?= 0
FUZZ_SRC   := $(sort $(wildcard tests/fuzz/fuzz_*.c))
REPLAY     := $(FUZZ_SRC:tests/fuzz/%.c=$(BUILD)/tests/replay/%)
FUZZ_BUILD := $(BUILD)/fuzz
FUZZERS    := $(FUZZ_SRC:tests/fuzz/%.c=$(BUILD)/tests/fuzz/%)
FUZZ_NAMES := $(FUZZ_SRC:tests/fuzz/fuzz_%.c=%)

replay: $(REPLAY)              ## build the fuzz targets, to run over their corpus without a fuzzer

$(BUILD)/tests/replay/%: $(BUILD)/obj/tests/fuzz/%.o $(BUILD)/obj/tests/fuzz/replay.o $(HELP_LIB) $(LIBS)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(LINK) $^ $(LIBS_SYSTEM) $(LIBS_EXTRA) -o $@

$(BUILD)/tests/fuzz/%: $(BUILD)/obj/tests/fuzz/%.o $(HELP_LIB) $(LIBS)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(LINK) -fsanitize=fuzzer $^ $(LIBS_SYSTEM) $(LIBS_EXTRA) -o $@

fuzz-programs: $(FUZZERS)

fuzz: ## run libFuzzer on every entry, FUZZ_SECONDS=60 each, under the sanitizers; T=name for one, FUZZ_SEED=n to repeat
	@scripts/deps check build fuzz
	@$(MAKE) --no-print-directory CC=$(CLANG) SAN=address,undefined FUZZ=1 \
		BUILD=$(FUZZ_BUILD) fuzz-programs
	@failed=0; for name in $(if $(T),$(filter $(T),$(FUZZ_NAMES)),$(FUZZ_NAMES)); do \
		tests/fuzz/search $(FUZZ_BUILD) $$name $(FUZZ_SECONDS) $(FUZZ_SEED) || failed=1; \
	done; exit $$failed

# ---- tests -------------------------------------------------------------------------------------
# tests at a time: one more than CPUs, because most of them wait now and then
J ?= $(shell n=$$(nproc 2>/dev/null || echo 2); echo $$((n < 4 ? n + 1 : 4)))
# variables of the environment become arguments for a test that runs make: otherwise it would rebuild everything with
# other flags while other tests use the build
ENVIRONMENT_FLAGS = $(foreach v,CFLAGS CPPFLAGS LDFLAGS,$(if $(filter environment,$(origin $v)),$v='$($v)'))
RUN_TESTS = exec env $(if $(SAN),SLOW=$${SLOW:-2}) BUILD=$(BUILD) CC="$(CC)" CLANG="$(CLANG)" MAKE_VARIABLES="$(MAKEOVERRIDES) $(ENVIRONMENT_FLAGS)" tests/run-tests -j $(J) $(if $(T),-t '$(T)')
PARTS    ?= unit golden scripts replay run
# prerequisites of every test run; a build that fails must not look like a test that passed
TEST_WERROR = $(if $(filter file,$(origin WERROR)),$(if $(filter check,$(DEPS)),,-Werror),$(WERROR))
TEST_BUILD = $(MAKE) --no-print-directory NODEPS=1 WERROR=$(TEST_WERROR) test-programs

# without cmocka (possible only with DEPS=check) there are no unit tests
HAS_CMOCKA = $(or $(filter install,$(DEPS)),$(shell $(CC) -include stdarg.h -include stddef.h -include setjmp.h -include stdint.h \
	-include cmocka.h -fsyntax-only -x c /dev/null 2>/dev/null && echo yes))
test-programs: all $(if $(HAS_CMOCKA),unit) replay triggers editor-files
	@:

demo: ## build, compile the example provider, trace the example program; installs what is missing
	@scripts/deps $(DEPS) build
	@$(MAKE) --no-print-directory NODEPS=1 all
	@BUILD=$(BUILD) examples/demo.sh

check: ## run all everyday tests (root); installs what is missing (with DEPS=check, as check-fast); T=name for some
ifeq ($(DEPS),check)
	@scripts/deps check build
	@echo 'check: $(or $(PACKAGE_BUILD),DEPS=check): nothing is installed, no test that needs root is run'
	@scripts/deps check test || echo 'tests that need these are skipped'
	+@$(TEST_BUILD)
	@unset $(PACKAGE_VARS); $(RUN_TESTS) -x -m $(if $(HAS_CMOCKA),unit) scripts golden replay
else
	@scripts/deps install build test
	+@$(TEST_BUILD)
	@$(RUN_TESTS) $(PARTS)
endif

check-fast: ## run the tests of check that are fast and need no root
	@scripts/deps check build test
	+@$(TEST_BUILD)
	@$(RUN_TESTS) -x unit scripts golden replay

check-run: ## run only the tests that trace (tests/run, tests/scripts; root)
	@scripts/deps check build test
	+@$(TEST_BUILD)
	@$(RUN_TESTS) run

check-builds: ## build everything with clang, and from the release
	@scripts/deps $(DEPS) build test
	+@$(TEST_BUILD)
	@$(RUN_TESTS) builds

check-vm: ## run all tests that trace in virtual machines with other kernels (T=linux-6.1: one; VMTEST=run/fbt: some tests); installs what is missing
	@scripts/deps $(DEPS) build test vm
	+@$(TEST_BUILD)
	@$(RUN_TESTS) vm

check-arm64: ## a cross build, and tests that trace in an emulated arm64 machine (T, VMTEST as with check-vm); installs what is missing
	@scripts/deps $(DEPS) build vm arm64
	@BUILD=$(BUILD)/arm64 tests/vm/fetch-root aarch64
	+@$(MAKE) --no-print-directory NODEPS=1 CC=aarch64-linux-gnu-gcc SYSROOT=$(BUILD)/arm64-root \
		BUILD=$(BUILD)/arm64 all unit triggers
	@BUILD=$(BUILD)/arm64 tests/run-tests $(if $(T),-t '$(T)') arm64

check-distros: ## build, demo and tests without root on Debian 12, 13 and sid, and with other tools and flags (root; T=name: some rows)
	@scripts/deps $(DEPS) distros
	@BUILD=$(BUILD) tests/distros/check $(T)

check-packages: ## test the Debian packages in clean Debian 12, 13 and sid, and build other source packages with them (root, network; T=name: some rows)
	@scripts/deps $(DEPS) distros packages
	@BUILD=$(BUILD) tests/packages/check $(T)

check-harm: ## check that real programs behave the same while everything in them is traced (ten minutes; SEED=number repeats a run, KILLS=500); installs what is missing
	@scripts/deps $(DEPS) build test
	@scripts/deps $(DEPS) real harm || :
	+@$(TEST_BUILD)
	@$(RUN_TESTS) harm

check-all: ## run check, check-builds, check-harm, and the tests in virtual machines and on real programs
	@scripts/deps $(DEPS) build test vm
	@scripts/deps $(DEPS) real harm || :
	+@$(TEST_BUILD)
	@$(RUN_TESTS) $(PARTS) builds vm real harm

bless: ## write the expected output of the tests T=name from their current output
	@test -n '$(T)' || { echo 'make bless needs T=name'; exit 1; }
	+@$(TEST_BUILD)
	@$(RUN_TESTS) -b golden run
	@git status --short tests

# lint/portable compiles the sources of the traced programs too, which need their generated headers
lint: all $(TRIGGER_HDRS) ## check include directions, that headers compile alone, sizes, licence lines, table coverage, shell syntax
	@($(RUN_TESTS) tests/lint); status=$$?; \
	grep -E 'median|should be' $(BUILD)/tests/results/lint,sizes.log; exit $$status

bench: ## measure the cost and compare it with its limits, T=firing for some; exit 1 if one is missed
	@scripts/deps check build test
	@scripts/deps check bench || echo 'rows of these are left out'
	+@$(TEST_BUILD)
	@BUILD=$(BUILD) CC="$(CC)" CLANG="$(CLANG)" bench/run $(T)

bench-scale: ## measure how cost grows with clauses, probes, processes, keys, CPUs ...; T=keys for some, WRITE=1 writes the curves into docs
	@scripts/deps check build test
	+@$(TEST_BUILD)
	@BUILD=$(BUILD) CC="$(CC)" WRITE=$(WRITE) bench/scale/run $(T)

# ---- formatting --------------------------------------------------------------------------------
# Tables (*.def) keep their columns by hand. Only lines that differ from BASE are formatted, because versions of
# clang-format disagree on the rest.
BASE ?= HEAD
fmt: ## run clang-format on the lines changed since the commit BASE (HEAD)
	git clang-format -f $(BASE) -- '*.c' '*.h'

fmt-check: ## show what fmt would change; exit 1 if there is anything
	@diff=$$(git clang-format -q --diff $(BASE) -- '*.c' '*.h') || :; printf '%s\n' "$$diff"; [ -z "$$diff" ]

compdb: ## write compile_commands.json for editors
	@for f in $(sort $(foreach f,$(LIB_FOLDERS),$(call sources_of,$f)) $(wildcard cmd/*.c tests/unit/*.c)); \
	do printf '  {"directory": "%s", "file": "%s", "command": "%s"},\n' '$(CURDIR)' "$$f" \
		'$(CC) $(subst $(BUILD),$(abspath $(BUILD)),$(CPPFLAGS_OURS)) $(CPPFLAGS) $(CFLAGS_OURS) -c '"$$f"; \
	done | sed -e '1s/^/[\n/' -e '$$s/,$$/\n]/' > compile_commands.json

# ---- install -----------------------------------------------------------------------------------
PREFIX      ?= /usr/local
BINDIR      ?= $(PREFIX)/bin
LIBDIR      ?= $(PREFIX)/lib
INCLUDEDIR  ?= $(PREFIX)/include
DATADIR     ?= $(PREFIX)/share
# a blank would make two files of one in lists, and uninstall remove others' files; DESTDIR may have some
ifneq ($(filter install uninstall,$(MAKECMDGOALS)),)
$(foreach dir,PREFIX BINDIR LIBDIR INCLUDEDIR DATADIR,$(if $(word 2,$($(dir))),$(error $(dir) has a blank: $($(dir)))))
endif
MANDIR      ?= $(DATADIR)/man
PKGCONFDIR  ?= $(DATADIR)/pkgconfig

# made from docs/*.md and from the tables
MAN_PAGES := $(BUILD)/man/dtrace-language.7 $(BUILD)/man/dtrace-providers.7

# tools/GROUP/NAME is installed as the command dtrace-NAME
TOOLS := $(filter-out %.example,$(wildcard tools/*/*))
TOOL_PAGES := $(foreach t,$(TOOLS),$(BUILD)/man/dtrace-$(notdir $t).8)

# SOURCE:MODE:DESTINATION, for files that exist
INSTALL_ALL := \
	$(BUILD)/dtrace:755:$(BINDIR)/dtrace \
	$(BUILD)/dtrace-merge:755:$(BINDIR)/dtrace-merge \
	$(foreach h,$(wildcard include/sys/sdt.h include/sys/sdt-config.h),$h:644:$(INCLUDEDIR)/sys/$(notdir $h)) \
	$(BUILD)/dtrace.pc:644:$(PKGCONFDIR)/dtrace.pc \
	$(foreach m,$(wildcard docs/*.1),$m:644:$(MANDIR)/man1/$(notdir $m)) \
	$(foreach m,$(MAN_PAGES),$m:644:$(MANDIR)/man7/$(notdir $m)) \
	$(BUILD)/dtrace.bash:644:$(DATADIR)/bash-completion/completions/dtrace \
	$(BUILD)/dtrace.zsh:644:$(DATADIR)/zsh/site-functions/_dtrace \
	$(BUILD)/dtrace.fish:644:$(DATADIR)/fish/vendor_completions.d/dtrace.fish \
	$(BUILD)/dtrace.vim:644:$(DATADIR)/vim/vimfiles/syntax/dtrace.vim \
	$(BUILD)/dtrace.json:644:$(DATADIR)/dtrace/d.tmLanguage.json \
	$(foreach m,$(wildcard docs/buildsystem/*.m4),$m:644:$(DATADIR)/aclocal/$(notdir $m)) \
	$(foreach m,$(wildcard docs/buildsystem/*.cmake),$m:644:$(DATADIR)/dtrace/cmake/$(notdir $m)) \
	$(foreach d,$(wildcard runtime/dlib/*.d),$d:644:$(LIBDIR)/dtrace/$(notdir $d)) \
	tools/tool.sh:644:$(DATADIR)/dtrace/tools/tool.sh \
	tools/sitecustomize.py:644:$(DATADIR)/dtrace/tools/sitecustomize.py \
	$(foreach t,$(TOOLS),$t:755:$(DATADIR)/dtrace/$t) \
	$(foreach m,$(TOOL_PAGES),$m:644:$(MANDIR)/man8/$(notdir $m))

$(BUILD)/dtrace.pc: scripts/dtrace.pc.in FORCE
	@mkdir -p $(@D)
	@sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@BINDIR@|$(BINDIR)|' \
		-e 's|@VERSION@|$(VERSION)|' $< > $@

MAN_DATE := $(shell sed -n 's/^\.Dd //p' docs/dtrace.1)
$(BUILD)/man/dtrace-language.7: private LINE := the D language
$(BUILD)/man/dtrace-providers.7: private LINE := what dtrace can trace
$(BUILD)/man/dtrace-%.7: docs/%.md scripts/man-page
	$(call say,MAN,$@)
	@mkdir -p $(@D)
	$(Q)scripts/man-page dtrace-$* 7 '$(MAN_DATE)' '$(LINE)' $< > $@

define tool_page
$(BUILD)/man/dtrace-$(notdir $1).8: $1 $1.example tools/tool.sh scripts/tool-page
	$$(call say,MAN,$$@)
	@mkdir -p $$(@D)
	$$(Q)scripts/tool-page '$(MAN_DATE)' $1 > $$@
endef
$(foreach t,$(TOOLS),$(eval $(call tool_page,$t)))

# shell completions and editor syntax files
EDITOR_FILES := $(patsubst %,$(BUILD)/dtrace.%,bash zsh fish vim json)
$(EDITOR_FILES): $(BUILD)/dtrace.%: scripts/editor-files scripts/completion-probes.awk \
		$(wildcard scripts/*.in) $(wildcard cmd/*.def runtime/common/*.def lang/table/*.def)
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)scripts/editor-files $* > $@

editor-files: $(EDITOR_FILES) $(MAN_PAGES) $(TOOL_PAGES)

install: all $(BUILD)/dtrace.pc editor-files ## install the command, sys/sdt.h, manual, completion, pkg-config ... (PREFIX, DESTDIR)
	@set -e; for entry in $(INSTALL_ALL); do \
		to=$${entry##*:}; rest=$${entry%:*}; mode=$${rest##*:}; from=$${rest%:*}; \
		echo "  INST  $(DESTDIR)$$to"; \
		install -D -m $$mode "$$from" "$(DESTDIR)$$to"; \
	done
	@for tool in $(TOOLS); do \
		ln -sf "$(DATADIR)/dtrace/$$tool" "$(DESTDIR)$(BINDIR)/dtrace-$${tool##*/}"; \
	done

uninstall: ## remove what install installed
	@for entry in $(INSTALL_ALL); do rm -f "$(DESTDIR)$${entry##*:}"; done
	@for tool in $(TOOLS); do rm -f "$(DESTDIR)$(BINDIR)/dtrace-$${tool##*/}"; done
	@rmdir -p --ignore-fail-on-non-empty "$(DESTDIR)$(LIBDIR)/dtrace" \
		$(foreach d,cmake $(sort $(dir $(TOOLS))),"$(DESTDIR)$(DATADIR)/dtrace/$d") 2>/dev/null || :

# ---- packages ----------------------------------------------------------------------------------
DIST := $(BUILD)/dtrace-$(VERSION).tar.xz

dist: ## pack the sources as build/dtrace-VERSION.tar.xz, the same bytes each time
	@scripts/package dist $(DIST)
	@echo $(DIST)

deb: dist ## build Debian packages in build/deb and print the output of lintian; installs what is missing
	@scripts/deps $(DEPS) build packages
	@scripts/package deb $(DIST) $(BUILD)/deb

rpm: dist ## build RPM packages in build/rpm and print the output of rpmlint; installs what is missing
	@scripts/deps $(DEPS) build packages
	@scripts/package rpm $(DIST) $(BUILD)/rpm

# ---- the rest ----------------------------------------------------------------------------------
deps-build:
	@$(if $(NODEPS),:,$(if $(CROSS),CROSS=$(MACHINE)) CC='$(CC) $(ROOTFLAGS)' scripts/deps check build)

clean: ## remove the build folder
	rm -rf $(BUILD)

help: ## print this list
	@sed -n 's/^\([a-z][a-z0-9-]*\):[^#]*## \(.*\)/\1 \2/p' Makefile | \
	awk '{ n = $$1; $$1 = ""; printf "  %-14s%s\n", n, $$0 }'
	@sed -n '/^# Variables:/,/^$$/s/^# *//p' Makefile

-include $(shell find $(BUILD)/obj $(GEN) $(BUILD)/bpf $(BUILD)/agent $(TRIGGER_BUILD) -name '*.d' 2>/dev/null)
