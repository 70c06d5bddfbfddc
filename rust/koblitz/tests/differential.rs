//! The same answers as the crate secp256k1, on rows from a fixed seed, and batches against single calls.

mod support;

use koblitz::batch::Column;
use koblitz::{Error, Keypair, Parity, PublicKey, SecretKey, XOnlyPublicKey, ecdh, ecdsa, ethereum, schnorr};
use secp256k1 as theirs;
use support::{HALF_ORDER, Numbers, ORDER, hex32};

/// Numbers near the edges of what is valid, and others.
fn scalar(numbers: &mut Numbers) -> [u8; 32] {
    match numbers.below(8) {
        0 => {
            let mut edge = hex32(if numbers.below(2) == 0 { ORDER } else { HALF_ORDER });
            edge[31] = edge[31].wrapping_add(numbers.below(4) as u8).wrapping_sub(2);
            edge
        }
        1 => {
            let mut small = [0; 32];
            small[31] = numbers.below(3) as u8;
            small
        }
        2 => [0xff; 32],
        _ => numbers.bytes(),
    }
}

/// A valid key.
fn secret(numbers: &mut Numbers) -> (SecretKey, theirs::SecretKey) {
    loop {
        let bytes = scalar(numbers);
        let ours = SecretKey::from_bytes(&bytes);
        let theirs = theirs::SecretKey::from_secret_bytes(bytes);
        assert_eq!(ours.is_ok(), theirs.is_ok());
        if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
            return (ours, theirs);
        }
    }
}

fn their_message(digest: [u8; 32]) -> theirs::Message {
    theirs::Message::from_digest(digest)
}

#[test]
fn keys_and_tweaks() {
    let mut numbers = Numbers(1);
    for _ in 0..300 {
        let (secret, their_secret) = secret(&mut numbers);
        let (public, their_public) = (secret.public_key(), theirs::PublicKey::from_secret_key(&their_secret));
        assert_eq!(public.to_bytes(), their_public.serialize());
        assert_eq!(public.to_uncompressed(), their_public.serialize_uncompressed());
        assert_eq!(PublicKey::from_slice(&public.to_uncompressed()), Ok(public));
        assert_eq!(PublicKey::from_coordinates(public.to_uncompressed()[1..].try_into().unwrap()), Ok(public));
        assert_eq!(public.to_string().parse(), Ok(public));
        assert_eq!(secret.clone().negate().public_key(), public.negate());
        assert_eq!(secret.clone().negate().negate(), secret);
        assert_ne!(secret.clone().negate(), secret);

        let tweak = scalar(&mut numbers);
        let their_tweak = theirs::Scalar::from_be_bytes(tweak).ok();
        let sum = their_tweak.and_then(|tweak| their_secret.add_tweak(&tweak).ok());
        let ours = secret.clone().add_tweak(&tweak);
        assert_eq!(ours.as_ref().ok().map(|key| *key.to_bytes()), sum.map(|key| key.to_secret_bytes()));
        assert_eq!(public.add_tweak(&tweak).ok(), ours.ok().map(|key| key.public_key()));
        let product = their_tweak.and_then(|tweak| their_secret.mul_tweak(&tweak).ok());
        let ours = secret.clone().mul_tweak(&tweak);
        assert_eq!(ours.as_ref().ok().map(|key| *key.to_bytes()), product.map(|key| key.to_secret_bytes()));
        assert_eq!(public.mul_tweak(&tweak).ok(), ours.ok().map(|key| key.public_key()));

        let pair = secret.keypair();
        assert_eq!((pair.public_key(), pair.secret_key()), (public, secret.clone()));
        let (xonly, parity) = public.to_xonly();
        assert_eq!(pair.xonly_public_key(), (xonly, parity));
        assert_eq!(xonly.to_bytes(), their_public.x_only_public_key().0.to_byte_array());
        assert_eq!(parity == Parity::Odd, public.to_bytes()[0] == 3);
        assert_eq!(XOnlyPublicKey::from_bytes(&xonly.to_bytes()), Ok(xonly));
        let tweaked = xonly.add_tweak(&tweak);
        assert_eq!(tweaked.is_ok(), pair.clone().add_xonly_tweak(&tweak).is_ok());
        if let Ok((tweaked, parity)) = tweaked {
            assert_eq!(pair.add_xonly_tweak(&tweak).unwrap().xonly_public_key(), (tweaked, parity));
            let other = if parity == Parity::Even { Parity::Odd } else { Parity::Even };
            assert!(xonly.is_tweaked_to(&tweak, &tweaked.to_bytes(), parity));
            assert!(!xonly.is_tweaked_to(&tweak, &tweaked.to_bytes(), other));
        }

        let random: [u8; 33] = numbers.bytes();
        for tag in [2, 3, random[0]] {
            let mut bytes = random;
            bytes[0] = tag;
            let their_key = theirs::PublicKey::from_slice(&bytes).map(|key| key.serialize());
            assert_eq!(PublicKey::from_slice(&bytes).ok().map(|key| key.to_bytes()), their_key.ok());
        }
    }
}

