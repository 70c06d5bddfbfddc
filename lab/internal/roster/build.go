package roster

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// step is one thing that is built, at most once a run.
type step struct {
	tools []string // as tools/need.sh names them
	dir   string   // relative to the root
	env   []string
	argv  []string
	makes string                 // relative to the root
	fresh func(root string) bool // nil: argv itself decides what is stale
}

func (r *Roster) steps() map[string]step {
	workers := filepath.Join(r.Root, "build", "workers")
	anchors := filepath.Join(r.Root, "build", "anchors")
	goWorker := func(name, cgo string, tags ...string) step {
		argv := append([]string{"go", "build", "-trimpath"}, tags...)
		return step{
			tools: []string{"go"}, dir: "lab/workers/go", env: []string{"GOWORK=off", "CGO_ENABLED=" + cgo},
			argv: append(argv, "-o", filepath.Join(workers, name), "."), makes: "build/workers/" + name,
		}
	}
	distribution := func(name, lib string) step {
		return step{
			tools: []string{"cc", "make", lib}, dir: "lab/workers/distribution",
			argv: []string{"make", "OUT=" + workers, name}, makes: "build/workers/worker-c-" + name,
		}
	}
	replaced := goWorker("worker-go-replaced", "0")
	replaced.env[0] = "GOWORK=" + filepath.Join(r.Root, "lab/workers/go/replaced.work")
	cgo := goWorker("worker-go-cgo", "1", "-tags", "cgo_secp")
	cgo.tools = append(cgo.tools, "cc")
	rust := func(target string, features ...string) step {
		return step{
			tools: []string{"cargo", "cc"}, dir: "lab/workers/rust",
			argv:  append([]string{"cargo", "build", "--release", "--locked", "--target-dir", filepath.Join(r.Root, "build", target)}, features...),
			makes: "build/" + target + "/release/worker-rust",
		}
	}
	node := func(dir string) step {
		return step{
			tools: []string{"node", "npm"}, dir: dir, argv: []string{"npm", "ci", "--no-audit", "--no-fund"}, makes: dir + "/node_modules",
			fresh: func(root string) bool { return nodeFresh(filepath.Join(root, dir)) },
		}
	}
	return map[string]step{
		"worker c": {
			tools: []string{"cc", "make"}, dir: "lab/workers/c",
			argv: []string{"make", "-j", "OUT=" + workers}, makes: "build/workers/worker-c",
		},
		"worker c-botan":    distribution("botan", "libbotan-2-dev"),
		"worker c-cryptopp": distribution("cryptopp", "libcrypto++-dev"),
		"worker c-gcrypt":   distribution("gcrypt", "libgcrypt20-dev"),
		"worker c-mbedtls":  distribution("mbedtls", "libmbedtls-dev"),
		"worker c-wolfssl":  distribution("wolfssl", "libwolfssl-dev"),

		"worker go":        goWorker("worker-go", "0"),
		"worker go-purego": goWorker("worker-go-purego", "0", "-tags", "purego"),
		"worker go-cgo":    cgo,
		// With go/decred in the place of Decred's module.
		"worker go-replaced":  replaced,
		"worker rust":         rust("cargo-worker"),
		"worker rust-koblitz": rust("cargo-worker-koblitz", "--features", "koblitz"),
		"worker node":         node("lab/workers/node"),
		"worker node-ox":      node("lab/workers/node/ox"),
		"js": {
			tools: []string{"node", "npm", "gcc", "make", "python3-dev"}, dir: ".",
			argv: []string{"make", "-C", "js"}, makes: "js/dist/index.js",
		},
		"worker python": {
			tools: []string{"python3", "python3-venv", "make"}, dir: "lab/workers/python",
			argv: []string{"make", "OUT=" + workers}, makes: "build/workers/python/bin/python",
		},
		"worker java": {
			tools: []string{"javac", "mvn", "make"}, dir: "lab/workers/java",
			argv: []string{"make", "OUT=" + workers}, makes: "build/workers/java/.built",
		},
		"engine": {
			tools: []string{"cc", "make", "cmake"}, dir: ".", argv: []string{"make", "engine"},
			makes: "build/engine/libsecp256k1.so",
		},
		"worker algorithms": {
			tools: []string{"go"}, dir: "lab/workers/algorithms", env: []string{"GOWORK=off"},
			argv: []string{"go", "build", "-trimpath", "-o", filepath.Join(workers, "worker-algorithms"), "."}, makes: "build/workers/worker-algorithms",
		},
		"baseline by clang": {
			tools: []string{"cargo", "clang", "make"}, dir: "lab/anchors", env: []string{"CC=clang"},
			argv: []string{"make", "OUT=" + anchors + "-clang", r.newest().Name}, makes: "build/anchors-clang/" + r.newest().Name + ".so",
		},
		"baseline": {
			tools: []string{"cargo", "cc", "make"}, dir: "lab/anchors",
			argv: []string{"make", "OUT=" + anchors, r.newest().Name}, makes: "build/anchors/" + r.newest().Name + ".so",
		},
	}
}

