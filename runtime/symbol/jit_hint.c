// SPDX-License-Identifier: BSD-2-Clause
/*
 * Finds out which run-time system compiled code that has no names, by the files
 * that its process maps, and what the user can do to get names.
 */
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "runtime/symbol/usersym_priv.h"

static const struct {
	const char *file; /* how the name of a mapped file begins */
	const char *name;
	const char *remedy;
} runtimes[] = {
	{ "libjvm.so", "Java", "run \"jcmd %1$d Compiler.perfmap\" while it "
	  "is traced, or start it with -XX:+UnlockDiagnosticVMOptions "
	  "-XX:+DumpPerfMapAtExit (JDK 17), or use perf-map-agent" },
	{ "libnode.so", "node", "start it with node --perf-basic-prof" },
	{ "node", "node", "start it with node --perf-basic-prof" },
	{ "libpython3", "Python", "start it with PYTHONPERFSUPPORT=1 or "
	  "python3 -X perf (Python 3.12)" },
	{ "python3", "Python", "start it with PYTHONPERFSUPPORT=1 or "
	  "python3 -X perf (Python 3.12)" },
};

static int runtime_of(const struct process *process)
{
	for (size_t i = 0; i < sizeof(runtimes) / sizeof(runtimes[0]); i++)
		for (size_t j = 0; j < process->mappings.cnt; j++)
			if (process->mappings.v[j].name &&
			    !strncmp(process->mappings.v[j].name,
				     runtimes[i].file,
				     strlen(runtimes[i].file)))
				return (int)i;
	return -1;
}

void usersym_note_nameless(struct usersym *syms, pid_t pid,
			   const struct process *process)
{
	_cleanup_free_ char *remedy = NULL;
	int runtime;

	if (syms->jit_hint || (process->jit && jitmap_is_there(process->jit)))
		return;
	runtime = runtime_of(process);
	if (runtime < 0)
		return;
	remedy = xasprintf(runtimes[runtime].remedy, (int)pid);
	syms->jit_hint = xasprintf("frames without names are code that %s "
				   "compiled in process %d, which has no "
				   "/tmp/perf-%d.map: %s",
				   runtimes[runtime].name, (int)pid, (int)pid,
				   remedy);
}

const char *usersym_jit_hint(const struct usersym *syms)
{
	return syms ? syms->jit_hint : NULL;
}
