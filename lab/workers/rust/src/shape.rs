//! The fields of every operation, as docs/protocol.md lists them.

use Field::{Any, Bytes};

/// What a field may be.
#[derive(Clone, Copy)]
pub enum Field {
    /// Exactly that many bytes.
    Bytes(usize),
    /// A parser's input: any number of bytes, none included.
    Any,
}

const SHAPES: &[(&str, &[Field])] = &[
    ("empty", &[]),
    ("pubkey_create", &[Bytes(32)]),
    ("ecdsa_sign", &[Bytes(32), Bytes(32)]),
    ("ecdsa_verify", &[Bytes(65), Bytes(64), Bytes(32)]),
    ("ecdsa_parse_verify", &[Any, Any, Bytes(32)]),
    ("ecdsa_recover", &[Bytes(64), Bytes(1), Bytes(32)]),
    ("schnorr_sign", &[Bytes(32), Bytes(32), Bytes(32)]),
    ("schnorr_verify", &[Bytes(32), Bytes(64), Bytes(32)]),
    ("schnorr_parse_verify", &[Any, Bytes(64), Bytes(32)]),
    ("ecdh", &[Bytes(32), Bytes(65)]),
    ("pubkey_parse33", &[Any]),
    ("pubkey_parse65", &[Any]),
    ("pubkey_tweak_add", &[Bytes(65), Bytes(32)]),
    (
        "xonly_tweak_add_check",
        &[Bytes(32), Bytes(1), Bytes(32), Bytes(32)],
    ),
    ("pubkey_combine", &[Bytes(65); 16]),
    ("ellswift_encode", &[Bytes(65), Bytes(32)]),
    ("ellswift_decode", &[Bytes(64)]),
    ("ellswift_create", &[Bytes(32), Bytes(32)]),
    ("ellswift_xdh", &[Bytes(64), Bytes(64), Bytes(32), Bytes(1)]),
    ("seckey_verify", &[Bytes(32)]),
    ("seckey_negate", &[Bytes(32)]),
    ("seckey_tweak_add", &[Bytes(32), Bytes(32)]),
    ("seckey_tweak_mul", &[Bytes(32), Bytes(32)]),
    ("der_parse", &[Any]),
    ("field_mul", &[Bytes(32), Bytes(32)]),
    ("field_sqr", &[Bytes(32)]),
    ("field_inv", &[Bytes(32)]),
    ("field_sqrt", &[Bytes(32)]),
    ("base_mul", &[Bytes(32)]),
    ("point_mul", &[Bytes(32), Bytes(65)]),
];

/// The fields of an operation.
pub fn of(op: &str) -> Option<&'static [Field]> {
    let op = single(op);
    SHAPES
        .iter()
        .find(|(name, _)| *name == op)
        .map(|(_, fields)| *fields)
}

/// `OP` of `batch_OP_N`, whose rows are the same.
pub fn single(op: &str) -> &str {
    let batch = op.strip_prefix("batch_").and_then(|op| op.rsplit_once('_'));
    batch.map_or(op, |(single, _)| single)
}

/// One row's fields, of the shape of their operation.
pub struct Row(Vec<Vec<u8>>);

impl Row {
    /// Reads a row as it is on the wire: fields in hex, separated by one space.
    pub fn parse(line: &str, shape: &[Field]) -> Result<Row, String> {
        let words: Vec<&str> = if line.is_empty() {
            Vec::new()
        } else {
            line.split(' ').collect()
        };
        if words.len() != shape.len() {
            return Err(format!("{} fields instead of {}", words.len(), shape.len()));
        }
        let mut fields = Vec::with_capacity(words.len());
        for (i, (word, want)) in words.iter().zip(shape).enumerate() {
            let hex = match *word {
                "-" => "",
                "" => return Err(format!("field {i} is missing")),
                hex => hex,
            };
            let field = base16ct::lower::decode_vec(hex)
                .map_err(|_| format!("field {i} is not lowercase hex"))?;
            match *want {
                Bytes(n) if n != field.len() => {
                    return Err(format!(
                        "field {i} has {} bytes instead of {n}",
                        field.len()
                    ));
                }
                _ => fields.push(field),
            }
        }
        Ok(Row(fields))
    }

    /// The fields of `ecdsa_parse_verify`: key, DER signature and digest.
    pub fn encoded_ecdsa(&self) -> (Vec<u8>, Vec<u8>, [u8; 32]) {
        (
            self.bytes(0).to_vec(),
            self.bytes(1).to_vec(),
            self.array(2),
        )
    }

    /// The fields of `schnorr_parse_verify`: key, signature and message.
    pub fn encoded_schnorr(&self) -> (Vec<u8>, [u8; 64], [u8; 32]) {
        (self.bytes(0).to_vec(), self.array(1), self.array(2))
    }

    /// The keys of `pubkey_combine`; None when one is refused.
    pub fn sixteen<K>(&self, parse: impl Fn(&Row, usize) -> Option<K>) -> Option<[K; 16]> {
        let keys: Option<Vec<K>> = (0..16).map(|i| parse(self, i)).collect();
        keys?.try_into().ok()
    }

    /// Field i.
    pub fn bytes(&self, i: usize) -> &[u8] {
        &self.0[i]
    }

    /// Field i, which the shape says has N bytes.
    pub fn array<const N: usize>(&self, i: usize) -> [u8; N] {
        self.0[i]
            .as_slice()
            .try_into()
            .expect("a field's length as in its shape")
    }

    /// Field i, which the shape says is one byte.
    pub fn byte(&self, i: usize) -> u8 {
        self.0[i][0]
    }
}
