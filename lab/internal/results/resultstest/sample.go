// Package resultstest makes results for tests: plausible figures that no
// machine measured.
package resultstest

import (
	"math/rand/v2"
	"time"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
)

// Started is when every sample run began.
var Started = time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC)

var machine = results.Machine{
	CPU: "Example 8-Core Processor", Cores: 8, Flags: []string{"bmi2", "adx", "avx2", "sha_ni"},
	Kernel: "6.1.0", OS: "linux/amd64", Governor: "performance", Turbo: "off", Pinned: "cpu 3", Go: "go1.26.8",
}

type contender struct {
	name, version, date string
	factor              float64 // of the first column's time
	marks               []string
	notes               map[string]string
}

const vartimeNote = "the nonce is multiplied by a variable-time wNAF walk (package documentation, ModNScalar)"

var contenders = []contender{
	{"engine", "0.1.0", "2026-03-01", 0.55, nil, nil},
	{"engine-portable", "0.1.0", "2026-03-01", 0.93, nil, nil},
	{"go", "0.1.0", "2026-03-01", 0.71, nil, nil},
	{"go-purego", "0.1.0", "2026-03-01", 2.4, nil, nil},
	{"libsecp256k1-0.8.0", "0.8.0", "2026-02-10", 1, nil, nil},
	{"libsecp256k1-0.2.0", "0.2.0", "2022-12-12", 1.06, nil, nil},
	{"libsecp256k1-cgo", "0.8.0", "2026-02-10", 1.03, nil, nil},
	{"openssl-3.5.5", "3.5.5", "2026-01-27", 9.8, nil, nil},
	{"btcec", "2.3.5", "2025-07-01", 3.9, []string{results.MarkVartime}, map[string]string{results.MarkVartime: vartimeNote}},
	{"decred", "4.4.1", "2026-01-09", 3.6, []string{results.MarkVartime}, map[string]string{results.MarkVartime: vartimeNote}},
	{"gnark-crypto", "0.20.0", "2026-02-20", 4.1, []string{results.MarkWrong}, nil},
	{"k256", "0.13.4", "2024-09-12", 1.9, nil, nil},
	{"noble", "3.0.0", "2025-08-30", 14, nil, nil},
	{"fast-fork", "4.5.0", "2026-01-01", 0.41, []string{results.MarkVartime}, map[string]string{results.MarkVartime: vartimeNote}},
}

// baseNS is about what the baseline takes, by operation.
var baseNS = map[string]float64{
	"pubkey_create": 18800, "ecdsa_sign": 27100, "ecdsa_verify": 39900, "ecdsa_parse_verify": 44200,
	"ecdsa_recover": 43500, "schnorr_sign": 19900, "schnorr_verify": 38400, "schnorr_parse_verify": 43100,
	"ecdh": 40300, "pubkey_parse33": 4580, "pubkey_parse65": 120, "pubkey_tweak_add": 27300,
	"xonly_tweak_add_check": 27300, "pubkey_combine": 4160, "ellswift_encode": 20100, "ellswift_decode": 8600,
	"ellswift_create": 38600, "ellswift_xdh": 44400, "musig_nonce_gen": 36000, "musig_partial_sign": 1900,
	"musig_partial_sig_verify": 72000, "musig_pubkey_agg_100": 1.4e6, "silentpayments_send_100": 6.5e6,
	"silentpayments_scan_1000": 1.1e6, "seckey_verify": 7.6, "seckey_negate": 15.8, "seckey_tweak_add": 33.5,
	"seckey_tweak_mul": 51, "der_parse": 95, "tagged_sha256": 780,
	"field_mul": 19.9, "field_sqr": 16.2, "field_inv": 1230, "field_sqrt": 4550, "base_mul": 16100, "point_mul": 38700,
}

// Result returns a valid figure.
func Result(op, contender string, p50, ratio float64) results.Result {
	return results.Result{
		Op: op, Contender: contender, Version: "1.0", Date: "2026-01-02",
		Path: "/opt/lib/" + contender + ".so", Flags: "gcc 12.2.0 -O2",
		NS:    results.NS{Min: 0.97 * p50, P10: 0.98 * p50, P25: 0.99 * p50, P50: p50, P75: 1.02 * p50},
		Ratio: results.Ratio{P50: ratio, Lo: 0.99 * ratio, Hi: 1.01 * ratio}, Samples: 240,
		Marks: []string{}, EmptyNS: 1.5,
	}
}

// Empty returns a valid run without figures.
func Empty(command string) *results.File {
	return &results.File{
		Command: command, Started: Started, Seconds: 60, Machine: machine,
		Pool: results.Pool{Distinct: 4096, Seed: 1}, Baseline: "libsecp256k1-0.8.0",
	}
}

