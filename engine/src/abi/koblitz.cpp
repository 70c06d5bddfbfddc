#include "koblitz.h"

#include "backends/list.h"
#include "hash/sha256.h"

extern "C" {

const char* koblitz_backend_name(void) {
    return koblitz::active_backend().name;
}

const char* koblitz_sha256_name(void) {
    return koblitz::sha256_compress_default_name();
}

} // extern "C"
