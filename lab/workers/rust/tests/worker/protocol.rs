//! The protocol: what is refused, and that the worker goes on serving.

use crate::{CONTENDERS, offered, talk, worker};

const KEY: &str = "0000000000000000000000000000000000000000000000000000000000000002";
const ZERO: &str = "0000000000000000000000000000000000000000000000000000000000000000";
const HIGH: &str = "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff";

/// Commands and the start of each reply; KEY stands for a field.
const CASES: &[(&str, &str, &[&str])] = &[
    ("another version", "hello 2", &["error "]),
    ("no version", "hello", &["error "]),
    ("an unknown command", "jump 1", &["error "]),
    ("an empty line", "", &["error "]),
    ("two spaces", "run  pubkey_create 0 1 0 0", &["error "]),
    ("a load without a count", "load pubkey_create", &["error "]),
    (
        "a count that is no number",
        "load pubkey_create x",
        &["error "],
    ),
    ("a count with a sign", "load pubkey_create +1", &["error "]),
    ("a negative count", "load pubkey_create -1", &["error "]),
    (
        "a count beyond 64 bits",
        "load pubkey_create 99999999999999999999",
        &["error "],
    ),
    (
        "an operation that is not offered",
        "load nothing 2\nKEY\nKEY",
        &["error "],
    ),
    (
        "a field too few",
        "load pubkey_create 1\n",
        &["error row 0: "],
    ),
    (
        "a field too many",
        "load pubkey_create 2\nKEY\nKEY KEY",
        &["error row 1: "],
    ),
    (
        "a short field",
        "load pubkey_create 1\n00",
        &["error row 0: "],
    ),
    (
        "an empty field",
        "load pubkey_create 1\n-",
        &["error row 0: "],
    ),
    ("half a byte", "load der_parse 1\n0", &["error row 0: "]),
    ("upper case", "load der_parse 1\nAB", &["error row 0: "]),
    ("not hex", "load der_parse 1\nxy", &["error row 0: "]),
    (
        "a space at the end",
        "load der_parse 1\n00 ",
        &["error row 0: "],
    ),
    (
        "every bad row is read",
        "load der_parse 3\nxy\nquit\nzz\njump",
        &["error row 0: ", "error "],
    ),
    (
        "alloc",
        "load pubkey_create 1\nKEY\nalloc pubkey_create 0 1",
        &["ok", "error "],
    ),
    ("run before load", "run pubkey_create 0 1 0 0", &["error "]),
    (
        "run of another",
        "load pubkey_create 1\nKEY\nrun der_parse 0 1 0 0",
        &["ok", "error "],
    ),
    (
        "timed rows too many",
        "load pubkey_create 1\nKEY\nrun pubkey_create 0 2 0 0",
        &["ok", "error "],
    ),
    (
        "timed rows behind",
        "load pubkey_create 1\nKEY\nrun pubkey_create 1 1 0 0",
        &["ok", "error "],
    ),
    (
        "warm rows too many",
        "load pubkey_create 1\nKEY\nrun pubkey_create 0 1 0 2",
        &["ok", "error "],
    ),
    (
        "a range that overflows",
        "load pubkey_create 1\nKEY\nrun pubkey_create 18446744073709551615 1 0 0",
        &["ok", "error rows out of range"],
    ),
    (
        "a word missing",
        "load pubkey_create 1\nKEY\nrun pubkey_create 0 1 0",
        &["ok", "error "],
    ),
    (
        "a word too many",
        "load pubkey_create 1\nKEY\nrun pubkey_create 0 1 0 0 1 1",
        &["ok", "error "],
    ),
    (
        "a failed load leaves nothing",
        "load pubkey_create 1\nKEY\nload pubkey_create 1\n00\nrun pubkey_create 0 1 0 0",
        &["ok", "error ", "error "],
    ),
    (
        "no rows",
        "load pubkey_create 0\nrun pubkey_create 0 0 0 0",
        &["ok", "ok "],
    ),
];

