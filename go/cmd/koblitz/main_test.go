package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The test binary is the command itself where this variable is set, so that
// exit statuses, signals and terminals are real.
const childVariable = "KOBLITZ_TEST_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func child(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), childVariable+"=1")
	return cmd
}

// run runs the command and returns its output and exit status.
func run(t *testing.T, stdin string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := child(args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
	err := cmd.Run()
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// suites returns the options of this project's module and of the libraries that
// the environment names.
func suites(t *testing.T) map[string][]string {
	list := map[string][]string{"native": nil}
	for variable, l := range map[string]struct{ prefix, make string }{
		"KOBLITZ_TEST_LIBSECP256K1": {"rustsecp256k1_v0_14_", "make -C lab/anchors OUT=$PWD/build/anchors libsecp256k1-0.8.0"},
		"KOBLITZ_TEST_ENGINE":       {"secp256k1_", "make engine"},
	} {
		if path := os.Getenv(variable); path != "" {
			list[variable] = []string{"--library", path, "--library-prefix", l.prefix}
		} else {
			t.Logf("SKIPPED go/cmd/koblitz with $%s: %s, then set it to the library's absolute path", variable, l.make)
		}
	}
	return list
}

const (
	secret = "0000000000000000000000000000000000000000000000000000000000000003"
	x3     = "f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9"
	y3     = "388f7b0f632de8140fe337e62a37f3566500a99934c2231b6cb9fd7584b8e672"
	zeros  = "0000000000000000000000000000000000000000000000000000000000000000"
	order  = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
	// BIP-340's vector 0.
	schnorr0 = "e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca821525f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0"
	// Key 1 on the SHA-256 of "Satoshi Nakamoto".
	satoshi        = "a0dc65ffca799873cbea0ac274015b9526505daaaed385155425f7337704883e"
	satoshiR       = "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8"
	satoshiS       = "2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5"
	satoshiHighS   = "dbbd3162d46e9f9bef7feb87c16dc13b4f6568a87f4e83f728e2443ba586675c"
	satoshiDER     = "3045022100" + satoshiR + "0220" + satoshiS
	g33            = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
	sharedHash     = "eae10cdd2f289bdad44615809cb422d2fabe9622ed706ad5d9d3ffd2cdd1c001" // of 3 G
	satoshiHighDER = "3046022100" + satoshiR + "022100" + satoshiHighS
)

func TestCommands(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "name.txt")
	keyFile := filepath.Join(folder, "key")
	for path, text := range map[string]string{file: "Satoshi Nakamoto", keyFile: secret + "\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	one := strings.Repeat("0", 63) + "1\n"
	cases := []struct {
		name   string
		args   string
		stdin  string
		status int
		out    string // all of it, or of the error a part
	}{
		{"pub", "pub", secret, 0, "02" + x3},
		{"pub, white space", "pub --key -", "\n " + secret + " \r\n", 0, "02" + x3},
		{"pub of a file", "pub --key " + keyFile, "", 0, "02" + x3},
		{"pub, capitals", "pub", strings.ToUpper(secret), 0, "02" + x3},
		{"pub, uncompressed", "pub --form uncompressed", secret, 0, "04" + x3 + y3},
		{"pub, x only", "pub --form xonly", secret, 0, x3},
		{"pub, form", "pub --form nonsense", secret, 2, "--form"},
		{"pub of 0", "pub", zeros, 2, "secret key"},
		{"pub of n", "pub", order, 2, "secret key"},
		{"pub, short", "pub", secret[1:], 2, "63 characters"},
		{"pub, no hex", "pub", "zz" + secret[2:], 2, "not 64 hexadecimal digits"},
		{"pub, empty", "pub", "", 2, "0 characters"},
		{"pub, long", "pub", strings.Repeat(secret, 100), 2, "longer"},
		{"pub, no file", "pub --key " + keyFile + ".none", "", 2, "no such file"},
		{"secret as an argument", "pub " + secret, "", 2, "belongs to no option"},
		{"secret as an option", "pub --key " + secret, "", 2, "no such file"},

		{"sign", "sign --digest " + satoshi, one, 0, satoshiDER},
		{"sign a file", "sign --file " + file, one, 0, satoshiDER},
		{"sign, compact", "sign --form compact --digest " + satoshi, one, 0, satoshiR + satoshiS},
		{"sign, recoverable", "sign --form recoverable --digest " + satoshi, one, 0, satoshiR + satoshiS + "01"},
		{"sign, schnorr", "sign --alg schnorr --deterministic --digest " + zeros, secret, 0, schnorr0},
		{"sign, short digest", "sign --digest 00", one, 2, "--digest has 1 bytes"},
		{"sign, digest of no hex", "sign --digest zz", one, 2, "not hexadecimal"},
		{"sign, nothing", "sign", one, 2, "what is signed: --digest or --file or --message is needed"},
		{"sign, two things", "sign --digest " + zeros + " --message 00", one, 2, "only one of --digest and --message"},
		{"sign, ECDSA message", "sign --message 00", one, 2, "--alg schnorr"},
		{"sign, form of schnorr", "sign --alg schnorr --form der --digest " + zeros, one, 2, "--form is for"},
		{"sign, deterministic ECDSA", "sign --deterministic --digest " + satoshi, one, 2, "--deterministic is for"},
		{"sign, alg", "sign --alg rsa --digest " + zeros, one, 2, "--alg"},
		{"sign, form", "sign --form pem --digest " + zeros, one, 2, "--form"},
		{"sign with 0", "sign --digest " + zeros, zeros, 2, "secret key"},
		{"sign, no such file", "sign --file " + file + ".none", one, 2, "no such file"},

		{"verify", "verify --pubkey " + g33 + " --digest " + satoshi + " --sig " + satoshiDER, "", 0, "valid"},
		{"verify, with 0x and \\x", "verify --pubkey 0x" + g33 + " --digest 0X" + satoshi + ` --sig \x` + satoshiDER, "", 0, "valid"},
		{"verify a file", "verify --pubkey " + g33 + " --file " + file + " --sig " + satoshiDER, "", 0, "valid"},
		{"verify, compact", "verify --form compact --pubkey " + g33 + " --digest " + satoshi + " --sig " + satoshiR + satoshiS, "", 0, "valid"},
		{"verify, high s", "verify --pubkey " + g33 + " --digest " + satoshi + " --sig " + satoshiHighDER, "", 0, "valid"},
		{"verify, high s refused", "verify --low-s --pubkey " + g33 + " --digest " + satoshi + " --sig " + satoshiHighDER, "", 1, "invalid: the signature has a high s"},
		{"verify, other digest", "verify --pubkey " + g33 + " --digest " + zeros + " --sig " + satoshiDER, "", 1, "invalid: the signature does not verify"},
		{"verify, trailing byte", "verify --pubkey " + g33 + " --digest " + satoshi + " --sig " + satoshiDER + "00", "", 2, "strict DER"},
		{"verify, r of n", "verify --form compact --pubkey " + g33 + " --digest " + satoshi + " --sig " + order + satoshiS, "", 2, "signature"},
		{"verify, key off the curve", "verify --pubkey 02" + zeros + " --digest " + satoshi + " --sig " + satoshiDER, "", 2, "public key"},
		{"verify, short key", "verify --pubkey 02 --digest " + satoshi + " --sig " + satoshiDER, "", 2, "--pubkey has 1 bytes"},
		{"verify, schnorr", "verify --alg schnorr --pubkey " + x3 + " --digest " + zeros + " --sig " + schnorr0, "", 0, "valid"},
		{"verify, schnorr message", "verify --alg schnorr --pubkey " + x3 + " --message " + zeros + " --sig " + schnorr0, "", 0, "valid"},
		{"verify, schnorr, other message", "verify --alg schnorr --pubkey " + x3 + " --message 00 --sig " + schnorr0, "", 1, "invalid: the signature does not verify"},
		{"verify, schnorr, short sig", "verify --alg schnorr --pubkey " + x3 + " --digest " + zeros + " --sig 00", "", 2, "1 bytes, not 64"},
		{"verify, schnorr, 33 bytes", "verify --alg schnorr --pubkey 02" + x3 + " --digest " + zeros + " --sig " + schnorr0, "", 2, "--pubkey has 33"},
		{"verify nothing", "verify", "", 2, "what is signed: --digest"},
		{"verify, no key", "verify --digest " + satoshi + " --sig " + satoshiDER, "", 2, "--pubkey is needed"},
		{"verify, no signature", "verify --digest " + satoshi + " --pubkey " + g33, "", 2, "--sig is needed"},
		{"verify, form of schnorr", "verify --alg schnorr --form der --pubkey " + x3 + " --digest " + zeros + " --sig " + schnorr0, "", 2, "--form is for"},
		{"verify, s of schnorr", "verify --alg schnorr --low-s --pubkey " + x3 + " --digest " + zeros + " --sig " + schnorr0, "", 2, "--low-s is for"},
		{"sign, two digests", "sign --key - --digest " + zeros + " --digest " + zeros, "", 2, "--digest is given twice"},
		{"two libraries", "--library a --library b keygen", "", 2, "--library is given twice"},
		{"an option of no value twice", "sign --deterministic --deterministic", "", 2, "--deterministic is given twice"},
		{"verify, input and key", "verify --input - --pubkey " + g33, "", 2, "--pubkey cannot be combined"},
		{"verify, input and signature", "verify --input - --sig 00", "", 2, "--sig cannot be combined"},
		{"verify, input and form", "verify --input - --form der", "", 2, "--form cannot be combined"},
		{"verify, input and another alg", "verify --input - --alg rsa", "", 2, "--alg is none of ecdsa, schnorr"},
		{"verify, input and digest", "verify --input - --digest " + zeros, "", 2, "--digest cannot be combined"},
		{"verify, input without rows", "verify --input -", "", 2, "standard input: no rows"},
		{"verify, form", "verify --form pem --pubkey " + g33 + " --digest " + satoshi + " --sig " + satoshiDER, "", 2, "--form"},

		{"recover", "recover --digest " + satoshi + " --sig " + satoshiR + satoshiS + "01", "", 0, g33},
		{"recover, v of 28", "recover --digest " + satoshi + " --sig " + satoshiR + satoshiS + "1c", "", 0, g33},
		{"recover, v of 31", "recover --digest " + satoshi + " --sig " + satoshiR + satoshiS + "1f", "", 2, ""},
		{"recover, id 4", "recover --digest " + satoshi + " --sig " + satoshiR + satoshiS + "04", "", 2, ""},
		{"recover, 64 bytes", "recover --digest " + satoshi + " --sig " + satoshiR + satoshiS, "", 2, "64 bytes"},
		{"recover, r of 0", "recover --digest " + satoshi + " --sig " + zeros + satoshiS + "00", "", 2, ""},

		{"ecdh", "ecdh --form x --pubkey " + g33, secret, 0, x3},
		{"ecdh, x-only key", "ecdh --form x --pubkey " + g33[2:], secret, 0, x3},
		{"ecdh, hash", "ecdh --pubkey 02" + x3, one, 0, sharedHash},
		{"ecdh, form", "ecdh --form y --pubkey " + g33, secret, 2, "--form"},
		{"ecdh, key", "ecdh --pubkey 00", secret, 2, "--pubkey has 1 bytes"},
		{"ecdh, key off the curve", "ecdh --pubkey 02" + zeros, secret, 2, "public key"},

		{"secret as a file's name", "pub --key " + secret, secret, 2, "--key: no such file"},
		{"secret as a command", secret, "", 2, "belongs to no option"},
		{"secret as a flag", "pub --" + secret, secret, 2, "unknown option; --help"},
		{"unknown option", "verify --inptu x", "", 2, "there is no option --inptu; --help"},
		{"unknown option with a value", "verify --inptu=x", "", 2, "there is no option --inptu; --help"},
		{"unknown letter", "verify -x", "", 2, "there is no option -x; --help"},
		{"a secret of letters as a flag", "pub --" + strings.Repeat("abcdef", 10) + "abcd", "", 2, "unknown option; --help"},
		{"a folder", "verify --input " + folder, "", 2, "a folder; --input reads one file"},
		{"an address", "verify --input s3://bucket/a.csv", "", 2, "--input reads a local file"},
		{"secret as short flags", "pub -" + secret, secret, 2, "unknown option; --help"},
		{"secret as a flag with a value", "pub --=" + secret, secret, 2, "malformed options"},
		{"secret as a word", "pub --form " + secret, secret, 2, "--form is none of compressed, uncompressed, xonly"},
		{"secret as a truth", "sign --deterministic=" + secret, secret, 2, "--deterministic has a value that it does not take"},
		{"secret as help's subject", "help " + secret, secret, 2, "help takes the name of one command"},
		{"help of two commands", "help sign verify", "", 2, "help takes the name of one command"},
		{"completion", "completion " + secret, secret, 2, "belongs to no option"},
		{"a shell's completion", "__complete --" + secret + " x", secret, 2, "belongs to no option"},
		{"a shell's completion without words", "__completeNoDesc pub --" + secret + " x", secret, 2, "belongs to no option"},
		{"empty file of a key", "pub --key=", secret, 2, "--key is empty"},
		{"empty file for a key", "keygen --out=", "", 2, "--out is empty"},
		{"empty file to sign", "sign --file=", secret, 2, "--file is empty"},
		{"empty file of signatures", "verify --input=", "", 2, "--input is empty"},
		{"option without its value", "pub --key", "", 2, "--key has no value behind it"},
	}
	for suite, options := range suites(t) {
		t.Run(suite, func(t *testing.T) {
			for _, c := range cases {
				out, errs, status := run(t, c.stdin, append(slices.Clone(options), strings.Fields(c.args)...)...)
				text, good := out, strings.TrimSpace(out) == c.out
				if c.status == 2 {
					text, good = errs, out == "" && strings.Contains(errs, c.out) && strings.HasPrefix(errs, "koblitz: ")
				}
				if status != c.status || !good {
					t.Errorf("%s: status %d, %q %q, want %d, %q", c.name, status, text, errs, c.status, c.out)
				}
				if s := strings.TrimSpace(c.stdin); len(s) == 64 && strings.Trim(s, "01") != "" && strings.Contains(errs, s) {
					t.Errorf("%s: the secret is in the error", c.name)
				}
			}
		})
	}
}

// Every command's help has an example of it.
func TestHelp(t *testing.T) {
	for _, c := range []string{"", "keygen", "pub", "sign", "verify", "recover", "ecdh"} {
		out, errs, status := run(t, "", append(strings.Fields(c), "--help")...)
		if help, _, _ := run(t, "", append([]string{"help"}, strings.Fields(c)...)...); help != out {
			t.Errorf("help %s is not that of --help: %q", c, help)
		}
		if status != 0 || !strings.Contains(out, "Examples:\n") || !strings.Contains(out, "  koblitz "+c) {
			t.Errorf("%s: status %d, %q, %q", c, status, out, errs)
		}
	}
}

func TestVersion(t *testing.T) {
	out, errs, status := run(t, "", "--version")
	if f := strings.Fields(out); status != 0 || len(f) != 4 || f[0] != "koblitz" || !strings.HasPrefix(f[2], "(go1.") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
}

func TestKeygen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	out, errs, status := run(t, "", "keygen", "--out", path)
	if status != 0 {
		t.Fatal(errs)
	}
	pub, _, _ := run(t, "", "pub", "--key", path)
	if pub != out || len(out) != 67 {
		t.Errorf("%q and %q", pub, out)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, errs, status = run(t, "", "keygen", "--out", path); status != 2 || !strings.Contains(errs, "exists") {
		t.Errorf("status %d, %q", status, errs)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Error("the key was replaced")
	}
	one, _, _ := run(t, "", "keygen")
	two, _, status := run(t, "", "keygen")
	if status != 0 || len(one) != 65 || one == two {
		t.Errorf("%q and %q", one, two)
	}
}

// Fresh auxiliary randomness makes another signature each time, valid each time.
func TestSchnorrRandomness(t *testing.T) {
	args := []string{"sign", "--alg", "schnorr", "--message", "0011"}
	one, _, _ := run(t, secret, args...)
	two, _, _ := run(t, secret, args...)
	if one == two {
		t.Error("the same signature twice")
	}
	for _, sig := range []string{one, two} {
		if out, errs, _ := run(t, "", "verify", "--alg", "schnorr", "--message", "0011", "--pubkey", x3, "--sig", strings.TrimSpace(sig)); out != "valid\n" {
			t.Errorf("%q %q", out, errs)
		}
	}
}

func TestLibraryOption(t *testing.T) {
	if _, errs, status := run(t, secret, "pub", "--library-prefix", "x_"); status != 2 || !strings.Contains(errs, "without --library") {
		t.Errorf("a prefix alone: %q", errs)
	}
	if _, errs, status := run(t, secret, "pub", "--library", ""); status != 2 || !strings.Contains(errs, "--library is empty") {
		t.Errorf("no library: %q", errs)
	}
	for _, args := range [][]string{{"--library", "x"}, {"help", "--library", "x"}, {"--library-prefix", "x_"}} {
		if out, errs, status := run(t, "", args...); status != 2 || out != "" || !strings.Contains(errs, "without a command") {
			t.Errorf("%q: %q %q %d", args, out, errs, status)
		}
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "lib.so"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, library, text string }{
		{"missing", folder + "/none.so", "no such file"},
		{"no library", folder + "/lib.so", "not a libsecp256k1 library"},
		{"relative to the shell", "./lib.so", "not a libsecp256k1 library"},
		{"bare name, not in the working directory", "lib.so", "lib.so"},
	} {
		cmd := child("pub", "--library", c.library)
		cmd.Dir = folder
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), c.text) {
			t.Errorf("%s: %q, %v", c.name, out, err)
		}
		if c.library == "lib.so" && strings.Contains(string(out), "not a libsecp256k1 library") {
			t.Errorf("%s: found: %q", c.name, out)
		}
	}
}
