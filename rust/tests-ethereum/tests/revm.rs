//! revm's ecrecover precompile with koblitz installed, against revm's own by k256 and by libsecp256k1, row by row.

use alloy_primitives::{B256, B512, hex};
use koblitz::SecretKey;
use revm_precompile::secp256k1::{bitcoin_secp256k1, ec_recover_run, k256};
use revm_precompile::utilities::right_pad;

/// What revm itself answers, by either library.
fn own(input: &[u8]) -> [Option<B256>; 2] {
    let input = right_pad::<128>(input);
    if input[32..63].iter().any(|&byte| byte != 0) || !matches!(input[63], 27 | 28) {
        return [None; 2];
    }
    let (hash, sig) = (B256::from_slice(&input[..32]), B512::from_slice(&input[64..]));
    let recid = input[63] - 27;
    [k256::ecrecover(&sig, recid, &hash).ok(), bitcoin_secp256k1::ecrecover(&sig, recid, &hash).ok()]
}

#[test]
fn ecrecover_answers_as_revms_own() {
    assert!(koblitz::revm::install());
    assert!(!koblitz::revm::install());
    let run = |input: &[u8]| ec_recover_run(input, 3000).unwrap().bytes.to_vec();

    let mut rows = 0;
    for line in include_str!("ecrecover.txt").lines().filter(|line| !line.starts_with('#')) {
        let (input, output) = line.split_once(' ').unwrap();
        let decode = |text: &str| if text == "-" { Vec::new() } else { hex::decode(text).unwrap() };
        assert_eq!(run(&decode(input)), decode(output), "{line}");
        rows += 1;
    }
    assert_eq!(rows, 5);

    for i in 0..600u32 {
        let secret = SecretKey::from_bytes(&[1 + (i % 250) as u8; 32]).unwrap();
        let mut input = [0; 128];
        input[..4].copy_from_slice(&i.to_be_bytes());
        let signed = secret.sign_ecdsa_recoverable(input[..32].first_chunk().unwrap()).to_bytes();
        input[64..].copy_from_slice(&signed[..64]);
        input[63] = 27 + (signed[64] & 1);
        match i % 12 {
            0 => input[63] = [0, 1, 26, 29][i as usize / 12 % 4],
            1 => input[40] = 1,
            2 => input[64..96].fill(0),
            3 => input[96..].fill(0xff),
            4 => input[64 + i as usize % 64] ^= 1,
            5 => input[63] ^= 27 ^ 28,
            6 => {
                let s = SecretKey::from_slice(&input[96..]).unwrap().negate();
                input[96..].copy_from_slice(&s.to_bytes()[..]);
                input[63] ^= 27 ^ 28;
            }
            _ => {}
        }
        let [by_k256, by_libsecp256k1] = own(&input);
        assert_eq!(by_k256, by_libsecp256k1, "{i}");
        assert_eq!(run(&input), by_k256.map_or(Vec::new(), |address| address.to_vec()), "{i}");
    }
}
