package dev.koblitz.lab;

import java.math.BigInteger;
import java.util.List;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;
import org.bouncycastle.util.BigIntegers;

/**
 * Bouncy Castle's own interface, with its arithmetic for this curve. ecdh is the product of the point
 * and the secret key, compressed and hashed: its agreement gives the x coordinate alone.
 */
final class BouncyCastle {
    private static final int SCALAR = 32;
    private static final ECDomainParameters CURVE = curve();

    private record Verification(ECPublicKeyParameters key, BigInteger r, BigInteger s, byte[] msghash) {}

    private record Signing(ECPrivateKeyParameters key, byte[] msghash) {}

    private record Agreement(byte[] seckey, ECPoint point) {}

    private BouncyCastle() {}

    private static ECDomainParameters curve() {
        X9ECParameters x9 = CustomNamedCurves.getByName("secp256k1");
        return new ECDomainParameters(x9);
    }

    static Contender contender() {
        return new Contender(
                "bouncycastle",
                "1.86",
                "2026-09-11",
                ECDSASigner.class,
                List.of("jit"),
                List.of(
                        "vartime ecdsa_sign,pubkey_create,ecdh crypto/signers/ECDSASigner.java and math/ec of 1.86 compute"
                                + " with java.math.BigInteger, which is not constant time",
                        "unchecked ecdsa_parse_verify crypto/signers/StandardDSAEncoding.java of 1.86 lets a"
                                + " ClassCastException out where DER holds no integers; it is taken for a refusal"),
                List.of(
                        Op.empty(),
                        Op.bytes("pubkey_create", f -> f[0], BouncyCastle::create),
                        Op.bytes("ecdsa_sign", f -> new Signing(seckey(f[0]), f[1]), BouncyCastle::sign),
                        Op.verdict(
                                "ecdsa_verify",
                                f -> new Verification(pubkey(f[0]), number(f[1], 0), number(f[1], SCALAR), f[2]),
                                BouncyCastle::verify),
                        Op.verdict("ecdsa_parse_verify", f -> f, BouncyCastle::parseVerify),
                        Op.bytes("ecdh", f -> new Agreement(f[0], point(f[1])), BouncyCastle::ecdh),
                        Op.bytes("pubkey_parse33", f -> f[0], BouncyCastle::parse),
                        Op.bytes("pubkey_parse65", f -> f[0], BouncyCastle::parse)));
    }

    private static BigInteger number(byte[] bytes, int from) {
        return new BigInteger(1, bytes, from, SCALAR);
    }

    private static ECPrivateKeyParameters seckey(byte[] bytes) throws Op.Refusal {
        try {
            return new ECPrivateKeyParameters(number(bytes, 0), CURVE);
        } catch (IllegalArgumentException refused) {
            throw new Op.Refusal(refused.getMessage());
        }
    }

    private static ECPoint point(byte[] bytes) throws Op.Refusal {
        try {
            return CURVE.validatePublicPoint(CURVE.getCurve().decodePoint(bytes));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException refused) {
            throw new Op.Refusal(refused.getMessage());
        }
    }

    private static ECPublicKeyParameters pubkey(byte[] bytes) throws Op.Refusal {
        return new ECPublicKeyParameters(point(bytes), CURVE);
    }

    private static byte[] create(byte[] bytes) throws Op.Refusal {
        ECPrivateKeyParameters key = seckey(bytes);
        return new FixedPointCombMultiplier().multiply(CURVE.getG(), key.getD()).getEncoded(false);
    }

    private static byte[] sign(Signing row) {
        ECDSASigner signer = new ECDSASigner(new HMacDSAKCalculator(new SHA256Digest()));
        signer.init(true, row.key());
        BigInteger[] signature = signer.generateSignature(row.msghash());
        byte[] out = new byte[2 * SCALAR];
        BigIntegers.asUnsignedByteArray(signature[0], out, 0, SCALAR);
        BigIntegers.asUnsignedByteArray(signature[1], out, SCALAR, SCALAR);
        return out;
    }

    private static boolean verify(Verification row) {
        ECDSASigner signer = new ECDSASigner();
        signer.init(false, row.key());
        return signer.verifySignature(row.msghash(), row.r(), row.s());
    }

    private static boolean parseVerify(byte[][] fields) throws Op.Refusal {
        ECPublicKeyParameters key = pubkey(fields[0]);
        try {
            BigInteger[] signature = StandardDSAEncoding.INSTANCE.decode(CURVE.getN(), fields[1]);
            return verify(new Verification(key, signature[0], signature[1], fields[2]));
        } catch (java.io.IOException | IllegalArgumentException | ClassCastException refused) {
            throw new Op.Refusal(refused.getMessage());
        }
    }

    private static byte[] ecdh(Agreement row) throws Op.Refusal {
        ECPrivateKeyParameters key = seckey(row.seckey());
        byte[] compressed = row.point().multiply(key.getD()).getEncoded(true);
        SHA256Digest sha256 = new SHA256Digest();
        sha256.update(compressed, 0, compressed.length);
        byte[] out = new byte[sha256.getDigestSize()];
        sha256.doFinal(out, 0);
        return out;
    }

    private static byte[] parse(byte[] bytes) throws Op.Refusal {
        return point(bytes).getEncoded(false);
    }
}
