# No C++ runtime: neither exceptions, type information, guarded statics nor libstdc++.
set(KOBLITZ_FREESTANDING
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-threadsafe-statics>
  $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden>
  # gcc's scheduling before registers are chosen, which it does not do for x86, makes products of field elements keep more
  # values than there are registers: riscv64 executes 1.13 of the instructions of a verification, s390x 1.15.
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-schedule-insns>)
# Without attributes in the headers a static library shows nothing to what a shared library around it exports; a shared
# one still exports its interface, by cmake/exports.map.
if(SECP256K1_ENABLE_API_VISIBILITY_ATTRIBUTES OR NOT BUILD_SHARED_LIBS)
  list(APPEND KOBLITZ_FREESTANDING $<$<COMPILE_LANGUAGE:CXX>:-fvisibility=hidden>)
endif()

if(KOBLITZ_X86_64)
  list(APPEND KOBLITZ_FREESTANDING $<$<COMPILE_LANGUAGE:CXX>:-fcf-protection=full>)
endif()

# A static library in a program that binds functions when they are first called: what the first memcpy calls then keeps
# the vector registers on the stack, secrets in them too, below what is wiped. Without a table of calls it is bound at once
# (not by clang without optimization, nor in a program at a fixed address that takes the function's own).
if(NOT WIN32 AND NOT CYGWIN AND NOT APPLE)
  list(APPEND KOBLITZ_FREESTANDING $<$<COMPILE_LANGUAGE:CXX>:-fno-plt>)
endif()

# Debug information names files by their place in the source tree: builds in different folders are the same.
list(APPEND KOBLITZ_FREESTANDING -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=
  -ffile-prefix-map=${PROJECT_BINARY_DIR}=.)
# Clang's assembler does not map them.
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  list(APPEND KOBLITZ_FREESTANDING $<$<COMPILE_LANGUAGE:ASM>:-g0>)
endif()

separate_arguments(KOBLITZ_APPEND_CFLAGS NATIVE_COMMAND "${SECP256K1_APPEND_CFLAGS}")
separate_arguments(KOBLITZ_APPEND_LDFLAGS NATIVE_COMMAND "${SECP256K1_APPEND_LDFLAGS}")

set(KOBLITZ_WARNINGS
  $<$<COMPILE_LANGUAGE:CXX>:-Wall>
  $<$<COMPILE_LANGUAGE:CXX>:-Wextra>
  $<$<COMPILE_LANGUAGE:CXX>:-Wpedantic>
  $<$<COMPILE_LANGUAGE:CXX>:-Wshadow>
  # gcc's own does not warn where the processor reads at any address.
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wcast-align=strict>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<CXX_COMPILER_ID:GNU>>>:-Wcast-align>
  $<$<COMPILE_LANGUAGE:CXX>:-Wundef>)
if(KOBLITZ_WERROR)
  list(APPEND KOBLITZ_WARNINGS -Werror)
endif()

set(KOBLITZ_SANITIZE_FLAGS "")
if(KOBLITZ_SANITIZE)
  # Optimized further, these builds compile for three times as long, and run no faster.
  set(KOBLITZ_SANITIZE_FLAGS -fsanitize=${KOBLITZ_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -g1)
  list(APPEND KOBLITZ_LANES_OPTIONS -O1)
endif()

# Only the C interface leaves the shared library, nothing stays undefined but an embedder's callbacks, and its own calls of
# exported functions cannot be taken over by another library's.
function(koblitz_link_exports target)
  set(map ${PROJECT_SOURCE_DIR}/cmake/exports.map)
  if(CMAKE_SYSTEM_NAME STREQUAL Linux)
    target_link_options(${target} PRIVATE -Wl,--version-script=${map} -Wl,-Bsymbolic-functions -Wl,-z,relro -Wl,-z,now)
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${map})
    if(NOT KOBLITZ_SANITIZE AND NOT SECP256K1_USE_EXTERNAL_DEFAULT_CALLBACKS)
      target_link_options(${target} PRIVATE -Wl,--no-undefined)
    endif()
  elseif(WIN32)
    # As libsecp256k1 names it.
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_NAME secp256k1-${KOBLITZ_SOVERSION})
  endif()
endfunction()