// Compare returns a full run of `lab compare`, with a noisy figure, marks,
// rejections and a contender that did not start.
func Compare() *results.File {
	f := fill(Empty("compare"), ops.All)
	f.Args, f.Commit = []string{"--seconds", "60"}, "6a1f5c9e2b7d4083a1f5c9e2b7d40836a1f5c9e2"
	for i := range f.Results {
		r := &f.Results[i]
		if r.Op != "ecdsa_verify" || r.Contender == "noble" {
			continue
		}
		cold := r.NS.P50 * 1.6
		r.Cold = &results.Cold{
			NS:    results.NS{Min: 0.97 * cold, P10: 0.98 * cold, P25: 0.99 * cold, P50: cold, P75: 1.02 * cold},
			Ratio: r.Ratio, Samples: 60, Noisy: r.Noisy,
		}
	}
	f.Self = []results.Self{{Op: "ecdsa_verify", Ratio: results.Ratio{P50: 1.003, Lo: 0.996, Hi: 1.009}}}
	return f
}

// Judge gives f a judgement: on each operation the fastest figure that may win
// and is not noisy, tied with those whose intervals reach below the upper end of
// its own.
func Judge(f *results.File) *results.File {
	for _, op := range f.Ops() {
		s := f.Standing(op)
		w := results.Winner{Op: op}
		bound := 0.0
		for _, r := range s.Ranked {
			switch {
			case w.Contender == "" && !r.Noisy:
				w.Contender, bound = r.Contender, r.Ratio.Hi
			case w.Contender != "" && r.Ratio.Known() && r.Ratio.Lo <= bound:
				w.Tied = append(w.Tied, r.Contender)
			}
		}
		f.Winners = append(f.Winners, w)
	}
	return f
}

// Batches returns a run of `lab compare` on batches alone.
func Batches() *results.File {
	return fill(Empty("compare"), ops.Batches[:2*len(ops.BatchSizes)])
}

// History returns three runs of `lab compare` on three days, from the newest.
func History() []*results.File {
	var list []*results.File
	for i, commit := range []string{"cccccccccccccccc", "bbbbbbbbbbbbbbbb", "aaaaaaaaaaaaaaaa"} {
		f := Compare()
		f.Started, f.Commit, f.Dirty = f.Started.AddDate(0, 0, -i), commit, i == 1
		for j := range f.Results {
			if r := &f.Results[j]; r.Contender == "engine" {
				grown := 1 + 0.1*float64(i)
				r.Ratio = results.Ratio{P50: grown * r.Ratio.P50, Lo: grown * r.Ratio.Lo, Hi: grown * r.Ratio.Hi}
			}
		}
		list = append(list, f)
	}
	return list
}

// Primitives returns a run of `lab primitives`.
func Primitives() *results.File {
	return fill(Empty("primitives"), ops.Primitives)
}

func fill(f *results.File, list []ops.Op) *results.File {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, op := range list {
		for _, c := range contenders {
			if op.Name == "ecdsa_recover" && c.name == "gnark-crypto" || rng.IntN(9) == 0 && c.factor != 1 {
				continue
			}
			ratio := c.factor * (0.9 + 0.2*rng.Float64())
			if c.name == f.Baseline {
				ratio = 1
			}
			r := Result(op.Name, c.name, ratio*baseNS[op.Alone().Name], ratio)
			r.Version, r.Date = c.version, c.date
			if c.name == f.Baseline {
				r.Ratio = results.Ratio{P50: 1, Lo: 1, Hi: 1}
			}
			r.NS.P75 *= 1 + 0.05*rng.Float64()
			for _, m := range c.marks {
				if m == results.MarkVartime && !op.Secret {
					continue
				}
				r.Marks, r.MarkNotes = append(r.Marks, m), c.notes
			}
			if c.name == "k256" && len(op.Name)%3 == 0 {
				r.Noisy, r.NS.P75, r.Ratio.Hi = true, 1.4*r.NS.P50, 1.17*r.Ratio.P50
			}
			if c.name == "btcec" || c.name == "decred" || c.name == "go" {
				r.Alloc = &results.Alloc{Bytes: 96 * c.factor, Count: float64(int(c.factor))}
				r.EmptyNS = 2.1
			}
			f.Results = append(f.Results, r)
		}
	}
	f.Rejected = []results.Rejection{
		{Contender: "gnark-crypto", Op: "ecdsa_recover", Row: "17", Reason: "wrong public key for recovery id 2"},
		{Contender: "gnark-crypto", Op: "ecdsa_recover", Row: "r = n", Reason: "accepted, must be refused"},
	}
	f.Dropped = []results.Drop{{Contender: "openssl-1.1.1w", Reason: "libcrypto.so.1.1: cannot open shared object file"}}
	return Judge(f)
}

