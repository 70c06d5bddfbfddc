#include "secp256k1_ops.h"

#include "libraries.h"

#include <cstdio>
#include <cstdlib>
#include <sys/random.h>

namespace lab {

namespace secp256k1 {

namespace {

// Arguments come from the rows; what the library takes for an illegal argument
// (such as a recovery id of 4) is a refusal.
void ignore_illegal_argument(const char* /*message*/, void* /*data*/) {}

// One context for all operations, with tables for signing and verifying in the
// versions that distinguish them, blinded where the library can.
Context* create_context(const Library& library, const std::string& prefix, std::string& how) {
    Context* context = nullptr;
    if (ContextCreate * create; library.get(prefix + "context_create", create)) {
        how = "context_create";
        context = create(flag_context_sign_verify);
    } else {
        ContextPreallocatedSize* size = nullptr;
        ContextPreallocatedCreate* create_in = nullptr;
        if (!library.get(prefix + "context_preallocated_size", size) ||
            !library.get(prefix + "context_preallocated_create", create_in)) {
            throw Unusable{"missing symbol " + prefix +
                           "context_create, and no context_preallocated_create instead"};
        }
        how = "context_preallocated_create";
        void* const memory = std::malloc(size(flag_context_sign_verify));
        context = memory == nullptr ? nullptr : create_in(memory, flag_context_sign_verify);
    }
    if (context == nullptr) {
        throw Unusable{"cannot create a context"};
    }
    how += ", sign and verify";
    if (ContextSetCallback * set; library.get(prefix + "context_set_illegal_callback", set)) {
        set(context, ignore_illegal_argument, nullptr);
    }
    if (ContextRandomize * randomize; library.get(prefix + "context_randomize", randomize)) {
        Byte seed[32];
        if (getrandom(seed, sizeof seed, 0) != sizeof seed || randomize(context, seed) != 1) {
            throw Unusable{"cannot randomize the context"};
        }
        how += ", randomized";
    }
    return context;
}

} // namespace

} // namespace secp256k1

Contender open_secp256k1(const Library& library, const std::string& prefix) {
    using namespace secp256k1;
    Base base{};
    library.need(prefix + "ec_pubkey_parse", base.pubkey_parse);
    library.need(prefix + "ec_pubkey_serialize", base.pubkey_serialize);
    library.need(prefix + "ecdsa_signature_parse_compact", base.signature_parse);
    library.need(prefix + "ecdsa_signature_serialize_compact", base.signature_serialize);
    EcdsaVerify* verify = nullptr;
    library.need(prefix + "ecdsa_verify", verify);
    std::string how;
    base.context = create_context(library, prefix, how);

    Contender contender;
    contender.name = "libsecp256k1";
    contender.path = library.path();
    contender.flags =
        (library.comment().empty() ? "" : library.comment() + "; ") + "symbols " + prefix + "*; " + how;
    contender.claims = {"rfc6979", "low_s"};
    // The rule came together with the function that makes a signature fit it.
    if (library.has(prefix + "ecdsa_signature_normalize")) {
        contender.claims.emplace_back("rejects_high_s");
    }
    const Source source{library, prefix, base};
    offer_empty(contender);
    offer_ecdsa(contender, source, verify);
    offer_keys(contender, source);
    offer_seckeys(contender, source);
    offer_schnorr(contender, source);
    offer_ellswift(contender, source);
    offer_musig(contender, source);
    offer_silentpayments(contender, source);
    offer_batches(contender, source);
    return contender;
}

} // namespace lab
