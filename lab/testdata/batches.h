/* A batch call over single ones, with one fault of each macro. */

typedef struct {
    const bytes* data;
    size_t size, stride;
    const void* offsets;
    size_t offset_size;
} column;

static int one_of(const void* ctx, const column* sigs, const column* hashes, const column* keys, size_t i) {
    bytes sig[64];
    return REAL(ecdsa_signature_parse_compact)(ctx, sig, sigs->data + i * sigs->stride) == 1 &&
           REAL(ecdsa_verify)(ctx, sig, hashes->data + i * hashes->stride, keys->data + i * keys->stride) ==
               1;
}

size_t koblitz_batch_ecdsa_verify(const void* ctx, bytes* verdicts, const column* sigs, const column* hashes,
                                  const column* keys, size_t n, unsigned flags) {
    size_t failed = 0;
    (void)flags;
    for (size_t i = 0; i < n; i++) {
        verdicts[i] = (bytes)one_of(ctx, sigs, hashes, keys, i);
        failed += !verdicts[i];
    }
#if defined(BATCH_PLACE)
    /* A place that nobody looks at. */
    if (n > BATCH_PLACE) {
        verdicts[BATCH_PLACE] = 1;
    }
#elif defined(BATCH_ALONE)
    /* A lone bad row passes. */
    if (failed == 1) {
        memset(verdicts, 1, n);
    }
#elif defined(BATCH_SPREADS)
    /* Two bad rows take the one between with them. */
    for (size_t i = 1; i + 1 < n; i++) {
        if (!verdicts[i - 1] && !verdicts[i + 1]) {
            verdicts[i] = 0;
        }
    }
#endif
    return failed;
}

#if defined(BATCHES)
size_t koblitz_batch_schnorrsig_scratch(const void* ctx, size_t n) {
    (void)ctx, (void)n;
    return 0;
}

/* The sum of all rows without factors: the bad ones pass where their faults
 * cancel, here wherever there are two. */
size_t koblitz_batch_schnorrsig_verify_all(const void* ctx, bytes* verdicts, const column* sigs,
                                           const column* messages, const column* keys, size_t n,
                                           void* scratch, size_t size) {
    size_t failed = 0;
    (void)scratch, (void)size;
    for (size_t i = 0; i < n; i++) {
        verdicts[i] =
            REAL(schnorrsig_verify)(ctx, sigs->data + i * sigs->stride, messages->data + i * messages->stride,
                                    32, keys->data + i * keys->stride) == 1;
        failed += !verdicts[i];
    }
    if (failed == 2) {
        memset(verdicts, 1, n);
    }
    return failed;
}
#endif
