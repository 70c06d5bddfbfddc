//go:build valgrind && linux && amd64 && !purego

// Memcheck runs what package signer, and Event.Sign of package nostr, compute with secrets,
// under valgrind with the secrets marked as undefined, like the program of the same name in
// package ct, whose test looks for the same reports.
//
//	valgrind memcheck IMPLEMENTATION [branch]
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/nostr"
	"koblitz.dev/secp256k1/nostr/signer"
	"koblitz.dev/secp256k1/schnorr"
)

func main() {
	runtime.LockOSThread()
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

var sink int

func run(args []string) error {
	if len(args) == 0 || !ct.UnderValgrind() {
		return errors.New("no implementation given, or not under valgrind")
	}
	implementation, withLanes := strings.CutSuffix(args[0], ", lanes")
	if implementation == "generic" {
		cpu.ForceGeneric(true)
	} else {
		cpu.ForceAccelerated(withLanes)
	}
	if cpu.Name() != implementation || cpu.Lanes() != withLanes {
		return fmt.Errorf("%s runs, not %s", cpu.Name(), args[0])
	}
	fmt.Println("implementation:", args[0])
	peer, _ := secp256k1.GenerateSecretKey().PublicKey().XOnly()
	// The first pass grows the stack, which the runtime does not do quietly.
	for _, mark := range []bool{false, true} {
		for _, b := range [][32]byte{{31: 1}, {31: 2}, [32]byte([]byte("an ordinary key of thirty-two by"))} {
			if err := everything(b, peer.Bytes(), mark); err != nil {
				return err
			}
		}
	}
	if len(args) > 1 {
		b := [32]byte{31: 3}
		ct.Secret(&b)
		k := signer.New()
		_ = k.InitSec(b[:])
		if k.Sec()[31]&1 == 1 {
			sink = 1
		}
		runtime.KeepAlive(sink)
	}
	return nil
}

// everything runs every method but those of texts and of printing, each of which a test finds
// here.
func everything(sec [32]byte, peer []byte, mark bool) error {
	aux := [32]byte{4, 5, 6}
	if mark {
		ct.Secret(&sec)
		ct.Secret(&aux)
	}
	k, g := signer.New(), signer.NewGenerator()
	_ = k.Generate()
	if err := k.InitSec(sec[:]); err != nil {
		return err
	}
	_, _ = k.Sec(), k.Pub()
	sig, _ := k.Sign(peer)
	_, _ = k.Verify(peer, sig)
	_, _ = k.ECDH(peer)
	_, _ = k.ECDHRaw(peer)
	_, _ = g.Generate()
	g.Negate()
	_, _ = g.KeyPairBytes()
	var key secp256k1.SecretKey
	var pair schnorr.KeyPair
	if err := errors.Join(key.SetBytes(sec[:]), pair.SetSecretKey(&key)); err != nil {
		return err
	}
	if err := (&nostr.Event{Kind: 1, Content: "hello"}).Sign(&pair, aux[:]); err != nil {
		return err
	}
	k.Zero()
	g.Zero()
	return k.InitPub(peer)
}
