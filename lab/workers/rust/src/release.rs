//! The releases that are measured.

/// A release of a crate.
pub struct Release {
    pub name: &'static str,
    pub version: &'static str,
    /// Day on which crates.io published it.
    pub date: &'static str,
}

/// The releases that Cargo.lock may pin.
const RELEASES: &[Release] = &[
    Release {
        name: "aws-lc-rs",
        version: "1.19.0",
        date: "2026-10-28",
    },
    Release {
        name: "k256",
        version: "0.14.0",
        date: "2026-07-08",
    },
    Release {
        name: "secp256k1",
        version: "0.33.1",
        date: "2026-08-29",
    },
];

/// Versions of secp256k1-sys and of the libsecp256k1 that they carry.
const CARRIED: &[(&str, &str)] = &[("0.14.1", "0.8.0")];

/// The release of the crate, None when the table lacks it.
pub fn find(name: &str, version: &str) -> Option<&'static Release> {
    RELEASES
        .iter()
        .find(|r| r.name == name && r.version == version)
}

/// The version of libsecp256k1 in a version of secp256k1-sys.
pub fn carried(sys: &str) -> Option<&'static str> {
    CARRIED
        .iter()
        .find(|(v, _)| *v == sys)
        .map(|(_, version)| *version)
}
