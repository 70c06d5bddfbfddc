package ops

import (
	"fmt"
	"strings"
)

// text is an operation's heading and what its timing covers.
type text struct{ title, timed string }

var texts = map[string]text{
	"pubkey_create":         {"Public key derivation", "From a secret key's bytes to a public key."},
	"ecdsa_sign":            {"ECDSA sign", "A 32-byte message hash, signed with a prepared secret key, nonce derivation included."},
	"ecdsa_verify":          {"ECDSA verify", "Key and signature parsed beforehand; some rows are corrupted."},
	"ecdsa_parse_verify":    {"ECDSA parse and verify", "From the bytes of the public key and of the DER signature; some rows are corrupted."},
	"ecdsa_recover":         {"ECDSA recover", "The public key from a parsed recoverable signature."},
	"schnorr_sign":          {"Schnorr sign", "BIP-340 with a prepared key pair and 32 bytes of auxiliary randomness."},
	"schnorr_verify":        {"Schnorr verify", "BIP-340, the x-only key parsed beforehand; some rows are corrupted."},
	"schnorr_all":           {"Schnorr verify all", "BIP-340 by a call that expects all rows to be valid, x-only keys parsed beforehand; about one call in 32 has corrupted rows."},
	"schnorr_parse_verify":  {"Schnorr parse and verify", "BIP-340 from the bytes of the x-only key; some rows are corrupted."},
	"ecdh":                  {"ECDH", "A secret key's bytes and a parsed public key, to the SHA-256 of the shared point."},
	"secret_mul":            {"Secret times points", "A secret key times parsed public keys, to the compressed points."},
	"pubkey_parse33":        {"Parse a compressed key", "33 bytes, a square root included."},
	"pubkey_parse65":        {"Parse an uncompressed key", "65 bytes, the curve equation checked."},
	"pubkey_tweak_add":      {"Public key tweak", "P + t*G for a parsed key."},
	"xonly_tweak_add_check": {"Taproot tweak check", "Whether a tweaked x-only key is the internal key plus t*G."},
	"pubkey_combine":        {"Combine 16 keys", "The sum of 16 parsed keys."},
	"ellswift_encode":       {"ElligatorSwift encode", "A parsed key to 64 bytes that look random."},
	"ellswift_decode":       {"ElligatorSwift decode", "64 bytes to a key."},
	"ellswift_create":       {"ElligatorSwift create", "From a secret key's bytes to 64 bytes that look random."},
	"ellswift_xdh":          {"ElligatorSwift exchange", "BIP-324's key exchange, from bytes to the shared secret."},

	"musig_nonce_gen":          {"MuSig2 nonce", "BIP-327's NonceGen with secret key and message, to the public nonce's bytes."},
	"musig_partial_sign":       {"MuSig2 partial sign", "One signer's partial signature, with a prepared secret nonce, key aggregation and session."},
	"musig_partial_sig_verify": {"MuSig2 partial verify", "One signer's partial signature, everything parsed beforehand; some rows are corrupted."},
	"musig_pubkey_agg_100":     {"MuSig2 aggregate 100 keys", "100 parsed keys to their aggregate."},
	"silentpayments_send_100":  {"Silent payments send 100", "Outputs to 100 addresses with 100 scan keys, from the secret keys of two inputs (BIP-352)."},
	"silentpayments_scan_1000": {"Silent payments scan 1000", "1,000 parsed outputs of one transaction, for a recipient with one label."},

	"seckey_verify":    {"Check a secret key", "Whether 32 bytes are a secret key; some rows are not."},
	"seckey_negate":    {"Negate a secret key", "32 bytes to 32 bytes, the key checked."},
	"seckey_tweak_add": {"Secret key plus tweak", "32 bytes and a tweak to 32 bytes, both checked."},
	"seckey_tweak_mul": {"Secret key times tweak", "32 bytes and a tweak to 32 bytes, both checked."},

	"der_parse":     {"Parse DER", "A DER signature to its two scalars."},
	"tagged_sha256": {"Tagged hash", "BIP-340's tagged SHA-256 of 64 bytes."},
	"field_mul":     {"Field multiplication", "a*b mod p on prepared elements."},
	"field_sqr":     {"Field squaring", "a^2 mod p on a prepared element."},
	"field_inv":     {"Field inversion", "a^-1 mod p on a prepared element."},
	"field_sqrt":    {"Field square root", "a^((p+1)/4) mod p, or a refusal."},
	"base_mul":      {"k*G", "A prepared scalar times the generator."},
	"point_mul":     {"k*P", "A prepared scalar times a parsed point."},
	"sign":          {"Sign, by algorithm", "A message signed with a prepared secret key."},
	"verify":        {"Verify, by algorithm", "A signature verified, from the bytes of the public key and of the signature; some messages are corrupted."},
}

// Title returns the operation's heading.
func (o Op) Title() string { return textOf(o).title }

// Timed says what the timing of the operation covers; empty where nothing is known of it.
func (o Op) Timed() string { return textOf(o).timed }

// Title returns the heading of an operation by its name, known or not.
func Title(name string) string {
	o, ok := Find(name)
	if !ok {
		o = Op{Name: name}
	}
	return o.Title()
}

// SeriesTitle returns the heading of the batches of all sizes.
func SeriesTitle(series string) string { return texts[series].title }

func textOf(o Op) text {
	if t, ok := texts[o.Name]; ok {
		return t
	}
	if o.Batch > 0 {
		t := texts[o.Series()]
		return text{fmt.Sprintf("%s, %d at once", t.title, o.Batch), t.timed + " The time is per row."}
	}
	return text{title: strings.ReplaceAll(o.Name, "_", " ")}
}
