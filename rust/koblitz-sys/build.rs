//! Compiles the engine to a static library: the sources, definitions and flags of a file that the engine's CMake files
//! list, with every name of the library under a prefix that has the crate's version in it.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "src/cmake.rs"]
mod cmake;

/// `links` of Cargo.toml, and `PREFIX` of src/lib.rs.
const PREFIX: &str = "koblitz_0_9_";

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap());
    // The package has the engine's folder in it; the repository has it two folders up.
    let engine = ["engine", "../../engine"]
        .map(|folder| root.join(folder))
        .into_iter()
        .find(|folder| folder.join("CMakeLists.txt").exists())
        .expect("the engine's sources");
    // On Windows it would begin with \\?\, which gcc does not take.
    let engine = if cfg!(windows) { engine } else { engine.canonicalize().unwrap() };
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/cmake.rs");
    println!("cargo::rerun-if-env-changed=DOCS_RS");
    // docs.rs links nothing, and has no compiler for every target.
    if env::var_os("DOCS_RS").is_some() {
        return;
    }
    for part in ["CMakeLists.txt", "cmake", "include", "src"] {
        println!("cargo::rerun-if-changed={}", engine.join(part).display());
    }

    let target = cmake::Target {
        arch: env::var("CARGO_CFG_TARGET_ARCH").unwrap(),
        os: env::var("CARGO_CFG_TARGET_OS").unwrap(),
        gcc: cc::Build::new().cpp(true).get_compiler().is_like_gnu(),
    };
    assert!(
        env::var("CARGO_CFG_TARGET_ENV").unwrap() != "msvc",
        "koblitz-sys needs gcc 12 or clang 14, and not MSVC: on Windows, build for a -gnu or -gnullvm target"
    );
    // The compilers have no integers of 128 bits for the others.
    assert!(
        env::var("CARGO_CFG_TARGET_POINTER_WIDTH").unwrap() == "64" || target.wasm(),
        "koblitz-sys needs a 64-bit target or wasm32, and {} is none",
        env::var("TARGET").unwrap()
    );
    let mut lists = cmake::Lists::read(&engine, &target);
    if target.wasm() {
        println!("cargo::rerun-if-changed=wasm");
        // A backend of its own, which has not what ElligatorSwift and silent payments need.
        let others = ["arm64", "ellswift", "silentpayments"];
        lists.sources.retain(|source| !others.iter().any(|other| source.contains(other)));
        lists.sources.push("src/backends/wasm.cpp".to_owned());
    }
    let names = PathBuf::from(env::var("OUT_DIR").unwrap()).join("names.h");
    fs::write(&names, prefixed_names(&engine)).unwrap();

    let mut groups = BTreeMap::<Vec<String>, Vec<&str>>::new();
    for source in &lists.sources {
        let mut flags = lists.flags.get(source).cloned().unwrap_or_default();
        if source.ends_with(".S") {
            flags.insert(0, "assembly".to_owned());
        }
        groups.entry(flags).or_default().push(source);
    }
    let mut objects = Vec::new();
    let mut commands = String::new();
    for (flags, sources) in groups {
        let assembly = flags.first().is_some_and(|f| f == "assembly");
        let mut build = compiler(&engine, &names, &target, !assembly);
        for definition in &lists.definitions {
            build.define(definition, None);
        }
        for flag in flags.iter().skip(usize::from(assembly)) {
            build.flag(flag);
        }
        let tool = build.get_compiler();
        let arguments: Vec<_> = tool.args().iter().map(|argument| argument.to_string_lossy()).collect();
        for source in &sources {
            commands += &format!("{source} {}\n", arguments.join(" "));
        }
        build.files(sources.iter().map(|source| engine.join(source)));
        objects.extend(build.compile_intermediates());
    }
    let mut library = compiler(&engine, &names, &target, true);
    library.objects(objects).compile(&format!("{PREFIX}engine"));
    // For the test that compares them with CMake's.
    let list = names.with_file_name("commands.txt");
    fs::write(&list, commands).unwrap();
    println!("cargo::rustc-env=KOBLITZ_COMMANDS={}", list.display());
    println!("cargo::metadata=include={}", engine.join("include").display());
    println!("cargo::metadata=prefix={PREFIX}");
}

/// The flags of the engine's cmake/flags.cmake. The engine is optimized in every profile: lanes need it, and what
/// functions on secrets wipe is measured in optimized builds.
fn compiler(engine: &Path, names: &Path, target: &cmake::Target, cpp: bool) -> cc::Build {
    let mut build = cc::Build::new();
    build
        .opt_level(2)
        .debug(false)
        .force_frame_pointer(false)
        .warnings(false)
        .pic(!target.wasm())
        .inherit_rustflags(false)
        .include(engine.join("src"))
        .include(engine.join("include"))
        .define("NDEBUG", None)
        .flag("-include")
        .flag(names)
        .cargo_metadata(true);
    if cpp {
        build
            .cpp(true)
            .std("c++20")
            .cpp_link_stdlib(None)
            .flag("-fno-exceptions")
            .flag("-fno-rtti")
            .flag("-fno-threadsafe-statics")
            .flag("-fvisibility-inlines-hidden")
            .flag("-fvisibility=hidden");
        if build.get_compiler().is_like_gnu() {
            build.flag("-fno-schedule-insns");
        }
        if target.arch == "x86_64" {
            build.flag("-fcf-protection=full");
        }
        if !target.windows() && !target.apple() && !target.wasm() {
            build.flag("-fno-plt");
        }
    }
    if target.wasm() {
        // Headers of C for a target that has none, and a name for the one function of C that Rust does not bring.
        build.include(env::var("CARGO_MANIFEST_DIR").unwrap() + "/wasm");
        if target.os == "unknown" {
            build.define("strcmp", format!("{PREFIX}strcmp").as_str());
        }
    }
    build.flag(format!("-ffile-prefix-map={}=/", engine.display()));
    build
}

/// Definitions that put the prefix before every name of the engine: functions, constants, assembly routines, and the
/// namespaces that its C++ symbols have in them. Two engines in one program then share nothing.
fn prefixed_names(engine: &Path) -> String {
    let mut names = BTreeSet::new();
    for folder in ["include", "src"] {
        collect(&engine.join(folder), &mut names);
    }
    names.iter().map(|name| format!("#define {name} {PREFIX}{name}\n")).collect()
}

/// What `form` stands for in the engine's macros.
const FORMS: [&str; 2] = ["narrow", "wide"];

/// Whether a name of ours is put together from unknown parts.
fn pasted(text: &str) -> bool {
    let before = text.split("##").map(|part| part.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next());
    let count = text.matches("##").count();
    before.take(count).flatten().any(|word| word.starts_with("koblitz_") || word.starts_with("secp256k1_"))
}

fn collect(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder of the engine") {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, names);
        } else if let Ok(text) = fs::read_to_string(&path) {
            // Names that a macro of C++ puts together are replaced as a whole.
            let texts = FORMS.map(|form| text.replace("##form##", form)).concat();
            assert!(!pasted(&texts), "{}: names that build.rs does not know", path.display());
            let words = texts.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let ours =
                |word: &&str| *word == "koblitz" || word.starts_with("koblitz_") || word.starts_with("secp256k1_");
            names.extend(words.filter(ours).map(str::to_owned));
        }
    }
}
