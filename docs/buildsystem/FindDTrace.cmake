# SPDX-License-Identifier: CC0-1.0
#
# Copy this file to your cmake/ folder (or add the installed folder, PREFIX/share/dtrace/cmake, to
# CMAKE_MODULE_PATH), then:
#
#   find_package(DTrace)                             # REQUIRED, or without: no probes when missing
#   add_executable(hello hello.c)
#   dtrace_add_probes(hello probes.d)                # hello.c has #include "probes.h"
#
# Sets DTrace_FOUND, DTRACE_EXECUTABLE and DTRACE_INCLUDE_DIR (of sys/sdt.h). Without dtrace, or with
# -DDTRACE_PROBES=OFF, the target is compiled with NDTRACE defined: the header of `dtrace -h`, which
# must then be among the sources (ship it with releases), turns each probe into nothing.

option(DTRACE_PROBES "compile static probes for dtrace into the program" ON)
find_program(DTRACE_EXECUTABLE NAMES dtrace DOC "the dtrace command")
find_path(DTRACE_INCLUDE_DIR NAMES sys/sdt.h DOC "the folder of sys/sdt.h")
mark_as_advanced(DTRACE_EXECUTABLE DTRACE_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(DTrace REQUIRED_VARS DTRACE_EXECUTABLE DTRACE_INCLUDE_DIR)

# dtrace_add_probes(TARGET PROVIDER.d [DTRACE_FLAG...])
# Gives TARGET the header PROVIDER.h and the object that holds its semaphores. Each target has its own
# copies, in a folder of its own, so that targets may be built at the same time.
function(dtrace_add_probes target provider)
  if(NOT DTrace_FOUND OR NOT DTRACE_PROBES)
    target_compile_definitions(${target} PRIVATE NDTRACE)
    return()
  endif()
  get_filename_component(input ${provider} ABSOLUTE)
  get_filename_component(name ${provider} NAME_WE)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${target}.probes)
  set(header ${dir}/${name}.h)
  set(object ${dir}/${name}.o)
  file(MAKE_DIRECTORY ${dir})
  # the command learns the machine from CC and CFLAGS; it does not run the compiler
  set(lang C)
  if(NOT CMAKE_C_COMPILER)
    set(lang CXX)
  endif()
  set(flags "${CMAKE_${lang}_FLAGS}")
  if(CMAKE_${lang}_COMPILER_TARGET)
    set(flags "--target=${CMAKE_${lang}_COMPILER_TARGET} ${flags}")
  endif()
  set(run ${CMAKE_COMMAND} -E env CC=${CMAKE_${lang}_COMPILER} "CFLAGS=${flags}"
    ${DTRACE_EXECUTABLE} ${ARGN})
  add_custom_command(OUTPUT ${header} COMMAND ${run} -h -s ${input} -o ${header}
    DEPENDS ${input} COMMENT "Probe header ${target}.probes/${name}.h" VERBATIM)
  add_custom_command(OUTPUT ${object} COMMAND ${run} -G -s ${input} -o ${object}
    DEPENDS ${input} COMMENT "Probe object ${target}.probes/${name}.o" VERBATIM)
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  target_sources(${target} PRIVATE ${header} ${object})
  target_include_directories(${target} PRIVATE ${dir} ${DTRACE_INCLUDE_DIR})
endfunction()
