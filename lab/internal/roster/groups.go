package roster

import (
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"koblitz.dev/lab/internal/contest"
	"koblitz.dev/lab/internal/machine"
)

// group is a source of contenders that share a worker and what it needs.
type group struct {
	families []string // contenders' names start with one of these
	names    []string // of its contenders, without versions but for those of this checkout's list
	steps    []string // that it needs
	list     func() []*contest.Contender
	byName   bool // not in the default set
	slow     bool // to be built
}

func (g group) may(name string) bool {
	return slices.ContainsFunc(g.families, func(f string) bool {
		return name == f || strings.HasPrefix(name, f+"-")
	})
}

// groups lists the sources of the default set, in the order of the tables.
func (r *Roster) groups() []group {
	newest := r.newest().Name
	node := []string{"noble", "noble-secp256k1", "elliptic", "tiny-secp256k1"}
	return []group{
		{families: []string{"engine"}, names: []string{"engine", "engine-portable"}, steps: []string{"engine", "worker c"}, list: r.engine},
		{families: []string{"go"}, names: []string{"go", "go-purego"}, steps: []string{"worker go", "worker go-purego"}, list: r.module},
		{families: []string{"libsecp256k1", "openssl"}, names: []string{newest}, steps: []string{"worker c", "baseline"}, list: r.anchored},
		{families: []string{"libsecp256k1"}, names: []string{newest + "-clang"}, steps: []string{"worker c", "baseline by clang"}, list: r.clang},
		{families: []string{"openssl"}, names: []string{"openssl"}, steps: []string{"worker c"}, list: r.systemCrypto},
		r.distribution("botan", "botan"),
		r.distribution("cryptopp", "cryptopp"),
		r.distribution("libgcrypt", "gcrypt"),
		r.distribution("mbedtls", "mbedtls"),
		r.distribution("wolfssl", "wolfssl"),
		{families: []string{"libsecp256k1"}, names: []string{newest + "-purego"}, steps: []string{"worker go", "baseline"}, list: r.purego},
		{families: []string{"libsecp256k1"}, names: []string{"libsecp256k1-cgo"}, steps: []string{"worker go-cgo"}, list: r.cgo},
		named([]string{"worker go"}, r.goWorker, "btcec", "decred", "gnark-crypto", "secp256k1-voi"),
		{families: []string{"btcec", "decred"}, names: []string{"decred-replaced", "btcec-replaced"}, steps: []string{"worker go-replaced"}, list: r.replaced, byName: true},
		slow(named([]string{"worker rust"}, r.rustWorker, "k256", "rust-secp256k1", "aws-lc-rs")),
		{families: []string{"koblitz-rust"}, names: []string{"koblitz-rust"}, steps: []string{"worker rust-koblitz"}, list: r.ownCrate, byName: true},
		slow(named([]string{"worker node"}, func() []*contest.Contender { return r.inNode(node...) }, node...)),
		byName(named([]string{"worker node", "worker node-ox"}, r.ox, "ox")),
		byName(named([]string{"worker node", "engine", "js"}, r.ownPackage, "js-wasm", "js-native")),
		slow(named([]string{"worker python"}, r.pythonWorker, "coincurve", "python-ecdsa")),
		slow(named([]string{"worker java"}, r.javaWorker, "bouncycastle", "acinq-secp256k1-kmp")),
	}
}

// named is a group whose contenders' names are those of their families.
func named(steps []string, list func() []*contest.Contender, names ...string) group {
	return group{families: names, names: names, steps: steps, list: list}
}

func slow(g group) group {
	g.slow = true
	return g
}

func byName(g group) group {
	g.byName = true
	return g
}

// engine is this project's library, with the backend that it chooses and with
// the portable one.
func (r *Roster) engine() []*contest.Contender {
	if err := cmp.Or(r.build("engine"), r.build("worker c")); err != nil {
		r.drop("engine", err)
		return nil
	}
	library := filepath.Join(r.Root, "build", "engine", "libsecp256k1.so")
	fast, portable := r.native(library, ""), r.native(library, "")
	portable.Env = []string{"KOBLITZ_BACKEND=portable"}
	version := r.ownVersion()
	return []*contest.Contender{{Name: "engine", Spec: fast, Version: version}, {Name: "engine-portable", Spec: portable, Version: version}}
}

