/* SPDX-License-Identifier: CC0-1.0 */
/*
 * <sys/sdt-config.h> - for programs that include it: older versions of
 * <sys/sdt.h> came with this header; the present one needs no configuration.
 */
#ifndef _SDT_ASM_SECTION_AUTOGROUP_SUPPORT
#define _SDT_ASM_SECTION_AUTOGROUP_SUPPORT 1
#endif
