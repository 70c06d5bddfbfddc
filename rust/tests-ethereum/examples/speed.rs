//! speed [ROUNDS] [ROWS]: how long recovery takes, on an idle machine. Keys of signatures by the crates k256, secp256k1 and
//! koblitz, and senders of transactions by alloy's secp256k1 backend and koblitz, each on one core and by rayon on all.
//! A round times each once. A ratio is the median of the rounds', with its 95% interval.

use std::time::Instant;

use alloy_consensus::transaction::SignerRecoverable;
use alloy_consensus::{SignableTransaction, TxEip1559, TxEnvelope};
use alloy_primitives::{Address, Signature, TxKind, U256};
use koblitz::{SecretKey, alloy, ecdsa, parallel};
use rayon::prelude::*;

type Call<'a, T> = Box<dyn FnMut(&mut [T]) + 'a>;

/// Seconds of each call, a round an entry. The answers of every call are compared with the right ones.
fn rounds<T: Clone + PartialEq>(n: usize, calls: &mut [Call<'_, T>], nothing: T, right: &[T]) -> Vec<Vec<f64>> {
    let mut seconds = vec![Vec::new(); calls.len()];
    let mut answers = vec![nothing.clone(); right.len()];
    // The first round warms up.
    for round in 0..=n {
        for turn in 0..calls.len() {
            let i = (round + turn) % calls.len();
            answers.fill(nothing.clone());
            let start = Instant::now();
            calls[i](&mut answers);
            let taken = start.elapsed().as_secs_f64();
            assert!(answers == right, "wrong answers of call {i}");
            if round > 0 {
                seconds[i].push(taken);
            }
        }
    }
    seconds
}

fn print_ratio(name: &str, a: &[f64], b: &[f64]) {
    let mut ratios: Vec<f64> = a.iter().zip(b).map(|(a, b)| a / b).collect();
    ratios.sort_by(f64::total_cmp);
    let n = ratios.len();
    let low = ((n as f64 - 1.96 * (n as f64).sqrt()) / 2.0).max(0.0) as usize;
    println!("{name:52} {:.3} ({:.3} - {:.3})", ratios[n / 2], ratios[low], ratios[n - 1 - low]);
}

fn print_rate(name: &str, rows: usize, seconds: &[f64]) {
    let mut seconds = seconds.to_vec();
    seconds.sort_by(f64::total_cmp);
    println!("{name:52} {:.2} us a row", seconds[seconds.len() / 2] / rows as f64 * 1e6);
}

/// A row as the crates take it: r and s, recovery id, digest.
type Row = ([u8; 64], u8, [u8; 32]);

fn by_k256((signature, id, digest): &Row) -> [u8; 33] {
    let signature = k256::ecdsa::Signature::from_slice(signature).unwrap();
    let id = k256::ecdsa::RecoveryId::from_byte(*id).unwrap();
    let key = k256::ecdsa::VerifyingKey::recover_from_prehash(digest, &signature, id).unwrap();
    key.to_sec1_point(true).as_bytes().try_into().unwrap()
}

fn by_secp256k1((signature, id, digest): &Row) -> [u8; 33] {
    use secp256k1_crate::ecdsa::{RecoverableSignature, RecoveryId};
    let id = RecoveryId::try_from(i32::from(*id)).unwrap();
    let signature = RecoverableSignature::from_compact(signature, id).unwrap();
    signature.recover_ecdsa(secp256k1_crate::Message::from_digest(*digest)).unwrap().serialize()
}

fn by_koblitz((signature, id, digest): &Row) -> [u8; 33] {
    let id = ecdsa::RecoveryId::from_byte(*id).unwrap();
    let signature = ecdsa::Signature::from_slice(signature).unwrap();
    ecdsa::RecoverableSignature::new(signature, id).recover(digest).unwrap().to_bytes()
}

fn each<'a>(rows: &'a [Row], one: fn(&Row) -> [u8; 33]) -> Call<'a, [u8; 33]> {
    Box::new(move |keys| keys.iter_mut().zip(rows).for_each(|(key, row)| *key = one(row)))
}