// ownVersion is that of this project's own contenders: what the file VERSION says and the
// commit of the checkout, as in 0.9.0+0123456789ab.
func (r *Roster) ownVersion() string {
	version := ""
	if raw, err := os.ReadFile(filepath.Join(r.Root, "VERSION")); err == nil {
		version = strings.TrimSpace(string(raw))
	}
	commit, dirty := machine.Checkout()
	switch {
	case commit == "":
		return version
	case version == "":
		version = "commit " + commit[:min(12, len(commit))]
	default:
		version += "+" + commit[:min(12, len(commit))]
	}
	if dirty {
		version += "+changes"
	}
	return version
}

// module is this project's Go module, with its assembly and without.
func (r *Roster) module() []*contest.Contender {
	var list []*contest.Contender
	for _, k := range []struct{ name, worker string }{{"go", "worker-go"}, {"go-purego", "worker-go-purego"}} {
		if err := r.build(strings.Replace(k.worker, "-", " ", 1)); err != nil {
			r.drop(k.name, err)
			continue
		}
		list = append(list, r.named(r.worker(k.worker), k.name, k.name, "")...)
	}
	for _, k := range list {
		k.Version = r.ownVersion()
	}
	return list
}

// Releases returns all anchors, newest first, and which of them are built.
func (r *Roster) Releases() (all []Anchor, built map[string]bool) {
	built = map[string]bool{}
	for _, a := range r.anchors {
		_, err := os.Stat(r.anchorPath(a))
		built[a.Name] = err == nil
	}
	return r.anchors, built
}

// Anchors returns the contenders whose libraries `make anchors` has built, and
// the baseline among them.
func (r *Roster) Anchors() (set []*contest.Contender, baseline string) {
	return r.anchored(), r.newest().Name
}

// Newest builds the newest libsecp256k1 if it is absent, and returns its path
// and symbol prefix.
func (r *Roster) Newest() (path, prefix string, err error) {
	return r.anchorPath(r.newest()), r.newest().Prefix, r.build("baseline")
}

// Algorithms lists the contenders of lab algorithms and names the baseline among
// them. Their worker is built with cgo where there is a C compiler.
func (r *Roster) Algorithms() (set []*contest.Contender, baseline string, err error) {
	if err := r.build("worker algorithms"); err != nil {
		return nil, "", err
	}
	const native = "-libsecp256k1"
	program := r.worker("worker-algorithms")
	for _, name := range r.listed(program) {
		k := &contest.Contender{Name: name}
		argv := []string{program, "--contender", name}
		if !strings.HasSuffix(name, native) {
			k.Spec = r.spec(argv)
		} else if library, prefix, err := r.Newest(); err != nil {
			r.drop(name, err)
			continue
		} else {
			k.Spec = r.spec(append(argv, "--library", library, "--prefix", cmp.Or(prefix, "secp256k1_")))
			k.Spec.Private = append(k.Spec.Private, library)
			k.Version, k.Date = r.newest().Version, r.newest().Date
		}
		set = append(set, k)
	}
	for _, of := range []string{native, "-koblitz"} {
		for _, k := range set {
			if strings.HasSuffix(k.Name, of) {
				return set, k.Name, nil
			}
		}
	}
	return nil, "", errors.New("no contender could be had")
}

// anchored lists the anchors that are built; the newest libsecp256k1 is built
// when it is absent.
func (r *Roster) anchored() []*contest.Contender {
	if err := r.build("worker c"); err != nil {
		r.drop("libsecp256k1 and openssl, native", err)
		return nil
	}
	if err := r.build("baseline"); err != nil {
		r.drop(r.newest().Name, err)
	}
	var list []*contest.Contender
	for _, a := range r.anchors {
		path := r.anchorPath(a)
		if _, err := os.Stat(path); err != nil {
			continue
		}
		list = append(list, &contest.Contender{
			Name: a.Name, Spec: r.native(path, a.Prefix), Version: a.Version, Date: a.Date, Flags: anchorFlags(path),
		})
	}
	return list
}

// clang is the newest libsecp256k1, by the other compiler.
func (r *Roster) clang() []*contest.Contender {
	a := r.newest()
	name := a.Name + "-clang"
	if err := cmp.Or(r.build("worker c"), r.build("baseline by clang")); err != nil {
		r.drop(name, err)
		return nil
	}
	path := filepath.Join(r.Root, "build", "anchors-clang", a.Name+".so")
	return []*contest.Contender{{
		Name: name, Spec: r.native(path, a.Prefix), Version: a.Version, Date: a.Date, Flags: anchorFlags(path),
	}}
}

