//! Which contenders there are.

use crate::contender::Contender;
#[cfg(feature = "koblitz")]
use crate::koblitz_crate;
use crate::{aws_lc_crate, k256_crate, secp256k1_crate};

/// Makes a contender.
pub type Make = fn() -> Contender;

/// All contenders by name.
pub const ALL: &[(&str, Make)] = &[
    (k256_crate::NAME, k256_crate::make),
    (secp256k1_crate::NAME, secp256k1_crate::make),
    (aws_lc_crate::NAME, aws_lc_crate::make),
    #[cfg(feature = "koblitz")]
    (koblitz_crate::NAME, koblitz_crate::make),
];

/// The contender of that name.
pub fn find(name: &str) -> Option<Contender> {
    ALL.iter().find(|(n, _)| *n == name).map(|(_, make)| make())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{release, shape};

    fn dated(c: &Contender) {
        let release = release::find(c.library, c.version);
        let date = release
            .expect("the pinned release in the table")
            .date
            .as_bytes();
        let digit = |i: usize| date[i].is_ascii_digit();
        assert!(
            date.len() == 10 && date[4] == b'-' && date[7] == b'-',
            "{}",
            c.name
        );
        assert!(
            [0, 1, 2, 3, 5, 6, 8, 9].into_iter().all(digit),
            "{}",
            c.name
        );
    }

    #[test]
    fn every_contender_is_described() {
        for (name, _) in ALL {
            let c = find(name).expect("a contender by its name");
            assert_eq!(c.name, *name);
            if c.library == "koblitz" {
                // Not released: it is this tree's.
                assert_eq!(c.version, env!("KOBLITZ_VERSION"));
            } else {
                dated(&c);
            }
            for op in &c.ops {
                assert!(shape::of(op.name).is_some(), "{name}: shape of {}", op.name);
            }
            for mark in c.marks {
                for op in mark.ops {
                    assert!(c.ops.iter().any(|o| o.name == *op), "{name}: mark on {op}");
                }
            }
        }
        assert!(release::carried(env!("SECP256K1_SYS_VERSION")).is_some());
    }
}
