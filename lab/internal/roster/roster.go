// Package roster knows the contenders: which there are, how their workers and
// libraries are built, and what each is called.
package roster

import (
	"cmp"
	"debug/elf"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"koblitz.dev/lab/internal/contest"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/worker"
)

// Roster resolves names of contenders to processes. Use New.
type Roster struct {
	Root string // of the checkout
	Log  func(format string, args ...any)
	// BuildNothing takes what is built, however old, and drops the rest.
	BuildNothing bool
	// Early leaves those of the default set that take long to build to Late.
	Early bool

	anchors []Anchor // newest first within a kind
	mu      sync.Mutex
	built   map[string]error
	dropped []results.Drop
}

// Anchor is a released version of a C library, as lab/anchors/anchors.json lists it.
type Anchor struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"` // libsecp256k1 or openssl
	Version string `json:"version"`
	Date    string `json:"date"`
	Prefix  string `json:"prefix"`
}

// Request asks for a contender by name, or names a library to be opened.
type Request struct {
	Name, Path, Prefix string
}

// ParseRequest reads NAME or NAME=PATH[,prefix=P].
func ParseRequest(s string) (Request, error) {
	name, rest, isPath := strings.Cut(s, "=")
	if !nameForm.MatchString(name) {
		return Request{}, fmt.Errorf("contender %q: a name has letters, digits and . _ - only", s)
	}
	if !isPath {
		return Request{Name: name}, nil
	}
	q := Request{Name: name}
	q.Path, rest, _ = strings.Cut(rest, ",")
	if q.Path == "" {
		return Request{}, fmt.Errorf("contender %q: no path after =", s)
	}
	if rest = strings.TrimSpace(rest); rest != "" {
		var ok bool
		if q.Prefix, ok = strings.CutPrefix(rest, "prefix="); !ok || q.Prefix == "" {
			return Request{}, fmt.Errorf("contender %q: %q is not prefix=P", s, rest)
		}
	}
	abs, err := filepath.Abs(q.Path)
	if err != nil {
		return Request{}, err
	}
	q.Path = abs
	return q, nil
}

var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// New finds the checkout from the working directory upwards and reads the list
// of anchors.
func New(log func(format string, args ...any)) (*Roster, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "lab", "anchors", "anchors.json")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			return nil, errors.New("run lab inside a checkout of koblitz: no lab/anchors/anchors.json here or above")
		}
	}
	r := &Roster{Root: dir, Log: log, built: map[string]error{}}
	raw, err := os.ReadFile(filepath.Join(dir, "lab", "anchors", "anchors.json"))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw, &r.anchors); err != nil {
		return nil, fmt.Errorf("lab/anchors/anchors.json: %w", err)
	}
	slices.SortStableFunc(r.anchors, func(a, b Anchor) int { return strings.Compare(b.Date, a.Date) })
	if r.newest().Name == "" {
		return nil, errors.New("lab/anchors/anchors.json lists no libsecp256k1")
	}
	return r, nil
}

// newest returns the newest libsecp256k1 among the anchors.
func (r *Roster) newest() Anchor {
	i := slices.IndexFunc(r.anchors, func(a Anchor) bool { return a.Kind == "libsecp256k1" })
	if i < 0 {
		return Anchor{}
	}
	return r.anchors[i]
}

// Dropped returns what could not be had, and why.
func (r *Roster) Dropped() []results.Drop { return r.dropped }

// drop records, once a name, that a contender cannot be had.
func (r *Roster) drop(name string, err error) {
	if slices.ContainsFunc(r.dropped, func(d results.Drop) bool { return d.Contender == name }) {
		return
	}
	r.dropped = append(r.dropped, results.Drop{Contender: name, Reason: err.Error()})
	r.Log("%s: left out: %v", name, err)
}

// checkRequests refuses, before anything is built, a library that is not there,
// a name given to two, and a library under the name of a known contender, which
// could be taken for it, or for the baseline.
func (r *Roster) checkRequests(requests []Request) error {
	paths := map[string]string{}
	for _, q := range requests {
		if q.Path == "" {
			continue
		}
		if r.reserved(q.Name) {
			return fmt.Errorf("contender %s: a known contender has that name; give the library another", q.Name)
		}
		if s, err := os.Stat(q.Path); err != nil {
			return fmt.Errorf("contender %s: %w", q.Name, err)
		} else if !s.Mode().IsRegular() {
			return fmt.Errorf("contender %s: %s is not a file", q.Name, q.Path)
		}
		if p, twice := paths[q.Name]; twice && p != q.Path {
			return fmt.Errorf("contender %s is two libraries: %s and %s", q.Name, p, q.Path)
		}
		paths[q.Name] = q.Path
	}
	return nil
}