// anchorFlags reads how an anchor was built from the note beside it.
func anchorFlags(path string) string {
	var note struct{ Compiler, Flags string }
	raw, err := os.ReadFile(strings.TrimSuffix(path, ".so") + ".json")
	if err != nil || json.Unmarshal(raw, &note) != nil {
		return ""
	}
	return strings.TrimSpace(note.Compiler + " " + note.Flags)
}

func (r *Roster) anchorPath(a Anchor) string {
	return filepath.Join(r.Root, "build", "anchors", a.Name+".so")
}

// systemCrypto is the libcrypto that the system's loader finds.
func (r *Roster) systemCrypto() []*contest.Contender {
	if err := r.build("worker c"); err != nil {
		return nil
	}
	for _, soname := range []string{"libcrypto.so.4", "libcrypto.so.3", "libcrypto.so.1.1"} {
		path := systemLibrary(soname)
		if path == "" {
			continue
		}
		if k, err := r.versioned("openssl", "", &contest.Contender{Spec: r.native(path, "")}); err == nil {
			return []*contest.Contender{k}
		}
	}
	r.drop("openssl", errors.New("no libcrypto found: apt-get install libssl3"))
	return nil
}

// distribution is a library that the system's distribution packages, linked into
// a worker of its own.
func (r *Roster) distribution(name, worker string) group {
	step := "worker c-" + worker
	return named([]string{step}, func() []*contest.Contender {
		if err := r.build(step); err != nil {
			r.drop(name, err)
			return nil
		}
		return r.started(name, "", r.worker("worker-c-"+worker))
	}, name)
}

// systemLibrary finds a library among those that the system's loader knows.
func systemLibrary(soname string) string {
	for _, program := range []string{"ldconfig", "/sbin/ldconfig"} {
		out, err := exec.Command(program, "-p").Output()
		if err != nil {
			continue
		}
		for line := range strings.SplitSeq(string(out), "\n") {
			name, path, ok := strings.Cut(strings.TrimSpace(line), " => ")
			if ok && strings.HasPrefix(name, soname+" ") {
				return path
			}
		}
	}
	return ""
}

// purego is the newest libsecp256k1 called from Go without cgo.
func (r *Roster) purego() []*contest.Contender {
	a := r.newest()
	name := a.Name + "-purego"
	if err := cmp.Or(r.build("worker go"), r.build("baseline")); err != nil {
		r.drop(name, err)
		return nil
	}
	argv := []string{r.worker("worker-go"), "--contender", "libsecp256k1-purego", "--library", r.anchorPath(a)}
	if a.Prefix != "" {
		argv = append(argv, "--prefix", a.Prefix)
	}
	spec := r.spec(argv)
	spec.Private = append(spec.Private, r.anchorPath(a))
	return []*contest.Contender{{
		Name: name, Spec: spec, Version: a.Version, Date: a.Date,
	}}
}

// cgo is the libsecp256k1 that go-ethereum carries.
func (r *Roster) cgo() []*contest.Contender {
	if err := r.build("worker go-cgo"); err != nil {
		r.drop("libsecp256k1-cgo", err)
		return nil
	}
	return r.named(r.worker("worker-go-cgo"), "libsecp256k1-cgo", "libsecp256k1", "-cgo")
}

func (r *Roster) goWorker() []*contest.Contender {
	if err := r.build("worker go"); err != nil {
		r.drop("Go libraries", err)
		return nil
	}
	program := r.worker("worker-go")
	var list []*contest.Contender
	for _, name := range r.listed(program) {
		if name != "libsecp256k1-purego" && name != "go" {
			list = append(list, r.named(program, name, name, "")...)
		}
	}
	return list
}

// replaced is what stands on Decred's module, with this project's in its place.
func (r *Roster) replaced() []*contest.Contender {
	if err := r.build("worker go-replaced"); err != nil {
		r.drop("decred-replaced", err)
		r.drop("btcec-replaced", err)
		return nil
	}
	program := r.worker("worker-go-replaced")
	return append(r.named(program, "decred", "decred", "-replaced"), r.named(program, "btcec", "btcec", "-replaced")...)
}

