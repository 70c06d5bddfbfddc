//! Reads what the engine's CMake files say about its sources, for the build script and its test: the list of sources
//! with its conditions, the modules, the options of single files, and the definitions. Whatever it does not know is a
//! panic, so a change of those files cannot pass unseen.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What is compiled for.
pub struct Target {
    /// As `target_arch` of Rust.
    pub arch: String,
    /// As `target_os`.
    pub os: String,
    /// Whether gcc compiles, and not clang.
    pub gcc: bool,
}

impl Target {
    /// Whether it is Windows.
    pub fn windows(&self) -> bool {
        self.os == "windows" || self.os == "cygwin"
    }

    /// Whether it is one of Apple's systems.
    pub fn apple(&self) -> bool {
        matches!(self.os.as_str(), "macos" | "ios" | "tvos" | "watchos" | "visionos")
    }

    /// Whether it is WebAssembly.
    pub fn wasm(&self) -> bool {
        self.arch == "wasm32"
    }

    /// The value of a condition of the CMake files, as cmake/processor.cmake and cmake/options.cmake decide it.
    fn holds(&self, condition: &str) -> bool {
        match condition {
            "KOBLITZ_X86_64" => self.arch == "x86_64",
            "KOBLITZ_LANES" => self.arch == "x86_64",
            "SECP256K1_USE_EXTERNAL_DEFAULT_CALLBACKS" | "SECP256K1_ENABLE_API_VISIBILITY_ATTRIBUTES" => true,
            "SECP256K1_ENABLE_MODULE_${upper}" | "SECP256K1_ENABLE_MODULE_SCHNORRSIG" => true,
            "SECP256K1_ENABLE_MODULE_BATCH" | "KOBLITZ_REMOVED_FUNCTIONS" => false,
            _ => panic!("unknown condition of the engine's CMake files: {condition}"),
        }
    }
}

/// What the CMake files list for a target.
pub struct Lists {
    /// Paths in the engine's folder, with `/`.
    pub sources: Vec<String>,
    /// Options of single sources.
    pub flags: BTreeMap<String, Vec<String>>,
    /// Macros without a value.
    pub definitions: Vec<String>,
}

impl Lists {
    /// Reads the files of the engine.
    pub fn read(engine: &Path, target: &Target) -> Lists {
        let read = |name: &str| commands(&fs::read_to_string(engine.join(name)).expect("a CMake file"));
        let modules = modules(&read("cmake/options.cmake"));
        let sources = sources(engine, &read("cmake/sources.cmake"), &modules, target);
        let lanes =
            lanes_options(&fs::read_to_string(engine.join("cmake/processor.cmake")).expect("a CMake file"), target);
        let mut flags = BTreeMap::new();
        let mut definitions = None;
        for (name, arguments) in read("CMakeLists.txt") {
            if name == "set_source_files_properties" {
                let [file, "PROPERTIES", "COMPILE_OPTIONS", options] = arguments.each_str()[..] else {
                    panic!("options of a source that are not understood: {arguments:?}");
                };
                assert!(!options.contains('$'), "options of a source that are not understood: {options}");
                let options: Vec<_> = options.split(';').map(str::to_owned).collect();
                flags.insert(source_name(file), options);
            } else if name == "set_property" && arguments[0] == "SOURCE" {
                let ["SOURCE", files @ .., "APPEND", "PROPERTY", "COMPILE_OPTIONS", "${KOBLITZ_LANES_OPTIONS}"] =
                    &arguments.each_str()[..]
                else {
                    panic!("a property that is not understood: {arguments:?}");
                };
                for file in files {
                    flags.entry(source_name(file)).or_default().extend(lanes.iter().cloned());
                }
            } else if name == "target_compile_definitions" && arguments.iter().any(|a| a == "SECP256K1_BUILD") {
                assert!(definitions.is_none(), "two lists of definitions");
                definitions = Some(arguments.iter().skip(2).filter_map(|a| definition(a, target)).collect());
            }
        }
        Lists { sources, flags, definitions: definitions.expect("a list of definitions") }
    }
}

/// The path in the engine's folder.
fn source_name(file: &str) -> String {
    file.strip_prefix("${PROJECT_SOURCE_DIR}/").expect("a source").to_owned()
}

/// The options that the lanes' files have beside their own. The last list of the file is for gcc on Windows.
fn lanes_options(processor: &str, target: &Target) -> Vec<String> {
    let list = |line: &str| Some(words(line.trim().strip_prefix("set(KOBLITZ_LANES_OPTIONS ")?.strip_suffix(')')?));
    let lists: Vec<_> = processor.lines().filter_map(list).collect();
    let [others, windows] = &lists[..] else { panic!("options of the lanes that are not understood: {lists:?}") };
    if target.windows() && target.gcc { windows } else { others }.clone()
}