fn each_by_rayon<'a>(rows: &'a [Row], one: fn(&Row) -> [u8; 33]) -> Call<'a, [u8; 33]> {
    Box::new(move |keys| keys.par_iter_mut().zip(rows).for_each(|(key, row)| *key = one(row)))
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<usize>().expect("a number"));
    let (n, size) = (arguments.next().unwrap_or(31), arguments.next().unwrap_or(10_000));
    assert!(n > 0 && size > 0, "speed [ROUNDS] [ROWS]");
    let cores = rayon::current_num_threads();
    println!("{n} rounds, {size} rows, {cores} cores, engine {}", koblitz::backend_name());

    let (mut transactions, mut rows, mut keys, mut senders) = (vec![], vec![], vec![], vec![]);
    for i in 0..size as u64 {
        let mut secret = [1; 32];
        secret[..8].copy_from_slice(&i.to_be_bytes());
        let secret = SecretKey::from_bytes(&secret).unwrap();
        let to = TxKind::Call(Address::with_last_byte(i as u8));
        let (gas_limit, max_fee_per_gas, value) = (21_000, 30_000_000_000, U256::from(i));
        let tx = TxEip1559 { chain_id: 1, nonce: i, gas_limit, max_fee_per_gas, to, value, ..Default::default() };
        let digest = tx.signature_hash().0;
        let signed = secret.sign_ecdsa_recoverable(&digest).to_bytes();
        rows.push((signed[..64].try_into().unwrap(), signed[64], digest));
        keys.push(secret.public_key().to_bytes());
        senders.push(Some(Address::from(secret.public_key().to_ethereum_address())));
        transactions
            .push(TxEnvelope::from(tx.into_signed(Signature::from_bytes_and_parity(&signed[..64], signed[64] == 1))));
    }
    let signatures: Vec<[u8; 64]> = rows.iter().map(|row| row.0).collect();
    let ids: Vec<[u8; 1]> = rows.iter().map(|row| [row.1]).collect();
    let digests: Vec<[u8; 32]> = rows.iter().map(|row| row.2).collect();
    let (mut recovered, mut recovered_by_rayon) = (vec![false; size], vec![false; size]);

    let mut calls = [
        each(&rows, by_k256),
        each_by_rayon(&rows, by_k256),
        each(&rows, by_secp256k1),
        each_by_rayon(&rows, by_secp256k1),
        each(&rows, by_koblitz),
        each_by_rayon(&rows, by_koblitz),
        Box::new(|keys: &mut [_]| {
            ecdsa::recover_batch(&signatures, &ids, &digests, keys, &mut recovered).unwrap();
        }),
        Box::new(|keys: &mut [_]| {
            parallel::recover_batch(&signatures, &ids, &digests, keys, &mut recovered_by_rayon).unwrap();
        }),
    ];
    let seconds = rounds(n, &mut calls, [0; 33], &keys);
    for (i, name) in ["k256", "secp256k1", "koblitz, single calls", "koblitz, recover_batch"].into_iter().enumerate() {
        print_rate(&format!("recover: {name}, 1 core"), size, &seconds[2 * i]);
        print_rate(&format!("recover: {name}, {cores} cores"), size, &seconds[2 * i + 1]);
    }
    for (i, name) in ["k256", "secp256k1"].into_iter().enumerate() {
        print_ratio(&format!("recover: recover_batch to {name}, 1 core"), &seconds[6], &seconds[2 * i]);
        print_ratio(&format!("recover: recover_batch to {name}, {cores} cores"), &seconds[7], &seconds[2 * i + 1]);
    }
    print_ratio(&format!("recover: recover_batch, 1 core to {cores}"), &seconds[6], &seconds[7]);

    let transactions = &transactions;
    let mut calls: [Call<'_, Option<Address>>; 4] = [
        Box::new(|out| {
            for (sender, tx) in out.iter_mut().zip(transactions) {
                *sender = tx.recover_signer().ok();
            }
        }),
        Box::new(|out| {
            out.par_iter_mut().zip(transactions).for_each(|(sender, tx)| *sender = tx.recover_signer().ok());
        }),
        Box::new(|out| assert_eq!(alloy::recover_signers(transactions, out), Ok(0))),
        Box::new(|out| assert_eq!(alloy::recover_signers_parallel(transactions, out), Ok(0))),
    ];
    let seconds = rounds(n, &mut calls, None, &senders);
    for (i, name) in ["alloy's secp256k1 backend", "koblitz"].into_iter().enumerate() {
        print_rate(&format!("senders: {name}, 1 core"), size, &seconds[2 * i]);
        print_rate(&format!("senders: {name}, {cores} cores"), size, &seconds[2 * i + 1]);
    }
    print_ratio("senders: koblitz to alloy's backend, 1 core", &seconds[2], &seconds[0]);
    print_ratio(&format!("senders: koblitz to alloy's backend, {cores} cores"), &seconds[3], &seconds[1]);
}
