package libsecp

// A symbol is a function of the interface.
type symbol int

const (
	contextCreate symbol = iota
	contextPreallocatedSize
	contextPreallocatedCreate
	contextRandomize

	seckeyVerify
	seckeyNegate
	seckeyTweakAdd
	pubkeyCreate
	pubkeyParse
	pubkeySerialize
	pubkeyNegate
	pubkeyTweakAdd
	pubkeyCombine

	ecdsaSign
	ecdsaVerify
	signatureParseCompact
	signatureSerializeCompact
	signatureParseDER
	signatureSerializeDER
	signatureNormalize

	ecdsaSignRecoverable
	ecdsaRecover
	recoverableParse
	recoverableSerialize

	ecdh

	xonlyParse
	xonlySerialize
	xonlyFromPubkey
	xonlyTweakAddCheck
	keypairCreate
	keypairPub

	schnorrSign32
	schnorrSignCustom
	schnorrVerify
	taggedSHA256

	symbols
)

// names holds the names without their prefix.
var names = [symbols]string{
	contextCreate:             "context_create",
	contextPreallocatedSize:   "context_preallocated_size",
	contextPreallocatedCreate: "context_preallocated_create",
	contextRandomize:          "context_randomize",
	seckeyVerify:              "ec_seckey_verify",
	seckeyNegate:              "ec_seckey_negate",
	seckeyTweakAdd:            "ec_seckey_tweak_add",
	pubkeyCreate:              "ec_pubkey_create",
	pubkeyParse:               "ec_pubkey_parse",
	pubkeySerialize:           "ec_pubkey_serialize",
	pubkeyNegate:              "ec_pubkey_negate",
	pubkeyTweakAdd:            "ec_pubkey_tweak_add",
	pubkeyCombine:             "ec_pubkey_combine",
	ecdsaSign:                 "ecdsa_sign",
	ecdsaVerify:               "ecdsa_verify",
	signatureParseCompact:     "ecdsa_signature_parse_compact",
	signatureSerializeCompact: "ecdsa_signature_serialize_compact",
	signatureParseDER:         "ecdsa_signature_parse_der",
	signatureSerializeDER:     "ecdsa_signature_serialize_der",
	signatureNormalize:        "ecdsa_signature_normalize",
	ecdsaSignRecoverable:      "ecdsa_sign_recoverable",
	ecdsaRecover:              "ecdsa_recover",
	recoverableParse:          "ecdsa_recoverable_signature_parse_compact",
	recoverableSerialize:      "ecdsa_recoverable_signature_serialize_compact",
	ecdh:                      "ecdh",
	xonlyParse:                "xonly_pubkey_parse",
	xonlySerialize:            "xonly_pubkey_serialize",
	xonlyFromPubkey:           "xonly_pubkey_from_pubkey",
	xonlyTweakAddCheck:        "xonly_pubkey_tweak_add_check",
	keypairCreate:             "keypair_create",
	keypairPub:                "keypair_pub",
	schnorrSign32:             "schnorrsig_sign32",
	schnorrSignCustom:         "schnorrsig_sign_custom",
	schnorrVerify:             "schnorrsig_verify",
	taggedSHA256:              "tagged_sha256",
}

// required is the functions that every library of the interface has, whatever
// modules it was built with.
var required = []symbol{
	seckeyVerify, seckeyNegate, seckeyTweakAdd,
	pubkeyCreate, pubkeyParse, pubkeySerialize, pubkeyNegate, pubkeyTweakAdd, pubkeyCombine,
	ecdsaSign, ecdsaVerify, signatureParseCompact, signatureSerializeCompact,
	signatureParseDER, signatureSerializeDER, signatureNormalize,
}