trait EachStr {
    fn each_str(&self) -> Vec<&str>;
}

impl EachStr for Vec<String> {
    fn each_str(&self) -> Vec<&str> {
        self.iter().map(String::as_str).collect()
    }
}

/// Commands with their arguments; comments are left out, quotes taken off.
fn commands(text: &str) -> Vec<(String, Vec<String>)> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap());
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut commands = Vec::new();
    let mut rest = text.as_str();
    while let Some(open) = rest.find('(') {
        let name = rest[..open].split_whitespace().last().unwrap_or_default().to_owned();
        let mut depth = 1;
        let mut quoted = false;
        let mut end = open + 1;
        for (at, c) in rest[open + 1..].char_indices() {
            match c {
                '"' => quoted = !quoted,
                '(' if !quoted => depth += 1,
                ')' if !quoted => depth -= 1,
                _ => {}
            }
            end = open + 1 + at;
            if depth == 0 {
                break;
            }
        }
        commands.push((name, words(&rest[open + 1..end])));
        rest = &rest[end + 1..];
    }
    commands
}

fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in text.chars().chain([' ']) {
        if c == '"' {
            quoted = !quoted;
        } else if c.is_whitespace() && !quoted {
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
        } else {
            word.push(c);
        }
    }
    words
}

/// The modules that are built unless they are asked not to be.
fn modules(options: &[(String, Vec<String>)]) -> Vec<String> {
    let list = |name: &str| {
        let found = options.iter().find(|(c, a)| c == "set" && a.first().is_some_and(|f| f == name));
        found.expect("a list of modules").1[1..].to_vec()
    };
    let on_request = list("KOBLITZ_MODULES_ON_REQUEST");
    let mut modules = list("KOBLITZ_MODULES");
    modules.retain(|module| !on_request.contains(module));
    modules
}

fn sources(engine: &Path, commands: &[(String, Vec<String>)], modules: &[String], target: &Target) -> Vec<String> {
    let mut sources = Vec::new();
    let mut conditions = Vec::new();
    for (command, arguments) in commands {
        match command.as_str() {
            "if" => conditions.push(match &arguments.each_str()[..] {
                ["NOT", condition] => !target.holds(condition),
                [condition] => target.holds(condition),
                [one, "OR", other] => target.holds(one) || target.holds(other),
                other => panic!("condition that is not understood: {other:?}"),
            }),
            "else" => {
                let last = conditions.last_mut().expect("an if before its else");
                *last = !*last;
            }
            "elseif" => panic!("elseif in the list of sources"),
            "endif" => drop(conditions.pop()),
            _ if conditions.contains(&false) => {}
            _ => {
                for argument in arguments {
                    let path = argument.strip_prefix("${PROJECT_SOURCE_DIR}/").unwrap_or(argument);
                    let source = path.starts_with("src/") && (path.ends_with(".cpp") || path.ends_with(".S"));
                    if source && path.contains("${module}") {
                        sources.extend(modules.iter().map(|module| path.replace("${module}", module)));
                    } else if source && path.contains('*') {
                        glob(engine, path, &mut sources);
                    } else if source {
                        sources.push(path.to_owned());
                    }
                }
            }
        }
    }
    sources.sort();
    sources
}

/// The files of a pattern whose `*` stands for a part of a name.
fn glob(engine: &Path, pattern: &str, sources: &mut Vec<String>) {
    let mut found = vec![String::new()];
    for part in pattern.split('/') {
        let mut next = Vec::new();
        for base in &found {
            let (head, tail) = part.split_once('*').unwrap_or((part, ""));
            let Ok(entries) = fs::read_dir(engine.join(base)) else { continue };
            for entry in entries {
                let name = entry.unwrap().file_name().into_string().unwrap();
                let fits = name.len() >= head.len() + tail.len() && name.starts_with(head) && name.ends_with(tail);
                if name == part || (part.contains('*') && fits) {
                    next.push(if base.is_empty() { name } else { format!("{base}/{name}") });
                }
            }
        }
        found = next;
    }
    sources.extend(found);
}

/// `NAME`, or `$<$<BOOL:${CONDITION}>:NAME>` and `$<$<NOT:$<BOOL:${CONDITION}>>:NAME>` by the condition.
fn definition(argument: &str, target: &Target) -> Option<String> {
    let Some(inner) = argument.strip_prefix("$<") else {
        let name = argument.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        assert!(name || argument == "${arg_DEFINITIONS}", "definition that is not understood: {argument}");
        return name.then(|| argument.to_owned());
    };
    let (condition, name) = inner.rsplit_once(">:").expect("a condition");
    let negated = condition.contains("$<NOT:");
    let variable = condition.split("${").nth(1).and_then(|c| c.split('}').next()).expect("a variable");
    (target.holds(variable) != negated).then(|| name.trim_end_matches('>').to_owned())
}