#[test]
fn sums_and_orders() {
    let mut numbers = Numbers(2);
    let keys: Vec<_> = (0..20).map(|_| secret(&mut numbers).0.public_key()).collect();
    for n in 0..keys.len() {
        let ours: Vec<_> = keys[..n].iter().collect();
        let theirs: Vec<_> = ours.iter().map(|k| theirs::PublicKey::from_slice(&k.to_bytes()).unwrap()).collect();
        let want = theirs::PublicKey::combine_keys(&theirs.iter().collect::<Vec<_>>()).map(|key| key.serialize());
        assert_eq!(PublicKey::combine(&ours).ok().map(|key| key.to_bytes()), want.ok());
    }
    assert_eq!(PublicKey::combine(&[&keys[0], &keys[0].negate()]), Err(Error::InvalidPublicKey));
    let mut sorted = keys.clone();
    sorted.sort();
    let mut bytes: Vec<_> = keys.iter().map(PublicKey::to_bytes).collect();
    bytes.sort();
    assert_eq!(sorted.iter().map(PublicKey::to_bytes).collect::<Vec<_>>(), bytes);
}

#[test]
fn signatures_and_shared_secrets() {
    let mut numbers = Numbers(3);
    for _ in 0..300 {
        let (secret, their_secret) = secret(&mut numbers);
        let digest = scalar(&mut numbers);
        let signature = secret.sign_ecdsa(&digest);
        let their_signature = theirs::ecdsa::sign(their_message(digest), &their_secret);
        assert_eq!(signature.to_bytes(), their_signature.serialize_compact());
        assert_eq!(signature.to_der()[..], their_signature.serialize_der()[..]);
        assert!(signature.is_low_s());
        let extra = numbers.bytes();
        let with = theirs::ecdsa::sign_with_noncedata(their_message(digest), &their_secret, &extra);
        assert_eq!(secret.sign_ecdsa_with(&digest, &extra).to_bytes(), with.serialize_compact());

        let recoverable = secret.sign_ecdsa_recoverable(&digest);
        assert_eq!(recoverable.signature(), signature);
        assert_eq!(recoverable.recover(&digest), Ok(secret.public_key()));
        assert_eq!(ecdsa::RecoverableSignature::from_bytes(&recoverable.to_bytes()), Ok(recoverable));

        // Signatures of others, and made up ones.
        let (r, s) = match numbers.below(3) {
            0 => (signature.to_bytes()[..32].try_into().unwrap(), scalar(&mut numbers)),
            1 => (scalar(&mut numbers), signature.to_bytes()[32..].try_into().unwrap()),
            _ => (scalar(&mut numbers), scalar(&mut numbers)),
        };
        let compact: [u8; 64] = [r, s].concat().try_into().unwrap();
        let id = numbers.below(4) as u8;
        let ours = ecdsa::Signature::from_bytes(&compact);
        let their_parsed = theirs::ecdsa::Signature::from_compact(&compact);
        if let Ok(ours) = ours {
            assert_eq!(ours.normalize_s().to_bytes(), {
                let mut low = their_parsed.unwrap();
                low.normalize_s();
                low.serialize_compact()
            });
        } else {
            assert!(their_parsed.is_err() || r == [0; 32] || s == [0; 32]);
        }
        let their_key = theirs::PublicKey::from_secret_key(&their_secret);
        let valid = ours.is_ok_and(|sig| secret.public_key().verify_ecdsa(&digest, &sig).is_ok());
        let theirs_valid =
            their_parsed.is_ok_and(|sig| theirs::ecdsa::verify(&sig, their_message(digest), &their_key).is_ok());
        assert_eq!(valid, theirs_valid);
        let recovered = recover(&compact, id, &digest);
        let their_id = theirs::ecdsa::RecoveryId::try_from(i32::from(id)).unwrap();
        let their_recovered = theirs::ecdsa::RecoverableSignature::from_compact(&compact, their_id)
            .and_then(|sig| sig.recover(their_message(digest)));
        assert_eq!(recovered.map(|key| key.to_bytes()), their_recovered.ok().map(|key| key.serialize()));

        let (other, their_other) = self::secret(&mut numbers);
        let shared = ecdh::shared_secret(&secret, &other.public_key());
        let their_shared =
            theirs::ecdh::SharedSecret::new(&theirs::PublicKey::from_secret_key(&their_other), &their_secret);
        assert_eq!(*shared.as_bytes(), their_shared.to_secret_bytes());
        let point = theirs::ecdh::shared_secret_point(&theirs::PublicKey::from_secret_key(&their_other), &their_secret);
        assert_eq!(ecdh::shared_x(&secret, &other.public_key()).as_bytes()[..], point[..32]);

        let (aux, pair) = (numbers.bytes(), Keypair::new(&secret));
        let their_pair = theirs::Keypair::from_secret_key(&their_secret);
        let made = pair.sign_schnorr(&digest, Some(&aux));
        assert_eq!(made.to_bytes(), theirs::schnorr::sign_with_aux_rand(&digest, &their_pair, &aux).to_byte_array());
        assert_eq!(pair.xonly_public_key().0.verify_schnorr(&digest, &made), Ok(()));
        assert_eq!(pair.xonly_public_key().0.verify_schnorr(&aux, &made), Err(Error::InvalidSignature));
    }
}

