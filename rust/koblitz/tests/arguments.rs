//! Bad input is an error and changes nothing; what types say about secrets.

mod support;

use koblitz::batch::Column;
use koblitz::{Error, PublicKey, SecretKey, XOnlyPublicKey, ecdsa, ethereum, schnorr};
use support::{ORDER, hex32};

const SIG: [[u8; 64]; 3] = [[1; 64]; 3];
const DIGEST: [[u8; 32]; 3] = [[1; 32]; 3];
const KEY: [[u8; 33]; 3] = [[2; 33]; 3];

#[test]
fn lengths_are_errors() {
    for len in (0..100).filter(|len| *len != 32) {
        assert_eq!(SecretKey::from_slice(&vec![1; len]).unwrap_err(), Error::InvalidSecretKey);
        assert_eq!(XOnlyPublicKey::from_slice(&vec![1; len]).unwrap_err(), Error::InvalidPublicKey);
        assert_eq!(PublicKey::from_slice(&vec![4; len]).unwrap_err(), Error::InvalidPublicKey);
    }
    for len in (0..100).filter(|len| *len != 64) {
        assert_eq!(ecdsa::Signature::from_slice(&vec![1; len]), Err(Error::InvalidSignature));
        assert_eq!(schnorr::Signature::from_slice(&vec![1; len]), Err(Error::InvalidSignature));
        assert_eq!(ecdsa::Signature::from_der(&vec![0x30; len]), Err(Error::InvalidSignature));
    }
    for text in ["", "0", "zz", "0g", "é", &"0".repeat(65), &"é".repeat(33), &"+1".repeat(33)] {
        assert!(text.parse::<PublicKey>().is_err() && text.parse::<ecdsa::Signature>().is_err(), "{text}");
    }
}

#[test]
fn ranges_are_errors() {
    let (zero, n) = ([0; 32], hex32(ORDER));
    let key = SecretKey::from_bytes(&[1; 32]).unwrap();
    for bytes in [zero, n, [0xff; 32]] {
        assert_eq!(SecretKey::from_bytes(&bytes).unwrap_err(), Error::InvalidSecretKey);
        for (r, s) in [(bytes, [1; 32]), ([1; 32], bytes)] {
            let compact = [r, s].concat();
            assert_eq!(ecdsa::Signature::from_slice(&compact), Err(Error::InvalidSignature), "{compact:?}");
        }
        assert_eq!(key.clone().mul_tweak(&bytes).unwrap_err(), Error::InvalidTweak);
        assert_eq!(key.public_key().mul_tweak(&bytes).unwrap_err(), Error::InvalidTweak);
    }
    // Integers of a DER signature that are 0 or from n on.
    for integer in [&[2, 1, 0][..], &[&[2, 33, 0][..], &n].concat()] {
        for body in [[integer, &[2, 1, 1]].concat(), [&[2, 1, 1], integer].concat()] {
            let der = [&[0x30, body.len() as u8][..], &body].concat();
            assert_eq!(ecdsa::Signature::from_der(&der), Err(Error::InvalidSignature), "{der:?}");
        }
    }
    assert_eq!(key.clone().add_tweak(&n).unwrap_err(), Error::InvalidTweak);
    assert_eq!(key.clone().add_tweak(&zero).unwrap(), key);
    assert_eq!(key.clone().add_tweak(&key.clone().negate().to_bytes()).unwrap_err(), Error::InvalidTweak);
    for id in 0..=255 {
        assert_eq!(ecdsa::RecoveryId::from_byte(id).is_ok(), id < 4);
    }
    // v of Ethereum: (v, id)
    for (v, id) in [(27, 0), (28, 1), (35, 0), (36, 1), (37, 0), (38, 1), (u64::MAX, 0), (u64::MAX - 1, 1)] {
        assert_eq!(ecdsa::RecoveryId::from_ethereum_v(v).unwrap().to_byte(), id, "{v}");
    }
    for v in [0, 1, 26, 29, 34] {
        assert_eq!(ecdsa::RecoveryId::from_ethereum_v(v), Err(Error::InvalidRecoveryId), "{v}");
    }
}