// Select returns the asked contenders (the default set when there is no
// request) and the name of the baseline, which is among them. An empty
// baseline means the newest libsecp256k1 or, where that cannot be built,
// another contender that can serve; a warning says which.
func (r *Roster) Select(requests []Request, baseline string) ([]*contest.Contender, string, error) {
	if err := r.checkRequests(requests); err != nil {
		return nil, "", err
	}
	var set []*contest.Contender
	add := func(list ...*contest.Contender) {
		for _, k := range list {
			if !slices.ContainsFunc(set, func(x *contest.Contender) bool { return x.Name == k.Name }) {
				set = append(set, k)
			}
		}
	}
	if len(requests) == 0 {
		add(r.usual(func(g group) bool { return !g.byName && !(r.Early && g.slow) })...)
	}
	for _, q := range requests {
		list, err := r.resolve(q)
		if err != nil {
			return nil, "", err
		}
		add(list...)
	}
	name := baseline
	if name == "" {
		name = r.newest().Name
	}
	if i := slices.IndexFunc(set, func(k *contest.Contender) bool { return matches(k.Name, name) }); i >= 0 {
		return set, set[i].Name, nil
	}
	list, err := r.resolve(Request{Name: name})
	switch {
	case err == nil:
		add(list[0])
		return set, list[0].Name, nil
	case baseline != "":
		return nil, "", fmt.Errorf("baseline: %w", err)
	}
	return r.fallback(set)
}

// Late builds and lists what Early has left out.
func (r *Roster) Late() []*contest.Contender {
	return r.usual(func(g group) bool { return g.slow })
}

// usual lists the groups that are wanted; what they need is built first, several steps
// at a time.
func (r *Roster) usual(wanted func(group) bool) (list []*contest.Contender) {
	groups := slices.DeleteFunc(r.groups(), func(g group) bool { return !wanted(g) })
	var steps []string
	for _, g := range groups {
		steps = append(steps, g.steps...)
	}
	r.buildAll(steps)
	for _, g := range groups {
		list = append(list, g.list()...)
	}
	return list
}

// fallback picks a baseline where the newest libsecp256k1 cannot be built.
func (r *Roster) fallback(set []*contest.Contender) ([]*contest.Contender, string, error) {
	for _, family := range []string{"libsecp256k1", ""} {
		for _, k := range set {
			if strings.HasPrefix(k.Name, family) {
				r.Log("WARNING: %s cannot be had, ratios are to %s", r.newest().Name, k.Name)
				return set, k.Name, nil
			}
		}
	}
	return nil, "", errors.New("no contender could be had")
}

// Known returns what is built of the default set and of those that are measured by name
// alone, the names of the others with what is missing, and the name of the baseline. It
// builds nothing.
func (r *Roster) Known() (set []*contest.Contender, absent []results.Drop, baseline string) {
	r.BuildNothing = true
	for _, g := range r.groups() {
		list := g.list()
		set = append(set, list...)
		for _, name := range g.names {
			if slices.ContainsFunc(list, func(k *contest.Contender) bool { return matches(k.Name, name) }) {
				continue
			}
			absent = append(absent, results.Drop{Contender: name, Reason: r.whyAbsent(name, g.steps)})
		}
	}
	return set, absent, r.newest().Name
}

// whyAbsent says what keeps a contender that needs these steps from being there.
func (r *Roster) whyAbsent(name string, steps []string) string {
	for _, s := range steps {
		if err := r.build(s); err != nil {
			return err.Error()
		}
	}
	for _, d := range r.dropped {
		if d.Contender == name {
			return d.Reason
		}
	}
	return "not found"
}

// resolve finds the contenders that a request means, at least one.
func (r *Roster) resolve(q Request) ([]*contest.Contender, error) {
	if q.Path != "" {
		return r.library(q)
	}
	var list []*contest.Contender
	before := r.dropped
	r.dropped = nil
search:
	for _, g := range r.groups() {
		if !g.may(q.Name) {
			continue
		}
		for _, k := range g.list() {
			if k.Name == q.Name { // no other group has it, and need not be built
				list = []*contest.Contender{k}
				break search
			}
			if matches(k.Name, q.Name) {
				list = append(list, k)
			}
		}
	}
	why := r.dropped
	r.dropped = before
	for _, d := range why {
		r.drop(d.Contender, errors.New(d.Reason))
	}
	if len(list) > 0 {
		return list, nil
	}
	for _, a := range r.anchors {
		if a.Name != r.newest().Name && matches(a.Name, q.Name) {
			return nil, fmt.Errorf("contender %s is not built: make anchors", q.Name)
		}
	}
	for _, d := range why {
		whole := strings.Contains(d.Contender, " ") // all of a worker's libraries
		if whole || matches(d.Contender, q.Name) || strings.HasPrefix(q.Name, d.Contender) {
			return nil, fmt.Errorf("contender %s cannot run: %s", q.Name, d.Reason)
		}
	}
	return nil, fmt.Errorf("unknown contender %q; lab compare --list shows them", q.Name)
}

