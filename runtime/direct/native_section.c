// SPDX-License-Identifier: BSD-2-Clause
/*
 * Where the native functions are in dtrace's own text.
 */
#include "runtime/direct/machine.h"
#include "runtime/direct/native/native.h"
#include "runtime/direct/translate.h"

#if defined(__x86_64__)

/* the linker makes these */
extern const unsigned char __start_direct_text[], __stop_direct_text[];

const void *direct_native_bytes(size_t *cnt_ret)
{
	*cnt_ret = (size_t)(__stop_direct_text - __start_direct_text);
	return __start_direct_text;
}

uint64_t direct_native_off(enum direct_native native)
{
	static const uintptr_t funcs[] = {
		[NATIVE_LOOKUP] = (uintptr_t)direct_native_lookup,
		[NATIVE_UPDATE] = (uintptr_t)direct_native_update,
		[NATIVE_SEND] = (uintptr_t)direct_native_send,
		[NATIVE_CLOCK] = (uintptr_t)direct_native_clock,
		[NATIVE_STRING] = (uintptr_t)direct_native_string,
		[NATIVE_STRING_LENGTH] =
			(uintptr_t)direct_native_string_length,
		[NATIVE_LENGTH] = (uintptr_t)direct_native_length,
		[NATIVE_ENTER] = (uintptr_t)direct_native_enter,
	};

	return funcs[native] - (uintptr_t)__start_direct_text;
}

#else

const void *direct_native_bytes(size_t *cnt_ret)
{
	*cnt_ret = 0;
	return NULL;
}

uint64_t direct_native_off(enum direct_native native)
{
	(void)native;
	return 0;
}

#endif
