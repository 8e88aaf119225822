/* SPDX-License-Identifier: CC0-1.0 */
/*
 * <sys/sdt-config.h> - for programs that include it: this header belonged to
 * older versions of <sys/sdt.h>, which needs no configuration any more.
 */
#ifndef _SDT_ASM_SECTION_AUTOGROUP_SUPPORT
#define _SDT_ASM_SECTION_AUTOGROUP_SUPPORT 1
#endif
