/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * .note.dtrace: the parts of a provider definition that are not in the notes of
 * its sites. One note per provider; docs/note-format.md has the layout.
 */
#ifndef DTRACE_SDT_PROVIDER_NOTE_H
#define DTRACE_SDT_PROVIDER_NOTE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text/strbuf.h"
#include "elf/byte_order.h"

#define SDT_TYPENOTE_SECTION ".note.dtrace"
#define SDT_TYPENOTE_OWNER "dtrace"

enum { SDT_TYPENOTE_TYPE = 1 };
/* Most arguments of one list that a note holds. */
enum { SDT_PARAM_MAX = 32 };

/* What `#pragma D attributes` describes, in the order of the note. */
enum sdt_stability_of {
	SDT_STABILITY_PROVIDER,
	SDT_STABILITY_MODULE,
	SDT_STABILITY_FUNCTION,
	SDT_STABILITY_NAME,
	SDT_STABILITY_ARGS,
	SDT_STABILITY_CNT,
};

/*
 * A triple: stability of the name and of the data (0 Internal, 1 Private,
 * 2 Obsolete, 3 External, 4 Unstable, 5 Evolving, 6 Stable, 7 Standard) and
 * dependency class (0 Unknown, 1 CPU, 2 Platform, 3 Group, 4 ISA, 5 Common).
 */
struct sdt_stability {
	uint8_t name;
	uint8_t data;
	uint8_t dep_class;
};

struct sdt_param {
	const char *type; /* C or D text, "char *" */
	const char *name; /* "" when the definition has none */
};

struct sdt_type_probe {
	const char *name; /* as in the site's note: "__" kept */
	const struct sdt_param *natives;
	const struct sdt_param *xlates; /* the arguments in args[] */
	const uint8_t *map; /* xlates[i] is made from natives[map[i]] */
	uint8_t native_cnt;
	uint8_t xlate_cnt;
};

/* Direct probes (sdt/direct_abi.h): addresses as in the note, not corrected. */
struct sdt_type_direct {
	uint32_t version;
	/* number of probes with hooks, which are the provider's first */
	uint32_t hook_cnt;
	uint64_t base; /* of _.stapsdt.base, or 0 */
	uint64_t control; /* of the struct direct_control */
	uint64_t alive_sema;
	uint64_t alive_pc; /* of the site that is never executed */
};

/*
 * A note that says that a site first calls the agent: two addresses of 8 bytes,
 * the same as the first two in the site's own note.
 */
enum { SDT_DIRECT_MARK_TYPE = 2, SDT_DIRECT_MARK_BYTES = 16 };

struct sdt_type_provider {
	const char *name;
	struct sdt_stability stability[SDT_STABILITY_CNT];
	const char *decls; /* C declarations the types need; "" = none */
	const struct sdt_type_probe *probes;
	size_t probe_cnt;
	const struct sdt_type_direct *direct; /* NULL = none */
};

/*
 * Appends the provider's note, header and padding included. Same input,
 * same bytes. *@direct_off_ret (may be NULL) is where in @sb the four
 * addresses of provider->direct are, 8 bytes each, in its order. Returns 0, or -E2BIG when a list has more than SDT_PARAM_MAX
 * elements, or -EINVAL when a map element names no native argument; nothing
 * is appended then.
 */
int sdt_typenote_write(struct strbuf *sb, struct elf_format fmt,
		       const struct sdt_type_provider *provider,
		       size_t *direct_off_ret);
/*
 * Reads the description of one note. Everything in *@ret is copied to
 * @arena. Returns 0, -EBADMSG (damaged), or -ENOTSUP (a later version).
 */
int sdt_typenote_parse(const void *desc, size_t len, struct elf_format fmt,
		       struct arena *arena, struct sdt_type_provider *ret);

#endif
