#include <map>

#include "comparison.h"

namespace {

template <class T>
const T* view(const bytes& object, bool null) {
    return null ? nullptr : reinterpret_cast<const T*>(object.data());
}

/* The recipient's labels: asked for and found ones are traced. */
struct label_book {
    side* asking = nullptr;
    std::map<bytes, bytes> labels;
};

const unsigned char* look_up(const unsigned char* label33, const void* context) {
    auto* book = static_cast<label_book*>(const_cast<void*>(context));
    if (book == nullptr)
        return nullptr;
    running->trace(label33, 33);
    const auto found = book->labels.find(bytes(label33, label33 + 33));
    return found == book->labels.end() ? nullptr : found->second.data();
}

/* Pointers to the elements, one null when asked for; null itself for an empty list. */
template <class T>
struct pointer_list {
    std::vector<const T*> items;
    pointer_list(const std::vector<bytes>& objects, bool null) {
        for (const bytes& object : objects)
            items.push_back(reinterpret_cast<const T*>(object.data()));
        if (null && !items.empty())
            items[items.size() / 2] = nullptr;
    }
    const T* const* get() const { return items.empty() ? nullptr : items.data(); }
};

} // namespace

void comparison::register_silentpayments_operations() {
    auto compressed = [this](const bytes& key) {
        bytes out(33);
        size_t length = 33;
        if (key != bytes(64)) {
            reference_.f().ec_pubkey_serialize(reference_.context(side::fresh), out.data(), &length,
                                               view<secp256k1_pubkey>(key, false), SECP256K1_EC_COMPRESSED);
        }
        return out;
    };
    /* A key that is set, and its secret key. */
    auto valid = [this](bytes& seckey) {
        bytes key(64);
        do {
            seckey = in_.seckey();
        } while (reference_.f().ec_pubkey_create(reference_.context(side::fresh),
                                                 as<secp256k1_pubkey>(key.data()), seckey.data()) == 0);
        return key;
    };
    /* A label of the scan key, and its tweak. */
    auto label = [this](const bytes& scan_key, uint32_t m, bytes& tweak) {
        bytes out(68);
        tweak.assign(32, 0);
        (void)!reference_.f().silentpayments_recipient_label_create(
            reference_.context(side::fresh), as<secp256k1_silentpayments_label>(out.data()), tweak.data(),
            scan_key.data(), m);
        return out;
    };
    add("silentpayments_recipient_label_parse", [this, compressed] {
        bytes encoded = compressed(pubkey());
        if (in_.chance(6))
            encoded[0] = static_cast<unsigned char>(in_.random().below(8));
        if (in_.chance(6)) {
            const bytes x = in_.number();
            std::memcpy(encoded.data() + 1, x.data(), 32);
        }
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().silentpayments_recipient_label_parse(
                s.context(side::copy_of_static), as<secp256k1_silentpayments_label>(s.out(68, n0)),
                ptr(encoded, n1));
        });
    });
    add("silentpayments_recipient_label_serialize", [this, label] {
        bytes tweak;
        bytes object = label(in_.seckey(), 3, tweak);
        if (in_.chance(20))
            object[in_.random().below(4)] ^= 1;
        const bool n0 = null(), n1 = null();
        both([&](side& s) {
            return s.f().silentpayments_recipient_label_serialize(
                s.context(side::fresh), s.out(33, n0), view<secp256k1_silentpayments_label>(object, n1));
        });
    });
    add("silentpayments_recipient_label_create", [this] {
        const bytes scan_key = in_.seckey();
        const auto m = static_cast<uint32_t>(in_.random().next());
        const bool n0 = null(), n1 = null(), n2 = null();
        const auto kind = any_context();
        both([&](side& s) {
            return s.f().silentpayments_recipient_label_create(
                s.context(kind), as<secp256k1_silentpayments_label>(s.out(68, n0)), s.out(32, n1),
                ptr(scan_key, n2), m);
        });
    });
    add("silentpayments_recipient_create_labeled_spend_pubkey", [this, label] {
        bytes tweak;
        bytes object = label(in_.seckey(), 1, tweak), key = pubkey();
        if (in_.chance(6)) {
            /* The opposite of the label: the sum vanishes. */
            std::memcpy(key.data(), object.data() + 4, 64);
            if (in_.chance(2) && key != bytes(64)) {
                (void)!reference_.f().ec_pubkey_negate(reference_.context(side::fresh),
                                                       as<secp256k1_pubkey>(key.data()));
            }
        }
        if (in_.chance(20))
            object[0] ^= 1;
        const bool n0 = null(), n1 = null(), n2 = null();
        both([&](side& s) {
            return s.f().silentpayments_recipient_create_labeled_spend_pubkey(
                s.context(side::fresh), as<secp256k1_pubkey>(s.out(64, n0)), view<secp256k1_pubkey>(key, n1),
                view<secp256k1_silentpayments_label>(object, n2));
        });
    });
    add("silentpayments_recipient_prevouts_summary_create", [this] {
        std::vector<bytes> keys(in_.random().below(4)), xonly_keys(in_.random().below(4));
        for (bytes& key : keys)
            key = pubkey();
        for (bytes& key : xonly_keys)
            key = xonly();
        if (keys.size() == 2 && in_.chance(3) && keys[0] != bytes(64)) {
            keys[1] = keys[0];
            (void)!reference_.f().ec_pubkey_negate(reference_.context(side::fresh),
                                                   as<secp256k1_pubkey>(keys[1].data()));
        }
        const bytes outpoint = in_.uniform(36);
        const pointer_list<secp256k1_pubkey> list(keys, null());
        const pointer_list<secp256k1_xonly_pubkey> xonly_list(xonly_keys, null());
        const bool n0 = null(), n1 = null();
        const size_t more = in_.chance(40) ? 1 : 0;
        both([&](side& s) {
            return s.f().silentpayments_recipient_prevouts_summary_create(
                s.context(side::copy_of_static),
                as<secp256k1_silentpayments_prevouts_summary>(s.out(101, n0)), ptr(outpoint, n1),
                xonly_list.get(), xonly_keys.empty() ? more : xonly_keys.size(), list.get(), keys.size());
        });
    });
    add("silentpayments_sender_create_outputs", [this, valid] {
        bytes unused;
        std::vector<bytes> scan(1 + in_.random().below(3)), spend(1 + in_.random().below(3));
        for (bytes& key : scan)
            key = in_.chance(30) ? bytes(64) : valid(unused);
        for (bytes& key : spend)
            key = in_.chance(30) ? bytes(64) : valid(unused);
        const size_t n = in_.chance(40) ? 0 : in_.chance(8) ? 30 : 1 + in_.random().below(6);
        std::vector<secp256k1_silentpayments_recipient> recipients(n);
        for (size_t i = 0; i < n; i++) {
            std::memcpy(&recipients[i].scan_pubkey, scan[in_.random().below(scan.size())].data(), 64);
            std::memcpy(&recipients[i].spend_pubkey, spend[in_.random().below(spend.size())].data(), 64);
            recipients[i].index = in_.chance(200) ? i + 1 : i;
        }
        std::vector<bytes> pairs(in_.random().below(3)), seckeys(in_.random().below(3));
        for (bytes& pair : pairs)
            pair = keypair();
        for (bytes& key : seckeys)
            key = in_.seckey();
        if (seckeys.size() == 2 && in_.chance(4)) {
            seckeys[1] = seckeys[0];
            (void)!reference_.f().ec_seckey_negate(reference_.context(side::fresh), seckeys[1].data());
        }
        const pointer_list<secp256k1_keypair> pair_list(pairs, null());
        std::vector<const unsigned char*> key_list;
        for (const bytes& key : seckeys)
            key_list.push_back(null() ? nullptr : key.data());
        const bytes outpoint = in_.uniform(36);
        const bool n0 = null(), n1 = null(), n2 = null(), n3 = null();
        const auto kind = any_context();
        both(
            [&](side& s) -> long long {
                std::vector<const secp256k1_silentpayments_recipient*> list;
                for (const auto& recipient : recipients)
                    list.push_back(&recipient);
                unsigned char* outputs = s.out(64 * (n + 1));
                std::vector<secp256k1_xonly_pubkey*> output_list;
                for (size_t i = 0; i < n; i++)
                    output_list.push_back(as<secp256k1_xonly_pubkey>(outputs + 64 * i));
                if (n3 && n != 0)
                    output_list[n / 2] = nullptr;
                secp256k1_xonly_pubkey* none = nullptr;
                const secp256k1_silentpayments_recipient* nobody = nullptr;
                const int ok = s.f().silentpayments_sender_create_outputs(
                    s.context(kind),
                    n0       ? nullptr
                    : n == 0 ? &none
                             : output_list.data(),
                    n1       ? nullptr
                    : n == 0 ? &nobody
                             : list.data(),
                    n, ptr(outpoint, n2), pair_list.get(), pairs.size(),
                    key_list.empty() ? nullptr : key_list.data(), key_list.size());
                /* The order that the recipients are left in. */
                unsigned long long order = 0;
                for (const auto* recipient : list)
                    order = order * 37 + static_cast<unsigned long long>(recipient - recipients.data());
                return ok + 2 * static_cast<long long>(order % (1ull << 40));
            },
            all_but_firings_and_their_number);
    });
    for (int weight = 0; weight < 2; weight++) {
        add("silentpayments_recipient_scan_outputs", [this, valid, label] {
            const api& f = reference_.f();
            secp256k1_context* ctx = reference_.context(side::fresh);
            bytes scan_key, spend_key, sender_key;
            const bytes scan = valid(scan_key), spend = valid(spend_key), sender = valid(sender_key);
            bytes outpoint = in_.uniform(36), summary(101);
            const secp256k1_pubkey* inputs[] = {view<secp256k1_pubkey>(sender, false)};
            (void)!f.silentpayments_recipient_prevouts_summary_create(
                ctx, as<secp256k1_silentpayments_prevouts_summary>(summary.data()), outpoint.data(), nullptr,
                0, inputs, 1);
            /* Payments to the plain address and to labels, among other outputs, in any order. */
            label_book book;
            std::vector<secp256k1_silentpayments_recipient> recipients(in_.random().below(5));
            for (size_t i = 0; i < recipients.size(); i++) {
                recipients[i].index = i;
                std::memcpy(&recipients[i].scan_pubkey, scan.data(), 64);
                std::memcpy(&recipients[i].spend_pubkey, spend.data(), 64);
                if (in_.chance(2)) {
                    bytes tweak;
                    const bytes object = label(scan_key, static_cast<uint32_t>(in_.random().below(3)), tweak);
                    bytes encoded(33);
                    f.silentpayments_recipient_label_serialize(
                        ctx, encoded.data(), view<secp256k1_silentpayments_label>(object, false));
                    (void)!f.silentpayments_recipient_create_labeled_spend_pubkey(
                        ctx, &recipients[i].spend_pubkey, view<secp256k1_pubkey>(spend, false),
                        view<secp256k1_silentpayments_label>(object, false));
                    if (in_.chance(10))
                        tweak = in_.number();
                    if (!in_.chance(8))
                        book.labels[encoded] = tweak;
                }
            }
            const size_t paid = recipients.size(), n = paid + (in_.chance(6) ? 70 : in_.random().below(6));
            std::vector<bytes> outputs(n);
            std::vector<const secp256k1_silentpayments_recipient*> recipient_list;
            std::vector<secp256k1_xonly_pubkey> made(paid);
            std::vector<secp256k1_xonly_pubkey*> made_list;
            for (size_t i = 0; i < paid; i++) {
                recipient_list.push_back(&recipients[i]);
                made_list.push_back(&made[i]);
            }
            const unsigned char* keys[] = {sender_key.data()};
            if (paid != 0) {
                (void)!f.silentpayments_sender_create_outputs(ctx, made_list.data(), recipient_list.data(),
                                                              paid, outpoint.data(), nullptr, 0, keys, 1);
            }
            for (size_t i = 0; i < n; i++) {
                if (i < paid) {
                    outputs[i].assign(made[i].data, made[i].data + 64);
                } else {
                    outputs[i] = in_.chance(12) && i != 0 ? outputs[0] : xonly();
                }
            }
            for (size_t i = n; i-- > 1;)
                std::swap(outputs[i], outputs[in_.random().below(i + 1)]);
            if (in_.chance(12))
                scan_key = in_.number();
            if (in_.chance(30))
                summary[in_.random().below(4)] ^= 1;
            const bool n0 = null(), n1 = null(), n2 = null(), n3 = null(), n4 = null(), n5 = null(),
                       n6 = null(), no_book = in_.chance(4), no_function = in_.chance(8);
            const pointer_list<secp256k1_xonly_pubkey> list(outputs, n6);
            const bytes spend_or_not = in_.chance(40) ? bytes(64) : spend;
            both([&](side& s) -> long long {
                constexpr size_t size = sizeof(secp256k1_silentpayments_found_output);
                /* Padding within the struct is nobody's: each field has its own buffer. */
                std::vector<secp256k1_silentpayments_found_output> found(n);
                for (auto& one : found)
                    std::memset(static_cast<void*>(&one), 0x5a, size);
                std::vector<secp256k1_silentpayments_found_output*> found_list;
                for (auto& one : found)
                    found_list.push_back(&one);
                secp256k1_silentpayments_found_output* none = nullptr;
                uint32_t n_found = 77;
                const int ok = s.f().silentpayments_recipient_scan_outputs(
                    s.context(side::copy_of_static),
                    n0       ? nullptr
                    : n == 0 ? &none
                             : found_list.data(),
                    n1 ? nullptr : &n_found, n2 ? nullptr : list.get(), n, ptr(scan_key, n3),
                    view<secp256k1_silentpayments_prevouts_summary>(summary, n4),
                    view<secp256k1_pubkey>(spend_or_not, n5), no_function ? nullptr : look_up,
                    no_book ? nullptr : &book);
                unsigned char* fields = s.out(n * 168 + 1);
                for (const auto& one : found) {
                    std::memcpy(fields, &one.output, 64);
                    std::memcpy(fields + 64, one.tweak, 32);
                    std::memcpy(fields + 96, &one.found_with_label, 4);
                    std::memcpy(fields + 100, &one.label, 68);
                    fields += 168;
                }
                return ok + 2 * static_cast<long long>(n_found);
            });
        });
    }
}
