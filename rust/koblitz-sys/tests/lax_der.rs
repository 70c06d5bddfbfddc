//! The lax DER parser of the drop-in for secp256k1-sys against the one of secp256k1-sys itself, on encodings that are
//! careless in every way, from a fixed seed.

use std::ffi::c_int;

use koblitz_sys::secp256k1_context as Context;
use koblitz_sys::{secp256k1_ecdsa_signature as Signature, secp256k1_ecdsa_signature_parse_compact};

// What the parser takes from the crate that it is in.
mod types {
    #![allow(non_camel_case_types)]
    pub use core::ffi::{c_int, c_uchar};
    pub type size_t = usize;
}

#[path = "../../secp256k1-sys-koblitz/src/lax_der.rs"]
mod lax_der;

fn ours(der: &[u8]) -> (c_int, [u8; 64]) {
    let (mut sig, mut compact) = (Signature { data: [7; 64] }, [0; 64]);
    // SAFETY: the length goes with the pointer.
    unsafe {
        let ctx = koblitz_sys::secp256k1_context_static;
        let parsed = lax_der::ecdsa_signature_parse_der_lax(ctx, &mut sig, der.as_ptr(), der.len());
        koblitz_sys::secp256k1_ecdsa_signature_serialize_compact(ctx, compact.as_mut_ptr(), &sig);
        (parsed, compact)
    }
}

fn theirs(der: &[u8]) -> (c_int, [u8; 64]) {
    let mut compact = [0; 64];
    // SAFETY: as above.
    unsafe {
        let mut sig = secp256k1_sys::Signature::from_array_unchecked([7; 64]);
        let ctx = secp256k1_sys::secp256k1_context_static;
        let parsed = secp256k1_sys::ecdsa_signature_parse_der_lax(ctx, &mut sig, der.as_ptr(), der.len());
        secp256k1_sys::secp256k1_ecdsa_signature_serialize_compact(ctx, compact.as_mut_ptr(), &sig);
        (parsed, compact)
    }
}

struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        // Knuth's linear congruential generator; the upper bits are the better ones.
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.below(256) as u8).collect()
    }

    /// A length as it may be written.
    fn length(&mut self, n: usize) -> Vec<u8> {
        let mut bytes = n.to_be_bytes()[8 - self.below(8)..].to_vec();
        match self.below(4) {
            0 => {
                bytes.splice(..0, vec![0; self.below(12)]);
                [&[0x80 | bytes.len() as u8][..], &bytes].concat()
            }
            1 => [&[0x81][..], &[n as u8]].concat(),
            _ => vec![n as u8],
        }
    }

    fn integer(&mut self) -> Vec<u8> {
        let zeros = [0, 0, 1, 2, 40][self.below(5)];
        let size = [0, 1, 31, 32, 32, 32, 33, 34][self.below(8)];
        let number = [vec![0; zeros], self.bytes(size)].concat();
        [&[2][..], &self.length(number.len()), &number].concat()
    }
}

#[test]
fn answers_are_those_of_secp256k1_sys() {
    let mut numbers = Numbers(1);
    let mut parsed = 0;
    for _ in 0..30_000 {
        let body = [numbers.integer(), numbers.integer()].concat();
        let trailing = numbers.below(3);
        let mut der = [&[0x30][..], &numbers.length(body.len()), &body, &numbers.bytes(trailing)].concat();
        if numbers.below(3) == 0 {
            let at = numbers.below(der.len());
            der[at] = numbers.below(256) as u8;
        }
        if numbers.below(8) == 0 {
            der.truncate(numbers.below(der.len()));
        }
        let ours = ours(&der);
        assert_eq!(ours, theirs(&der), "{der:02x?}");
        parsed += ours.0;
    }
    assert!((3_000..27_000).contains(&parsed), "{parsed}");
    assert_eq!(ours(&[]), theirs(&[]));
}