fn recover(compact: &[u8; 64], id: u8, digest: &[u8; 32]) -> Option<PublicKey> {
    let signature = ecdsa::Signature::from_bytes(compact).ok()?;
    ecdsa::RecoverableSignature::new(signature, ecdsa::RecoveryId::from_byte(id).ok()?).recover(digest).ok()
}

/// Records with faults of all kinds: digest, r, s, recovery id, compressed key.
fn records(n: usize, numbers: &mut Numbers) -> Vec<u8> {
    let mut records = Vec::new();
    for _ in 0..n {
        let (secret, _) = secret(numbers);
        let digest = scalar(numbers);
        let signature = secret.sign_ecdsa_recoverable(&digest).to_bytes();
        let mut record = [&digest[..], &signature[..], &secret.public_key().to_bytes()[..]].concat();
        match numbers.below(12) {
            0 => record[32..64].copy_from_slice(&scalar(numbers)),
            1 => record[64..96].copy_from_slice(&scalar(numbers)),
            2 => record[96] = [4, 26, 31, 255][numbers.below(4)],
            3 => record[96] += 27,
            4 => record[97] = [0, 4, 5, 6][numbers.below(4)],
            5 => record[numbers.below(130)] ^= 1 << numbers.below(8),
            6 => {
                // A high s.
                let s = SecretKey::from_slice(&record[64..96]).unwrap().negate();
                record[64..96].copy_from_slice(&s.to_bytes()[..]);
                record[96] ^= 1;
            }
            _ => {}
        }
        records.extend(record);
    }
    records
}

const RECORD: usize = 130;

