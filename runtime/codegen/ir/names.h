/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of maps, functions and operators in the dumps of intermediate code
 * (ir_dump.c) and of BPF (disassemble.c).
 */
#ifndef DTRACE_RUNTIME_CODEGEN_IR_NAMES_H
#define DTRACE_RUNTIME_CODEGEN_IR_NAMES_H

#include "runtime/codegen/ir/code.h"

const char *code_map_name(enum map_role role);
const char *code_lib_name(enum lib_func func);
/* Prints the name of a BPF helper, given by number. */
void code_put_helper(int id, struct strbuf *sb);
/* "+=" for BPF_ADD, "=" for BPF_MOV; "?=" for an unknown operation. */
const char *code_alu_name(uint8_t op);
/* "==" for BPF_JEQ; "?" for an unknown comparison. */
const char *code_cond_name(uint8_t op);
/* Prints a line "; FILE:LINE: first line of the text  -- comment". */
void code_put_mark(struct loc loc, const char *comment, struct strbuf *sb);

#endif
