// The two interfaces that a library may have.
#pragma once

#include "library.h"
#include "operation.h"

#include <string>

namespace lab {

// The operation "empty": a call that does nothing, through a pointer like those
// that dlsym gives.
void offer_empty(Contender& contender);

// libsecp256k1's interface under a prefix. Throws Unusable.
Contender open_secp256k1(const Library& library, const std::string& prefix);

// OpenSSL's libcrypto, 1.1 or later. Throws Unusable.
Contender open_libcrypto(const Library& library);

} // namespace lab
