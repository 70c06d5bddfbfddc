//! The bindings against the C headers: a C program of static assertions, made of the declarations in src/lib.rs, is
//! compiled with the headers; and the names on both sides are the same.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const BINDINGS: &str = include_str!("../src/lib.rs");

fn engine() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    ["engine", "../../engine"].map(|f| root.join(f)).into_iter().find(|f| f.join("CMakeLists.txt").exists()).unwrap()
}

/// Rust's type as C writes it.
fn c_type(rust: &str) -> String {
    for (start, constness) in [("*const ", " const*"), ("*mut ", "*")] {
        if let Some(rest) = rust.strip_prefix(start) {
            return c_type(rest) + constness;
        }
    }
    match rust {
        "c_uchar" => "unsigned char",
        "c_char" => "char",
        "c_int" => "int",
        "c_uint" => "unsigned int",
        "c_void" => "void",
        "usize" => "size_t",
        "u32" => "uint32_t",
        "u64" => "uint64_t",
        other => other,
    }
    .to_owned()
}

/// Names and types in C.
type Names = Vec<(String, String)>;

/// The declarations: functions with their types in C, and constants.
fn declared() -> (Names, Names) {
    let block = BINDINGS.split("\ndeclare! {").nth(1).unwrap();
    let text = block.split_whitespace().collect::<Vec<_>>().join(" ");
    let (mut functions, mut constants) = (Vec::new(), Vec::new());
    for item in text.split(['{', ';', '}']).map(str::trim) {
        if let Some(function) = item.strip_prefix("fn ") {
            let (name, rest) = function.split_once('(').unwrap();
            let (arguments, result) = rest.split_once(')').unwrap();
            let arguments: Vec<_> = arguments
                .split(", ")
                .filter(|a| !a.is_empty())
                .map(|a| c_type(a.split_once(": ").unwrap().1.trim()))
                .collect();
            let arguments = if arguments.is_empty() { "void".to_owned() } else { arguments.join(", ") };
            let result = result.trim().strip_prefix("-> ").map_or("void".to_owned(), c_type);
            functions.push((name.to_owned(), format!("{result} (*)({arguments})")));
        } else if let Some(constant) = item.strip_prefix("static ") {
            let (name, of) = constant.split_once(": ").unwrap();
            constants.push((name.to_owned(), c_type(of)));
        }
    }
    (functions, constants)
}

/// `name[size];` of the opaque objects.
fn objects() -> Vec<(&'static str, &'static str)> {
    let block = BINDINGS.split("\nobjects! {").nth(1).unwrap().split("\n}").next().unwrap();
    let lines = block.lines().map(str::trim).filter(|line| !line.starts_with("///") && !line.is_empty());
    lines.map(|line| line.trim_end_matches("];").split_once('[').unwrap()).collect()
}

