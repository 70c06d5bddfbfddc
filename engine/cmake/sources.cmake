set(KOBLITZ_SOURCES
  src/abi/context.cpp
  src/abi/ecdsa.cpp
  src/abi/koblitz.cpp
  src/abi/koblitz_batch.cpp
  src/abi/pubkey.cpp
  src/abi/seckey.cpp
  src/abi/tagged.cpp
  src/base/cpu.cpp
  src/base/lone.cpp
  src/base/wipe.cpp
  src/backends/list.cpp
  src/backends/portable.cpp
  src/hash/rfc6979.cpp
  src/hash/sha256.cpp
  src/hash/sha256_portable.cpp
  src/hash/sha256_sha_ni.cpp
  src/hash/tagged.cpp
  src/modinv/jacobi.cpp
  src/modinv/modinv.cpp
  src/scalar/ring.cpp
  src/batch/ecdsa.cpp
  src/batch/equations.cpp
  src/batch/keys.cpp
  src/batch/pubkey.cpp
  src/batch/schnorrsig.cpp
  src/batch/secret.cpp
  src/batch/silentpayments.cpp
  src/schemes/blinding.cpp
  src/schemes/der.cpp
  src/schemes/ecdh.cpp
  src/schemes/ecdsa.cpp
  src/schemes/ellswift.cpp
  src/schemes/extrakeys.cpp
  src/schemes/musig.cpp
  src/schemes/musig_hash.cpp
  src/schemes/nonce.cpp
  src/schemes/pubkey.cpp
  src/schemes/schnorrsig.cpp
  src/schemes/seckey.cpp
  src/schemes/silentpayments.cpp)

# The tables apart, which the variants of the code share.
file(GLOB KOBLITZ_TABLES RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/src/ecmult/tables/*.cpp)
if(KOBLITZ_X86_64)
  list(APPEND KOBLITZ_SOURCES src/backends/x86_bmi2.cpp)
  file(GLOB KOBLITZ_ASSEMBLY RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*/x86_64/*.S)
  list(APPEND KOBLITZ_SOURCES ${KOBLITZ_ASSEMBLY})
  if(KOBLITZ_LANES)
    list(APPEND KOBLITZ_SOURCES src/backends/x86_ifma.cpp src/backends/x86_fma.cpp)
  endif()
else()
  # For arm64; empty elsewhere.
  list(APPEND KOBLITZ_SOURCES src/backends/arm64_wide.cpp src/backends/arm64_narrow.cpp src/base/cpu_arm64.cpp
    src/hash/sha256_arm64.cpp)
  file(GLOB KOBLITZ_ASSEMBLY RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*/arm64/*.S)
  list(APPEND KOBLITZ_SOURCES ${KOBLITZ_ASSEMBLY})
endif()

set(KOBLITZ_HEADERS include/secp256k1.h include/secp256k1_preallocated.h include/koblitz.h)

foreach(module ${KOBLITZ_MODULES})
  string(TOUPPER ${module} upper)
  if(SECP256K1_ENABLE_MODULE_${upper})
    list(APPEND KOBLITZ_SOURCES src/abi/${module}.cpp)
    list(APPEND KOBLITZ_HEADERS include/secp256k1_${module}.h)
  endif()
endforeach()

if(SECP256K1_ENABLE_MODULE_BATCH)
  list(APPEND KOBLITZ_HEADERS include/secp256k1_schnorrsig_batch.h include/secp256k1_tweak_check_batch.h)
endif()

if(KOBLITZ_REMOVED_FUNCTIONS)
  if(NOT SECP256K1_ENABLE_MODULE_SCHNORRSIG)
    message(FATAL_ERROR "KOBLITZ_REMOVED_FUNCTIONS needs SECP256K1_ENABLE_MODULE_SCHNORRSIG")
  endif()
  list(APPEND KOBLITZ_SOURCES src/abi/removed.cpp)
endif()

set(KOBLITZ_CODE ${KOBLITZ_SOURCES})
list(APPEND KOBLITZ_SOURCES ${KOBLITZ_TABLES})
