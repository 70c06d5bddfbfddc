//! Bitcoin's lax parser of DER signatures, of before BIP-66, for blocks of that time.

use core::slice;

use crate::types::*;
use crate::{Context, Signature, secp256k1_ecdsa_signature_parse_compact};

/// Parses a signature whose tags, sequence length and lengths may be as careless as OpenSSL once took them: lengths may
/// be longer than needed, integers may begin with zeros, what follows is ignored. A number from n on makes a signature of
/// zeros, which is never valid.
///
/// Returns 1; 0 when even so it does not parse.
///
/// # Safety
///
/// `input` points to `in_len` bytes, `sig` to a signature.
pub unsafe fn ecdsa_signature_parse_der_lax(
    cx: *const Context,
    sig: *mut Signature,
    input: *const c_uchar,
    in_len: size_t,
) -> c_int {
    // SAFETY: the caller's; a length of 0 may come with a null pointer.
    let input = if in_len == 0 { &[] } else { unsafe { slice::from_raw_parts(input, in_len) } };
    let mut compact = [0; 64];
    // SAFETY: 64 bytes are read, and a signature is written.
    let parse = |compact: &[u8; 64]| unsafe { secp256k1_ecdsa_signature_parse_compact(cx, sig, compact.as_ptr()) };
    // A call that fails leaves zeros.
    parse(&compact);
    let Some((r, s)) = numbers(input) else { return 0 };
    let fits = place(r, &mut compact[..32]) && place(s, &mut compact[32..]);
    if !fits || parse(&compact) == 0 {
        parse(&[0; 64]);
    }
    1
}

/// The bytes of r and of s.
fn numbers(input: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&tag, rest) = input.split_first()?;
    let (&length, mut rest) = rest.split_first()?;
    if tag != 0x30 {
        return None;
    }
    if length & 0x80 != 0 {
        // The length itself does not count.
        rest = rest.get(usize::from(length & 0x7f)..)?;
    }
    let (r, rest) = number(rest)?;
    let (s, _) = number(rest)?;
    Some((r, s))
}

/// An integer and what follows it.
fn number(input: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&tag, rest) = input.split_first()?;
    let (&length, rest) = rest.split_first()?;
    if tag != 2 {
        return None;
    }
    let (length, rest) = if length & 0x80 == 0 {
        (usize::from(length), rest)
    } else {
        let (long, rest) = rest.split_at_checked(usize::from(length & 0x7f))?;
        let zeros = long.iter().take_while(|&&byte| byte == 0).count();
        if long.len() - zeros >= size_of::<usize>() {
            return None;
        }
        (long.iter().fold(0, |length, &byte| length << 8 | usize::from(byte)), rest)
    };
    rest.split_at_checked(length)
}

/// Puts a number without its leading zeros at the end of 32 bytes. False when it is longer.
fn place(number: &[u8], out: &mut [u8]) -> bool {
    let zeros = number.iter().take_while(|&&byte| byte == 0).count();
    let number = &number[zeros..];
    let Some(start) = out.len().checked_sub(number.len()) else { return false };
    out[start..].copy_from_slice(number);
    true
}
