//! The build script compiles what CMake compiles: the same sources, each with the same definitions and code options.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

type Commands = BTreeMap<String, BTreeSet<String>>;

/// The options that decide on the code; paths, warnings and what only moves functions about do not.
fn options<'a>(words: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let code = |w: &&str| ["-D", "-f", "-m", "-std", "-O"].iter().any(|start| w.starts_with(start));
    let elsewhere = [
        "-ffile-prefix-map",
        "-ffunction-sections",
        "-fdata-sections",
        "-fPIC",
        "-fomit-frame-pointer",
        "-m64",
        "-march=x86-64",
    ];
    words.filter(code).filter(|w| !elsewhere.iter().any(|e| w.starts_with(e))).map(str::to_owned).collect()
}

/// Assembly is not optimized, whether a build asks for it or not.
fn without_optimization(source: &str, options: &mut BTreeSet<String>) {
    options.retain(|o| !source.ends_with(".S") || !["-O2", "-DNDEBUG"].contains(&o.as_str()));
}

#[test]
fn sources_and_options_are_those_of_cmake() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let engine =
        ["engine", "../../engine"].map(|f| root.join(f)).into_iter().find(|f| f.join("CMakeLists.txt").exists());
    let engine = engine.unwrap().canonicalize().unwrap();
    let build = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cmake");
    let _ = fs::remove_dir_all(&build);
    let configured = Command::new("cmake")
        .args(["-G", "Unix Makefiles", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"])
        .args([
            "-DBUILD_SHARED_LIBS=OFF",
            "-DSECP256K1_BUILD_TESTS=OFF",
            "-DSECP256K1_USE_EXTERNAL_DEFAULT_CALLBACKS=ON",
        ])
        .arg("-S")
        .arg(&engine)
        .arg("-B")
        .arg(&build)
        .env_remove("CXXFLAGS")
        .output();
    let Ok(configured) = configured else {
        println!("SKIPPED sources: sudo apt-get install cmake make");
        return;
    };
    assert!(configured.status.success(), "{}", String::from_utf8_lossy(&configured.stderr));

    let mut theirs = Commands::new();
    let list = fs::read_to_string(build.join("compile_commands.json")).unwrap();
    for entry in list.split("\"command\": \"").skip(1) {
        let command = entry.split("\",\n").next().unwrap();
        let file = entry.split("\"file\": \"").nth(1).unwrap().split('"').next().unwrap();
        let source = Path::new(file).strip_prefix(&engine).unwrap().to_str().unwrap().to_owned();
        // -O2 before -O3 does nothing.
        let mut options = options(command.split_whitespace());
        options.retain(|o| o != "-O2" || !command.contains("-O3"));
        without_optimization(&source, &mut options);
        theirs.insert(source, options);
    }
    let mut ours = Commands::new();
    for line in fs::read_to_string(env!("KOBLITZ_COMMANDS")).unwrap().lines() {
        let (source, command) = line.split_once(' ').unwrap();
        let mut options = options(command.split_whitespace());
        options.retain(|o| o != "-O2" || !command.contains("-O3"));
        without_optimization(source, &mut options);
        ours.insert(source.to_owned(), options);
    }
    assert!(ours.len() > 40, "{ours:#?}");
    assert_eq!(ours.keys().collect::<Vec<_>>(), theirs.keys().collect::<Vec<_>>());
    for (source, options) in &ours {
        assert_eq!(options, &theirs[source], "{source}");
    }
    assert!(
        ours.values().any(|o| o.contains("-mavx512ifma")) || !cfg!(all(target_arch = "x86_64", target_os = "linux"))
    );
}
