# No C++ runtime: neither exceptions, type information, guarded statics nor libstdc++.
set(KOBLITZ_FREESTANDING
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-threadsafe-statics>
  $<$<COMPILE_LANGUAGE:CXX>:-fvisibility=hidden>
  $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden>)

include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-fcf-protection=full KOBLITZ_HAS_CF_PROTECTION)
if(KOBLITZ_HAS_CF_PROTECTION)
  list(APPEND KOBLITZ_FREESTANDING $<$<COMPILE_LANGUAGE:CXX>:-fcf-protection=full>)
endif()

set(KOBLITZ_WARNINGS
  $<$<COMPILE_LANGUAGE:CXX>:-Wall>
  $<$<COMPILE_LANGUAGE:CXX>:-Wextra>
  $<$<COMPILE_LANGUAGE:CXX>:-Wpedantic>
  $<$<COMPILE_LANGUAGE:CXX>:-Wshadow>
  $<$<COMPILE_LANGUAGE:CXX>:-Wcast-align>
  $<$<COMPILE_LANGUAGE:CXX>:-Wundef>)
if(KOBLITZ_WERROR)
  list(APPEND KOBLITZ_WARNINGS -Werror)
endif()

set(KOBLITZ_SANITIZE_FLAGS "")
if(KOBLITZ_SANITIZE)
  set(KOBLITZ_SANITIZE_FLAGS -fsanitize=${KOBLITZ_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
endif()

# Only the C interface leaves the shared library, nothing stays undefined, and its own calls of exported functions
# cannot be taken over by another library's.
function(koblitz_link_exports target)
  set(map ${PROJECT_SOURCE_DIR}/cmake/exports.map)
  if(CMAKE_SYSTEM_NAME STREQUAL Linux)
    target_link_options(${target} PRIVATE -Wl,--version-script=${map} -Wl,-Bsymbolic-functions -Wl,-z,relro -Wl,-z,now)
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${map})
    if(NOT KOBLITZ_SANITIZE)
      target_link_options(${target} PRIVATE -Wl,--no-undefined)
    endif()
  endif()
endfunction()
