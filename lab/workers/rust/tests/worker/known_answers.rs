//! Known answers for every operation.

use std::collections::BTreeMap;

use crate::{CONTENDERS, claims, offered, run};

const TABLE: &str = include_str!("../../../testdata/known_answers.txt");

/// Verdicts come without a separator, other results with commas.
const VERDICTS: [&str; 6] = [
    "ecdsa_verify",
    "ecdsa_parse_verify",
    "schnorr_verify",
    "schnorr_parse_verify",
    "xonly_tweak_add_check",
    "seckey_verify",
];

/// Operations whose bytes no published vector fixes, and `empty`.
const ELSEWHERE: [&str; 3] = ["empty", "ellswift_encode", "ellswift_create"];

/// Rows and their results, by operation.
fn table() -> BTreeMap<&'static str, Vec<(&'static str, &'static str)>> {
    let mut table = BTreeMap::<_, Vec<_>>::new();
    for line in TABLE
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
    {
        let (input, want) = line.split_once(" = ").expect("a result");
        let (op, row) = input.split_once(' ').expect("fields");
        table.entry(op).or_default().push((row, want));
    }
    table
}

/// `OP` of `batch_OP_N`, whose rows and results are the same.
fn single(op: &str) -> &str {
    let batch = op.strip_prefix("batch_").and_then(|op| op.rsplit_once('_'));
    batch.map_or(op, |(single, _)| single)
}

#[test]
fn answers_are_the_known_ones() {
    let table = table();
    let mut used = Vec::new();
    for contender in CONTENDERS {
        for op in offered(contender) {
            let one = single(&op);
            let Some(cases) = table.get(one) else {
                assert!(
                    ELSEWHERE.contains(&op.as_str()),
                    "no answer is known for {op}"
                );
                continue;
            };
            let rows: Vec<_> = cases.iter().map(|(row, _)| *row).collect();
            let results = run(contender, &op, &rows);
            let results: Vec<_> = if VERDICTS.contains(&one) {
                results.split("").filter(|s| !s.is_empty()).collect()
            } else {
                results.split(',').collect()
            };
            assert_eq!(results.len(), cases.len(), "{contender} {op}");
            let claims = claims(contender);
            let claimed = |claim: &str| claims.iter().any(|c| c == claim);
            for ((row, want), got) in cases.iter().zip(results) {
                let want = match *want {
                    "high" if claimed("rejects_high_s") => "0",
                    "high" => "1",
                    // Random: it must verify.
                    sig if op == "ecdsa_sign" && sig != "-" && !claimed("rfc6979") => {
                        let (key, msg) = row.split_once(' ').expect("two fields");
                        let public = run(contender, "pubkey_create", &[key]);
                        let row = format!("{public} {got} {msg}");
                        assert_eq!(run(contender, "ecdsa_verify", &[&row]), "1", "{row}");
                        continue;
                    }
                    want => want,
                };
                assert_eq!(got, want, "{contender} {op} {row}");
            }
            used.push(one.to_owned());
        }
    }
    for op in table.keys() {
        assert!(used.iter().any(|u| u == op), "nobody offers {op}");
    }
}

#[test]
fn empty_says_yes() {
    for contender in CONTENDERS {
        assert_eq!(run(contender, "empty", &["", "", ""]), "111", "{contender}");
    }
}

#[test]
fn ellswift_encodings_decode_to_the_key() {
    let keys = &table()["pubkey_create"];
    let keys: Vec<_> = keys.iter().filter(|(_, public)| *public != "-").collect();
    let want: Vec<_> = keys.iter().map(|(_, public)| *public).collect();
    for op in ["ellswift_encode", "ellswift_create"] {
        let row = |(i, (secret, public)): (usize, &&(&str, &str))| {
            let key = if op == "ellswift_encode" {
                public
            } else {
                secret
            };
            format!("{key} {i:064x}")
        };
        let rows: Vec<_> = keys.iter().enumerate().map(row).collect();
        let rows: Vec<_> = rows.iter().map(String::as_str).collect();
        let encodings = run("rust-secp256k1", op, &rows);
        let encodings: Vec<_> = encodings.split(',').collect();
        let decoded = run("rust-secp256k1", "ellswift_decode", &encodings);
        assert_eq!(decoded.split(',').collect::<Vec<_>>(), want, "{op}");
    }
}