// reserved says whether a name is, or reads like, that of a known contender,
// whatever its version and however that is set off.
func (r *Roster) reserved(name string) bool {
	plain := squeezed.Replace(strings.ToLower(name))
	for _, g := range r.groups() {
		for _, family := range g.families {
			family = squeezed.Replace(family)
			if strings.HasPrefix(alike.Replace(plain), alike.Replace(family)) && buildLike(plain[len(family):]) {
				return true
			}
		}
	}
	return slices.ContainsFunc(r.anchors, func(a Anchor) bool {
		rest, same := strings.CutPrefix(alike.Replace(plain), alike.Replace(squeezed.Replace(a.Name)))
		return same && builds.MatchString(rest)
	})
}

// buildLike says whether the rest of a name reads like a version, or none, and a build.
func buildLike(rest string) bool {
	for at := range len(rest) + 1 {
		if version.MatchString(rest[:at]) && builds.MatchString(alike.Replace(rest[at:])) {
			return true
		}
	}
	return false
}

var (
	squeezed = strings.NewReplacer("-", "", "_", "", ".", "")
	alike    = strings.NewReplacer("l", "1", "i", "1", "o", "0", "s", "5", "z", "2")
	// What known contenders have after their family's name, and what would be taken
	// for it: a version, which may be a date, and what sets builds of it apart.
	version = regexp.MustCompile(`^(v?\d+([a-z]|(alpha|beta|rc|pre|dev)\d*)?)?$`)
	builds  = regexp.MustCompile("^(" + alike.Replace("portable|purego|cgo|clang|gcc|replaced|dev|so") + ")*$")
)

// matches says whether a contender's name is the asked one, with or without
// its version.
func matches(name, asked string) bool {
	return name == asked || versionPart.ReplaceAllString(name, "") == asked
}

var versionPart = regexp.MustCompile(`-\d[0-9A-Za-z.]*(-\d+|-dev)*`)

// library is a contender whose library the user named.
func (r *Roster) library(q Request) ([]*contest.Contender, error) {
	if err := r.build("worker c"); err != nil {
		return nil, fmt.Errorf("contender %s cannot run: %w", q.Name, err)
	}
	return []*contest.Contender{{Name: q.Name, Spec: r.native(q.Path, q.Prefix), Claims: claimsOf(q.Path)}}, nil
}

// claimsOf are what the worker claims for a library with libsecp256k1's interface: one
// that changed its words might sign with nonces that it made beforehand. A libcrypto
// claims none of it.
func claimsOf(path string) []string {
	file, err := elf.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	symbols, _ := file.DynamicSymbols()
	if slices.ContainsFunc(symbols, func(s elf.Symbol) bool {
		return s.Section != elf.SHN_UNDEF && strings.HasSuffix(s.Name, "ecdsa_signature_parse_compact")
	}) {
		return []string{"rfc6979", "low_s", "bip340"}
	}
	return nil
}

func (r *Roster) native(path, prefix string) worker.Spec {
	argv := []string{r.worker("worker-c"), "--library", path}
	if prefix != "" {
		argv = append(argv, "--prefix", prefix)
	}
	spec := r.spec(argv)
	spec.Private = append(spec.Private, path)
	return spec
}

// spec starts argv. A worker that was built here is copied for each launch, an
// interpreter is not: what it runs is made in memory by each process. The
// native worker, those of the distribution's libraries (worker-c-NAME) and the one
// in Rust do without threads.
func (r *Roster) spec(argv []string) worker.Spec {
	spec := worker.Spec{Argv: argv, Threads: true}
	if name := filepath.Base(argv[0]); strings.HasPrefix(name, "worker-") {
		spec.Private = []string{argv[0]}
		spec.Threads = !strings.HasPrefix(name, "worker-c") && !strings.HasPrefix(name, "worker-rust")
	}
	return spec
}

func (r *Roster) worker(name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(r.Root, "build", "workers", name)
}

// versioned asks a worker for its version and returns the contender's full name.
func (r *Roster) versioned(family, suffix string, k *contest.Contender) (*contest.Contender, error) {
	w, err := worker.Start(k.Spec, -1, 30*time.Second)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	k.Name = family
	if v := cmp.Or(k.Version, w.Info.Version); v != "" {
		k.Name += "-" + short(v)
	}
	k.Name += suffix
	return k, nil
}

var pseudo = regexp.MustCompile(`[-.](\d{8})\d{6}-[0-9a-f]{12}$`)

// short turns a version into the form used in names: without a library's
// name or v before it and a plus with what follows, and the date alone for Go's
// pseudo-versions.
func short(v string) string {
	if m := pseudo.FindStringSubmatch(v); m != nil {
		return m[1]
	}
	v, _, _ = strings.Cut(v, "+")
	v = strings.TrimPrefix(strings.TrimPrefix(v, "libsecp256k1-"), "v")
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(" /", c) {
			return '-'
		}
		return c
	}, v)
}