// Decade returns a run of `lab decade` over ten years of two libraries.
func Decade() *results.File {
	f := Empty("decade")
	rng := rand.New(rand.NewPCG(3, 4))
	for _, v := range []struct {
		family, version, date string
		factor                float64
	}{
		{"libsecp256k1", "2015-12", "2015-12-12", 2.6}, {"libsecp256k1", "2018-11", "2018-11-05", 1.9},
		{"libsecp256k1", "2019-05", "2019-05-28", 1.8}, {"libsecp256k1", "2020-08", "2020-08-16", 1.75},
		{"libsecp256k1", "2020-12", "2020-12-18", 1.3}, {"libsecp256k1", "2021-06", "2021-06-09", 1.1},
		{"libsecp256k1", "2021-12", "2021-12-31", 1.08}, {"libsecp256k1", "0.2.0", "2022-12-12", 1.06},
		{"libsecp256k1", "0.4.0", "2023-09-04", 1.03}, {"libsecp256k1", "0.4.1", "2023-12-21", 1.01},
		{"libsecp256k1", "0.6.0", "2024-11-04", 1.01}, {"libsecp256k1", "0.7.0", "2025-07-21", 1},
		{"libsecp256k1", "0.8.0", "2026-02-10", 1},
		{"openssl", "1.0.2u", "2019-12-20", 14}, {"openssl", "1.1.1w", "2023-09-11", 9.4},
		{"openssl", "3.0.16", "2025-02-11", 10.2}, {"openssl", "3.5.5", "2026-01-27", 9.8},
		{"openssl", "3.6.3", "2026-02-24", 9.7}, {"openssl", "4.0.3", "2026-03-03", 9.5},
	} {
		for _, op := range []string{"ecdsa_sign", "ecdsa_parse_verify", "schnorr_parse_verify", "schnorr_verify"} {
			if v.family == "openssl" && op[0] == 's' || v.date < "2021" && op[0] == 's' {
				continue
			}
			ratio := v.factor * (0.98 + 0.04*rng.Float64())
			r := Result(op, v.family+"-"+v.version, ratio*baseNS[op], ratio)
			r.Version, r.Date, r.Flags = v.version, v.date, "gcc 12.2.0 -O2 -DUSE_ASM_X86_64=1"
			f.Results = append(f.Results, r)
		}
	}
	return Judge(f)
}

// Algorithms returns a run of `lab algorithms`.
func Algorithms() *results.File {
	f := Empty("algorithms")
	f.Baseline = "secp256k1-ecdsa-libsecp256k1"
	for _, a := range []struct {
		name         string
		sign, verify float64
	}{
		{f.Baseline, 27100, 44200}, {"secp256k1-ecdsa-btcec", 84900, 173500}, {"p256-ecdsa-crypto", 21000, 61000},
		{"ed25519-crypto", 18000, 49000}, {"ed25519-curve25519-voi", 14000, 31000},
		{"bls12381-blst", 463000, 1574000}, {"ristretto255-schnorr-curve25519-voi", 39600, 97300},
	} {
		f.Results = append(f.Results,
			Result("sign", a.name, a.sign, a.sign/27100), Result("verify", a.name, a.verify, a.verify/44200))
	}
	return Judge(f)
}

// Hostile returns a valid run whose every text tries to be something else.
func Hostile() *results.File {
	const attack = `</title></svg><script>alert(1)</script><img src=x onerror=alert(2)>"'&{{.}}` + "\x1b[31m\u202e\r\n"
	f := Empty("compare")
	f.Baseline = attack
	f.Machine = results.Machine{
		CPU: attack, Cores: 1, Flags: []string{attack}, Kernel: attack, OS: attack,
		Governor: attack, Turbo: attack, Pinned: attack, Go: attack,
	}
	f.Pool.Input, f.Pool.Rows = attack, map[string]int{attack: 1}
	f.Pool.Bad, f.Pool.BadCount = []results.BadRow{{Line: 1, Reason: attack}}, 1
	long := make([]byte, 200)
	for i := range long {
		long[i] = 'M'
	}
	for i, name := range []string{attack, string(long), "fill:#F1000A;stroke:#F1000B", "libsecp256k1-0" + attack, "日本語 \U0001f600 \u0301\u05d0"} {
		r := Result("ecdsa_sign", name, 1000*float64(i+1), float64(i+1))
		r.Version, r.Path, r.Flags = attack, attack, attack
		r.Marks, r.MarkNotes = []string{"vartime"}, map[string]string{"vartime": attack}
		f.Results = append(f.Results, r)
	}
	f.Rejected = []results.Rejection{{Contender: attack, Op: "ecdsa_sign", Row: attack, Reason: attack}}
	f.Dropped = []results.Drop{{Contender: attack, Reason: attack}}
	return Judge(f)
}

// Many returns a run of n figures on one operation.
func Many(n int) *results.File {
	f := Empty("compare")
	for i := range n {
		ratio := 1 + float64(i)/10
		f.Results = append(f.Results, Result("ecdsa_verify", "contender-"+string(rune('a'+i%26))+string(rune('a'+i/26)), 39900*ratio, ratio))
	}
	return Judge(f)
}
