# KOBLITZ_X86_64: the compiler makes code for x86-64, which CMAKE_SYSTEM_PROCESSOR does not say where it is another
# system's or unset. KOBLITZ_LANES: the lanes of AVX-512 IFMA and of AVX2 with FMA are built. What a compiler here can do
# is known, gcc 12 and clang 14: asking whether it takes an option would depend on what it says about others.
include(CheckCXXSourceCompiles)
function(koblitz_probe_processor)
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  set(CMAKE_REQUIRED_QUIET ON)
  foreach(name FLAGS DEFINITIONS INCLUDES LINK_OPTIONS LIBRARIES)
    set(CMAKE_REQUIRED_${name} "")
  endforeach()
  check_cxx_source_compiles("#ifndef __x86_64__\n#error\n#endif\nextern int koblitz_probe;\n" KOBLITZ_X86_64)
  check_cxx_source_compiles("#ifdef __x86_64__\n#error\n#endif\nextern int koblitz_probe;\n" KOBLITZ_OTHER_PROCESSOR)
  # But for the memory sanitizer, whose flag is not among these.
  set(CMAKE_REQUIRED_INCLUDES ${PROJECT_SOURCE_DIR}/src)
  check_cxx_source_compiles("#include \"field/x86_64/platform.h\"\n#ifndef KOBLITZ_X86_64_ASM\n#error\n#endif
extern int koblitz_probe;\n" KOBLITZ_TAKES_ASSEMBLY)
endfunction()
koblitz_probe_processor()

list(LENGTH CMAKE_OSX_ARCHITECTURES architectures)
set(KOBLITZ_LANES OFF)
# For the lanes' files. gcc for Windows aligns vectors on the stack where it need not say how to unwind (its bug 54412).
set(KOBLITZ_LANES_OPTIONS -O3)
if((WIN32 OR CYGWIN) AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  list(APPEND KOBLITZ_LANES_OPTIONS -fno-exceptions -fno-unwind-tables -fno-asynchronous-unwind-tables)
endif()
if(architectures GREATER 1)
  # Files for another processor have nothing in them.
  set(KOBLITZ_X86_64_TOO ON)
  message(WARNING "CMAKE_OSX_ARCHITECTURES: no lanes in a build for several processors at once; build for each, and lipo")
elseif(NOT KOBLITZ_X86_64 AND NOT KOBLITZ_OTHER_PROCESSOR)
  message(FATAL_ERROR "the compiler cannot compile a declaration with these flags; see CMakeError.log")
elseif(NOT KOBLITZ_X86_64)
  message(STATUS "secp256k1: portable code; lanes are for x86-64")
else()
  set(KOBLITZ_LANES ON)
  if(KOBLITZ_TAKES_ASSEMBLY AND NOT KOBLITZ_SANITIZE MATCHES memory)
    message(STATUS "secp256k1: with lanes of AVX-512 IFMA and of AVX2 with FMA")
  else()
    message(STATUS "secp256k1: portable code with lanes of AVX-512 IFMA; those of AVX2 need assembly")
  endif()
endif()
