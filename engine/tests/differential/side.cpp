#include "side.h"

unsigned char* side::allocate(size_t size) {
    memory_.emplace_back(new unsigned char[size]);
    return memory_.back().get();
}

void side::count_callbacks(secp256k1_context* ctx) {
    f_.context_set_illegal_callback(
        ctx, [](const char*, void* data) { static_cast<outcome*>(data)->illegal++; }, &now_);
    f_.context_set_error_callback(
        ctx, [](const char*, void* data) { static_cast<outcome*>(data)->error++; }, &now_);
}

bool side::open(const std::string& path, const std::string& prefix) {
    if (!f_.open(path, prefix))
        return false;
    f_.selftest();
    const size_t size = f_.context_preallocated_size(SECP256K1_CONTEXT_NONE);
    for (context_kind kind : {fresh, randomized}) {
        contexts_[kind] = f_.context_preallocated_create(allocate(size), SECP256K1_CONTEXT_NONE);
    }
    unsigned char* copy = allocate(size);
    std::memcpy(copy, static_cast<const void*>(f_.context_static), size);
    contexts_[copy_of_static] = reinterpret_cast<secp256k1_context*>(copy);
    for (secp256k1_context* ctx : contexts_)
        count_callbacks(ctx);
    return true;
}