#[test]
fn columns_must_agree() {
    let mut valid = [true; 3];
    let keys = [SecretKey::from_bytes(&[1; 32]).unwrap().public_key(); 3];
    let xonly = keys.map(|key| key.to_xonly().0);
    let data = [0; 100];
    let cases: [(Column, Column, Column, Error); 9] = [
        ((&SIG[..2]).into(), (&DIGEST).into(), (&KEY).into(), Error::DifferentLengths),
        ((&SIG).into(), (&DIGEST[..2]).into(), (&KEY).into(), Error::DifferentLengths),
        ((&SIG).into(), (&DIGEST).into(), (&KEY[..2]).into(), Error::DifferentLengths),
        ((&DIGEST).into(), (&DIGEST).into(), (&KEY).into(), Error::WrongRowSize),
        ((&SIG).into(), (&SIG).into(), (&KEY).into(), Error::WrongRowSize),
        // 64 bytes of a caller are no parsed key, and keys of one kind none of the other.
        ((&SIG).into(), (&DIGEST).into(), (&SIG).into(), Error::WrongRowSize),
        ((&SIG).into(), (&DIGEST).into(), (&xonly).into(), Error::WrongRowSize),
        ((&keys).into(), (&DIGEST).into(), (&KEY).into(), Error::WrongRowSize),
        ((&SIG).into(), Column::repeated(&data[..31]), (&KEY).into(), Error::WrongRowSize),
    ];
    for (i, (signatures, digests, keys, want)) in cases.into_iter().enumerate() {
        assert_eq!(ecdsa::verify_batch(signatures, digests, keys, &mut valid), Err(want), "{i}");
        #[cfg(feature = "rayon")]
        assert_eq!(koblitz::parallel::verify_batch(signatures, digests, keys, &mut valid), Err(want), "{i}");
    }
    assert_eq!(schnorr::verify_batch(&SIG, &DIGEST, &keys, &mut valid), Err(Error::WrongRowSize));
    assert_eq!(schnorr::verify_batch(&SIG, &DIGEST, &SIG, &mut valid), Err(Error::WrongRowSize));
    assert_eq!(valid, [true; 3], "a call that fails writes nothing");

    let ids = [[0]; 3];
    let (mut out, mut addresses) = ([[9; 33]; 2], [[9; 20]; 2]);
    assert_eq!(ecdsa::recover_batch(&SIG, &ids, &DIGEST, &mut out, &mut valid), Err(Error::DifferentLengths));
    assert_eq!(
        ethereum::recover_addresses(&SIG, &ids, &DIGEST, &mut addresses, &mut valid),
        Err(Error::DifferentLengths)
    );
    let mut addresses = [[9; 20]; 3];
    let long = [[0; 2]; 3];
    assert_eq!(ethereum::recover_addresses(&SIG, &long, &DIGEST, &mut addresses, &mut valid), Err(Error::WrongRowSize));
    assert_eq!((out, addresses, valid), ([[9; 33]; 2], [[9; 20]; 3], [true; 3]));
}

#[test]
fn rows_by_offsets_are_no_parsed_keys() {
    let (secret, digest) = (SecretKey::from_bytes(&[3; 32]).unwrap(), [1; 32]);
    let (key, xonly) = (secret.public_key(), secret.public_key().to_xonly().0);
    let mut object = koblitz::sys::secp256k1_pubkey::new();
    // SAFETY: 33 bytes are read, an object is written.
    let parsed = unsafe {
        let context = koblitz::sys::secp256k1_context_static;
        koblitz::sys::secp256k1_ec_pubkey_parse(context, &mut object, key.to_bytes().as_ptr(), 33)
    };
    assert_eq!(parsed, 1);
    let row = Column::offsets(&object.data, &[0i32, 64]).unwrap();
    let (ecdsa, schnorr) = ([secret.sign_ecdsa(&digest)], [secret.keypair().sign_schnorr(&digest, None)]);
    let mut valid = [true];
    assert_eq!(ecdsa::verify_batch(&ecdsa, &[digest], row, &mut valid), Ok(1));
    assert_eq!(schnorr::verify_batch(&schnorr, &[digest], row, &mut valid), Ok(1));
    assert_eq!(ecdsa::verify_batch(&ecdsa, &[digest], &[key], &mut valid), Ok(0));
    assert_eq!(schnorr::verify_batch(&schnorr, &[digest], &[xonly], &mut valid), Ok(0));
}

#[test]
fn columns_lie_within_their_bytes() {
    let data = [0u8; 100];
    // size, stride, rows, fits
    let strided = [
        (100, 0, 1, true),
        (101, 0, 1, false),
        (10, 10, 10, true),
        (10, 10, 11, false),
        (11, 10, 10, false),
        (101, 5, 0, true),
        (1, usize::MAX, 2, false),
        (1, usize::MAX / 2 + 1, 3, false),
        (usize::MAX, 1, 2, false),
        (1, 0, usize::MAX, true),
    ];
    for (size, stride, rows, fits) in strided {
        assert_eq!(Column::strided(&data, size, stride, rows).is_ok(), fits, "{size} {stride} {rows}");
    }
    let offsets: [(&[i64], bool); 7] = [
        (&[], false),
        (&[0], true),
        (&[0, 100], true),
        (&[0, 101], false),
        (&[0, i64::MAX, 3], false),
        (&[101, 0], false),
        (&[-1, i64::MIN, 100, 3], true),
    ];
    for (offsets, fits) in offsets {
        assert_eq!(Column::offsets(&data, offsets).is_ok(), fits, "{offsets:?}");
    }
    // Rows whose offsets decrease are empty: no signature, and no fault of memory.
    let decreasing = Column::offsets(&data, &[100i32, 36, 100, -5]).unwrap();
    let mut valid = [true; 3];
    assert_eq!(ecdsa::verify_batch(decreasing, &DIGEST, &KEY, &mut valid), Ok(3));
}

