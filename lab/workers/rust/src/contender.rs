//! What a contender is, and which there are.

use std::fmt::Write;

use crate::batch::Op;
use crate::{k256_crate, release, secp256k1_crate};

/// A library as it is measured.
pub struct Contender {
    pub name: &'static str,
    pub library: &'static str,
    pub version: &'static str,
    pub flags: String,
    pub claims: &'static [&'static str],
    pub marks: &'static [Mark],
    pub ops: Vec<Op>,
}

/// A reservation about some operations.
pub struct Mark {
    pub name: &'static str,
    pub ops: &'static [&'static str],
    pub reason: &'static str,
}

/// Makes a contender.
pub type Make = fn() -> Contender;

/// All contenders by name.
pub const ALL: &[(&str, Make)] = &[
    (k256_crate::NAME, k256_crate::make),
    (secp256k1_crate::NAME, secp256k1_crate::make),
];

/// The contender of that name.
pub fn find(name: &str) -> Option<Contender> {
    ALL.iter().find(|(n, _)| *n == name).map(|(_, make)| make())
}

impl Contender {
    /// The reply to `hello`.
    pub fn hello(&self) -> String {
        let mut s = String::new();
        let mut line = |key: &str, value: &str| writeln!(s, "{key} {value}").expect("a string");
        line("contender", self.name);
        line("version", self.version);
        if let Some(release) = release::find(self.library, self.version) {
            line("date", release.date);
        }
        if let Ok(path) = std::env::current_exe() {
            line("path", &path.to_string_lossy());
        }
        line("flags", &self.flags);
        for claim in self.claims {
            line("claim", claim);
        }
        for mark in self.marks {
            line(
                "mark",
                &format!("{} {} {}", mark.name, mark.ops.join(","), mark.reason),
            );
        }
        for op in &self.ops {
            line("op", op.name);
        }
        s + "ok"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape;

    #[test]
    fn every_contender_is_described() {
        for (name, _) in ALL {
            let c = find(name).expect("a contender by its name");
            assert_eq!(c.name, *name);
            let release = release::find(c.library, c.version);
            let date = release
                .expect("the pinned release in the table")
                .date
                .as_bytes();
            let digit = |i: usize| date[i].is_ascii_digit();
            assert!(
                date.len() == 10 && date[4] == b'-' && date[7] == b'-',
                "{name}"
            );
            assert!([0, 1, 2, 3, 5, 6, 8, 9].into_iter().all(digit), "{name}");
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
