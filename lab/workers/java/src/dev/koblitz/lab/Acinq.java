package dev.koblitz.lab;

import fr.acinq.secp256k1.Secp256k1;
import fr.acinq.secp256k1.Secp256k1Exception;
import java.util.List;

/**
 * ACINQ's secp256k1-kmp: libsecp256k1 by JNI. Its objects are bytes, so that nothing is prepared.
 * ecdsa_parse_verify, for which a signature of 64 bytes would be taken as r and s, is not offered.
 */
final class Acinq {
    private static final Secp256k1 LIBRARY = Secp256k1.get();

    private Acinq() {}

    static Contender contender() {
        return new Contender(
                "acinq-secp256k1-kmp",
                "0.23.0",
                "2026-03-19",
                Secp256k1.class,
                List.of("rfc6979", "bip340", "low_s", "rejects_high_s", "jit"),
                List.of(),
                List.of(
                        Op.empty(),
                        Op.bytes("pubkey_create", f -> f, refusing(f -> LIBRARY.pubkeyCreate(f[0]))),
                        Op.bytes("ecdsa_sign", f -> f, refusing(f -> LIBRARY.sign(f[1], f[0], null))),
                        Op.verdict("ecdsa_verify", f -> f, judging(f -> LIBRARY.verify(f[1], f[2], f[0]))),
                        Op.bytes("ecdsa_recover", f -> f, refusing(f -> LIBRARY.ecdsaRecover(f[0], f[2], f[1][0]))),
                        Op.bytes("schnorr_sign", f -> f, refusing(f -> LIBRARY.signSchnorr(f[1], f[0], f[2]))),
                        Op.verdict("schnorr_verify", f -> f, judging(f -> LIBRARY.verifySchnorr(f[1], f[2], f[0]))),
                        Op.verdict("schnorr_parse_verify", f -> f, judging(f -> LIBRARY.verifySchnorr(f[1], f[2], f[0]))),
                        Op.bytes("ecdh", f -> f, refusing(f -> LIBRARY.ecdh(f[0], f[1]))),
                        Op.bytes("pubkey_parse33", f -> f, refusing(f -> LIBRARY.pubkeyParse(f[0]))),
                        Op.bytes("pubkey_parse65", f -> f, refusing(f -> LIBRARY.pubkeyParse(f[0]))),
                        Op.bytes("pubkey_tweak_add", f -> f, refusing(f -> LIBRARY.pubKeyTweakAdd(f[0], f[1]))),
                        Op.bytes("pubkey_combine", f -> f, refusing(LIBRARY::pubKeyCombine))));
    }

    /** The library's exceptions are refusals. */
    private static Op.Call<byte[][]> refusing(Op.Call<byte[][]> call) {
        return fields -> {
            try {
                return call.on(fields);
            } catch (Secp256k1Exception | IllegalArgumentException refused) {
                throw new Op.Refusal(refused.getMessage());
            }
        };
    }

    private static Op.Verdict<byte[][]> judging(Op.Verdict<byte[][]> call) {
        return fields -> {
            try {
                return call.on(fields);
            } catch (Secp256k1Exception | IllegalArgumentException refused) {
                return false;
            }
        };
    }
}