#[test]
fn bad_commands_get_an_error_and_no_more() {
    for contender in CONTENDERS {
        let parses = offered(contender).iter().any(|op| op == "der_parse");
        for (what, input, want) in CASES {
            if input.contains("der_parse") && !parses {
                continue;
            }
            let input = input.replace("KEY", KEY);
            // The last command shows that the worker still serves.
            let input = format!("{input}\nload pubkey_create 1\n{KEY}\nquit\n");
            let got = talk(contender, input.as_bytes());
            assert_eq!(got.len(), want.len() + 2, "{contender}, {what}: {got:?}");
            for (got, want) in got.iter().zip(*want) {
                assert!(got.starts_with(want), "{contender}, {what}: {got:?}");
            }
            assert_eq!(got[want.len()..], ["ok", "ok"], "{contender}, {what}");
        }
    }
}

#[test]
fn bytes_that_are_no_text_get_an_error() {
    for contender in CONTENDERS {
        let got = talk(contender, b"\xff\xfe\nload der_parse 1\n\xff\nquit\n");
        assert!(
            got[0].starts_with("error ") && got[1].starts_with("error "),
            "{got:?}"
        );
        assert_eq!(got[2..], ["ok"], "{contender}");
    }
}

#[test]
fn results_are_those_of_the_timed_rows() {
    let two = "04c6047f9441ed7d";
    let cases: [(&str, &[&str]); 3] = [
        ("0 4 0 0", &[two, "-", two, "-"]),
        ("2 1 0 4", &[two]),
        ("1 2 3 1", &["-", two]),
    ];
    for contender in CONTENDERS {
        for (range, want) in cases {
            let input = format!("load pubkey_create 4\n{KEY}\n{ZERO}\n{KEY}\n{HIGH}\n");
            let got = talk(
                contender,
                format!("{input}run pubkey_create {range}\n").as_bytes(),
            );
            let items: Vec<_> = got[1].rsplit(' ').next().unwrap().split(',').collect();
            assert_eq!(items.len(), want.len(), "{contender} {range}: {got:?}");
            for (got, want) in items.iter().zip(want) {
                assert!(got.starts_with(want), "{contender} {range}: {got}");
            }
        }
    }
}

#[test]
fn hello_describes_the_contender() {
    for contender in CONTENDERS {
        let got = talk(contender, b"hello 1\n");
        assert_eq!(got[0], format!("contender {contender}"));
        assert_eq!(got.last().map(String::as_str), Some("ok"));
        // What is not released has no date.
        let dated = (contender != "koblitz-rust").then_some("date ");
        for key in ["version ", "path ", "flags ", "op empty"]
            .into_iter()
            .chain(dated)
        {
            assert!(got.iter().any(|l| l.starts_with(key)), "{contender}: {key}");
        }
    }
}

struct Ending {
    what: &'static str,
    args: &'static [&'static str],
    input: &'static str,
    status: i32,
    stdout: &'static str,
    stderr: &'static str, // a part of it
}

#[rustfmt::skip]
const ENDINGS: &[Ending] = &[
    Ending { what: "quit", args: &["--contender", "k256"], input: "quit\nhello 1\n", status: 0, stdout: "ok\n", stderr: "" },
    Ending { what: "the end of the input", args: &["--contender", "k256"], input: "", status: 0, stdout: "", stderr: "" },
    Ending { what: "an end amid rows", args: &["--contender", "k256"], input: "load empty 2\n\n", status: 1, stdout: "", stderr: "1 of 2" },
    Ending { what: "no arguments", args: &[], input: "", status: 2, stdout: "", stderr: "usage" },
    Ending { what: "an unknown contender", args: &["--contender", "x"], input: "", status: 2, stdout: "", stderr: "no contender" },
    Ending { what: "too many arguments", args: &["--list", "x"], input: "", status: 2, stdout: "", stderr: "usage" },
    Ending { what: "the list", args: &["--list"], input: "", status: 0, stdout: "k256\nrust-secp256k1\naws-lc-rs\nkoblitz-rust\n", stderr: "" },
];

#[test]
fn the_process_ends_as_it_should() {
    for case in ENDINGS {
        let got = worker(case.args, case.input.as_bytes());
        let said = String::from_utf8_lossy(&got.stderr);
        assert_eq!(
            got.status.code(),
            Some(case.status),
            "{}: {said}",
            case.what
        );
        assert_eq!(
            String::from_utf8_lossy(&got.stdout),
            case.stdout,
            "{}",
            case.what
        );
        let quiet = case.stderr.is_empty();
        assert!(
            said.contains(case.stderr) && said.is_empty() == quiet,
            "{}: {said}",
            case.what
        );
    }
}
