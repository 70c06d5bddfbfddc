//go:build linux && amd64 && !purego

package difftest

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/secp256k1/internal/ct/valgrind"
)

// public are the functions of the replacement whose operands are public, or whose
// documentation says that they take variable time.
var public = strings.Fields(`
	AddNonConst DecompressY DoubleNonConst JacobianPoint.EquivalentNonConst ScalarMultNonConst
	Params S256 KoblitzCurve.Add KoblitzCurve.Double KoblitzCurve.IsOnCurve KoblitzCurve.Params KoblitzCurve.ScalarBaseMult KoblitzCurve.ScalarMult
	Error.Error Error.Unwrap ErrorKind.Error
	FieldVal.String ModNScalar.String PrivateKey.ToECDSA GeneratePrivateKey
	NewPublicKey ParsePubKey PublicKey.AsJacobian PublicKey.IsEqual PublicKey.IsOnCurve PublicKey.SerializeCompressed
	PublicKey.SerializeUncompressed PublicKey.ToECDSA PublicKey.X PublicKey.Y
	ecdsa.Error.Error ecdsa.Error.Unwrap ecdsa.ErrorKind.Error ecdsa.NewSignature ecdsa.ParseDERSignature ecdsa.RecoverCompact
	ecdsa.Signature.IsEqual ecdsa.Signature.R ecdsa.Signature.S ecdsa.Signature.Serialize ecdsa.Signature.Verify
	schnorr.Error.Error schnorr.Error.Unwrap schnorr.ErrorKind.Error schnorr.NewSignature schnorr.ParsePubKey schnorr.ParseSignature
	schnorr.Signature.IsEqual schnorr.Signature.R schnorr.Signature.S schnorr.Signature.Serialize schnorr.Signature.Verify
`)

// TestReplacementConstantTime: memcheck finds no branch on a secret and no address
// made from one in any function of the replacement that takes constant time, and
// finds a branch that is planted. Each exported function is one of these or public.
func TestReplacementConstantTime(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles, and runs under valgrind")
	}
	dir := replica(t)
	write(t, filepath.Join(dir, "memcheck", "main.go"), read(t, "testdata/memcheck/main.go"))
	program := valgrind.Build(t, dir, "./memcheck", "GOWORK=off", "GOFLAGS=-mod=mod")
	for _, implementation := range []string{"generic", "amd64 BMI2+ADX"} {
		r := valgrind.Run(t, program, implementation)
		if r.Status != 0 || len(r.Reports) != 0 {
			t.Errorf("%s: exit status %d, %d reports, the first: %v\n%s", implementation, r.Status, len(r.Reports), slices.Concat(r.Reports, []string{""})[0], r.Log)
		}
		called := strings.Fields(r.Output)
		for _, name := range exportedFunctions(t, replacement) {
			if slices.Contains(called, name) == slices.Contains(public, name) {
				t.Errorf("%s: %s is neither called nor public, or both", implementation, name)
			}
		}
		t.Logf("%s: %d functions take constant time", implementation, len(called))
		if r = valgrind.Run(t, program, implementation, "plant"); r.Status != 0 || len(r.Reports) == 0 {
			t.Errorf("%s: exit status %d, no report of the branch that is planted\n%s", implementation, r.Status, r.Log)
		}
	}
}
