//! What a contender is.

use std::fmt::Write;

use crate::batch::Op;
use crate::release;

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
