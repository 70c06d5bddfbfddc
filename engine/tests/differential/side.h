/* One library in a comparison: its contexts, what a call did, and the trace of callbacks into the test. */
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "api.h"
#include "support/bytes.h"

/* What a call shows to its caller. */
struct outcome {
    long long result = 0;
    unsigned illegal = 0, error = 0;
    /* The buffers of the call after it, in order. */
    std::vector<bytes> buffers;
    /* The arguments of nonce and hash functions of the test that it called. */
    bytes trace;

    bool operator==(const outcome&) const = default;
};

class side {
public:
    /* Which context a call gets. */
    enum context_kind { fresh, randomized, copy_of_static, context_kinds };

    bool open(const std::string& path, const std::string& prefix);

    const api& f() const { return f_; }
    secp256k1_context* context(context_kind kind) { return contexts_[kind]; }

    void begin() {
        now_ = {};
        now_.buffers.reserve(16);
    }
    outcome end(long long result) {
        now_.result = result;
        return now_;
    }
    /* A buffer whose bytes are compared afterwards; null when asked for. */
    unsigned char* out(size_t len, bool null = false) { return inout(bytes(len, 0xa5), null); }
    unsigned char* inout(const bytes& content, bool null = false) {
        now_.buffers.push_back(content);
        return null ? nullptr : now_.buffers.back().data();
    }
    void trace(const unsigned char* data, size_t len) {
        if (data == nullptr) {
            now_.trace.push_back(0xff);
            return;
        }
        now_.trace.push_back(static_cast<unsigned char>(len));
        now_.trace.insert(now_.trace.end(), data, data + len);
    }

private:
    api f_;
    secp256k1_context* contexts_[context_kinds] = {};
    std::vector<std::unique_ptr<unsigned char[]>> memory_;
    outcome now_;

    unsigned char* allocate(size_t size);
    void count_callbacks(secp256k1_context* ctx);
};