#[test]
fn batches_give_the_verdicts_of_single_calls() {
    let mut numbers = Numbers(4);
    for n in [0, 1, 2, 3, 7, 8, 9, 64, 65, 127, 128, 129, 300, 700] {
        let records = records(n, &mut numbers);
        let column = |at: usize, size| Column::strided(records.get(at..).unwrap_or_default(), size, RECORD, n).unwrap();
        let rows: Vec<_> = records.chunks(RECORD).collect();
        let part = |row: &[u8], at: usize| -> [u8; 32] { row[at..at + 32].try_into().unwrap() };

        let want: Vec<bool> = rows
            .iter()
            .map(|row| {
                let signature = ecdsa::Signature::from_slice(&row[32..96]);
                let key = PublicKey::from_slice(&row[97..]);
                signature.is_ok_and(|sig| key.is_ok_and(|key| key.verify_ecdsa(&part(row, 0), &sig).is_ok()))
            })
            .collect();
        let failed = want.iter().filter(|valid| !**valid).count();
        let mut valid = vec![true; n];
        assert_eq!(ecdsa::verify_batch(column(32, 64), column(0, 32), column(97, 33), &mut valid), Ok(failed));
        assert_eq!(valid, want, "{n} rows");
        #[cfg(feature = "rayon")]
        {
            use koblitz::parallel;
            let mut valid = vec![true; n];
            assert_eq!(parallel::verify_batch(column(32, 64), column(0, 32), column(97, 33), &mut valid), Ok(failed));
            assert_eq!(valid, want, "{n} rows");
        }

        let want: Vec<Option<PublicKey>> = rows
            .iter()
            .map(|row| {
                let id = if (27..31).contains(&row[96]) { row[96] - 27 } else { row[96] };
                recover(row[32..96].try_into().unwrap(), id, &part(row, 0))
            })
            .collect();
        let failed = want.iter().filter(|key| key.is_none()).count();
        let (mut keys, mut long) = (vec![[1; 33]; n], vec![[1; 65]; n]);
        let (mut addresses, mut recovered) = (vec![[1; 20]; n], vec![true; n]);
        let columns = || (column(32, 64), column(96, 1), column(0, 32));
        let (s, i, d) = columns();
        assert_eq!(ecdsa::recover_batch(s, i, d, &mut keys, &mut recovered), Ok(failed));
        assert_eq!(recovered, want.iter().map(Option::is_some).collect::<Vec<_>>(), "{n} rows");
        assert_eq!(ecdsa::recover_batch(s, i, d, &mut long, &mut recovered), Ok(failed));
        assert_eq!(ethereum::recover_addresses(s, i, d, &mut addresses, &mut recovered), Ok(failed));
        for (i, key) in want.iter().enumerate() {
            assert_eq!(keys[i], key.map_or([0; 33], |key| key.to_bytes()));
            assert_eq!(long[i], key.map_or([0; 65], |key| key.to_uncompressed()));
            assert_eq!(addresses[i], key.map_or([0; 20], |key| key.to_ethereum_address()));
            assert_eq!(recovered[i], key.is_some());
        }
        #[cfg(feature = "rayon")]
        {
            use koblitz::parallel;
            let (mut again, mut recovered) = (vec![[1; 33]; n], vec![true; n]);
            assert_eq!(parallel::recover_batch(s, i, d, &mut again, &mut recovered), Ok(failed));
            assert_eq!(again, keys);
            let (mut again, mut recovered) = (vec![[1; 20]; n], vec![true; n]);
            assert_eq!(parallel::recover_addresses(s, i, d, &mut again, &mut recovered), Ok(failed));
            assert_eq!(again, addresses);
        }
    }
}

#[test]
fn schnorr_batches_give_the_verdicts_of_single_calls() {
    let mut numbers = Numbers(5);
    for n in [0, 1, 8, 65, 300] {
        let (mut signatures, mut messages, mut offsets, mut keys) = (Vec::new(), Vec::new(), vec![0i32], Vec::new());
        for _ in 0..n {
            let pair = secret(&mut numbers).0.keypair();
            let message = numbers.bytes::<80>()[..numbers.below(80)].to_vec();
            let mut signature = pair.sign_schnorr(&message, None).to_bytes();
            let mut key = pair.xonly_public_key().0.to_bytes();
            match numbers.below(8) {
                0 => signature[numbers.below(64)] ^= 1,
                1 => key[numbers.below(32)] ^= 1,
                2 => signature[32..].copy_from_slice(&scalar(&mut numbers)),
                _ => {}
            }
            signatures.push(schnorr::Signature::from_bytes(signature));
            messages.extend(message);
            offsets.push(messages.len() as i32);
            keys.push(key);
        }
        let message = |i: usize| &messages[offsets[i] as usize..offsets[i + 1] as usize];
        let single = |i: usize| {
            XOnlyPublicKey::from_bytes(&keys[i]).is_ok_and(|key| key.verify_schnorr(message(i), &signatures[i]).is_ok())
        };
        let want: Vec<_> = (0..n).map(single).collect();
        let failed = want.iter().filter(|valid| !**valid).count();
        let column = Column::offsets(&messages, &offsets).unwrap();
        let mut valid = vec![true; n];
        assert_eq!(schnorr::verify_batch(&signatures, column, &keys, &mut valid), Ok(failed));
        assert_eq!(valid, want);
        let mut scratch = vec![0; schnorr::scratch_len(n)];
        for scratch in [&mut scratch[..], &mut []] {
            let mut valid = vec![true; n];
            assert_eq!(schnorr::verify_batch_all(&signatures, column, &keys, &mut valid, scratch), Ok(failed));
            assert_eq!(valid, want);
        }
        #[cfg(feature = "rayon")]
        {
            let mut valid = vec![true; n];
            let found = koblitz::parallel::verify_batch_schnorr(&signatures, column, &keys, &mut valid);
            assert_eq!((found, valid), (Ok(failed), want));
        }
    }
}