func (r *Roster) rustWorker() []*contest.Contender {
	if err := r.build("worker rust"); err != nil {
		r.drop("Rust libraries", err)
		return nil
	}
	program := filepath.Join(r.Root, "build", "cargo-worker", "release", "worker-rust")
	var list []*contest.Contender
	for _, name := range r.listed(program) {
		list = append(list, r.named(program, name, name, "")...)
	}
	return list
}

// ownCrate is this project's crate, which compiles the engine once more.
func (r *Roster) ownCrate() []*contest.Contender {
	if err := r.build("worker rust-koblitz"); err != nil {
		r.drop("koblitz-rust", err)
		return nil
	}
	program := filepath.Join(r.Root, "build", "cargo-worker-koblitz", "release", "worker-rust")
	return r.named(program, "koblitz-rust", "koblitz-rust", "")
}

// inNode are those of the contenders that the worker in JavaScript has.
func (r *Roster) inNode(names ...string) []*contest.Contender {
	if err := r.build("worker node"); err != nil {
		r.drop("Node.js libraries", err)
		return nil
	}
	folder := filepath.Join(r.Root, "lab", "workers", "node")
	return r.interpreted(names, []string{folder}, "node", filepath.Join(folder, "worker.mjs"))
}

// ox has more dependencies than the others together, so a folder of its own.
func (r *Roster) ox() []*contest.Contender {
	if err := r.build("worker node-ox"); err != nil {
		r.drop("ox", err)
		return nil
	}
	return r.inNode("ox")
}

// ownPackage is this project's package for JavaScript, in WebAssembly and with its addon.
func (r *Roster) ownPackage() []*contest.Contender {
	if err := cmp.Or(r.build("engine"), r.build("js")); err != nil {
		r.drop("js-wasm", err)
		r.drop("js-native", err)
		return nil
	}
	list := r.inNode("js-wasm", "js-native")
	for _, k := range list {
		k.Spec.Read = append(k.Spec.Read, filepath.Join(r.Root, "js"))
	}
	return list
}

func (r *Roster) pythonWorker() []*contest.Contender {
	if err := r.build("worker python"); err != nil {
		r.drop("Python libraries", err)
		return nil
	}
	folder, built := filepath.Join(r.Root, "lab", "workers", "python"), r.worker("python")
	program := []string{filepath.Join(built, "bin", "python"), "-B", filepath.Join(folder, "worker.py")}
	return r.interpreted(r.listed(program...), []string{folder, built}, program...)
}

// javaWorker runs on a machine that collects garbage in the thread that calls,
// and writes no files.
func (r *Roster) javaWorker() []*contest.Contender {
	if err := r.build("worker java"); err != nil {
		r.drop("Java libraries", err)
		return nil
	}
	built := r.worker("java")
	program := []string{"java", "-XX:+UseSerialGC", "-XX:-UsePerfData",
		"-Dfr.acinq.secp256k1.lib.path=" + filepath.Join(built, "native"),
		"-Dfr.acinq.secp256k1.lib.name=libsecp256k1-jni.so",
		"-cp", filepath.Join(built, "classes") + string(os.PathListSeparator) + filepath.Join(built, "lib", "*"), "dev.koblitz.lab.Main"}
	return r.interpreted(r.listed(program...), []string{built}, program...)
}

// interpreted are the contenders of these names in a program that an interpreter runs, and
// that reads from these folders.
func (r *Roster) interpreted(names, read []string, program ...string) []*contest.Contender {
	var list []*contest.Contender
	for _, name := range names {
		list = append(list, r.started(name, "", append(slices.Clone(program), "--contender", name)...)...)
	}
	for _, k := range list {
		k.Spec.Read = read
	}
	return list
}

// named is the contender of that name in a program that has several.
func (r *Roster) named(program, name, family, suffix string) []*contest.Contender {
	return r.started(family, suffix, program, "--contender", name)
}

func (r *Roster) started(family, suffix string, argv ...string) []*contest.Contender {
	k, err := r.versioned(family, suffix, &contest.Contender{Spec: r.spec(argv)})
	if err != nil {
		r.drop(family+suffix, err)
		return nil
	}
	return []*contest.Contender{k}
}

// listed asks a program for the contenders it has.
func (r *Roster) listed(program ...string) []string {
	out, err := exec.Command(program[0], append(slices.Clone(program[1:]), "--list")...).Output()
	if err != nil {
		r.drop(filepath.Base(program[len(program)-1]), err)
	}
	return strings.Fields(string(out))
}