#[test]
fn declarations_are_those_of_the_headers() {
    let (functions, constants) = declared();
    assert!(functions.len() > 90 && constants.len() > 7 && objects().len() > 12);
    let mut program = String::from(
        "#include <stddef.h>\n#include <stdint.h>\ntypedef void (*secp256k1_callback)(const char*, void*);\n\
         #define IS(name, ...) _Static_assert(__builtin_types_compatible_p(__typeof__(name), __VA_ARGS__), #name)\n",
    );
    for header in headers() {
        program = format!("#include \"{header}\"\n{program}");
    }
    for (name, of) in &functions {
        program += &format!("IS(&{name}, {of});\n");
    }
    for (name, of) in &constants {
        program += &format!("IS({name}, {of});\n");
    }
    for (name, size) in objects() {
        program += &format!("_Static_assert(sizeof({name}) == {size}, \"{name}\");\n");
    }
    let layout = |name: &str, size: usize, fields: &[(&str, usize)]| {
        let offsets = fields.iter().map(|(f, at)| format!(" && offsetof({name}, {f}) == {at}"));
        format!("_Static_assert(sizeof({name}) == {size}{}, \"{name}\");\n", offsets.collect::<String>())
    };
    macro_rules! layout {
        ($name:ident: $($field:ident),*) => {
            layout(stringify!($name), size_of::<koblitz_sys::$name>(),
                &[$((stringify!($field), std::mem::offset_of!(koblitz_sys::$name, $field))),*])
        };
    }
    program += &layout!(koblitz_column: data, size, stride, offsets, offset_size);
    program += &layout!(koblitz_output: data, size, stride);
    program += &layout!(koblitz_silentpayments_recipient: scan_key32, spend_pubkeys, n_spend_pubkeys);
    program += &layout!(secp256k1_schnorrsig_extraparams: magic, noncefp, ndata);
    program += &layout!(secp256k1_silentpayments_recipient: scan_pubkey, spend_pubkey, index);
    program += &layout!(secp256k1_silentpayments_found_output: output, tweak, found_with_label, label);
    for (name, value) in [
        ("SECP256K1_CONTEXT_NONE", koblitz_sys::SECP256K1_CONTEXT_NONE),
        ("SECP256K1_EC_COMPRESSED", koblitz_sys::SECP256K1_EC_COMPRESSED),
        ("SECP256K1_EC_UNCOMPRESSED", koblitz_sys::SECP256K1_EC_UNCOMPRESSED),
        ("KOBLITZ_BATCH_DER", koblitz_sys::KOBLITZ_BATCH_DER),
        ("KOBLITZ_BATCH_HIGH_S", koblitz_sys::KOBLITZ_BATCH_HIGH_S),
    ] {
        program += &format!("_Static_assert({name} == {value}, \"{name}\");\n");
    }
    compile(&program).unwrap_or_else(|errors| panic!("{errors}"));
    // The assertions do fail where a type differs.
    let wrong = program.replacen("IS(&secp256k1_ecdsa_verify, int (*)(", "IS(&secp256k1_ecdsa_verify, long (*)(", 1);
    assert!(compile(&wrong).unwrap_err().contains("secp256k1_ecdsa_verify"));
}

fn compile(program: &str) -> Result<(), String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let source = folder.join("headers.c");
    fs::write(&source, program).unwrap();
    let tool = cc::Build::new().opt_level(0).host(TARGET).target(TARGET).out_dir(&folder).get_compiler();
    let output = Command::new(tool.path())
        .args(["-std=c11", "-fsyntax-only", "-I"])
        .arg(engine().join("include"))
        .arg(&source)
        .output()
        .expect("a C compiler");
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// The triple matters to nobody: the assertions are about the machine that runs them.
const TARGET: &str = if cfg!(target_os = "macos") { "x86_64-apple-darwin" } else { "x86_64-unknown-linux-gnu" };

fn headers() -> Vec<String> {
    let files = fs::read_dir(engine().join("include")).unwrap().map(|f| f.unwrap().file_name().into_string().unwrap());
    // The interfaces of open proposals are not built.
    files.filter(|name| name.ends_with(".h") && !name.contains("batch") && !name.contains("light")).collect()
}

#[test]
fn nothing_of_the_headers_is_missing() {
    let (functions, constants) = declared();
    let ours: BTreeSet<_> = functions.into_iter().chain(constants).map(|(name, _)| name).collect();
    let mut theirs = BTreeSet::new();
    for header in headers() {
        let text = fs::read_to_string(engine().join("include").join(header)).unwrap();
        let mut text = text.as_str();
        let mut plain = String::new();
        while let Some((before, after)) = text.split_once("/*") {
            plain += before;
            text = after.split_once("*/").unwrap().1;
        }
        plain += text;
        // What is built on request only.
        let mut parts = plain.split("#ifdef KOBLITZ_REMOVED_FUNCTIONS");
        let first = parts.next().unwrap().to_owned();
        let kept = parts.fold(first, |kept, part| kept + part.split_once("#endif").unwrap().1);
        for item in kept.split("SECP256K1_API ").skip(1) {
            // The last name before the arguments, or before the end. The macro's own definition has none.
            let head = item.split(['(', ';']).next().unwrap();
            let mut words = head.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let name = words.rfind(|w| w.starts_with("secp256k1_") || w.starts_with("koblitz_"));
            theirs.extend(name.map(str::to_owned));
        }
    }
    assert_eq!(ours.symmetric_difference(&theirs).collect::<Vec<_>>(), Vec::<&String>::new());
}
