//! Whatever parses is written as it was read, or by its one encoding.
#![no_main]

use koblitz::{PublicKey, SecretKey, XOnlyPublicKey, ecdsa, schnorr};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(key) = PublicKey::from_slice(data) {
        assert_eq!(PublicKey::from_slice(&key.to_bytes()), Ok(key));
        assert_eq!(PublicKey::from_slice(&key.to_uncompressed()), Ok(key));
        assert_eq!(key.to_string().parse(), Ok(key));
    }
    if let Ok(key) = XOnlyPublicKey::from_slice(data) {
        assert_eq!(key.to_bytes()[..], *data);
    }
    if let Ok(key) = SecretKey::from_slice(data) {
        assert_eq!(key.to_bytes()[..], *data);
    }
    if let Ok(signature) = ecdsa::Signature::from_der(data) {
        assert_eq!(signature.to_der()[..], *data);
    }
    if let Ok(signature) = ecdsa::Signature::from_slice(data) {
        assert_eq!(signature.to_bytes()[..], *data);
        assert_eq!(ecdsa::Signature::from_der(&signature.to_der()), Ok(signature));
        assert!(signature.normalize_s().is_low_s());
    }
    let _ = schnorr::Signature::from_slice(data);
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = (text.parse::<PublicKey>(), text.parse::<ecdsa::Signature>(), text.parse::<XOnlyPublicKey>());
    }
});