// nodeFresh says whether a folder's node_modules was installed from today's lock file.
func nodeFresh(dir string) bool {
	lock, err1 := os.Stat(filepath.Join(dir, "package-lock.json"))
	installed, err2 := os.Stat(filepath.Join(dir, "node_modules/.package-lock.json"))
	return err1 == nil && err2 == nil && !installed.ModTime().Before(lock.ModTime())
}

var errNotBuilt = errors.New("not built yet: a run builds it")

// build runs a step once and remembers how it ended. The error of a missing
// tool says how to install it.
func (r *Roster) build(name string) error {
	r.mu.Lock()
	err, done := r.built[name]
	r.mu.Unlock()
	if done {
		return err
	}
	err = r.runStep(name, r.steps()[name])
	r.mu.Lock()
	r.built[name] = err
	r.mu.Unlock()
	return err
}

// buildAll builds steps, as many at a time as there are processors. Those that work in
// one folder share files, and are built one after the other.
func (r *Roster) buildAll(names []string) {
	chains := map[string][]string{}
	var dirs []string
	for _, name := range names {
		dir := r.steps()[name].dir
		if chains[dir] == nil {
			dirs = append(dirs, dir)
		}
		if !slices.Contains(chains[dir], name) {
			chains[dir] = append(chains[dir], name)
		}
	}
	limit := make(chan struct{}, runtime.NumCPU())
	var wg sync.WaitGroup
	for _, dir := range dirs {
		limit <- struct{}{}
		wg.Go(func() {
			defer func() { <-limit }()
			for _, name := range chains[dir] {
				_ = r.build(name) // remembered
			}
		})
	}
	wg.Wait()
}

func (r *Roster) runStep(name string, s step) error {
	if r.BuildNothing {
		if _, err := os.Stat(filepath.Join(r.Root, s.makes)); err == nil {
			return nil
		}
	}
	if err := r.need(s.tools); err != nil {
		return err
	}
	if r.BuildNothing {
		return errNotBuilt
	}
	if s.fresh != nil && s.fresh(r.Root) {
		return nil
	}
	logs := filepath.Join(r.Root, "build", "logs")
	for _, dir := range []string{logs, filepath.Join(r.Root, "build", "workers")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	start := time.Now()
	cmd := exec.Command(s.argv[0], s.argv[1:]...)
	cmd.Dir = filepath.Join(r.Root, s.dir)
	cmd.Env = append(os.Environ(), s.env...)
	out, err := cmd.CombinedOutput()
	log := filepath.Join(logs, strings.ReplaceAll(name, " ", "-")+".log")
	if werr := os.WriteFile(log, out, 0o644); err == nil {
		err = werr
	}
	if err != nil {
		return fmt.Errorf("%s failed (%w), log in %s, last line: %s", strings.Join(s.argv, " "), err, log, lastLine(out))
	}
	if took := time.Since(start); took > time.Second {
		r.Log("built %s in %.0f s", name, took.Seconds())
	}
	return nil
}

// need says which tools are missing or too old, and how to install them.
func (r *Roster) need(tools []string) error {
	out, err := exec.Command("bash", append([]string{filepath.Join(r.Root, "tools", "need.sh")}, tools...)...).CombinedOutput()
	if err != nil {
		text := strings.Join(strings.Split(strings.TrimSpace(string(out)), "\n"), "; ")
		return errors.New(cmp.Or(text, err.Error()))
	}
	return nil
}

func lastLine(out []byte) string {
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	return string(lines[len(lines)-1])
}