#[test]
fn repeated_rows_stand_for_any_number() {
    let secret = SecretKey::from_bytes(&[3; 32]).unwrap();
    let digests: Vec<[u8; 32]> = (0..200).map(|i| [i; 32]).collect();
    let signatures: Vec<_> = digests.iter().map(|digest| secret.sign_ecdsa(digest)).collect();
    let key = secret.public_key().to_bytes();
    let mut valid = [false; 200];
    assert_eq!(ecdsa::verify_batch(&signatures, &digests, Column::repeated(&key), &mut valid), Ok(0));
    assert_eq!(valid, [true; 200]);
    assert_eq!(ecdsa::verify_batch(&signatures, &digests, &[secret.public_key(); 200], &mut valid), Ok(0));
}

#[test]
fn secrets_have_no_text() {
    let secret = SecretKey::from_bytes(&[0x42; 32]).unwrap();
    for text in [
        format!("{secret:?}"),
        format!("{:?}", secret.to_bytes()),
        format!("{:?}", secret.keypair()),
        format!("{:?}", { koblitz::ecdh::shared_secret(&secret, &secret.public_key()) }),
    ] {
        assert!(!text.contains("42424242") && !text.contains("66, 66"), "{text}");
    }
}

#[cfg(feature = "std")]
#[test]
fn generated_keys_differ() {
    assert_ne!(SecretKey::generate().unwrap(), SecretKey::generate().unwrap());
    assert!(["x86_64", "portable", "arm64"].iter().any(|name| koblitz::backend_name().starts_with(name)));
}

#[cfg(feature = "serde")]
#[test]
fn serde_takes_what_it_gives() {
    let secret = SecretKey::from_bytes(&[5; 32]).unwrap();
    let (key, signature) = (secret.public_key(), secret.sign_ecdsa_recoverable(&[6; 32]));
    let text = serde_json::to_string(&(key, signature, key.to_xonly().0)).unwrap();
    assert!(text.starts_with(&format!("[\"{key}\",")), "{text}");
    let back: (PublicKey, ecdsa::RecoverableSignature, XOnlyPublicKey) = serde_json::from_str(&text).unwrap();
    assert_eq!(back, (key, signature, key.to_xonly().0));
    for wrong in ["\"\"", "\"00\"", "[1]", "3", &format!("\"{}\"", "0".repeat(66))] {
        assert!(serde_json::from_str::<PublicKey>(wrong).is_err(), "{wrong}");
    }
    // A secret key in the place of a public one: the error does not repeat it.
    let misplaced = format!("\"{}\"", "05".repeat(32));
    let error = serde_json::from_str::<PublicKey>(&misplaced).unwrap_err().to_string();
    assert!(!error.contains("0505"), "{error}");
}

#[cfg(feature = "rand")]
#[test]
fn random_keys_skip_what_is_none() {
    use rand_core::{TryCryptoRng, TryRng};

    /// 0, then n, then ones.
    struct Fixed(u8);
    impl TryRng for Fixed {
        type Error = core::convert::Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            unreachable!()
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            unreachable!()
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            bytes.copy_from_slice(&[[0; 32], hex32(ORDER), [1; 32]][usize::from(self.0)]);
            self.0 += 1;
            Ok(())
        }
    }
    impl TryCryptoRng for Fixed {}
    assert_eq!(*SecretKey::random(&mut Fixed(0)).to_bytes(), [1; 32]);
}

#[cfg(feature = "signature")]
#[test]
fn traits_sign_and_verify() {
    use signature::hazmat::{PrehashSigner, PrehashVerifier};
    use signature::{SignatureEncoding, Signer, Verifier};

    let secret = SecretKey::from_bytes(&[7; 32]).unwrap();
    let signature: ecdsa::Signature = secret.sign(b"message");
    secret.public_key().verify(b"message", &signature).unwrap();
    secret.public_key().verify(b"messagf", &signature).unwrap_err();
    let digest: [u8; 32] = <sha2::Sha256 as sha2::Digest>::digest(b"message").into();
    assert_eq!(signature, secret.sign_ecdsa(&digest));
    secret.public_key().verify_prehash(&digest, &signature).unwrap();
    secret.public_key().verify_prehash(&digest[1..], &signature).unwrap_err();
    let prehash: Result<ecdsa::Signature, _> = secret.sign_prehash(&digest[1..]);
    prehash.unwrap_err();
    assert_eq!(ecdsa::Signature::try_from(&signature.to_bytes()[..]), Ok(signature));
    assert_eq!(SignatureEncoding::to_bytes(&signature), signature.to_bytes());

    let pair = secret.keypair();
    let signature: schnorr::Signature = pair.sign(b"message");
    pair.xonly_public_key().0.verify(b"message", &signature).unwrap();
    assert_eq!(signature, pair.sign_schnorr(&digest, None));
}
