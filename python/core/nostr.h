/* Nostr events (NIP-01): the id recomputed, and the signature verified on it. Control characters are hashed
 * as clients write them, \u00XX; if that is not the id, raw as in NIP-01. */
#ifndef KOBLITZ_PYTHON_NOSTR_H
#define KOBLITZ_PYTHON_NOSTR_H

#include "json.h"
#include "verify.h"

namespace koblitz_python {

/* Events as JSON text, or as structures with the fields id, pubkey, sig (lowercase hexadecimal text or
 * bytes), created_at, kind (integers), tags (lists of lists of text) and content (text). A null event, or one
 * with a null field, gives null. */
class nostr_work final : public verdict_work {
public:
    static constexpr int most_rows = 1024;

    nostr_work(const column& events, result* out, bool strict);

private:
    enum field { id, pubkey, sig, created_at, kind_number, tags, content, n_fields };

    void verify(int64_t first, int count) override;
    bool is_parsed(int i) override;
    bool read_text(byte_row text, int i);
    bool read_member(json_reader* json, std::string_view name, int i, unsigned* seen);
    bool read_tags(json_reader* json);
    bool read_structure(const column_array& array, int64_t row, int i);
    bool read_tags(const column_array& array, int64_t row);
    uint8_t* bytes_of(field f, int i, size_t* size);
    bool read_quoted(json_reader* json, std::string* out);
    bool hash_is_id(int i);

    const column& events_;
    /* Where each field is in the structure. */
    size_t places_[n_fields] = {};

    /* The event that is being read: tags and content as the id's hash takes them. */
    std::string tags_, content_, text_, held_;
    /* Whether the texts have a control character without a short escape. */
    bool has_controls_ = false;
    int64_t created_at_ = 0, kind_number_ = 0;
    block_bytes<32> ids_, pubkeys_;
    block_bytes<64> sigs_;
    /* With the id of its contents, too. */
    block_bytes<1> parsed_, identified_;
};

} // namespace koblitz_python

#endif
